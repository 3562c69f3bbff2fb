package boogie

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrintedProgramParsesToTheSameTree(t *testing.T) {
	for seed := range int64(400) {
		p := (&gen{Rand: rand.New(rand.NewSource(seed))}).program()
		text := Print(p).Text
		got, err := Parse("p.bpl", text)
		require.NoError(t, err, "seed %d\n%s", seed, text)
		require.Equal(t, p, got, "seed %d\n%s", seed, text)
	}
}

func TestLogicChainsRegroupToTheLeft(t *testing.T) {
	a, b, c := V("a"), V("b"), V("c")
	assert.Equal(t, "a && b && c", ExprString(Op("&&", a, Op("&&", b, c))))
	assert.Equal(t, "a || b || c", ExprString(Op("||", a, Op("||", b, c))))
}

func TestParenthesesAreMinimal(t *testing.T) {
	a, b, c := V("a"), V("b"), V("c")
	tests := map[string]Expr{
		"(a && b) || c":              Op("||", Op("&&", a, b), c),
		"a && (b || c)":              Op("&&", a, Op("||", b, c)),
		"a ==> b ==> c":              Op("==>", a, Op("==>", b, c)),
		"(a ==> b) ==> c":            Op("==>", Op("==>", a, b), c),
		"a <==> b <==> c":            Op("<==>", Op("<==>", a, b), c),
		"a <==> (b <==> c)":          Op("<==>", a, Op("<==>", b, c)),
		"(a == b) == c":              Op("==", Op("==", a, b), c),
		"a + b - c":                  Op("-", Op("+", a, b), c),
		"a - (b + c)":                Op("-", a, Op("+", b, c)),
		"a * (b div c)":              Op("*", a, Op("div", b, c)),
		"a * b mod c":                Op("mod", Op("*", a, b), c),
		"(a + b) * c":                Op("*", Op("+", a, b), c),
		"a ++ b == c":                Op("==", Op("++", a, b), c),
		"!(a && b)":                  &Unary{"!", Op("&&", a, b)},
		"!!a":                        &Unary{"!", &Unary{"!", a}},
		"-(-a)":                      &Unary{"-", &Unary{"-", a}},
		"-(5)":                       &Unary{"-", I(5)},
		"-5":                         I(-5),
		"a - -5":                     Op("-", a, I(-5)),
		"a[b][c := 1][8:0]":          &Extract{&Update{At(a, b), []Expr{c}, I(1)}, 8, 0},
		"(a + b)[c]":                 At(Op("+", a, b), c),
		"-a[b]":                      &Unary{"-", At(a, b)},
		"(if a then b else c) + a":   Op("+", &Ite{a, b, c}, a),
		"(forall x: int :: a) ==> b": Op("==>", &Quant{Vars: []Var{{Name: "x", T: Int}}, Body: a}, b),
	}
	for want, e := range tests {
		assert.Equal(t, want, ExprString(e))
	}
}

func TestDeepTreesPrintAndParse(t *testing.T) {
	const n = 10_000
	for _, op := range []string{"&&", "+", "<==>", "==>"} {
		left, right := Expr(V("x")), Expr(V("x"))
		for range n {
			left, right = Op(op, left, V("x")), Op(op, V("x"), right)
		}
		require.Len(t, strings.Fields(ExprString(left)), 2*n+1)
		require.Len(t, strings.Fields(ExprString(right)), 2*n+1)
	}
	nested := []Stmt{&Assert{E: V("x")}}
	for range 200 {
		nested = []Stmt{&If{C: V("x"), Then: nested, Else: []Stmt{&Break{}}}}
	}
	chain := []Stmt{&If{C: V("x")}}
	for range n {
		chain = []Stmt{&If{C: V("x"), Else: chain}}
	}
	for _, b := range [][]Stmt{nested, chain} {
		pr := Print(&Program{Decls: []Decl{&Proc{Name: "p", Body: b}}})
		got, err := Parse("p.bpl", pr.Text)
		require.NoError(t, err)
		require.Equal(t, pr.Text, Print(got).Text)
	}
}

func TestNestingIsLimited(t *testing.T) {
	for _, text := range []string{
		"axiom " + strings.Repeat("(", 100_000),
		"axiom " + strings.Repeat("!", 100_000),
		"axiom " + strings.Repeat("if a then ", 100_000),
		"const x: " + strings.Repeat("[int]", 100_000),
		"procedure p() {" + strings.Repeat("if (a) {", 100_000),
		"procedure p() {" + strings.Repeat("while (a) {", 100_000),
	} {
		_, err := Parse("p.bpl", text)
		require.ErrorContains(t, err, "nested deeper than")
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := map[string]string{
		"axiom a && b || c;":                  "p.bpl:1:14: && and || do not mix without parentheses",
		"axiom a == b == c;":                  "p.bpl:1:14: comparisons do not chain",
		"const x int;":                        "p.bpl:1:9: expected :, found int",
		"const div: int;":                     "p.bpl:1:7: expected a name, found div",
		"axiom 1bv32 ++ @;":                   "p.bpl:1:16: character '@' is not part of Boogie",
		"/* open":                             "p.bpl:1:8: unterminated comment",
		"procedure p() {":                     "p.bpl:1:16: expected a statement, found end of file",
		"procedure p() { x, y := 1; }":        "p.bpl:1:26: 2 targets but 1 values",
		"axiom 99999999999999999999999bv128;": "p.bpl:1:7: bit-vector literals have at most 64 bits",
		"int x;":                              "p.bpl:1:1: expected a declaration, found int",
	}
	for text, want := range tests {
		_, err := Parse("p.bpl", text)
		assert.EqualError(t, err, want, text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(accepted)
	f.Add(Print(sample()).Text)
	for _, tt := range faulty {
		f.Add(tt.text)
	}
	for seed := range int64(40) {
		g := &gen{Rand: rand.New(rand.NewSource(seed))}
		f.Add("axiom " + ExprString(g.expr(4)) + ";")
	}
	f.Add("const {:existential true} c: bool; procedure p() { while (*) invariant c ==> a; { } }")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("f.bpl", text)
		if err != nil {
			return
		}
		_ = Check(p) // must not panic, whatever the types
		again := Print(p).Text
		q, err := Parse("again.bpl", again)
		if err != nil {
			t.Fatalf("%v\n%s", err, again)
		}
		if third := Print(q).Text; third != again {
			t.Fatalf("prints differently:\n%s\n%s", again, third)
		}
	})
}

// What the tree has no place for is not read as something else: where clauses, jumps,
// lambda expressions and polymorphic types.
func TestNotRead(t *testing.T) {
	for _, text := range []string{
		"var g: int where g > 0;", "procedure p(x: int where x > 0);", "procedure p() { var x: int where x > 0; }",
		"procedure p() { goto a; a: assert true; }", "procedure p() { a: assert true; }", "procedure p() { while (true) { break a; } }",
		"procedure p() { assert (lambda x: int :: x)[1] == 1; }", "function f<a>(x: a): a;", "var m: <a>[a]int;",
		"implementation p() { }", "procedure p() { yield; }", "procedure p() { par q() | q(); }", "const c <: d: int;", "type t a;",
	} {
		_, err := Parse("text", text)
		assert.Error(t, err, text)
	}
}
