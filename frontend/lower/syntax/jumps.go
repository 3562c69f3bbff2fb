package syntax

import "gv2/frontend/cuda"

// LastLabel is the place of the last label among stmts, -1 if there is none.
func LastLabel(stmts []cuda.Stmt) int {
	for i := len(stmts) - 1; i >= 0; i-- {
		if _, ok := stmts[i].(*cuda.LabelStmt); ok {
			return i
		}
	}
	return -1
}

// BackwardJump finds the first label that is jumped back to, and the last statement
// that does; -1 if there is none.
func BackwardJump(stmts []cuda.Stmt) (head, last int) {
	for i, st := range stmts {
		label, ok := st.(*cuda.LabelStmt)
		if !ok {
			continue
		}
		for j := len(stmts) - 1; j > i; j-- {
			if jumpsTo(stmts[j], label.Label) > 0 {
				return i, j
			}
		}
	}
	return -1, -1
}

// jumpsTo counts the gotos to a label in st.
func jumpsTo(st cuda.Stmt, label string) int {
	n := 0
	walkStmts(st, func(st cuda.Stmt) {
		if g, ok := st.(*cuda.GotoStmt); ok && g.Label == label {
			n++
		}
	})
	return n
}

// walkStmts calls f for st and the statements inside it.
func walkStmts(st cuda.Stmt, f func(cuda.Stmt)) {
	if st == nil {
		return
	}
	f(st)
	switch st := st.(type) {
	case *cuda.Block:
		for _, s := range st.Stmts {
			walkStmts(s, f)
		}
	case *cuda.IfStmt:
		walkStmts(st.Then, f)
		walkStmts(st.Else, f)
	case *cuda.ForStmt:
		walkStmts(st.Body, f)
	case *cuda.RangeStmt:
		walkStmts(st.Body, f)
	case *cuda.WhileStmt:
		walkStmts(st.Body, f)
	case *cuda.DoStmt:
		walkStmts(st.Body, f)
	case *cuda.SwitchStmt:
		walkStmts(st.Body, f)
	}
}

// ClosingJump recognises L: ...; if (cond) goto L; which is a do loop, if nothing
// else in it jumps there or out of a loop around it.
func ClosingJump(at *cuda.LabelStmt, body []cuda.Stmt) (cond cuda.Expr, rest []cuda.Stmt) {
	last, ok := body[len(body)-1].(*cuda.IfStmt)
	if !ok || last.Else != nil || last.Init != nil || last.Constexpr || !isGoto(last.Then) {
		return nil, nil
	}
	rest = body[:len(body)-1]
	for _, st := range rest {
		plain := jumpsTo(st, at.Label) == 0
		walkStmts(st, func(st cuda.Stmt) {
			switch st.(type) {
			case *cuda.BreakStmt, *cuda.ContinueStmt, *cuda.LabelStmt, *cuda.DeclStmt:
				plain = false // of what follows the condition may speak
			}
		})
		if !plain {
			return nil, nil
		}
	}
	return last.Cond, rest
}

func isGoto(st cuda.Stmt) bool {
	if b, ok := st.(*cuda.Block); ok && len(b.Stmts) == 1 {
		st = b.Stmts[0]
	}
	_, ok := st.(*cuda.GotoStmt)
	return ok
}

// EndsInJump reports whether control does not run off the end of stmts.
func EndsInJump(stmts []cuda.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	switch st := stmts[len(stmts)-1].(type) {
	case *cuda.BreakStmt, *cuda.ContinueStmt, *cuda.ReturnStmt, *cuda.GotoStmt:
		return true
	case *cuda.Block:
		return EndsInJump(st.Stmts)
	}
	return false
}

// Exprs calls f for the expressions in a statement, at any depth.
func Exprs(st cuda.Stmt, f func(cuda.Expr)) {
	visit := func(list ...cuda.Expr) {
		for _, e := range list {
			cuda.WalkExpr(e, func(e cuda.Expr) bool {
				f(e)
				if inner, ok := e.(*cuda.LambdaExpr); ok && inner.Body != nil {
					Exprs(inner.Body, f)
				}
				return true
			})
		}
	}
	walkStmts(st, func(st cuda.Stmt) {
		switch st := st.(type) {
		case *cuda.ExprStmt:
			visit(st.X)
		case *cuda.IfStmt:
			Exprs(st.Init, f)
			visit(st.Cond)
		case *cuda.ForStmt:
			Exprs(st.Init, f)
			visit(st.Cond, st.Post)
		case *cuda.RangeStmt:
			Exprs(st.Init, f)
			visit(st.X)
		case *cuda.AsmStmt:
			for _, o := range append(st.Outs[:len(st.Outs):len(st.Outs)], st.Ins...) {
				visit(o.X)
			}
		case *cuda.WhileStmt:
			visit(st.Cond)
		case *cuda.DoStmt:
			visit(st.Cond)
		case *cuda.SwitchStmt:
			Exprs(st.Init, f)
			visit(st.X)
		case *cuda.ReturnStmt:
			visit(st.X)
		case *cuda.DeclStmt:
			for _, d := range st.Decls {
				if b, ok := d.(*cuda.BindingDecl); ok {
					d = b.Var
				}
				if v, ok := d.(*cuda.VarDecl); ok {
					visit(append(v.Ctor[:len(v.Ctor):len(v.Ctor)], v.Init)...)
				}
			}
		}
	})
}
