package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// streams are where a command reads and writes.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

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
	root := newRootCommand(io)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var e *exitError
	if err != nil && !(errors.As(err, &e) && e.silent) {
		fmt.Fprintf(io.err, "gv2: %v\n", err)
	}
	return codeOf(err)
}

func newRootCommand(io streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "gv2",
		Short:         "Verify CUDA kernels: races, barriers, deadlock, assertions",
		SilenceErrors: true,
		SilenceUsage:  true,
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
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newTranslateCommand(io, runTranslate),
		newVerifyCommand(io, runVerify),
		newWeftCommand(io, runVerify),
		newExplainCommand(io, runExplain),
		newSuiteCommand(io, runSuite),
		newVersionCommand(io, runVersion),
	)
	for _, p := range pending {
		root.AddCommand(newPendingCommand(p))
	}
	return root
}

// spelled maps GPUVerify's spellings to ours.
var spelled = map[string]string{
	"blockDim":         "block-dim",
	"gridDim":          "grid-dim",
	"only-intra-group": "intra-group",
	"loop-unwind":      "loop-unroll",
}

func normalizeFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if ours, ok := spelled[name]; ok {
		name = ours
	}
	return pflag.NormalizedName(name)
}
