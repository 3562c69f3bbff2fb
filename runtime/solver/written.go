package solver

import (
	"context"
	"slices"

	"gv2/boogie"
)

// RunAsWritten asks about a program as its users do: Boogie gets the text, with
// /contractInfer if opts.Infer, and no flags beside that but limits. A direct solver first
// finds out which candidates hold, and then what fails with these. Output is what the
// solver says, without what Boogie repeats of Z3; errors are as of Run.
func RunAsWritten(ctx context.Context, s Solver, printed boogie.Printed, opts Options) (*Answer, error) {
	if _, ok := s.(boogieSolver); ok {
		path, err := find(opts.Boogie)
		if err != nil {
			return nil, err
		}
		return runPart(ctx, path, printed, procedures(printed.Text), false, opts, written)
	}
	if opts.Infer {
		opts.Infer = false
		guesses := boogie.Print(boogie.ForInference(printed.Program))
		infer := opts
		infer.Infer = true
		a, err := s.Run(ctx, guesses, infer)
		if err != nil || a.Outcome != Verified {
			return a, err
		}
		printed = boogie.Print(decided(printed.Program, a.Inferred))
	}
	return s.Run(ctx, printed, opts)
}

// written are the flags of users, who are shown what Boogie says.
func written(opts Options) []string {
	out := slices.DeleteFunc(args(opts), func(flag string) bool {
		return !slices.ContainsFunc([]string{"stdin.bpl", "/nologo", "/errorLimit", "/contractInfer", "/timeLimit", "/rlimit"}, func(ours string) bool {
			return flag == ours || len(flag) > len(ours) && flag[:len(ours)+1] == ours+":"
		})
	})
	return out
}

// decided adds what is known of candidates, behind everything else: lines stay where they
// are.
func decided(p *boogie.Program, holds map[string]bool) *boogie.Program {
	out := *p
	out.Decls = slices.Clone(p.Decls)
	for _, d := range p.Decls {
		c, ok := d.(*boogie.ConstDecl)
		if !ok {
			continue
		}
		if truth, ok := holds[c.Name]; ok {
			var e boogie.Expr = &boogie.Id{Name: c.Name}
			if !truth {
				e = boogie.Not(e)
			}
			out.Decls = append(out.Decls, &boogie.AxiomDecl{E: e})
		}
	}
	return &out
}
