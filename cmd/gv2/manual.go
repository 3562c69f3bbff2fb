//go:build !exact

package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/manual"
)

func newManualCommand(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "manual [PAGE]",
		Short: "Pages of the manual, by task",
		Long: `Print a page of the manual, or without a name the list of pages. Pages on kinds of faults
are those of gv2 explain data-race and the like.`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: manual.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listManual(io)
			}
			text, ok := manual.Page(args[0])
			if !ok {
				return usagef("there is no page %s; there are %s", args[0], strings.Join(manual.Names(), ", "))
			}
			_, err := fmt.Fprint(io.out, text)
			return err
		},
	}
}

// listManual writes the pages with their titles.
func listManual(io streams) error {
	w := tabwriter.NewWriter(io.out, 0, 8, 2, ' ', 0)
	for _, name := range manual.Names() {
		fmt.Fprintf(w, "gv2 manual %s\t%s\n", name, manual.Title(name))
	}
	return w.Flush()
}
