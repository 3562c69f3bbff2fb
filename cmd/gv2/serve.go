//go:build !exact && !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/playground"
)

// serveOptions are the flags of gv2 serve.
type serveOptions struct {
	listen    string
	open      bool
	inBrowser bool
	built     string
}

// servedAt is where gv2 serve listens if the user names no address and nobody else listens there: a page has the same address
// each time.
const servedAt = "127.0.0.1:8642"

// A browser listens to nobody, and its gv2 is a fifth smaller without the server.
func init() { serving = []namedCommand{{"serve", newServeCommand}} }

func newServeCommand(io streams) *cobra.Command {
	opts := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open a page in the browser on which to write kernels and see what gv2 says",
		Long: "Start a local server of a page and open it: an editor, the kernels of the course, the verdict with faults at their lines,\n" +
			"the Boogie program, a run of the threads step by step, and the drawing of gv2 graph. This gv2 answers the page, with the\n" +
			"solvers of this machine. With --in-browser the browser does all of it, by WebAssembly, as where the page is served as\n" +
			"static files: make playground builds these in bin/playground, which also has the editor with highlighting; without\n" +
			"it the editor is a plain field. Interrupt ends the server.\n",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.serve(background(cmd.Context()), io, cmd.Flags().Changed("listen"))
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.listen, "listen", servedAt, "the address and port to listen at; port 0 is a free one")
	f.BoolVar(&opts.open, "open", true, "open the page in the browser")
	f.BoolVar(&opts.inBrowser, "in-browser", false, "let the browser do the work, by what make playground has built")
	f.StringVar(&opts.built, "built", "", "the folder that make playground has built (default playground beside gv2, if it is there)")
	return cmd
}

// serve serves the page until ctx ends.
func (o *serveOptions) serve(ctx context.Context, io streams, chosen bool) error {
	if err := o.findBuilt(); err != nil {
		return err
	}
	listener, err := o.listener(chosen)
	if err != nil {
		return err
	}
	url := "http://" + listener.Addr().String() + "/"
	fmt.Fprintf(io.out, "gv2 serves %s\n", url)
	if o.built == "" {
		fmt.Fprintln(io.err, "gv2: note: the editor is a plain field; make playground in gv2's source builds one with highlighting (--built DIR)")
	}
	if o.open {
		if err := playground.Open(url); err != nil {
			fmt.Fprintf(io.err, "gv2: note: no browser opens (%v): open the address yourself\n", err)
		}
	}
	handler := playground.New(playground.Options{Version: version(), Run: runServed, Built: o.built, InBrowser: o.inBrowser})
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	end := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer end()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return &exitError{code: exitTool, err: err}
	}
	return nil
}

// runServed executes a command of the page.
func runServed(ctx context.Context, args []string, program string, out, err io.Writer) int {
	return run(ctx, args, streams{in: strings.NewReader(program), out: out, err: err})
}

// findBuilt finds the folder that make playground has built, where it is needed or there is one.
func (o *serveOptions) findBuilt() error {
	const build = "make playground in gv2's source builds it"
	if o.built != "" {
		if !playground.IsBuilt(o.built) {
			return usagef("--built %s: the page is not built there; %s", o.built, build)
		}
		return nil
	}
	if own, err := os.Executable(); err == nil {
		if beside := filepath.Join(filepath.Dir(own), "playground"); playground.IsBuilt(beside) {
			o.built = beside
		}
	}
	if o.inBrowser && o.built == "" {
		return usagef("--in-browser needs the page as static files, which are not beside gv2; %s, and --built DIR says where", build)
	}
	return nil
}

// listener listens where the user wants, or at a free port if somebody else has the usual one. Runs of gv2 are for this
// machine alone: what they include they read from its disk.
func (o *serveOptions) listener(chosen bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return nil, usagef("--listen %s: an address and a port, such as %s", o.listen, servedAt)
	}
	if ip := net.ParseIP(host); !o.inBrowser && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, usagef("--listen %s: gv2 answers this machine alone (127.0.0.1); --in-browser serves others, whose browsers do the work", o.listen)
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil && !chosen {
		listener, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return nil, usagef("--listen %s: %w", o.listen, err)
	}
	return listener, nil
}
