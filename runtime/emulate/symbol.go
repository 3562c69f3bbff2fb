package emulate

import "gv2/frontend/kernel"

// A value that is not known is an id, never 0. Without Options.Values it is the
// number of its cause, for reports, and nothing follows from equal ids. With
// Options.Values it is a symbol: values with the same symbol are equal. A symbol
// is a hash of the operation and its operands, 44 bits of it, so that no table
// grows with the execution; two different values have the same one with
// probability 2^-44. The other bits tell where the value hangs on which block it
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

// isFree is set in the symbols of values that are computed from what the input
// chooses: words of memory that nobody writes. It is not set where gv2 has lost
// track of a value, so that two symbols may stand for one value.
const isFree = 4

// isLost is set in the symbols of values that gv2 has lost track of, and of what
// is computed from them.
const isLost = 8

// The upper bits of a free symbol say which words: two bits for each, of 16. If two
// values hang on different sets of them, one can change without the other.
const (
	leafBits  = 16
	leafShift = 64 - leafBits
	leaves    = int64(-1) << leafShift
)

// leaf is the set of one word.
func leaf(word int64) int64 {
	h := scramble(uint64(word))
	one := h % leafBits
	two := (one + 1 + h>>8%(leafBits-1)) % leafBits
	return (1<<one | 1<<two) << leafShift
}

// Differ tells of two numbers in Access.Value whether the values differ, for some
// input at least: two different known ones, one that is computed from words of the
// input and a known one, two that are computed from different words.
func Differ(x int64, xKnown bool, y int64, yKnown bool) bool {
	free := func(v int64, known bool) bool { return !known && v&isFree != 0 }
	switch {
	case xKnown && yKnown:
		return x != y
	case xKnown || yKnown:
		return free(x, xKnown) || free(y, yKnown)
	}
	return free(x, false) && free(y, false) && x&leaves != y&leaves
}

// symbol is the id of the value that an operation has on operands.
func symbol(k symbolKey, operands ...int64) int64 {
	h, from, lost := scramble(k.word()), int64(0), false
	for i, o := range operands {
		h = scramble(h ^ scramble(uint64(o)+h))
		if k.known>>i&1 != 0 {
			continue
		}
		from |= o & perBlock
		if o&isFree != 0 {
			from |= o & (isFree | leaves)
		}
		lost = lost || o&isLost != 0
	}
	if lost {
		from = from&perBlock | isLost
	}
	return int64(h)&^(leaves|perBlock|isFree|isLost) | 1 | from
}

// fresh is an id that is equal to no other, as far as symbols are wanted, for a
// value that gv2 has lost track of: it may be equal to another one all the same.
func (s *symbols) fresh(cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	return s.next() | isLost
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
	if in.op == opBinary && commutes(kernel.BinaryOp(in.fn)) && (x.val > y.val || x.val == y.val && x.known && !y.known) {
		x, y = y, x
	}
	k := symbolKey{op: in.op, fn: in.fn, t: in.t, rt: in.rt, known: uint8(boolean(x.known) | boolean(y.known)<<1 | boolean(z.known)<<2)}
	if z == (operand{}) { // the operation tells how many operands there are
		return symbol(k, x.val, y.val)
	}
	return symbol(k, x.val, y.val, z.val)
}

// commutes tells whether the operands may be swapped.
func commutes(op kernel.BinaryOp) bool {
	switch op {
	case kernel.Add, kernel.Mul, kernel.And, kernel.Or, kernel.Xor, kernel.Eq, kernel.Ne:
		return true
	}
	return false
}
