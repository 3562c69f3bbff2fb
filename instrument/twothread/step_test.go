package twothread

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// TestSteps: an atomic counts up where it adds a small number, or one that the program has found not to be negative
// on every way to it.
func TestSteps(t *testing.T) {
	for text, want := range map[string]bool{
		"atomicAdd(c, 3);":                                               true,
		"atomicAdd(c, -3);":                                              false,
		"atomicAdd(c, n & 7);":                                           true,
		"atomicAdd(c, n);":                                               false,
		"if (n > 0) atomicAdd(c, n);":                                    true,
		"if (0 <= n && n < m) atomicAdd(c, n);":                          true,
		"if (n > -2) atomicAdd(c, n);":                                   false,
		"if (n > 0 || m > 0) atomicAdd(c, n);":                           false,
		"if (m > 0) atomicAdd(c, n);":                                    false,
		"if (n != 0) atomicAdd(c, n);":                                   false,
		"if (n <= 0) return; atomicAdd(c, n);":                           true,
		"if (n < 0 || m < 0) return; atomicAdd(c, n);":                   true,
		"if (n < 0 && m < 0) return; atomicAdd(c, n);":                   false,
		"if (n < 0) n = m; atomicAdd(c, n);":                             false,
		"if (n < 0) { c[1] = 2; } atomicAdd(c, n);":                      false,
		"if (!(n < 0)) atomicAdd(c, n); else c[1] = 2;":                  true,
		"if (n > 0) { n -= 2; atomicAdd(c, n); }":                        false,
		"if (n > 0) c[1] = 2; else return; atomicAdd(c, n);":             true,
		"if (n < 0) { n = m; return; } atomicAdd(c, n);":                 true, // the others have n as it was
		"if (n < 0) return; while (m-- > 0) { atomicAdd(c, n); n--; }":   false,
		"if (n < 0) return; while (m-- > 0) atomicAdd(c, n);":            true,
		"while (m-- > 0) { if (n < 0) continue; atomicAdd(c, n); n--; }": true,
		"unsigned u = n; if (u > 0) atomicAdd(c, u);":                    false,
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *c, int n0, int m0) { int n = c[n0], m = c[m0]; "+text+" }", kerneltest.Block(64))
		steps := stepsOf(k)
		found := 0
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if a, is := s.(*kernel.Atomic); is {
				found++
				assert.Equal(t, want, steps.up(a), text)
			}
			return true
		})
		assert.Equal(t, 1, found, text)
	}
}
