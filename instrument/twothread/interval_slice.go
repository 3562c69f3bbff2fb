package twothread

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// interval slicing: of the intervals that a part does not check it keeps only
// what computes values that the checked ones, or the conditions of barriers,
// read.

// slicer marks variables and arrays that are needed, until nothing is added.
type slicer struct {
	in   Intervals
	vars map[*kernel.Var]bool
	// contents are the arrays whose contents a barrier interval reads. What
	// shared arrays held before it is arbitrary; a thread's own lasts.
	contents map[held]bool
	interval int
	grew     bool
	// wanted are the accesses and barriers to keep, nil where intervals tell.
	wanted func(*predicate.Do) bool
	// counted is set where the parities by which threads wait do not matter, since the phases are counted.
	counted bool
	// copies maps the loops of the result to those that they are parts of.
	copies map[*predicate.While]*predicate.While
}

// held is an array in an interval, -1 for arrays that keep their contents.
type held struct {
	array    *kernel.Array
	interval int
}

func (s *slicer) held(a *kernel.Array) held {
	if a.Space == kernel.Local {
		return held{a, -1}
	}
	return held{a, s.interval}
}

// SlicePart returns the program with what the part does not need left out.
func SlicePart(p *predicate.Program, in Intervals) *predicate.Program {
	return (&slicer{in: in}).slice(p)
}

// SliceTo returns the program with nothing but the wanted accesses and barriers, and what
// they and conditions need. The loops of it are copies of those that the map tells. Where phases are counted, the parities
// by which threads wait count for nothing.
func SliceTo(p *predicate.Program, wanted func(*predicate.Do) bool, counted bool) (*predicate.Program, map[*predicate.While]*predicate.While) {
	s := &slicer{in: Intervals{0, -1}, wanted: wanted, counted: counted}
	return s.slice(p), s.copies
}

func (s *slicer) slice(p *predicate.Program) *predicate.Program {
	s.vars, s.contents = map[*kernel.Var]bool{}, map[held]bool{}
	if p.Alive != nil {
		s.vars[p.Alive] = true
	}
	for s.grew = true; s.grew; {
		s.grew = false
		s.top(p.Body)
	}
	s.copies = map[*predicate.While]*predicate.While{}
	c := *p
	c.Body = s.top(p.Body)
	return &c
}

// top walks the statements outside ifs and loops, where intervals are counted.
func (s *slicer) top(body []predicate.Stmt) []predicate.Stmt {
	var out []predicate.Stmt
	s.interval = 0
	for _, st := range body {
		if s.wanted == nil && endsInterval(st) {
			s.interval++
			out = append(out, st)
			continue
		}
		checked := s.interval >= s.in.first && s.interval <= s.in.last
		if kept := s.keep(st, checked); kept != nil {
			out = append(out, kept)
		}
	}
	return out
}

// endsInterval reports whether the statement is a barrier that both threads reach
// and that computes nothing.
func endsInterval(st predicate.Stmt) bool {
	d, ok := st.(*predicate.Do)
	if !ok || d.Pred != nil {
		return false
	}
	b, ok := d.Stmt.(*kernel.Barrier)
	return ok && b.Dst == nil
}

// keep returns what is needed of a statement, nil for nothing, and marks what it
// reads.
func (s *slicer) keep(st predicate.Stmt, checked bool) predicate.Stmt {
	switch st := st.(type) {
	case *predicate.Do:
		if !checked && !s.wants(st) && !s.needed(st.Stmt) {
			return nil
		}
		s.read(st.Pred)
		var parity kernel.Expr
		if b, ok := st.Stmt.(*kernel.Barrier); ok && s.counted {
			parity = b.Parity
		}
		kernel.Exprs(st.Stmt, func(e kernel.Expr) {
			if e != parity {
				s.read(e)
			}
		})
		switch leaf := st.Stmt.(type) {
		case *kernel.Load:
			if leaf.Dst != nil {
				s.need(leaf.Acc.Array)
			}
		case *kernel.Atomic:
			// Its result is told from those of other atomics, until a store.
			if leaf.Dst != nil {
				s.need(leaf.Acc.Array)
			}
		default:
			// Others read no memory.
		}
		return st
	case *predicate.If:
		c := *st
		c.Then, c.Else = s.block(st.Then, checked), s.block(st.Else, checked)
		if !checked && len(c.Then)+len(c.Else) == 0 {
			return nil
		}
		s.read(st.Cond)
		return &c
	case *predicate.While:
		c := *st
		if s.copies != nil {
			s.copies[&c] = st
		}
		c.Body = s.block(st.Body, checked)
		if !checked && len(c.Body) == 0 {
			return nil
		}
		s.read(st.Guard)
		for _, inv := range st.Invariants {
			s.read(inv.Pred)
			s.read(inv.Enabled)
			s.read(inv.Cond)
		}
		return &c
	}
	return st
}

func (s *slicer) block(body []predicate.Stmt, checked bool) []predicate.Stmt {
	var out []predicate.Stmt
	for _, st := range body {
		if kept := s.keep(st, checked); kept != nil {
			out = append(out, kept)
		}
	}
	return out
}

func (s *slicer) wants(d *predicate.Do) bool { return s.wanted != nil && s.wanted(d) }

// needed reports whether a statement outside the checked intervals matters.
func (s *slicer) needed(st kernel.Stmt) bool {
	switch st := st.(type) {
	case *kernel.Assign, *kernel.Load, *kernel.Havoc, *kernel.Shuffle, *kernel.Vote:
		return s.vars[kernel.Assigned(st)]
	case *kernel.Store:
		return s.contents[s.held(st.Acc.Array)]
	case *kernel.Atomic:
		return s.contents[s.held(st.Acc.Array)] || s.vars[st.Dst]
	case *kernel.Barrier:
		return s.wanted == nil || s.vars[st.Dst]
	case *kernel.Fence:
		return false
	default:
		// Others matter by themselves.
	}
	return true
}

func (s *slicer) read(e kernel.Expr) {
	if e == nil {
		return
	}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !s.vars[r.Var] {
			s.vars[r.Var], s.grew = true, true
		}
		return true
	})
}

func (s *slicer) need(a *kernel.Array) {
	if h := s.held(a); !s.contents[h] {
		s.contents[h], s.grew = true, true
	}
}
