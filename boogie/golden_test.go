package boogie

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample has every kind of declaration and statement, short and long.
func sample() *Program {
	u32 := BV(32)
	long := And(Imp(V("p"), Op("<=", V("local_id_x$1"), V("a_rather_long_name_of_a_variable"))),
		Or(Eq(V("local_id_y$1"), V("local_id_y$2")), Eq(V("group_id_x$1"), V("group_id_x$2"))),
		Ne(V("WRITE_OFFSET_tile"), Op("+", V("local_id_x$2"), I(1))))
	return &Program{
		Header: []string{"k.cu: kernel k, threads (64,1,1)", "", "run: boogie /contractInfer FILE"},
		Decls: []Decl{
			&Section{"Types"},
			&TypeDecl{"float"},
			&Section{"Threads"},
			&ConstDecl{Name: "local_id_x$1", T: Int, Comment: "threadIdx.x"},
			&ConstDecl{Name: "local_id_x$2", T: Int},
			&ConstDecl{Name: "N", T: u32, Comment: "blockDim.x\nof the launch"},
			&ConstDecl{Unique: true, Name: "zero", T: NamedType("float")},
			&AxiomDecl{Ne(V("local_id_x$1"), V("local_id_x$2"))},
			&AxiomDecl{long},
			&Section{"Arithmetic"},
			&FuncDecl{Attrs: []Attr{{"bvbuiltin", []any{"bvadd"}}}, Name: "ADD", Params: []Var{{T: u32}, {T: u32}}, Result: u32},
			&FuncDecl{Attrs: []Attr{{"bvbuiltin", []any{"bvult"}}}, Name: "ULT", Params: []Var{{T: u32}, {T: u32}}, Result: Bool},
			&FuncDecl{Name: "positive", Params: []Var{{Name: "x", T: Int}}, Result: Bool, Body: Op(">", V("x"), I(0))},
			&FuncDecl{Name: "range", Params: []Var{{Name: "x", T: Int}}, Result: Bool, Body: long},
			&Section{"The log"},
			&VarDecl{Name: "WRITE_HAS_OCCURRED_tile", T: Bool},
			&VarDecl{Name: "WRITE_OFFSET_tile", T: Int, Comment: "in elements"},
			&VarDecl{Name: "tile", T: &MapType{[]Type{Int, u32}, &MapType{[]Type{Int}, Bool}}},
			&Proc{Name: "CHECK_WRITE_tile", Params: []Var{{Name: "p", T: Bool}, {Name: "offset", T: Int}},
				Requires: []Spec{{E: Not(And(V("p"), V("WRITE_HAS_OCCURRED_tile"))), Tag: "race"}}},
			&Proc{
				Comment: []string{"k, threads of one block"}, Attrs: []Attr{{"inline", []any{1}}}, Name: "k",
				Params: []Var{{Name: "n$1", T: u32}}, Results: []Var{{Name: "r", T: Int}},
				Requires: []Spec{{Free: true, E: long, Tag: "free"}},
				Ensures:  []Spec{{Attrs: []Attr{{"tag", []any{`a "b"`}}}, E: Eq(&Old{V("r")}, V("r"))}},
				Modifies: []string{"WRITE_HAS_OCCURRED_tile", "WRITE_OFFSET_tile"},
				Locals:   []Var{{Name: "i", T: Int, Comment: "i"}, {Name: "offset$1", T: u32, Comment: "temporary"}},
				Body: []Stmt{
					&Comment{"k.cu:3: for (int i = 0; i < n; i++)"},
					&Assign{[]Expr{V("i"), At(V("tile"), I(1), V("n$1"))}, []Expr{I(0), V("x")}},
					&While{C: Op("<", V("i"), V("n")), Tag: "loop", Invs: []Invariant{
						{Candidate: "c0", E: Op(">=", V("i"), I(0)), Tag: "c0"}, {Free: true, E: long, Tag: "long"}},
						Body: []Stmt{
							&Call{F: "CHECK_WRITE_tile", Args: []Expr{True, V("i")}, Tag: "call"},
							&Call{Results: []string{"r"}, F: "f", Args: []Expr{long, V("i")}, Tag: "long call"},
							&If{V("c"), []Stmt{&Break{}}, []Stmt{&If{nil, []Stmt{&Return{}}, []Stmt{&Havoc{[]string{"i", "r"}}}}}},
						}},
					&Assume{Attrs: []Attr{{"captureState", []any{"s1"}}}, E: True},
					&Assert{E: &Quant{Vars: []Var{{Name: "j", T: Int}}, Triggers: [][]Expr{{Fn("f", V("j"))}}, Body: long}, Tag: "assert"},
					&While{C: V("c"), Body: []Stmt{&Assign{[]Expr{V("x")}, []Expr{&Ite{V("c"), long, V("x")}}}}},
				},
			},
			&Proc{Name: "nothing", Body: NoStmts},
		},
	}
}

func TestPrintSample(t *testing.T) {
	got := Print(sample())
	file := filepath.Join("testdata", "sample.bpl")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got.Text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.Text)

	_, err = Parse(file, got.Text)
	assert.NoError(t, err)
}

func TestTagsAreAtTheFirstLine(t *testing.T) {
	got := Print(sample())
	lines := strings.Split(got.Text, "\n")
	starts := map[any]string{"race": "requires !", "free": "free requires", "loop": "while (i < n)",
		"c0": "invariant c0 ==> i >= 0;", "long": "free invariant", "call": "call CHECK_WRITE_tile(true, i);",
		"long call": "call r := f(", "assert": "assert"}
	require.Len(t, got.Tags, len(starts))
	for line, tag := range got.Tags {
		assert.Truef(t, strings.HasPrefix(strings.TrimSpace(lines[line-1]), starts[tag]), "%v is at %q", tag, lines[line-1])
	}
}

func TestLinesFit(t *testing.T) {
	for i, line := range strings.Split(Print(sample()).Text, "\n") {
		assert.LessOrEqual(t, len(line), width, "line %d", i+1)
	}
}

func TestForInferenceLeavesOnlyCandidatesToFail(t *testing.T) {
	p := ForInference(sample())
	text := Print(p).Text
	assert.NotContains(t, text, "assert")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		assert.False(t, strings.HasPrefix(line, "requires") || strings.HasPrefix(line, "ensures"), line)
		if strings.HasPrefix(line, "invariant") {
			assert.True(t, strings.HasPrefix(line, "invariant c0 ==>"), line)
		}
	}
	assert.Contains(t, Print(sample()).Text, "  assert\n", "the input is unchanged")
}

func parsed(t *testing.T, text string) *Program {
	t.Helper()
	p, err := Parse("p.bpl", text)
	require.NoError(t, err)
	return p
}

func TestInferredKeepsWhatHolds(t *testing.T) {
	parse := func(text string) *Program { return parsed(t, text) }
	p := parse(`const {:existential true} c0: bool;
const {:existential true} c1: bool;
const n: int;
procedure p() { while (true) invariant n > 0; invariant c0 ==> n > 1; { if (true) {
  while (true) invariant c0 ==> n > 2; invariant c1 ==> n > 3; { } } } }`)
	want := parse(`const n: int;
procedure p() { while (true) invariant n > 0; { if (true) { while (true) invariant n > 3; { } } } }`)
	got := Inferred(p, map[string]bool{"c0": false, "c1": true})
	assert.Equal(t, Print(want).Text, Print(got).Text)
	assert.NoError(t, Check(got))
	assert.Contains(t, Print(p).Text, "c0 ==>", "the input is unchanged")
}

func TestWithoutDropsCandidates(t *testing.T) {
	parse := func(text string) *Program { return parsed(t, text) }
	p := parse(`const {:existential true} c0: bool;
const {:existential true} c1: bool;
const n: int;
procedure p() { while (true) invariant n > 0; invariant c0 ==> n > 1; { if (true) {
  while (true) invariant c0 ==> n > 2; invariant c1 ==> n > 3; { } } } }`)
	want := parse(`const {:existential true} c1: bool;
const n: int;
procedure p() { while (true) invariant n > 0; { if (true) { while (true) invariant c1 ==> n > 3; { } } } }`)
	got := Without(p, map[string]bool{"c0": true})
	assert.Equal(t, Print(want).Text, Print(got).Text)
	assert.NoError(t, Check(got))
	assert.Contains(t, Print(p).Text, "c0 ==>", "the input is unchanged")
}

func TestIdent(t *testing.T) {
	tests := map[string]string{
		"x": "x", "_tmp1": "_tmp1", "div": "div'", "bv32": "bv32'", "bv": "bv", "tickleBool": "tickleBool'",
		"x$1": "x'241", "1x": "'31x", "ns::x": "ns'3a'3ax", "é": "'c3'a9", "": "'", "x'": "x'27", "RNE": "RNE'",
		"left": "left'", "datatype": "datatype'", "lefty": "lefty",
	}
	for in, want := range tests {
		assert.Equal(t, want, Ident(in), in)
		assert.True(t, legalName(Ident(in)), in)
	}
}

func FuzzIdent(f *testing.F) {
	f.Add("div", "div'")
	f.Add("x'27", "x'")
	f.Fuzz(func(t *testing.T, a, b string) {
		if x := Ident(a); !legalName(x) || a != b && x == Ident(b) {
			t.Fatalf("%q and %q become %q and %q", a, b, x, Ident(b))
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	for _, n := range []int{5_000, 20_000} {
		body := make([]Stmt, n)
		for i := range body {
			body[i] = &Call{F: "LOG_WRITE_a", Args: []Expr{V("p$1"), Op("+", Op("*", V("x"), I(4)), I(int64(i)))}, Tag: i}
		}
		p := &Program{Decls: []Decl{&Proc{Name: "k", Body: body}}}
		b.Run(map[int]string{5_000: "5000", 20_000: "20000"}[n], func(b *testing.B) {
			for b.Loop() {
				Print(p)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/line")
		})
	}
}
