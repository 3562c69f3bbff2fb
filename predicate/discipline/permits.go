package discipline

import "gv2/frontend/kernel"

// A semaphore counts permits, by atomics that take one and give it back:
//
//	while (true) {
//	  if (atomicSub(&permits, 1) > 0) break;
//	  atomicAdd(&permits, 1);
//	}
//
// With several permits as many threads are inside at the same time, so it orders nothing among them. With one it is a lock, which is known as such where it is
// taken by a compare-and-swap or exchange of two numbers, as a binary_semaphore is.

// permits tells of words that count permits.
func permits(k *kernel.Kernel) []Missing {
	a := &analysis{kernel: k}
	var out []Missing
	all, defs := usesOf(k), kernel.Definitions(k.Body)
	for _, array := range k.Arrays {
		u := all[array]
		if u == nil || array.Elem.Kind != kernel.Int {
			continue
		}
		var takes, gives kernel.Stmt
		for _, s := range u.adds {
			switch {
			case s.Op == "inc" || len(s.Args) != 1:
			case a.steps(s, -1) && s.Dst != nil:
				takes = s
			case a.adds(s):
				gives = s
			}
		}
		for _, s := range u.swaps {
			if len(s.Args) == 2 && lowers(s, defs) {
				takes = s
			}
		}
		if takes != nil && gives != nil {
			w := word{array: array}
			out = append(out, Missing{takes.Source().Pos, "the semaphore " + w.label() + ": a permit is taken here, and that there is only one is not shown; threads that have permits of several are not ordered (a binary_semaphore has one)"})
		}
	}
	return out
}

// adds reports whether an atomic adds a number above 0, or one that is not known.
func (a *analysis) adds(s *kernel.Atomic) bool {
	c, ok := constant(s.Args[0])
	return !ok || (c > 0) == (s.Op == "add")
}

// lowers reports whether a compare-and-swap stores less than it has found.
func lowers(s *kernel.Atomic, defs map[*kernel.Var]kernel.Expr) bool {
	x := kernel.StripSameWidth(s.Args[1])
	for range len(defs) {
		v, is := x.(*kernel.VarRef)
		if !is || defs[v.Var] == nil {
			break
		}
		x = kernel.StripSameWidth(defs[v.Var])
	}
	b, ok := x.(*kernel.Binary)
	if !ok {
		return false
	}
	c, is := constant(b.Y)
	return b.Op == kernel.Sub && (!is || c > 0) || b.Op == kernel.Add && is && c < 0
}
