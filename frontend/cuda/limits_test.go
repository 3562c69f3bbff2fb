package cuda

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nested are ways to nest n deep.
var nested = []struct {
	name string
	make func(n int) string
}{
	{"parentheses", func(n int) string { return "n = " + strings.Repeat("(", n) + "n" + strings.Repeat(")", n) + ";" }},
	{"unary", func(n int) string { return "n = " + strings.Repeat("- ", n) + "n;" }},
	{"casts", func(n int) string { return "n = " + strings.Repeat("(int)", n) + "n;" }},
	{"unknown casts", func(n int) string { return "n = " + strings.Repeat("(foo *)", n) + "n;" }},
	{"blocks", func(n int) string { return strings.Repeat("{", n) + strings.Repeat("}", n) }},
	{"ifs", func(n int) string { return strings.Repeat("if (n) ", n) + ";" }},
	{"loops", func(n int) string {
		return strings.Repeat("for (;;) { while (n) {", n/2) + strings.Repeat("} }", n/2)
	}},
	{"initialisers", func(n int) string { return "int a[] = " + strings.Repeat("{", n) + "1" + strings.Repeat("}", n) + ";" }},
	{"subscripts", func(n int) string { return "n = " + strings.Repeat("p[", n) + "0" + strings.Repeat("]", n) + ";" }},
	{"calls", func(n int) string { return "n = " + strings.Repeat("f(", n) + "0" + strings.Repeat(")", n) + ";" }},
	{"conditionals", func(n int) string { return "n = " + strings.Repeat("n ? n : ", n) + "0;" }},
	{"assignments", func(n int) string { return strings.Repeat("n = ", n) + "0;" }},
	{"templates", func(n int) string { return strings.Repeat("A<", n) + "int" + strings.Repeat(">", n) + " a;" }},
	{"template parentheses", func(n int) string {
		return "n = " + strings.Repeat("(A<(", n) + "n" + strings.Repeat(")>::x)", n) + ";"
	}},
	{"failed types", func(n int) string { return "n = " + strings.Repeat("(x<(", n) + "n" + strings.Repeat("))", n) + ";" }},
	{"pointers", func(n int) string { return "int " + strings.Repeat("*", n) + "a;" }},
	{"declarators", func(n int) string { return "int " + strings.Repeat("(*", n) + "a" + strings.Repeat(")", n) + ";" }},
	{"arrays", func(n int) string { return "int a" + strings.Repeat("[1]", n) + ";" }},
	{"parameters", func(n int) string { return "int f" + strings.Repeat("(int a", n) + strings.Repeat(")", n) + ";" }},
	{"lambdas", func(n int) string {
		return "n = " + strings.Repeat("[]{ return ", n) + "1" + strings.Repeat("; }()", n) + ";"
	}},
	{"records", func(n int) string { return strings.Repeat("struct A { ", n) + strings.Repeat("};", n) }},
	{"switches", func(n int) string { return strings.Repeat("switch (n) case 1: ", n) + ";" }},
	{"sizeofs", func(n int) string { return "n = " + strings.Repeat("sizeof ", n) + "n;" }},
	{"decltypes", func(n int) string {
		return strings.Repeat("decltype(sizeof(", n/2) + "n" + strings.Repeat("))", n/2) + " a;"
	}},
}

// TestNesting reads 200 levels of everything and refuses 20,000 with a
// position, without overflowing the stack.
func TestNesting(t *testing.T) {
	for _, c := range nested {
		t.Run(c.name, func(t *testing.T) {
			b, diags := bodyOf(t, c.make(200))
			require.Empty(t, diags)
			assert.NotEmpty(t, b.Stmts)
			_, diags = bodyOf(t, c.make(20000))
			assert.Contains(t, diags, "nesting too deep")
			assert.Regexp(t, `^t\.cu:3:\d+: error`, diags)
		})
	}
}

func TestDeepDeclarations(t *testing.T) {
	deep := func(open, middle, close string) string {
		return strings.Repeat(open, 20000) + middle + strings.Repeat(close, 20000)
	}
	for _, text := range []string{
		deep("namespace a { ", "", "}"), deep("struct A { ", "", "};"), deep("extern \"C\" { ", "", "}"),
		"__device__ int a = " + deep("(", "1", ")") + ";", "__device__ int " + deep("(*", "a", ")") + ";",
		"__device__ void f(" + deep("void (*f)(", "", ")") + ");", "int x = " + deep("(", "1", ")") + ";",
		"template <class T = " + deep("A<", "int", ">") + "> __device__ void f();",
		deep("(", "", ""), deep("{", "", ""), deep("", "", "}"), deep("template <", "", ""), deep("__device__ ", "", ""),
	} {
		f, diags := parseText(text + "\n")
		require.NotNil(t, f)
		for _, d := range diags.All() {
			assert.True(t, d.Pos.Valid(), d.Message)
		}
	}
}

func TestLongChains(t *testing.T) {
	_, diags := bodyOf(t, "n = "+strings.Repeat("n + ", 20000)+"1;")
	require.Empty(t, diags)
	_, diags = bodyOf(t, strings.Repeat("if (n) n = 1; else ", 20000)+";")
	require.Empty(t, diags)
	_, diags = bodyOf(t, "n = "+strings.Repeat("n + ", 110000)+"1;")
	assert.Contains(t, diags, "expression too long")
}

func TestLongTables(t *testing.T) {
	f, diags := parseText("__constant__ float a[30000] = {" + strings.Repeat("1.5f, ", 30000) + "};\n" +
		"__device__ const int b[10000][3] = {" + strings.Repeat("{1, 2, 3}, ", 10000) + "};")
	require.Empty(t, diags.String())
	require.Len(t, f.Decls, 2)
	assert.Len(t, f.Decls[0].(*VarDecl).Init.(*InitList).Items, 30000)
	assert.Len(t, f.Decls[1].(*VarDecl).Init.(*InitList).Items, 10000)
}

// straightLine is a kernel of n lines.
func straightLine(n int) string {
	var b strings.Builder
	b.WriteString("__global__ void k(float *a, const float *b, int n) {\n  int tid = threadIdx.x + blockIdx.x * blockDim.x;\n")
	for i := range n {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "  float x%d = b[tid + %d] * 2.0f;\n", i, i)
		case 1:
			fmt.Fprintf(&b, "  if (tid < n - %d) a[tid + %d] = x%d + 1.0f;\n", i, i, i-1)
		case 2:
			fmt.Fprintf(&b, "  a[(tid * %d) %% n] = (float)(tid + %d) / (x%d + 1.f);\n", i, i, i-2)
		case 3:
			b.WriteString("  __syncthreads();\n")
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func BenchmarkStraightLine(b *testing.B) {
	for _, n := range []int{5000, 10000, 20000} {
		toks := tokens("k.cu", straightLine(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f, _ := Parse(toks)
				if _, diags := f.Decls[0].(*FuncDecl).Body(); diags.Len() > 0 {
					b.Fatal(diags.String())
				}
			}
		})
	}
}

func BenchmarkTable(b *testing.B) {
	toks := tokens("k.cu", "__constant__ float a[30000] = {"+strings.Repeat("1.5f, ", 30000)+"};\n")
	b.ReportAllocs()
	for b.Loop() {
		Parse(toks)
	}
}
