//go:build !exact

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/render"
	"gv2/frontend/unit"
	"gv2/runtime/memory/litmus"
)

// litmusOptions are the flags of gv2 litmus.
type litmusOptions struct {
	settings settings
	files    []string
	format   string
}

func newLitmusCommand(io streams) *cobra.Command {
	opts := &litmusOptions{}
	cmd := &cobra.Command{
		Use:   "litmus FILE...",
		Short: "Say whether an outcome of a small kernel is possible under the memory model of PTX",
		Long: "For each kernel below a comment\n\n" +
			"    // exists: r[0]==1 && r[1]==0\n\n" +
			"say whether memory can be so when the kernel has ended: allowed, with an execution, or forbidden, with the axiom of\n" +
			"the memory model that rules it out. All executions of the few threads are looked at, so launches have to be small.\n" +
			"Variables start with their initial values, or 0. The exit code is 0 when every condition is decided.\n" + exitHelp,
		Args: needs("which file? try: gv2 litmus kernel.cu"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.files = args
			if err := opts.settings.validate(); err != nil {
				return err
			}
			return runLitmus(cmd.Context(), io, opts)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerLimit(f)
	f.StringVar(&opts.format, "format", "text", "report as "+strings.Join(render.LitmusTests.Names(), ", "))
	return cmd
}

func runLitmus(ctx context.Context, io streams, opts *litmusOptions) error {
	ctx = background(ctx)
	out, err := open(render.LitmusTests, opts.format, io)
	if err != nil {
		return err
	}
	codes, err := eachFile(ctx, io, opts.files, &opts.settings, func(u *unit.Unit) []int { return litmusFile(ctx, io, opts, u, out) })
	if err != nil {
		return err
	}
	if err := out.End(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return ended(worstCode(codes))
}

// litmusFile decides the conditions of a file.
func litmusFile(ctx context.Context, io streams, opts *litmusOptions, u *unit.Unit, out render.Writer[render.Litmus]) []int {
	var codes []int
	comments := litmus.Comments(u.Text)
	previous, asked := 0, 0
	for i := range u.Kernels {
		line := u.Kernels[i].Pos().Line
		c, ok := litmus.For(comments, line, previous)
		previous = line
		if !ok {
			continue
		}
		asked++
		codes = append(codes, shielded(io, u, i, func() int { return litmusKernel(ctx, io, opts, u, i, c, out) }))
	}
	if asked == 0 {
		fmt.Fprintf(io.err, "gv2: %s: no kernel below a comment // exists: CONDITION\n", u.Name)
		codes = append(codes, exitUsage)
	}
	return codes
}

func litmusKernel(ctx context.Context, io streams, opts *litmusOptions, u *unit.Unit, i int, c litmus.Comment, out render.Writer[render.Litmus]) int {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	k, code := lowered(ctx, io, &opts.settings, u, i)
	if k == nil {
		return code
	}
	condition, err := litmus.Parse(c.Text)
	var d *litmus.Decision
	if err == nil {
		d, err = litmus.Decide(k, condition, nil)
	}
	if err != nil {
		fmt.Fprintf(io.err, "%s:%d: error: %v\n", u.Name, c.Line, err)
		return exitUsage
	}
	out.Add(&render.Litmus{File: u.Name, Kernel: name, Pos: pos, Condition: condition.Text, Decision: d})
	if d.Outcome == litmus.Undecided {
		return exitUndecided
	}
	return exitProved
}
