package discipline

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// A barrier of the grid that is used in rounds:
//
//	__syncthreads();
//	if (threadIdx.x == 0) {
//	  __threadfence();
//	  atomicAdd(&arrived, 1);
//	  while (arrived < goal) {}
//	  __threadfence();
//	}
//	__syncthreads();
//
// becomes the barrier of the grid that the translation knows, with the claim that goal is the number of blocks times the
// number of times that the thread has been here. Why it is one: all blocks come here equally often, which is what the translation shows of
// barriers of the grid. Take the first time that a block goes on behind its k-th arrival. None has gone on behind its k-th before, so
// each has arrived k times at most; the counter, which starts at 0 and is changed nowhere else, has reached k times the
// number of blocks, so each has arrived k times. What a block did before its k-th arrival is before what any does behind
// its k-th wait, by the fences and the two barriers of the block.

// rounds finds such barriers.
type rounds struct {
	kernel *kernel.Kernel
	names  *kernel.Names
	a      *analysis // for what it knows of conditions
	defs   map[*kernel.Var]kernel.Expr
	found  map[*kernel.Array][]meetingAt
	count  map[*kernel.Array]*kernel.Var
}

// meetingAt is one such place: the branch of the one thread, with its accesses to the counter, and what it waits for.
type meetingAt struct {
	inside map[kernel.Stmt]bool
	branch *kernel.If
	goal   kernel.Expr
	plus   int64 // what the comparison adds to the goal
	// adds is set where a bit tells (flips.go): the arrival. more are the branches of the one thread behind the first one.
	adds *kernel.Atomic
	more []*kernel.If
}

// gridBarriers replaces them; the arrays are the counters that it has found, with the claims.
func gridBarriers(k *kernel.Kernel) (*kernel.Kernel, Found) {
	r := &rounds{kernel: k, names: kernel.NewNames(k), a: &analysis{kernel: k}, defs: singleDefinitions(k), found: map[*kernel.Array][]meetingAt{}, count: map[*kernel.Array]*kernel.Var{}}
	r.list(k.Body)
	if len(r.found) == 0 {
		return k, Found{}
	}
	all := usesOf(k)
	var out Found
	c := *k
	for _, array := range k.Arrays {
		at := r.found[array]
		if len(at) == 0 {
			continue
		}
		if !r.only(array, at, all[array]) {
			delete(r.found, array)
			continue
		}
		w := &word{array: array}
		out.Words = append(out.Words, "the barrier of the grid by "+w.label())
		if at[0].adds != nil {
			out.Premises = append(out.Premises, w.label()+" is 0 or 0x80000000 when the kernel starts")
			if few := r.fewBlocks(); few != "" {
				out.Premises = append(out.Premises, few)
			}
			continue
		}
		v := &kernel.Var{Name: r.names.Unused(array.Name + "_rounds"), T: kernel.I64, Temp: true}
		r.count[array] = v
		c.Vars = append(slices.Clone(c.Vars), v)
		out.Premises = append(out.Premises, w.start())
	}
	if len(r.found) == 0 {
		return k, Found{}
	}
	c.Body = r.block(k.Body, &out)
	var start []kernel.Stmt
	for _, array := range k.Arrays {
		if v := r.count[array]; v != nil {
			start = append(start, &kernel.Assign{Src: kernel.Src{Pos: k.Pos}, Dst: v, X: kernel.NewConst(kernel.I64, 0)})
		}
	}
	c.Body = append(start, c.Body...)
	return &c, out
}

// singleDefinitions are the values of variables that one statement assigns, where that is an expression of variables of
// the same kind.
func singleDefinitions(k *kernel.Kernel) map[*kernel.Var]kernel.Expr {
	defs := kernel.Definitions(k.Body)
	maps.DeleteFunc(defs, func(_ *kernel.Var, x kernel.Expr) bool { return !fact.Stated(x) })
	return defs
}

// expanded replaces variables by what they are of the launch.
func (r *rounds) expanded(e kernel.Expr) kernel.Expr {
	return kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if v, ok := e.(*kernel.VarRef); ok && r.defs[v.Var] != nil {
			return r.defs[v.Var]
		}
		return e
	}))
}

// list looks for the pattern in a list and those inside.
func (r *rounds) list(stmts []kernel.Stmt) {
	for i, s := range stmts {
		for _, inner := range kernel.Blocks(s) {
			r.list(inner)
		}
		branch, ok := s.(*kernel.If)
		if !ok || len(branch.Else) > 0 {
			continue
		}
		if _, exactly := r.a.singleThread(r.expanded(branch.Cond), true); !exactly {
			continue
		}
		if !meetsNext(stmts, i, -1) {
			continue
		}
		if meetsNext(stmts, i, 1) {
			if m, array := r.wait(branch); array != nil {
				m.branch = branch
				r.found[array] = append(r.found[array], m)
				continue
			}
		}
		if branches, between := r.same(stmts, i); branches != nil {
			if m, array := r.flips(branches, between); array != nil {
				r.found[array] = append(r.found[array], m)
			}
		}
	}
}

// same are the branches of one thread from the i-th statement to the next barrier of the block, with the assignments behind each; nil if anything else is
// between.
func (r *rounds) same(stmts []kernel.Stmt, i int) (branches []*kernel.If, between [][]kernel.Stmt) {
	first := kernel.ExprString(r.expanded(stmts[i].(*kernel.If).Cond))
	for j := i; j < len(stmts); j++ {
		switch s := stmts[j].(type) {
		case *kernel.If:
			if len(s.Else) > 0 || kernel.ExprString(r.expanded(s.Cond)) != first {
				return nil, nil
			}
			branches, between = append(branches, s), append(between, nil)
		case *kernel.Assign:
			between[len(between)-1] = append(between[len(between)-1], s)
		default:
			// It has to be the barrier.
			if !meetsNext(stmts, j-1, 1) {
				return nil, nil
			}
			return branches, between
		}
	}
	return nil, nil
}

// meetsNext reports whether a barrier of the block is next to the statement, with nothing but assignments between.
func meetsNext(stmts []kernel.Stmt, i, step int) bool {
	for j := i + step; j >= 0 && j < len(stmts); j += step {
		switch s := stmts[j].(type) {
		case *kernel.Assign:
		case *kernel.Barrier:
			return s.Kind == kernel.Sync && s.Count == nil && !s.Named() && !s.Grid && s.Reduce == kernel.NoReduction
		default:
			// Others do something in between.
			return false
		}
	}
	return false
}

// wait reads what the one thread does: a fence, the arrival, the wait, a fence.
func (r *rounds) wait(branch *kernel.If) (meetingAt, *kernel.Array) {
	m := meetingAt{inside: map[kernel.Stmt]bool{}}
	var array *kernel.Array
	stage := 0 // 1 behind the fence, 2 behind the arrival, 3 behind the wait, 4 behind the last fence
	for _, s := range branch.Then {
		switch s := s.(type) {
		case *kernel.Assign:
		case *kernel.Fence:
			if !covers(s.Scope, kernel.DeviceScope) || s.Order() != kernel.SequentiallyConsistent && s.Order() != kernel.AcquireRelease {
				return m, nil
			}
			if stage == 0 || stage == 3 {
				stage++
			}
		case *kernel.Atomic:
			if stage > 1 || s.Dst != nil || !r.a.steps(s, 1) || !covers(s.Scope, kernel.DeviceScope) || s.Acc.Width != 1 {
				return m, nil
			}
			if stage == 0 && s.Order != kernel.Release && s.Order != kernel.AcquireRelease {
				return m, nil
			}
			if _, ok := constant(s.Acc.Index); !ok {
				return m, nil
			}
			array, stage, m.inside[s] = s.Acc.Array, 2, true
		case *kernel.Loop:
			if stage != 2 || !r.spin(s, array, &m) {
				return m, nil
			}
			stage = 3
		default:
			// Others do more than to meet.
			return m, nil
		}
	}
	if stage != 4 {
		return m, nil
	}
	return m, array
}

// spin reads the loop that waits for the counter.
func (r *rounds) spin(l *kernel.Loop, array *kernel.Array, m *meetingAt) bool {
	var seen *kernel.Var
	for _, s := range parts([]kernel.Stmt{l}) {
		switch s := s.(type) {
		case *kernel.Loop:
			if s != l {
				return false
			}
		case *kernel.Load:
			if !s.Volatile || s.Acc.Array != array || s.Acc.Width != 1 || seen != nil || !slices.Contains(l.Head, kernel.Stmt(s)) {
				return false
			}
			seen, m.inside[s] = s.Dst, true
		case *kernel.Atomic:
			if !looksOnly(s) || s.Acc.Array != array || s.Acc.Width != 1 || !covers(s.Scope, kernel.DeviceScope) || seen != nil || !slices.Contains(l.Head, kernel.Stmt(s)) {
				return false
			}
			seen, m.inside[s] = s.Dst, true
		default:
			// Anything else, such as a pause, would have to be understood.
			return false
		}
	}
	c, ok := l.Cond.(*kernel.Binary)
	if !ok || seen == nil || len(l.Invariants) > 0 || l.DoWhile {
		return false
	}
	op, x, y := c.Op, c.X, c.Y
	if kernel.IsRef(kernel.StripSameWidth(y), seen) {
		op, x, y = mirrored[op], y, x
	}
	if !kernel.IsRef(kernel.StripSameWidth(x), seen) {
		return false
	}
	switch op {
	case kernel.Lt, kernel.Ne:
	case kernel.Le:
		m.plus = 1
	default:
		return false
	}
	m.goal = y
	return true
}

// only reports whether nothing else touches the counter, and whether it starts at 0.
func (r *rounds) only(array *kernel.Array, at []meetingAt, u *uses) bool {
	if array.Space != kernel.Global || array.Elem.Kind != kernel.Int || array.Elem.Bits < 32 || array.First == nil && !array.Param || array.Again != "" && (at[0].adds == nil || array.Others) ||
		slices.ContainsFunc(array.First, func(c kernel.Const) bool { return c.Val != 0 }) {
		return false
	}
	index := ""
	for _, m := range at {
		if (m.adds == nil) != (at[0].adds == nil) {
			return false
		}
	}
	for _, s := range parts(r.kernel.Body) {
		acc := kernel.Touched(s)
		if acc == nil || acc.Array != array {
			continue
		}
		inside := slices.ContainsFunc(at, func(m meetingAt) bool { return m.inside[s] })
		text := kernel.ExprString(kernel.Fold(acc.Index))
		if !inside || index != "" && text != index {
			return false
		}
		index = text
	}
	return u != nil
}

// block replaces the barriers in a list.
func (r *rounds) block(stmts []kernel.Stmt, out *Found) []kernel.Stmt {
	var list []kernel.Stmt
	for _, s := range stmts {
		if m, array := r.at(s); m != nil && m.adds != nil {
			list = append(list, r.turned(m, s.(*kernel.If), array, out)...)
			continue
		} else if m != nil {
			list = append(list, r.replaced(m, array, out)...)
			continue
		}
		inner := kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return r.block(list, out) })
		if l, ok := inner.(*kernel.Loop); ok {
			l.Invariants = append(l.Invariants, r.guesses(s.(*kernel.Loop))...)
		}
		list = append(list, inner)
	}
	return list
}

// at is the barrier whose branch s is.
func (r *rounds) at(s kernel.Stmt) (*meetingAt, *kernel.Array) {
	for array, list := range r.found {
		for i := range list {
			if kernel.Stmt(list[i].branch) == s || slices.ContainsFunc(list[i].more, func(b *kernel.If) bool { return kernel.Stmt(b) == s }) {
				return &list[i], array
			}
		}
	}
	return nil, nil
}

// replaced is what stands for the branch: the round is counted, the goal is claimed for the one thread, and all blocks meet.
func (r *rounds) replaced(m *meetingAt, array *kernel.Array, out *Found) []kernel.Stmt {
	v, src := r.count[array], m.branch.Src
	next := &kernel.Assign{Src: src, Dst: v, X: kernel.Bin(kernel.Add, kernel.Ref(v), kernel.NewConst(kernel.I64, 1))}
	text := "the barrier of the grid by " + (&word{array: array}).label() + " waits for all blocks each time"
	branch := *m.branch
	branch.Then = nil
	for _, s := range m.branch.Then {
		if as, ok := s.(*kernel.Assign); ok {
			branch.Then = append(branch.Then, as)
		} else {
			branch.Then = append(branch.Then, unknown(s)...)
		}
	}
	goal := kernel.Bin(kernel.Add, kernel.Widened(m.goal), kernel.NewConst(kernel.I64, m.plus))
	claim := kernel.Op(kernel.Eq, kernel.Fold(goal), r.arrived(v, 0))
	branch.Then = append(branch.Then, &kernel.Assert{Src: src, Cond: claim, Text: text})
	out.Claims = append(out.Claims, Missing{src.Pos, text})
	first := kernel.MapExpr(claim, func(e kernel.Expr) kernel.Expr {
		if kernel.IsRef(e, v) {
			return kernel.NewConst(kernel.I64, 1)
		}
		return e
	})
	if len(r.found[array]) == 1 && fact.Stated(first) && never(first) {
		out.Never = append(out.Never, Missing{src.Pos, "the barrier of the grid by " + (&word{array: array}).label() + " waits for another number of arrivals here than that of the blocks"})
	}
	meet := &kernel.Barrier{Src: src, ID: kernel.NewConst(kernel.I32, 0), Grid: true}
	return []kernel.Stmt{next, &branch, meet}
}

// arrived is the number of arrivals in all rounds, and some more rounds.
func (r *rounds) arrived(v *kernel.Var, more int64) kernel.Expr {
	n := kernel.Bin(kernel.Add, kernel.Ref(v), kernel.NewConst(kernel.I64, more))
	var blocks kernel.Expr = kernel.NewConst(kernel.I64, 1)
	for d := range 3 {
		blocks = kernel.Bin(kernel.Mul, blocks, kernel.Widened(r.kernel.Launch.Size(kernel.GridDim, d)))
	}
	return kernel.Fold(kernel.Bin(kernel.Mul, n, kernel.Fold(blocks)))
}

// guesses are invariants of a loop with such barriers: the goal, or a counter in it, keeps pace with the rounds.
func (r *rounds) guesses(l *kernel.Loop) []kernel.Invariant {
	var out []kernel.Invariant
	inside := map[kernel.Stmt]bool{}
	for _, s := range parts([]kernel.Stmt{l}) {
		inside[s] = true
	}
	assigned := assignedIn(l)
	guess := func(cond kernel.Expr) { out = append(out, kernel.Invariant{Cond: kernel.Fold(cond), Candidate: true}) }
	for _, array := range r.kernel.Arrays {
		v := r.count[array]
		for _, m := range r.found[array] {
			if v == nil || !inside[m.branch] {
				continue
			}
			for _, on := range r.behind(m.goal) {
				if !assigned[on] || on.T.Kind != kernel.Int {
					continue
				}
				for more := range int64(2) {
					guess(kernel.Op(kernel.Eq, kernel.Widened(kernel.Ref(on)), r.arrived(v, more)))
					guess(kernel.Op(kernel.Eq, kernel.Widened(kernel.Ref(on)), kernel.Bin(kernel.Add, kernel.Ref(v), kernel.NewConst(kernel.I64, more))))
				}
			}
		}
	}
	return out
}

// behind are the variables that an expression depends on through assignments.
func (r *rounds) behind(e kernel.Expr) []*kernel.Var {
	var out []*kernel.Var
	look := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if v, ok := e.(*kernel.VarRef); ok && !slices.Contains(out, v.Var) {
				out = append(out, v.Var)
			}
			return true
		})
	}
	look(e)
	for i := 0; i < len(out); i++ {
		for _, s := range parts(r.kernel.Body) {
			if as, ok := s.(*kernel.Assign); ok && as.Dst == out[i] {
				look(as.X)
			}
		}
	}
	return out
}
