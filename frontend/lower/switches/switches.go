// Package switches makes a chain of ifs of a switch ([stmt.switch]): its body is cut at the labels,
// and a flag says, where one part falls through to the next, that an earlier one was entered.
package switches

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Core is what the front end does for a switch.
type Core struct {
	Out *object.Output
	// Constant is the value of a label.
	Constant func(cuda.Expr) (*kernel.Const, bool)
	// List lowers statements.
	List func([]cuda.Stmt)
}

// Body is the body of a switch, cut at its labels.
type Body struct {
	core     Core
	pos      diag.Pos
	x        kernel.Expr
	segments []*segment
}

// Cut cuts the statements of a switch on x at their labels; ok is false after a diagnostic.
func (c Core) Cut(pos diag.Pos, x kernel.Expr, stmts []cuda.Stmt) (b Body, ok bool) {
	segments, ok := c.segments(stmts, x.Type())
	return Body{c, pos, x, segments}, ok
}

// Lower lowers what is executed for each value of x, which breaks leave by their region.
func (b Body) Lower() { b.core.groups(b.pos, b.x, b.segments) }

// segment is what stands between two groups of labels of a switch.
type segment struct {
	pos    diag.Pos
	values []*kernel.Const
	other  bool // default
	stmts  []cuda.Stmt
	falls  bool // into the next segment
}

// declareOnly lowers a declaration before the first label; other statements
// there are never reached.
func (c Core) declareOnly(st cuda.Stmt) {
	if d, ok := st.(*cuda.DeclStmt); ok {
		c.List([]cuda.Stmt{d})
	}
}

// segments cuts a switch's body at its labels.
func (c Core) segments(stmts []cuda.Stmt, t kernel.Type) ([]*segment, bool) {
	var out []*segment
	seen := map[int64]bool{}
	for _, st := range stmts {
		label, isLabel := st.(*cuda.CaseStmt)
		if !isLabel {
			if len(out) == 0 {
				c.declareOnly(st)
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
		value, ok := c.Constant(label.Value)
		if !ok {
			c.Out.Errorf(label.Pos, "the value of this case is not constant")
			return nil, false
		}
		value, ok = cexpr.Convert(value, t).(*kernel.Const)
		if !ok || seen[value.Val] {
			c.Out.Errorf(label.Pos, "case %d occurs twice", value.Val)
			return nil, false
		}
		seen[value.Val] = true
		last.values = append(last.values, value)
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
func (c Core) groups(pos diag.Pos, x kernel.Expr, segments []*segment) {
	if known, ok := x.(*kernel.Const); ok {
		for i := entry(known, segments); i < len(segments); i++ {
			c.List(segments[i].stmts)
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
		bodies[i] = c.Out.Block(func() { c.group(x, g, nil) })
	}
	rest := c.Out.Block(func() { c.group(x, other, isDefault) })
	for i := len(groups) - 1; i >= 0; i-- {
		rest = c.Out.Block(func() {
			c.Out.Emit(&kernel.If{Src: c.Out.At(groups[i][0].pos), Cond: matches(x, groups[i]), Then: bodies[i], Else: rest})
		})
	}
	c.Out.Cur = append(c.Out.Cur, rest...)
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
func (c Core) group(x kernel.Expr, group []*segment, isDefault kernel.Expr) {
	if len(group) == 1 {
		c.List(group[0].stmts)
		return
	}
	var entered *kernel.Var
	for i, s := range group {
		if i == len(group)-1 {
			c.List(s.stmts)
			return
		}
		cond := matches(x, group[i:i+1])
		if s.other {
			cond = isDefault
		}
		src := c.Out.At(s.pos)
		if entered != nil {
			cond = cexpr.Binary(kernel.LOr, &kernel.VarRef{Var: entered}, cond)
		}
		entered = c.Out.Temp(kernel.BoolType)
		c.Out.Emit(&kernel.Assign{Src: src, Dst: entered, X: cond})
		stmts := c.Out.Block(func() { c.List(s.stmts) })
		c.Out.Emit(&kernel.If{Src: src, Cond: &kernel.VarRef{Var: entered}, Then: stmts})
	}
}
