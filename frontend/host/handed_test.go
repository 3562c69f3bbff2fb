package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSizesInObjects: launches by functions that get a kernel, sizes in an object, and the kernel's arguments as a pack.
func TestSizesInObjects(t *testing.T) {
	const class = `struct P { dim3 grid, block; size_t shared; cudaStream_t s;
		P(const dim3 &g, const dim3 &b, const size_t n, const cudaStream_t t) : grid(g), block(b), shared(n), s(t) { }
		P(const dim3 &g, const dim3 &b, const int n, const cudaStream_t t) : grid(g), block(b), shared((size_t)n), s(t) { } };
	template <class K, class... A> void launch(K kernel, const P &p, A &&...a) { kernel<<<p.grid, p.block, p.shared, p.s>>>(std::forward<A>(a)...); }
	`
	const with, without = "64,1,1; gridDim.x == n", "? 0,0,0"
	// config begins what a launcher does where the runtime may let kernels overlap.
	config := func(ctor, body string) string {
		return "struct P { dim3 grid, block; size_t shared; P(const dim3 &g, const dim3 &b, int n) : grid(g), block(b), shared(n) { } };\n" +
			"struct C { cudaLaunchAttribute attr; cudaLaunchConfig_t cfg; C(const P &p) { " + ctor + " } C(const C &) = delete; };\n" +
			"bool can(const void *f) { cudaFuncAttributes a; cudaFuncGetAttributes(&a, f); return a.ptxVersion > 80; }\n" +
			"template <class K, class... A> void launch(K kernel, const P &p, A &&...a) { if (can(reinterpret_cast<const void *>(kernel))) { auto c = C(p); " + body +
			" cudaLaunchKernelEx(&c.cfg, kernel, std::forward<A>(a)...); return; } kernel<<<p.grid, p.block, p.shared>>>(std::forward<A>(a)...); }\n" +
			"void f(int n) { const P p(dim3(n, 3), dim3(64), 0); launch(k<64>, p, n); const P q(dim3(n, 3), dim3(32), 0); launch(k<32>, q, n); }"
	}
	const plain = "attr.id = cudaLaunchAttributeCooperative; cfg = {}; cfg.gridDim = p.grid; cfg.blockDim = p.block; cfg.dynamicSmemBytes = p.shared; cfg.attrs = &attr; cfg.numAttrs = 1;"
	unseen := []string{"64,1,1; unclear", without, "32,1,1; unclear", without}
	of64and32 := []string{with, "32,1,1; gridDim.x == n"}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a configuration that a constructor makes", config(plain, ""), of64and32},
		{"a configuration with other threads", config("cfg = {}; cfg.gridDim = p.grid; cfg.blockDim = p.grid;", ""), []string{"64,1,1; gridDim.x == n", "? 0,3,1", "32,1,1; gridDim.x == n", "? 0,3,1"}},
		{"a configuration that is changed", config(plain, "c.cfg.blockDim = 128;"), unseen},
		{"a configuration that a function gets", config(plain, "change(c);"), unseen},
		{"a constructor that does more", config(plain+" if (p.shared > 0) cfg.blockDim = 128;", ""), unseen},
		{"a constructor that sets a part twice", config(plain+" cfg.blockDim.x = 128;", ""), unseen},
		{"a kernel that is stored", strings.Replace(config(plain, ""), "cudaFuncGetAttributes(&a, f);", "cudaLaunchKernel(f, dim3(2), dim3(128), nullptr, 0, 0);", 1), unseen},
		{"objects that are not const", strings.ReplaceAll(config(plain, "other();"), "const P p(", "P p("), []string{without, without, without, without}},

		{"a constructor", class + "void f(int n) { dim3 g(n, 3), b(64); const P p(g, b, 0, 0); launch(k<64>, p, n); }", []string{with}},
		{"a list", class + "void f(int n) { dim3 g(n, 3), b(64); const P p = {g, b, 0, 0}; launch(k<64>, p, n); }", []string{with}},
		{"an object that is copied", class + "void f(int n) { dim3 g(n, 3), b(64); const P p = P(g, b, 0, 0); launch(k<64>, p, n); }", []string{with}},
		{"an object in braces", class + "void f(int n) { dim3 g(n, 3), b(64); const P p = P{g, b, 0, 0}; launch(k<64>, p, n); }", []string{with}},
		{"a temporary", class + "void f(int n) { launch(k<64>, P(dim3(n, 3), dim3(64), 0, 0), n); }", []string{with}},
		{"numbers", class + "void f(int n) { const P p(n, 64, 0, 0); launch(k<64>, p, n); }", []string{"64,1,1; gridDim.x == n"}},
		{"in a function with a number of threads", class + "void start(int n, int w) { const P p(dim3(n, 3), dim3(w), 0, 0); launch(k<64>, p, n); }\nvoid f(int n) { start(n, 64); }", []string{with}},
		{"two kernels", class + "void f(int n) { launch(k<64>, P(dim3(n, 3), dim3(64), 0, 0), n); launch(k<32>, P(dim3(n, 3), dim3(32), 0, 0), n); }",
			[]string{with, "32,1,1; gridDim.x == n"}},
		{"another kernel", "__global__ void o(int n) { }\n" + class + "void f(int n) { launch(k<64>, P(dim3(n, 3), dim3(64), 0, 0), n); launch(o, P(dim3(n, 3), dim3(32), 0, 0), n); }",
			[]string{with, "32,1,1; gridDim.x == n"}},
		{"an aggregate", "struct P { dim3 grid, block; };\nvoid f(int n) { P p{dim3(n, 3), dim3(64)}; k<64><<<p.grid, p.block>>>(n); }", []string{with}},
		{"members that are set", "struct P { dim3 grid, block; };\nvoid f(int n) { P p; p.grid = dim3(n, 3); p.block = 64; k<64><<<p.grid, p.block>>>(n); }", []string{with}},
		{"no size in a list", "struct P { dim3 block, grid; };\nvoid f(int n) { P p{64}; k<64><<<p.grid, p.block>>>(n); }", []string{"64,1,1"}},
		{"a part of a member", "struct P { dim3 grid, block; };\nvoid f(int n) { P p{dim3(n, 3), dim3(64)}; k<64><<<p.grid.y, p.block.x>>>(n); }", []string{"64,1,1"}},
		{"passed by value", class + "void start(P p, int n) { k<64><<<p.grid, p.block>>>(n); }\nvoid f(int n) { const P p(dim3(n, 3), dim3(64), 0, 0); start(p, n); }", []string{with}},
		{"a pack by value", "template <class K, class... A> void launch(K kernel, dim3 g, int b, A... a) { kernel<<<g, b>>>(a...); }\nvoid f(int n) { launch(k<64>, dim3(n, 3), 64, n); }", []string{with}},

		{"a part that is set", "struct P { dim3 grid, block; };\nvoid f(int n) { P p{dim3(n, 3), dim3(64)}; p.block.x = 32; k<64><<<p.grid, p.block>>>(n); }", []string{without}},
		{"set by a function", class + "void change(P &p);\nvoid f(int n) { P p(dim3(n, 3), dim3(64), 0, 0); change(p); launch(k<64>, p, n); }", []string{without}},
		{"set by the launcher", "struct P { dim3 grid, block; };\ntemplate <class K> void launch(K kernel, P &p, int n) { p.block = 32; kernel<<<p.grid, p.block>>>(n); }\nvoid f(int n) { P p{dim3(n, 3), dim3(64)}; launch(k<64>, p, n); }", []string{without}},
		{"set by what the launcher calls", "struct P { dim3 grid, block; };\nP p;\nvoid change() { p.block = 32; }\nvoid launch(const P &q, int n) { change(); k<64><<<q.grid, q.block>>>(n); }\nvoid f(int n) { p.block = 64; p.grid = dim3(n, 3); launch(p, n); }", []string{without}},
		{"a base", "struct Q { dim3 grid, block; };\nstruct P : Q { };\nvoid launch(const Q &q, int n) { k<64><<<q.grid, q.block>>>(n); }\nvoid f(int n) { P p; p.block = 64; p.grid = dim3(n, 3); launch(p, n); }", []string{without}},
		{"a copy in braces", "struct P { dim3 grid, block; };\nvoid f(P o, int n) { P p{o}; k<64><<<p.grid, p.block>>>(n); }", []string{without}},
		{"constructors that disagree", "struct P { dim3 grid, block; P(int g, int b) : grid(g), block(b) { } P(dim3 g, int b) : grid(g), block(b * 2) { } };\nvoid f(int n) { P p(n, 64); k<64><<<p.grid, p.block>>>(n); }", []string{"? 0,0,0; gridDim.x == n"}},
		{"converted arguments", "template <class K, class... A> void launch(K kernel, dim3 g, int b, A &&...a) { kernel<<<g, b>>>(a / 64 ...); }\nvoid f(int n) { launch(k<64>, dim3(n, 3), 64, n); }", []string{"64,1,1"}},
		{"arguments that the launcher changes", "template <class K, class... A> void launch(K kernel, dim3 g, int b, A &&...a) { clear(a...); kernel<<<g, b>>>(a...); }\nvoid f(int n) { launch(k<64>, dim3(n, 3), 64, n); }", []string{"64,1,1"}},
		{"an argument that another changes", "template <class K, class... A> void launch(K kernel, int *q, dim3 g, int b, A &&...a) { (*q)++; kernel<<<g, b>>>(a...); }\nvoid f(int n) { launch(k<64>, &n, dim3(n, 3), 64, n); }", []string{"64,1,1"}},
		{"a kernel that is chosen", class + "void f(int n, int c) { auto q = c ? k<64> : k<32>; launch(q, P(dim3(n, 3), dim3(64), 0, 0), n); launch(k<32>, P(dim3(n, 3), dim3(32), 0, 0), n); }", []string{"64,1,1; unclear", "32,1,1; unclear", without}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := relationsOf("template <int N> __global__ void k(int n) { }\n" + c.text)
			assert.Equal(t, c.want, got)
		})
	}
}
