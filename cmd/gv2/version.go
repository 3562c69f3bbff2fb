package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

// release is gv2's version; the linker may set it.
var release = "0.1.0"

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return release + "+" + s.Value[:12]
		}
	}
	return release
}

func newVersionCommand(io streams, run func(streams) error) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Versions of gv2, Boogie and Z3 as found on this machine",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return run(io) },
	}
}

// runVersion prints what is there; a missing tool is no error, for gv2 translate
// needs none.
func runVersion(io streams) error {
	fmt.Fprintf(io.out, "gv2 %s\n", version())
	fmt.Fprintf(io.out, "boogie %s\n", toolVersion("boogie", "-version", "/version"))
	fmt.Fprintf(io.out, "z3 %s\n", toolVersion("z3", "--version"))
	return nil
}

var dotted = regexp.MustCompile(`\d+(\.\d+)+`)

// toolVersion asks a program for its version, with each flag in turn until an
// answer holds one.
func toolVersion(name string, flags ...string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return "not found; install it with: " + installLine(name)
	}
	for _, flag := range flags {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		text, _ := exec.CommandContext(ctx, path, flag).CombinedOutput()
		cancel()
		if v := dotted.FindString(string(text)); v != "" {
			return v
		}
	}
	return "of unknown version at " + path
}

func installLine(pkg string) string { return "apt-get install " + pkg }
