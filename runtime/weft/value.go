package weft

import (
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// stored is the value that a write stored in an element. Two writes that store
// the same value are a benign race.
type stored struct {
	state valueState
	bits  int64
	// shift is the element's place within a wide access, of the given width: parts
	// of equal values are equal only at equal places.
	shift, width int16
	of           uint32 // the type that a wide access stores
}

type valueState uint8

const (
	notComputed valueState = iota // not computed
	unknownYet                    // unknown; within a block, values with equal bits are equal
	known
)

// storedBy is the value that a lane stores at the given place of a write's range.
func storedBy(a *emulate.Access, lane int, shift int64) stored {
	if a.Value == nil || a.Site.Kind != emulate.WriteSite {
		return stored{}
	}
	v := stored{state: unknownYet, bits: a.Value[lane]}
	if a.Copied != nil {
		bits, isKnown := a.Copied(lane, shift)
		if v.bits = bits; isKnown {
			v.state, v.bits = known, partOf(bits, 0, a.Site.Stmt.(*kernel.Store).Acc.Array.Elem)
		}
		return v
	}
	store, _ := a.Site.Stmt.(*kernel.Store)
	switch {
	case a.ValueKnown>>lane&1 != 0:
		v.state, v.bits = known, partOf(v.bits, shift, store.Acc.Array.Elem)
	case a.Site.Width > 1:
		v.shift, v.width = int16(shift), int16(a.Site.Width)
		if store.X != nil {
			v.of = typeCode(store.X.Type())
		}
	}
	return v
}

// partOf is the part of a known value that goes into the element at that place
// of its range, least significant first, as a bit pattern.
func partOf(bits, place int64, elem kernel.Type) int64 {
	size := int64(elem.Bytes()) * 8
	if size >= 64 {
		return bits
	}
	return bits >> min(place*size, 63) & (1<<size - 1)
}

func typeCode(t kernel.Type) uint32 {
	code := uint32(t.Kind)<<16 | uint32(t.Bits)<<1
	if t.Signed {
		code |= 1
	}
	return code
}

// same reports whether two writes of one block certainly store the same value.
func (v stored) same(w stored) bool { return v.state != notComputed && v == w }

// differs reports whether two writes certainly store different values. If
// neither it nor same holds, it is unknown. Values that were not computed count
// as different.
func (v stored) differs(w stored) bool { return v.certain() && w.certain() && !v.same(w) }

func (v stored) certain() bool { return v.state != unknownYet }

// doubtful reports whether it is unknown that a race of two accesses does harm.
func doubtful(a, b accessKind, same, differ bool) bool {
	return a == writes && b == writes && !same && !differ
}

// sameAnywhere is same for different blocks. If one block stands for all, an
// unknown value may differ between blocks.
func (v stored) sameAnywhere(w stored, alike bool) bool {
	return v.same(w) && (v.state == known || !alike || !emulate.VariesByBlock(v.bits))
}

// byValue splits lanes that write one element into groups that store the same value.
func byValue(a *emulate.Access, lanes emulate.Lanes, shift int64, each func(emulate.Lanes, stored)) {
	if a.Value == nil || lanes&(lanes-1) == 0 {
		each(lanes, storedBy(a, firstLane(lanes), shift))
		return
	}
	for lanes != 0 {
		v := storedBy(a, firstLane(lanes), shift)
		var same emulate.Lanes
		for left := lanes; left != 0; left &= left - 1 {
			if storedBy(a, firstLane(left), shift) == v {
				same |= left & -left
			}
		}
		each(same, v)
		lanes &^= same
	}
}
