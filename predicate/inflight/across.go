package inflight

import "gv2/frontend/kernel"

// Across is k for questions about threads of different blocks: agents' accesses are made by the threads themselves, where they are
// started, and what orders them within a block is left out. Between blocks none of that orders anything, so two accesses of
// different blocks race in the one if they do in the other. What it left out orders within a block may make visible what another
// thread has written: so what is read of memory that the kernel writes is any value.
func Across(k *kernel.Kernel) *kernel.Kernel {
	out := *k
	written := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil && !kernel.OnlyReads(s) {
			written[acc.Array] = true
		}
		return true
	})
	out.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		switch s := s.(type) {
		case *kernel.Async:
			return nil
		case *kernel.Phase:
			if s.Dst != nil {
				return []kernel.Stmt{&kernel.Havoc{Src: s.Src, Dst: s.Dst, Why: "what a barrier in memory says"}}
			}
			return nil
		case *kernel.Load, *kernel.Store:
			if kernel.AgentOf(s) != nil {
				return []kernel.Stmt{byThread(s, kernel.Touched(s).Index)}
			}
		default:
			// Nothing else is about agents.
		}
		acc, dst := kernel.Touched(s), kernel.Assigned(s)
		if acc != nil && dst != nil && written[acc.Array] && acc.Array.Space != kernel.Local {
			return []kernel.Stmt{inner, &kernel.Havoc{Src: s.Source(), Dst: dst, Why: "what threads have written"}}
		}
		return []kernel.Stmt{inner}
	})
	return &out
}
