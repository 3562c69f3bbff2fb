package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Lanes of a warp that come together in a loop, to add up a row before they write it, have to be in the same
// iteration, and their accesses need not: warp functions order no memory. So such a loop is looked at twice,
//
//	for (v = s; e; v += c) {            for (v = s; e; v += c) shuffle();
//	  shuffle();                        n := any;  v := s + n * c
//	  a[v] = ...;                       if (e) a[v] = ...;
//	}
//
// first for its warp functions and then, as CutLoops does with others, for the accesses of one arbitrary
// iteration of each thread. Nothing may need what the warp functions give. A __syncwarp() does order memory:
// it orders nothing any more, so the loop may not access what lanes exchange values in, but by atomics.

// together is the loop in two parts; ok is false if it is none of that kind.
func together(c *loopCutter, orig, l *kernel.Loop, rest []kernel.Stmt) (out []kernel.Stmt, ok bool) {
	meets := meetings(c, l)
	if c.pair != fact.SameBlock || meets == nil || partly(c.kernel) {
		return nil, false
	}
	apart := rewritten(l, func(orig, s kernel.Stmt) []kernel.Stmt {
		if meets(s) || c.meeting[orig] {
			return nil
		}
		return []kernel.Stmt{s}
	})
	one, strides, ok := c.one(orig, apart, rest)
	if !ok {
		return nil, false
	}
	written := fact.Written(c.kernel)
	meeting := rewritten(l, func(_, s kernel.Stmt) []kernel.Stmt {
		if w, is := s.(*kernel.WarpSync); is {
			return []kernel.Stmt{meetingOnly(w, c.fresh("met", kernel.I32, w.Src))}
		}
		return withoutAccess(s, written)
	})
	c.meeting[meeting] = true
	var before []kernel.Stmt
	for _, s := range strides {
		v := c.fresh(s.Var.Name+"_first", s.Var.T, l.Src)
		before = append(before, &kernel.Assign{Src: l.Src, Dst: v, X: kernel.Ref(s.Var)})
		out = append(out, &kernel.Assign{Src: l.Src, Dst: s.Var, X: kernel.Ref(v)})
	}
	return append(append(before, meeting), append(out, one...)...), true
}

// partly reports whether there are barriers at which only some threads wait: lanes that wait for each other
// are a part of their order.
func partly(k *kernel.Kernel) bool {
	return fact.OfPart(k) || kernel.Any(k.Body, func(s kernel.Stmt) bool {
		_, is := s.(*kernel.Phase)
		return is
	})
}

// meetingOnly is a warp function at which the lanes of a __syncwarp() meet, and which orders nothing.
func meetingOnly(w *kernel.WarpSync, nothing *kernel.Var) kernel.Stmt {
	return &kernel.Shuffle{Src: w.Src, Dst: nothing, Mode: "idx", Mask: w.Mask, Value: kernel.NewConst(kernel.I32, 0), Lane: kernel.NewConst(kernel.I32, 0), Width: kernel.NewConst(kernel.I32, kernel.WarpSize)}
}

// meetings tells the statements of a loop at which lanes meet and that its accesses need not; nil if there are
// none, or no accesses.
func meetings(c *loopCutter, l *kernel.Loop) func(kernel.Stmt) bool {
	if c.needed == nil {
		c.needed = needed(c.kernel)
	}
	exchanges := false
	eachStmt(l, func(s kernel.Stmt) {
		acc := kernel.Touched(s)
		_, atomic := s.(*kernel.Atomic)
		exchanges = exchanges || acc != nil && !atomic && acc.Array.Space == kernel.Shared
	})
	meets := func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Shuffle:
			return !c.needed[s.Dst]
		case *kernel.Vote:
			return !c.needed[s.Dst]
		case *kernel.WarpSync:
			return !exchanges
		default:
			// Lanes do not meet at others.
		}
		return false
	}
	found, accesses := false, false
	eachStmt(l, func(s kernel.Stmt) {
		found = found || meets(s) || c.meeting[s]
		accesses = accesses || kernel.Touched(s) != nil
	})
	if !found || !accesses {
		return nil
	}
	return meets
}

// needed are the variables that something else needs than assignments and warp functions whose results nothing needs.
func needed(k *kernel.Kernel) map[*kernel.Var]bool {
	out := map[*kernel.Var]bool{}
	for grew := true; grew; {
		grew = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			reads := kernel.Reads(s)
			v := kernel.Assigned(s)
			switch s := s.(type) {
			case *kernel.Assign:
				if !out[v] {
					return true
				}
			case *kernel.Shuffle:
				if !out[v] {
					reads = kernel.Reads(&kernel.Shuffle{Mask: s.Mask, Lane: s.Lane, Width: s.Width})
				}
			case *kernel.Vote:
				if !out[v] {
					reads = kernel.Reads(&kernel.Vote{Op: s.Op, Mask: s.Mask})
				}
			default:
				// Others need what they read.
			}
			for _, r := range reads {
				grew = grew || !out[r]
				out[r] = true
			}
			return true
		})
	}
	return out
}

// rewritten is the loop with its statements replaced, each a copy of its own.
func rewritten(l *kernel.Loop, f func(orig, s kernel.Stmt) []kernel.Stmt) *kernel.Loop {
	own := func(list []kernel.Stmt) []kernel.Stmt {
		return kernel.Rewrite(list, func(orig, s kernel.Stmt) []kernel.Stmt {
			out := f(orig, s)
			if len(out) == 1 && out[0] == s {
				return []kernel.Stmt{copied(s)}
			}
			return out
		})
	}
	c := *l
	c.Head, c.Body, c.Post = own(l.Head), own(l.Body), own(l.Post)
	return &c
}

// withoutAccess is a statement that accesses none of the arrays that somebody writes: what it finds there is
// arbitrary. Assertions are left to the other part.
func withoutAccess(s kernel.Stmt, written map[*kernel.Array]bool) []kernel.Stmt {
	var dst *kernel.Var
	switch s := s.(type) {
	case *kernel.Load:
		if !written[s.Acc.Array] && s.Dst != nil {
			return []kernel.Stmt{s}
		}
		dst = s.Dst
	case *kernel.Store:
	case *kernel.Atomic:
		dst = s.Dst
	case *kernel.Assert:
	default:
		// Others access nothing.
		return []kernel.Stmt{s}
	}
	if dst == nil {
		return nil
	}
	return []kernel.Stmt{&kernel.Havoc{Src: s.Source(), Dst: dst}}
}
