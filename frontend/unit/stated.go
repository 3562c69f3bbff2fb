package unit

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
)

// stated lists what the user asked gv2 to take for granted, on the command line and in
// the kernel. A proof rests on it, so the report shows it.
func (u *Unit) stated(of Kernel, k *kernel.Kernel, set Setting) []string {
	var out []string
	for name, value := range joined(u.comment.params, u.opts.Params) {
		out = append(out, fmt.Sprintf("%s = %s (--param)", name, value))
	}
	slices.Sort(out)
	out = append(out, of.launchAssumptions(set.Params)...)
	for _, r := range k.Requires[k.FromLaunch:] {
		out = append(out, kernel.ExprString(r)+" ("+u.terms.Requires+")")
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Assume); ok && !a.Listed {
			out = append(out, fmt.Sprintf("%s at %s (assumed there)", kernel.ExprString(a.Cond), a.Pos))
		}
		return true
	})
	return out
}

// consistent fails where a precondition cannot hold with the launch and the
// parameters that were given: there would be nothing to verify.
func (u *Unit) consistent(k *kernel.Kernel) error {
	for _, r := range k.Requires[k.FromLaunch:] {
		if c, ok := kernel.Fold(r).(*kernel.Const); ok && c.Val == 0 {
			return fmt.Errorf("%s: kernel %s: a %s does not hold for the given launch and parameters", k.Pos, k.Name, u.terms.Requires)
		}
	}
	return nil
}
