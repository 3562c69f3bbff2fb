package predicate

import (
	"gv2/frontend/kernel"
)

// Accelerate replaces loops by one arbitrary iteration of theirs, for a search
// for faults that does not want to walk through all iterations before it.
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
// Every execution of the result is one of k in which the accesses of the other
// iterations are not looked at, so a race that it shows is real. Accesses of two
// different iterations are covered, since each thread chooses its own. That
// needs a loop that synchronises nothing, carries nothing from one iteration to
// the next but counters, and whose condition holds up to some iteration and not
// beyond; other loops are left as they are.
//
// k should be sliced first: what is irrelevant may well be carried.
func Accelerate(k *kernel.Kernel) *kernel.Kernel {
	a := &accelerator{names: newNames(k), outside: readers(k.Body), valued: valued(k)}
	c := *k
	c.Body = rewrite(k.Body, a.stmt)
	c.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], a.vars...)
	return &c
}

type accelerator struct {
	names *names
	vars  []*kernel.Var
	// outside counts the statements that read each variable.
	outside map[*kernel.Var]int
	// valued are the arrays that a load takes a value from.
	valued map[*kernel.Array]bool
}

func valued(k *kernel.Kernel) map[*kernel.Array]bool {
	out := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Load); ok && l.Dst != nil {
			out[l.Acc.Array] = true
		}
		return true
	})
	return out
}

// readers counts, for each variable, the statements of the list that read it.
func readers(lists ...[]kernel.Stmt) map[*kernel.Var]int {
	n := map[*kernel.Var]int{}
	for _, list := range lists {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			for _, v := range kernel.Reads(s) {
				n[v]++
			}
			return true
		})
	}
	return n
}

// stride is a counter of the loop: it changes by step once in every iteration.
type stride struct {
	v     *kernel.Var
	step  int64
	start *kernel.Var
}

func (a *accelerator) stmt(s kernel.Stmt) []kernel.Stmt {
	l, ok := s.(*kernel.Loop)
	if !ok || l.DoWhile || len(l.Head) > 0 || len(l.Invariants) > 0 || !quiet(l) || a.remembers(l) {
		return []kernel.Stmt{s}
	}
	counters, ok := a.counters(l)
	if !ok || len(counters) == 0 {
		return []kernel.Stmt{s}
	}
	within, ok := monotone(l.Cond, counters)
	if !ok {
		return []kernel.Stmt{s}
	}
	return a.one(l, counters, within)
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

// quiet reports whether nothing in the loop synchronises and nothing jumps out
// of it.
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
			case *kernel.Barrier, *kernel.WarpSync, *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Loop, *kernel.Vote, *kernel.Shuffle, *kernel.Assert:
				calm = false
			}
			return calm
		})
	}
	return calm
}

// counters finds the loop's counters; ok is false if an iteration reads anything
// else that the one before has written, or if code elsewhere reads what the
// iterations write.
func (a *accelerator) counters(l *kernel.Loop) (out []*stride, ok bool) {
	body := append(l.Body[:len(l.Body):len(l.Body)], l.Post...)
	assigned := map[*kernel.Var]int{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			assigned[v]++
		}
		return true
	})
	isCounter := map[*kernel.Var]bool{}
	for _, s := range body {
		if c := strideOf(s); c != nil && assigned[c.v] == 1 {
			out = append(out, c)
			isCounter[c.v] = true
		}
	}
	c := &carried{assigned: assigned, counters: isCounter}
	for _, v := range kernel.Reads(&kernel.Loop{Cond: l.Cond}) {
		if assigned[v] > 0 && !isCounter[v] {
			return nil, false
		}
	}
	if !c.none(body, map[*kernel.Var]bool{}) {
		return nil, false
	}
	inside := readers([]kernel.Stmt{l})
	for v := range assigned {
		if !isCounter[v] && a.outside[v] > inside[v] {
			return nil, false
		}
	}
	return out, true
}

// strideOf recognises v := v + c.
func strideOf(s kernel.Stmt) *stride {
	as, ok := s.(*kernel.Assign)
	if !ok || as.Dst.T.Kind != kernel.Int {
		return nil
	}
	b, ok := stripIntegerCasts(as.X).(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub {
		return nil
	}
	r, ofVar := stripIntegerCasts(b.X).(*kernel.VarRef)
	c, byConst := stripIntegerCasts(b.Y).(*kernel.Const)
	if !ofVar || !byConst || r.Var != as.Dst {
		return nil
	}
	step := c.Val
	if !c.T.Signed && c.T.Bits == 32 {
		step = int64(int32(step))
	}
	if b.Op == kernel.Sub {
		step = -step
	}
	if step == 0 || step > maxStep || step < -maxStep {
		return nil
	}
	return &stride{v: as.Dst, step: step}
}

// maxStep and maxJump keep start + n * step far from every wrap.
const (
	maxStep = 1 << 10
	maxJump = 1 << 20
)

// carried looks for reads of what an earlier iteration wrote.
type carried struct {
	assigned map[*kernel.Var]int
	counters map[*kernel.Var]bool
}

// none reports whether every variable that the loop assigns, counters apart, is
// set before it is read, on each path. set holds those that are, and is extended.
func (c *carried) none(stmts []kernel.Stmt, set map[*kernel.Var]bool) bool {
	for _, s := range stmts {
		for _, v := range kernel.Reads(s) {
			if c.assigned[v] > 0 && !c.counters[v] && !set[v] {
				return false
			}
		}
		for _, inner := range kernel.Blocks(s) {
			branch := make(map[*kernel.Var]bool, len(set))
			for v := range set {
				branch[v] = true
			}
			if !c.none(inner, branch) {
				return false
			}
		}
		if v := kernel.Assigned(s); v != nil {
			set[v] = true
		}
	}
	return true
}

// monotone returns what says that an iteration happens, given that all before it
// do: the condition itself, with v != e made v < e for a v that counts up. ok is
// false unless each conjunct is fixed or turns false for good.
func monotone(cond kernel.Expr, counters []*stride) (within kernel.Expr, ok bool) {
	b, isBinary := cond.(*kernel.Binary)
	if isBinary && b.Op == kernel.LAnd {
		x, okX := monotone(b.X, counters)
		y, okY := monotone(b.Y, counters)
		return and(x, y), okX && okY
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
	r, isVar := stripIntegerCasts(x).(*kernel.VarRef)
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

func stepOf(v *kernel.Var, counters []*stride) int64 {
	for _, c := range counters {
		if c.v == v {
			return c.step
		}
	}
	return 0
}

func mentionsAny(e kernel.Expr, counters []*stride) bool {
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
func (a *accelerator) one(l *kernel.Loop, counters []*stride, within kernel.Expr) []kernel.Stmt {
	var out []kernel.Stmt
	for _, c := range counters {
		c.start = a.fresh(c.v.Name+"_from", c.v.T, l.Src)
		out = append(out, &kernel.Assign{Src: l.Src, Dst: c.start, X: ref(c.v)})
	}
	run := a.jump(l, counters, nil)
	run = append(run, &kernel.Assume{Src: l.Src, Cond: within})
	run = append(run, l.Body...)
	run = append(run, l.Post...)
	run = append(run, a.jump(l, counters, within)...)
	return append(out, &kernel.If{Src: l.Src, Cond: and(l.Cond, within), Then: run})
}

// jump puts the counters to an arbitrary iteration; with last, to the first one
// that does not happen any more.
func (a *accelerator) jump(l *kernel.Loop, counters []*stride, last kernel.Expr) []kernel.Stmt {
	n := a.fresh("iteration", kernel.I64, l.Src)
	limit := int64(maxJump)
	low := int64(0)
	if last != nil {
		low, limit = 1, maxJump+1
	}
	out := []kernel.Stmt{
		&kernel.Havoc{Src: l.Src, Dst: n, Why: "an iteration"},
		&kernel.Assume{Src: l.Src, Cond: and(
			&kernel.Binary{Op: kernel.Le, X: number(kernel.I64, low), Y: ref(n)},
			&kernel.Binary{Op: kernel.Le, X: ref(n), Y: number(kernel.I64, limit)})},
	}
	before := map[*kernel.Var]kernel.Expr{}
	for _, c := range counters {
		by := &kernel.Binary{Op: kernel.Mul, X: &kernel.Convert{T: c.v.T, X: ref(n)}, Y: number(c.v.T, c.step)}
		op := kernel.Le
		if c.step < 0 {
			op = kernel.Ge
		}
		out = append(out,
			&kernel.Assign{Src: l.Src, Dst: c.v, X: kernel.Fold(&kernel.Binary{Op: kernel.Add, X: ref(c.start), Y: by})},
			&kernel.Assume{Src: l.Src, Cond: &kernel.Binary{Op: op, X: ref(c.start), Y: ref(c.v)}})
		before[c.v] = &kernel.Binary{Op: kernel.Sub, X: ref(c.v), Y: number(c.v.T, c.step)}
	}
	if last != nil {
		out = append(out, &kernel.Assume{Src: l.Src, Cond: and(not(last), shifted(last, before))})
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

func number(t kernel.Type, n int64) kernel.Expr { return &kernel.Const{T: t, Val: t.Wrap(n)} }

func (a *accelerator) fresh(name string, t kernel.Type, src kernel.Src) *kernel.Var {
	v := &kernel.Var{Name: a.names.unused(name), T: t, Temp: true, Pos: src.Pos}
	a.vars = append(a.vars, v)
	return v
}
