package weft

import (
	"context"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
)

// readersScene is a random block of two warps that mostly reads few elements, and
// orders some lanes at a time.
func (r chooser) readersScene() *scene {
	s := &scene{blocks: 1}
	s.o.WarpSync = r.Intn(4) == 0
	lanes := func() emulate.Lanes { return 1 + emulate.Lanes(r.Intn(7)) }
	for range 6 + r.Intn(20) {
		base, step := int64(r.Intn(4)/3), int64(r.Intn(4)/3)
		index := func(l int) int64 { return base + step*int64(l) }
		switch r.Intn(8) {
		case 0:
			s.do(s.site(writes, sharedArray, 1), r.Intn(2), 1<<r.Intn(3), index)
		case 1, 2:
			s.arrive(r.Intn(2), lanes())
		case 3:
			if r.Intn(3) == 0 {
				s.meet()
			}
		default:
			s.do(s.site(reads, sharedArray, 1), r.Intn(2), lanes(), index)
		}
	}
	return s
}

// patternsScene is a random block of two warps whose lanes access elements in all
// kinds of patterns, across the borders of rows.
func (r chooser) patternsScene() *scene {
	s := &scene{blocks: 1 + r.Intn(2)}
	kinds := []accessKind{reads, reads, reads, writes, writes, writes, atomics}
	for range 3 + r.Intn(8) {
		switch r.Intn(6) {
		case 0:
			s.meet()
		case 1:
			s.arrive(r.Intn(2), emulate.Lanes(r.Uint32()|r.Uint32()))
		default:
			a := s.do(s.site(kinds[r.Intn(len(kinds))], r.Intn(2), 1+r.Intn(8)/7*r.Intn(4)), r.Intn(2), r.lanes(), r.pattern())
			a.May = r.Intn(8) == 0
			if a.Lanes&(a.Lanes-1) == 0 {
				a.Uniform = true
			}
		}
	}
	return s
}

func (r chooser) lanes() emulate.Lanes {
	switch r.Intn(4) {
	case 0:
		return 1 << r.Intn(kernel.WarpSize)
	case 1:
		return emulate.Lanes(r.Uint32()&r.Uint32()&r.Uint32()) | 2
	default:
		return everyLane
	}
}

// pattern gives the element of each lane.
func (r chooser) pattern() func(lane int) int64 {
	base := []int64{0, 0, 0, 32, 1, 31, -3, 64}[r.Intn(8)]
	step := []int64{1, 1, 1, 1, -1, 2, 4, 5, 33, 0}[r.Intn(10)]
	switch r.Intn(5) {
	case 0:
		mask := r.Intn(kernel.WarpSize)
		return func(l int) int64 { return base + int64(l^mask) }
	case 1:
		return func(l int) int64 { return base + int64(l*7%16) }
	default:
		return func(l int) int64 { return base + step*int64(l) }
	}
}

// TestRowsAgreeWithCells compares rows, and cells, with all pairs.
func TestRowsAgreeWithCells(t *testing.T) {
	for name, build := range map[string]func(chooser) *scene{"readers": chooser.readersScene, "patterns": chooser.patternsScene} {
		t.Run(name, func(t *testing.T) {
			r, vague := chooser{rand.New(rand.NewSource(3))}, 0
			programs := 1200
			if testing.Short() {
				programs = 300
			}
			for range programs {
				if compareRows(t, build(r)) {
					vague++
				}
			}
			assert.Greater(t, vague, programs/200)
			assert.Less(t, vague, programs/2)
		})
	}
}

// compareRows reports whether rows were not enough.
func compareRows(t *testing.T, s *scene) (vague bool) {
	p := s.program()
	naive := &plain{pairs: map[plainPair]bool{}, same: make([]int, len(s.sites))}
	blocks := []int{0, 1}[:s.blocks]
	s.play(p, naive, blocks...)
	want := naive.states()
	for k, state := range want {
		want[k] = certain(state)
	}
	cells := newRaces(p, s.o, map[int]bool{sharedArray: true, globalArray: true})
	s.play(p, cells, blocks...)
	require.Equal(t, want, cells.certainStates())
	rows := newRaces(p, s.o, nil)
	s.play(p, rows, blocks...)
	if len(rows.vague()) == 0 {
		require.Equal(t, want, rows.certainStates())
		require.Equal(t, cells.stats.RaceTests, rows.stats.RaceTests)
		require.Equal(t, cells.stats.SharedAddresses, rows.stats.SharedAddresses)
		return false
	}
	again := settled(p, s.o, func(r *races) { s.play(p, r, blocks...) })
	require.Equal(t, want, again.certainStates())
	return true
}

// rowsTrace is a block for tests of rows: a write and a read statement.
func rowsTrace(warps int) (*races, func(site, warp int, index func(int) int64), func()) {
	p := programOf(arrays(warps*kernel.WarpSize, 1), []emulate.Site{
		siteAt(0, 1, writes, sharedArray, 1), siteAt(1, 2, reads, sharedArray, 1),
	})
	r := newRaces(p, Options{}, nil)
	t := newTrace(p, Options{}, r)
	r.begin(0)
	return r, func(site, warp int, index func(int) int64) {
		a := &emulate.Access{Site: &p.Sites[site], Warp: warp, Lanes: everyLane, Index: new([kernel.WarpSize]int64)}
		for l := range a.Index {
			a.Index[l] = index(l)
		}
		t.Access(a)
	}, t.meetAll
}

// TestStripsOfARow: the lists of a row do not grow with the accesses.
func TestStripsOfARow(t *testing.T) {
	const warps = 8
	r, access, meet := rowsTrace(warps)
	swapped := func(l int) int64 { return int64(l ^ 5) }
	reversed := func(l int) int64 { return int64(31 - l) }
	w := *r.arrays[sharedArray].rows.Get(0)
	for round := range 40 {
		access(0, round%warps, own)
		meet()
		for warp := range warps {
			for range 10 {
				access(1, warp, own)
				access(1, warp, swapped)
				access(1, warp, reversed)
			}
		}
		w = *r.arrays[sharedArray].rows.Get(0)
		require.Len(t, w.sure.writes, 1)
		require.Len(t, w.sure.reads, stripsOfSegment*warps)
		meet()
	}
	for range 40 { // no more writes
		for warp := range warps {
			access(1, warp, own)
		}
		meet()
	}
	assert.LessOrEqual(t, len(w.sure.reads), 2*(stripsOfSegment*warps+warps))
	assert.Empty(t, r.found)
	assert.Empty(t, r.vague())
	assert.EqualValues(t, kernel.WarpSize, r.stats.SharedAddresses)
}

// TestPartlyOrderedReadsAreKept: a later read stands for an earlier one only if it
// comes after all lanes of it.
func TestPartlyOrderedReadsAreKept(t *testing.T) {
	for arrived, races := range map[emulate.Lanes]bool{1: true, 3: false} {
		s := &scene{blocks: 1}
		r, w := s.site(reads, sharedArray, 1), s.site(writes, sharedArray, 1)
		s.do(r, 0, 3, zero).Uniform = true
		s.arrive(0, arrived)
		for range 3 {
			s.do(r, 1, 1, zero)
			s.arrive(1, 0)
		}
		s.do(w, 1, 1, zero)
		rows := newRaces(s.program(), s.o, nil)
		s.play(s.program(), rows, 0)
		assert.Empty(t, rows.vague())
		assert.Equal(t, races, len(rows.found) > 0, arrived)
	}
}

// TestThreadsKeepToTheirElements: without any barrier threads may use elements of
// their own, as long as rows can tell which these are.
func TestThreadsKeepToTheirElements(t *testing.T) {
	for name, c := range map[string]struct {
		index func(int) int64
		vague bool
	}{
		"side by side":  {func(l int) int64 { return int64(l) + 7 }, false},
		"backwards":     {func(l int) int64 { return int64(50 - l) }, false},
		"every third":   {func(l int) int64 { return int64(3 * l) }, false},
		"rows apart":    {func(l int) int64 { return int64(33 * l) }, false},
		"in some order": {func(l int) int64 { return int64(l * 5 % 32) }, true},
	} {
		r, access, _ := rowsTrace(2)
		for range 3 {
			access(0, 0, c.index)
			access(1, 0, c.index)
		}
		assert.Empty(t, r.found, name)
		assert.Equal(t, c.vague, len(r.vague()) > 0, name)
	}
}

// TestManyStripsOfDivergedLanes: reads in ever new segments need cells if only the
// order of single lanes makes the older ones redundant.
func TestManyStripsOfDivergedLanes(t *testing.T) {
	s := &scene{blocks: 1}
	r := s.site(reads, sharedArray, 1)
	for i := range 2 * (fewStrips + 2*stripsOfWarp) {
		one, other := i%kernel.WarpSize, i%kernel.WarpSize+1+i/kernel.WarpSize
		s.do(r, 0, 1<<one|1<<(other%kernel.WarpSize), zero)
		s.arrive(0, 0)
	}
	s.site(writes, sharedArray, 1)
	p := s.program()
	rows := newRaces(p, s.o, nil)
	s.play(p, rows, 0)
	assert.Equal(t, []int{sharedArray}, rows.vague())
	assert.True(t, settled(p, s.o, func(r *races) { s.play(p, r, 0) }).suspects().empty())
}

// TestVagueKernelsAreRunAgain: rows cannot decide whether this kernel races, cells
// can.
func TestVagueKernelsAreRunAgain(t *testing.T) {
	const text = `__global__ void k(int *out) { __shared__ int s[32]; int t = threadIdx.x;
		s[t * 5 % 32] = t; out[t] = s[(t OTHER) * 5 % 32]; }`
	for other, want := range map[string]claim.Status{"": claim.Proved, "^ 1": claim.Refuted} {
		k := lowered(t, strings.ReplaceAll(text, "OTHER", other), 32)
		p, err := emulate.Compile(k)
		require.NoError(t, err)
		rows := newRaces(p, Options{}, nil)
		rows.begin(0)
		require.NoError(t, newTrace(p, Options{Rule: CUDA}, rows).run(context.Background(), emulate.Options{}))
		assert.NotEmpty(t, rows.vague())
		report, err := Check(context.Background(), k, Options{IntraGroup: true})
		require.NoError(t, err)
		assert.Equal(t, want, report.Verdicts[kernel.DataRace].Status, other)
	}
}

// TestMembersOfStructs: each thread uses the members of its own struct.
func TestMembersOfStructs(t *testing.T) {
	r, access, _ := rowsTrace(2)
	member := func(n int) func(int) int64 { return func(l int) int64 { return int64(6*l + n) } }
	for _, n := range []int{0, 3, 1, 5, 4} {
		access(1, 0, member(n))
		access(1, 1, func(l int) int64 { return member(n)(l + 32) })
	}
	for _, n := range []int{5, 0, 3} {
		access(0, 0, member(n))
		access(0, 1, func(l int) int64 { return member(n)(l + 32) })
	}
	assert.Empty(t, r.vague())
	assert.Empty(t, r.found)
	access(0, 0, member(6))
	assert.Len(t, r.found, 32, "of the next thread")
}
