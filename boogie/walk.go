package boogie

// Children lists the direct subexpressions of e, triggers included.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Ite:
		return []Expr{e.C, e.X, e.Y}
	case *App:
		return e.Args
	case *Select:
		return append([]Expr{e.M}, e.Keys...)
	case *Update:
		return append(append([]Expr{e.M}, e.Keys...), e.Val)
	case *Extract:
		return []Expr{e.X}
	case *Old:
		return []Expr{e.X}
	case *Quant:
		var out []Expr
		for _, t := range e.Triggers {
			out = append(out, t...)
		}
		return append(out, e.Body)
	}
	return nil
}

// Walk calls f for e and, if f returns true, for the expressions below it.
func Walk(e Expr, f func(Expr) bool) {
	stack := []Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == nil || !f(x) {
			continue
		}
		below := Children(x)
		for i := len(below) - 1; i >= 0; i-- {
			stack = append(stack, below[i])
		}
	}
}

// WalkStmts calls f for each statement, outer ones before inner ones.
func WalkStmts(ss []Stmt, f func(Stmt)) {
	for _, s := range ss {
		f(s)
		switch s := s.(type) {
		case *If:
			WalkStmts(s.Then, f)
			WalkStmts(s.Else, f)
		case *While:
			WalkStmts(s.Body, f)
		}
	}
}
