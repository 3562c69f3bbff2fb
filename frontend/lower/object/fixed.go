package object

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// FixedScalar is a scalar that is set once.
func (m *Model) FixedScalar(name string, t *ctype.Type, v Value, s Slot, pos diag.Pos) *Place {
	c := &Cell{T: t, Slot: s, Root: s}
	switch x := v.Expr.(type) {
	case nil:
		return &BadPlace
	case *kernel.Const, *kernel.FloatConst:
		c.Fixed = x
	default:
		// Others are computed once, into a variable.
		if of, ok := x.(*kernel.VarRef); ok && of.Var.Param && t.IsSurfaceObject() {
			c.Fixed = x // so that it stays known which surface it is
			break
		}
		v := m.assignedVar(name, t, x, pos)
		m.KeepAddress(v.Var)
		c.Fixed = v
	}
	return &Place{Pos: pos, T: t, Cell: c}
}

// assignedVar is a new variable that is set to x.
func (m *Model) assignedVar(name string, t *ctype.Type, x kernel.Expr, pos diag.Pos) *kernel.VarRef {
	dst := m.out.Variable(name, t.Scalar, pos)
	m.out.Emit(&kernel.Assign{Src: m.out.At(pos), Dst: dst, X: x})
	return &kernel.VarRef{Var: dst}
}

// Fix gives the scalars of c the constants of v for good; false, and nothing done, where some part is
// no such constant or not a scalar that needs no memory.
func (c *Cell) Fix(an *Analysis, v Value) bool {
	if !c.fixable(an, v) {
		return false
	}
	c.fix(v)
	return true
}

func (c *Cell) fixable(an *Analysis, v Value) bool {
	switch v.Expr.(type) {
	case *kernel.Const, *kernel.FloatConst:
		return c.Var != nil && !an.Mutable[c.Slot]
	default:
		// Others are no constants: c is fixable if it has parts that are.
	}
	if len(c.Sub) == 0 || len(c.Sub) != len(v.Fields) || c.Mem != nil {
		return false
	}
	for i, s := range c.Sub {
		if !s.fixable(an, v.Fields[i]) {
			return false
		}
	}
	return true
}

func (c *Cell) fix(v Value) {
	if c.Var != nil {
		c.Fixed = v.Expr
		return
	}
	for i, s := range c.Sub {
		s.fix(v.Fields[i])
	}
}
