package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/host"
	"gv2/frontend/lower"
	"gv2/frontend/source"
)

// TestLaunchesAgain: launches of k that start with what another launch has left in count. Each text is line 6 of a file.
func TestLaunchesAgain(t *testing.T) {
	const kernels = "__device__ int count;\n__global__ void k(int *p) { atomicAdd(&count, 1); }\n__global__ void set() { count = 0; }\n__global__ void add() { count += 1; }\n__global__ void show(int *p) { *p = count; }\n"
	for _, c := range []struct {
		name, text string
		again      bool
	}{
		{"one launch", "void f() { k<<<1, 1>>>(p); }", false},
		{"two launches", "void f() { k<<<1, 1>>>(p); k<<<2, 1>>>(p); }", true},
		{"in a lambda called twice", "void f() { auto go = [&] { k<<<1, 1>>>(p); return; }; go(); go(); }", true},
		{"in a lambda called in a loop", "void f() { auto go = [&](int n) { k<<<1, 1>>>(p); }; for (;;) go(1); }", true},
		{"in a lambda in one called twice", "void f() { auto all = [&] { auto go = [&] { k<<<1, 1>>>(p); }; go(); }; all(); all(); }", true},
		{"in a lambda called once", "void f() { auto go = [&](int n) { k<<<1, 1>>>(p); }; go(1); }", false},
		{"in a lambda that returns, and behind it", "void f() { auto go = [&] { k<<<1, 1>>>(p); return; }; go(); k<<<1, 1>>>(p); }", true},
		{"in two functions", "void f() { k<<<1, 1>>>(p); } void g() { k<<<2, 1>>>(p); }", true},
		{"in a loop", "void f() { for (int i = 0; i < 3; i++) { g(); k<<<1, 1>>>(p); } }", true},
		{"in a loop without braces", "void f() { while (more()) if (x) k<<<1, 1>>>(p); }", true},
		{"in do", "void f() { do k<<<1, 1>>>(p); while (more()); }", true},
		{"in a macro's do", "void f() { do { k<<<1, 1>>>(p); } while (0); }", false},
		{"in a function called twice", "void f() { k<<<1, 1>>>(p); } int main() { f(); f(); }", true},
		{"in a function called in a loop", "void f() { k<<<1, 1>>>(p); } void g() { f(); } int main() { for (;;) g(); }", true},
		{"in a function called once", "void f(); void f() { k<<<1, 1>>>(p); } int main() { f(); }", false},
		{"in branches", "void f() { if (x) k<<<1, 1>>>(p); else k<<<2, 1>>>(p); }", false},
		{"in blocks of branches", "void f() { if (x) { k<<<1, 1>>>(p); } else if (y) { k<<<2, 1>>>(p); } else { k<<<3, 1>>>(p); } }", false},
		{"behind branches", "void f() { if (x) { k<<<1, 1>>>(p); } else { g(); } k<<<2, 1>>>(p); }", true},
		{"in cases", "void f() { switch (x) { case 1: k<<<1, 1>>>(p); break; case 2: k<<<2, 1>>>(p); break; } }", false},
		{"in cases that fall through", "void f() { switch (x) { case 1: k<<<1, 1>>>(p); case 2: k<<<2, 1>>>(p); } }", true},
		{"set before each", "void f() { cudaMemcpyToSymbol(count, &z, 4); k<<<1, 1>>>(p); cudaMemcpyToSymbol(count, &z, 4); k<<<2, 1>>>(p); }", false},
		{"set before the first", "void f() { cudaMemcpyToSymbol(count, &z, 4); k<<<1, 1>>>(p); k<<<2, 1>>>(p); }", true},
		{"set in the loop", "void f() { for (;;) { check(cudaMemcpyToSymbol(count, &z, 4)); if (x) { k<<<1, 1>>>(p); } } }", false},
		{"set on a condition", "void f() { for (;;) { if (x) cudaMemcpyToSymbol(count, &z, 4); k<<<1, 1>>>(p); } }", true},
		{"set in a block of a condition", "void f() { for (;;) { if (x) { cudaMemcpyToSymbol(count, &z, 4); } k<<<1, 1>>>(p); } }", true},
		{"set through its address", "void f() { int *q; cudaGetSymbolAddress((void **)&q, count); for (;;) { cudaMemset(q, 0, 4); k<<<1, 1>>>(p); } }", false},
		{"set by a kernel", "void f() { for (;;) { set<<<1, 1>>>(); k<<<1, 1>>>(p); } }", false},
		{"changed by another kernel", "void f() { add<<<1, 1>>>(); k<<<1, 1>>>(p); }", true},
		{"read by another kernel", "void f() { show<<<1, 1>>>(p); k<<<1, 1>>>(p); }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, fn := range kernelsOf(kernels+c.text+"\n", source.Options{}) {
				if fn.Name == "k" {
					assert.Equal(t, c.again, host.Again(fn.code, fn.FuncDecl, "count") != "")
				}
			}
		})
	}
}

// TestFirstValues: what host code in sight gives a counter that is declared as 0, where it may be another value.
func TestFirstValues(t *testing.T) {
	for _, c := range []struct {
		name, text string
		other      bool
	}{
		{"nothing", "void f() { k<<<1, 1>>>(p); }", false},
		{"another number", "void f() { int z = 2; cudaMemcpyToSymbol(count, &z, 4); }", true},
		{"the same number", "void f() { int z = 0; cudaMemcpyToSymbol(count, &z, 4); cudaMemcpyToSymbol(count, &z, 4); }", false},
		{"the same number in braces", "void f() { const unsigned z{0}; check(cudaMemcpyToSymbol(count, &z, sizeof(count))); }", false},
		{"a number that changes", "void f() { int z = 0; z = n; cudaMemcpyToSymbol(count, &z, 4); }", true},
		{"a number that another function gets", "void f() { int z = 0; read(&z); cudaMemcpyToSymbol(count, &z, 4); }", true},
		{"a parameter", "void f(int z) { cudaMemcpyToSymbol(count, &z, 4); }", true},
		{"an array", "void f(int *z) { cudaMemcpyToSymbol(count, z, 4); }", true},
		{"read", "void f() { int z; cudaMemcpyFromSymbol(&z, count, 4); }", false},
		{"cleared through its address", "void f() { void *q; cudaGetSymbolAddress(&q, count); cudaMemset(q, 0, 4); }", false},
		{"cleared through its address as another pointer", "void f() { int *q; cudaGetSymbolAddress((void **)&q, count); cudaMemsetAsync(q, 0, 4, s); }", false},
		{"filled through its address", "void f() { void *q; cudaGetSymbolAddress(&q, count); cudaMemset(q, 1, 4); }", true},
		{"copied to its address", "void f() { void *q; cudaGetSymbolAddress(&q, count); cudaMemcpy(q, p, 4, cudaMemcpyHostToDevice); }", true},
		{"copied from its address", "void f() { void *q; cudaGetSymbolAddress(&q, count); cudaMemcpy(p, q, 4, cudaMemcpyDeviceToHost); }", false},
		{"its address is handed on", "void f() { void *q; cudaGetSymbolAddress(&q, count); set(q); }", true},
		{"managed memory", "void f() { count = 2; }", true},
		{"managed memory that is cleared", "void f() { count = 0; }", false},
		{"a variable of that name", "void f() { int count; count = 2; }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, fn := range kernelsOf("__device__ int count = 0;\n__global__ void k(int *p) { atomicAdd(&count, 1); }\n"+c.text+"\n", source.Options{}) {
				assert.Equal(t, c.other, host.SetsFirst(fn.code, lower.NamesOf(fn.file), "count", 0) != "")
			}
		})
	}
}
