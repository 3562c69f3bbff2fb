package predicate_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// An unrolled kernel does the same as the original.
func TestUnrolledRunsAlike(t *testing.T) {
	everything := rewrite.Unrolling{Wanted: func(*kernel.Loop) bool { return true }, Iterations: 16, Statements: 2000}
	compared, unrolled := 0, 0
	for seed := int64(0); seed < 6000; seed++ {
		k := generate(seeded{rand.New(rand.NewSource(seed))})
		u := rewrite.Unroll(k, everything, nil)
		if loops(u) < loops(k) {
			unrolled++
		}
		require.NoError(t, kernel.Check(u), "seed %d", seed)
		for tid := int64(0); tid < 3; tid++ {
			whole, flat := direct(k, tid, 1), directLike(k, u, tid, 1)
			if whole.err != nil {
				continue
			}
			compared++
			if fmt.Sprint(whole.trace, whole.values) != fmt.Sprint(flat.trace, flat.values) {
				t.Fatalf("seed %d: %q %v, unrolled %q %v\n%s\n%s", seed, whole.trace, whole.values, flat.trace, flat.values,
					kernel.Print(k), kernel.Print(u))
			}
		}
	}
	require.Greater(t, compared, 6000, "most kernels must end")
	require.Greater(t, unrolled, 500, "loops are written out")
}

func loops(k *kernel.Kernel) int {
	n := 0
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if _, ok := s.(*kernel.Loop); ok {
			n++
		}
		return true
	})
	return n
}
