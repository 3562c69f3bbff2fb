package eval

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// Lanes is a set of threads of one warp, bit i for lane i.
type Lanes = uint32

// Row is a number for each lane.
type Row = [kernel.WarpSize]int64

// Shuffle is the mode of a kernel.Shuffle.
type Shuffle uint8

const (
	Index Shuffle = iota
	Up
	Down
	Butterfly
)

var shuffles = map[string]Shuffle{"idx": Index, "up": Up, "down": Down, "xor": Butterfly}

// ShuffleOf is the mode of s.
func ShuffleOf(s *kernel.Shuffle) Shuffle { return shuffles[s.Mode] }

// Source is the lane that a lane reads in a shuffle; ok is false where CUDA leaves
// that undefined (PTX ISA, shfl.sync).
func (mode Shuffle) Source(lane int, from, width int64) (source int, ok bool) {
	if width < 1 || width > kernel.WarpSize || width&(width-1) != 0 {
		return 0, false
	}
	n := int(width)
	first := lane &^ (n - 1)
	if mode == Index {
		return first + int(from&(width-1)), true
	}
	if from < 0 || from >= kernel.WarpSize {
		return 0, false
	}
	source = lane ^ int(from)
	switch mode {
	case Up:
		if source = lane - int(from); source < first {
			source = lane
		}
		return source, true
	case Down:
		source = lane + int(from)
	}
	if source >= first+n {
		source = lane
	}
	return source, true
}

// Vote is what a lane gets from a vote or a match of all lanes, which contribute v;
// ok is false where that depends on contributions that are not known.
func Vote(op kernel.Reduction, all, known Lanes, lane int, v *Row) (result int64, ok bool) {
	known &= all
	switch op {
	case kernel.MatchAny:
		return int64(equal(known, lane, v)), known == all
	case kernel.MatchAll:
		same := equal(known, bits.TrailingZeros32(known|1<<31), v)
		if same != all {
			return 0, known == all || same != known
		}
		return int64(all), true
	}
	if op >= kernel.SumLanes {
		return combined(op, known, v), known == all
	}
	var holds Lanes
	for left := known; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		holds |= Lanes(v[l]&1) << l
	}
	if op == kernel.Ballot {
		return int64(holds), known == all
	}
	return Reduce(op, bits.OnesCount32(holds), bits.OnesCount32(known), bits.OnesCount32(all))
}

// combined is the sum, least, greatest or bitwise combination of what lanes contribute, to be wrapped
// to their type.
func combined(op kernel.Reduction, lanes Lanes, v *Row) (result int64) {
	if lanes == 0 {
		return 0
	}
	result = v[bits.TrailingZeros32(lanes)]
	for lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1 {
		x := v[bits.TrailingZeros32(lanes)]
		switch op {
		case kernel.SumLanes:
			result += x
		case kernel.MinLanes:
			result = min(result, x)
		case kernel.MaxLanes:
			result = max(result, x)
		case kernel.AndLanes:
			result &= x
		case kernel.OrLanes:
			result |= x
		case kernel.XorLanes:
			result ^= x
		}
	}
	return result
}

// equal are those of the lanes that contribute the same as the given one.
func equal(lanes Lanes, lane int, v *Row) Lanes {
	same := Lanes(0)
	for ; lanes != 0; lanes &= lanes - 1 {
		if l := bits.TrailingZeros32(lanes); v[l] == v[lane] {
			same |= 1 << l
		}
	}
	return same
}

// Reduce counts truth values, or combines them: of all contributions known ones are
// known, and holds of those are true. One false contribution decides a conjunction, and
// one true one a disjunction, whatever else is not known; ok is false where the result
// depends on that.
func Reduce(op kernel.Reduction, holds, known, all int) (result int64, ok bool) {
	switch op {
	case kernel.ReduceAnd:
		return Truth(holds == all), known == all || holds < known
	case kernel.ReduceOr:
		return Truth(holds > 0), known == all || holds > 0
	}
	return int64(holds), known == all
}
