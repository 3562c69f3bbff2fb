package lower

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPacks reads the checks of the kernel with parameter packs as g++ does, which makes
// static assertions of them.
func TestPacks(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++ to compare with")
	}
	text, err := os.ReadFile("../../testdata/kernels/templates/13_packs_ok.cu")
	require.NoError(t, err)
	body, _, _ := strings.Cut(string(text), "\nvoid run(")
	src := filepath.Join(t.TempDir(), "packs.cc")
	shim := "#define __global__\n#define __device__\n#define __host__\nstruct { unsigned x; } threadIdx;\n"
	require.NoError(t, os.WriteFile(src, []byte(shim+body+"int main() { int a[300]; k(a, 0, 1, 2); }\n"), 0o644))
	msg, err := exec.Command("g++", "-std=c++17", "-w", "-fsyntax-only", src).CombinedOutput()
	require.NoError(t, err, "%s", msg)
	assert.Contains(t, body, "CHECK(321, rec(1, 2, 3));")
}

// TestMembersOutside: a member that is defined for some arguments of its class's template, or by
// other names of the parameters, is not taken for that of all.
func TestMembersOutside(t *testing.T) {
	const class = "template <class T> struct S { __device__ int f(int i) { return i; } static const int n = 1; struct In { int x; }; __device__ int g(); };\n"
	for text, want := range map[string]string{
		"template <> __device__ int S<int>::f(int i) { return 0; } __global__ void k(int *p) { S<int> s; p[s.f(1)] = 1; }":        "f of S<int>, of which there is a declaration at",
		"template <> __device__ int S<int>::f(int i) { return 0; } __global__ void k(int *p) { S<float> s; p[s.f(1)] = 1; }":      "f of S<float>, of which",
		"template <> const int S<int>::n = 2; __global__ void k(int *p) { p[S<int>::n] = 1; }":                                    "variable template n",
		"template <> struct S<int>::In { int x, y; }; __global__ void k(int *p) { p[sizeof(S<int>::In)] = 1; }":                   "In of S<int>, of which",
		"template <class U> __device__ int S<U>::g() { return sizeof(U); } __global__ void k(int *p) { S<int> s; p[s.g()] = 1; }": "g of S<int>, of which",
	} {
		_, diags := lowerText(t, class+text, block64())
		assert.Contains(t, diags.String(), want, text)
	}
}

// TestPacksRefused has what is no program, or not followed.
func TestPacksRefused(t *testing.T) {
	for text, want := range map[string]string{
		"template <class... Ts> __device__ int f(Ts... t) { return (t + ...); } __global__ void k(int *p) { p[0] = f(); }":                                                "which has no value",
		"template <class... Ts> __device__ int f(Ts... t) { return t; } __global__ void k(int *p) { p[0] = f(1); }":                                                       "without an expansion",
		"template <class A> __device__ int h(A...) { return 2; } __global__ void k(int *p) { p[0] = h(1, 2); }":                                                           "no h takes",
		"template <class... Ts> __device__ int f(Ts... t, int n) { return n; } __global__ void k(int *p) { p[0] = f(1); }":                                                "which f is called",
		"template <class... Ts> __device__ int f(Ts... t) { auto g = [=] { return (t + ...); }; ((t = 9), ...); return g(); } __global__ void k(int *p) { p[0] = f(1); }": "captures the pack t by value",
	} {
		_, diags := lowerText(t, text, block64())
		assert.Contains(t, diags.String(), want, text)
	}
}

// TestArraysOfPointers: what is written to an array of pointers is no number for other accesses, and
// nothing is followed that the host put there and the kernel may have changed.
func TestArraysOfPointers(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(float **out, float *a) { out[threadIdx.x] = a; __syncthreads(); out[threadIdx.x][0] = 1; }":                   "a pointer that is read from memory",
		"__global__ void k(float **out, float **in) { out[threadIdx.x] = in[threadIdx.x]; }":                                             "a pointer that is read from memory",
		"__global__ void k(float **out, float *a, int *q) { out[threadIdx.x] = a; q[((unsigned long long *)out)[threadIdx.x]] = 1; }":    "an access by other types",
		"__global__ void k(float **out, float *a, int *q) { out[threadIdx.x] = a; q[atomicAdd((unsigned long long *)out, 1ull)] = 1; }":  "an access by other types",
		"__global__ void k(float **out, float *a, int *q) { unsigned long long x; out[threadIdx.x] = a; memcpy(&x, out, 8); q[x] = 1; }": "an access by other types",
	} {
		_, diags := lowerText(t, text, block64())
		assert.Contains(t, diags.String(), want, text)
	}
}
