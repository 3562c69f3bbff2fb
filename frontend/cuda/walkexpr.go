package cuda

// WalkExpr calls f for e and, if f returns true, for its operands. It enters
// neither the bodies of lambdas nor types.
func WalkExpr(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, x := range operands(e) {
		WalkExpr(x, f)
	}
}

// operands are the expressions directly inside e, in the order of the text.
func operands(e Expr) []Expr {
	switch e := e.(type) {
	case *UnaryExpr:
		return []Expr{e.X}
	case *BinaryExpr:
		return []Expr{e.X, e.Y}
	case *AssignExpr:
		return []Expr{e.X, e.Y}
	case *CondExpr:
		return []Expr{e.C, e.X, e.Y}
	case *CallExpr:
		return append([]Expr{e.Fun}, e.Args...)
	case *IndexExpr:
		return []Expr{e.X, e.I}
	case *MemberExpr:
		return []Expr{e.X}
	case *CastExpr:
		return []Expr{e.X}
	case *ConstructExpr:
		return append([]Expr{e.At}, e.Args...)
	case *NewExpr:
		if e.Len == nil {
			return e.Args
		}
		return append([]Expr{e.Len}, e.Args...)
	case *SizeofExpr:
		return []Expr{e.X}
	case *InitList:
		return e.Items
	case *PackExpr:
		return []Expr{e.X}
	case *FoldExpr:
		return []Expr{e.X, e.Y}
	}
	return nil
}
