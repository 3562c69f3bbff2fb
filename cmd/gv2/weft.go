//go:build !exact

package main

import (
	"context"

	"github.com/spf13/cobra"

	"gv2/runtime/advise"
	"gv2/runtime/verdict"
)

// newWeftCommand is the exact engine alone: no solver is asked, and the numbers
// of WEFT's tables are printed.
func newWeftCommand(io streams, run func(context.Context, streams, *verifyOptions) error) *cobra.Command {
	opts := &verifyOptions{engines: verdict.DefaultEngines(), decide: advise.Decide, impossible: verdict.Impossible, stats: true}
	opts.settings.engine = verdict.WeftEngine
	cmd := &cobra.Command{
		Use:   "weft FILE...",
		Short: "Execute a block whose control is static, and check it exactly",
		Long: "Execute a block whose control, barriers and addresses do not depend on the input, check it exactly, and print\n" +
			"the numbers of WEFT's tables. No solver is needed.\n" + exitHelp,
		Args: needs("which file? try: gv2 weft kernel.cu, a folder, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			thrifty.Store(true)
			return opts.start(cmd.Context(), io, args, run)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerCheck(f)
	opts.settings.registerExact(f)
	opts.settings.registerLimit(f)
	opts.registerFormat(f)
	return cmd
}
