package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// TestDivisors: a divisor that the launch decides is stated once, where and under what the program divides.
func TestDivisors(t *testing.T) {
	for text, want := range map[string][]string{
		"out[t / w] = t % w;":                             {"w != 0"},
		"if (t < n) out[t / w] = 1;":                      {"w != 0"},
		"if (t < n) out[t / w] = 1; else out[t % w] = 1;": {"w != 0", "w != 0"},
		"if (t < n) out[t / w] = 1; out[t / w] = 2;":      {"w != 0", "w != 0"},
		"out[w > 0 ? t / w : 0] = 1;":                     {"w > 0 ==> w != 0"},
		"out[w > 0 ? 0 : t / w] = 1;":                     {"!(w > 0) ==> w != 0"},
		"if (w > 0 && t / w < n) out[t] = 1;":             {"w > 0 ==> w != 0"},
		"if (w == 0 || t / w < n) out[t] = 1;":            {"!(w == 0) ==> w != 0"},
		"if (t / w < n && w > 0) out[t] = 1;":             {"w != 0"},
		"for (int i = t; i < n / w; i += 64) out[i] = 1;": {"w != 0"},
		"for (int i = t; i < n; i += 64) out[i / w] = 1;": {"w != 0"},
		"int v = w * n; out[t / v] = 1;":                  {"w * n != 0"},
		"int v = w; if (t > n) v = 3; out[t / v] = 1;":    nil, // may be either
		"int v = w; for (; v < n; v++) out[t / v] = 1;":   nil,
		"out[n / t] = 1;":                                 nil, // 0 for a thread of each launch
		"out[n / out[t]] = 1;":                            nil,
		"out[t / 4] = t % 32;":                            nil,
		"out[t / (int)blockDim.x] = 1;":                   nil,
		"out[t] = (int)(1.0f / w);":                       nil,
		"unsigned r; asm(\"div.u32 %0, %1, %2;\" : \"=r\"(r) : \"r\"(t), \"r\"(w)); out[r / w] = 1;": nil, // divides by 0 with some result
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *out, int n, int w) { int t = threadIdx.x; "+text+" }", kerneltest.Block(64))
		stated := Divisors(k)
		var got []string
		kernel.Walk(stated.Body, func(s kernel.Stmt) bool {
			if a, is := s.(*kernel.Assume); is && a.Divisor {
				got = append(got, kernel.ExprString(a.Cond))
			}
			return true
		})
		assert.Equal(t, want, got, text)
		assert.Equal(t, want != nil, fact.StatesDivisors(stated), text)
		assert.NoError(t, kernel.Check(stated), text)
	}
	in := kerneltest.Lower(t, "__global__ void k(int *out, int n, int w) { int t = threadIdx.x; if (t < n) out[t / w] = 1; }", kerneltest.Block(64))
	_, outside := Divisors(in).Body[0].(*kernel.Assume)
	assert.False(t, outside, "stated for the threads that divide alone")
}
