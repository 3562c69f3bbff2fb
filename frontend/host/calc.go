package host

import "gv2/frontend/cuda"

// Arithmetic of host code, in 64 bits: sizes are small.

func (s *sizer) unary(x Expr, e *cuda.UnaryExpr) []hostValue {
	values := s.value(x.With(e.X))
	for i, v := range values {
		values[i] = negated(e.Op, v)
	}
	return values
}

func negated(op string, v hostValue) hostValue {
	if !v.known[0] {
		return unknownInt(v.reason())
	}
	switch op {
	case "+":
		return integer(v.n[0])
	case "-":
		return integer(-v.n[0])
	case "~":
		return integer(^v.n[0])
	case "!":
		return integer(asInt(v.n[0] == 0))
	}
	return unknownValue("it is not a constant")
}

func (s *sizer) binary(x Expr, e *cuda.BinaryExpr) []hostValue {
	return combined(s.value(x.With(e.X)), s.value(x.With(e.Y)), func(a, b hostValue) hostValue {
		for _, v := range []hostValue{a, b} {
			if !v.known[0] {
				return unknownInt(v.reason())
			}
		}
		n, ok := computed(e.Op, a.n[0], b.n[0])
		if !ok {
			return unknownInt("it is not a constant")
		}
		return integer(n)
	})
}

// computed computes a op b.
func computed(op string, a, b int64) (int64, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	case ",":
		return b, true
	}
	if n, ok := compared(op, a, b); ok {
		return n, true
	}
	return divided(op, a, b)
}

func compared(op string, a, b int64) (int64, bool) {
	switch op {
	case "<":
		return asInt(a < b), true
	case "<=":
		return asInt(a <= b), true
	case ">":
		return asInt(a > b), true
	case ">=":
		return asInt(a >= b), true
	case "==":
		return asInt(a == b), true
	case "!=":
		return asInt(a != b), true
	case "&&":
		return asInt(a != 0 && b != 0), true
	case "||":
		return asInt(a != 0 || b != 0), true
	}
	return 0, false
}

// divided computes operations that are not defined for every b.
func divided(op string, a, b int64) (int64, bool) {
	switch {
	case op == "/" && b != 0:
		return a / b, true
	case op == "%" && b != 0:
		return a % b, true
	case op == "<<" && b >= 0 && b < 63:
		return a << b, true
	case op == ">>" && b >= 0 && b < 64:
		return a >> b, true
	}
	return 0, false
}

// call is min, max, dim3(...), or a host function that is one return statement.
func (s *sizer) call(x Expr, e *cuda.CallExpr) []hostValue {
	id, ok := e.Fun.(*cuda.Ident)
	if !ok {
		return onlyValue(unknownValue("it is known only when the program runs"))
	}
	switch {
	case id.Name == "dim3":
		return s.dims(x, e.Args)
	case (id.Name == "min" || id.Name == "max") && len(e.Args) == 2:
		return s.extreme(x, id.Name == "min", e)
	}
	if len(s.params) < maxChain {
		if fn := s.simpleFunction(id, len(e.Args)); fn != nil {
			return s.returned(x, fn, e.Args)
		}
	}
	return onlyValue(unknownInt("the result of " + id.Name + " is known only when the program runs"))
}

func (s *sizer) extreme(x Expr, least bool, e *cuda.CallExpr) []hostValue {
	return combined(s.value(x.With(e.Args[0])), s.value(x.With(e.Args[1])), func(a, b hostValue) hostValue {
		switch {
		case !a.known[0]:
			return unknownInt(a.reason())
		case !b.known[0]:
			return unknownInt(b.reason())
		case least:
			return integer(min(a.n[0], b.n[0]))
		}
		return integer(max(a.n[0], b.n[0]))
	})
}

// simpleFunction finds the only function of that name, if it takes n arguments.
func (s *sizer) simpleFunction(id *cuda.Ident, n int) *cuda.FuncDecl {
	if len(id.Path) > 0 {
		return nil
	}
	var found *cuda.FuncDecl
	for _, d := range s.names.Decls(id.Name) {
		fn, ok := d.(*cuda.FuncDecl)
		if !ok || found != nil && fn.HasBody {
			return nil
		}
		if fn.HasBody {
			found = fn
		}
	}
	if found == nil || found.Global || len(found.Params) != n || len(s.names.Decls(id.Name)) > 4 {
		return nil
	}
	return found
}

// returned evaluates a function whose body is return e;.
func (s *sizer) returned(x Expr, fn *cuda.FuncDecl, args []cuda.Expr) []hostValue {
	body, diags := fn.Body()
	unknown := onlyValue(unknownInt("the result of " + fn.Name + " is known only when the program runs"))
	if body == nil || diags.HasErrors() || len(body.Stmts) != 1 {
		return unknown
	}
	ret, ok := body.Stmts[0].(*cuda.ReturnStmt)
	if !ok || ret.X == nil {
		return unknown
	}
	params := map[string][]hostValue{}
	for i, p := range fn.Params {
		if p.Type.Form != cuda.NamedType || isFloating(p.Type) {
			return unknown
		}
		params[p.Name] = s.value(x.With(args[i]))
	}
	s.params = append(s.params, params)
	defer func() { s.params = s.params[:len(s.params)-1] }()
	return s.value(x.With(ret.X))
}
