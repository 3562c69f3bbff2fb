package lower

import (
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
	inBody, body := bodyInvariants(body)
	for _, e := range append(marked, inBody...) {
		loop.Invariants = append(loop.Invariants, l.invariant(e))
	}
	evalCond := func() {
		loop.Cond = kernel.BoolConst(true)
		if cond != nil {
			loop.Head = l.block(func() { loop.Cond = l.truthOf(cond) })
		}
	}
	if !loop.DoWhile {
		evalCond()
	}
	loop.Body = l.jumping(jump{loop: true}, func() { l.scoped(func() { l.stmt(body) }) })
	if post != nil {
		loop.Post = l.block(func() { l.discard(post) })
	}
	if loop.DoWhile {
		evalCond()
	}
	l.emit(loop)
}

// isInvariant recognises __invariant(e).
func isInvariant(e cuda.Expr) (*cuda.CallExpr, bool) {
	call, ok := e.(*cuda.CallExpr)
	if !ok {
		return nil, false
	}
	id, ok := call.Fun.(*cuda.Ident)
	return call, ok && (id.Name == "__invariant" || id.Name == "__global_invariant") && len(call.Args) == 1
}

// conditionInvariants takes the invariants off __invariant(a), __invariant(b), c.
func conditionInvariants(cond cuda.Expr) ([]*cuda.CallExpr, cuda.Expr) {
	if cond == nil {
		return nil, nil
	}
	if call, ok := isInvariant(cond); ok {
		return []*cuda.CallExpr{call}, nil
	}
	b, ok := cond.(*cuda.BinaryExpr)
	if !ok || b.Op != "," {
		return nil, cond
	}
	left, rest := conditionInvariants(b.X)
	if len(left) == 0 || rest != nil {
		return nil, cond
	}
	return left, b.Y
}

// bodyInvariants takes the invariants off the start of a loop's body.
func bodyInvariants(body cuda.Stmt) ([]*cuda.CallExpr, cuda.Stmt) {
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
		call, ok := isInvariant(st.X)
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

func (l *lowerer) invariant(e *cuda.CallExpr) kernel.Invariant {
	inv := kernel.Invariant{Src: l.at(e.Pos)}
	inv.Head = l.block(func() { inv.Cond = l.truthOf(e.Args[0]) })
	return inv
}
