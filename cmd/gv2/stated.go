package main

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/frontend/lower"
)

// stated lists what the user told gv2 to take for granted, on the command line
// and in the kernel: a proof rests on it, so the report says it.
func stated(k *kernel.Kernel, opts lower.Options) []string {
	var out []string
	for name, value := range opts.Params {
		out = append(out, fmt.Sprintf("%s = %s (--param)", name, value))
	}
	slices.Sort(out)
	for _, r := range k.Requires {
		out = append(out, kernel.ExprString(r)+" (__requires)")
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
func consistent(k *kernel.Kernel) error {
	for _, r := range k.Requires {
		if c, ok := kernel.Fold(r).(*kernel.Const); ok && c.Val == 0 {
			return fmt.Errorf("%s: kernel %s: a __requires does not hold with the launch and the parameters that are given", k.Pos, k.Name)
		}
	}
	return nil
}
