package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/syntax"
)

func (l *lowerer) forStmt(st *cuda.ForStmt) {
	if st.Init != nil {
		l.stmt(st.Init)
	}
	loop := &kernel.Loop{Src: l.out.At(st.Pos), Unroll: st.Unroll}
	if st.UnrollExpr != nil {
		if c, ok := l.constant(st.UnrollExpr); ok {
			loop.Unroll = int(c.Val)
		}
	}
	l.loop(loop, st.Cond, st.Body, st.Post)
}

func (l *lowerer) whileStmt(st *cuda.WhileStmt) {
	l.loop(&kernel.Loop{Src: l.out.At(st.Pos), Unroll: st.Unroll}, st.Cond, st.Body, nil)
}

func (l *lowerer) doStmt(st *cuda.DoStmt) {
	l.loop(&kernel.Loop{Src: l.out.At(st.Pos), Unroll: st.Unroll, DoWhile: true}, st.Cond, st.Body, nil)
}

// loop fills in the parts of a loop and emits it.
func (l *lowerer) loop(loop *kernel.Loop, cond cuda.Expr, body cuda.Stmt, post cuda.Expr) {
	marked, cond := annotation.InCondition(cond)
	inBody, body := annotation.AtStart(body, loop.DoWhile)
	l.notes.Invariants(loop, slices.Concat(marked, inBody))
	evalCond := func() {
		loop.Cond = kernel.BoolConst(true)
		if cond != nil {
			loop.Head = l.out.Block(func() { loop.Cond = l.truthOf(cond) })
		}
	}
	if !loop.DoWhile {
		evalCond()
	}
	l.frame.jumps.Loop(l.out, loop, func() { l.scoped(func() { l.stmt(body) }) }, func() {
		if post != nil {
			loop.Post = l.out.Block(func() { l.discard(post) })
		}
		if loop.DoWhile {
			evalCond()
		}
	})
}

// gotoLoop is the loop that the jumps back to a label make.
func (l *lowerer) gotoLoop(at *cuda.LabelStmt, body []cuda.Stmt) {
	if cond, rest := syntax.ClosingJump(at, body); cond != nil {
		l.loop(&kernel.Loop{Src: l.out.At(at.Pos), DoWhile: true}, cond, &cuda.Block{Pos: at.Pos, Stmts: rest}, nil)
		return
	}
	head, rest := annotation.AtStart(&cuda.Block{Pos: at.Pos, Stmts: body}, true)
	loop := &kernel.Loop{Src: l.out.At(at.Pos), Cond: kernel.BoolConst(true)}
	l.notes.Invariants(loop, head)
	l.frame.jumps.Again(l.out, at, loop, func() { l.list(rest.(*cuda.Block).Stmts, false) })
}
