//go:build !exact

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gv2/runtime/verdict"
)

func newVersionCommand(io streams, run func(streams) error) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Versions of gv2 and of the solvers found on this machine",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return run(io) },
	}
}

// runVersion prints what is there; a missing tool is no error, for gv2 translate
// needs none.
func runVersion(io streams) error {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	fmt.Fprintf(io.out, "gv2 %s\n", version())
	for tool := range verdict.Tools(ctx) {
		fmt.Fprintf(io.out, "%s %s\n", tool.Name, found(tool))
	}
	return nil
}

// versionTime bounds how long a solver may take to tell its version.
const versionTime = 20 * time.Second

// solverVersion is the solver that --solver names, with its version if it is found.
func solverVersion(name string) string {
	names := []string{name}
	if name == "both" {
		names = []string{"z3", "boogie"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	for i, name := range names {
		if version := verdict.ToolVersion(ctx, name); version != "" {
			names[i] = name + " " + version
		}
	}
	return strings.Join(names, "+")
}

// need says who needs a tool.
func need(tool verdict.Tool) string {
	if tool.Optional {
		return "optional"
	}
	return "needed for what the exact engine does not decide"
}

func found(tool verdict.Tool) string {
	switch {
	case tool.Version != "":
		return tool.Version + " (" + need(tool) + ")"
	case tool.Missing:
		return "not found (" + need(tool) + "; " + tool.Install + ")"
	case tool.Err != nil:
		return tool.Err.Error()
	default:
		return "unknown"
	}
}
