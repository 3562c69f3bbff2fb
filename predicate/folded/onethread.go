package folded

import (
	"slices"

	"gv2/frontend/kernel"
)

// OneThread is what one thread executes of a body: it leaves out what threads access and where they meet, and what they get there is
// arbitrary. Of the assertions only claims are left.
func OneThread(body []kernel.Stmt, claims map[kernel.Stmt]bool) []kernel.Stmt {
	return kernel.Rewrite(body, func(s, inner kernel.Stmt) []kernel.Stmt {
		switch s := s.(type) {
		case *kernel.If, *kernel.Region, *kernel.Break, *kernel.Continue, *kernel.Leave, *kernel.Return, *kernel.Assign, *kernel.Havoc, *kernel.Assume:
			return []kernel.Stmt{inner}
		case *kernel.Loop:
			l := *inner.(*kernel.Loop)
			l.Invariants = slices.DeleteFunc(slices.Clone(l.Invariants), func(i kernel.Invariant) bool { return kernel.OfPairs(i.Cond) || len(i.Head) > 0 })
			return []kernel.Stmt{&l}
		case *kernel.Assert:
			if claims[s] {
				return []kernel.Stmt{s}
			}
			return nil
		default:
			// Accesses, barriers and exchanges with other threads.
			if v := kernel.Assigned(s); v != nil {
				return []kernel.Stmt{&kernel.Havoc{Src: s.Source(), Dst: v, Why: "what others tell the thread"}}
			}
			return nil
		}
	})
}
