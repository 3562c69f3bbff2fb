//go:build !exact

package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gv2/cmd/internal/page"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// complete tells shells what flags and arguments may hold: gv2 completion writes the
// scripts that ask.
func complete(root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
			c.ValidArgsFunction = argumentsOf(c)
		}
		for _, flags := range []*pflag.FlagSet{c.LocalFlags(), root.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) {
				if list := valuesOf(f); list != nil {
					// It fails where another command has registered a flag that they share.
					_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
				}
			})
		}
	}
}

// valuesOf are the values of a flag that takes one of a few.
func valuesOf(f *pflag.Flag) []string {
	switch f.Name {
	case "kind":
		return graphKinds
	case "stage":
		return stageNames
	case "lang":
		return append([]string{"auto"}, unit.LanguageNames()...)
	case "check":
		var names []string
		for _, p := range kernel.Properties(nil) {
			names = append(names, string(p))
		}
		return names
	case "format":
		_, list, _ := strings.Cut(f.Usage, " as ") // report as, or draw as
		list, _, _ = strings.Cut(list, ";")
		return strings.Split(list, ", ")
	}
	return words[f.Name]
}

// argumentsOf completes the arguments of a command: files in a language that gv2 reads, or
// folders.
func argumentsOf(c *cobra.Command) cobra.CompletionFunc {
	switch {
	case strings.Contains(c.Use, "DIR"):
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case strings.Contains(c.Use, "FILE|NAME"):
		return fileOrPage
	case strings.Contains(c.Use, "FILE"):
		return cobra.FixedCompletions(extensions(), cobra.ShellCompDirectiveFilterFileExt)
	}
	return cobra.NoFileCompletions
}

// fileOrPage completes the names of pages where what is typed begins one, else files.
func fileOrPage(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, name := range append(page.Names(), "pages") {
		if typed != "" && strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return names, cobra.ShellCompDirectiveDefault
	}
	return extensions(), cobra.ShellCompDirectiveFilterFileExt
}
