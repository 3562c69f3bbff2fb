package interp_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
)

// compile compiles a program after boogie.Check has accepted it.
func compile(t testing.TB, text string) *interp.Program {
	t.Helper()
	p, err := boogie.Parse("test.bpl", text)
	require.NoError(t, err)
	require.NoError(t, boogie.Check(p))
	q, err := interp.Compile(p)
	require.NoError(t, err)
	return q
}

// explore runs the only procedure of a program.
func explore(t testing.TB, text string) interp.Report {
	t.Helper()
	return compile(t, text).Explore(context.Background(), interp.Search{Runs: 600, Patience: 600})
}

// always demands that no run fails and some complete.
func always(t testing.TB, text string) {
	t.Helper()
	r := explore(t, text)
	for _, f := range r.Failures {
		assert.Fail(t, "a run fails", "%v", f.State)
	}
	assert.Positive(t, r.Runs[interp.Completed], "%v", r.Runs)
}

// sometimes demands a run in which the assertion fails, and one in which it holds.
func sometimes(t testing.TB, text string) {
	t.Helper()
	r := explore(t, text)
	assert.NotEmpty(t, r.Failures)
	assert.Positive(t, r.Runs[interp.Completed], "%v", r.Runs)
}

func TestExpressions(t *testing.T) {
	const bv = `
		function {:bvbuiltin "bvadd"} ADD(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvsub"} SUB(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvmul"} MUL(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvneg"} NEG(x: bv8): bv8;
		function {:bvbuiltin "bvnot"} NOT(x: bv8): bv8;
		function {:bvbuiltin "bvand"} AND(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvor"} OR(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvxor"} XOR(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvshl"} SHL(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvlshr"} LSHR(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvashr"} ASHR(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvudiv"} UDIV(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvurem"} UREM(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvsdiv"} SDIV(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvsrem"} SREM(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvsmod"} SMOD(x: bv8, y: bv8): bv8;
		function {:bvbuiltin "bvult"} ULT(x: bv8, y: bv8): bool;
		function {:bvbuiltin "bvsge"} SGE(x: bv8, y: bv8): bool;
		function {:bvbuiltin "bvsgt"} SGT(x: bv8, y: bv8): bool;
		function {:bvbuiltin "bvule"} ULE(x: bv8, y: bv8): bool;
		function {:bvbuiltin "sign_extend 8"} SEXT(x: bv8): bv16;
		function {:bvbuiltin "zero_extend 8"} ZEXT(x: bv8): bv16;
		function {:bvbuiltin "bvmul"} MUL128(x: bv128, y: bv128): bv128;
		function {:inline} TWICE(x: int): int { x + x }
		function HALF(x: int): int { (if x >= 0 then x div 2 else -(-x div 2)) }
	`
	for _, e := range []string{
		"7 div 2 == 3 && 7 mod 2 == 1",
		"-7 div 2 == -4 && -7 mod 2 == 1",
		"7 div -2 == -3 && 7 mod -2 == 1",
		"-7 div -2 == 4 && -7 mod -2 == 1",
		"9223372036854775807 + 1 == 9223372036854775808",
		"9223372036854775807 + 1 - 1 == 9223372036854775807",
		"-9223372036854775807 - 2 < -9223372036854775808",
		"4611686018427387904 * 4 == 18446744073709551616",
		"-9223372036854775808 * -1 == 9223372036854775808",
		"-9223372036854775808 div -1 == 9223372036854775808",
		"-1 mod 18446744073709551616 == 18446744073709551615",
		"5 mod 18446744073709551616 == 5",
		"5 < 18446744073709551616 && -18446744073709551616 <= 5 && 5 != 18446744073709551616",
		"(if 1 < 2 then 3 else 4) == 3",
		"(true ==> true) && (false ==> false) && !(true ==> false) && (false ==> true)",
		"(true <==> true) && !(true <==> false)",
		"TWICE(21) == 42 && HALF(-7) == -3",
		"ADD(200bv8, 100bv8) == 44bv8 && SUB(1bv8, 2bv8) == 255bv8 && MUL(16bv8, 17bv8) == 16bv8",
		"NEG(1bv8) == 255bv8 && NOT(1bv8) == 254bv8",
		"AND(12bv8, 10bv8) == 8bv8 && OR(12bv8, 10bv8) == 14bv8 && XOR(12bv8, 10bv8) == 6bv8",
		"SHL(3bv8, 7bv8) == 128bv8 && SHL(3bv8, 8bv8) == 0bv8",
		"LSHR(128bv8, 7bv8) == 1bv8 && LSHR(128bv8, 200bv8) == 0bv8",
		"ASHR(128bv8, 3bv8) == 240bv8 && ASHR(128bv8, 200bv8) == 255bv8 && ASHR(64bv8, 200bv8) == 0bv8",
		"UDIV(200bv8, 7bv8) == 28bv8 && UDIV(200bv8, 0bv8) == 255bv8",
		"UREM(200bv8, 7bv8) == 4bv8 && UREM(200bv8, 0bv8) == 200bv8",
		"SDIV(249bv8, 2bv8) == 253bv8 && SDIV(249bv8, 0bv8) == 1bv8 && SDIV(7bv8, 0bv8) == 255bv8",
		"SDIV(128bv8, 255bv8) == 128bv8",
		"SREM(249bv8, 2bv8) == 255bv8 && SREM(249bv8, 0bv8) == 249bv8",
		"SMOD(249bv8, 2bv8) == 1bv8 && SMOD(7bv8, 254bv8) == 255bv8 && SMOD(249bv8, 0bv8) == 249bv8",
		"ULT(1bv8, 255bv8) && SGE(1bv8, 255bv8) && SGT(1bv8, 255bv8) && ULE(1bv8, 1bv8)",
		"SEXT(200bv8) == 65480bv16 && ZEXT(200bv8) == 200bv16",
		"171bv8[8:4] == 10bv4 && 171bv8[4:0] == 11bv4",
		"10bv4 ++ 11bv4 == 171bv8",
		"MUL128(0bv64 ++ 9223372036854775808bv64, 4bv128)[128:64] == 2bv64",
	} {
		always(t, bv+"procedure p() { assert "+e+"; }")
		// The same with operands that the compiler does not know.
		r := explore(t, bv+"procedure p() { assert !("+e+"); }")
		assert.Len(t, r.Failures, 1, e)
	}
}

func TestStatements(t *testing.T) {
	for name, text := range map[string]string{
		"parallel assignment": `procedure p() { var x: int; var y: int; x := 1; y := 2; x, y := y, x; assert x == 2 && y == 1; }`,
		"own value":           `procedure p() { var x: bool; var y: bool; x := true; y := false; x := y || (x && !y); assert x; }`,
		"branch":              `procedure p() { var x: int; x := 3; if (x > 2) { x := 7; } else { x := 8; } assert x == 7; }`,
		"choice":              `procedure p() { var x: int; x := 0; if (*) { x := 1; } else { x := 2; } assert x == 1 || x == 2; }`,
		"break":               `procedure p() { var i: int; i := 0; while (true) { if (i == 5) { break; } i := i + 1; } assert i == 5; }`,
		"inner break": `procedure p() { var i: int; var n: int; i := 0; n := 0;
			while (i < 3) { while (*) { n := n + 1; break; } i := i + 1; } assert i == 3; }`,
		"return":   `procedure p() { if (*) { return; } assume false; assert false; }`,
		"map":      `procedure p() { var m: [int]int; m[3] := 4; m[5] := 6; m[3] := 7; assert m[3] == 7 && m[5] == 6; }`,
		"two keys": `procedure p() { var m: [int,bool]int; m[3, true] := 4; m[3, false] := 6; assert m[3, true] == 4; }`,
		"updates":  `procedure p() { var m: [int]int; var k: [int]int; k := m[1 := 2][3 := 4]; assert k[1] + k[3] == 6; }`,
		"same elements": `procedure p() { var m: [int]int; var k: [int]int; k := m; k[1] := m[1]; assert m == k;
			k[1] := m[1] + 1; assert m != k; }`,
		"call": `procedure {:inline 1} f(x: int) returns (y: int) { y := x + 1; if (y > 5) { return; } y := 0; }
			procedure p() { var a: int; call a := f(7); assert a == 8; call a := f(1); assert a == 0; }`,
		"call of a changed variable": `var g: int;
			procedure {:inline 1} f(x: int) modifies g; { g := 5; assert x == 3; }
			procedure p() modifies g; { g := 3; call f(g); assert g == 5; }`,
		"contract": `var g: int;
			procedure f(x: int) returns (y: int); requires x > 0; modifies g; ensures y == x + g && g == old(g) + 1;
			procedure p() modifies g; { var a: int; g := 4; call a := f(7); assert a == 12; }`,
		"old": `var g: int; procedure p() modifies g; ensures g == old(g) + 2; { g := g + 1; assert g == old(g) + 1; g := g + 1; }`,
		"defined within old": `var g: int; function F(x: int): int { x + x }
			procedure p() requires g == 3; modifies g; { g := 4; assert old(F(g)) == 6; }`,
		"results are arbitrary but typed": `procedure p() returns (x: bool) { assert x || !x; }`,
		"functions":                       `function F(x: int): int; procedure p() { var a: int; var b: int; a := b; assert F(a) == F(b); }`,
		"unique":                          `type T; const unique a: T; const unique b: T; procedure p() { assert a != b; }`,
		"defined constants":               `const n: int; const m: int; axiom m == n + 1; axiom n == 6; procedure p() { assert m == 7; }`,
		"table":                           `const m: [int]int; axiom m[0] == 4; axiom m[1] == 5; procedure p() { assert m[0] + m[1] == 9; }`,
		"loops keep count": `procedure p() { var i: int; var s: int; i := 0; s := 0;
			while (i < 10) invariant s == 3 * i; { i := i + 1; s := s + 3; } assert s == 30; }`,
		"unsigned 64-bit values": `function {:inline} WRAP(x: int): int { (if x < 0 then x + 18446744073709551616 else x) }
			procedure p() { var x: int; x := -1; assert WRAP(x) == 18446744073709551615; assert WRAP(x) > 3; }`,
	} {
		t.Run(name, func(t *testing.T) { always(t, text) })
	}
}

func TestFailures(t *testing.T) {
	for name, text := range map[string]string{
		"assertion":     `procedure p(x: int) { assert x != 3; }`,
		"choice":        `procedure p() { var x: bool; x := false; if (*) { x := true; } assert x; }`,
		"uninitialised": `procedure p() { var x: int; assert x >= 0; }`,
		"havoc":         `procedure p() { var x: int; x := 1; havoc x; assert x == 1; }`,
		"contents":      `procedure p() { var m: [int]int; assert m[0] <= m[1]; }`,
		"other element": `procedure p() { var m: [int]int; m[0] := 5; havoc m; assert m[0] == 5; }`,
		"function":      `function F(x: int): int; procedure p() { assert F(0) <= F(1); }`,
		"predicate":     `function F(x: int): bool; procedure p() { assert F(4); }`,
		"opaque":        `type T; const a: T; const b: T; procedure p() { assert a != b; }`,
		"precondition":  `procedure f(x: int); requires x != 2; procedure p(x: int) { call f(x); }`,
		"postcondition": `procedure p(x: int) returns (y: int) ensures y != 4; { y := x + 1; }`,
		"modified":      `var g: int; procedure f(); modifies g; procedure p() modifies g; { g := 1; call f(); assert g == 1; }`,
		"entry":         `procedure p(x: int) { while (*) invariant x != 1; { } }`,
		"maintenance":   `procedure p() { var i: int; i := 0; while (i < 9) invariant i != 7; { i := i + 1; if (*) { break; } } }`,
		"second time":   `procedure p() { var i: int; i := 0; while (*) { assert i < 1; i := i + 1; } }`,
		"two threads": `const t$1: int; const t$2: int; axiom 0 <= t$1 && t$1 < 1024; axiom 0 <= t$2 && t$2 < 1024;
			procedure p() requires t$1 != t$2; { assert t$1 + 1 != t$2; }`,
		"same warp": `const t$1: int; const t$2: int; axiom 0 <= t$1 && t$1 < 1024; axiom 0 <= t$2 && t$2 < 1024;
			procedure p() requires t$1 != t$2; { assert t$1 + 32 != t$2; }`,
	} {
		t.Run(name, func(t *testing.T) { sometimes(t, text) })
	}
}

// Runs meet conditions that hardly any values meet by chance.
func TestAssumptionsAreMet(t *testing.T) {
	const bv = `
		function {:bvbuiltin "bvadd"} ADD(x: bv32, y: bv32): bv32;
		function {:bvbuiltin "bvsub"} SUB(x: bv32, y: bv32): bv32;
		function {:bvbuiltin "bvmul"} MUL(x: bv32, y: bv32): bv32;
		function {:bvbuiltin "bvand"} AND(x: bv32, y: bv32): bv32;
		function {:bvbuiltin "bvslt"} SLT(x: bv32, y: bv32): bool;
		function {:bvbuiltin "bvule"} ULE(x: bv32, y: bv32): bool;
	`
	for name, text := range map[string]string{
		"multiple":            `const n: int; axiom n mod 1000 == 0 && n > 5000; procedure p() { assert n != 6000; }`,
		"equation":            `const n: int; const m: int; axiom 3 * n + 7 == m; axiom m > 500; procedure p() { assert n < 0; }`,
		"disjunction":         `const n: int; axiom n == 12345 || n == 54321; procedure p() { assert n != 54321; }`,
		"power of two":        bv + `const n: bv32; axiom n != 0bv32 && AND(n, SUB(n, 1bv32)) == 0bv32; procedure p() { assert n != 8bv32; }`,
		"multiple by mask":    bv + `const n: bv32; axiom AND(n, 255bv32) == 0bv32; axiom SLT(1000bv32, n); procedure p() { assert n == 0bv32; }`,
		"bit-vectors":         bv + `const n: bv32; axiom ADD(MUL(n, 5bv32), 3bv32) == 5003bv32; procedure p() { assert n != 1000bv32; }`,
		"between":             bv + `const n: bv32; const m: bv32; axiom ULE(n, m) && ULE(m, ADD(n, 2bv32)); procedure p() { assert n == m; }`,
		"after havoc":         `procedure p() { var x: int; var y: int; x := 123456; havoc y; assume y == x + 1; assert y < 0; }`,
		"through assignments": `procedure p() { var x: int; var y: int; havoc x; y := 7 * x + 3; assume y > 70000 && y < 70020; assert x == 0; }`,
		"two unknowns":        `procedure p() { var x: int; var y: int; havoc x; havoc y; assume 100 * x == y; assume y > 12300; assert x <= 0; }`,
		"under a condition":   `procedure p(b: bool) { var x: int; havoc x; assume b ==> x == 777777; assert b ==> x == 0; }`,
		"distinct":            `const a: int; const b: int; axiom 0 <= a && a < 2 && 0 <= b && b < 2; procedure p() requires a != b; { assert a == 1; }`,
		"equal maps":          `procedure p() { var m: [int]int; var k: [int]int; havoc m; havoc k; assume m == k; k[3] := 5; assert m[3] == k[3]; }`,
		"taken": `var taken: [int,int]bool; procedure p() modifies taken; { var x: int; taken[0, 3] := true; havoc x; assume 2 < x && x < 5;
			assume !taken[0, x]; assert x == 9; }`,
		"of the body": `const n: int; procedure p() { var x: int; x := n; if (*) { x := 1; } assume n == 4711; assert x == 1; }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := explore(t, text)
			assert.NotEmpty(t, r.Failures, "%v", r.Runs)
			assert.Zero(t, r.Runs[interp.Unknown])
		})
	}
}

// logging is how package instrument logs an access of one thread.
const logging = `
	var seen: bool; var offs: int;
	procedure {:inline 1} LOG(P: bool, offset: int) modifies seen, offs;
	{ var track: bool; havoc track; if (P && track) { seen := true; offs := offset; } }
	procedure {:inline 1} BARRIER(P: bool) { if (P) { assume !seen; } }
	procedure CHECK(P: bool, offset: int); requires !(P && seen && offs == offset);
`

// The log is empty at barriers, and yet runs log something after the last one.
func TestLoggingBehindBarriers(t *testing.T) {
	r := explore(t, logging+`procedure p() requires !seen; modifies seen, offs; {
		var i: int; i := 0;
		while (i < 6) { call LOG(true, i); call BARRIER(true); i := i + 1; }
		call LOG(true, 77); call LOG(true, 78); call CHECK(true, 77);
	}`)
	require.Len(t, r.Failures, 1)
	assert.Equal(t, "77", r.Failures[0].State["offs"])
	assert.Equal(t, "6", r.Failures[0].State["i"])
}

// The program assumes an empty log at the barrier, and runs find the races before
// it all the same.
func TestLoggingBeforeBarriers(t *testing.T) {
	r := explore(t, logging+`procedure p() requires !seen; modifies seen, offs; {
		var i: int; i := 0;
		while (i < 6) { call LOG(i == 2, i); call CHECK(true, i); call BARRIER(true); i := i + 1; }
	}`)
	require.Len(t, r.Failures, 1)
	assert.Equal(t, "2", r.Failures[0].State["i"])
}

func TestFailureTellsItsState(t *testing.T) {
	p := boogie.Program{Decls: []boogie.Decl{
		&boogie.ConstDecl{Name: "c", T: boogie.BV(64)}, &boogie.AxiomDecl{E: boogie.Eq(boogie.V("c"), &boogie.BVLit{Val: 1<<64 - 2, Bits: 64})},
		&boogie.Proc{Name: "callee", Params: []boogie.Var{{Name: "x", T: boogie.Int}}, Requires: []boogie.Spec{{E: boogie.Ne(boogie.V("x"), boogie.I(2)), Tag: "clause"}}},
		&boogie.Proc{Name: "p", Locals: []boogie.Var{{Name: "i", T: boogie.Int}, {Name: "b", T: boogie.Bool}, {Name: "m", T: &boogie.MapType{Keys: []boogie.Type{boogie.Int}, Value: boogie.Int}}},
			Body: []boogie.Stmt{
				&boogie.Assign{Lhs: []boogie.Expr{boogie.V("i"), boogie.V("b")}, Rhs: []boogie.Expr{boogie.I(-1), boogie.True}},
				&boogie.While{C: boogie.True, Tag: "loop", Body: []boogie.Stmt{
					&boogie.Assign{Lhs: []boogie.Expr{boogie.V("i")}, Rhs: []boogie.Expr{boogie.Op("+", boogie.V("i"), boogie.I(1))}},
					&boogie.Call{F: "callee", Args: []boogie.Expr{boogie.V("i")}, Tag: "call"},
				}},
			}},
	}}
	q, err := interp.Compile(&p)
	require.NoError(t, err)
	out, err := q.Run("p", 1, interp.Limits{})
	require.NoError(t, err)
	require.Equal(t, interp.Failed, out.Status)
	assert.Equal(t, &interp.Failure{
		Procedure: "p", Tag: "clause", Call: "call", State: map[string]string{"c": "18446744073709551614", "i": "2", "b": "true"},
		Loops: []interp.Loop{{Tag: "loop", Iterations: 2}},
	}, out.Failure)
}

// What cannot be computed refutes nothing.
func TestUnknown(t *testing.T) {
	for name, text := range map[string]string{
		"quantifier":         `procedure p() { assert (forall x: int :: x > 3); }`,
		"in an axiom":        `function F(x: int): int; axiom (forall x: int :: F(x) > 3); procedure p() { assert false; }`,
		"division by zero":   `procedure p() { var x: int; x := 0; assert 5 div x == 1; }`,
		"modulo zero":        `procedure p() { var x: int; x := 0; assert 5 mod x == 1; }`,
		"maps of maps":       `procedure p() { var m: [int][int]int; assert m[1][2] == 3; }`,
		"small maps":         `procedure p() { var m: [bool]int; var k: [bool]int; assert m == k; }`,
		"recursion":          `procedure {:inline 1} f() { call f(); } procedure p() { call f(); assert false; }`,
		"recursive function": `function F(x: int): int { F(x) + 1 } procedure p() { assert F(1) == 2; }`,
		"large value":        `procedure p() { var x: int; x := 9223372036854775807 + 1; assert x == 0; }`,
		"unknown function":   `function {:bvbuiltin "bvfoo"} F(x: bv8): bv8; procedure p() { assert F(1bv8) == 2bv8; }`,
		"real":               `procedure p() { var x: real; assert x == x; }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := explore(t, text)
			assert.Empty(t, r.Failures)
			assert.Equal(t, 600, r.Runs[interp.Unknown])
		})
	}
}

func TestInfeasible(t *testing.T) {
	for name, text := range map[string]string{
		"contradictory axioms": `const n: int; axiom n < 3; axiom n > 3; procedure p() { assert false; }`,
		"precondition":         `procedure p(b: bool) requires b && !b; { assert false; }`,
		"assumption":           `procedure p() { assume false; assert false; }`,
		"free invariant":       `procedure p() { while (true) free invariant false; { assert false; } }`,
		"different maps":       `procedure p() { var m: [int]int; var k: [int]int; if (m != k) { assume m == k; assert false; } }`,
		"known elements":       `procedure p() { var m: [int]int; var k: [int]int; havoc m, k; m[1] := 2; k[1] := 3; assume m == k; assert false; }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := explore(t, text)
			assert.Empty(t, r.Failures)
			assert.Positive(t, r.Runs[interp.Infeasible])
			assert.Zero(t, r.Runs[interp.Unknown])
		})
	}
}

func TestCandidates(t *testing.T) {
	text := `const {:existential true} a: bool; const {:existential true} b: bool; const {:existential true} c: bool;
		const {:existential true} d: bool; const {:existential true} e: bool; const {:existential true} f: bool;
		const n: int; const {:existential true} g: bool; const {:existential true} h: bool;
		procedure p() { var i: int; var x: int; i := 0;
			while (i < n)
				invariant a ==> i >= 0;
				invariant b ==> i <= n;
				invariant c ==> i < 3;
				invariant d ==> x == 0;
				invariant e ==> 1 div i == 1;
				invariant f ==> i * 9223372036854775807 == 0;
				invariant g ==> (forall y: int :: y == i);
				invariant h ==> i * 9223372036854775807 >= 0;
			{ i := i + 1; }
			assume n > 0;
			assert false;
		}`
	q := compile(t, text)
	r := q.Explore(context.Background(), interp.Search{})
	assert.Equal(t, []string{"a", "b", "c", "d", "e", "f", "g", "h"}, q.Candidates())
	assert.Equal(t, map[string]bool{"b": true, "c": true, "d": true, "f": true, "e": true}, r.Refuted,
		"b is false for negative n, e for i of 2 and more; h needs large integers and holds")
	assert.Len(t, r.Failures, 1)
}

func TestCandidatesAreNotRefutedBehindAnAssumption(t *testing.T) {
	r := explore(t, `const {:existential true} a: bool; procedure p() { assume false; while (*) invariant a ==> false; { } }`)
	assert.Empty(t, r.Refuted)
}

// The report depends on the seed alone.
func TestExploreIsDeterministic(t *testing.T) {
	q := compile(t, logging+`const {:existential true} a: bool; const n: int; procedure p() requires !seen; modifies seen, offs; {
		var i: int; i := 0;
		while (i < n) invariant a ==> i < 40; { call LOG(true, i * i); call CHECK(true, 2 * i + 3); if (*) { call BARRIER(true); } i := i + 1; }
	}`)
	one := q.Explore(context.Background(), interp.Search{Workers: 1})
	require.NotEmpty(t, one.Failures)
	for _, workers := range []int{2, 3, 8} {
		assert.Equal(t, one, q.Explore(context.Background(), interp.Search{Workers: workers}))
	}
	again, err := q.Run("p", 7, interp.Limits{})
	require.NoError(t, err)
	same, err := q.Run("p", 7, interp.Limits{})
	require.NoError(t, err)
	assert.Equal(t, again, same)
}

func TestLimits(t *testing.T) {
	q := compile(t, `procedure p() { while (true) { } }`)
	out, err := q.Run("p", 1, interp.Limits{Steps: 100})
	require.NoError(t, err)
	assert.Equal(t, interp.Exhausted, out.Status)
	assert.Less(t, out.Steps, int64(200))
	_, err = q.Run("q", 1, interp.Limits{})
	assert.ErrorContains(t, err, `no procedure "q" to run: there are p`)
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	assert.Empty(t, q.Explore(stopped, interp.Search{}).Runs)
}

func TestCompileNamesWhatIsWrong(t *testing.T) {
	for want, p := range map[string]*boogie.Proc{
		"y is not a variable":           {Name: "p", Body: []boogie.Stmt{&boogie.Havoc{Names: []string{"y"}}}},
		"y is not declared":             {Name: "p", Body: []boogie.Stmt{&boogie.Assert{E: boogie.V("y")}}},
		"F is not a function":           {Name: "p", Body: []boogie.Stmt{&boogie.Assert{E: boogie.Fn("F")}}},
		"break outside of a loop":       {Name: "p", Body: []boogie.Stmt{&boogie.Break{}}},
		"no such procedure":             {Name: "p", Body: []boogie.Stmt{&boogie.Call{F: "q"}}},
		"x is declared twice":           {Name: "p", Locals: []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "x", T: boogie.Int}}, Body: boogie.NoStmts},
		`"1x" is not an integer`:        {Name: "p", Body: []boogie.Stmt{&boogie.Assert{E: boogie.Eq(&boogie.IntLit{Text: "1x"}, boogie.I(1))}}},
		"a statement is missing":        {Name: "p", Body: []boogie.Stmt{nil}},
		"an expression is missing":      {Name: "p", Body: []boogie.Stmt{&boogie.Assert{}}},
		"1 keys of what is no such map": {Name: "p", Body: []boogie.Stmt{&boogie.Assert{E: boogie.At(boogie.True, boogie.True)}}},
	} {
		_, err := interp.Compile(&boogie.Program{Decls: []boogie.Decl{p}})
		assert.ErrorContains(t, err, want, want)
	}
	twice := &boogie.Program{Decls: []boogie.Decl{&boogie.VarDecl{Name: "g", T: boogie.Int}, &boogie.VarDecl{Name: "g", T: boogie.Int}}}
	_, err := interp.Compile(twice)
	assert.ErrorContains(t, err, "g is declared twice")
}

// Runs choose values of every size, so that laws of integers are tested well.
func TestChoicesVary(t *testing.T) {
	q := compile(t, `procedure p(x: int, y: int) { assert false; }`)
	small, large, equal := 0, 0, 0
	for seed := range uint64(1000) {
		out, err := q.Run("p", seed, interp.Limits{})
		require.NoError(t, err)
		x, ok := new(big.Int).SetString(out.Failure.State["x"], 10)
		require.True(t, ok)
		if x.IsInt64() && x.Int64() >= 0 && x.Int64() < 8 {
			small++
		}
		if x.CmpAbs(big.NewInt(1<<20)) > 0 {
			large++
		}
		if out.Failure.State["x"] == out.Failure.State["y"] {
			equal++
		}
	}
	assert.Greater(t, small, 200)
	assert.Positive(t, large)
	assert.Positive(t, equal)
}
