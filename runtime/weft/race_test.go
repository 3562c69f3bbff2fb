package weft

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
)

// scene is a block of two warps that accesses memory by hand: each call is one
// event, meet is a barrier of all threads.
type scene struct {
	o      Options
	blocks int // of the grid
	acts   []func(*trace)
	sites  []emulate.Site
}

// site adds a statement on the next line and returns its Site.ID.
func (s *scene) site(kind accessKind, array, width int) int {
	s.sites = append(s.sites, siteAt(len(s.sites), len(s.sites)+1, kind, array, width))
	return len(s.sites) - 1
}

// do makes lanes of a warp access index(lane), and returns the event so that a
// test may change it.
func (s *scene) do(site, warp int, lanes emulate.Lanes, index func(lane int) int64) *emulate.Access {
	a := &emulate.Access{Warp: warp, Lanes: lanes, Index: new([kernel.WarpSize]int64)}
	for l := range a.Index {
		a.Index[l] = index(l)
	}
	s.acts = append(s.acts, func(t *trace) {
		a.Site = &s.sites[site]
		t.Access(a)
	})
	return a
}

func (s *scene) meet() {
	s.acts = append(s.acts, func(t *trace) {
		c := newClock(2)
		for w := range t.warps {
			c.advance(w, everyLane, t.warps[w].pos)
			t.warps[w].pos++
		}
		for w := range t.warps {
			t.give(w, everyLane, c)
		}
	})
}

// arrive orders the past actions of those lanes of a warp before all future ones
// of the other warp.
func (s *scene) arrive(warp int, lanes emulate.Lanes) {
	s.acts = append(s.acts, func(t *trace) {
		c := t.views(1-warp, 1)[0].clock.clone()
		for _, v := range t.views(warp, lanes) {
			c.join(v.clock)
		}
		c.advance(warp, lanes, t.warps[warp].pos)
		t.warps[warp].pos++
		t.give(1-warp, everyLane, c)
	})
}

func (s *scene) program() *emulate.Program { return programOf(arrays(64, s.blocks), s.sites) }

// play runs the scene for each of the blocks.
func (s *scene) play(p *emulate.Program, to blockwise, blocks ...int) {
	for _, b := range blocks {
		to.begin(b)
		t := newTrace(p, s.o, to)
		for _, act := range s.acts {
			act(t)
		}
	}
}

// check does both runs.
func (s *scene) check(blocks ...int) (*races, *pairs) {
	p := s.program()
	if len(blocks) == 0 {
		blocks = []int{0}
	}
	r := settled(p, s.o, func(r *races) { s.play(p, r, blocks...) })
	q := newPairs(p, s.o, r.suspects())
	s.play(p, q, blocks...)
	return r, q
}

func own(l int) int64  { return int64(l) }
func zero(l int) int64 { return 0 }

// messages are the sentences, with the number of pairs if that is not 1.
func messages(faults []Fault) []string {
	var out []string
	for _, f := range faults {
		text := f.Message
		if f.Pairs != 1 {
			text += fmt.Sprintf(" (%d)", f.Pairs)
		}
		out = append(out, text)
	}
	return out
}

func TestRaces(t *testing.T) {
	tests := []struct {
		name  string
		build func(*scene)
		want  []string // faults
		maybe []string // possible
	}{
		{"own elements", func(s *scene) {
			w := s.site(writes, sharedArray, 1)
			s.do(w, 0, everyLane, own)
			s.do(w, 0, everyLane, own)
		}, nil, nil},
		{"write, then read by another warp", func(s *scene) {
			w, r := s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(w, 0, everyLane, own)
			s.do(r, 1, everyLane, own)
		}, []string{"write-read race on tile[0]: thread (0,0,0) writes here, thread (32,0,0) reads at k.cu:2:3 (32)"}, nil},
		{"the same with a barrier", func(s *scene) {
			w, r := s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(w, 0, everyLane, own)
			s.meet()
			s.do(r, 1, everyLane, own)
			s.meet()
			s.do(w, 0, everyLane, own)
		}, nil, nil},
		{"a read that an earlier one of another warp hides", func(s *scene) {
			w, r := s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(r, 0, 1, zero)
			s.do(r, 1, 1, zero)
			s.do(w, 1, 1, zero)
		}, []string{"read-write race on tile[0]: thread (0,0,0) reads here, thread (32,0,0) writes at k.cu:1:3"}, nil},
		{"wide store against a narrow one inside it", func(s *scene) {
			wide, narrow := s.site(writes, sharedArray, 4), s.site(writes, sharedArray, 1)
			s.do(wide, 0, 1, func(int) int64 { return 8 })
			s.do(narrow, 1, 1, func(int) int64 { return 11 })
		}, []string{"write-write race on tile[11]: thread (0,0,0) writes here, thread (32,0,0) writes at k.cu:2:3"}, nil},
		{"wide stores side by side", func(s *scene) {
			wide := s.site(writes, sharedArray, 4)
			s.do(wide, 0, everyLane, func(l int) int64 { return int64(4 * l) })
		}, nil, nil},
		{"lanes of one store", func(s *scene) {
			w := s.site(writes, sharedArray, 1)
			s.do(w, 0, 7, zero).Uniform = true
		}, []string{"write-write race on tile[0]: thread (0,0,0) writes here, thread (1,0,0) writes here too (3)"}, nil},
		{"lanes of one store, in lock step", func(s *scene) {
			s.o.WarpSync = true
			w := s.site(writes, sharedArray, 1)
			s.do(w, 0, 6, zero)
		}, []string{"write-write race on tile[0]: thread (1,0,0) writes here, thread (2,0,0) writes here too"}, nil},
		{"broadcast reads, then a write by one of the readers", func(s *scene) {
			r, w := s.site(reads, sharedArray, 1), s.site(writes, sharedArray, 1)
			s.do(r, 0, everyLane, zero).Uniform = true
			s.do(w, 0, 1<<3, zero)
		}, []string{"read-write race on tile[0]: thread (0,0,0) reads here, thread (3,0,0) writes at k.cu:2:3 (31)"}, nil},
		{"atomics", func(s *scene) {
			a := s.site(atomics, sharedArray, 1)
			s.do(a, 0, everyLane, zero)
			s.do(a, 1, everyLane, zero)
		}, nil, nil},
		{"atomic and read", func(s *scene) {
			a, r := s.site(atomics, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(a, 0, everyLane, zero)
			s.do(r, 1, 1, zero)
		}, []string{"atomic-read race on tile[0]: thread (0,0,0) updates atomically here, thread (32,0,0) reads at k.cu:2:3 (32)"}, nil},
		{"a write after atomics that a read came between", func(s *scene) {
			a, r, w := s.site(atomics, sharedArray, 1), s.site(reads, sharedArray, 1), s.site(writes, sharedArray, 1)
			s.do(a, 0, 1, zero)
			s.meet()
			s.do(r, 1, 1, zero)
			s.do(w, 1, 1, zero)
		}, nil, nil},
		{"possibly a write", func(s *scene) {
			w := s.site(writes, sharedArray, 1)
			s.do(w, 0, 3, zero).May = true
		}, nil, []string{"write-write race on tile[0]: thread (0,0,0) writes here, thread (1,0,0) writes here too"}},
		{"a write that may not happen hides none that does", func(s *scene) {
			w, may, r := s.site(writes, sharedArray, 1), s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(w, 0, 1, zero)
			s.do(may, 0, 1, zero).May = true
			s.do(r, 1, 1, zero)
		}, []string{"write-read race on tile[0]: thread (0,0,0) writes here, thread (32,0,0) reads at k.cu:3:3"},
			[]string{"read-write race on tile[0]: thread (32,0,0) reads here, thread (0,0,0) writes at k.cu:2:3"}},
		{"a thread's own accesses are others' of its neighbour", func(s *scene) {
			one, two, r := s.site(writes, sharedArray, 1), s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
			s.do(one, 0, 1, zero)
			s.do(two, 0, 1, zero)
			s.do(r, 0, 3, zero).Uniform = true
		}, []string{
			"write-read race on tile[0]: thread (0,0,0) writes here, thread (1,0,0) reads at k.cu:3:3",
			"write-read race on tile[0]: thread (0,0,0) writes here, thread (1,0,0) reads at k.cu:3:3",
		}, nil},
		{"a lane that alone has not arrived", func(s *scene) {
			r, w := s.site(reads, sharedArray, 1), s.site(writes, sharedArray, 1)
			for lane := range 5 {
				s.do(r, 0, 1<<lane, zero)
				s.arrive(0, 1<<lane&^1)
			}
			s.do(w, 1, 1, zero)
		}, []string{"read-write race on tile[0]: thread (0,0,0) reads here, thread (32,0,0) writes at k.cu:2:3"}, nil},
		{"reads of global memory", func(s *scene) {
			r := s.site(reads, globalArray, 1)
			s.do(r, 0, everyLane, zero)
			s.do(r, 1, everyLane, zero)
		}, nil, nil},
		{"far apart elements", func(s *scene) {
			w := s.site(writes, globalArray, 1)
			s.do(w, 0, 3, func(l int) int64 { return int64(l)<<40 - 5 })
			s.do(w, 1, 2, func(l int) int64 { return 1<<40 - 5 })
		}, []string{"write-write race on out[1099511627771]: thread (1,0,0) writes here, thread (33,0,0) writes here too"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := &scene{blocks: 1}
			test.build(s)
			_, q := s.check()
			assert.Equal(t, test.want, messages(q.faults()))
			assert.Equal(t, test.maybe, messages(q.possible()))
		})
	}
}

// TestLastAccessRaces: accesses that no barrier follows are not ordered either.
func TestLastAccessRaces(t *testing.T) {
	s := &scene{blocks: 1}
	w, r := s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
	s.do(w, 0, everyLane, own)
	s.meet()
	s.do(r, 1, everyLane, own)
	s.do(w, 0, 1, own)
	_, q := s.check()
	require.Len(t, q.faults(), 1)
	f := q.faults()[0]
	assert.Equal(t, []int64{0, 1}, []int64{f.Index, f.Pairs})
	assert.ElementsMatch(t, []int{0, 32}, []int{f.At[0].Thread, f.At[1].Thread})
}

func TestBenign(t *testing.T) {
	store := func(values [2]int64, known emulate.Lanes, width int) *pairs {
		s := &scene{blocks: 1}
		w := s.site(writes, sharedArray, width)
		a := s.do(w, 0, 3, func(l int) int64 { return int64(l * (width - 1)) })
		a.Value, a.ValueKnown = &[kernel.WarpSize]int64{values[0], values[1]}, known
		_, q := s.check()
		return q
	}
	benign := func(q *pairs) []bool {
		var out []bool
		for _, f := range q.faults() {
			out = append(out, f.Benign)
		}
		return out
	}
	same := store([2]int64{5, 5}, 3, 1)
	assert.Equal(t, []bool{true}, benign(same))
	assert.Equal(t, "benign write-write race on tile[0]: thread (0,0,0) writes here, thread (1,0,0) writes here too; both write the same value",
		same.faults()[0].Message)
	assert.Equal(t, []bool{false}, benign(store([2]int64{5, 6}, 3, 1)))
	assert.Equal(t, []bool{true}, benign(store([2]int64{5, 5}, 0, 1)), "equal though not known")
	for _, q := range []*pairs{store([2]int64{5, 5}, 1, 1), store([2]int64{5, 6}, 0, 1)} {
		assert.Empty(t, q.faults(), "one not known")
		require.Len(t, q.possible(), 1)
		assert.False(t, q.possible()[0].Benign)
	}
	assert.Equal(t, []bool{false}, benign(store([2]int64{5, 5}, 3, 2)), "other parts of equal values")
}

// TestHarmfulAndBenign: elements on which all stores agree are distinguished from others.
func TestHarmfulAndBenign(t *testing.T) {
	s := &scene{blocks: 1}
	w := s.site(writes, sharedArray, 1)
	a := s.do(w, 0, 15, func(l int) int64 { return int64(l / 2) })
	a.Value, a.ValueKnown = &[kernel.WarpSize]int64{1, 1, 2, 3}, everyLane
	_, q := s.check()
	require.Len(t, q.faults(), 2)
	for i, index := range []int64{1, 0} {
		f := q.faults()[i]
		assert.Equal(t, i == 1, f.Benign)
		assert.Equal(t, []int64{index, 1}, []int64{f.Index, f.Pairs})
	}
}

func TestRacesBetweenBlocks(t *testing.T) {
	build := func(kind accessKind) *scene {
		s := &scene{blocks: 3}
		w := s.site(kind, globalArray, 1)
		s.do(w, 0, 3, own)
		return s
	}
	_, each := build(writes).check(0, 1, 2)
	require.Len(t, each.faults(), 1)
	assert.Equal(t, "write-write race on out[0]: thread (0,0,0) of block (0,0,0) writes here, "+
		"thread (0,0,0) of block (1,0,0) writes here too (6)", messages(each.faults())[0])
	_, one := build(writes).check(-1)
	assert.Equal(t, each.faults(), one.faults(), "one block stands for all")

	for kind, races := range map[accessKind]bool{reads: false, writes: true, atomics: false, blockAtomics: true} {
		r, _ := build(kind).check(0, 1, 2)
		assert.Equal(t, !races, r.suspects().empty(), kind)
		r, _ = build(kind).check(-1)
		assert.Equal(t, !races, r.suspects().empty(), kind)
	}
	s := build(writes)
	s.o.IntraGroup = true
	r, _ := s.check(0, 1, 2)
	assert.True(t, r.suspects().empty())
	s = build(writes)
	s.sites[0].Array = sharedArray
	r, _ = s.check(0, 1, 2)
	assert.True(t, r.suspects().empty(), "each block has its own shared memory")
}

func TestStatistics(t *testing.T) {
	s := &scene{blocks: 1}
	w, g := s.site(writes, sharedArray, 1), s.site(writes, globalArray, 1)
	s.do(w, 0, everyLane, own)
	s.do(w, 0, 7, zero).Uniform = true
	s.do(g, 0, 3, own)
	a := s.do(w, 1, 0, own)
	a.Unknown = 15
	r, _ := s.check()
	assert.EqualValues(t, 32, r.stats.SharedAddresses)
	assert.EqualValues(t, 32+3+4, r.stats.Commands)
	assert.EqualValues(t, 2, r.stats.GlobalAccesses)
	assert.EqualValues(t, 4, r.stats.UnknownAccesses)
	assert.EqualValues(t, 4*3/2, r.stats.RaceTests)
	assert.Positive(t, r.stats.RacesTested)
}

// TestLimits: accesses that a limit leaves out may race harmfully.
func TestLimits(t *testing.T) {
	s := &scene{blocks: 1}
	w := s.site(writes, sharedArray, 1)
	a := s.do(w, 0, 15, func(l int) int64 { return int64(l / 2) })
	a.Value, a.ValueKnown = new([kernel.WarpSize]int64), everyLane
	p := s.program()
	r := settled(p, s.o, func(r *races) { s.play(p, r, 0) })
	q := newPairs(p, s.o, nil)
	q.elements = 1
	q.watch(r.suspects().list)
	s.play(p, q, 0)
	require.Len(t, q.faults(), 1)
	assert.True(t, q.faults()[0].Benign)
	assert.True(t, q.faults()[0].AtLeast)
	require.Len(t, q.possible(), 1)
	assert.False(t, q.possible()[0].Benign)
}

func TestElementName(t *testing.T) {
	tests := []struct {
		a     kernel.Array
		index int64
		want  string
	}{
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{64}, Len: 64}, 3, "tile[3]"},
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{4, 5}, Len: 20}, 14, "tile[2][4]"},
		{kernel.Array{Name: "t", Dims: []int64{2, 3, 4}, Len: 24}, -1, "t[-1]"},
		{kernel.Array{Name: "p_x", Label: "p[].x", Len: -1, Param: true}, 7, "p[7].x"},
		{kernel.Array{Name: "go", Label: "go", Len: 1, Scale: 1}, 0, "go"},
		{kernel.Array{Name: "d", Label: "d", Dims: []int64{8}, Len: 16, Scale: 2}, 5, "d[2]"},
		{kernel.Array{Name: "d", Label: "d", Dims: []int64{8}, Len: 16, Scale: 2}, -1, "d[-1]"},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, claim.ElementName(&test.a, test.index))
	}
}

// TestUnknownElements: an access to an unknown element is harmless if it is
// ordered with all conflicting accesses, and open otherwise.
func TestUnknownElements(t *testing.T) {
	programs := 1500
	r := chooser{rand.New(rand.NewSource(9))}
	open := 0
	for range programs {
		s := r.dataflow()
		variants, sites := r.dress(s)
		p := programOf(arrays(len(s.warps)*kernel.WarpSize, 1), sites)
		unknown := map[int]emulate.Lanes{}
		for id := range variants {
			if r.Intn(3) == 0 {
				unknown[id] = emulate.Lanes(r.Intn(16))
			}
		}
		run := func(to blockwise) {
			v := hidden{varied{[]blockwise{to}, variants}, unknown}
			v.begin(0)
			play(s, Options{}, v)
		}
		naive := &plainUnknown{plain: plain{same: make([]int, len(sites))}}
		run(naive)
		found := settled(p, Options{}, func(r *races) { run(r) })
		got := map[int]bool{}
		for _, o := range found.open {
			got[o.site.Array] = true
		}
		require.Equal(t, naive.open, [2]bool{got[0], got[1]}, "%v", s)
		if naive.open[0] || naive.open[1] {
			open++
		}
	}
	assert.Greater(t, open, programs/10)
	assert.Less(t, open, programs*9/10)
}

// hidden makes the elements of some lanes unknown.
type hidden struct {
	varied
	unknown map[int]emulate.Lanes
}

func (h hidden) access(t *trace, a *emulate.Access) {
	x := h.variants[a.Site.ID]
	b := &emulate.Access{Site: x.site, Warp: a.Warp, Index: &x.index, May: x.may}
	b.Unknown = a.Lanes & h.unknown[a.Site.ID]
	b.Lanes = a.Lanes &^ b.Unknown
	for _, s := range h.to {
		s.access(t, b)
	}
}

// plainUnknown compares all pairs with an unknown element.
type plainUnknown struct {
	plain
	hidden []bool
	open   [2]bool
}

func (p *plainUnknown) access(t *trace, a *emulate.Access) {
	views := append([]view(nil), t.views(a.Warp, a.Lanes|a.Unknown)...)
	for i := range views {
		for left := views[i].lanes; left != 0; left &= left - 1 {
			lane := left & -left
			x := plainAccess{record: record{lane, t.position(a.Warp), t.stamp(a.Warp), 0, int32(a.Warp)},
				array: a.Site.Array, kind: accessKindOf(a.Site)}
			hides := a.Unknown&lane != 0
			for j := range p.all {
				y := &p.all[j]
				if (hides || p.hidden[j]) && x.array == y.array && (x.warp != y.warp || x.lanes != y.lanes) &&
					withinBlock[x.kind]&setOf(y.kind, false) != 0 &&
					views[i].before(int(y.warp), y.pos, y.stamp, y.lanes) == 0 {
					p.open[x.array] = true
				}
			}
			p.all, p.hidden = append(p.all, x), append(p.hidden, hides)
		}
	}
}
