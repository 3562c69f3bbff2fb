package boogie

import (
	"strings"
)

// want checks that e is of type t; what names the place for messages.
func (c *checker) want(e Expr, t Type, what string) {
	if got := c.expr(e); !sameType(got, t) {
		c.fault("%s must be %s, but %s is %s", what, TypeString(t), shorten(ExprString(e)), TypeString(got))
	}
}

// shorten keeps messages about large expressions readable.
func shorten(s string) string {
	if len(s) > 80 {
		return s[:77] + "..."
	}
	return s
}

// expr returns the type of e, or nil if it has none, after reporting why.
func (c *checker) expr(e Expr) Type {
	switch e := e.(type) {
	case *IntLit:
		if digits := strings.TrimPrefix(e.Text, "-"); digits == "" || strings.Trim(digits, "0123456789") != "" {
			c.fault("%q is not an integer", e.Text)
		}
		return Int
	case *BVLit:
		if e.Bits < 1 || e.Bits < 64 && e.Val>>e.Bits != 0 {
			c.fault("%d does not fit in %d bits", e.Val, e.Bits)
		}
		return BV(e.Bits)
	case *BoolLit:
		return Bool
	case *Id:
		return c.id(e)
	case *Unary:
		return c.unary(e)
	case *Binary:
		return c.binary(e)
	case *Ite:
		c.want(e.C, Bool, "the condition of if")
		t := c.expr(e.X)
		c.want(e.Y, t, "the else part")
		return t
	case *App:
		f := c.funcs[e.F]
		if f == nil {
			c.fault("%s is not a function", e.F)
			return nil
		}
		c.args(e.F, f.Params, e.Args)
		return f.Result
	case *Select:
		return c.selected(e.M, c.expr(e.M), e.Keys)
	case *Update:
		t := c.expr(e.M)
		c.want(e.Val, c.selected(e.M, t, e.Keys), "the value stored")
		return t
	case *Extract:
		return c.extract(e)
	case *Old: // of the state at the entry of the procedure, which other places do not have
		if !c.twoOld {
			c.fault("old outside of ensures and bodies")
		}
		return c.expr(e.X)
	case *Quant:
		return c.quant(e)
	}
	c.fault("an expression is missing")
	return nil
}

func (c *checker) id(e *Id) Type {
	v := c.lookup(e.Name)
	if v == nil {
		c.fault("%s is not declared", e.Name)
		return nil
	}
	// Axioms and the bodies of functions hold in every state.
	if c.pure && v.role == global {
		c.fault("%s is a variable, and only constants may stand here", e.Name)
	}
	return v.t
}

func (c *checker) unary(e *Unary) Type {
	switch e.Op {
	case "!":
		c.want(e.X, Bool, "the operand of !")
		return Bool
	case "-":
		return c.number(c.expr(e.X), "-")
	}
	c.fault("unknown operator %s", e.Op)
	return nil
}

// number checks that t is int or real.
func (c *checker) number(t Type, op string) Type {
	if t != nil && t != Int && t != Real {
		c.fault("%s works on numbers, not on %s", op, TypeString(t))
		return nil
	}
	return t
}

// binary walks down the left of a chain in a loop: chains are long.
func (c *checker) binary(e *Binary) Type {
	spine := []*Binary{e}
	for {
		b, ok := spine[len(spine)-1].X.(*Binary)
		if !ok {
			break
		}
		spine = append(spine, b)
	}
	t := c.expr(spine[len(spine)-1].X)
	for i := len(spine) - 1; i >= 0; i-- {
		t = c.apply(spine[i].Op, t, spine[i].Y)
	}
	return t
}

// apply gives the type of x op y for an x of type t.
func (c *checker) apply(op string, t Type, y Expr) Type {
	u := c.expr(y)
	if op == "++" {
		a, ok := t.(BV)
		b, ok2 := u.(BV)
		if !ok || !ok2 {
			if t != nil && u != nil {
				c.fault("++ joins bit-vectors, not %s and %s", TypeString(t), TypeString(u))
			}
			return nil
		}
		return a + b
	}
	if !sameType(t, u) {
		c.fault("%s has operands of types %s and %s", op, TypeString(t), TypeString(u))
		t = nil
	}
	switch op {
	case "<==>", "==>", "&&", "||":
		if !sameType(t, Bool) {
			c.fault("%s works on bool, not on %s", op, TypeString(t))
		}
		return Bool
	case "==", "!=":
		return Bool
	case "<", "<=", ">", ">=":
		c.number(t, op)
		return Bool
	case "+", "-", "*":
		return c.number(t, op)
	case "div", "mod":
		if !sameType(t, Int) {
			c.fault("%s works on int, not on %s", op, TypeString(t))
		}
		return Int
	case "/":
		c.number(t, op)
		return Real
	}
	c.fault("unknown operator %s", op)
	return nil
}

// selected gives the type of m[keys] for an m of type t.
func (c *checker) selected(m Expr, t Type, keys []Expr) Type {
	if t == nil {
		return nil
	}
	mt, ok := t.(*MapType)
	if !ok {
		c.fault("%s is %s, not a map", shorten(ExprString(m)), TypeString(t))
		return nil
	}
	if len(mt.Keys) != len(keys) {
		c.fault("%s takes %d keys, not %d", shorten(ExprString(m)), len(mt.Keys), len(keys))
		return mt.Value
	}
	for i, k := range keys {
		c.want(k, mt.Keys[i], "a key of "+shorten(ExprString(m)))
	}
	return mt.Value
}

func (c *checker) extract(e *Extract) Type {
	t := c.expr(e.X)
	bv, ok := t.(BV)
	switch {
	case t == nil:
	case !ok:
		c.fault("bits of %s, which is not a bit-vector", TypeString(t))
	case e.Lo < 0 || e.Hi <= e.Lo || e.Hi > int(bv):
		c.fault("bits [%d:%d] of %s", e.Hi, e.Lo, TypeString(t))
	default:
		return BV(e.Hi - e.Lo)
	}
	return nil
}

// quant checks a quantifier in a scope with its variables. In Boogie they must
// not hide parameters, locals or outer bound variables.
func (c *checker) quant(q *Quant) Type {
	for _, v := range q.Vars {
		c.typ(v.T)
		c.local(v, bound)
	}
	if len(q.Vars) == 0 {
		c.fault("a quantifier binds nothing")
	}
	for _, t := range q.Triggers {
		for _, x := range t {
			c.expr(x)
		}
	}
	c.want(q.Body, Bool, "the body of a quantifier")
	for _, v := range q.Vars {
		if w := c.scope[v.Name]; w != nil && w.role == bound {
			delete(c.scope, v.Name)
		}
	}
	return Bool
}
