package object

import (
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Numbers made of the address of shared memory and of constants: the descriptors that wgmma takes, as
// programs write them.
//
//	(address & 0x3ffff) >> 4 | bytes / 16 << 16 | ...
//
// The low 14 bits are the address in units of 16 bytes; what is added to those moves it.

// described is such a number; at is nil for a constant.
type described struct {
	at    *Pointer
	units bool // of 16 bytes, behind the shift
	bits  uint64
}

const (
	addressBits = 14 // of a descriptor
	unitShift   = 4
)

// AddressArgument makes in, whose value is a number, a pointer or descriptor if the number is one.
func (mem *Model) AddressArgument(in *emit.Argument) {
	if in.Value == nil || in.IsPointer {
		return
	}
	if p := mem.PointerFrom(in.Value); p != nil {
		mem.PointerArgument(in, p)
		return
	}
	if d := mem.described(in.Value); d != nil && d.at != nil && d.units && d.at.inShared() {
		in.Descriptor = &emit.Descriptor{Bits: d.bits, At: emit.Argument{Pos: in.Pos}}
		mem.PointerArgument(&in.Descriptor.At, d.at)
	}
}

// described is what e is made of, nil if it is not of that form.
func (mem *Model) described(e kernel.Expr) *described {
	switch e := e.(type) {
	case *kernel.Const:
		return &described{bits: uint64(e.Val)}
	case *kernel.VarRef:
		if p := mem.addresses[e.Var]; p != nil {
			return &described{at: p}
		}
		return mem.descriptors[e.Var]
	case *kernel.Convert:
		if e.T.IsInt() && e.T.Bits >= 32 {
			return mem.described(e.X)
		}
	case *kernel.Binary:
		return mem.combined(e)
	default:
		// Others are no part of descriptors.
	}
	return nil
}

func (mem *Model) combined(e *kernel.Binary) *described {
	x, y := mem.described(e.X), mem.described(e.Y)
	if x != nil && y != nil && x.at == nil && y.at != nil && (e.Op == kernel.Add || e.Op == kernel.Or || e.Op == kernel.And) {
		x, y = y, x
	}
	switch {
	case x == nil || x.at == nil:
		return nil
	case y == nil && e.Op == kernel.Add && x.units: // a number of units, which stays within the address
		units := kernel.Bin(kernel.Mul, kernel.Widened(e.Y), kernel.NewConst(kernel.I64, 1<<unitShift))
		return &described{mem.Shift(x.at, units, false), true, x.bits}
	case y == nil || y.at != nil:
		return nil
	case e.Op == kernel.Shr && !x.units && y.bits == unitShift:
		return &described{x.at, true, 0}
	case e.Op == kernel.And:
		return x.masked(y.bits)
	case e.Op == kernel.Or && x.units && y.bits&(1<<addressBits-1) == 0 && x.bits&y.bits == 0:
		return &described{x.at, true, x.bits | y.bits}
	case e.Op == kernel.Add && x.units && y.bits < 1<<addressBits:
		return &described{mem.Shift(x.at, kernel.NewConst(kernel.I64, int64(y.bits)<<unitShift), false), true, x.bits}
	case e.Op == kernel.Add && x.units && y.bits&(1<<addressBits-1) == 0 && x.bits&y.bits == 0:
		return &described{x.at, true, x.bits | y.bits}
	}
	return nil
}

// masked is the number without some bits, which are none of its address: shared memory has fewer than 2^18 bytes.
func (d *described) masked(by uint64) *described {
	switch {
	case !d.units && by&0x3ffff >= 0x3fff0:
		return d
	case d.units && by&(1<<addressBits-1) == 1<<addressBits-1:
		return &described{d.at, true, d.bits & by}
	}
	return nil
}
