package solver

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// traps are programs in which a generator of verification conditions may go wrong. The
// lines of the canonical text that hold an expression marked bad fail, and no others. A
// mark is a conjunct: bad(e) is e.
var traps = []struct{ name, text string }{
	{"an assumption of false hides what follows", `procedure p() { assume false; assert false; }`},
	{"an assumption hides what follows, not what precedes", `procedure p(x: int) { assert bad(x > 0); assume x > 0; assert x > 0; assert bad(x > 1); }`},
	{"a failed assertion is assumed", `procedure p(x: int) { assert bad(x > 1); assert x > 0; }`},
	{"every failure is found", `procedure p(x: int) { assert bad(x > 0); assert bad(x > 1); assert bad(x > 2); assert x > 1; }`},
	{"both branches", `procedure p(x: int) { if (x > 0) { assert x > 0; assert bad(x > 1); } else { assert x <= 0; assert bad(x < 0); } assert bad(x != 5); }`},
	{"a choice takes both branches", `procedure p() { var x: int; x := 0; if (*) { x := 1; } assert x == 0 || x == 1; assert bad(x == 0); assert x == 0; }`},
	{"choices differ", `procedure p() { var x, y: int; x := 0; y := 0; if (*) { x := 1; } if (*) { y := 1; } assert bad(x == y); }`},
	{"unreachable code", `procedure p() { return; assert false; }`},
	{"a return in a branch", `procedure p(x: int) { if (x == 3) { return; } assert x != 3; assert bad(x != 4); }`},
	{"a loop without an invariant", `procedure p(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i >= n; assert bad(i >= 0); }`},
	{"a loop changes what it assigns, and nothing else", `procedure p(n: int) { var i, j: int; i := 0; j := 7; while (i < n) { i := i + 1; } assert j == 7; }`},
	{"what an inner loop changes, the outer one does", `procedure p(n: int) { var i, j: int; i := 0; j := 0; while (i < n) { while (*) { j := j + 1; } i := i + 1; } assert bad(j == 0); }`},
	{"an invariant that does not hold at first", `procedure p(n: int) { var i: int; i := 0; while (i < n) invariant bad(i > 0); { i := i + 1; } assert i > 0; }`},
	{"an invariant that is not maintained", `procedure p(n: int) { var i: int; i := 0; while (i < n) invariant bad(i < 5); { i := i + 1; } assert i < 5; }`},
	{"an invariant that holds", `procedure p(n: int) { var i: int; i := 0; while (i < n) invariant 0 <= i; { assert i < n; i := i + 1; } assert i >= 0 && i >= n; }`},
	{"a free invariant is not checked", `procedure p(n: int) { var i: int; i := 0; while (i < n) free invariant i < 5; { i := i + 1; } assert i < 5; assert bad(i < 4); }`},
	{"invariants are assumed in order", `procedure p(n: int) { var i: int; i := 0; while (i < n) invariant i >= 0; invariant bad(i != 3); invariant i >= -1; { i := i + 1; } }`},
	{"break leaves the loop where it stands", `procedure p(n: int) { var i: int; i := 0; while (true) invariant i >= 0; { if (i == 5) { break; } i := i + 1; } assert i == 5; }`},
	{"break skips the test and the invariant", `procedure p(n: int) { var i: int; i := 0; while (i < n) invariant i >= 0; { if (*) { i := -1; break; } i := i + 1; } assert bad(i >= 0); assert i == -1 || i >= n; }`},
	{"break leaves the innermost loop", `procedure p() { var i, j: int; i := 0; while (i < 3) invariant i >= 0; { j := 0; while (true) { if (*) { break; } } i := i + 1; } assert i >= 3; }`},
	{"a body that never repeats is no loop", `procedure p() { var i: int; i := 0; while (i < 3) invariant i == 0; { i := i + 1; break; } assert i == 1; }`},
	{"a loop that only returns", `procedure p(n: int) { var i: int; i := 0; while (i < n) { assert n > 0; return; } assert n <= 0; assert bad(n < 0); }`},
	{"while (*) may stop at once", `procedure p() { var i: int; i := 0; while (*) invariant i >= 0; { i := i + 1; } assert bad(i > 0); assert i >= 0; }`},
	{"nothing is known behind an endless loop", `procedure p() { while (true) { } assert false; }`},
	{"havoc forgets", `procedure p() { var x: int; x := 1; havoc x; assert bad(x == 1); }`},
	{"locals are not initialised", `procedure p() { var x: int; assert bad(x == 0); }`},
	{"requires is assumed, ensures is checked", `var g: int; procedure p(x: int) requires x > 0; free requires x > 1; modifies g; ensures bad(g > 2); free ensures g > 9; { g := x; assert x > 1; }`},
	{"old is the value at the entry", `var g: int; procedure p() modifies g; ensures g == old(g) + 2; { g := g + 1; assert old(g) == g - 1; g := g + 1; assert bad(old(g) == g); }`},
	{"old of a local is the local", `procedure p(n: int) { var x: int; x := n; assert old(x) == n; }`},
	{"a contract stands for a call", `var g, h: int;
procedure q(x: int) returns (r: int); requires x > 0; free requires x > 5; modifies g; ensures r > x; free ensures g == old(g) + 1;
procedure p() modifies g; { var a, b: int; b := g; h0 := h; call a := q(3); assert a > 3; assert g == b + 1; assert h0 == h; assert bad(a > 4); }
`},
	{"a call must establish what it requires", `procedure q(x: int); requires bad(x > 0); free requires x > 5;
procedure p(x: int) { call q(1); call q(x); assert x > 0; }`},
	{"a call forgets what it modifies", `var g: int; procedure q(); modifies g; procedure p() modifies g; { g := 1; call q(); assert bad(g == 1); }`},
	{"a body does not strengthen its contract", `var g: int; procedure q() modifies g; { g := 1; } procedure p() modifies g; { call q(); assert bad(g == 1); }`},
	{"an inlined call is its body", `var g: int; procedure {:inline 1} q(x: int) returns (r: int) modifies g; { var t: int; t := x + 1; g := g + t; r := t; if (x > 5) { r := 0; return; } r := r + 1; }
procedure p() modifies g; { var a: int; g := 0; call a := q(1); assert a == 3 && g == 2; call a := q(6); assert a == 0 && g == 9; assert bad(g == 8); }`},
	{"locals of inlined calls are fresh", `procedure {:inline 1} q() returns (r: int) { var t: int; r := t; } procedure p() { var a, b: int; call a := q(); call b := q(); assert bad(a == b); }`},
	{"names of callers are not those of callees", `procedure {:inline 1} q(x: int) returns (y: int) { var z: int; z := x; y := z + 1; } procedure p(y: int) { var x, z: int; z := 5; x := 9; call x := q(y); assert z == 5; assert x == y + 1; }`},
	{"old in an inlined call", `var g: int; procedure {:inline 1} q() modifies g; { g := g + 1; assert g == old(g) + 1; } procedure p() modifies g; { g := 5; call q(); call q(); assert g == 7; }`},
	{"requires and ensures of an inlined call", `procedure {:inline 1} q(x: int) returns (r: int) requires bad(x > 0); ensures bad(r > 1); { r := x; } procedure p(x: int) { var y: int; call y := q(x); assert y > 1; }`},
	{"a loop in an inlined call", `var g: int; procedure {:inline 1} q(n: int) modifies g; { var i: int; i := 0; while (i < n) { i := i + 1; g := g + 1; } } procedure p(n: int) modifies g; { g := 0; call q(n); assert bad(g == 0); }`},
	{"inlined calls change variables of loops around them", `var g: int; procedure {:inline 1} q() modifies g; { g := g + 1; } procedure p(n: int) modifies g; { var i: int; i := 0; g := 0; while (i < n) { call q(); i := i + 1; } assert bad(g == 0); }`},
	{"a result that is a global variable", `var g: int; procedure q() returns (r: int); ensures r == 4; procedure p() modifies g; { g := 0; call g := q(); assert g == 4; }`},
	{"assignments happen at once", `procedure p(a: int, b: int) { var x, y: int; x := a; y := b; x, y := y, x; assert x == b && y == a; }`},
	{"maps", `var m: [int]int; procedure p(i: int, j: int) modifies m; { m[i] := 1; m[j] := 2; assert m[j] == 2; assert bad(m[i] == 1); assert m[7 := 3][7] == 3; }`},
	{"maps of maps, and of two keys", `procedure p(i: int, j: int) { var m: [int][int]int; var n: [int, bv8]bool; m[i][j] := 4; assert m[i][j] == 4; n[i, 3bv8] := true; assert n[i, 3bv8]; assert bad(n[j, 3bv8]); assert bad(m[j][i] == 4); }`},
	{"equal maps have equal elements", `procedure p(m: [int]int, n: [int]int) { assume m == n; assert m[3] == n[3]; assert bad(m[3] == n[4]); }`},
	{"maps with equal elements are equal", `procedure p(m: [bool]int, n: [bool]int) { assume m[true] == n[true] && m[false] == n[false]; assert m == n; }`},
	{"division rounds so that the remainder is not negative", `procedure p() { assert -7 div 2 == -4 && -7 mod 2 == 1; assert 7 div -2 == -3 && 7 mod -2 == 1; assert -7 div -2 == 4 && -7 mod -2 == 1; }`},
	{"division of unknown numbers", `procedure p(x: int) { assert x == 4 * (x div 4) + x mod 4 && 0 <= x mod 4 && x mod 4 < 4; assert bad(x div 4 >= 0); assert bad(x mod -4 < 3); }`},
	{"bit-vectors wrap", `function {:bvbuiltin "bvadd"} ADD(x: bv8, y: bv8): bv8; function {:bvbuiltin "bvult"} ULT(x: bv8, y: bv8): bool; function {:bvbuiltin "sign_extend 8"} SX(x: bv8): bv16;
procedure p(x: bv8) { assert ADD(255bv8, 1bv8) == 0bv8; assert bad(ULT(x, ADD(x, 1bv8))); assert SX(128bv8) == 65408bv16; assert x[8:4] ++ x[4:0] == x; assert bad(x[8:4] == x[4:0]); }`},
	{"unique constants differ", `type t; const unique a: t; const unique b: t; const c: t; procedure p() { assert a != b; assert bad(a != c); }`},
	{"axioms", `const n: int; const m: int; axiom n > 3; axiom (forall x: int :: {f(x)} f(x) > x); function f(x: int): int; procedure p() { assert n > 2; assert bad(m > 2); assert f(n) > 4; }`},
	{"axioms that contradict each other", `const n: int; axiom n > 3; axiom n < 3; procedure p(x: int) { assert x > 0; }`},
	{"functions with bodies", `function {:inline} f(x: int): int { g(x) + 1 } function g(x: int): int { x * 2 } procedure p(x: int) { assert f(x) == x + x + 1; assert bad(g(x) > x); }`},
	{"an argument keeps its names", `function {:inline} f(x: int): bool { (forall y: int :: y == x + 1 ==> y > x) } procedure p(y: int) { assert f(y); }`},
	{"bound variables hide others", `procedure p(x: int) { assert (forall i: int :: i > 0 ==> i + x > x); assert bad((forall j: int :: j == x)); }`},
	{"an assertion in a loop body", `procedure p(n: int) { var i: int; i := 0; while (i < n) { assert bad(i >= 0); i := i + 1; } }`},
	{"names of SMT-LIB", `const and: int; var select: int; function store(ite: int): int; procedure let(bvadd: int) modifies select; { var not: int; not := bvadd; select := not; assert select == bvadd; assert bad(store(and) == not); }`},
	{"names with signs", `const a'b: int; const #x: int; const ~y: int; procedure p() { var .z: int; .z := a'b; assert bad(.z == #x + ~y); assert .z == a'b; }`},
	{"a candidate that is not inferred is any truth", `const {:existential true} c: bool; procedure p(n: int) { var i: int; i := 0; while (i < n) invariant c ==> i >= 0; { i := i + 1; } assert bad(i >= 0); }`},
}

// withoutHelp leaves out of a trap what only says that another variable is meant.
func withoutHelp(text string) string {
	text = strings.Replace(text, "h0 := h;", "", 1)
	return strings.Replace(text, "assert h0 == h;", "assert h == old(h);", 1)
}

// together are traps in one text, each with names of its own, since Boogie takes longer to start than to decide one. What says
// something of all programs (axioms), or is about names, stands alone.
func together() (text string, alone []string) {
	var b strings.Builder
	for i, trap := range traps {
		program, err := boogie.Parse("trap", withoutHelp(trap.text)+badFunction)
		apart := err != nil || strings.HasPrefix(trap.name, "names ")
		names := map[string]bool{}
		for _, d := range program.Decls {
			switch d := d.(type) {
			case *boogie.AxiomDecl:
				apart = true
			case *boogie.ConstDecl:
				apart = apart || d.Unique || len(d.Attrs) > 0
				names[d.Name] = true
			case *boogie.VarDecl:
				names[d.Name] = true
			case *boogie.FuncDecl:
				names[d.Name] = d.Name != "bad"
			case *boogie.Proc:
				names[d.Name] = true
			default:
				apart = true
			}
		}
		if apart {
			alone = append(alone, trap.name)
			continue
		}
		b.WriteString(regexp.MustCompile(`[A-Za-z_]\w*`).ReplaceAllStringFunc(withoutHelp(trap.text), func(name string) string {
			if names[name] {
				return name + "_" + strconv.Itoa(i)
			}
			return name
		}) + "\n")
	}
	return b.String(), alone
}

const badFunction = "\nfunction {:inline} bad(b: bool): bool { b }"

// marked parses a trap, and returns the lines of the marks.
func marked(t *testing.T, text string) (boogie.Printed, []int) {
	t.Helper()
	p, err := boogie.Parse("trap", withoutHelp(text)+badFunction)
	require.NoError(t, err)
	require.NoError(t, boogie.Check(p))
	printed := boogie.Print(p)
	var lines []int
	for i, line := range strings.Split(printed.Text, "\n") {
		if strings.Contains(line, "bad(") && !strings.HasPrefix(line, "function") {
			lines = append(lines, i+1)
		}
	}
	return printed, lines
}

// failed are the lines at fault, each once: of the requires clause, of calls.
func failed(a *Answer, lines []int) []int {
	out := []int{}
	for _, f := range a.Failures {
		line := f.Line
		if f.Related != 0 && slices.Contains(lines, f.Related) {
			line = f.Related
		}
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

func smt(t *testing.T, tool string) *SMT {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip(tool + " is not installed")
	}
	z := &SMT{Tool: tool}
	if tool == "z3" {
		z.Path = os.Getenv("GV2_Z3") // another one to test with
	}
	t.Cleanup(z.Close)
	return z
}

func TestTraps(t *testing.T) {
	joined, alone := together()
	assert.Less(t, len(alone), len(traps)/4)
	for _, tool := range []string{"z3", "cvc5", "boogie"} {
		t.Run(tool, func(t *testing.T) {
			solve := RunBoogie
			if tool != "boogie" {
				solve = smt(t, tool).Run
			} else if _, err := exec.LookPath(tool); err != nil {
				t.Skip("boogie is not installed")
			}
			try := func(name, text string) {
				t.Run(name, func(t *testing.T) {
					printed, lines := marked(t, text)
					a, err := solve(context.Background(), printed, Options{Timeout: time.Minute, ErrorLimit: 10})
					require.NoError(t, err)
					if tool == "cvc5" {
						// It says of what it does not decide that it may fail.
						a.Failures = slices.DeleteFunc(a.Failures, func(f Failure) bool { return f.Unsure && !slices.Contains(lines, f.Line) })
					}
					if lines == nil {
						lines = []int{}
					}
					assert.Equal(t, lines, failed(a, lines), "%s\n%s", printed.Text, a.Output)
					assert.Empty(t, a.Open)
				})
			}
			if tool == "boogie" {
				try("together", joined)
			}
			for _, trap := range traps {
				if tool != "boogie" || slices.Contains(alone, trap.name) {
					try(trap.name, trap.text)
				}
			}
		})
	}
}
