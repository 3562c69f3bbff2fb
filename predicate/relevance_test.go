package predicate_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// A sliced kernel makes the same accesses, barriers and assertions, and stores
// the same values where it still says which. Loads from arrays that nothing
// writes may be gone: nothing can race with them.
func TestSliceKeepsEffects(t *testing.T) {
	dropped, compared := map[fact.Pair]int{}, 0
	for seed := int64(0); seed < 6000; seed++ {
		k := generate(seeded{rand.New(rand.NewSource(seed))})
		for _, pair := range []fact.Pair{fact.SameBlock, fact.OtherBlock} {
			r := fact.RelevantTo(k, pair)
			sliced := rewrite.Slice(k, r, nil)
			require.NoError(t, kernel.Check(sliced), "seed %d", seed)
			dropped[pair] += size(k) - size(sliced)
			for tid := int64(0); tid < 3; tid++ {
				whole, part := direct(k, tid, 1), direct(sliced, tid, 1)
				if whole.err != nil {
					continue
				}
				compared++
				if err := sameEffects(k, whole, part, r, pair); err != nil {
					t.Fatalf("seed %d pair %d: %v\n%s\n%s", seed, pair, err, kernel.Print(k), kernel.Print(sliced))
				}
			}
		}
	}
	require.Greater(t, dropped[fact.OtherBlock], dropped[fact.SameBlock], "barriers do not matter between blocks")
	require.Greater(t, dropped[fact.SameBlock], 6000, "slicing must drop something")
	require.Greater(t, compared, 6000, "most kernels must end")
}

func sameEffects(k *kernel.Kernel, whole, part *machine, r *fact.Relevance, pair fact.Pair) error {
	if want, got := contested(k, whole.trace, pair), contested(k, part.trace, pair); fmt.Sprint(want) != fmt.Sprint(got) {
		return fmt.Errorf("effects differ:\n%q\n%q", want, got)
	}
	for line, values := range part.values {
		if fmt.Sprint(values) != fmt.Sprint(whole.values[line]) {
			return fmt.Errorf("line %d stores %v, sliced %v", line, whole.values[line], values)
		}
	}
	for v := range r.Vars {
		if whole.vars[v] != part.vars[v] {
			return fmt.Errorf("%s is %d, sliced %d", v.Name, whole.vars[v], part.vars[v])
		}
	}
	return nil
}

// contested leaves out the loads from arrays that k does not write, and barriers
// where the threads do not wait for each other.
func contested(k *kernel.Kernel, trace []string, pair fact.Pair) []string {
	written := fact.Written(k)
	var out []string
	for _, effect := range trace {
		free := pair == fact.OtherBlock && strings.HasPrefix(effect, "barrier")
		for _, a := range k.Arrays {
			free = free || !written[a] && strings.HasPrefix(effect, "load "+a.Name+"[")
		}
		if !free {
			out = append(out, effect)
		}
	}
	return out
}

func size(k *kernel.Kernel) int {
	n := 0
	kernel.Walk(k.Body, func(kernel.Stmt) bool {
		n++
		return true
	})
	return n
}
