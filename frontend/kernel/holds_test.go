package kernel_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

func TestHoldsOf(t *testing.T) {
	for _, c := range []struct {
		name                    string
		elements                map[int64]int64
		unique, none, ascending bool
	}{
		{"none", nil, true, true, true},
		{"one", map[int64]int64{3: 7}, true, true, true},
		{"up", map[int64]int64{0: 2, 5: 3}, true, true, true},
		{"the same", map[int64]int64{0: 2, 5: 2}, false, false, true},
		{"down", map[int64]int64{0: 3, 5: 2}, true, true, false},
		{"twice none", map[int64]int64{0: -1, 1: -1, 2: 2}, false, true, true},
		{"twice none, and the same", map[int64]int64{0: -1, 1: 2, 2: -1, 3: 2}, false, false, false},
		{"the same below none", map[int64]int64{0: -2, 1: -2}, false, false, true},
		{"down, and the same", map[int64]int64{0: 3, 1: 2, 2: 2}, false, false, false},
	} {
		assert.Equal(t, c.unique, kernel.Unique.Of(c.elements), c.name)
		assert.Equal(t, c.none, kernel.UniqueOrNone.Of(c.elements), c.name)
		assert.Equal(t, c.ascending, kernel.Ascending.Of(c.elements), c.name)
		assert.Equal(t, c.unique && c.ascending, (kernel.Unique | kernel.Ascending).Of(c.elements), c.name)
	}
}

// TestHoldsExamples: what executions take for contents is as they are said to be, and differs where it may.
func TestHoldsExamples(t *testing.T) {
	for _, h := range []kernel.Holds{kernel.Unique, kernel.Ascending, kernel.UniqueOrNone, kernel.Unique | kernel.Ascending, kernel.UniqueOrNone | kernel.Ascending} {
		var seen []map[int64]int64
		for number := range uint64(4) {
			elements := map[int64]int64{}
			for i := int64(-9); i < 70; i++ {
				elements[i] = h.Example(i, number)
			}
			assert.True(t, h.Of(elements), "%d, example %d", h, number)
			same := false
			for _, other := range seen {
				same = same || maps.Equal(elements, other)
			}
			if !same {
				seen = append(seen, elements)
			}
		}
		assert.Greater(t, len(seen), 1)
		breaks := 0
		for _, elements := range seen {
			if !(kernel.Unique | kernel.Ascending).Of(elements) {
				breaks++
			}
		}
		assert.Equal(t, h != kernel.Unique|kernel.Ascending, breaks > 0, "what is not said is not always so")
	}
}

func TestWithHolds(t *testing.T) {
	k := kerneltest.Lower(t, `__global__ void k(int *out, const int *to, const short *narrow, int *both, const float *real) {
  int i = threadIdx.x;
  both[to[i]] = both[i];
  out[to[i] + narrow[i]] = real[i];
}`, kerneltest.Block(64))
	arrays := map[string]*kernel.Array{}
	for _, a := range k.Arrays {
		arrays[a.Name] = a
		assert.Equal(t, a.Name == "to", k.MayHold(a), a.Name)
	}
	require.Contains(t, arrays, "to")
	before := kernel.Print(k)
	with := kernel.WithHolds(k, map[*kernel.Array]kernel.Holds{arrays["to"]: kernel.Unique})
	assert.Equal(t, before, kernel.Print(k), "the kernel itself stays as it is")
	require.NoError(t, kernel.Check(with))
	loads := 0
	kernel.Walk(with.Body, func(s kernel.Stmt) bool {
		if load, is := s.(*kernel.Load); is && load.Acc.Array.Name == "to" {
			loads++
			assert.Equal(t, kernel.Unique, load.Acc.Array.Holds)
			assert.True(t, load.Acc.Array.Fixed)
			assert.Contains(t, with.Arrays, load.Acc.Array)
		}
		return true
	})
	assert.Positive(t, loads)
	assert.Contains(t, kernel.Print(with), "__unique(to)")
}
