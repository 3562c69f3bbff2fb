package interp

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator writes random programs as text. preamble declares the global names,
// and locals those of each procedure.
type generator struct{ *rand.Rand }

func oneOf[T any](g generator, xs ...T) T { return xs[g.Intn(len(xs))] }

// preamble declares the global names of the random procedures.
const preamble = `
type T;
const c: int;
const d: int;
const w: bv8;
const t0: T;
const table: [int]int;
axiom 0 <= c && c < 40 && c != d;
axiom d mod 4 == 0 && 0 <= d;
axiom table[0] == 3;
axiom table[1] == 5;
function F(x: int): int;
function P(x: bv8, y: int): bool;
function G(x: T): T;
function {:inline} TWICE(x: int): int { x + x }
function {:inline} SMALL(x: int): bool { 0 <= x && x < 10 }
function {:inline} ABS(x: int): int { (if x >= 0 then x else -x) }
` + bvFunctions + `
var g: int;
var h: bool;
var m: [int]int;
var k: [int,bv8]bool;
var LOGGED: bool;
var WHERE: int;
procedure {:inline 1} LOG(p: bool, offset: int)
  modifies LOGGED, WHERE;
{
  var track: bool;
  havoc track;
  if (p && track) { LOGGED := true; WHERE := offset; }
}
procedure {:inline 1} STEP(a: int) returns (r: int)
  modifies g;
{
  g := g + 1;
  if (a < 0) { r := -a; return; }
  r := a + g;
}
procedure CONTRACT(a: int) returns (r: int);
  modifies m;
  ensures r >= a && m[0] == r;
`

const bvFunctions = `
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
function {:bvbuiltin "bvule"} ULE(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvugt"} UGT(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvuge"} UGE(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvslt"} SLT(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvsle"} SLE(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvsgt"} SGT(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvsge"} SGE(x: bv8, y: bv8): bool;
function {:bvbuiltin "sign_extend 8"} SEXT(x: bv8): bv16;
function {:bvbuiltin "zero_extend 8"} ZEXT(x: bv8): bv16;
`

const locals = "  var i: int; var j: int; var b: bool; var v: bv8; var u: bv8; var n: [int]int; var t: T;\n"

// terms are the variables of each type; closed expressions have none.
type terms struct{ ints, bools, bvs, maps []string }

var open = terms{
	ints: []string{"i", "j", "g", "c", "d", "WHERE"}, bools: []string{"b", "h", "LOGGED"}, bvs: []string{"v", "u", "w"}, maps: []string{"m", "n", "table"},
}

func (g generator) integer(depth int, vars terms) string {
	if depth == 0 || g.Intn(5) == 0 {
		if len(vars.ints) > 0 && g.Intn(3) > 0 {
			return oneOf(g, vars.ints...)
		}
		return oneOf(g, "0", "1", "2", "3", "7", "-1", "-5", "100", fmt.Sprint(g.Intn(50)-20))
	}
	x, y := func() string { return g.integer(depth-1, vars) }, func() string { return g.integer(depth-1, vars) }
	switch n := g.Intn(12); {
	case n < 3:
		return "(" + x() + " + " + y() + ")"
	case n < 5:
		return "(" + x() + " - " + y() + ")"
	case n == 5:
		return "(" + x() + " * " + oneOf(g, "2", "3", "-4", "16", "1000") + ")"
	case n == 6:
		return "(" + x() + oneOf(g, " div ", " mod ") + oneOf(g, "2", "3", "-4", "16") + ")"
	case n == 7:
		return "(if " + g.truth(depth-1, vars) + " then " + x() + " else " + y() + ")"
	case n == 8:
		return oneOf(g, "TWICE", "ABS") + "(" + x() + ")"
	case n == 9 && len(vars.maps) > 0:
		return oneOf(g, vars.maps...) + "[" + x() + "]"
	case n == 10 && len(vars.maps) > 0:
		return "F(" + x() + ")"
	}
	return "-" + x()
}

func (g generator) vector(depth int, vars terms) string {
	if depth == 0 || g.Intn(5) == 0 {
		if len(vars.bvs) > 0 && g.Intn(3) > 0 {
			return oneOf(g, vars.bvs...)
		}
		return fmt.Sprintf("%dbv8", oneOf(g, 0, 1, 2, 3, 7, 8, 127, 128, 255, g.Intn(256)))
	}
	x := func() string { return g.vector(depth-1, vars) }
	switch g.Intn(6) {
	case 0:
		return oneOf(g, "NEG", "NOT") + "(" + x() + ")"
	case 1:
		return "(if " + g.truth(depth-1, vars) + " then " + x() + " else " + x() + ")"
	case 2:
		return oneOf(g, "SEXT", "ZEXT") + "(" + x() + ")" + oneOf(g, "[8:0]", "[16:8]", "[11:3]")
	case 3:
		return "(" + x() + "[8:5] ++ " + x() + "[5:0])"
	}
	name := oneOf(g, "ADD", "SUB", "MUL", "AND", "OR", "XOR", "SHL", "LSHR", "ASHR", "UDIV", "UREM", "SDIV", "SREM", "SMOD")
	return name + "(" + x() + ", " + x() + ")"
}

func (g generator) truth(depth int, vars terms) string {
	if depth == 0 || g.Intn(6) == 0 {
		if len(vars.bools) > 0 && g.Intn(3) > 0 {
			return oneOf(g, vars.bools...)
		}
		return oneOf(g, "true", "false")
	}
	switch n := g.Intn(12); {
	case n < 4:
		return "(" + g.integer(depth-1, vars) + oneOf(g, " == ", " != ", " < ", " <= ", " > ", " >= ") + g.integer(depth-1, vars) + ")"
	case n < 6:
		return oneOf(g, "ULT", "ULE", "UGT", "UGE", "SLT", "SLE", "SGT", "SGE") + "(" + g.vector(depth-1, vars) + ", " + g.vector(depth-1, vars) + ")"
	case n == 6:
		return "(" + g.vector(depth-1, vars) + oneOf(g, " == ", " != ") + g.vector(depth-1, vars) + ")"
	case n == 7:
		return "!" + g.truth(depth-1, vars)
	case n == 8 && len(vars.maps) > 0:
		return oneOf(g, "P("+g.vector(depth-1, vars)+", "+g.integer(depth-1, vars)+")", "k["+g.integer(depth-1, vars)+", v]", "(G(t) == t0)", "(m == n)")
	case n == 9:
		return "SMALL(" + g.integer(depth-1, vars) + ")"
	}
	return "(" + g.truth(depth-1, vars) + oneOf(g, " && ", " || ", " ==> ", " <==> ") + g.truth(depth-1, vars) + ")"
}

// statements writes n statements; loops have candidates if candidates is not nil.
func (g generator) statements(n, depth int, candidates *int) string {
	var out strings.Builder
	for range n {
		out.WriteString(g.statement(depth, candidates))
	}
	return out.String()
}

func (g generator) statement(depth int, candidates *int) string {
	n := 14
	if depth == 0 {
		n = 11
	}
	switch g.Intn(n) {
	case 0, 1:
		return oneOf(g, "i", "j", "g") + " := " + g.integer(3, open) + ";\n"
	case 2:
		return oneOf(g, "b", "h") + " := " + g.truth(3, open) + ";\n"
	case 3:
		return oneOf(g, "v", "u") + " := " + g.vector(3, open) + ";\n"
	case 4:
		return oneOf(g, "m", "n") + "[" + g.integer(2, open) + "] := " + g.integer(2, open) + ";\n"
	case 5:
		return "k[" + g.integer(1, open) + ", v] := " + g.truth(2, open) + ";\n"
	case 6:
		return "havoc i; assume " + g.integer(1, open) + oneOf(g, " < ", " <= ") + "i && i < " + fmt.Sprint(20+g.Intn(80)) + ";\n"
	case 7:
		return oneOf(g, "havoc n;\n", "havoc b, v;\n", "havoc m; assume m == n;\n", "havoc j; assume j mod 8 == 3;\n")
	case 8:
		e := g.truth(2, open)
		return oneOf(g, "assert "+g.truth(3, open)+";\n", "assume "+e+"; assert "+e+";\n", "assert "+e+" || !"+e+";\n")
	case 9:
		return oneOf(g, "call LOG("+g.truth(1, open)+", "+g.integer(2, open)+");\n", "call i := STEP("+g.integer(2, open)+");\n",
			"call j := CONTRACT("+g.integer(2, open)+");\n")
	case 10:
		return "i, j := " + g.integer(2, open) + ", " + g.integer(2, open) + ";\n"
	case 11:
		return "if (" + oneOf(g, "*", g.truth(2, open)) + ") {\n" + g.statements(1+g.Intn(2), depth-1, candidates) + "}\n"
	case 12:
		return "if (" + g.truth(2, open) + ") {\n" + g.statements(1, depth-1, candidates) + "} else {\n" + g.statements(1, depth-1, candidates) + "}\n"
	}
	if candidates == nil {
		return "g := g - 1;\n"
	}
	return g.loop(depth, candidates)
}

// loop is a loop that counts to a small number.
func (g generator) loop(depth int, candidates *int) string {
	invs := ""
	for _, e := range []string{
		"j >= 0", "j <= 3", "j < 9", "i == j", "g >= 0", "b", "v == u", "m == n", "!LOGGED", "LOGGED ==> WHERE == j", "j mod 2 == 0", "m[j] == n[j]",
		g.truth(2, open), g.truth(2, open),
	} {
		invs += fmt.Sprintf("  invariant _b%d ==> %s;\n", *candidates, e)
		*candidates++
	}
	return fmt.Sprintf("j := 0;\nwhile (j < %d)\n%s{\n%sj := j + %d;\n}\n", g.Intn(6), invs, g.statements(1, depth-1, nil), 1+g.Intn(2))
}

// program writes procedures p0, p1, … of random statements.
func (g generator) program(procedures int, loops bool) string {
	n := 0
	counter := &n
	if !loops {
		counter = nil
	}
	var procs strings.Builder
	for i := range procedures {
		fmt.Fprintf(&procs, "procedure p%d()\n  requires m == n0 && !LOGGED;\n  modifies g, h, m, k, LOGGED, WHERE;\n{\n%s%s  assert %s;\n%s  assert %s;\n}\n",
			i, locals, g.statements(3+g.Intn(3), 2, counter), g.truth(3, open), g.statements(2, 2, nil), g.truth(2, open))
	}
	text := preamble + "const n0: [int]int;\n"
	for i := range n {
		text += fmt.Sprintf("const {:existential true} _b%d: bool;\n", i)
	}
	return text + procs.String()
}
