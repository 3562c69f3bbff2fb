package syntax

import "gv2/frontend/cuda"

// IsPlace reports whether e may designate an object rather than a mere value.
func IsPlace(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Ident, *cuda.IndexExpr, *cuda.MemberExpr, *cuda.AssignExpr:
		return true
	case *cuda.UnaryExpr:
		return e.Op == "*" || !e.Postfix && (e.Op == "++" || e.Op == "--")
	case *cuda.BinaryExpr:
		return e.Op == "," && IsPlace(e.Y)
	case *cuda.CastExpr:
		return e.Type.Form == cuda.ReferenceType
	case *cuda.CallExpr:
		return true
	case *cuda.CondExpr:
		return SimplePlace(e.X) && SimplePlace(e.Y)
	}
	return false
}

// SimplePlace excludes what would be evaluated again and again in nested
// conditionals.
func SimplePlace(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Ident:
		return true
	case *cuda.IndexExpr:
		return SimplePlace(e.X)
	case *cuda.MemberExpr:
		return SimplePlace(e.X)
	case *cuda.UnaryExpr:
		return e.Op == "*" && SimplePlace(e.X)
	}
	return false
}

// OfLiterals reports whether e is made of literals alone.
func OfLiterals(e cuda.Expr) bool {
	literal := true
	cuda.WalkExpr(e, func(e cuda.Expr) bool {
		switch e.(type) {
		case *cuda.IntLit, *cuda.BoolLit, *cuda.UnaryExpr, *cuda.BinaryExpr, *cuda.CastExpr, *cuda.SizeofExpr:
		default:
			literal = false
		}
		return literal
	})
	return literal
}

// Nested reports whether a list has lists in it.
func Nested(list *cuda.InitList) bool {
	for _, it := range list.Items {
		if _, ok := it.(*cuda.InitList); ok {
			return true
		}
	}
	return false
}

// ListOrText reports whether an initialiser can tell the length of an array: a braced list or a string.
func ListOrText(init cuda.Expr) bool {
	switch init.(type) {
	case *cuda.InitList, *cuda.StringLit:
		return true
	}
	return false
}
