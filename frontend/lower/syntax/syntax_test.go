package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

func parse(t *testing.T, text string) *cuda.File {
	f, diags := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
	require.Empty(t, diags.String())
	return f
}

// body is the statements of a function.
func body(t *testing.T, text string) []cuda.Stmt {
	f := parse(t, "__device__ int f(int n, int i) { "+text+" }")
	b, diags := f.Decls[0].(*cuda.FuncDecl).Body()
	require.Empty(t, diags.String())
	return b.Stmts
}

func TestJumps(t *testing.T) {
	stmts := body(t, "i = 0; a: i++; if (i < n) goto a; b: n = 1; return n;")
	assert.Equal(t, 4, LastLabel(stmts))
	head, last := BackwardJump(stmts)
	assert.Equal(t, []int{1, 3}, []int{head, last})
	cond, rest := ClosingJump(stmts[1].(*cuda.LabelStmt), stmts[2:4])
	assert.NotNil(t, cond)
	assert.Len(t, rest, 1)
	assert.True(t, EndsInJump(stmts))
	assert.False(t, EndsInJump(stmts[:3]))

	stmts = body(t, "a: if (n) goto a; i++; if (i < n) { goto a; }")
	cond, _ = ClosingJump(stmts[0].(*cuda.LabelStmt), stmts[1:])
	assert.Nil(t, cond, "another jump to the label")
	head, _ = BackwardJump(body(t, "goto a; i++; a: return i;"))
	assert.Equal(t, -1, head)
}

func TestCopiesMembers(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"A(const A &o) : x(o.x), y(o.y) {}", true},
		{"A(const A &o) : x(o.x) { y = o.y; }", true},
		{"A &operator=(const A &o) { this->x = o.x; y = o.y; return *this; }", true},
		{"A(const A &o) : x(o.y) {}", false},
		{"A(const A &o) : x(o.x + 1) {}", false},
		{"A(const A &o) { x = o.x; f(); }", false},
		{"A &operator=(const A &o) { x = o.x; return other; }", false},
	} {
		d := parse(t, "struct A { int x, y; __device__ "+c.text+" };").Decls[0].(*cuda.RecordDecl)
		require.Len(t, d.Methods, 1)
		assert.Equal(t, c.want, CopiesMembers(d.Methods[0]), c.text)
	}
}

func TestMoreSpecial(t *testing.T) {
	f := parse(t, `template <class T, class U> struct S {};
		template <class T> struct S<T, int> {};
		template <class T> struct S<T *, int> {};
		template <class T> struct S<T, T> {};`)
	of := func(i int) Special {
		d := f.Decls[i].(*cuda.RecordDecl)
		return Special{d.Template, d.SpecialOf}
	}
	assert.True(t, MoreSpecial(of(2), of(1)))
	assert.False(t, MoreSpecial(of(1), of(2)))
	assert.False(t, MoreSpecial(of(1), of(3)), "neither fits all that the other fits")
	assert.False(t, MoreSpecial(of(3), of(1)))
}

func TestFunctions(t *testing.T) {
	f := parse(t, "__device__ int f(int); __device__ int f(int x) { return x; } __device__ int f(float x) { return 1; } template <class T> __device__ void g(T &&a, const T &b, int &&c);")
	fn := func(i int) *cuda.FuncDecl { return f.Decls[i].(*cuda.FuncDecl) }
	assert.Same(t, fn(1), SoleFunction([]*cuda.FuncDecl{fn(0), fn(1)}))
	assert.Nil(t, SoleFunction([]*cuda.FuncDecl{fn(1), fn(2)}))
	g := fn(3)
	assert.Equal(t, []bool{true, false, false}, []bool{Forwards(g, g.Params[0]), Forwards(g, g.Params[1]), Forwards(g, g.Params[2])})
	assert.True(t, ByReference(g, "b"))
	assert.False(t, ByReference(fn(1), "x"))
	assert.Equal(t, "S", BaseName("S<int, 4>"))
}

func TestDeclaredTwice(t *testing.T) {
	twice := func(text string) (out []string) {
		f := parse(t, "__device__ int f("+text+" }")
		fn := f.Decls[0].(*cuda.FuncDecl)
		b, diags := fn.Body()
		require.Empty(t, diags.String())
		for _, r := range DeclaredTwice(fn.Params, b) {
			out = append(out, r.Name)
		}
		return out
	}
	for text, want := range map[string][]string{
		"int n) { int a = 1; float a = 2; return n;":                                                          {"a"},
		"int n) { int n = 2; return n;":                                                                       {"n"},
		"int n, int n) { return 1;":                                                                           {"n"},
		"int n) { if (n) { __shared__ int s; __shared__ int s; } return 1;":                                   {"s"},
		"int n) { { int n = 2; int a = n; } int a = 1; return a;":                                             nil,
		"int n) { extern __shared__ int s[]; extern __shared__ int s[]; return n;":                            nil,
		"int n) { for (int i = 0; i < n; i++) {} for (int i = 0; i < n; i++) {} return n;":                    nil,
		"int n) { switch (n) { case 1: { int q = 1; return q; } case 2: { int q = 2; return q; } } return n;": nil,
		"int, int) { struct a { int x; }; int a = 1; return a;":                                               nil,
	} {
		assert.Equal(t, want, twice(text), text)
	}

	f := parse(t, "__device__ int x; __device__ float x; extern __device__ int y; __device__ int y;")
	of := func(i int) *cuda.VarDecl { return VariableBefore(f.Decls[i/2*2:i/2*2+2], f.Decls[i].(*cuda.VarDecl)) }
	assert.Same(t, f.Decls[0], of(1))
	assert.Same(t, f.Decls[1], of(0))
	assert.Nil(t, of(3), "declared, then defined")
}
