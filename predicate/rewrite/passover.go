package rewrite

import (
	"slices"

	"gv2/frontend/kernel"
)

// PassOver returns k without the statement at, of which nobody knows which way it goes: a loop
// or a branch. Accesses in the kernel that is left happen in k, too, if what is left out ends:
// variables that it assigns are unknown behind it, and so is the memory that it may write. What
// comes before the condition of a loop is kept, since that happens once at least. The kernel ends
// before the statement if it may be left in another way than at its end, or may change the
// state of copies and phases, which nobody could know afterwards. False if the statement is not
// in k.
func PassOver(k *kernel.Kernel, at kernel.Stmt) (*kernel.Kernel, bool) {
	if at == nil || !kernel.Any(k.Body, func(s kernel.Stmt) bool { return s == at }) {
		return nil, false
	}
	c := *k
	if !passable(at) {
		c.Body, _ = before(k.Body, at)
		return &c, true
	}
	written := writtenSpaces(at)
	c.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		if s == at {
			return forgotten(inner)
		}
		return []kernel.Stmt{unknownRead(inner, written)}
	})
	return &c, true
}

// passable reports whether a statement is a loop or branch that threads leave at its end only,
// and that neither starts copies nor takes part in phases.
func passable(s kernel.Stmt) bool {
	if len(kernel.Blocks(s)) == 0 {
		return false // a barrier, say, of which the number is unknown
	}
	labels := map[string]bool{}
	var stays func(list []kernel.Stmt, inLoop bool) bool
	stays = func(list []kernel.Stmt, inLoop bool) bool {
		for _, s := range list {
			switch s := s.(type) {
			case *kernel.Return, *kernel.Async, *kernel.Phase:
				return false
			case *kernel.Break, *kernel.Continue:
				if !inLoop {
					return false
				}
			case *kernel.Leave:
				if !labels[s.Label] {
					return false
				}
			case *kernel.Region:
				labels[s.Label] = true
			default:
				// Others go on behind themselves.
			}
			_, loop := s.(*kernel.Loop)
			for _, inner := range kernel.Blocks(s) {
				if !stays(inner, inLoop || loop) {
					return false
				}
			}
		}
		return true
	}
	return stays([]kernel.Stmt{s}, false)
}

// before are the statements of a list up to one that stands in it, or in a statement of it.
// What follows a loop around it is left out with the loop, of which nobody knows the iterations.
func before(list []kernel.Stmt, at kernel.Stmt) (out []kernel.Stmt, found bool) {
	for i, s := range list {
		if s == at {
			return list[:i], true
		}
		_, loop := s.(*kernel.Loop)
		inside := false
		cut := kernel.MapBlocks(s, func(inner []kernel.Stmt) []kernel.Stmt {
			short, here := before(inner, at)
			if !here {
				return inner
			}
			inside = true
			return short
		})
		switch {
		case inside && loop:
			return list[:i], true
		case inside:
			return append(slices.Clone(list[:i]), cut), true
		}
	}
	return list, false
}

// writtenSpaces are the memories that a statement may write.
func writtenSpaces(s kernel.Stmt) map[kernel.Space]bool {
	out := map[kernel.Space]bool{}
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil && !kernel.OnlyReads(s) {
			out[acc.Array.Space] = true
		}
		return true
	})
	return out
}

// forgotten stands for a loop or branch that is passed over: the condition of the loop is
// computed once, and what the statement assigns is unknown.
func forgotten(s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	if l, is := s.(*kernel.Loop); is && !l.DoWhile && !kernel.Any(l.Head, jumps) {
		out = append(out, l.Head...)
	}
	seen := map[*kernel.Var]bool{}
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil && !seen[v] {
			seen[v] = true
			out = append(out, unknown(s.Source(), v))
		}
		return true
	})
	return out
}

// jumps reports whether a statement ends a loop or its iteration.
func jumps(s kernel.Stmt) bool {
	switch s.(type) {
	case *kernel.Break, *kernel.Continue:
		return true
	default:
		// Others stay in it, or leave it for a region's end.
	}
	return false
}

// unknownRead is a read or an atomic of memory whose contents are unknown: its result is. The
// assertion that the access is within its array stands before it.
func unknownRead(s kernel.Stmt, written map[kernel.Space]bool) kernel.Stmt {
	switch acc := kernel.Touched(s); s := s.(type) {
	case *kernel.Load:
		if written[acc.Array.Space] && !acc.Array.ReadOnly {
			return unknown(s.Src, s.Dst)
		}
	case *kernel.Atomic:
		if written[acc.Array.Space] && s.Dst != nil {
			return unknown(s.Src, s.Dst)
		}
	default:
		// Others get nothing from memory.
	}
	return s
}

func unknown(at kernel.Src, v *kernel.Var) kernel.Stmt {
	return &kernel.Havoc{Src: at, Dst: v, Why: "what a part of the kernel computes that depends on the input"}
}
