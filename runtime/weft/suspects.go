package weft

import (
	"slices"

	"gv2/runtime/emulate"
)

// suspect is an element on which accesses raced.
type suspect struct {
	elementKey
	state cellState
	// sites are the statements of the first race of the greatest strength, by
	// Site.ID.
	sites    [2]int
	strength int
	// crowd is set if the element also stands for others beyond the limit that
	// raced in the same way.
	crowd bool
}

// raceWay is a way in which an element raced.
type raceWay struct {
	array int
	state cellState
	sites [2]int
}

func (s *suspect) way() raceWay { return raceWay{s.array, s.state, s.sites} }

// suspectsMost is the largest number of suspects. Beyond it there is one for each
// way to race.
const suspectsMost = 1 << 17

// add notes one more way in which the element races.
func (s *suspect) add(state cellState, sites [2]int) {
	s.state |= state
	if n := strength(state); n > s.strength {
		s.strength, s.sites = n, sites
	}
}

// strength orders the ways to race: for every input before for some, within a
// block before between blocks.
func strength(s cellState) int {
	switch {
	case s&raced != 0:
		return 4
	case s&racedAcross != 0:
		return 3
	case s&mayRaced != 0:
		return 2
	default:
		return 1
	}
}

// within reports whether accesses of one block may race.
func (s *suspect) within() bool { return s.state&(raced|mayRaced) != 0 }

// suspects are the elements that raced, by array and index. Nil is none.
type suspects struct {
	list  []*suspect
	sites []emulate.Site
	bases []int64 // of the elements, by array
}

// suspects are the elements that raced so far; nil if none did.
func (r *races) suspects() *suspects {
	if len(r.found) == 0 {
		return nil
	}
	s := &suspects{sites: r.program.Sites}
	for _, f := range r.found {
		s.list = append(s.list, f)
	}
	for _, f := range r.crowds {
		s.list = append(s.list, f)
	}
	for i := range r.arrays {
		s.bases = append(s.bases, r.arrays[i].base)
	}
	slices.SortFunc(s.list, func(a, b *suspect) int { return a.compare(b.elementKey) })
	return s
}

// doubtful reports whether something raced for some inputs only.
func (r *races) doubtful() bool {
	may := func(s *suspect) bool { return s.state&(mayRaced|mayRacedAcross) != 0 }
	for _, s := range r.found {
		if may(s) {
			return true
		}
	}
	for _, s := range r.crowds {
		if may(s) {
			return true
		}
	}
	return false
}

func (a elementKey) compare(b elementKey) int {
	switch {
	case a.array != b.array:
		return a.array - b.array
	case a.index < b.index:
		return -1
	case a.index > b.index:
		return 1
	}
	return 0
}

// empty reports whether nothing raced.
func (s *suspects) empty() bool { return s == nil || len(s.list) == 0 }

// written reports whether the first race on some element was one of two writes.
// It may be false although later races of an element are.
func (s *suspects) written() bool {
	return slices.ContainsFunc(s.list, func(e *suspect) bool {
		return s.sites[e.sites[0]].Kind == emulate.WriteSite && s.sites[e.sites[1]].Kind == emulate.WriteSite
	})
}

// values are the sites, by Site.ID, whose stored values decide whether the
// races are benign: the stores to arrays with races.
func (s *suspects) values() map[int]bool {
	if s.empty() {
		return nil
	}
	arrays := map[int]bool{}
	for _, e := range s.list {
		arrays[e.array] = true
	}
	out := map[int]bool{}
	for i := range s.sites {
		if site := &s.sites[i]; site.Kind == emulate.WriteSite && arrays[site.Array] {
			out[site.ID] = true
		}
	}
	return out
}
