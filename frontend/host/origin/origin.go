// Package origin writes pointers of host code as texts:
//
//	x, x+1, s.p, t.data(), x+~
//
// In: expressions. Out: texts of which two are the same only where the pointers are. That of a pointer a number of elements behind another one ends
// in the number, x+1 or x+-1, and in +~ where it is not known.
package origin

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
)

// Offset takes the number of elements off the text of a pointer.
func Offset(text string) (base string, n int64) {
	base, number, found := strings.Cut(text, "+")
	if found {
		n, _ = strconv.ParseInt(number, 10, 64)
	}
	return base, n
}

// unclear ends the text of a pointer that is some elements before or behind another one.
const unclear = "+~"

// Vague is the text of some pointer into what another one leads to.
func Vague(text string) string {
	if base, _ := Offset(text); base != "" {
		return base + unclear
	}
	return ""
}

// IsVague reports whether it is not known how far the pointer is from its base.
func IsVague(text string) bool { return strings.HasSuffix(text, unclear) }

// Moved is the text of the pointer that is as far behind base as text is behind its own.
func Moved(base, text string) string {
	if IsVague(text) {
		return Vague(base)
	}
	_, n := Offset(text)
	return Shifted(base, n)
}

// Shifted is the text of the pointer n elements behind another one.
func Shifted(text string, n int64) string {
	if IsVague(text) {
		return text
	}
	base, m := Offset(text)
	if base == "" || n+m == 0 {
		return base
	}
	return base + "+" + strconv.FormatInt(n+m, 10)
}

// mostElements bounds the numbers of elements that are followed.
const mostElements = 1 << 31

// step is a number of elements that stands in the text.
func step(e cuda.Expr) (n int64, ok bool) {
	i, ok := e.(*cuda.IntLit)
	if !ok || i.Value > mostElements {
		return 0, false
	}
	return int64(i.Value), true
}

// Of is the text of a pointer without casts, empty if the same text may stand for another pointer; pure is false
// if the expression changes something.
func Of(e cuda.Expr) (text string, pure bool) {
	pure = true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr, *cuda.LambdaExpr:
			pure = false
		case *cuda.UnaryExpr:
			pure = pure && x.Op != "++" && x.Op != "--"
		default:
		}
		return pure
	})
	if !pure {
		return "", false
	}
	return pointerText(e), true
}

// pointerText is the text of a pointer, empty if the same text may stand for another one.
func pointerText(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.CastExpr:
		if e.Type != nil && e.Type.Form == cuda.PointerType {
			text := pointerText(e.X)
			if strings.Contains(text, "+") { // its elements may be of another size
				return Vague(text)
			}
			return text
		}
	case *cuda.BinaryExpr:
		if e.Op != "+" && e.Op != "-" {
			return ""
		}
		if n, ok := step(e.Y); ok && !casts(e.X) {
			if e.Op == "-" {
				n = -n
			}
			return Shifted(pointerText(e.X), n)
		}
		if n, ok := step(e.X); ok && e.Op == "+" {
			if casts(e.Y) {
				return Vague(pointerText(e.Y))
			}
			return Shifted(pointerText(e.Y), n)
		}
		return Vague(pointerText(e.X))
	case *cuda.UnaryExpr:
		if x, ok := e.X.(*cuda.IndexExpr); ok && e.Op == "&" {
			if n, ok := step(x.I); ok && !casts(x.X) {
				return Shifted(pointerText(x.X), n)
			}
			return Vague(pointerText(x.X))
		}
	case *cuda.CondExpr:
		x, _ := Offset(pointerText(e.X))
		y, _ := Offset(pointerText(e.Y))
		if x == y {
			return Vague(x)
		}
	case *cuda.Ident:
		if !e.HasArgs && e.Name != "NULL" {
			return strings.Join(append(slices.Clone(e.Path), e.Name), "::")
		}
	case *cuda.MemberExpr:
		if x := pointerText(e.X); x != "" && !strings.Contains(x, "+") && len(e.Args) == 0 {
			return x + "." + e.Name
		}
	case *cuda.IndexExpr:
		x, i := pointerText(e.X), cuda.TemplateArg{Expr: e.I}.Text()
		if _, number := e.I.(*cuda.IntLit); x != "" && !strings.Contains(x, "+") && (number || pointerText(e.I) != "") {
			return x + "[" + i + "]"
		}
	case *cuda.CallExpr:
		switch f := e.Fun.(type) {
		case *cuda.Ident:
			if f.Name == "raw_pointer_cast" && len(e.Args) == 1 {
				return pointerText(e.Args[0])
			}
		case *cuda.MemberExpr:
			if x := pointerText(f.X); x != "" && len(e.Args) == 0 && Gives(f.Name) {
				return x + ".data()"
			}
		}
	}
	return ""
}

// casts reports whether an expression has a cast in it.
func casts(e cuda.Expr) bool {
	found := false
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		_, is := x.(*cuda.CastExpr)
		found = found || is
		return !found
	})
	return found
}

// Gives reports whether methods of that name give the pointer to what a vector, a smart pointer or a tensor holds.
func Gives(method string) bool {
	return method == "data" || method == "get" || strings.HasSuffix(method, "data_ptr")
}
