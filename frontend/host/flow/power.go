package flow

import "gv2/frontend/cuda"

// A loop that halves an unsigned number while it is even leaves its odd part:
//
//	for (log2 = 0; (n & 1) == 0; n >>= 1, log2++) { }
//
// The odd part of n is n / (n & -n), and it is 1 where n is a power of two: n & (n - 1) is 0. The loop
// does not end for 0.

// halved is the variable that a loop of this kind halves, empty for other loops.
func (fr *frame) halved(st *stmt) string {
	if st.kind != forStmt && st.kind != whileStmt || st.head == nil || fr.free {
		return ""
	}
	name := evenTest(st.head.expr)
	if name == "" || fr.fn.unstable[name] != "" {
		return ""
	}
	var steps []cuda.Expr
	if st.post != nil {
		if !st.post.parsed || st.post.expr == nil {
			return ""
		}
		steps = append(steps, commas(st.post.expr)...)
	}
	simple := true
	fr.fn.stmts(st.body, func(s *stmt) {
		switch {
		case s.kind == emptyStmt, s.kind == blockStmt:
		case s.kind == plainStmt && s.head != nil && s.head.expr != nil:
			steps = append(steps, commas(s.head.expr)...)
		default:
			simple = false
		}
	})
	halves := 0
	for _, e := range steps {
		target, by, op := "", cuda.Expr(nil), ""
		switch x := e.(type) {
		case *cuda.AssignExpr:
			if id, ok := x.X.(*cuda.Ident); ok && len(id.Path) == 0 {
				target, by, op = id.Name, x.Y, x.Op
			}
		case *cuda.UnaryExpr:
			if id, ok := x.X.(*cuda.Ident); ok && len(id.Path) == 0 && (x.Op == "++" || x.Op == "--") {
				target = id.Name
			}
		}
		switch n, isNumber := by.(*cuda.IntLit); {
		case target == "":
			return ""
		case target != name:
			if by != nil && !isNumber {
				return ""
			}
		case isNumber && (op == ">>=" && n.Value == 1 || op == "/=" && n.Value == 2):
			halves++
		default:
			return ""
		}
	}
	if !simple || halves != 1 {
		return ""
	}
	return name
}

// commas are the expressions between commas.
func commas(e cuda.Expr) []cuda.Expr {
	if b, ok := e.(*cuda.BinaryExpr); ok && b.Op == "," {
		return append(commas(b.X), commas(b.Y)...)
	}
	return []cuda.Expr{e}
}

// evenTest recognises (x & 1) == 0, !(x & 1) and x % 2 == 0.
func evenTest(e cuda.Expr) string {
	var of cuda.Expr
	switch x := e.(type) {
	case *cuda.BinaryExpr:
		if zero, ok := x.Y.(*cuda.IntLit); ok && x.Op == "==" && zero.Value == 0 {
			of = x.X
		}
	case *cuda.UnaryExpr:
		if x.Op == "!" {
			of = x.X
		}
	}
	b, ok := of.(*cuda.BinaryExpr)
	if !ok {
		return ""
	}
	id, isName := b.X.(*cuda.Ident)
	n, isNumber := b.Y.(*cuda.IntLit)
	if isName && isNumber && len(id.Path) == 0 && (b.Op == "&" && n.Value == 1 || b.Op == "%" && n.Value == 2) {
		return id.Name
	}
	return ""
}
