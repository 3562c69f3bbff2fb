package annotation

import "gv2/frontend/cuda"

// Where annotations stand in a function.

// isInvariant recognises an annotation that is an invariant where it stands at
// the head of a loop: __invariant(e) and, as GPUVerify has it, __assert(e).
func isInvariant(e cuda.Expr, assertions bool) (*cuda.CallExpr, bool) {
	call, ok := e.(*cuda.CallExpr)
	if !ok {
		return nil, false
	}
	id, ok := call.Fun.(*cuda.Ident)
	if !ok || len(call.Args) != 1 {
		return nil, false
	}
	form := Of(id.Name).Form
	return call, form == Invariance || form == Assertion && assertions
}

// isTemporal recognises the calls that GPUVerify's macros put around an
// invariant.
func isTemporal(e cuda.Expr) bool {
	call, ok := e.(*cuda.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*cuda.Ident)
	return ok && Of(id.Name).Form == NothingToSay
}

// InCondition takes the invariants off __invariant(a), __invariant(b), c.
func InCondition(cond cuda.Expr) ([]*cuda.CallExpr, cuda.Expr) {
	if cond == nil || isTemporal(cond) {
		return nil, nil
	}
	if call, ok := isInvariant(cond, true); ok {
		return []*cuda.CallExpr{call}, nil
	}
	b, ok := cond.(*cuda.BinaryExpr)
	if !ok || b.Op != "," {
		return nil, cond
	}
	left, rest := InCondition(b.X)
	if rest != nil {
		return nil, cond
	}
	right, rest := InCondition(b.Y)
	return append(left, right...), rest
}

// AtStart takes the invariants off the start of a loop's body. In a do
// loop, whose head that is, assertions there count as well.
func AtStart(body cuda.Stmt, atHead bool) ([]*cuda.CallExpr, cuda.Stmt) {
	b, ok := body.(*cuda.Block)
	if !ok {
		return nil, body
	}
	var out []*cuda.CallExpr
	rest := b.Stmts
	for len(rest) > 0 {
		st, ok := rest[0].(*cuda.ExprStmt)
		if !ok {
			break
		}
		call, ok := isInvariant(st.X, atHead)
		if !ok {
			break
		}
		out = append(out, call)
		rest = rest[1:]
	}
	if out == nil {
		return nil, body
	}
	return out, &cuda.Block{Pos: b.Pos, Stmts: rest}
}

// WholeFunction are the invariants that a function states for all its loops.
func WholeFunction(body *cuda.Block) []*cuda.CallExpr {
	var out []*cuda.CallExpr
	Statements(body.Stmts, func(e *cuda.CallExpr, name string) {
		if Of(name).Form == FunctionWide && len(e.Args) == 1 {
			out = append(out, e)
		}
	})
	return out
}

// Ensures reports whether the body has a Postcondition of its own.
func Ensures(body *cuda.Block) bool {
	found := false
	Statements(body.Stmts, func(e *cuda.CallExpr, name string) {
		found = found || Of(name).Form == Postcondition
	})
	return found
}

// Statements calls f for the calls by name that are Statements of the block
// itself.
func Statements(list []cuda.Stmt, f func(e *cuda.CallExpr, name string)) {
	for _, st := range list {
		if x, ok := st.(*cuda.ExprStmt); ok {
			if call, ok := x.X.(*cuda.CallExpr); ok {
				if id, ok := call.Fun.(*cuda.Ident); ok {
					f(call, id.Name)
				}
			}
		}
	}
}

// Mentions reports whether a name that is not qualified occurs in e.
func Mentions(e cuda.Expr, name string) bool {
	found := false
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		id, ok := x.(*cuda.Ident)
		found = found || ok && len(id.Path) == 0 && id.Name == name
		return !found
	})
	return found
}
