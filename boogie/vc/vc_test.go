package vc

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

var update = flag.Bool("update", false, "rewrite golden files")

func module(t *testing.T, text string, o Options) *Module {
	t.Helper()
	p, err := boogie.Parse("test.bpl", text)
	require.NoError(t, err)
	require.NoError(t, boogie.Check(p))
	m, err := New(p, o)
	require.NoError(t, err)
	return m
}

// The formulas of small programs are the golden ones beside them.
func TestFormulas(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bpl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		m := module(t, string(text), Options{})
		var out strings.Builder
		out.WriteString(m.Prelude())
		for _, name := range m.Procedures() {
			c, err := m.Condition(name)
			require.NoError(t, err)
			out.WriteString("\n; " + name + "\n" + c.Text)
		}
		golden := strings.TrimSuffix(file, ".bpl") + ".smt2"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), out.String(), file)
	}
}

// What has no meaning here is an error, and never passed over.
func TestUnknownConstructs(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`var r: real;`, "type real"},
		{`procedure {:split 3} p() { }`, "attribute split"},
		{`procedure p() { assert {:subsumption 0} true; }`, "attribute subsumption"},
		{`procedure p() { assume {:partition} true; }`, "attribute partition"},
		{`procedure p() { while (true) invariant {:odd} true; { } }`, "attribute odd"},
		{`procedure q(); requires {:odd} true; procedure p() { call q(); }`, "attribute odd"},
		{`procedure q(); ensures {:assume} true; procedure p() { call q(); }`, "attribute assume"},
		{`procedure q(); procedure p() { call {:async} q(); }`, "attribute async"},
		{`function {:builtin "f"} f(x: int): int;`, "attribute builtin"},
		{`function {:bvbuiltin "bvodd"} f(x: bv8): bv8;`, "bvbuiltin"},
		{`function {:inline} f(x: int): int { f(x) }`, "uses the function itself"},
		{`procedure {:inline 1} p() { call p(); } procedure q() { call p(); }`, "calls itself"},
		{`procedure {:inline 0} p() { }`, "attribute inline"},
		{`const {:odd} c: int;`, "attribute odd"},
	} {
		p, err := boogie.Parse("test.bpl", test.text)
		require.NoError(t, err, test.text)
		m, err := New(p, Options{})
		for _, name := range m.names() {
			if err == nil {
				_, err = m.Condition(name)
			}
		}
		if assert.Error(t, err, test.text) {
			assert.Contains(t, err.Error(), test.want, test.text)
		}
	}
}

func (m *Module) names() []string {
	if m == nil {
		return nil
	}
	return m.Procedures()
}

// A formula is as long as its program: twice the program makes no more than about twice
// the formula, on paths that double with each branch.
func TestLinearSize(t *testing.T) {
	size := func(n int) int {
		text := "procedure q(x: int); requires x > 0;\nprocedure p(c: [int]bool) { var x, y: int; x := 1;\n" +
			strings.Repeat("if (c[y]) { y := y + x; call q(x); } else { x := x + y; } y := x * y;\n", n) + "assert x == y; }"
		m := module(t, text, Options{})
		c, err := m.Condition("p")
		require.NoError(t, err)
		return len(c.Text)
	}
	small, large := size(100), size(200)
	assert.Less(t, float64(large), 2.2*float64(small))
}

// Terms that must be equal are one, and constants are folded.
func TestFolding(t *testing.T) {
	m := module(t, `const a: int; const p: bool; const m: [int]int; const v: bv8;
function {:bvbuiltin "bvadd"} ADD(x: bv8, y: bv8): bv8;`, Options{})
	for _, test := range []struct{ e, want string }{
		{"2 + 3 * 4 - 1", "13"},
		{"-7 div 2 + -7 mod 2", "(- 3)"},
		{"7 div -2 * 10 + 7 mod -2", "(- 29)"},
		{"5 div 0 == 5 div 0", "true"},
		{"a + 0 == a * 1", "true"},
		{"a < a || a <= a", "true"},
		{"p && !p", "false"},
		{"(if p then a else a)", "a@"},
		{"(if !p then 1 else 2)", "(ite p@ 2 1)"},
		{"(if p then true else false)", "p@"},
		{"m[3 := 4][3]", "4"},
		{"m[3 := 4][5]", "(select m@ 5)"},
		{"m[a := 4][5]", "(select (store m@ a@ 4) 5)"},
		{"200bv8[8:4] ++ 3bv4", "(_ bv195 8)"},
		{"v[8:0]", "v@"},
		{"3bv8 == 4bv8", "false"},
		{"(forall i: int :: true)", "true"},
		{"p <==> false", "(not p@)"},
	} {
		p, err := boogie.Parse("e", "axiom ("+test.e+") == ("+test.e+");")
		require.NoError(t, err, test.e)
		x, err := (&scope{m: m, t: newTable(nil)}).expr(p.Decls[0].(*boogie.AxiomDecl).E.(*boogie.Binary).X)
		require.NoError(t, err, test.e)
		w := newWriter(false, "d!")
		w.term(x)
		assert.Equal(t, test.want, w.String(), test.e)
	}
}
