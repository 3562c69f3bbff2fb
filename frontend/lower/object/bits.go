package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Bit-fields. Adjacent ones are one memory location ([intro.memory]): an assignment to
// one reads and writes the bytes of all, so that assignments by two threads race.

// mostBytes bounds a location in memory: it is read as one number.
const mostBytes = 8

// bitField is member f, a bit-field, of the record at pl. Its Ptr leads to the start of
// the location.
func (mem *Model) bitField(pl *Place, i int) *Place {
	f := &pl.T.Rec.Fields[i]
	t := f.Type.Qualified(pl.T.Const && !f.Mutable, pl.T.Volatile)
	out := &Place{Pos: pl.Pos, T: t, Bits: f.Bits}
	switch {
	case pl.Val != nil && pl.Val.Fields[i].T == nil:
		mem.out.Unsupported(pl.Pos, "member %s of a union that is a value; give the union a name", f.Name)
		return &BadPlace
	case pl.Val != nil:
		v := fitted(pl.Val.Fields[i], f.Bits)
		out.Val = &v
	case pl.Cell != nil:
		out.Cell = pl.Cell.Sub[i]
	case f.Bits.Bytes > mostBytes:
		mem.out.Unsupported(pl.Pos, "bit-field %s among more than 64 bits of them; put %s : 0 between", f.Name, f.Type.Name)
		return &BadPlace
	default:
		out.Ptr = pl.Ptr.With(ctype.Of(pieceOf(f.Bits)), mem.ShiftOffset(pl.Ptr, Offset(f.Bits.Start), 1, false))
	}
	return out
}

// pieceOf is the type that a location is accessed by.
func pieceOf(b *ctype.BitField) kernel.Type {
	return ctype.UnsignedOf(ctype.GCD(b.Bytes, b.Start))
}

// fitted is v cut to the width of a bit-field and promoted as that is: to int, where it
// holds all its values ([conv.prom]).
func fitted(v Value, b *ctype.BitField) Value {
	if v.Bad() || v.Expr == nil {
		return v
	}
	t := v.T.Scalar
	if t.Kind == kernel.Bool {
		return ScalarValue(v.T, cexpr.Convert(v.Expr, t))
	}
	return ScalarValue(v.T, promoted(cut(v.Expr, b.Width, t), b.Width, t))
}

// promoted is e, the value of a bit-field of type t.
func promoted(e kernel.Expr, width int64, t kernel.Type) kernel.Expr {
	if width < 32 || width == 32 && t.Signed {
		return cexpr.Convert(e, kernel.I32)
	}
	if width == 32 {
		return cexpr.Convert(e, kernel.U32)
	}
	return cexpr.Convert(e, t)
}

// cut is the lowest bits of e as a value of type t. It masks them, as every model of integers keeps what a mask cuts off, and
// not what shifts do.
func cut(e kernel.Expr, width int64, t kernel.Type) kernel.Expr {
	if width >= int64(t.Bits) {
		return cexpr.Convert(e, t)
	}
	word, signed := kernel.U64, kernel.I64
	if e.Type().IsInt() && e.Type().Bits <= 32 && width < 32 {
		word, signed = kernel.U32, kernel.I32
	}
	low := cexpr.Binary(kernel.And, cexpr.Convert(e, word), kernel.NewConst(word, 1<<width-1))
	if !t.Signed {
		return cexpr.Convert(low, t)
	}
	low = cexpr.Convert(low, signed)
	top := kernel.NewConst(kernel.I32, width-1)
	sign := cexpr.Binary(kernel.Shl, cexpr.Binary(kernel.Shr, low, top), top)
	rest := cexpr.Binary(kernel.And, low, kernel.NewConst(signed, 1<<(width-1)-1))
	return cexpr.Convert(cexpr.Binary(kernel.Sub, rest, sign), t)
}

// pieces calls f for each piece of the location that pl is in, with the number of its
// first bit.
func (mem *Model) bitPieces(pl *Place, f func(p *Pointer, t kernel.Type, shift kernel.Expr)) {
	t := pieceOf(pl.Bits)
	for i := range pl.Bits.Bytes / int64(t.Bytes()) {
		f(mem.pieceAt(pl.Ptr, t, Offset(i)), t, kernel.NewConst(kernel.I32, i*int64(t.Bits)))
	}
}

// readLocation reads all bit-fields next to the one at pl, as one number.
func (mem *Model) readLocation(pl *Place) kernel.Expr {
	all := kernel.Expr(kernel.NewConst(kernel.U64, 0))
	mem.bitPieces(pl, func(p *Pointer, t kernel.Type, shift kernel.Expr) {
		x := cexpr.Convert(mem.Load(pl.Pos, p, t, pl.T.Volatile), kernel.U64)
		all = cexpr.Binary(kernel.Or, all, cexpr.Binary(kernel.Shl, x, shift))
	})
	return all
}

// readBits is the value of the bit-field at pl.
func (mem *Model) readBits(pl *Place) Value {
	if pl.Cell != nil {
		return fitted(mem.an.ReadCell(pl.Cell), pl.Bits)
	}
	x := cexpr.Binary(kernel.Shr, mem.readLocation(pl), kernel.NewConst(kernel.I32, pl.Bits.Shift))
	if pl.T.Scalar.Kind == kernel.Bool {
		return ScalarValue(pl.T, cexpr.Convert(cexpr.Binary(kernel.And, x, kernel.NewConst(kernel.U64, 1)), pl.T.Scalar))
	}
	return fitted(ScalarValue(pl.T, x), pl.Bits)
}

// writeBits stores v into the bit-field at pl.
func (mem *Model) writeBits(pl *Place, v Value) {
	if pl.Cell != nil {
		v = fitted(v, pl.Bits)
		v.Expr = cexpr.Convert(v.Expr, pl.T.Scalar)
		mem.writeCell(pl, v)
		return
	}
	mask := int64(-1)
	if pl.Bits.Width < 64 {
		mask = 1<<pl.Bits.Width - 1
	}
	shift := kernel.NewConst(kernel.I32, pl.Bits.Shift)
	x := cexpr.Binary(kernel.And, cexpr.Convert(v.Expr, kernel.U64), kernel.NewConst(kernel.U64, mask))
	keep := cexpr.Binary(kernel.And, mem.readLocation(pl), kernel.NewConst(kernel.U64, ^(mask<<pl.Bits.Shift)))
	all := mem.out.Stable(pl.Pos, cexpr.Binary(kernel.Or, keep, cexpr.Binary(kernel.Shl, x, shift)))
	mem.bitPieces(pl, func(p *Pointer, t kernel.Type, at kernel.Expr) {
		mem.Store(pl.Pos, p, cexpr.Convert(cexpr.Binary(kernel.Shr, all, at), t), pl.T.Volatile)
	})
}
