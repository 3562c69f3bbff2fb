package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestExtents: how much memory pointers lead to at launches. Where anything may have given the variable another
// value, nothing is known.
func TestExtents(t *testing.T) {
	const covers = "64,1,1; m=0; w=0; gridDim.x == n / 64"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a length", "void f(int n) { int *d; cudaMalloc(&d, n * sizeof(int)); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has (size_t)n * 4 bytes, if cudaMalloc succeeds"}},
		{"a constant length", "int main() { int *d; cudaMalloc((void **)&d, 4096); k<<<4, 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0; p has 4096 bytes, if cudaMalloc succeeds"}},
		{"memory in the grid", "int main() { int *d; cudaMalloc(&d, 4096); k<<<(cudaMalloc(&d, 2048), 4), 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"memory in the bytes of shared memory", "int main() { int *d; cudaMalloc(&d, 2048); k<<<4, 64, cudaMalloc(&d, 4096)>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"memory in an argument", "int main() { int *d; cudaMalloc(&d, 4096); k<<<4, 64>>>(d, 1024, cudaMalloc((void **)&d, 2048), 0); }", []string{"64,1,1; n=1024; w=0"}},
		{"memory before a comma", "int main() { int *d; cudaMalloc(&d, 4096); cudaMalloc(&d, 2048), k<<<4, 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"managed", "void f(int n) { int *d = nullptr; check(cudaMallocManaged(&d, n * sizeof(int))); for (int i = 0; i < n; i++) d[i] = i; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }",
			[]string{covers + "; p has (size_t)n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"written by the host", "void f(int n) { int *d; cudaMallocManaged(&d, n * 4); for (int i = 0; i < n; i++) d[i] = i; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }", []string{covers + "; p has n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"set before", "void f(int n) { int *d = nullptr; cudaMallocManaged(&d, n * 4); d[3] = 4; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }", []string{covers + "; p has n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"used before", "void f(int n, int *h) { int *d; if (cudaMalloc(&d, n * 4) != 0) return; cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); other(); k<<<n / 64, 64>>>(d, n, 0, 0); }",
			[]string{covers + "; p has n * 4 bytes, if cudaMalloc succeeds"}},
		{"the length changes later", "void f(int n) { int *d; cudaMalloc(&d, n * 4); n++; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == (n - 1 + 1) / 64; p has (n - 1) * 4 bytes, if cudaMalloc succeeds"}},
		{"a length in other words", "void f(int n) { int *d; int m = 2 * n; cudaMalloc(&d, m * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has 2 * n * 4 bytes, if cudaMalloc succeeds"}},
		{"two pointers", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); k<<<n / 64, 64>>>(e, n, 0, 0); }", []string{covers + "; p has n * 8 bytes, if cudaMalloc succeeds"}},
		{"two launches that agree", "void f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has n * 4 bytes, if cudaMalloc succeeds"}},
		{"two launches that do not", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); k<<<n / 64, 64>>>(e, n, 0, 0); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"another launch without one", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); k<<<n / 64, 64>>>(e, n, 0, 0); }", []string{covers}},
		{"perhaps", "void f(int n, int *e) { int *d = e; if (n > 3) cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"perhaps, in an expression", "void f(int n, int *e) { int *d = e; n > 3 && cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"in a lambda", "void f(int n, int *e) { int *d = e; auto l = [&] { cudaMalloc(&d, n * 4); }; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"moved", "void f(int n) { int *d; cudaMalloc(&d, n * 4); d += 4; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"counted", "void f(int n) { int *d; cudaMalloc(&d, n * 4); d++; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a place within", "void f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d + 1, n, 0, 0); }", []string{covers}},
		{"another value", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); d = e; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"exchanged", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); std::swap(d, e); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"exchanged in a loop", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); for (int i = 0; i < 3; i++) { k<<<n / 64, 64>>>(d, n, 0, 0); int *t = d; d = e; e = t; } }", []string{covers}},
		{"passed by reference", "void f(int n) { int *d; cudaMalloc(&d, n * 4); grow(d); k<<<n / 64, 64>>>(d, n, 0, 0); }\nvoid grow(int *&d) { d++; }", []string{covers}},
		{"its address is out", "void f(int n) { int *d; note(&d); cudaMalloc(&d, n * 4); other(); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a reference to it", "void f(int n, int *e) { int *d, *&r = d; cudaMalloc(&d, n * 4); r = e; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"another variable of that name", "void f(int n, int *d) { { int *d; cudaMalloc(&d, n * 4); } k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a function of the file", "int cudaMalloc(int **p, int n) { *p = 0; return n; }\nvoid f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a jump", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); again: k<<<n / 64, 64>>>(d, n, 0, 0); d = e; if (n > 3) goto again; }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"a static", "void f(int n) { static int *d; if (!d) cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a size that changes itself", "void f(int n) { int *d; cudaMalloc(&d, n++ * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); if (c == 64) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths, the other way", "void f(int n, int c) { int *d; if (c == 64) cudaMalloc(&d, 2); else cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths by a loop", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); for (int i = 0; i < c; i++) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"too many ways", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); int v = 1; " + strings.Repeat("if (c == v) v = 2 * c; else if (c < 3) v = 3 * c + v; ", 4) + "if (c == 64) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"lifted", "void run(int n) { int *d; cudaMalloc(&d, n * sizeof(int)); k<<<n / 64, 64>>>(d, n, 0, 0); }\nint main() { run(4096); }", []string{"64,1,1; n=4096; m=0; w=0; p has 16384 bytes, if cudaMalloc succeeds; gridDim.x == n / 64; p has (size_t)n * 4 bytes, if cudaMalloc succeeds"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+c.text))
		})
	}
}
