package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/unit/kerneltest"
)

// TestValidatedReads: the plain read before a compare-and-swap loop counts as atomic where its
// value goes nowhere else.
func TestValidatedReads(t *testing.T) {
	const swap = "old = atomicCAS(u, seen, seen * 2);"
	for body, want := range map[string]bool{
		"unsigned old = *u, seen; do { seen = old; " + swap + " } while (seen != old); out[t] = old;":                                     true,
		"unsigned old = *u; while (true) { unsigned seen = old; " + swap + " if (seen == old) break; }":                                   true,
		"unsigned old = *u, seen; do { seen = old; unsigned twice = seen * 2; old = atomicCAS(u, seen, twice); } while (seen != old);":    true,
		"unsigned old = *u, seen; do { seen = old; old = atomicCAS(u, old, old + 1); } while (seen != old);":                              true,
		"unsigned old = *u; int seen; do { seen = old; old = atomicCAS(u, seen, seen + 1); } while (seen != (int)old); out[t] = old;":     true,
		"unsigned old = *u; int seen; do { seen = (short)old; old = atomicCAS(u, seen, seen + 1); } while (seen != (int)old);":            false,
		"unsigned old = *u, seen; bool again; do { seen = old; " + swap + " again = seen != old; } while (again); out[t] = again;":        true,
		"unsigned old = *u, seen; bool again; do { seen = old; again = seen != 7; " + swap + " } while (seen != old); out[t] = again;":    false,
		"unsigned old = *u, seen; bool again; do { seen = old; " + swap + " again = seen + 1 != old; } while (again);":                    false,
		"unsigned old = *u, seen; do { seen = 0; old = atomicCAS(u, seen, old + 1); } while (seen != old);":                               false,
		"unsigned old = *u, seen; do { seen = old; old = atomicCAS(u, 0, old + 1); } while (old != 0);":                                   false,
		"unsigned old = *u, first = old, seen; do { seen = old; old = atomicCAS(u, seen, first + 1); } while (seen != old);":              false,
		"unsigned old = *u, last = old, seen; do { seen = old; old = atomicCAS(u, seen, last + 1); last = seen; } while (seen != old);":   false,
		"unsigned old = *u, seen, last = 0; do { seen = old; old = atomicCAS(u, seen, last + 1); last = seen + 1; } while (seen != old);": false,
		"unsigned old = *u, first = old, seen; do { seen = old; old = atomicCAS(u, first, seen + 1); } while (first != old);":             false,
		"unsigned old = *u, seen; if (out[t]) old = 7; do { seen = old; old = atomicCAS(u, seen, seen + 1); } while (seen != old);":       false,
		"unsigned old = *u, seen; do { seen = old + 1; old = atomicCAS(u, seen, seen); } while (seen != old);":                            false,
		"unsigned old = *u, seen; out[t] = old; do { seen = old; " + swap + " } while (seen != old);":                                     false,
		"unsigned old = *u, seen; do { if (old == 7) break; seen = old; " + swap + " } while (seen != old);":                              false,
		"unsigned old = u[1], seen; do { seen = old; " + swap + " } while (seen != old);":                                                 false,
		"unsigned old = *u, seen; do { seen = old; " + swap + " } while (seen != old); out[t] = seen;":                                    false,
		"unsigned old = *u, seen; do { seen = old; " + swap + " } while (seen < old);":                                                    false,
		"unsigned old = *u, seen, n = 0; do { seen = old; " + swap + " n++; } while (seen != old); out[t] = n + u[1];":                    false,
	} {
		k := kerneltest.Lower(t, "__global__ void k(unsigned *u, unsigned *out) { int t = threadIdx.x; "+body+" }", kerneltest.Block(64))
		assert.Equal(t, want, ValidatedReads(k) != k, body)
	}
}
