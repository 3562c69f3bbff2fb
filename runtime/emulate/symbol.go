package emulate

// A value that is not known is an id, never 0. Without Options.Values it is the
// number of its cause, for reports, and nothing follows from equal ids. With
// Options.Values it is a symbol: values with the same symbol are equal. A symbol
// is a hash of the operation and its operands, 60 bits of it, so that no table
// grows with the execution; two different values have the same one with
// probability 2^-60. Three bits more tell where the value hangs on which block it
// is, or may, whether the input chooses it, and whether track of it was lost.
type symbols struct {
	on   bool
	last uint64
	salt int64 // sets the fresh symbols of different blocks apart
}

// causeOf is the number of the cause behind an id.
func (s *symbols) causeOf(id int64) int32 {
	if s.on {
		return 0
	}
	return int32(id)
}

// symbolKey is what makes two unknown values equal.
type symbolKey struct {
	op    opcode
	fn    uint8
	t, rt typeCode
	known uint8 // bit i: operand i is a value, not an id
	extra int32
}

// word packs k into the start of a hash.
func (k symbolKey) word() uint64 {
	return uint64(k.op)<<56 | uint64(k.fn)<<48 | uint64(k.t)<<44 | uint64(k.rt)<<40 | uint64(k.known)<<32 | uint64(uint32(k.extra))
}

// scramble is the finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// perBlock is set in the symbols of values that may differ between blocks.
const perBlock = 2

// VariesByBlock tells of a number in Access.Value that is not known whether the
// same number in another block may be another value, where one block was run to
// stand for all.
func VariesByBlock(number int64) bool { return number&perBlock != 0 }

// isFree is set in the symbols of values that the input chooses, such as what is
// loaded from memory that nobody writes, and of what is computed from such ones.
// Those of two values that are both free and not equal are taken to differ for
// some input. It is not set where gv2 has lost track of a value, so that two
// symbols may stand for one value.
const isFree = 4

// Differ tells of two numbers in Access.Value whether the values differ, for some
// input at least: two different known ones, or one that the input chooses and
// another one, known or chosen.
func Differ(x int64, xKnown bool, y int64, yKnown bool) bool {
	chosen := func(v int64, known bool) bool { return !known && v&isFree != 0 }
	switch {
	case xKnown == yKnown && x == y:
		return false
	case xKnown && yKnown:
		return true
	}
	return (xKnown || chosen(x, xKnown)) && (yKnown || chosen(y, yKnown))
}

// symbol is the id of the value that an operation has on operands.
func symbol(k symbolKey, operands ...int64) int64 {
	h, varies, free, lost := scramble(k.word()), int64(0), int64(0), false
	for i, o := range operands {
		h = scramble(h ^ scramble(uint64(o)+h))
		if k.known>>i&1 == 0 {
			varies |= o & perBlock
			free |= o & isFree
			lost = lost || o&isLost != 0
		}
	}
	if lost {
		free, varies = 0, varies|isLost
	}
	return int64(h&^(perBlock|isFree|isLost)) | 1 | varies | free
}

// isLost is set in the symbols of values that gv2 has lost track of, and of what
// is computed from them.
const isLost = 8

// Lost tells of a number in Access.Value that is not known whether gv2 has lost
// track of the value, so that another number may stand for the same one.
func Lost(number int64) bool { return number&isLost != 0 }

// fresh is an id that is equal to no other, as far as symbols are wanted, for a
// value that gv2 has lost track of: it may be equal to another one all the same.
func (s *symbols) fresh(cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	return s.next() | isLost
}

// chosen is fresh for a value that the input or the schedule chooses.
func (s *symbols) chosen(cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	return s.next() | isFree
}

func (s *symbols) next() int64 {
	s.last++
	return symbol(symbolKey{op: opHavoc, known: 3}, int64(s.last), s.salt) | perBlock
}

// input is the id of a value that is set from the start.
func (s *symbols) input(p *preset) int64 {
	if !s.on {
		return int64(p.cause)
	}
	return p.symbol()
}

// symbol is that of blockIdx, or of a value that is the same in all blocks. It
// does not hang on which code of the program runs.
func (p *preset) symbol() int64 {
	switch {
	case p.param != nil:
		name := symbol(symbolKey{op: opMove, extra: 1})
		for _, c := range []byte(p.param.Name) {
			name = symbol(symbolKey{op: opMove, known: 2, extra: 1}, name, int64(c))
		}
		return name
	case p.block > 0:
		return symbol(symbolKey{op: opMove, known: 1, extra: 2}, int64(p.block)) | perBlock
	case p.grid > 0:
		return symbol(symbolKey{op: opMove, known: 1, extra: 3}, int64(p.grid))
	}
	return symbol(symbolKey{op: opMove, known: 1, extra: 4}, int64(p.reg))
}

// operand is a value or, where it is not known, an id.
type operand struct {
	val   int64
	known bool
}

// result is the unknown result of an operation: its cause is that of the first
// unknown operand, the instruction's own if there is none.
func (s *symbols) result(in *instr, x, y, z operand) int64 {
	if !s.on {
		for _, o := range [...]operand{x, y, z} {
			if !o.known && o.val != 0 {
				return o.val
			}
		}
		return int64(in.cause)
	}
	k := symbolKey{op: in.op, fn: in.fn, t: in.t, rt: in.rt, known: uint8(boolean(x.known) | boolean(y.known)<<1 | boolean(z.known)<<2)}
	if z == (operand{}) { // the operation tells how many operands there are
		return symbol(k, x.val, y.val)
	}
	return symbol(k, x.val, y.val, z.val)
}
