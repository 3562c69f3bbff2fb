package named

import (
	"slices"
	"sort"
)

// Rank is the rank slope * k + offset of the k-th generation of a barrier, among those of its stage: ranks of a later
// stage are above all of an earlier one.
type Rank struct{ Slope, Offset, Stage int64 }

// LowestRank is below the rank of every generation.
func (g *Theory) LowestRank() int64 {
	low := int64(0)
	for _, r := range g.Ranks {
		low = min(low, r.Slope+r.Offset-1)
	}
	return low
}

// slopeScales are the multiples of the least slopes that are tried.
var slopeScales = []int64{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32}

// FindRanks guesses ranks that grow from each sync to the next operation in all
// runs that were seen. Barriers that are used more often get flatter slopes; for
// given slopes the offsets solve a system of difference constraints (Bellman and
// Ford). It reports whether there are any.
func (g *Theory) FindRanks() bool {
	edges := g.rankEdges()
	slopes := g.slopes()
	if steep(slopes) && g.staged(edges, slopes) {
		return true
	}
	for _, scale := range slopeScales {
		if ranks, ok := g.offsets(edges, slopes, scale); ok {
			g.Ranks = ranks
			return true
		}
	}
	return g.staged(edges, slopes)
}

// steepest is from which slope on a barrier seems to be used a few times, and others again and again.
const steepest = 8

func steep(slopes map[int]int64) bool {
	for _, s := range slopes {
		if s >= steepest {
			return true
		}
	}
	return false
}

// Staged reports whether the ranks have stages.
func (g *Theory) Staged() bool {
	for _, r := range g.Ranks {
		if r.Stage > 0 {
			return true
		}
	}
	return false
}

// staged looks for ranks by stages: what threads use only behind all that they have waited for at other barriers is of a later
// stage. Barriers that are used in turn are of one.
func (g *Theory) staged(edges []rankEdge, slopes map[int]int64) bool {
	follows := map[int]map[int]bool{} // transitively
	for _, b := range g.Barriers {
		follows[b.ID] = map[int]bool{b.ID: true}
	}
	for _, e := range edges {
		follows[e.to][e.from] = true
	}
	for _, via := range g.Barriers {
		for _, b := range g.Barriers {
			for _, from := range g.Barriers {
				if follows[b.ID][via.ID] && follows[via.ID][from.ID] {
					follows[b.ID][from.ID] = true
				}
			}
		}
	}
	stages := map[int]int64{}
	for _, b := range g.Barriers {
		for from := range follows[b.ID] {
			if !follows[from][b.ID] {
				stages[b.ID]++
			}
		}
	}
	within := slices.DeleteFunc(slices.Clone(edges), func(e rankEdge) bool { return stages[e.from] < stages[e.to] })
	for _, scale := range slopeScales {
		if ranks, ok := g.offsets(within, slopes, scale); ok {
			for id, r := range ranks {
				r.Stage = stages[id]
				ranks[id] = r
			}
			g.Ranks = ranks
			return true
		}
	}
	return false
}

// rankEdge demands a rank of (to, m) over that of (from, k).
type rankEdge struct {
	from, to int
	k, m     int64
}

func (g *Theory) rankEdges() []rankEdge {
	seen := map[rankEdge]bool{}
	var out []rankEdge
	for _, h := range g.Runs.histories {
		var last *registration
		for i := range h {
			if last != nil {
				e := rankEdge{last.barrier, h[i].barrier, last.gen, h[i].gen}
				if !seen[e] {
					seen[e] = true
					out = append(out, e)
				}
			}
			if h[i].sync {
				last = &h[i]
			}
		}
	}
	return out
}

// slopes are small whole numbers in inverse proportion to how often the barriers
// are used in the longest runs.
func (g *Theory) slopes() map[int]int64 {
	used := map[int]int64{}
	for _, h := range g.Runs.histories {
		for _, r := range h {
			used[r.barrier] = max(used[r.barrier], r.gen)
		}
	}
	most := int64(1)
	for _, n := range used {
		most = max(most, n)
	}
	out := map[int]int64{}
	for _, b := range g.Barriers {
		out[b.ID] = 1
		if n := used[b.ID]; n > 0 {
			out[b.ID] = max(1, (most+n/2)/n)
		}
	}
	return out
}

// offsets solves o[to] >= o[from] + 1 + slope[from]*k - slope[to]*m for all edges.
func (g *Theory) offsets(edges []rankEdge, slopes map[int]int64, scale int64) (map[int]Rank, bool) {
	least := map[[2]int]int64{}
	for _, e := range edges {
		d := 1 + scale*(slopes[e.from]*e.k-slopes[e.to]*e.m)
		key := [2]int{e.from, e.to}
		if old, ok := least[key]; !ok || d > old {
			least[key] = d
		}
	}
	keys := make([][2]int, 0, len(least))
	for k := range least {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return keys[i][0] < keys[j][0] || keys[i][0] == keys[j][0] && keys[i][1] < keys[j][1]
	})
	offset := map[int]int64{}
	for round := 0; round <= len(g.Barriers); round++ {
		changed := false
		for _, k := range keys {
			if want := offset[k[0]] + least[k]; offset[k[1]] < want {
				offset[k[1]] = want
				changed = true
			}
		}
		if !changed {
			out := map[int]Rank{}
			for _, b := range g.Barriers {
				out[b.ID] = Rank{scale * slopes[b.ID], offset[b.ID], 0}
			}
			return out, true
		}
	}
	return nil, false
}
