package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Accelerate replaces loops by one arbitrary iteration of theirs, for a search
// for faults that does not have to walk through all earlier iterations.
//
//	for (v = s; v < e; v += c) S
//
//	s' := v
//	if (v < e) {
//	    n := any;  v := s' + n * c;  assume v < e
//	    S
//	    m := any;  v := s' + m * c;  assume !(v < e) && v - c < e
//	}
//
// Every execution of the result is one of k without the accesses of the other
// iterations, so a race that it shows is real. It covers accesses of two
// different iterations, since each thread chooses its own. That requires a loop
// without synchronisation that carries only counters from one iteration to the
// next, and whose condition holds up to some iteration and not beyond; other
// loops stay as they are.
//
// k should be sliced first: irrelevant variables may well be carried.
func Accelerate(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	a := &accelerator{notes: notes, names: kernel.NewNames(k), uses: fact.UsesOf(k), valued: fact.Loaded(k)}
	c := *k
	c.Body = replaceLoops(k.Body, a.loop)
	c.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], a.vars...)
	return &c
}

type accelerator struct {
	notes *fact.Notes
	names *kernel.Names
	vars  []*kernel.Var
	uses  *fact.Uses
	// valued are the arrays from which a load takes a value.
	valued map[*kernel.Array]bool
}

func (a *accelerator) loop(orig, l *kernel.Loop, _ []kernel.Stmt) []kernel.Stmt {
	if l.DoWhile || len(l.Head) > 0 || len(l.Invariants) > 0 || !quiet(l) || a.remembers(l) {
		return []kernel.Stmt{l}
	}
	counters, ok := a.counters(orig, l)
	if !ok || len(counters) == 0 {
		return []kernel.Stmt{l}
	}
	within, ok := monotone(l.Cond, counters)
	if !ok {
		return []kernel.Stmt{l}
	}
	return meetAnywhere(a.one(l, counters, within), a.notes)
}

// meetAnywhere copies stores with the note that threads are disjoint there, and drops the
// note: it is about threads in the same iteration, and now each thread has an iteration of
// its own.
func meetAnywhere(stmts []kernel.Stmt, notes *fact.Notes) []kernel.Stmt {
	return kernel.MapStmts(stmts, func(s kernel.Stmt) kernel.Stmt {
		if st, ok := s.(*kernel.Store); ok && notes.Disjoint(st).Number != 0 {
			c := *st
			return &c
		}
		return s
	})
}

// remembers reports whether an iteration may read from memory what an earlier
// one wrote.
func (a *accelerator) remembers(l *kernel.Loop) bool {
	found := false
	kernel.Walk(l.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			_, load := s.(*kernel.Load)
			found = found || !load && a.valued[acc.Array]
		}
		return !found
	})
	return found
}

// quiet reports whether the loop has no synchronisation and no jump out of it.
func quiet(l *kernel.Loop) bool {
	calm := true
	inside := map[string]bool{}
	for _, list := range [][]kernel.Stmt{l.Body, l.Post} {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			switch s := s.(type) {
			case *kernel.Region:
				inside[s.Label] = true
			case *kernel.Leave:
				calm = calm && inside[s.Label]
			case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Loop, *kernel.Assert:
				calm = false
			case *kernel.Assume:
				calm = calm && !relates(s)
			default:
				// Others compute, access memory or synchronise.
				calm = calm && !kernel.Meets(s)
			}
			return calm
		})
	}
	return calm
}

// counters finds the loop's counters; ok is false if an iteration reads anything
// else that the previous one has written, or if code elsewhere reads variables
// that the iterations write.
func (a *accelerator) counters(orig, l *kernel.Loop) (out []*fact.Stride, ok bool) {
	c := fact.ChangesOf(l)
	isCounter := map[*kernel.Var]bool{}
	for _, s := range c.Counters(fact.EveryIteration(l), nil) {
		if -maxStep <= s.Step && s.Step <= maxStep {
			out = append(out, s)
			isCounter[s.Var] = true
		}
	}
	if c.Carries(l, out) {
		return nil, false
	}
	for _, v := range c.Order {
		if !isCounter[v] && a.uses.Outlives(v, orig) {
			return nil, false
		}
	}
	return out, true
}

// maxStep and maxJump keep start + n * step far from overflow.
const (
	maxStep = 1 << 10
	maxJump = 1 << 20
)

// monotone returns the condition that an iteration happens, given that all
// before it do: the loop's condition, with v != e replaced by v < e for a v that
// counts up. ok is false unless each conjunct is constant in the loop, or stays
// false once it is.
func monotone(cond kernel.Expr, counters []*fact.Stride) (within kernel.Expr, ok bool) {
	b, isBinary := cond.(*kernel.Binary)
	if isBinary && b.Op == kernel.LAnd {
		x, okX := monotone(b.X, counters)
		y, okY := monotone(b.Y, counters)
		return kernel.AllOf(x, y), okX && okY
	}
	if !mentionsAny(cond, counters) {
		return cond, true
	}
	if !isBinary || !b.Op.IsComparison() {
		return nil, false
	}
	op, x, limit := b.Op, b.X, b.Y
	if mentionsAny(limit, counters) {
		op, x, limit = turned[op], limit, x
	}
	r, isVar := kernel.StripIntegerCasts(x).(*kernel.VarRef)
	if !isVar || mentionsAny(limit, counters) {
		return nil, false
	}
	return bounded(op, x, limit, stepOf(r.Var, counters))
}

var turned = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Lt: kernel.Gt, kernel.Gt: kernel.Lt, kernel.Le: kernel.Ge, kernel.Ge: kernel.Le,
	kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne,
}

func bounded(op kernel.BinaryOp, x, limit kernel.Expr, step int64) (kernel.Expr, bool) {
	up := op == kernel.Lt || op == kernel.Le
	down := op == kernel.Gt || op == kernel.Ge
	switch {
	case step > 0 && up, step < 0 && down:
		return &kernel.Binary{Op: op, X: x, Y: limit}, true
	case op == kernel.Ne && step == 1:
		return &kernel.Binary{Op: kernel.Lt, X: x, Y: limit}, true
	case op == kernel.Ne && step == -1:
		return &kernel.Binary{Op: kernel.Gt, X: x, Y: limit}, true
	}
	return nil, false
}

func stepOf(v *kernel.Var, counters []*fact.Stride) int64 {
	for _, c := range counters {
		if c.Var == v {
			return c.Step
		}
	}
	return 0
}

func mentionsAny(e kernel.Expr, counters []*fact.Stride) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && stepOf(r.Var, counters) != 0 {
			found = true
		}
		return !found
	})
	return found
}

// one writes the chosen iteration and the exit.
func (a *accelerator) one(l *kernel.Loop, counters []*fact.Stride, within kernel.Expr) []kernel.Stmt {
	var out []kernel.Stmt
	from := map[*fact.Stride]*kernel.Var{}
	for _, c := range counters {
		from[c] = a.fresh(c.Var.Name+"_from", c.Var.T, l.Src)
		out = append(out, &kernel.Assign{Src: l.Src, Dst: from[c], X: kernel.Ref(c.Var)})
	}
	run := a.jump(l, counters, from, nil)
	run = append(run, &kernel.Assume{Src: l.Src, Cond: within})
	run = append(run, l.Body...)
	run = append(run, l.Post...)
	run = append(run, a.jump(l, counters, from, within)...)
	return append(out, &kernel.If{Src: l.Src, Cond: kernel.AllOf(l.Cond, within), Then: run})
}

// jump moves the counters from their values before the loop to an arbitrary
// iteration; with last, to the first one that does not happen.
func (a *accelerator) jump(l *kernel.Loop, counters []*fact.Stride, from map[*fact.Stride]*kernel.Var, last kernel.Expr) []kernel.Stmt {
	n := a.fresh("iteration", kernel.I64, l.Src)
	limit := int64(maxJump)
	low := int64(0)
	if last != nil {
		low, limit = 1, maxJump+1
	}
	out := []kernel.Stmt{
		&kernel.Havoc{Src: l.Src, Dst: n, Why: "an iteration"},
		&kernel.Assume{Src: l.Src, Cond: kernel.AllOf(
			&kernel.Binary{Op: kernel.Le, X: kernel.NewConst(kernel.I64, low), Y: kernel.Ref(n)},
			&kernel.Binary{Op: kernel.Le, X: kernel.Ref(n), Y: kernel.NewConst(kernel.I64, limit)})},
	}
	before := map[*kernel.Var]kernel.Expr{}
	for _, c := range counters {
		by := &kernel.Binary{Op: kernel.Mul, X: &kernel.Convert{T: c.Var.T, X: kernel.Ref(n)}, Y: kernel.NewConst(c.Var.T, c.Step)}
		op := kernel.Le
		if c.Step < 0 {
			op = kernel.Ge
		}
		out = append(out,
			&kernel.Assign{Src: l.Src, Dst: c.Var, X: kernel.Fold(&kernel.Binary{Op: kernel.Add, X: kernel.Ref(from[c]), Y: by})},
			&kernel.Assume{Src: l.Src, Cond: &kernel.Binary{Op: op, X: kernel.Ref(from[c]), Y: kernel.Ref(c.Var)}})
		before[c.Var] = &kernel.Binary{Op: kernel.Sub, X: kernel.Ref(c.Var), Y: kernel.NewConst(c.Var.T, c.Step)}
	}
	if last != nil {
		out = append(out, &kernel.Assume{Src: l.Src, Cond: kernel.AllOf(kernel.Negated(last), shifted(last, before))})
	}
	return out
}

func shifted(e kernel.Expr, with map[*kernel.Var]kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && with[r.Var] != nil {
			return with[r.Var]
		}
		return e
	})
}

func (a *accelerator) fresh(name string, t kernel.Type, src kernel.Src) *kernel.Var {
	v := &kernel.Var{Name: a.names.Unused(name), T: t, Temp: true, Pos: src.Pos}
	a.vars = append(a.vars, v)
	return v
}
