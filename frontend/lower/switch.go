package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/syntax"
	"gv2/frontend/lower/tidy"
)

// segment is what stands between two groups of labels of a switch.
type segment struct {
	pos    diag.Pos
	values []*kernel.Const
	other  bool // default
	stmts  []cuda.Stmt
	falls  bool // into the next segment
}

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
	segments, ok := l.segments(body.Stmts, x.Type())
	if !ok {
		return
	}
	used := false
	label := l.out.Unique("end_of_switch")
	stmts := l.jumping(jump{label: label, used: &used}, func() {
		l.scoped(func() { l.groups(st.Pos, x, segments) })
	})
	stmts, _ = tidy.TrimLeaves(stmts, label)
	if used && tidy.HasLeave(stmts, label) {
		l.out.Cur = append(l.out.Cur, &kernel.Region{Src: l.out.At(st.Pos), Label: label, Body: stmts})
		return
	}
	l.out.Cur = append(l.out.Cur, stmts...)
}

// segments cuts a switch's body at its labels.
func (l *lowerer) segments(stmts []cuda.Stmt, t kernel.Type) ([]*segment, bool) {
	var out []*segment
	seen := map[int64]bool{}
	for _, st := range stmts {
		label, isLabel := st.(*cuda.CaseStmt)
		if !isLabel {
			if len(out) == 0 {
				l.declareOnly(st)
				continue
			}
			last := out[len(out)-1]
			last.stmts = append(last.stmts, st)
			continue
		}
		if n := len(out); n == 0 || len(out[n-1].stmts) > 0 {
			out = append(out, &segment{pos: label.Pos})
		}
		last := out[len(out)-1]
		if label.Value == nil {
			last.other = true
			continue
		}
		c, ok := l.constant(label.Value)
		if !ok {
			l.Errorf(label.Pos, "the value of this case is not constant")
			return nil, false
		}
		c, ok = cexpr.Convert(c, t).(*kernel.Const)
		if !ok || seen[c.Val] {
			l.Errorf(label.Pos, "case %d occurs twice", c.Val)
			return nil, false
		}
		seen[c.Val] = true
		last.values = append(last.values, c)
	}
	for i, s := range out {
		s.falls = i < len(out)-1 && !syntax.EndsInJump(s.stmts)
		if n := len(s.stmts); n > 0 {
			if _, ok := s.stmts[n-1].(*cuda.BreakStmt); ok {
				s.stmts = s.stmts[:n-1]
			}
		}
	}
	return out, true
}

// declareOnly lowers a declaration before the first label; other statements
// there are never reached.
func (l *lowerer) declareOnly(st cuda.Stmt) {
	if d, ok := st.(*cuda.DeclStmt); ok {
		l.stmt(d)
	}
}

// entry is the number of the segment that the constant x enters, len(segments)
// for none.
func entry(x *kernel.Const, segments []*segment) int {
	at := len(segments)
	for i, s := range segments {
		for _, v := range s.values {
			if v.Val == x.Val {
				return i
			}
		}
		if s.other {
			at = i
		}
	}
	return at
}

// groups lowers the segments, of a constant x only those it reaches: each run that falls through is one branch, the
// one with default comes last.
func (l *lowerer) groups(pos diag.Pos, x kernel.Expr, segments []*segment) {
	if c, ok := x.(*kernel.Const); ok {
		for i := entry(c, segments); i < len(segments); i++ {
			l.list(segments[i].stmts, false)
			if !segments[i].falls {
				break
			}
		}
		return
	}
	var groups [][]*segment
	var other []*segment
	for start := 0; start < len(segments); {
		end := start
		for segments[end].falls {
			end++
		}
		group := segments[start : end+1]
		start = end + 1
		if hasDefault(group) {
			other = group
		} else {
			groups = append(groups, group)
		}
	}
	isDefault := defaultCond(x, segments)
	// All groups are lowered in source order of their branches, then chained
	// from the last one.
	bodies := make([][]kernel.Stmt, len(groups))
	for i, g := range groups {
		bodies[i] = l.out.Block(func() { l.group(x, g, nil) })
	}
	rest := l.out.Block(func() { l.group(x, other, isDefault) })
	for i := len(groups) - 1; i >= 0; i-- {
		rest = l.out.Block(func() {
			l.out.Emit(&kernel.If{Src: l.out.At(groups[i][0].pos), Cond: matches(x, groups[i]), Then: bodies[i], Else: rest})
		})
	}
	l.out.Cur = append(l.out.Cur, rest...)
}

func hasDefault(group []*segment) bool {
	for _, s := range group {
		if s.other {
			return true
		}
	}
	return false
}

// matches is true where x is one of the group's values.
func matches(x kernel.Expr, group []*segment) kernel.Expr {
	cond := kernel.Expr(kernel.BoolConst(false))
	for _, s := range group {
		for _, v := range s.values {
			cond = cexpr.Binary(kernel.LOr, cond, cexpr.Binary(kernel.Eq, x, v))
		}
	}
	return cond
}

// defaultCond is true where x goes to the default label: it matches no other
// segment.
func defaultCond(x kernel.Expr, segments []*segment) kernel.Expr {
	var others []*segment
	for _, s := range segments {
		if !s.other {
			others = append(others, s)
		}
	}
	return cexpr.Not(matches(x, others))
}

// group lowers segments of which each falls into the next; x is known to enter
// at one of them. isDefault is the condition of a segment with default.
func (l *lowerer) group(x kernel.Expr, group []*segment, isDefault kernel.Expr) {
	if len(group) == 1 {
		l.list(group[0].stmts, false)
		return
	}
	var entered *kernel.Var
	for i, s := range group {
		if i == len(group)-1 {
			l.list(s.stmts, false)
			return
		}
		cond := matches(x, group[i:i+1])
		if s.other {
			cond = isDefault
		}
		src := l.out.At(s.pos)
		if entered != nil {
			cond = cexpr.Binary(kernel.LOr, &kernel.VarRef{Var: entered}, cond)
		}
		entered = l.out.Temp(kernel.BoolType)
		l.out.Emit(&kernel.Assign{Src: src, Dst: entered, X: cond})
		stmts := l.out.Block(func() { l.list(s.stmts, false) })
		l.out.Emit(&kernel.If{Src: src, Cond: &kernel.VarRef{Var: entered}, Then: stmts})
	}
}
