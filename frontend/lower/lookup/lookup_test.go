package lookup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

const text = `
namespace A {
  __device__ int f(int);
  __device__ int g(int);
  struct S { static const int c = 1; struct T {}; __device__ int m(); };
  namespace B { __device__ int f(char); enum E { red }; enum class F { blue }; }
}
__device__ int f(float);
namespace C { using A::g; __device__ int g(float); __device__ int h(); }
namespace D = A::B;
using namespace C;
struct P { int x; };
template <class T, int n = 4> struct Q;
template <class T, int m> struct Q {};
`

func tableOf(t *testing.T) *Table {
	file, diags := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
	require.Empty(t, diags.String())
	return Of(file)
}

// path is A::B as its parts.
func path(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "::")
}

// lines are where the declarations stand.
func lines(ds []cuda.Decl) []int {
	out := []int{}
	for _, d := range ds {
		out = append(out, d.DeclPos().Line)
	}
	return out
}

func TestFind(t *testing.T) {
	table := tableOf(t)
	for _, c := range []struct {
		scope, path, name string
		want              []int
	}{
		{"", "", "f", []int{8}},
		{"A", "", "f", []int{3}},
		{"A::B", "", "f", []int{6}},
		{"A::B", "", "g", []int{4}},
		{"A::B", "A", "f", []int{3}},
		{"", "D", "f", []int{6}},
		{"", "", "h", []int{9}},
		{"", "A::S", "c", []int{5}},
		{"", "A::S", "T", []int{5}},
		{"", "A::S", "m", []int{}},
		{"A::B", "", "red", []int{6}},
		{"", "A::B::E", "red", []int{6}},
		{"A::B", "", "blue", []int{}},
		{"", "A::B::F", "blue", []int{6}},
		{"C", "", "g", []int{9}},
		{"", "", "nothing", []int{}},
	} {
		assert.Equal(t, c.want, lines(table.Find(path(c.scope), path(c.path), c.name, 0)), "%s::%s from %s", c.path, c.name, c.scope)
	}
}

// TestOverloads: a using declaration adds to the functions of its scope, and a scope
// that has one hides those around it.
func TestOverloads(t *testing.T) {
	table := tableOf(t)
	assert.ElementsMatch(t, []int{4, 9}, lines(table.Overloads(path("C"), nil, "g", 0)))
	assert.Equal(t, []int{3}, lines(table.Overloads(path("A"), nil, "f", 0)))
	assert.Equal(t, []int{12}, lines(table.Overloads(nil, nil, "P", 0)), "a class has no overloads")
}

func TestDeclarationsOfClasses(t *testing.T) {
	table := tableOf(t)
	s := table.Find(nil, path("A"), "S", 0)[0].(*cuda.RecordDecl)
	assert.Equal(t, path("A::S"), table.Path(s))
	assert.Equal(t, path("A"), table.NamespaceOf(s))
	inner := table.Find(nil, path("A::S"), "T", 0)[0].(*cuda.RecordDecl)
	assert.Equal(t, path("A"), table.NamespaceOf(inner), "classes are no namespaces")
	assert.Same(t, s, table.Nested[inner])

	q := table.Find(nil, nil, "Q", 0)[0].(*cuda.RecordDecl)
	require.True(t, q.Forward)
	definition := table.Definition(q)
	assert.False(t, definition.Forward)
	assert.NotNil(t, table.WithDefaults(definition).Params[1].DefaultExpr, "given by the declaration before")
	assert.Nil(t, definition.Template.Params[1].DefaultExpr, "the tree stays as it is")
}

func TestInNamespace(t *testing.T) {
	table := tableOf(t)
	assert.True(t, table.InNamespace(nil, "C"), "opened by a directive")
	assert.False(t, table.InNamespace(nil, "A"))
	assert.True(t, table.InNamespace(path("A"), "A"))
	assert.True(t, table.InNamespace(path("D"), "A"), "through an alias")
}
