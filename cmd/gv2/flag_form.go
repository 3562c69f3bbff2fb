//go:build !exact

package main

import (
	"errors"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wantedForms say how the values of flags look whose parser would only say that
// something is wrong.
var wantedForms = map[string]string{
	"timeout":      "write a time with its unit, as in 60s or 2m",
	"arch":         "write the architecture as nvcc does, sm_80, or the value of __CUDA_ARCH__, 800",
	"loop-unroll":  "write a number of iterations, as in 3",
	"max-commands": "write a number, as in 200000000",
	"shared-bytes": "write a number of bytes, as in 4096",
}

// needs demands an argument at least, and says so.
func needs(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s", what)
		}
		return nil
	}
}

// needsOne demands one argument, and says so.
func needsOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("gv2 %s takes one file, not %d: %s", cmd.Name(), len(args), strings.Join(args, " "))
		}
		return needs(what)(cmd, args)
	}
}

// mostTypos is how many letters may be wrong in a flag for which another is suggested.
const mostTypos = 3

// resembling is the flag of the command that looks most like the name; empty if none does.
func resembling(cmd *cobra.Command, name string) string {
	best, least := "", mostTypos+1
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if typos := levenshtein.ComputeDistance(name, f.Name); !f.Hidden && typos < least && typos < len(name) {
			best, least = f.Name, typos
		}
	})
	return best
}

// flagError says of a flag that could not be read what form is wanted.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		name := missing.GetSpecifiedName()
		if ours := resembling(cmd, name); ours != "" && missing.GetSpecifiedShortnames() == "" {
			return usagef("unknown flag --%s; did you mean --%s?", name, ours)
		}
		return usagef("%w; %s --help lists the flags", err, cmd.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	form := wantedForms[flag.Name]
	if flag.Value.Type() == "bool" {
		form = "it takes true or false, or nothing"
	}
	if form == "" {
		return err
	}
	return usagef("--%s %s: %s", flag.Name, invalid.GetValue(), form)
}
