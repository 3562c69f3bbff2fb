package kernel

// typed checks that e is not nil, is well formed and has type t.
func (c *checker) typed(what string, e Expr, t Type) {
	if !c.expr(e) {
		return
	}
	if e.Type() != t {
		c.fault("%s %s is %s, not %s", what, ExprString(e), e.Type(), t)
	}
}

func (c *checker) cond(e Expr) { c.typed("condition", e, BoolType) }

func (c *checker) integer(what string, e Expr) {
	if c.expr(e) && !e.Type().IsInt() {
		c.fault("%s %s is %s, not an integer", what, ExprString(e), e.Type())
	}
}

// expr checks e from the leaves up and reports whether it has a type.
func (c *checker) expr(e Expr) bool {
	ok := true
	WalkExpr(e, func(e Expr) bool {
		ok = ok && operandsThere(e)
		return ok
	})
	if e == nil || !ok {
		c.fault("an expression is missing")
		return false
	}
	WalkExpr(e, func(e Expr) bool {
		c.node(e)
		return true
	})
	return true
}

func operandsThere(e Expr) bool {
	switch e := e.(type) {
	case *VarRef:
		return e.Var != nil
	case *Unary:
		return e.X != nil
	case *Other:
		return e.X != nil
	case *Accessed:
		return e.Array != nil
	case *AccessIndex:
		return e.Array != nil
	case *Binary:
		return e.X != nil && e.Y != nil
	case *Cond:
		return e.C != nil && e.X != nil && e.Y != nil
	case *Convert:
		return e.X != nil
	case *Call:
		for _, a := range e.Args {
			if a == nil {
				return false
			}
		}
	default:
		// Others have no operands.
	}
	return true
}

// node checks one node against its operands.
func (c *checker) node(e Expr) {
	switch e := e.(type) {
	case *Const:
		c.constant(e)
	case *FloatConst:
		if e.T.Kind != Float {
			c.fault("floating literal %s is %s", e.Text, e.T)
		}
	case *VarRef:
		if !c.vars[e.Var] {
			c.fault("variable %s is not declared", e.Var.Name)
		}
	case *Builtin:
		if e.Kind < ThreadIdx || e.Kind > ClusterDim || e.Dim < 0 || e.Dim > 2 {
			c.fault("no such builtin: %d.%d", e.Kind, e.Dim)
		}
	case *Unary:
		c.unary(e)
	case *Binary:
		c.binary(e)
	case *Cond:
		if e.C.Type() != BoolType || e.X.Type() != e.Y.Type() {
			c.fault("%s has types %s ? %s : %s", ExprString(e), e.C.Type(), e.X.Type(), e.Y.Type())
		}
	case *Convert:
		c.typ(e.T)
	case *Call:
		c.call(e)
	case *Accessed:
		c.accessed(e.Kind, e.Array)
	case *AccessIndex:
		c.accessed(e.Kind, e.Array)
	default:
		// Other and Enabled are well formed if their operands are.
	}
	if !c.annotation && OfPairs(e) {
		c.fault("%s outside an annotation", ExprString(e))
	}
}

func (c *checker) accessed(kind AccessKind, a *Array) {
	if kind != ReadAccess && kind != WriteAccess {
		c.fault("access kind %d", kind)
	}
	if !c.arrays[a] {
		c.fault("array %s is not declared", a.Name)
	}
}

// stated checks the condition of an annotation, which may refer to pairs of threads.
func (c *checker) stated(e Expr) {
	c.annotation = true
	c.cond(e)
	c.annotation = false
}

func (c *checker) constant(e *Const) {
	switch {
	case e.T.Kind == Float:
		c.fault("integer constant %d is %s", e.Val, e.T)
	case e.T.Kind == Bool && e.Val != 0 && e.Val != 1, e.T.Wrap(e.Val) != e.Val:
		c.fault("constant %d is out of range of %s", e.Val, e.T)
	}
}

func (c *checker) unary(e *Unary) {
	t := e.X.Type()
	ok := t.Kind == Int || e.Op == Neg && t.Kind == Float
	if e.Op == Not {
		ok = t.Kind == Bool
	}
	if !ok {
		c.fault("%s has an operand of type %s", ExprString(e), t)
	}
}

func (c *checker) binary(e *Binary) {
	x, y := e.X.Type(), e.Y.Type()
	ok := x == y
	switch {
	case e.Op == Shl || e.Op == Shr:
		ok = x.IsInt() && y.IsInt()
	case e.Op.IsLogical():
		ok = ok && x == BoolType
	case e.Op == Rem || e.Op == And || e.Op == Or || e.Op == Xor:
		ok = ok && x.IsInt()
	case e.Op == Eq || e.Op == Ne:
	default:
		ok = ok && x.Kind != Bool
	}
	if !ok {
		c.fault("%s has operands of types %s and %s", ExprString(e), x, y)
	}
}

func (c *checker) call(e *Call) {
	c.typ(e.T)
	if e.Fn == "" {
		c.fault("call without a name")
	}
	f, ok := Exact[e.Fn]
	if !ok || !e.T.IsInt() {
		return
	}
	if len(e.Args) != f.Args {
		c.fault("%s has %d arguments, not %d", ExprString(e), len(e.Args), f.Args)
		return
	}
	for _, a := range e.Args {
		if !a.Type().IsInt() {
			c.fault("%s has an argument of type %s", ExprString(e), a.Type())
		}
	}
	if f.Same && e.Args[0].Type() != e.T {
		c.fault("%s yields %s", ExprString(e), e.T)
	}
}
