package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// A block may wait with all of its threads for what one of them looks at, as in CUTLASS's semaphores:
//
//	while (__syncthreads_and(state != turn)) {
//	  if (thread == 0) state = ld.acquire(word);
//	}
//
// Where the others vote to go on, the loop ends with the round in which that one has seen what it waits for. So the one thread might as well
// wait alone, and meet the others once:
//
//	assert(thread == 0 || state != turn);
//	if (thread == 0) do { state = ld.acquire(word); } while (state != turn);
//	__syncthreads();
//
// A race of the first program is one of the second: that has fewer barriers, and all accesses of the first. Where the thread has seen its turn before the loop, the
// second program looks once more, and may see the same store again: of a discipline that holds, no store to the element that this thread does not make itself comes
// between.

// waitsOfOne is k with such loops; k itself if there are none.
func waitsOfOne(k *kernel.Kernel) *kernel.Kernel {
	found := false
	var list func(stmts []kernel.Stmt) []kernel.Stmt
	list = func(stmts []kernel.Stmt) []kernel.Stmt {
		var out []kernel.Stmt
		for _, s := range stmts {
			if l, ok := s.(*kernel.Loop); ok {
				if alone := waitOfOne(l); alone != nil {
					out, found = append(out, alone...), true
					continue
				}
			}
			out = append(out, kernel.MapBlocks(s, list))
		}
		return out
	}
	c := *k
	if c.Body = list(k.Body); !found {
		return k
	}
	return &c
}

// waitOfOne is what stands for a loop in which a block votes and one thread looks, nil for other loops.
func waitOfOne(l *kernel.Loop) []kernel.Stmt {
	if l.DoWhile || len(l.Head) == 0 || len(l.Body) != 1 || len(l.Post) > 0 || len(l.Invariants) > 0 {
		return nil
	}
	first, last := l.Head[:len(l.Head)-1], len(l.Head)-1
	vote, is := l.Head[last].(*kernel.Barrier)
	looks, branch := l.Body[0].(*kernel.If)
	if !is || !branch || len(looks.Else) > 0 || vote.Kind != kernel.Sync || vote.Count != nil || vote.Named() || vote.Cluster || vote.Grid || vote.Dst == nil || vote.Arg == nil ||
		!slices.Equal(kernel.Reads(l), []*kernel.Var{vote.Dst}) {
		return nil
	}
	onward, ok := goesOn(l.Cond, vote)
	if !ok || slices.ContainsFunc(first, func(s kernel.Stmt) bool { _, assign := s.(*kernel.Assign); return !assign }) {
		return nil
	}
	for _, s := range looks.Then {
		switch s.(type) {
		case *kernel.Load, *kernel.Atomic, *kernel.Assign, *kernel.Havoc, *kernel.Fence:
		default:
			// Others may do more than to look.
			return nil
		}
		if slices.Contains(kernel.Reads(looks), kernel.Assigned(s)) {
			return nil // who looks is another one in the next round
		}
	}
	meet := *vote
	meet.Reduce, meet.Arg, meet.Dst = kernel.NoReduction, nil, nil
	return slices.Concat(first, []kernel.Stmt{
		&kernel.Assert{Src: l.Src, Cond: kernel.Op(kernel.LOr, looks.Cond, onward), Text: "threads that do not look at a word vote for going on"},
		&kernel.If{Src: looks.Src, Cond: looks.Cond, Then: []kernel.Stmt{&kernel.Loop{Src: l.Src, DoWhile: true, Body: looks.Then, Head: first, Cond: onward}}},
		&meet,
		&kernel.Havoc{Src: l.Src, Dst: vote.Dst},
	})
}

// goesOn is the condition of one thread for which the block goes on: all have it.
func goesOn(cond kernel.Expr, vote *kernel.Barrier) (kernel.Expr, bool) {
	arg := vote.Arg
	if arg.Type() != kernel.BoolType {
		arg = kernel.Op(kernel.Ne, arg, kernel.NewConst(arg.Type(), 0))
	}
	with := func(n int64) bool {
		c, ok := kernel.Fold(kernel.MapExpr(cond, func(e kernel.Expr) kernel.Expr {
			if kernel.IsRef(e, vote.Dst) {
				return kernel.NewConst(e.Type(), n)
			}
			return e
		})).(*kernel.Const)
		return ok && c.Val != 0
	}
	switch {
	case vote.Reduce == kernel.ReduceAnd && with(1) && !with(0):
		return arg, true
	case vote.Reduce == kernel.ReduceOr && with(0) && !with(1):
		return kernel.Negated(arg), true
	}
	return nil, false
}
