package verdict_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/verdict"
)

// TestWhatIntrinsicsYield: a condition on what an integer function yields is decided by what the function
// is; where it has no form in the translation, nothing is refuted that rests on it.
func TestWhatIntrinsicsYield(t *testing.T) {
	for cond, want := range map[string]verdict.Outcome{
		"__ffs(s) > 32":                              verdict.KernelProved,
		"__ffs(s) > 31":                              verdict.KernelRefuted,
		"__clz(s) > 32":                              verdict.KernelProved,
		"__clz(s) == 32 && s != 0":                   verdict.KernelProved,
		"__clz(s) == 31":                             verdict.KernelRefuted,
		"__byte_perm(x, 0, 0x4440) > 255":            verdict.KernelProved,
		"__byte_perm(x, 0, 0x4440) > 254":            verdict.KernelRefuted,
		"__byte_perm(x, y, 0x7654) != y":             verdict.KernelProved,
		"__umulhi(x, 2) > 1":                         verdict.KernelProved,
		"__umulhi(x, 2) == 1":                        verdict.KernelRefuted,
		"__mulhi(s, 2) > 0":                          verdict.KernelProved,
		"__funnelshift_l(x, y, 0) != y":              verdict.KernelProved,
		"__funnelshift_r(x, y, 32) != x":             verdict.KernelProved,
		"__funnelshift_rc(x, y, 32) != y":            verdict.KernelProved,
		"__sad(s, s, 7) != 7":                        verdict.KernelProved,
		"__hadd(s, s) != s":                          verdict.KernelProved,
		"__vadd4(x, 0) != x":                         verdict.KernelUnknown,
		"__dp4a(x, 0u, y) != y":                      verdict.KernelUnknown,
		"__umulhi(x, 2) > 1 || __vadd4(x, y) == 3":   verdict.KernelUnknown,
		"__umulhi(x, 2) == 1 && __vadd4(x, y) == x2": verdict.KernelUnknown,
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *a, const unsigned *b, const int *c) { int t = threadIdx.x; unsigned x = b[t], y = b[t + 64], x2 = b[t + 128]; int s = c[t]; if ("+cond+") a[0] = t; }",
			kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough}, verdict.DefaultEngines())
		assert.Equal(t, want, r.Outcome, cond)
	}
}
