package weft

import (
	"fmt"
	"testing"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// shape is a way in which the warps of a block access elements, between barriers
// of the whole block.
type shape struct {
	name string
	// index of the element that a lane accesses in a round
	index func(warp, lane, round int) int64
	// uniform says that the lanes access one element
	uniform bool
	site    int // of three: a write, a read, an atomic
}

const benchWarps = 16

var shapes = []shape{
	{"own", func(w, l, r int) int64 { return int64(w*32 + l + r%20*512) }, false, 0},
	{"shifted", func(w, l, r int) int64 { return int64((w*32 + l + 37*r) % 10000) }, false, 1},
	{"transposed", func(w, l, r int) int64 { return int64(l*benchWarps+w) + int64(r%16)*512 }, false, 1},
	{"broadcast", func(w, l, r int) int64 { return int64(r * 7 % 10000) }, true, 1},
	{"atomic", func(w, l, r int) int64 { return int64((w*32+l+r)%512) + 20000 }, false, 2},
}

// BenchmarkAccess reports the time of one access of one thread: 16 warps, a
// barrier of all after each 8 events of each warp, 10,000 elements. Each is
// written by one thread first, so that reads have something to be tested against.
func BenchmarkAccess(b *testing.B) {
	for _, s := range shapes {
		for _, events := range []int{4_000, 40_000, 400_000} {
			b.Run(fmt.Sprintf("%s/commands=%d", s.name, events*32), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					s.run(events)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(events*32), "ns/access")
			})
		}
	}
}

// run makes the events, and returns the number of elements that raced.
func (s *shape) run(events int) int {
	sites := []emulate.Site{
		siteAt(0, 1, writes, sharedArray, 1), siteAt(1, 2, reads, sharedArray, 1), siteAt(2, 3, atomics, sharedArray, 1),
	}
	p := programOf(arrays(benchWarps*32, 1), sites)
	r := newRaces(p, Options{}, nil)
	t := newTrace(p, Options{}, r)
	r.begin(0)
	var index [kernel.WarpSize]int64
	a := emulate.Access{Index: &index}
	for i := range 10000 / 32 {
		for l := range index {
			index[l] = int64(i*32 + l)
		}
		a.Site, a.Warp, a.Lanes = &sites[0], i%benchWarps, everyLane
		t.Access(&a)
	}
	t.meetAll()
	a.Site, a.Uniform = &sites[s.site], s.uniform
	for round := 0; round*8*benchWarps < events; round++ {
		for w := range benchWarps {
			for step := range 8 {
				for l := range index {
					index[l] = s.index(w, l, round*8+step)
				}
				a.Warp = w
				t.Access(&a)
			}
		}
		t.meetAll()
	}
	return len(r.found)
}

// meetAll lets all warps pass a barrier of the block.
func (t *trace) meetAll() {
	c := newClock(len(t.warps))
	for w := range t.warps {
		c.advance(w, everyLane, t.warps[w].pos)
		t.warps[w].pos++
	}
	for w := range t.warps {
		t.give(w, everyLane, c)
	}
}
