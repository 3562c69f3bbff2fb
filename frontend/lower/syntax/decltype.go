package syntax

import "gv2/frontend/cuda"

// DecltypeOfReference names the operand of a decltype that is, or may be, an lvalue that is no name:
// its type is a reference then. It is empty for others.
func DecltypeOfReference(t *cuda.TypeExpr) string {
	if t.Parens {
		return "an expression in parentheses"
	}
	switch x := t.Len.(type) {
	case *cuda.IndexExpr:
		return "an element"
	case *cuda.AssignExpr:
		return "an assignment"
	case *cuda.UnaryExpr:
		if x.Op == "*" || x.Op == "++" || x.Op == "--" {
			return x.Op
		}
	}
	return ""
}
