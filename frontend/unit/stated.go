package unit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/contradiction"
)

// stated lists what the user asked gv2 to take for granted, on the command line and in
// the kernel. A proof rests on it, so the report shows it.
func (u *Unit) stated(of Kernel, k *kernel.Kernel, set Setting) []string {
	var out []string
	if u.assumed != nil { // the names of parameters are those of the source
		out = slices.Clone(u.assumed)
	} else {
		out = u.statedParams(of, set)
	}
	for _, r := range k.Requires[k.FromLaunch:] {
		out = append(out, kernel.ExprString(r)+" ("+u.terms.Requires+")")
	}
	for _, s := range k.Stated {
		for _, text := range s.Holds.Statements(cmp.Or(s.Array.Label, s.Array.Name)) {
			out = append(out, text+" ("+u.terms.Requires+")")
		}
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Assume); ok && !a.Listed {
			out = append(out, fmt.Sprintf("%s at %s (%s)", cmp.Or(u.argument(a.Pos), kernel.ExprString(a.Cond)), a.Pos, assumedThere))
		}
		return true
	})
	return out
}

// assumedThere says of an assumption that a statement of the kernel makes it.
const assumedThere = "assumed there"

// StatedInKernel reports whether an assumption of a report is one that the text of the kernel makes.
func StatedInKernel(assumption string) bool {
	if strings.HasSuffix(assumption, " ("+assumedThere+")") {
		return true
	}
	return slices.ContainsFunc(Languages, func(l Language) bool { return strings.HasSuffix(assumption, " ("+l.Terms().Requires+")") })
}

// statedParams are the values of parameters, from the command line, the comment or a launch.
func (u *Unit) statedParams(of Kernel, set Setting) []string {
	var out []string
	for name, value := range joined(u.comment.params, u.opts.Params) {
		out = append(out, fmt.Sprintf("%s = %s (--param)", name, value))
	}
	slices.Sort(out)
	return append(out, of.launchAssumptions(set.Params)...)
}

// given is a condition that a proof rests on.
type given struct {
	cond kernel.Expr
	pos  diag.Pos
	// user is set where the user states it, not a launch or a limit of CUDA.
	user bool
}

// givens are the preconditions of k and what is assumed where it begins.
func givens(k *kernel.Kernel) []given {
	var out []given
	for i, r := range k.Requires {
		g := given{cond: kernel.Fold(r), pos: k.Pos, user: i >= k.FromLaunch}
		if n := i - k.FromLaunch; n >= 0 && n < len(k.RequiresAt) {
			g.pos = k.RequiresAt[n]
		}
		out = append(out, g)
	}
	for _, s := range k.Body {
		a, ok := s.(*kernel.Assume)
		if !ok {
			break
		}
		// An axiom that contradicts the launch has its warning, and leaves nothing to verify.
		if g := (given{kernel.Fold(a.Cond), a.Pos, !a.Listed}); !never(g.cond) {
			out = append(out, g)
		}
	}
	return out
}

// never reports whether a condition is false whatever the values.
func never(cond kernel.Expr) bool {
	c, ok := cond.(*kernel.Const)
	return ok && c.Val == 0
}

// contradicts reports whether no values satisfy the preconditions of k. An error says so where they are
// the user's; where those of its launches take part, nothing of the launches is good for anything.
func (u *Unit) contradicts(ctx context.Context, k *kernel.Kernel) (bool, error) {
	var all, own []kernel.Expr
	var texts []string
	at := k.Pos
	for _, g := range givens(k) {
		if all = append(all, g.cond); !g.user {
			continue
		}
		at = g.pos
		own, texts = append(own, g.cond), append(texts, kernel.ExprString(g.cond))
		if never(g.cond) {
			return true, fmt.Errorf("%s: kernel %s: this %s does not hold for the given launch and parameters", g.pos, k.Name, u.terms.Requires)
		}
		if contradiction.Among(own) {
			return true, fmt.Errorf("%s: kernel %s: no values satisfy its preconditions: %s", g.pos, k.Name, strings.Join(texts, ", "))
		}
	}
	if contradiction.Among(all) {
		return true, nil
	}
	if u.opts.Impossible == nil || len(all) == 0 || contradiction.Satisfied(all) {
		return false, nil
	}
	if len(own) > 0 && !contradiction.Satisfied(own) {
		user := *k
		user.Requires = k.Requires[min(k.FromLaunch, len(k.Requires)):]
		for _, wrapping := range []bool{true, false} {
			if u.opts.Impossible(ctx, &user, wrapping) {
				unless := ""
				if !wrapping {
					unless = " (unless arithmetic overflows)"
				}
				return true, fmt.Errorf("%s: kernel %s: no values satisfy its preconditions%s: %s", at, k.Name, unless, strings.Join(texts, ", "))
			}
		}
	}
	if len(own) < len(all) {
		return u.opts.Impossible(ctx, k, false) || u.opts.Impossible(ctx, k, true), nil
	}
	return false, nil
}
