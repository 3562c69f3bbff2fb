package main

import (
	"errors"
	"fmt"
	"strconv"
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

// archValue is the value of __CUDA_ARCH__, which may be written as the name of an
// architecture: sm_80 and compute_80 are 800, sm_90a is 900.
type archValue int

func (a *archValue) String() string { return strconv.Itoa(int(*a)) }

// Type names the value in help texts.
func (a *archValue) Type() string { return "int" }

// Set reads 800, sm_80 or compute_80.
func (a *archValue) Set(text string) error {
	digits, named := text, false
	for _, prefix := range []string{"sm_", "compute_"} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			digits, named = strings.TrimRight(rest, "af"), true
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return fmt.Errorf("%q is not an architecture", text)
	}
	if named {
		n *= 10
	}
	*a = archValue(n)
	return nil
}

// exitHelp stands under the help of the commands that decide something.
const exitHelp = `
Exit codes: 0 everything asked for is proved (translate: written); 1 a fault was found; 2 something is undecided:
unknown, out of time, bounded only, or conditional (proved under a condition; verify --strict: 1); 3 a construct is not supported, with its place; 4 the input or the command
line is wrong; 5 a tool is missing or failed. With several kernels the first of 4, 1, 5, 3, 2 that occurred.

Defaults: the number of threads per block comes from --block-dim, else from __launch_bounds__, else from a comment
in the first lines of the file, //--blockDim=64 --gridDim=1 --shared-bytes=512 --param n=128; without such a comment
the launches of the kernel in the file come before __launch_bounds__. The grid may have any number of blocks, unless
the flag, the comment or a launch says otherwise; scalar parameters may have any value.`
