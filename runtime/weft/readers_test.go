package weft

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// readersScene is a random block of two warps that mostly reads, and orders some
// lanes at a time.
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

// TestSetsOfReaders compares with all pairs, where many reads come between writes
// that are ordered after some of them.
func TestSetsOfReaders(t *testing.T) {
	r, vague, shared := chooser{rand.New(rand.NewSource(3))}, 0, 0
	const programs = 2000
	for range programs {
		s := r.readersScene()
		p := s.program()
		naive := &plain{pairs: map[plainPair]bool{}, same: make([]int, len(s.sites))}
		s.play(p, naive, 0)
		want := naive.states()
		sets := newRaces(p, s.o, nil)
		s.play(p, sets, 0)
		if len(sets.vague()) > 0 {
			vague++
		} else {
			require.Equal(t, want, sets.certainStates())
		}
		if len(sets.readers.sets) > 1 {
			shared++
		}
		require.Equal(t, want, settled(p, s.o, func(r *races) { s.play(p, r, 0) }).certainStates())
	}
	assert.Greater(t, vague, programs/200)
	assert.Greater(t, shared, programs/4)
}

// TestReadersOfARow: the elements of a row share their sets, and sets that nobody
// has any more are used again.
func TestReadersOfARow(t *testing.T) {
	const warps = 8
	p := programOf(arrays(warps*kernel.WarpSize, 1), []emulate.Site{
		siteAt(0, 1, writes, sharedArray, 1), siteAt(1, 2, reads, sharedArray, 1),
	})
	r := newRaces(p, Options{}, nil)
	tr := newTrace(p, Options{}, r)
	r.begin(0)
	row := func(site, warp, first int) {
		a := &emulate.Access{Site: &p.Sites[site], Warp: warp, Lanes: everyLane, Index: new([kernel.WarpSize]int64)}
		for l := range a.Index {
			a.Index[l] = int64(first + l ^ 5)
		}
		tr.Access(a)
	}
	for round := range 3000 {
		row(0, round%warps, 0)
		row(0, round%warps, 64)
		tr.meetAll()
		for w := range warps {
			row(1, w, 0)
			row(1, w, 64)
			row(1, w, 0)
		}
		if round == 0 {
			assert.Len(t, r.readers.sets, 1+2*(warps-1), "the latest reader is in the cell")
		}
		tr.meetAll()
	}
	assert.LessOrEqual(t, len(r.readers.sets), 2*sweepFirst)
	assert.Empty(t, r.found)
	assert.Empty(t, r.vague())
}

// TestManyReadersInDivergedLanes: reads in ever new segments that only order of
// single lanes makes superfluous need lists.
func TestManyReadersInDivergedLanes(t *testing.T) {
	s := &scene{blocks: 1}
	r := s.site(reads, sharedArray, 1)
	for i := range 2 * (fewReaders + 4) {
		s.do(r, 0, 1<<(i%2), zero)
		s.arrive(0, 0)
	}
	s.site(writes, sharedArray, 1)
	p := s.program()
	sets := newRaces(p, s.o, nil)
	s.play(p, sets, 0)
	assert.Equal(t, []int{sharedArray}, sets.vague())
	assert.True(t, settled(p, s.o, func(r *races) { s.play(p, r, 0) }).suspects().empty())
}
