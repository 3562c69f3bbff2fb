package source

import (
	"encoding/binary"
	"slices"
)

// hideSet names a set of macros in a hideTable; zero is the empty set. Sets are
// interned, so a token carries four bytes, and the results of operations on
// them are cached, so expansion costs one map access a token.
type hideSet int32

// hideTable holds every hide set that has occurred.
type hideTable struct {
	sets   [][]int32 // members (macro numbers), sorted
	byKey  map[string]hideSet
	added  map[addition]hideSet
	joined map[[2]hideSet]hideSet
	met    map[[2]hideSet]hideSet
	size   int // members of all sets together
}

// addition is the key of a cached result of with.
type addition struct {
	set hideSet
	id  int32
}

func newHideTable() *hideTable {
	return &hideTable{
		sets:   [][]int32{nil},
		byKey:  map[string]hideSet{"": 0},
		added:  map[addition]hideSet{},
		joined: map[[2]hideSet]hideSet{},
		met:    map[[2]hideSet]hideSet{},
	}
}

// has reports whether macro number id is in s.
func (h *hideTable) has(s hideSet, id int32) bool {
	if s == 0 {
		return false
	}
	_, found := slices.BinarySearch(h.sets[s], id)
	return found
}

// with returns s and macro number id.
func (h *hideTable) with(s hideSet, id int32) hideSet {
	key := addition{s, id}
	if sum, ok := h.added[key]; ok {
		return sum
	}
	sum := s
	if at, found := slices.BinarySearch(h.sets[s], id); !found {
		sum = h.intern(slices.Insert(slices.Clone(h.sets[s]), at, id))
	}
	h.added[key] = sum
	return sum
}

// union returns the macros in a or b.
func (h *hideTable) union(a, b hideSet) hideSet {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	key := [2]hideSet{min(a, b), max(a, b)}
	if s, ok := h.joined[key]; ok {
		return s
	}
	all := slices.Concat(h.sets[a], h.sets[b])
	slices.Sort(all)
	s := h.intern(slices.Compact(all))
	h.joined[key] = s
	return s
}

// intersect returns the macros in both a and b.
func (h *hideTable) intersect(a, b hideSet) hideSet {
	if a == b {
		return a
	}
	if a == 0 || b == 0 {
		return 0
	}
	key := [2]hideSet{min(a, b), max(a, b)}
	if s, ok := h.met[key]; ok {
		return s
	}
	var both []int32
	for _, id := range h.sets[a] {
		if h.has(b, id) {
			both = append(both, id)
		}
	}
	s := h.intern(both)
	h.met[key] = s
	return s
}

func (h *hideTable) intern(members []int32) hideSet {
	key := make([]byte, 0, 4*len(members))
	for _, id := range members {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	if s, ok := h.byKey[string(key)]; ok {
		return s
	}
	s := hideSet(len(h.sets))
	h.sets = append(h.sets, members)
	h.byKey[string(key)] = s
	h.size += len(members)
	return s
}
