//go:build !exact

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/render"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/claim"
	"gv2/runtime/fences"
	"gv2/runtime/verdict"
)

// fencesOptions are the flags of gv2 fences.
type fencesOptions struct {
	settings settings
	engines  verdict.Engines
	files    []string
	format   string
}

func newFencesCommand(io streams) *cobra.Command {
	opts := &fencesOptions{engines: verdict.DefaultEngines()}
	cmd := &cobra.Command{
		Use:   "fences FILE...",
		Short: "Find the fences that a kernel lacks, and those that it does not need",
		Long: "For each kernel whose threads talk through memory, find every minimal set of fences with which it is proved: free of\n" +
			"data races and of failing assertions under the memory model of PTX, for the launch in question. The sets with the\n" +
			"fewest and weakest fences come first. Fences that the kernel has and does not need are named, too. The exit code is 0\n" +
			"when no fence is missing, 1 when one is or when no fences help, 2 when that is not known.\n" + exitHelp,
		Args: needs("which file? try: gv2 fences kernel.cu"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.files = args
			if err := opts.settings.validate(); err != nil {
				return err
			}
			end, err := opts.settings.choose(&opts.engines.Solve)
			if err != nil {
				return err
			}
			defer end()
			return runFences(cmd.Context(), io, opts)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerEngine(f)
	opts.settings.registerLimit(f)
	f.StringVar(&opts.format, "format", "text", "report as "+strings.Join(render.FenceSets.Names(), ", ")+"; patch is a unified diff that adds the first set")
	return cmd
}

func runFences(ctx context.Context, io streams, opts *fencesOptions) error {
	ctx = background(ctx)
	out, err := open(render.FenceSets, opts.format, io)
	if err != nil {
		return err
	}
	codes, err := eachFile(ctx, io, opts.files, &opts.settings, func(u *unit.Unit) []int {
		var codes []int
		for i := range u.Kernels {
			codes = append(codes, shielded(io, u, i, func() int { return fencesOfKernel(ctx, io, opts, u, i, out) }))
		}
		return codes
	})
	if err != nil {
		return err
	}
	if err := out.End(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return ended(worstCode(codes))
}

func fencesOfKernel(ctx context.Context, io streams, opts *fencesOptions, u *unit.Unit, i int, out render.Writer[render.Fences]) int {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	began := time.Now()
	limited, end := opts.settings.limited(ctx, began)
	defer end()
	k, code := lowered(limited, io, &opts.settings, u, i)
	if k == nil {
		return code
	}
	over := func() bool { return limited.Err() != nil }
	quick := fences.OfLaunch(over, opts.judge(limited, began, true))
	answer := fences.Find(k, render.LinesOf(u.Name, u.Text), quick, opts.judge(limited, began, false), over)
	out.Add(&render.Fences{File: u.Name, Text: u.Text, Kernel: name, Pos: pos, Answer: answer})
	switch {
	case answer.Before == fences.Right:
		return exitProved
	case len(answer.Sets) > 0 || answer.Rest == fences.Wrong && !answer.Partial:
		return exitRefuted
	}
	return exitUndecided
}

// judge decides data races and assertions, as gv2 verify does; brief leaves out what only explains. The time limit
// of the kernel, which began then, holds for all that is asked.
func (o *fencesOptions) judge(ctx context.Context, began time.Time, brief bool) fences.Judge {
	return func(k *kernel.Kernel) (fences.Verdict, string) {
		q := o.settings.question().Options()
		q.Encoding.Properties = kernel.PropertySet{kernel.DataRace: true, kernel.Assertion: true}
		q.NoPrecondition, q.Brief, q.Began = true, brief, began
		r := verdict.Decide(ctx, k, q, o.engines)
		for _, p := range r.Properties {
			if p.Status == claim.Refuted {
				for _, f := range r.Findings {
					if f.Property == p.Name && f.Severity == claim.ErrorSeverity {
						return fences.Wrong, fmt.Sprintf("%s (line %d)", f.Message, f.Pos().Line)
					}
				}
				return fences.Wrong, string(p.Name)
			}
		}
		for _, p := range r.Properties {
			if p.Status != claim.Proved {
				return fences.Unknown, string(p.Name) + ": " + p.Reason()
			}
		}
		if r.Err != nil {
			return fences.Unknown, r.Err.Error()
		}
		return fences.Right, ""
	}
}
