package kernel

// WithParams is e with parameters of known value, by name, replaced by it. Values are bit
// patterns, which floating-point parameters have not.
func WithParams(e Expr, values map[string]int64) Expr {
	return Fold(MapExpr(e, func(e Expr) Expr {
		if r, ok := e.(*VarRef); ok && r.Var.Param && r.Var.T.Kind != Float {
			if v, given := values[r.Var.Name]; given {
				return NewConst(r.Var.T, v)
			}
		}
		return e
	}))
}

// ReadsParams reports whether e reads one of the parameters.
func ReadsParams(e Expr, values map[string]int64) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		if r, ok := e.(*VarRef); ok {
			_, given := values[r.Var.Name]
			found = found || given
		}
		return !found
	})
	return found
}

// Member is a number in a parameter that is an object of a class.
type Member struct {
	// Param is the number of the parameter, Class the name of its type.
	Param int
	Class string
	Name  string
	// Var is what the member is in the kernel.
	Var *Var
}
