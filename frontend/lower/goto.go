package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/syntax"
)

// goto. The code before a label is a region that a goto leaves, forwards. The
// code from a label to the last goto back to it is a loop, which goto goes on
// with. A jump into a block, or into such a loop, is refused.

// labelled lowers statements among which are labels; top is set for those that
// end a function's body.
func (l *lowerer) labelled(stmts []cuda.Stmt, top bool) {
	at := syntax.LastLabel(stmts)
	if head, last := syntax.BackwardJump(stmts); head >= 0 && at <= last {
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

// gotoLoop is the loop that the jumps back to a label make.
func (l *lowerer) gotoLoop(at *cuda.LabelStmt, body []cuda.Stmt) {
	if cond, rest := syntax.ClosingJump(at, body); cond != nil {
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
