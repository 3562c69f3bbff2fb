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
