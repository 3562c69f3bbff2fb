//go:build !exact

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gv2/cmd/internal/render"
	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/advise"
	"gv2/runtime/verdict"
)

func newVerifyCommand(io streams, run func(context.Context, streams, *verifyOptions) error) *cobra.Command {
	opts := &verifyOptions{engines: verdict.DefaultEngines(), decide: advise.Decide, impossible: verdict.Impossible}
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Decide every property of every kernel",
		Long: "Decide every property of every kernel: proved for all inputs and schedules, refuted with a witness, or\n" +
			"unknown with the reason. The exact engine goes first; Z3 gets what that engine cannot decide.\n" + exitHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if opts.settings.build != "" {
				return nil // all of the project
			}
			return needs("which file? try: gv2 verify kernel.cu, a folder, or - for standard input")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			largePages()
			return opts.start(cmd.Context(), io, args, run)
		},
	}
	opts.settings.register(cmd.Flags())
	opts.registerFormat(cmd.Flags())
	opts.registerCache(cmd.Flags())
	cmd.Flags().StringVar(&opts.messages, "messages", ownMessages, "wording of --format text: gv2, or gpuverify for scripts made for it")
	cmd.Flags().BoolVar(&opts.stats, "stats", false, "print the engines' numbers in text too: candidates, time in the solver, commands; json has them always")
	cmd.Flags().BoolVar(&opts.safeIf, "safe-if", true, "look for a simple condition under which a refuted kernel is proved; takes a few more runs")
	cmd.Flags().BoolVar(&opts.allFaults, "all-faults", true, "after a race, look for races on other arrays and lines, and for repairs; takes a few more runs")
	cmd.Flags().BoolVar(&opts.early, "found", false, "tell a kernel's first fault on standard error as soon as it is found, before the report; text on a terminal does so by itself")
	cmd.Flags().BoolVar(&opts.strict, "strict", false, "exit with 1 where a kernel is proved only under a condition (conditional), not with 2")
	return cmd
}

func (o *verifyOptions) registerFormat(f *pflag.FlagSet) {
	f.StringVar(&o.format, "format", "text", "report as "+strings.Join(render.Reports.Names(), ", "))
	f.BoolVarP(&o.quiet, "quiet", "q", false, "one line for each kernel")
}

// start checks the command line and runs the command on the files.
func (o *verifyOptions) start(ctx context.Context, io streams, files []string, run func(context.Context, streams, *verifyOptions) error) error {
	o.files = files
	if err := o.settings.validate(); err != nil {
		return err
	}
	if o.settings.commands != nil && len(files) == 0 {
		if o.files = o.settings.commands.Files(); len(o.files) == 0 {
			return usagef("%s has no CUDA file", o.settings.commands.Path)
		}
	}
	if err := o.checkFormat(); err != nil {
		return err
	}
	if err := o.openCache(); err != nil {
		return err
	}
	end, err := o.settings.choose(&o.engines.Solve)
	if err != nil {
		return err
	}
	defer end()
	return run(ctx, io, o)
}

// ours reports whether text has gv2's own words.
func (o *verifyOptions) ours() bool { return o.messages == "" || o.messages == ownMessages }

// checkFormat is what is wrong with --format, --messages and --quiet.
func (o *verifyOptions) checkFormat() error {
	switch {
	case !o.ours() && o.messages != gpuverifyMessages:
		return oneOf("messages", o.messages, words["messages"])
	case !o.ours() && o.format != "text":
		return usagef("--messages %s is about --format text", o.messages)
	case o.quiet && (!o.ours() || o.format != "text"):
		return usagef("--quiet is about --format text in gv2's own words")
	}
	return knownFormat(render.Reports, o.format)
}

// writer opens the document for --format and --messages.
func (o *verifyOptions) writer(io streams) (render.Writer[render.Report], error) {
	opts := rendering(io)
	switch {
	case o.quiet:
		return render.Quiet(opts), nil
	case !o.ours():
		return render.GPUVerify(opts), nil
	}
	if o.format == "csv" && o.settings.engine != verdict.WeftEngine {
		opts.Solver = solverVersion(o.settings.solver)
	}
	return openWith(render.Reports, o.format, opts)
}

// rendering is where reports go.
func rendering(io streams) render.Options {
	return render.Options{Out: terminal.Painting(io.out), Version: version(), Color: io.colored(io.out)}
}

// open starts a document in the format that --format names.
func open[T any](formats render.Formats[T], name string, io streams) (render.Writer[T], error) {
	return openWith(formats, name, rendering(io))
}

// openWith is open with what only some formats need.
func openWith[T any](formats render.Formats[T], name string, opts render.Options) (render.Writer[T], error) {
	if err := knownFormat(formats, name); err != nil {
		return nil, err
	}
	w, _ := formats.Open(name, opts)
	return w, nil
}

// knownFormat is what is wrong with the name of a format. It opens none: that may write already.
func knownFormat[T any](formats render.Formats[T], name string) error {
	if slices.Contains(formats.Names(), name) {
		return nil
	}
	return usagef("--format %s: choose one of %s", name, strings.Join(formats.Names(), ", "))
}

// runVerify verifies every kernel of every file and reports in the format that was
// chosen.
func runVerify(ctx context.Context, io streams, opts *verifyOptions) error {
	out, err := opts.writer(io)
	if err != nil {
		return err
	}
	return verifyAll(ctx, io, opts, out)
}

// verifyAll verifies every kernel of every file; it writes the reports in order, each as
// soon as it is known.
func verifyAll(ctx context.Context, io streams, opts *verifyOptions, out render.Writer[render.Report]) error {
	ctx = background(ctx)
	opts.watch(io)
	defer opts.status.End()
	var codes []int
	unsupported := false
	var faults []kernel.Property
	said := map[diag.Diagnostic]bool{}
	for _, arg := range opts.files {
		names, err := filesOf(arg)
		if err != nil {
			return err
		}
		for _, name := range names {
			opts.status.Begin(name)
			answerFile(ctx, io, opts, name, func(r *report) {
				opts.status.End()
				codes = append(codes, r.code)
				faults = addFaults(faults, &r.Result)
				unsupported = unsupported || r.Outcome == verdict.KernelUnsupported && opts.settings.compiles(r.File)
				io.diagnostics(r.File, r.Text, fresh(&r.Diags, said))
				if r.Err != nil {
					fmt.Fprintf(io.err, "gv2: %s\n", worded(r.Err))
				}
				out.Add(&r.Report)
			})
		}
	}
	if err := out.End(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	opts.hint(io, unsupported)
	if opts.found != nil && terminal.Is(io.err) {
		fmt.Fprint(io.err, pagesNote(faults, opts.files))
	}
	return ended(worstCode(codes))
}

// fresh are the diagnostics that have not been said: instances of a template share theirs.
func fresh(l *diag.List, said map[diag.Diagnostic]bool) *diag.List {
	var out diag.List
	for _, d := range l.All() {
		if !said[d] {
			said[d] = true
			out.Add(d)
		}
	}
	return &out
}

// patience is how long a terminal shows nothing: most answers come sooner.
const patience = 2 * time.Second

// watch tells somebody who waits at a terminal what takes long, and of a fault as soon as it
// is found. The report follows when everything is known: what else is wrong, what would help,
// and under which condition the fault cannot happen.
func (o *verifyOptions) watch(io streams) {
	o.status = terminal.NewStatus(io.err, patience)
	atTerminal := o.format == "text" && o.ours() && !o.quiet && terminal.Is(io.err)
	if o.found == nil && (o.early || atTerminal) {
		o.found = func(at diag.Pos, message string) {
			o.status.Hide()
			fmt.Fprintf(io.err, "%s: found: %s; the report follows\n", at, message)
		}
	}
}
