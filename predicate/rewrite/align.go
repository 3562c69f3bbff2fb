package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// AlignBarriers merges unaligned barriers in the two arms of an if: since Volta,
// barrier.sync in different statements is one barrier as long as the ID is the
// same.
//
//	if (c) { A1; sync; A2 } else { B1; sync; B2 }
//	arm := c; if (arm) A1 else B1; sync; if (arm) A2 else B2
//
// It applies where both arms have the same barriers in the same order, all of
// them unaligned, for the same threads, with a constant ID, without a reduction
// and not inside another statement, and where no jump leaves an arm. Inner ifs
// come first, so that an arm may itself be such an if. The barrier keeps the
// position of the first arm's.
//
// If some threads of the block do not reach the if at all, they do not reach the
// common barrier either, and the divergence is found there.
func AlignBarriers(k *kernel.Kernel) *kernel.Kernel {
	a := &aligner{names: kernel.NewNames(k)}
	c := *k
	c.Body = replaced(k.Body, a.stmt)
	c.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], a.arms...)
	return &c
}

type aligner struct {
	names *kernel.Names
	arms  []*kernel.Var
}

func (a *aligner) stmt(s kernel.Stmt) []kernel.Stmt {
	cond, ok := s.(*kernel.If)
	if !ok || !waits(cond.Then) || !waits(cond.Else) {
		return []kernel.Stmt{s}
	}
	then, ok := segments(cond.Then)
	if !ok {
		return []kernel.Stmt{s}
	}
	other, ok := segments(cond.Else)
	if !ok || !sameBarriers(then, other) {
		return []kernel.Stmt{s}
	}
	return a.interleave(cond, then, other)
}

// waits is a quick test that most ifs fail: the list itself has a barrier.
func waits(stmts []kernel.Stmt) bool {
	for _, s := range stmts {
		if _, is := s.(*kernel.Barrier); is {
			return true
		}
	}
	return false
}

func (a *aligner) interleave(s *kernel.If, then, other []segment) []kernel.Stmt {
	arm := &kernel.Var{Name: a.names.At("arm", s.Src, ""), T: kernel.BoolType, Temp: true, Pos: s.Pos}
	a.arms = append(a.arms, arm)
	out := []kernel.Stmt{&kernel.Assign{Src: s.Src, Dst: arm, X: s.Cond}}
	for i := range then {
		if len(then[i].stmts)+len(other[i].stmts) > 0 {
			out = append(out, &kernel.If{Src: s.Src, Cond: kernel.Ref(arm), Then: then[i].stmts, Else: other[i].stmts})
		}
		if then[i].end != nil {
			out = append(out, then[i].end)
		}
	}
	return out
}

// segment is the part of an arm up to a barrier; the last one has none.
type segment struct {
	stmts []kernel.Stmt
	end   *kernel.Barrier
}

// segments splits an arm at its barriers; ok is false if it cannot be split: it
// has a barrier of another kind or inside a statement, or a jump out of it.
func segments(arm []kernel.Stmt) (parts []segment, ok bool) {
	if len(fact.Escaping(arm, nil)) > 0 {
		return nil, false
	}
	var cur segment
	for _, s := range arm {
		if b, is := s.(*kernel.Barrier); is {
			if !movable(b) {
				return nil, false
			}
			cur.end = b
			parts = append(parts, cur)
			cur = segment{}
			continue
		}
		if kernel.Any([]kernel.Stmt{s}, func(s kernel.Stmt) bool { _, is := s.(*kernel.Barrier); return is }) {
			return nil, false
		}
		cur.stmts = append(cur.stmts, s)
	}
	return append(parts, cur), true
}

// movable reports whether the barrier means the same in another place of the kernel.
func movable(b *kernel.Barrier) bool {
	constant := isConst(b.ID) && (b.Count == nil || isConst(b.Count))
	return constant && b.Kind == kernel.Sync && !b.Aligned && b.Reduce == kernel.NoReduction
}

func sameBarriers(a, b []segment) bool {
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	for i := range a[:len(a)-1] {
		x, y := a[i].end, b[i].end
		if !sameConst(x.ID, y.ID) || !sameConst(x.Count, y.Count) {
			return false
		}
	}
	return true
}

func sameConst(x, y kernel.Expr) bool {
	a, okA := x.(*kernel.Const)
	b, okB := y.(*kernel.Const)
	if okA && okB {
		return a.Val == b.Val
	}
	return okA == okB && x == y
}

func isConst(e kernel.Expr) bool {
	_, ok := e.(*kernel.Const)
	return ok
}

// InLockStep is k for threads of a warp in lock step, as hardware before sm_70 has them:
// there a barrier without .aligned has the restrictions of one with it, and all threads of a
// warp must execute it together (PTX ISA, "bar, barrier").
func InLockStep(k *kernel.Kernel) *kernel.Kernel {
	if !kernel.Any(k.Body, func(s kernel.Stmt) bool { b, is := s.(*kernel.Barrier); return is && !b.Aligned }) {
		return k
	}
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		b, ok := s.(*kernel.Barrier)
		if !ok || b.Aligned {
			return []kernel.Stmt{s}
		}
		aligned := *b
		aligned.Aligned = true
		return []kernel.Stmt{&aligned}
	})
	return &c
}
