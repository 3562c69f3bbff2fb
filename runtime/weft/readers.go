package weft

import (
	"slices"

	"gv2/runtime/emulate"
)

// Many warps read an element between two writes, and mostly those that read one
// element read its neighbours too. So cells share sets of readers: a set is the
// segments of reads beside a cell's latest one, and never changes. A cell that one
// more segment reads moves on to another set, the same as its neighbours that the
// event reads too, for which that has been found out already.
//
// A set does not tell which lanes read the element; a cell has the union of them
// for all its segments. That is enough where a write comes after all of a segment
// or after nothing of it, which is nearly always so. Where it is not, the array is
// vague: the run is to be made again with a list of readers for each element.

// readers are the sets of one block's reads, by number; 0 is the empty one.
type readers struct {
	sets   [][]record // their lanes mean nothing
	free   []int32
	sweep  int             // sets at which those that no cell has are freed
	absent []emulate.Lanes // of each warp, lanes that do not exist
	most   int             // segments of a set
	steps  [fewSteps]added
	states [fewSteps]verdict
}

// fewSteps is how many answers of one era are kept.
const fewSteps = 8

// added is an answer: the set after one more segment, in an era of the point.
type added struct {
	era      uint64
	from, to int32
	more     record
}

// verdict is an answer: whether all reads of a set are ordered before the point.
type verdict struct {
	era     uint64
	set     int32
	ordered bool
}

// fewReaders is how many segments a set may have beside two for each warp.
const fewReaders = 32

// sweepFirst is how many sets there are before unused ones are looked for.
const sweepFirst = 1 << 12

func newReaders(p *emulate.Program) readers {
	s := readers{sets: make([][]record, 1), sweep: sweepFirst, most: fewReaders + 2*p.Warps()}
	for w := range p.Warps() {
		s.absent = append(s.absent, ^p.WarpLanes(w))
	}
	return s
}

// with is the set with one more segment, less those that are ordered before p: the
// read that is made there stands for them. A negative number says that there are
// too many: segments of diverged lanes that no set, but each lane, makes superfluous.
func (s *readers) with(set int32, more *record, p *point) int32 {
	at := &s.steps[uint32(set)%fewSteps]
	if at.era == p.era && at.from == set && at.more.together(more) {
		return at.to
	}
	*at = added{p.era, set, s.add(set, more, p), *more}
	return at.to
}

func (s *readers) add(set int32, more *record, p *point) int32 {
	if latestTogether(s.sets[set], more) != nil {
		return set
	}
	id := s.room()
	list := s.sets[id][:0]
	for i := range s.sets[set] {
		if r := &s.sets[set][i]; !s.before(r, p) {
			list = append(list, *r)
		}
	}
	if s.sets[id] = append(list, *more); len(list) >= s.most {
		s.free = append(s.free, id)
		return -1
	}
	return id
}

// room is the number of a set that is not used.
func (s *readers) room() int32 {
	if n := len(s.free); n > 0 {
		id := s.free[n-1]
		s.free = s.free[:n-1]
		return id
	}
	s.sets = append(s.sets, nil)
	return int32(len(s.sets) - 1)
}

// before tells whether all that a warp did in a segment is ordered before p.
func (s *readers) before(r *record, p *point) bool {
	return p.ordered(r)|s.absent[r.warp] == everyLane
}

// ordered tells whether all reads of a set are ordered before p.
func (s *readers) ordered(set int32, p *point) bool {
	v := &s.states[uint32(set)%fewSteps]
	if v.era != p.era || v.set != set {
		*v = verdict{p.era, set, !slices.ContainsFunc(s.sets[set], func(r record) bool { return !s.before(&r, p) })}
	}
	return v.ordered
}

// clash returns a segment of the set that is not ordered before p, nil if there is
// none. Some of readLanes read in each segment; a write by one of the given lanes
// is in the same thread as reads by it. vague is set where it hangs on which lanes
// read in a segment.
func (s *readers) clash(set int32, readLanes emulate.Lanes, p *point, lanes emulate.Lanes) (hit *record, vague bool) {
	if s.ordered(set, p) {
		return nil, false
	}
	for i := range s.sets[set] {
		r := &s.sets[set][i]
		r.lanes = readLanes
		switch p.unordered(r, lanes) {
		case 0:
		case readLanes:
			return r, false
		default:
			vague = true
		}
	}
	return nil, vague
}

// full tells whether it is time for collect.
func (s *readers) full() bool { return len(s.sets)-len(s.free) > s.sweep }

// collect frees the sets that are not in use.
func (s *readers) collect(used []bool) {
	s.free = s.free[:0]
	for id := len(used) - 1; id > 0; id-- {
		if !used[id] {
			s.free = append(s.free, int32(id))
		}
	}
	s.sweep = max(sweepFirst, 2*(len(s.sets)-len(s.free)))
	s.steps, s.states = [fewSteps]added{}, [fewSteps]verdict{}
}
