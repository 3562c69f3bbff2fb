package fences

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestMinimalAgainstAll compares the search with a look at all choices, for random monotone
// oracles.
func TestMinimalAgainstAll(t *testing.T) {
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		places := random.IntN(6)
		top := uint8(1 + random.IntN(2))
		var needed [][]uint8 // one of them is enough
		for range random.IntN(4) {
			n := make([]uint8, places)
			for i := range n {
				if random.IntN(2) == 0 {
					n[i] = uint8(random.IntN(int(top) + 1))
				}
			}
			needed = append(needed, n)
		}
		enough := func(levels []uint8) bool {
			return slices.ContainsFunc(needed, func(n []uint8) bool { return below(n, levels) })
		}
		fail := func(levels []uint8) Verdict {
			if count, _ := cost(levels); !enough(levels) && int(seed%3) > 0 && count > int(seed%7) {
				return Unknown
			}
			return known(enough(levels))
		}
		var want [][]uint8
		for _, x := range choices(places, top) {
			if !enough(x) || slices.ContainsFunc(choices(places, top), func(y []uint8) bool { return below(y, x) && !slices.Equal(x, y) && enough(y) }) {
				continue
			}
			want = append(want, x)
		}
		got, all := minimal(places, top, fail, nothing, 100_000, never)
		assert.True(t, all || seed%3 > 0)
		assert.ElementsMatch(t, want, got, "seed %d", seed)
		assert.True(t, slices.IsSortedFunc(got, func(a, b []uint8) int {
			if cheaper(a, b) {
				return -1
			}
			return 1
		}), "seed %d: cheapest first", seed)
	}
}

func never() bool { return false }

func nothing([]uint8) {}

func known(right bool) Verdict {
	if right {
		return Right
	}
	return Wrong
}

// choices are all choices of levels.
func choices(places int, top uint8) [][]uint8 {
	out := [][]uint8{{}}
	for range places {
		var next [][]uint8
		for _, x := range out {
			for l := range top + 1 {
				next = append(next, append(slices.Clone(x), l))
			}
		}
		out = next
	}
	return out
}

// TestMinimalStops looks at the limit of questions: what is found stays, and it is said that
// there may be more.
func TestMinimalStops(t *testing.T) {
	one := func(levels []uint8) Verdict { return known(slices.Max(levels) > 0) }
	for questions := range 40 {
		got, all := minimal(5, 2, one, nothing, questions, never)
		assert.LessOrEqual(t, len(got), 5)
		if all {
			assert.Len(t, got, 5)
			assert.Greater(t, questions, 5)
		}
	}
	got, all := minimal(5, 2, one, nothing, 40, never)
	assert.True(t, all)
	assert.Len(t, got, 5)
}

// TestFindProves leaves out what only the quick judge has for right.
func TestFindProves(t *testing.T) {
	k := &kernel.Kernel{}
	right := func(*kernel.Kernel) (Verdict, string) { return Right, "" }
	open := func(*kernel.Kernel) (Verdict, string) { return Unknown, "too much" }
	a := Find(k, Lines{}, right, open, never)
	assert.Empty(t, a.Sets)
	assert.True(t, a.Partial)
	assert.Equal(t, []any{Unknown, "too much", "too much"}, []any{a.Rest, a.RestWhy, a.Unproved})
	assert.Len(t, Find(k, Lines{}, open, right, never).Sets, 1, "the judge decides the kernel itself")
}

// TestScopes has no scope of the block where the block is a cluster of several.
func TestScopes(t *testing.T) {
	k := &kernel.Kernel{}
	assert.Equal(t, []kernel.Scope{kernel.BlockScope, kernel.DeviceScope}, scopesFor(k))
	k.Launch.Cluster = [3]int{1, 1, 1}
	assert.Len(t, scopesFor(k), 2)
	k.Launch.Cluster = [3]int{1, 2, 1}
	assert.Equal(t, []kernel.Scope{kernel.DeviceScope}, scopesFor(k))
}
