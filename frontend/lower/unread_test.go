package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUnreadDeclarations looks at kernels that would mean something else if a declaration
// that gv2 cannot read did not exist.
func TestUnreadDeclarations(t *testing.T) {
	const odd = "__attribute__((strange)) "
	for _, text := range []string{
		"__device__ int f(long x) { return x; } __device__ int f(" + odd + "int x) { return x / 2; }\n" +
			"__global__ void k(int *o) { o[f((int)threadIdx.x)] = 1; }",
		"struct V { int v; }; __device__ V operator+(V a, int b) { return V{a.v}; } __device__ V operator+(V a, " + odd + "char b) { return V{b}; }\n" +
			"__global__ void k(int *o) { V v{(int)threadIdx.x}; o[(v + 'a').v] = 1; }",
		"namespace n { struct Q { int v; }; __device__ int operator*(Q q, " + odd + "int x) { return x / 2; } } __device__ int operator*(n::Q q, long x) { return x; }\n" +
			"__global__ void k(int *o) { n::Q q{}; o[q * (int)threadIdx.x] = 1; }",
		"enum E { a }; __device__ int operator+(E e, " + odd + "int x) { return x / 2; }\n" +
			"__global__ void k(int *o) { o[a + (int)threadIdx.x] = 1; }",
		"template <class T> struct X { static const int v = 1; }; template <> struct " + odd + "X<int> { static const int v = 2; };\n" +
			"__global__ void k(int *o) { o[threadIdx.x / X<int>::v] = 1; }",
		"template <class T> struct X { static const int v = 1; }; template <class T> struct " + odd + "X<T *> { static const int v = 2; };\n" +
			"__global__ void k(int *o) { o[threadIdx.x / X<int *>::v] = 1; }",
		"typedef int T; namespace n { typedef short T __attribute__((mode(SI))); __global__ void k(T *o) { o[threadIdx.x] = 1; } }",
	} {
		ks, diags := lowerText(t, text, block64())
		assert.Empty(t, ks, text)
		assert.Contains(t, diags.String(), "attribute", text)
	}
}

// TestHostOperatorsThatAreNotReadDoNotMatter: device code cannot call them.
func TestHostOperatorsThatAreNotReadDoNotMatter(t *testing.T) {
	ks, diags := lowerText(t, "struct S { int v; }; __device__ S operator<<(S a, int b) { return S{a.v + b}; }\n"+
		"int &operator<<(int &o, __attribute__((strange)) const S &s) { return o; }\n"+
		"__global__ void k(int *o) { S s{1}; o[(s << 2).v] = 1; }", block64())
	assert.Empty(t, diags.String())
	assert.Len(t, ks, 1)
}
