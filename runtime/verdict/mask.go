package verdict

import "gv2/frontend/kernel"

// The lanes that execute a warp function have to be in the mask that they name, and
// those that name each other have to name the same mask (PTX ISA, shfl.sync,
// vote.sync, bar.warp.sync). The translation checks neither. It holds for a mask
// that can be computed for each thread if it does so for all that may come; for
// what __activemask() and __match_any_sync() yield it holds by their definition.

// strangeMask finds a warp function of which that is not certain, nil if there is
// none.
func strangeMask(k *kernel.Kernel) kernel.Stmt {
	m := &masks{k: k, defs: map[*kernel.Var]kernel.Expr{}, fair: map[*kernel.Var]bool{}}
	m.define()
	all := make(threadSet, max(k.Launch.Threads(), 0))
	for i := range all {
		all[i] = true
	}
	m.walk(k.Body, all)
	return m.strange
}

// threadSet holds, by linear index, the threads that may come to a place.
type threadSet []bool

func (s threadSet) union(t threadSet) threadSet {
	out := make(threadSet, len(s))
	for i := range s {
		out[i] = s[i] || t[i]
	}
	return out
}

// masks looks at the masks of a kernel.
type masks struct {
	k *kernel.Kernel
	// defs are the variables that one assignment alone sets, nil for others that are
	// set, and parameters that a precondition fixes.
	defs map[*kernel.Var]kernel.Expr
	// fair are variables that hold a mask which is right by definition.
	fair    map[*kernel.Var]bool
	strange kernel.Stmt
}

// define collects what variables stand for.
func (m *masks) define() {
	for _, r := range m.k.Requires {
		if b, ok := r.(*kernel.Binary); ok && b.Op == kernel.Eq {
			if v, isVar := b.X.(*kernel.VarRef); isVar {
				if c, isConst := b.Y.(*kernel.Const); isConst {
					m.defs[v.Var] = c
				}
			}
		}
	}
	kernel.Walk(m.k.Body, func(s kernel.Stmt) bool {
		var x kernel.Expr
		v := kernel.Assigned(s)
		if a, ok := s.(*kernel.Assign); ok {
			x = a.X
		}
		if v == nil {
			return true
		}
		if _, again := m.defs[v]; again || v.Param {
			x = nil
		}
		vote, ok := s.(*kernel.Vote)
		m.fair[v] = ok && (vote.Op == kernel.ActiveMask || vote.Op == kernel.MatchAny) && !m.fair[v]
		m.defs[v] = x
		return true
	})
}

// walk finds out which threads may come to each statement, and judges the warp
// functions. It returns those that may come to the end of the list.
func (m *masks) walk(list []kernel.Stmt, here threadSet) threadSet {
	for _, s := range list {
		switch s := s.(type) {
		case *kernel.If:
			yes, no := m.split(s.Cond, here)
			here = m.walk(s.Then, yes).union(m.walk(s.Else, no))
		case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
			return make(threadSet, len(here))
		default:
			for _, block := range kernel.Blocks(s) {
				m.walk(block, here)
			}
			if mask := maskOf(s); mask != nil && m.strange == nil && !m.proper(mask, here) {
				m.strange = s
			}
		}
	}
	return here
}

// split tells for which threads a condition may hold, and for which it may not.
func (m *masks) split(cond kernel.Expr, here threadSet) (yes, no threadSet) {
	yes, no = make(threadSet, len(here)), make(threadSet, len(here))
	cond = m.resolved(cond, deepestMask)
	for t := range here {
		v, known := m.value(cond, t)
		yes[t] = here[t] && (!known || v != 0)
		no[t] = here[t] && (!known || v == 0)
	}
	return yes, no
}

// proper tells whether the mask is certainly right for the threads that may come.
func (m *masks) proper(mask kernel.Expr, here threadSet) bool {
	if mask = m.resolved(mask, deepestMask); isFull(mask) {
		return true
	}
	if v, ok := mask.(*kernel.VarRef); ok && m.fair[v.Var] {
		return true
	}
	named := make([]uint32, len(here))
	for t := range here {
		v, known := m.value(mask, t)
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

// deepestMask bounds how many definitions are followed one after the other.
const deepestMask = 16

// resolved replaces variables by what they stand for.
func (m *masks) resolved(e kernel.Expr, depth int) kernel.Expr {
	if depth == 0 {
		return e
	}
	return kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if v, ok := e.(*kernel.VarRef); ok && m.defs[v.Var] != nil {
			return m.resolved(m.defs[v.Var], depth-1)
		}
		return e
	}))
}

// value is what a thread computes; it is not known where that hangs on more than
// which thread it is.
func (m *masks) value(e kernel.Expr, thread int) (int64, bool) {
	dims := m.k.Launch.BlockDim
	at := [3]int{thread % dims[0], thread / dims[0] % dims[1], thread / dims[0] / dims[1]}
	c, ok := kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if b, is := e.(*kernel.Builtin); is && b.Kind == kernel.ThreadIdx {
			return kernel.NewConst(b.Type(), int64(at[b.Dim]))
		}
		return e
	})).(*kernel.Const)
	if !ok {
		return 0, false
	}
	return c.Val, true
}

// isFull tells whether a mask names every lane.
func isFull(mask kernel.Expr) bool {
	c, ok := mask.(*kernel.Const)
	return ok && uint32(c.Val) == 1<<kernel.WarpSize-1
}

// maskOf is the mask of a warp function, nil if it has none.
func maskOf(s kernel.Stmt) kernel.Expr {
	switch s := s.(type) {
	case *kernel.Shuffle:
		return s.Mask
	case *kernel.Vote:
		if s.Op != kernel.ActiveMask {
			return s.Mask
		}
	case *kernel.WarpSync:
		return s.Mask
	}
	return nil
}
