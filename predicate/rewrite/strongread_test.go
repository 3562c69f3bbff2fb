package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/rewrite"
)

func TestStrongReads(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"atomicAdd(p, 1); while (*(volatile int *)p < 4) {}", true},
		{"atomicAdd(p, 1); out[0] = *p;", false},                                              // a plain read
		{"*(volatile int *)p = 1; atomicAdd(p, 1); while (*(volatile int *)p < 4) {}", false}, // a volatile store
		{"while (*(volatile int *)p < 4) {}", false},                                          // no atomic
		{"atomicAdd(out, 1); while (*(volatile int *)p < 4) {}", false},                       // one on another array
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *p, int *out) { "+c.body+" }", kerneltest.Block(32))
		got := kernel.Any(rewrite.StrongReads(k).Body, func(s kernel.Stmt) bool {
			a, ok := s.(*kernel.Atomic)
			return ok && a.Op == "load" && a.Scope == kernel.SystemScope
		})
		assert.Equal(t, c.want, got, c.body)
	}
}
