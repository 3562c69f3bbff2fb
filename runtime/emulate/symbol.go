package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// An unknown value is an id, never 0. Without Options.Values the id is the number
// of its cause, for reports, and nothing follows from equal ids. With
// Options.Values it is a symbol: values with the same symbol are equal. A symbol
// is a hash of the operation and its operands, 62 bits of it, so that no table
// grows with the execution; two different values have the same one with
// probability 2^-62. One bit is set if the value depends, or may depend, on the
// block. Nothing follows from different symbols: the values may be equal.
type symbols struct {
	on   bool
	last uint64
	salt int64 // makes the fresh symbols of different blocks differ
	// key is the latest key of a result and start its hash: the lanes of a warp ask for the same.
	key, start uint64
}

// causeOf is the number of the cause behind an id.
func (s *symbols) causeOf(id int64) int32 {
	if s.on {
		return 0
	}
	return int32(id)
}

// symbolKey is the part of a symbol besides its operands: two unknown values with equal keys and
// operands are equal.
type symbolKey struct {
	op    opcode
	fn    uint8
	t, rt eval.Type
	known uint8 // bit i: operand i is a value, not an id
	extra int32
}

// word packs k into the start of a hash.
func (k symbolKey) word() uint64 {
	return uint64(k.op)<<56 | uint64(k.fn)<<48 | uint64(k.t)<<44 | uint64(k.rt)<<40 | uint64(k.known)<<32 | uint64(uint32(k.extra))
}

// perBlock is set in the symbols of values that may differ between blocks.
const perBlock = 2

// VariesByBlock reports whether an unknown value in Access.Value may be another
// one in another block although the number is the same. It matters if one block
// stands for all.
func VariesByBlock(number int64) bool { return number&perBlock != 0 }

// symbol is the id of the result of an operation on operands.
func symbol(k symbolKey, operands ...int64) int64 {
	return symbolFrom(eval.Scramble(k.word()), k, operands...)
}

// symbolFrom is symbol with the hash of k.
func symbolFrom(h uint64, k symbolKey, operands ...int64) int64 {
	from := int64(0)
	for i, o := range operands {
		h = hashed(h, o)
		if k.known>>i&1 == 0 {
			from |= o & perBlock
		}
	}
	return int64(h)&^perBlock | 1 | from
}

// hashed is the hash of what h is of and an operand. Operands may be hashes themselves, or small
// numbers: for one h they all differ, and different h are far apart.
func hashed(h uint64, operand int64) uint64 {
	return eval.Scramble(h*0xd1342543de82ef95 + uint64(operand))
}

// fresh is an id for a value that the engine does not track. With symbols it
// differs from all others, though the value may still equal another one.
func (s *symbols) fresh(cause int32) int64 {
	if !s.on {
		return int64(cause)
	}
	s.last++
	return symbol(symbolKey{op: opHavoc, known: 3}, int64(s.last), s.salt) | perBlock
}

// input is the id of an unknown initial value.
func (s *symbols) input(p *preset) int64 {
	if !s.on {
		return int64(p.cause)
	}
	return p.symbol()
}

// symbol is the symbol of blockIdx, or of a value that is the same in all
// blocks. It is the same in all code compiled from the program.
func (p *preset) symbol() int64 {
	switch {
	case p.param != nil:
		return symbol(symbolKey{op: opMove, known: 1, extra: 1}, nameHash(p.param.Name))
	case p.literal != "":
		return symbol(symbolKey{op: opMove, known: 1, extra: 4, t: p.t}, nameHash(p.literal))
	case p.block > 0:
		return symbol(symbolKey{op: opMove, known: 1, extra: 2}, int64(p.block)) | perBlock
	case p.grid > 0:
		return symbol(symbolKey{op: opMove, known: 1, extra: 3}, int64(p.grid))
	}
	return symbol(symbolKey{op: opMove, known: 1, extra: 5}, int64(p.reg))
}

// nameHash stands for a name in symbols, in all compiled code (FNV-1a).
func nameHash(name string) int64 {
	h := uint64(0xcbf29ce484222325)
	for _, c := range []byte(name) {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return int64(h)
}

// operand is a value, or the id of an unknown one.
type operand struct {
	val   int64
	known bool
}

// result is the id of an operation's unknown result: its cause is that of the
// first unknown operand, or the instruction's own if all are known.
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
	k := symbolKey{op: in.op, fn: in.fn, t: in.t, rt: in.rt, known: uint8(eval.Truth(x.known) | eval.Truth(y.known)<<1 | eval.Truth(z.known)<<2)}
	if w := k.word(); w != s.key || s.start == 0 {
		s.key, s.start = w, eval.Scramble(w)
	}
	if z == (operand{}) { // the operation implies the number of operands
		return symbolFrom(s.start, k, x.val, y.val)
	}
	return symbolFrom(s.start, k, x.val, y.val, z.val)
}

// causes is result without symbols for all lanes at once, of two operands of which one or both are unknown.
func (s *symbols) causes(in *instr, to, x, y *row, xKnown, yKnown Lanes) {
	for l := range to {
		id := int64(in.cause)
		if yKnown>>l&1 == 0 && y[l] != 0 {
			id = y[l]
		}
		if xKnown>>l&1 == 0 && x[l] != 0 {
			id = x[l]
		}
		to[l] = id
	}
}

// commutes reports whether the operands may be swapped.
func commutes(op kernel.BinaryOp) bool {
	switch op {
	case kernel.Add, kernel.Mul, kernel.And, kernel.Or, kernel.Xor, kernel.Eq, kernel.Ne:
		return true
	}
	return false
}
