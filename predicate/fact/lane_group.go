package fact

import (
	"slices"

	"gv2/frontend/kernel"
)

// LaneGroups are the threads of a block that name each other in their masks at one
// statement: each thread is in one group, with threads of its warp. Groups of one
// thread are left out.
type LaneGroups struct {
	// Size is set if all groups are consecutive lanes, equally many each.
	Size int
	Sets []kernel.ThreadSet
	// lanes are the groups of each warp by lane, if all warps are alike.
	Lanes [][]Run
}

// mostGroups bounds the number of groups in a formula.
const mostGroups = 16

// LaneGroupsOf finds the groups from the masks of all threads; see
// rewrite.LaneMasks.
func LaneGroupsOf(masks []uint32) LaneGroups {
	g := LaneGroups{Size: tileSize(masks)}
	if g.Size > 0 {
		return g
	}
	if lanes, alike := warpGroups(masks); alike {
		g.Lanes = lanes
		return g
	}
	for t, mask := range masks {
		first := t - t%kernel.WarpSize
		set := make(kernel.ThreadSet, len(masks))
		for lane := range kernel.WarpSize {
			if u := first + lane; mask>>lane&1 != 0 && u < len(masks) {
				set[u] = true
			}
		}
		if set.Size() > 1 && slices.Index(set, true) == t {
			g.Sets = append(g.Sets, set)
		}
	}
	return g
}

// tileSize is the number of threads of a group if the block consists of equal ones,
// else 0.
func tileSize(masks []uint32) int {
	for size := 1; size <= kernel.WarpSize; size *= 2 {
		fits := true
		for t, mask := range masks {
			first := t % kernel.WarpSize / size * size
			fits = fits && mask == uint32(1<<size-1)<<first
		}
		if fits {
			return size
		}
	}
	return 0
}

// warpGroups are the groups of the lanes of a warp, if they are the same in all
// warps.
func warpGroups(masks []uint32) (groups [][]Run, alike bool) {
	for t, mask := range masks {
		if mask != masks[t%kernel.WarpSize] {
			return nil, false
		}
	}
	seen := map[uint32]bool{}
	for _, mask := range masks {
		if !seen[mask] && mask&(mask-1) != 0 {
			groups = append(groups, maskRuns(mask))
		}
		seen[mask] = true
	}
	return groups, true
}

// FewGroups reports whether the groups of the masks are few enough to be spelt out.
func FewGroups(masks []uint32) bool {
	g := LaneGroupsOf(masks)
	runs := 0
	for _, set := range g.Sets {
		runs += len(set.Stretches())
	}
	for _, group := range g.Lanes {
		runs += len(group)
	}
	return len(g.Sets)+len(g.Lanes) <= mostGroups && runs <= 2*kernel.MostStretches
}
