package lower

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPointersInMemory: what the host has put into memory is followed under the assumption that it
// leads to separate arrays, and only where the kernel cannot have changed it.
func TestPointersInMemory(t *testing.T) {
	const bytes = "struct P { float *x; int n; };\n__device__ int n(const void *raw) { return ((const int *)raw)[2]; }\n"
	for text, of := range map[string]string{
		"__global__ void k(float **p) { p[0][threadIdx.x] = 1; }":                                               "p",
		"struct S { float *x; int n; };\n__global__ void k(S *s) { if (s->n) s->x[threadIdx.x] = 1; }":          "*s",
		"__device__ float *g;\n__global__ void k() { g[threadIdx.x] = 1; }":                                     "g",
		"struct A { float *p[40]; };\n__global__ void k(A a, int i) { a.p[i][threadIdx.x] = 1; }":               "a.p",
		bytes + "__global__ void k(P p) { if (n(&p)) p.x[threadIdx.x] = 1; }":                                   "*p",
		"__global__ void k(float **p) { float *q = p[1]; if (q != nullptr) q[threadIdx.x] = 1; }":               "p",
		"struct S { float *x; };\n__constant__ S s[4];\n__global__ void k(int i) { s[i].x[threadIdx.x] = 1; }":  "*s",
		"__device__ void f(float *const *q) { q[2][threadIdx.x] = 1; }\n__global__ void k(float **p) { f(p); }": "p",
	} {
		ks, diags := lowerText(t, text, block64())
		require.Len(t, ks, 1, text+"\n"+diags.String())
		k := ks[0]
		assert.Contains(t, strings.Join(k.Assumptions, "\n"), "lead to separate arrays", text)
		labels := []string{}
		for _, a := range k.Arrays {
			labels = append(labels, a.Label)
		}
		assert.Contains(t, labels, of, text)
	}
	for _, text := range []string{
		"struct S { float *x; int n; };\n__global__ void k(S *s) { s->n = 1; s->x[threadIdx.x] = 1; }",
		bytes + "__global__ void k(P p) { *(int *)&p = 3; if (n(&p)) p.x[threadIdx.x] = 1; }",
		"struct N { N *next; int v; };\n__device__ N *g;\n__global__ void k() { g->next->v = 1; }",
		"__global__ void k(float **p, float **q, int c) { float **r = c ? p : q; r[0][threadIdx.x] = 1; }",
	} {
		ks, _ := lowerText(t, text, block64())
		assert.Empty(t, ks, text)
	}
}
