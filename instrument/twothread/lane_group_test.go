package twothread

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/arith/meaning"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// randomMasks cuts the warps of a block into groups, each warp alike or not, or into
// equal neighbours.
func randomMasks(r *rand.Rand, threads int) []uint32 {
	group := make([]int, threads)
	kind, parts, size := r.Intn(3), 1+r.Intn(4), 1<<r.Intn(6)
	for t := range group {
		switch {
		case kind == 0:
			group[t] = t % kernel.WarpSize / size
		case kind == 1 && t >= kernel.WarpSize:
			group[t] = group[t-kernel.WarpSize]
		default:
			group[t] = r.Intn(parts)
		}
	}
	masks := make([]uint32, threads)
	for t := range masks {
		first := t - t%kernel.WarpSize
		for lane := range kernel.WarpSize {
			u := first + lane
			if named := u < threads && group[u] == group[t]; named || kind == 0 && lane/size == group[t] {
				masks[t] |= 1 << lane
			}
		}
	}
	return masks
}

// TestGroupsAreThoseOfTheMasks: what is said of two threads holds if and only if the
// mask of one names the other.
func TestGroupsAreThoseOfTheMasks(t *testing.T) {
	few, named := 0, 0
	for seed := int64(0); seed < 60; seed++ {
		r := rand.New(rand.NewSource(seed))
		k := &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{[]int{24, 32, 40, 64, 96}[r.Intn(5)], 1, 1}}}
		masks := randomMasks(r, k.Launch.Threads())
		if fact.FewGroups(masks) {
			few++
		}
		e := &arith.Encoder{Names: arith.NewNames(k), Pair: fact.SameBlock, Uniform: map[*kernel.Var]bool{}, Model: arith.ModelOf(key.IntArith),
			Ranges: fact.NewRanges(k), Used: arith.NewVocabulary()}
		together := together(fact.LaneGroupsOf(masks), e, k.Launch)
		for range 150 {
			one, two := r.Intn(len(masks)), r.Intn(len(masks))
			if one == two {
				continue
			}
			v := meaning.New(t, map[string]*big.Int{
				"local_id_x$1": big.NewInt(int64(one)), "local_id_x$2": big.NewInt(int64(two))}, arith.Exact(e.Used.Decls()))
			want := one/kernel.WarpSize == two/kernel.WarpSize && masks[one]>>(two%kernel.WarpSize)&1 != 0
			if want {
				named++
			}
			require.Equal(t, want, v.Eval(together).Sign() != 0, "seed %d: threads %d and %d, masks %x", seed, one, two, masks)
		}
	}
	require.Greater(t, few, 15)
	require.Greater(t, named, 400)
}
