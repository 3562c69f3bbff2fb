package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
)

// goto. The code before a label is a region that a goto leaves, forwards. The
// code from a label to the last goto back to it is a loop, which goto goes on
// with. A jump into a block, or into such a loop, is refused.

// labelled lowers statements among which are labels; top is set for those that
// end a function's body.
func (l *lowerer) labelled(stmts []cuda.Stmt, top bool) {
	at := lastLabel(stmts)
	if head, last := backwards(stmts); head >= 0 && at <= last {
		l.labelled(stmts[:head+1], false)
		l.gotoLoop(stmts[head].(*cuda.LabelStmt), stmts[head+1:last+1])
		l.sequence(stmts[last+1:], top)
		return
	}
	if at >= 0 {
		l.region(stmts[at].(*cuda.LabelStmt), func() { l.labelled(stmts[:at], false) })
	}
	l.sequence(stmts[at+1:], top)
}

func lastLabel(stmts []cuda.Stmt) int {
	for i := len(stmts) - 1; i >= 0; i-- {
		if _, ok := stmts[i].(*cuda.LabelStmt); ok {
			return i
		}
	}
	return -1
}

// backwards finds the first label that is jumped back to, and the last statement
// that does; -1 if there is none.
func backwards(stmts []cuda.Stmt) (head, last int) {
	for i, st := range stmts {
		label, ok := st.(*cuda.LabelStmt)
		if !ok {
			continue
		}
		for j := len(stmts) - 1; j > i; j-- {
			if jumpsTo(stmts[j], label.Label) > 0 {
				return i, j
			}
		}
	}
	return -1, -1
}

// jumpsTo counts the gotos to a label in st.
func jumpsTo(st cuda.Stmt, label string) int {
	n := 0
	walkStmts(st, func(st cuda.Stmt) {
		if g, ok := st.(*cuda.GotoStmt); ok && g.Label == label {
			n++
		}
	})
	return n
}

// walkStmts calls f for st and the statements inside it.
func walkStmts(st cuda.Stmt, f func(cuda.Stmt)) {
	if st == nil {
		return
	}
	f(st)
	switch st := st.(type) {
	case *cuda.Block:
		for _, s := range st.Stmts {
			walkStmts(s, f)
		}
	case *cuda.IfStmt:
		walkStmts(st.Then, f)
		walkStmts(st.Else, f)
	case *cuda.ForStmt:
		walkStmts(st.Body, f)
	case *cuda.WhileStmt:
		walkStmts(st.Body, f)
	case *cuda.DoStmt:
		walkStmts(st.Body, f)
	case *cuda.SwitchStmt:
		walkStmts(st.Body, f)
	}
}

// gotoLoop is the loop that the jumps back to a label make.
func (l *lowerer) gotoLoop(at *cuda.LabelStmt, body []cuda.Stmt) {
	if cond, rest := closing(at, body); cond != nil {
		l.loop(&kernel.Loop{Src: l.out.At(at.Pos), DoWhile: true}, cond, &cuda.Block{Pos: at.Pos, Stmts: rest}, nil)
		return
	}
	head, rest := annotation.AtStart(&cuda.Block{Pos: at.Pos, Stmts: body}, true)
	loop := &kernel.Loop{Src: l.out.At(at.Pos), Cond: kernel.BoolConst(true)}
	l.invariants(loop, head)
	out := l.out.Unique("behind_" + emit.Identifier(at.Label))
	again := l.out.Unique("again_" + emit.Identifier(at.Label))
	used := false
	inner := l.jumping(jump{gotoLoop: true, name: at.Label, label: again, used: &used}, func() {
		l.labelled(rest.(*cuda.Block).Stmts, false)
	})
	inner = append(inner, &kernel.Leave{Src: l.out.At(at.Pos), Label: out})
	loop.Body = []kernel.Stmt{&kernel.Region{Src: l.out.At(at.Pos), Label: again, Body: inner}}
	l.out.Spend(4)
	l.out.Cur = append(l.out.Cur, &kernel.Region{Src: l.out.At(at.Pos), Label: out, Body: []kernel.Stmt{loop}})
}

// closing recognises L: ...; if (cond) goto L; which is a do loop, if nothing
// else in it jumps there or out of a loop around it.
func closing(at *cuda.LabelStmt, body []cuda.Stmt) (cond cuda.Expr, rest []cuda.Stmt) {
	last, ok := body[len(body)-1].(*cuda.IfStmt)
	if !ok || last.Else != nil || last.Init != nil || last.Constexpr || !isGoto(last.Then) {
		return nil, nil
	}
	rest = body[:len(body)-1]
	for _, st := range rest {
		plain := jumpsTo(st, at.Label) == 0
		walkStmts(st, func(st cuda.Stmt) {
			switch st.(type) {
			case *cuda.BreakStmt, *cuda.ContinueStmt, *cuda.LabelStmt, *cuda.DeclStmt:
				plain = false // of what follows the condition may speak
			}
		})
		if !plain {
			return nil, nil
		}
	}
	return last.Cond, rest
}

func isGoto(st cuda.Stmt) bool {
	if b, ok := st.(*cuda.Block); ok && len(b.Stmts) == 1 {
		st = b.Stmts[0]
	}
	_, ok := st.(*cuda.GotoStmt)
	return ok
}

func (l *lowerer) gotoStmt(st *cuda.GotoStmt) {
	jumps := l.frame.jumps
	for i := len(jumps) - 1; i >= 0; i-- {
		if j := jumps[i]; j.name == st.Label && j.name != "" {
			*j.used = true
			l.out.Emit(&kernel.Leave{Src: l.out.At(st.Pos), Label: j.label})
			return
		}
	}
	l.Unsupported(st.Pos, "goto %s, which jumps into a block or a loop; write it as a loop", st.Label)
}
