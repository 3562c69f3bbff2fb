//go:build !exact

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/terminal"
)

// more are commands of special builds.
var more []func(streams) *cobra.Command

// run executes the command line and returns the exit code. When ctx ends, what is
// known so far is reported. A panic is a bug of
// gv2: it is caught here, once, and never looks like a verdict.
func run(ctx context.Context, args []string, io streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(io.err, "gv2: internal error, please report: %v\n%s", p, debug.Stack())
			code = exitTool
		}
	}()
	args = commandFirst(args)
	root := newRootCommand(io, args...)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var e *exitError
	if err != nil && !(errors.As(err, &e) && e.silent) {
		fmt.Fprintf(io.err, "gv2: %s\n", worded(err))
	}
	return codeOf(err)
}

// commandFirst is a command line with the command in front of flags that were written before it: gv2 -q verify FILE.
func commandFirst(args []string) []string {
	if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return args
	}
	all := commands()
	i := slices.IndexFunc(args, func(arg string) bool {
		return slices.ContainsFunc(all, func(c namedCommand) bool { return c.name == arg })
	})
	if i < 0 {
		return args
	}
	return slices.Concat(args[i:i+1], args[:i], args[i+1:])
}

// commands make the commands, by their names.
func commands() []namedCommand {
	all := []namedCommand{
		{"translate", func(io streams) *cobra.Command { return newTranslateCommand(io, runTranslate) }},
		{"verify", func(io streams) *cobra.Command { return newVerifyCommand(io, runVerify) }},
		{"weft", func(io streams) *cobra.Command { return newWeftCommand(io, runVerify) }},
		{"explain", func(io streams) *cobra.Command { return newExplainCommand(io, runExplain) }},
		{"graph", newGraphCommand},
		{"litmus", newLitmusCommand},
		{"fences", newFencesCommand},
		{"stress", newStressCommand},
		{"suite", func(io streams) *cobra.Command { return newSuiteCommand(io, runSuite) }},
		{"lsp", newLSPCommand},
		{"manual", newManualCommand},
		{"version", func(io streams) *cobra.Command { return newVersionCommand(io, runVersion) }},
	}
	return append(all, serving...)
}

// serving are commands of systems that can listen.
var serving []namedCommand

type namedCommand struct {
	name string
	make func(streams) *cobra.Command
}

// newRootCommand makes gv2 with all of its commands, or with the one that args begin with: the
// flags of all of them take half a millisecond of every start.
func newRootCommand(io streams, args ...string) *cobra.Command {
	io.color = new(string)
	root := &cobra.Command{
		Use:           "gv2",
		Short:         "Verify CUDA kernels: races, barriers, deadlock, assertions",
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          knownCommand,

		SuggestionsMinimumDistance: 2,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := applySettings(io, cmd); err != nil {
				return err
			}
			return oneOf("color", *io.color, terminal.Colors)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmd.Help(); err != nil {
				return err
			}
			return usagef("which command? try: gv2 verify FILE")
		},
	}
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetGlobalNormalizationFunc(normalizeFlag)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().StringVar(io.color, "color", terminal.Auto, "colors in text: "+strings.Join(terminal.Colors, ", "))
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name {
			root.AddCommand(c.make(io))
			return root
		}
	}
	for _, c := range commands() {
		root.AddCommand(c.make(io))
	}
	for _, command := range more {
		root.AddCommand(command(io))
	}
	complete(root)
	return root
}

// knownCommand reports an argument where a command should be.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if similar := root.SuggestionsFor(args[0]); len(similar) > 0 {
		return usagef("unknown command %s; did you mean %s?", args[0], strings.Join(similar, " or "))
	}
	return usagef("unknown command %s; gv2 --help lists the commands", args[0])
}
