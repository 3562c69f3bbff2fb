package fact

import (
	"gv2/frontend/kernel"
)

// The lanes that execute a warp function must be in the mask that they name, and
// those that name each other must name the same mask (PTX ISA, shfl.sync,
// vote.sync, bar.warp.sync). The translation checks neither. For a mask that can be
// computed for each thread, this file checks all threads that may reach the
// function; masks from __activemask() and __match_any_sync() are right by
// definition.

// StrangeMask finds a warp function for which that is not certain, nil if there
// is none.
func StrangeMask(k *kernel.Kernel) kernel.Stmt {
	type strangeMask struct{}
	return Once(k, strangeMask{}, func() kernel.Stmt { return findStrange(k) })
}

func findStrange(k *kernel.Kernel) kernel.Stmt {
	m := &masks{PerThread: NewPerThread(k), fair: map[*kernel.Var]bool{}}
	m.define(k)
	all := make(kernel.ThreadSet, max(k.Launch.Threads(), 0))
	for i := range all {
		all[i] = true
	}
	m.walk(k.Body, all)
	return m.strange
}

// masks checks the masks of a kernel.
type masks struct {
	*PerThread
	// fair are variables with a mask that is right by definition.
	fair    map[*kernel.Var]bool
	strange kernel.Stmt
}

// define finds the variables whose only assignment is the result of an
// __activemask() or __match_any_sync().
func (m *masks) define(k *kernel.Kernel) {
	set := map[*kernel.Var]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			vote, ok := s.(*kernel.Vote)
			m.fair[v] = ok && (vote.Op == kernel.ActiveMask || vote.Op == kernel.MatchAny) && !set[v]
			set[v] = true
		}
		return true
	})
}

// walk finds the threads that may reach each statement, and checks the warp
// functions. It returns the threads that may reach the end of the list.
func (m *masks) walk(list []kernel.Stmt, here kernel.ThreadSet) kernel.ThreadSet {
	for _, s := range list {
		switch s := s.(type) {
		case *kernel.If:
			yes, no := m.split(s.Cond, here)
			here = m.walk(s.Then, yes).Union(m.walk(s.Else, no))
		case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
			return make(kernel.ThreadSet, len(here))
		default:
			// Threads that reach any other statement continue after it.
			for _, block := range kernel.Blocks(s) {
				m.walk(block, here)
			}
			if mask := kernel.MaskOf(s); mask != nil && m.strange == nil && !m.proper(mask, here) {
				m.strange = s
			}
		}
	}
	return here
}

// split returns the threads for which a condition may hold, and those for which
// it may not hold.
func (m *masks) split(cond kernel.Expr, here kernel.ThreadSet) (yes, no kernel.ThreadSet) {
	yes, no = make(kernel.ThreadSet, len(here)), make(kernel.ThreadSet, len(here))
	cond = m.Resolved(cond)
	for t := range here {
		v, known := m.Value(cond, t)
		yes[t] = here[t] && (!known || v != 0)
		no[t] = here[t] && (!known || v == 0)
	}
	return yes, no
}

// proper reports whether the mask is certainly right for the threads that may
// reach it.
func (m *masks) proper(mask kernel.Expr, here kernel.ThreadSet) bool {
	if mask = m.Resolved(mask); kernel.AllLanes(mask) {
		return true
	}
	if v, ok := mask.(*kernel.VarRef); ok && m.fair[v.Var] {
		return true
	}
	named := make([]uint32, len(here))
	for t := range here {
		v, known := m.Value(mask, t)
		if named[t] = uint32(v); here[t] && (!known || named[t]>>(t%kernel.WarpSize)&1 == 0) {
			return false
		}
	}
	for t := range here {
		for lane := range kernel.WarpSize {
			u := t - t%kernel.WarpSize + lane
			if here[t] && u < len(here) && here[u] && named[t]>>lane&1 != 0 && named[u] != named[t] {
				return false
			}
		}
	}
	return len(here) > 0
}
