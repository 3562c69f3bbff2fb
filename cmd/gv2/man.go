//go:build man

package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// make man builds gv2 with this command. It is not part of the gv2 that users have: what
// writes manual pages would add to the time of every start.
func init() { more = append(more, newManCommand) }

func newManCommand(streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the manual pages of all commands to a directory",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			cmd.Root().DisableAutoGenTag = true
			literal(cmd.Root())
			return doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1", Source: "gv2 " + version(), Manual: "gv2"}, args[0])
		},
	}
}

// literal keeps the library from reading help texts as Markdown, where __requires__ is bold.
func literal(c *cobra.Command) {
	escape := strings.NewReplacer("_", `\_`, "*", `\*`, "<", `\<`).Replace
	c.Short, c.Long = escape(c.Short), escape(c.Long)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = escape(f.Usage) })
	for _, sub := range c.Commands() {
		literal(sub)
	}
}
