package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/rewrite"
)

// TestPassOver: behind a loop that is passed over, what it assigns and the memory that it writes are
// unknown; a loop that threads leave in another way, or that has copies, ends the kernel.
func TestPassOver(t *testing.T) {
	launch := kernel.Launch{BlockDim: [3]int{64, 1, 1}}
	first := func(k *kernel.Kernel) (at kernel.Stmt) {
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if _, is := s.(*kernel.Loop); is && at == nil {
				at = s
			}
			return at == nil
		})
		return at
	}
	for body, want := range map[string]struct{ stores, reads, unknown int }{
		"while (in[i] == 0) i++; s[i] = 1;":                                                                  {1, 1, 2},
		"while (in[i] == 0) s[i++] = 0; out[i] = s[5];":                                                      {1, 1, 4}, // the value of s[5] is unknown
		"while (in[i] == 0) out[i++] = 0; out[i] = s[5];":                                                    {1, 2, 3}, // s[5] is as it was
		"while (in[i] == 0) { if (i > 9) return; i++; } s[i] = 1;":                                           {0, 0, 0},
		"if (i < 9) { s[0] = 2; while (in[i] == 0) { if (i > 9) return; i++; } s[1] = 2; } s[i] = 1;":        {1, 0, 0},
		"for (int j = 0; j < 3; j++) { s[j] = 2; while (in[i] == 0) { if (i > 9) return; i++; } } s[i] = 1;": {0, 0, 0},
		"while (in[i] == 0) { if (i > 9) break; __syncthreads(); i++; } s[i] = 1;":                           {1, 1, 2},
		"do i++; while (in[i] == 0); s[i] = 1;":                                                              {1, 0, 2}, // i, and what the condition reads
	} {
		k := kerneltest.Lower(t, "__global__ void k(const int *in, int *out) { __shared__ int s[64]; int i = threadIdx.x; "+body+" }", launch)
		out, ok := rewrite.PassOver(k, first(k))
		require.True(t, ok, body)
		got := want
		got.stores, got.reads, got.unknown = 0, 0, 0
		kernel.Walk(out.Body, func(s kernel.Stmt) bool {
			switch s.(type) {
			case *kernel.Store:
				got.stores++
			case *kernel.Load:
				got.reads++
			case *kernel.Havoc:
				got.unknown++
			}
			return true
		})
		assert.Equal(t, want, got, "%s\n%s", body, kernel.Print(out))
		_, ok = rewrite.PassOver(out, &kernel.Loop{})
		assert.False(t, ok, "a statement of another kernel")
	}
}
