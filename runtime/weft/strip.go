package weft

import (
	"math/bits"

	"gv2/runtime/emulate"
)

// slots is a set of elements of a row, bit i for its element i.
type slots = uint32

const (
	rowBits = 5
	rowSize = 1 << rowBits // elements of a row
)

// strip is a set of accesses of one segment of a warp to elements of one row.
type strip struct {
	record // lanes: those that made any of the accesses
	slots  slots
	how    relation
	// If affine, lane l accessed elements among the width ones from base +
	// stride*l on, counted from the start of the row. width is at most stride, so
	// that lanes do not overlap.
	base, stride, width int32
}

// relation tells which lane of a strip accessed which element.
type relation uint8

const (
	each   relation = iota // each lane accessed all elements
	affine                 // see strip
	loose                  // not known
)

// at are the lanes that accessed the element in a slot; the strip is not loose.
func (s *strip) at(slot int) emulate.Lanes {
	if s.how == each {
		return s.lanes
	}
	return 1 << ((int32(slot) - s.base) / s.stride)
}

// sameThreads reports whether one and the same thread accessed each element that
// both strips, which are of one warp, have.
func (s *strip) sameThreads(t *strip) bool {
	return s.how == affine && t.how == affine && s.base == t.base && s.stride == t.stride ||
		s.how == each && t.how == each && s.lanes == t.lanes && s.lanes&(s.lanes-1) == 0
}

// join extends a strip by one of the same segment, if the result is as precise
// as the two.
func (s *strip) join(t *strip) bool {
	switch {
	case s.how != t.how:
		return false
	case s.how == affine:
		if s.stride != t.stride || !s.widen(t) {
			return false
		}
	case s.how == each && s.lanes != t.lanes && s.slots != t.slots:
		return false
	}
	s.slots |= t.slots
	s.lanes |= t.lanes
	return true
}

// widen makes room in an affine strip for another one's elements, such as another
// member of the same structs.
func (s *strip) widen(t *strip) bool {
	from, to := min(s.base, t.base), max(s.base+s.width, t.base+t.width)
	if s.base != t.base && to-from > s.stride {
		return false
	}
	s.base, s.width = from, to-from
	return true
}

// merge extends a strip by one of the same segment in any case.
func (s *strip) merge(t *strip) {
	if !s.join(t) {
		s.how = loose
		s.slots |= t.slots
		s.lanes |= t.lanes
	}
}

// conflict finds the slots in both strips on which accesses of old and now by
// different threads are not ordered: old's does not happen before p, the point of
// now. vague are slots where that depends on which lanes accessed them.
func (p *point) conflict(old, now *strip, both slots) (sure, vague slots) {
	late := old.lanes &^ p.ordered(&old.record)
	switch {
	case late == 0:
		return 0, 0
	case p.ownWarp(&old.record):
		return old.withinWarp(now, late, p.ownLanes(&old.record), both)
	case late == old.lanes || old.how == each:
		return both, 0
	case old.how == loose:
		return 0, both
	}
	for left := both; left != 0; left &= left - 1 {
		if slot := bits.TrailingZeros32(left); old.at(slot)&late != 0 {
			sure |= 1 << slot
		}
	}
	return sure, 0
}

// withinWarp is conflict for two strips of one warp; late are the lanes of old that
// are not ordered before now, own those whose thread's accesses come before its own now.
func (s *strip) withinWarp(now *strip, late, own emulate.Lanes, both slots) (sure, vague slots) {
	switch {
	case s.sameThreads(now) && late&^own == 0:
		return 0, 0
	case late == s.lanes && s.lanes&now.lanes == 0:
		return both, 0
	case s.how == loose || now.how == loose:
		return 0, both
	}
	for left := both; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros32(left)
		one, two := s.at(slot)&late, now.at(slot)
		if all := one | two; one != 0 && (all&(all-1) != 0 || one&^own != 0) {
			sure |= 1 << slot
		}
	}
	return sure, 0
}

// standsFor reports whether every access ordered after now is ordered after old in
// the slots that both have. now is of the same kind as old and at p.
func (p *point) standsFor(old, now *strip) bool {
	again := old.how == each && now.how == each && old.warp == now.warp && old.lanes&^now.lanes == 0
	return again || old.warp == now.warp && old.sameThreads(now) || old.lanes&^p.ordered(&old.record) == 0
}

// without removes slots from strips, and drops empty strips.
func (list strips) without(gone slots) strips {
	first := 0
	for first < len(list) && list[first].slots&gone == 0 {
		first++
	}
	kept := list[:first]
	for i := first; i < len(list); i++ {
		if s := &list[i]; s.slots&^gone != 0 {
			s.slots &^= gone
			kept = append(kept, *s)
		}
	}
	return kept
}

// strips is a list of accesses to a row.
type strips []strip

// stripsOfSegment is how many strips one segment may have in a list.
const stripsOfSegment = 2

// admit adds a strip of accesses at p, or adds it to one of the same segment, which
// is among the last.
func (list strips) admit(now *strip, p *point) strips {
	n := len(list)
	for i := n - 1; i >= 0 && i >= n-stripsOfSegment && list[i].together(&now.record); i-- {
		if list[i].join(now) {
			return list
		}
		if i == n-stripsOfSegment {
			list[n-1].merge(now)
			return list
		}
	}
	if n == cap(list) && n > 0 {
		if list = list.outlasting(now, p); len(list) > n/2 {
			grown := make(strips, len(list), 2*n)
			copy(grown, list)
			list = grown
		}
	}
	return append(list, *now)
}

// outlasting removes the accesses for which now stands.
func (list strips) outlasting(now *strip, p *point) strips {
	kept := list[:0]
	for i := range list {
		s := list[i]
		if p.standsFor(&s, now) {
			s.slots &^= now.slots
		}
		if s.slots != 0 {
			kept = append(kept, s)
		}
	}
	return kept
}
