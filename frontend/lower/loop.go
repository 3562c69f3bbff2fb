package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

func (l *lowerer) forStmt(st *cuda.ForStmt) {
	if st.Init != nil {
		l.stmt(st.Init)
	}
	loop := &kernel.Loop{Src: l.at(st.Pos), Unroll: st.Unroll}
	if st.UnrollExpr != nil {
		if c, ok := l.constant(st.UnrollExpr); ok {
			loop.Unroll = int(c.Val)
		}
	}
	l.loop(loop, st.Cond, st.Body, st.Post)
}

func (l *lowerer) whileStmt(st *cuda.WhileStmt) {
	l.loop(&kernel.Loop{Src: l.at(st.Pos), Unroll: st.Unroll}, st.Cond, st.Body, nil)
}

func (l *lowerer) doStmt(st *cuda.DoStmt) {
	l.loop(&kernel.Loop{Src: l.at(st.Pos), Unroll: st.Unroll, DoWhile: true}, st.Cond, st.Body, nil)
}

// loop fills in the parts of a loop and emits it.
func (l *lowerer) loop(loop *kernel.Loop, cond cuda.Expr, body cuda.Stmt, post cuda.Expr) {
	marked, cond := conditionInvariants(cond)
	inBody, body := bodyInvariants(body, loop.DoWhile)
	l.invariants(loop, slices.Concat(marked, inBody))
	evalCond := func() {
		loop.Cond = kernel.BoolConst(true)
		if cond != nil {
			loop.Head = l.Block(func() { loop.Cond = l.truthOf(cond) })
		}
	}
	if !loop.DoWhile {
		evalCond()
	}
	var breaks, continues string
	j := jump{loop: true, breaks: &breaks, continues: &continues}
	loop.Body = l.jumping(j, func() { l.scoped(func() { l.stmt(body) }) })
	if continues != "" {
		loop.Body = []kernel.Stmt{&kernel.Region{Src: loop.Src, Label: continues, Body: loop.Body}}
	}
	if post != nil {
		loop.Post = l.Block(func() { l.discard(post) })
	}
	if loop.DoWhile {
		evalCond()
	}
	if breaks != "" {
		l.cur = append(l.cur, &kernel.Region{Src: loop.Src, Label: breaks, Body: l.Block(func() { l.Emit(loop) })})
		return
	}
	l.Emit(loop)
}

// invariants adds those that the function states for all its loops, and list.
func (l *lowerer) invariants(loop *kernel.Loop, list []*cuda.CallExpr) {
	for _, e := range slices.Concat(l.frame.wide, list) {
		if inv := l.invariant(e); !constantlyTrue(inv.Cond) {
			loop.Invariants = append(loop.Invariants, inv)
		}
	}
}

// isInvariant recognises an annotation that is an invariant where it stands at
// the head of a loop: __invariant(e) and, as GPUVerify has it, __assert(e).
func isInvariant(e cuda.Expr, assertions bool) (*cuda.CallExpr, bool) {
	call, ok := e.(*cuda.CallExpr)
	if !ok {
		return nil, false
	}
	id, ok := call.Fun.(*cuda.Ident)
	if !ok || len(call.Args) != 1 {
		return nil, false
	}
	form := annotationOf(id.Name).form
	return call, form == invariance || form == assertion && assertions
}

// isTemporal recognises the calls that GPUVerify's macros put around an
// invariant.
func isTemporal(e cuda.Expr) bool {
	call, ok := e.(*cuda.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*cuda.Ident)
	return ok && annotationOf(id.Name).form == nothingToSay
}

// conditionInvariants takes the invariants off __invariant(a), __invariant(b), c.
func conditionInvariants(cond cuda.Expr) ([]*cuda.CallExpr, cuda.Expr) {
	if cond == nil || isTemporal(cond) {
		return nil, nil
	}
	if call, ok := isInvariant(cond, true); ok {
		return []*cuda.CallExpr{call}, nil
	}
	b, ok := cond.(*cuda.BinaryExpr)
	if !ok || b.Op != "," {
		return nil, cond
	}
	left, rest := conditionInvariants(b.X)
	if rest != nil {
		return nil, cond
	}
	right, rest := conditionInvariants(b.Y)
	return append(left, right...), rest
}

// bodyInvariants takes the invariants off the start of a loop's body. In a do
// loop, whose head that is, assertions there count as well.
func bodyInvariants(body cuda.Stmt, atHead bool) ([]*cuda.CallExpr, cuda.Stmt) {
	b, ok := body.(*cuda.Block)
	if !ok {
		return nil, body
	}
	var out []*cuda.CallExpr
	rest := b.Stmts
	for len(rest) > 0 {
		st, ok := rest[0].(*cuda.ExprStmt)
		if !ok {
			break
		}
		call, ok := isInvariant(st.X, atHead)
		if !ok {
			break
		}
		out = append(out, call)
		rest = rest[1:]
	}
	if out == nil {
		return nil, body
	}
	return out, &cuda.Block{Pos: b.Pos, Stmts: rest}
}

// wideInvariants are the invariants that a function states for all its loops.
func wideInvariants(body *cuda.Block) []*cuda.CallExpr {
	var out []*cuda.CallExpr
	statements(body.Stmts, func(e *cuda.CallExpr, name string) {
		if annotationOf(name).form == functionWide && len(e.Args) == 1 {
			out = append(out, e)
		}
	})
	return out
}

func (l *lowerer) invariant(e *cuda.CallExpr) kernel.Invariant {
	kind := annotationOf(e.Fun.(*cuda.Ident).Name)
	inv := kernel.Invariant{Src: l.at(e.Pos), Global: kind.global, Candidate: kind.candidate}
	inv.Head = l.Block(func() { inv.Cond = l.stated(e.Args[0], &spec{global: kind.global, ghost: true}) })
	return inv
}
