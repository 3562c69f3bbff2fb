package arith

import (
	"fmt"
	"sort"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Vocabulary collects the types, constants and functions that the encoded text
// uses, so that only those are declared.
type Vocabulary struct {
	types  map[string]*boogie.TypeDecl
	floats map[string]*boogie.ConstDecl
	funcs  map[string]*boogie.FuncDecl
	// Products is set where a value is multiplied with or divided by one that is no
	// constant.
	Products bool
}

// NewVocabulary is one without words.
func NewVocabulary() *Vocabulary {
	return &Vocabulary{
		types:  map[string]*boogie.TypeDecl{},
		floats: map[string]*boogie.ConstDecl{},
		funcs:  map[string]*boogie.FuncDecl{},
	}
}

// Decls returns the declarations, sorted by name within each kind.
func (v *Vocabulary) Decls() []boogie.Decl {
	var out []boogie.Decl
	if len(v.types)+len(v.floats) > 0 {
		out = append(out, &boogie.Section{Title: "Floating point is opaque: the same operation on the same values gives the same result"})
		out = append(out, sortedDecls(v.types)...)
		out = append(out, sortedDecls(v.floats)...)
	}
	if len(v.funcs) > 0 {
		out = append(out, &boogie.Section{Title: "Operations"})
		out = append(out, sortedDecls(v.funcs)...)
	}
	return out
}

func sortedDecls[D boogie.Decl](m map[string]D) []boogie.Decl {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]boogie.Decl, len(names))
	for i, n := range names {
		out[i] = m[n]
	}
	return out
}

// Type is the opaque type of a float.
func (v *Vocabulary) Type(t kernel.Type) boogie.Type {
	name := fmt.Sprintf("float%d", t.Bits)
	v.types[name] = &boogie.TypeDecl{Name: name}
	return boogie.NamedType(name)
}

// floatConst is the constant for a literal: equal spellings are equal values,
// nothing else is known.
func (v *Vocabulary) floatConst(c *kernel.FloatConst) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			return r
		case r == '-':
			return 'm'
		case r == '+':
			return 'p'
		}
		return '_'
	}, c.Text)
	name := fmt.Sprintf("FLOAT%d_%s", c.T.Bits, clean)
	if _, ok := v.floats[name]; !ok {
		v.floats[name] = &boogie.ConstDecl{Name: name, T: v.Type(c.T)}
	}
	return name
}

// function declares an uninterpreted function and returns its name.
func (v *Vocabulary) function(name string, result boogie.Type, args []boogie.Type) string {
	if _, ok := v.funcs[name]; !ok {
		params := make([]boogie.Var, len(args))
		for i, t := range args {
			params[i] = boogie.Var{Name: fmt.Sprintf("x%d", i), T: t}
		}
		v.funcs[name] = &boogie.FuncDecl{Name: name, Params: params, Result: result}
	}
	return name
}

// define declares a function that is replaced by its body where it is used.
func (v *Vocabulary) define(name string, result boogie.Type, params []boogie.Var, body boogie.Expr) string {
	if _, ok := v.funcs[name]; !ok {
		v.funcs[name] = &boogie.FuncDecl{
			Attrs: []boogie.Attr{{Key: "inline"}}, Name: name, Params: params, Result: result, Body: body,
		}
	}
	return name
}

var intX = []boogie.Var{{Name: "x", T: boogie.Int}}
var intXY = []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}}

// rangeTest is the function that says an integer is a value of type t.
func (v *Vocabulary) rangeTest(t kernel.Type) string {
	x := boogie.V("x")
	lo, hi := limits(t)
	return v.define("IS_"+strings.ToUpper(t.String()), boogie.Bool, intX,
		boogie.And(boogie.Op("<=", lo, x), boogie.Op("<", x, hi)))
}

// limits are the least value of t and the one above the greatest.
func limits(t kernel.Type) (lo, hi boogie.Expr) {
	if t.Signed {
		return &boogie.IntLit{Text: "-" + power(t.Bits-1).(*boogie.IntLit).Text}, power(t.Bits - 1)
	}
	return boogie.I(0), power(t.Bits)
}

// wrapBelow is the function that takes a value between -2^N and 2^N-1 to the
// unsigned type of N bits.
func (v *Vocabulary) wrapBelow(t kernel.Type) string {
	x := boogie.V("x")
	return v.define("WRAP_"+strings.ToUpper(t.String()), boogie.Int, intX,
		boogie.If3(boogie.Op("<", x, boogie.I(0)), boogie.Op("+", x, power(t.Bits)), x))
}

// wrapFarBelow is the function that takes a sum of any size to the unsigned type of
// N bits: one below zero is reduced, one above the type's range there is none.
func (v *Vocabulary) wrapFarBelow(t kernel.Type) string {
	x := boogie.V("x")
	return v.define("REDUCE_"+strings.ToUpper(t.String()), boogie.Int, intX,
		boogie.If3(boogie.Op("<", x, boogie.I(0)), boogie.Op("mod", x, power(t.Bits)), x))
}

// wrapAbove is the function that takes a value of the unsigned type of N bits to
// the signed one.
func (v *Vocabulary) wrapAbove(t kernel.Type) string {
	x := boogie.V("x")
	_, hi := limits(t)
	return v.define("WRAP_"+strings.ToUpper(t.String()), boogie.Int, intX,
		boogie.If3(boogie.Op(">=", x, hi), boogie.Op("-", x, power(t.Bits)), x))
}

// wrapSum is the function that takes an unsigned sum of N bits, unwrapped, to the
// signed type: exact from -2^N to 2^N-1. Sums beyond do not occur, by assumption.
func (v *Vocabulary) wrapSum(t kernel.Type) string {
	x := boogie.V("x")
	lo, hi := limits(t)
	above := boogie.And(boogie.Op("<=", hi, x), boogie.Op("<", x, power(t.Bits)))
	below := boogie.Op("<", x, lo)
	return v.define("WRAP_SUM_"+strings.ToUpper(t.String()), boogie.Int, intX,
		boogie.If3(above, boogie.Op("-", x, power(t.Bits)), boogie.If3(below, boogie.Op("+", x, power(t.Bits)), x)))
}

// truncate is the function that reduces any integer to type t.
func (v *Vocabulary) truncate(t kernel.Type) string {
	x := boogie.V("x")
	body := boogie.Op("mod", x, power(t.Bits))
	if t.Signed {
		half := power(t.Bits - 1)
		body = boogie.Op("-", boogie.Op("mod", boogie.Op("+", x, half), power(t.Bits)), half)
	}
	return v.define("TRUNCATE_"+strings.ToUpper(t.String()), boogie.Int, intX, body)
}

// truncatedDivision is C's division, from the Euclidean one of SMT-LIB: exact
// for any sign of either operand.
func (v *Vocabulary) truncatedDivision() string {
	x, y := boogie.V("x"), boogie.V("y")
	neg := &boogie.Unary{Op: "-", X: boogie.Op("div", &boogie.Unary{Op: "-", X: x}, y)}
	return v.define("DIV", boogie.Int, intXY,
		boogie.If3(boogie.Op(">=", x, boogie.I(0)), boogie.Op("div", x, y), neg))
}

// truncatedRemainder is C's remainder: it has the sign of the dividend.
func (v *Vocabulary) truncatedRemainder() string {
	x, y := boogie.V("x"), boogie.V("y")
	neg := &boogie.Unary{Op: "-", X: boogie.Op("mod", &boogie.Unary{Op: "-", X: x}, y)}
	return v.define("REM", boogie.Int, intXY,
		boogie.If3(boogie.Op(">=", x, boogie.I(0)), boogie.Op("mod", x, y), neg))
}

// truncatedQuotient is C's division or remainder by a variable, from the opaque
// operation on operands that are not negative.
func (v *Vocabulary) truncatedQuotient(name, operation string) string {
	x, y := boogie.V("x"), boogie.V("y")
	neg := &boogie.Unary{Op: "-", X: v.nonlinear(operation, &boogie.Unary{Op: "-", X: x}, y)}
	return v.define(name, boogie.Int, intXY, boogie.If3(boogie.Op(">=", x, boogie.I(0)), v.nonlinear(operation, x, y), neg))
}

// BV applies an operation of SMT-LIB's bit-vectors of that width.
func (v *Vocabulary) BV(op string, bits int, args ...boogie.Expr) boogie.Expr {
	name := fmt.Sprintf("BV%d_%s", bits, strings.ToUpper(op))
	if _, ok := v.funcs[name]; !ok {
		var result boogie.Type = boogie.BV(bits)
		switch op {
		case "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge":
			result = boogie.Bool
		}
		v.builtin(name, "bv"+op, len(args), boogie.BV(bits), result)
	}
	return boogie.Fn(name, args...)
}

func (v *Vocabulary) builtin(name, smt string, arity int, arg, result boogie.Type) {
	params := make([]boogie.Var, arity)
	for i := range params {
		params[i] = boogie.Var{Name: string("xy"[i]), T: arg}
	}
	v.funcs[name] = &boogie.FuncDecl{
		Attrs: []boogie.Attr{{Key: "bvbuiltin", Args: []any{smt}}}, Name: name, Params: params, Result: result,
	}
}

// extension is sign extension between two widths.
func (v *Vocabulary) extension(op string, from, to int) string {
	name := fmt.Sprintf("BV%d_%s%d", from, op, to)
	if _, ok := v.funcs[name]; !ok {
		v.builtin(name, fmt.Sprintf("sign_extend %d", to-from), 1, boogie.BV(from), boogie.BV(to))
	}
	return name
}
