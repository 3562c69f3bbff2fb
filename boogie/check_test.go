package boogie

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faulty are programs that Boogie rejects, with the fault that Check reports.
var faulty = []struct{ text, want string }{
	{"const x: int; const x: int;", "const x: declared twice"},
	{"type t; type t;", "type t: declared twice"},
	{"function f(int): int; procedure f();", "procedure f: declared twice"},
	{"const x: t;", "const x: type t is not declared"},
	{"axiom x;", "axiom: x is not declared"},
	{"axiom 1;", "axiom: an axiom must be bool, but 1 is int"},
	{"var x: bool; axiom x;", "axiom: x is a variable, and only constants may stand here"},
	{"axiom f(1);", "axiom: f is not a function"},
	{"function f(int): bool; axiom f(true);", "axiom: f, argument 1 must be int, but true is bool"},
	{"function f(int): bool; axiom f();", "axiom: f has 0 arguments, not 1"},
	{"function f(x: int): bool { x }", "function f: the body must be bool, but x is int"},
	{"axiom 1 == true;", "axiom: == has operands of types int and bool"},
	{"axiom 1 && true;", "axiom: && has operands of types int and bool"},
	{"axiom 1bv8 < 2bv8;", "axiom: < works on numbers, not on bv8"},
	{"axiom 1bv8 + 2bv8 == 3bv8;", "axiom: + works on numbers, not on bv8"},
	{"axiom 1bv8 ++ 2bv8 == 3bv8;", "axiom: == has operands of types bv16 and bv8"},
	{"axiom 1bv8[9:0] == 3bv9;", "axiom: bits [9:0] of bv8"},
	{"axiom !1;", "axiom: the operand of ! must be bool, but 1 is int"},
	{"axiom (if true then 1 else true) == 1;", "axiom: the else part must be int, but true is bool"},
	{"const m: [int]bool; axiom m[true];", "axiom: a key of m must be int, but true is bool"},
	{"const m: [int]bool; axiom m[1, 2];", "axiom: m takes 1 keys, not 2"},
	{"const m: int; axiom m[1];", "axiom: m is int, not a map"},
	{"const m: [int]bool; axiom m[1 := 2] == m;", "axiom: the value stored must be bool, but 2 is int"},
	{"axiom (forall x: int :: x);", "axiom: the body of a quantifier must be bool, but x is int"},
	{"procedure p(x: int); requires old(x) == x;", "procedure p: old outside of ensures and bodies"},
	{"procedure p(x: int, x: int);", "procedure p: x is declared twice"},
	{"procedure p(x: int) { var x: int; }", "procedure p: x is declared twice"},
	{"procedure p(x: int) { x := 1; }", "procedure p: x is changed, but is not a variable"},
	{"const x: int; procedure p() { x := 1; }", "procedure p: x is changed, but is not a variable"},
	{"const x: int; procedure p() { havoc x; }", "procedure p: x is changed, but is not a variable"},
	{"var x: int; procedure p() { x := 1; }", "procedure p: changes x, which its modifies clause does not name"},
	{"var m: [int]int; procedure p() { m[1] := 1; }", "procedure p: changes m, which its modifies clause does not name"},
	{"const x: int; procedure p(); modifies x;", "procedure p: modifies x, which is not a global variable"},
	{"var x: int; procedure q(); modifies x; procedure p() { call q(); }",
		"procedure p: calls q, which changes x; its own modifies clause does not name it"},
	{"procedure p() { call q(); }", "procedure p: calls q, which is not a procedure"},
	{"procedure q(x: int); procedure p() { call q(true); }",
		"procedure p: call of q, argument 1 must be int, but true is bool"},
	{"procedure q(x: int); procedure p() { call q(); }", "procedure p: call of q has 0 arguments, not 1"},
	{"procedure q() returns (r: int); procedure p() { call q(); }", "procedure p: call of q takes 0 results of 1"},
	{"procedure q() returns (r: int); procedure p() { var b: bool; call b := q(); }",
		"procedure p: call of q: b is bool, its result is int"},
	{"procedure p() { var x: int; x := true; }", "procedure p: the value of x must be int, but true is bool"},
	{"procedure p() { var x: int; x, x := 1, 2; }", "procedure p: x is assigned twice at once"},
	{"procedure p() { break; }", "procedure p: break outside of a loop"},
	{"procedure p() { if (1) { } }", "procedure p: if must be bool, but 1 is int"},
	{"procedure p() { while (true) invariant 1; { } }", "procedure p: invariant must be bool, but 1 is int"},
	{"procedure p() { assert 1; }", "procedure p: assert must be bool, but 1 is int"},
}

func TestCheckFindsFaults(t *testing.T) {
	for _, tt := range faulty {
		p, err := Parse("p.bpl", tt.text)
		require.NoError(t, err, tt.text)
		assert.EqualError(t, Check(p), tt.want, tt.text)
	}
}

func TestCheckFindsWhatTextCannotSay(t *testing.T) {
	tests := map[string]*Program{
		`var div: "div" is not a legal name`:                           {Decls: []Decl{&VarDecl{Name: "div", T: Int}}},
		`var 1x: "1x" is not a legal name`:                             {Decls: []Decl{&VarDecl{Name: "1x", T: Int}}},
		`const c: attribute a has a line break in a string`:            {Decls: []Decl{&ConstDecl{Attrs: []Attr{{"a", []any{"x\ny"}}}, Name: "c", T: Int}}},
		`const c: attribute a has an argument of type float64`:         {Decls: []Decl{&ConstDecl{Attrs: []Attr{{"a", []any{1.5}}}, Name: "c", T: Int}}},
		`const c: a candidate is bool, not int`:                        {Decls: []Decl{&ConstDecl{Attrs: []Attr{{"existential", []any{True}}}, Name: "c", T: Int}}},
		`axiom: 256 does not fit in 8 bits`:                            {Decls: []Decl{&AxiomDecl{Eq(&BVLit{256, 8}, &BVLit{0, 8})}}},
		`axiom: "x" is not an integer`:                                 {Decls: []Decl{&AxiomDecl{Eq(&IntLit{"x"}, I(1))}}},
		`axiom: an expression is missing`:                              {Decls: []Decl{&AxiomDecl{nil}}},
		`axiom: unknown operator xor`:                                  {Decls: []Decl{&AxiomDecl{Op("xor", True, True)}}},
		`procedure p: candidate c is not declared {:existential true}`: {Decls: []Decl{&Proc{Name: "p", Body: []Stmt{&While{Invs: []Invariant{{Candidate: "c", E: True}}}}}}},
		`procedure p: x hides a global name`:                           {Decls: []Decl{&VarDecl{Name: "x", T: Int}, &Proc{Name: "p", Params: []Var{{Name: "x", T: Int}}}}},
		`procedure p: 1 cannot be assigned to`:                         {Decls: []Decl{&Proc{Name: "p", Body: []Stmt{&Assign{[]Expr{I(1)}, []Expr{I(1)}}}}}},
		`procedure p: local variables but no body`:                     {Decls: []Decl{&Proc{Name: "p", Locals: []Var{{Name: "x", T: Int}}}}},
	}
	for want, p := range tests {
		assert.EqualError(t, Check(p), want)
	}
}

func TestCheckStopsAfterManyFaults(t *testing.T) {
	p := &Program{}
	for range 100 {
		p.Decls = append(p.Decls, &AxiomDecl{I(1)})
	}
	assert.Len(t, strings.Split(Check(p).Error(), "\n"), maxFaults)
}

func TestCheckIsLinearInChains(t *testing.T) {
	x, m := Expr(True), V("m")
	for i := range 20_000 {
		x = Op("&&", x, Eq(V("a"), V("a")))
		if i < 2000 {
			m = &Update{m, []Expr{I(1)}, I(2)}
		}
	}
	assert.NoError(t, Check(&Program{Decls: []Decl{&ConstDecl{Name: "a", T: Int},
		&ConstDecl{Name: "m", T: &MapType{[]Type{Int}, Int}}, &AxiomDecl{x}, &AxiomDecl{Eq(m, m)}}}))
}

// accepted is a program that uses less common features that Boogie allows.
const accepted = `
type t;
const unique a, b: t;
const {:existential true} c0: bool;
function {:inline true} f(x: int): int { x + g }
const g: int;
function {:bvbuiltin "bvadd"} ADD(bv32, bv32): bv32;
var M: [t][int]int;
var N: [int, bool]bv8;
var h: bool;
procedure q(x: int) returns (r: int, s: bool);
  modifies h;
  free requires x > 0;
  ensures old(h) == h && r == x;
procedure {:inline 1} p(n: int) returns (r: int)
  modifies M, N, h;
{
  var i, j: int;
  var s: bool;
  i, j := 0, n;
  M[a][i] := f(i) mod 3;
  N := N[i, true := N[j, s][8:7] ++ 127bv7];
  call r, s := q(i);
  while (i < n)
    free invariant i >= 0;
    invariant c0 ==> i <= n;
  {
    if (*) {
      break;
    } else if ((exists k: int :: {f(k)} f(k) == i)) {
      return;
    }
    assert {:tag "x"} a != b;
    havoc i;
  }
}
`

func TestCheckAcceptsWhatBoogieDoes(t *testing.T) {
	p, err := Parse("p.bpl", accepted)
	require.NoError(t, err)
	assert.NoError(t, Check(p))
	if out, ok := realBoogie(t, Print(p).Text); ok {
		assert.NotRegexp(t, "(?i)error[:s ]", strings.ReplaceAll(out, "0 errors", ""))
	}
}

// realBoogie returns the output of Boogie for text, without verification; it is
// not ok if Boogie is not installed.
func realBoogie(t *testing.T, text string) (string, bool) {
	t.Helper()
	path, err := exec.LookPath("boogie")
	if err != nil {
		return "", false
	}
	cmd := exec.Command(path, "stdin.bpl", "/nologo", "/noVerify")
	cmd.Stdin = strings.NewReader(text)
	out, _ := cmd.CombinedOutput()
	return string(out), true
}

func TestRealBoogieRejectsTheFaultyToo(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a second for each program")
	}
	for i := 0; i < len(faulty); i += 6 {
		tt := faulty[i]
		out, ok := realBoogie(t, tt.text)
		if !ok {
			t.Skip("boogie is not installed")
		}
		assert.Regexp(t, `(?i)error: |errors detected`, out, tt.text)
	}
}
