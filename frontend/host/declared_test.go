package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMethodsOfDeclaredClasses: what a method is called says nothing of what it does if its class is only declared, and may be
// defined elsewhere; that of a container does.
func TestMethodsOfDeclaredClasses(t *testing.T) {
	for text, known := range map[string]bool{
		"void f(Buf &b, int *p) { count = 64; b.get(); k<<<1, count>>>(p); }":                                          false,
		"void f(Buf *b, int *p) { count = 64; b->data(); k<<<1, count>>>(p); }":                                        false,
		"Buf &one(); void f(int *p) { count = 64; one().begin(); k<<<1, count>>>(p); }":                                false,
		"Buf *all[2]; void f(int *p) { count = 64; all[0]->get(); k<<<1, count>>>(p); }":                               false,
		"struct H { Buf *b; }; void f(H h, int *p) { count = 64; h.b->size(); k<<<1, count>>>(p); }":                   false,
		"void f(std::vector<int> &b, int *p) { count = 64; b.data(); k<<<1, count>>>(p); }":                            true,
		"struct Own { int *get() { return 0; } }; void f(Own &b, int *p) { count = 64; b.get(); k<<<1, count>>>(p); }": true,
	} {
		got := sizesOf("class Buf;\nint count;\n__global__ void k(int *p) { }\n" + text)
		assert.Equal(t, known, assert.ObjectsAreEqual([]string{"k block 64,1,1 grid 1,1,1"}, got), "%s: %v", text, got)
	}
}

// TestVolatileConstants: what is const and volatile is no constant, as others may change it.
func TestVolatileConstants(t *testing.T) {
	const launch = "void f(int *p) { k<<<1, n>>>(p); }"
	for text, known := range map[string]bool{
		"const int n = 64; " + launch:                                           true,
		"const volatile int n = 64; " + launch:                                  false,
		"volatile const int n = 64; " + launch:                                  false,
		"void f(int *p) { const volatile int n = 64; k<<<1, n>>>(p); }":         false,
		"struct S { static const volatile int n = 64; " + launch + " };":        false,
		"extern int n; " + launch:                                               false,
		"int n = 64; void g(); void f(int *p) { n = 64; g(); k<<<1, n>>>(p); }": false,
		"extern const int n; " + launch:                                         false,
		"const volatile int m = 64; const int n = m; " + launch:                 false,
	} {
		got := sizesOf("__global__ void k(int *p) { }\n" + text)
		assert.Equal(t, known, assert.ObjectsAreEqual([]string{"k block 64,1,1 grid 1,1,1"}, got), "%s: %v", text, got)
	}
}
