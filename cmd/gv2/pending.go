package main

import "github.com/spf13/cobra"

// pending are the commands of the contract that later versions bring.
var pending = []struct{ use, short string }{
	{"graph FILE", "The barrier dependence graph"},
}

func newPendingCommand(p struct{ use, short string }) *cobra.Command {
	return &cobra.Command{
		Use:                p.use,
		Short:              p.short + " (not yet available)",
		DisableFlagParsing: true,
		Hidden:             true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return unsupportedf("%s: not yet available in this version", cmd.Name())
		},
	}
}
