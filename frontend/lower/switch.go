package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/switches"
)

// switchStmt becomes a chain of ifs on the value, which is computed once. Only
// segments that fall through need more: there a flag says that an earlier one
// was entered. What break leaves is a region.
func (l *lowerer) switchStmt(st *cuda.SwitchStmt) {
	if st.Init != nil {
		l.stmt(st.Init)
	}
	x, ok := l.scalar(st.X)
	if !ok {
		return
	}
	if x.Type().Kind == kernel.Float {
		l.Errorf(st.Pos, "switch on a floating-point value")
		return
	}
	body, isBlock := st.Body.(*cuda.Block)
	if !isBlock {
		l.Unsupported(st.Pos, "a switch without braces")
		return
	}
	x = l.out.Stable(st.Pos, cexpr.Promote(x))
	core := switches.Core{Out: l.out, Constant: l.constant, List: func(stmts []cuda.Stmt) { l.list(stmts, false) }}
	parts, ok := core.Cut(st.Pos, x, body.Stmts)
	if !ok {
		return
	}
	l.frame.jumps.Switch(l.out, st.Pos, func() { l.scoped(parts.Lower) })
}
