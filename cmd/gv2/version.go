package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"gv2/runtime/solver"
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
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	boogie, z3, err := solver.Versions(ctx)
	fmt.Fprintf(io.out, "gv2 %s\n", version())
	fmt.Fprintf(io.out, "boogie %s\n", found(boogie, err))
	fmt.Fprintf(io.out, "z3 %s\n", found(z3, err))
	return nil
}

func found(version string, err error) string {
	var missing *solver.MissingError
	switch {
	case version != "":
		return version
	case errors.As(err, &missing):
		return "not found (apt-get install boogie z3)"
	case err != nil:
		return err.Error()
	default:
		return "unknown"
	}
}
