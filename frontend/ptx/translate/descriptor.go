package translate

import (
	"fmt"
	bits64 "math/bits"

	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
)

// Numbers made of the address of shared memory and of constants: the descriptors that wgmma takes, as compilers write them,
// with masks that leave out bits which the alignment of the memory makes zero, and in halves of 32 bits.

// places follows values to the memory that they describe.
type places struct{ p *pass }

// described is such a number: the low 14 bits are the address of at in units of 16 bytes, and bits are the others. Before the
// shift that makes units it is the address of at, and bits are 0. A number of which at is nil is bits.
type described struct {
	at    *pointer
	units bool
	bits  uint64
}

const (
	unitAddress = 1<<14 - 1 // the bits of a descriptor that are an address
	unitShift   = 4
	// sharedAddress are the bits of an address of shared memory.
	sharedAddress = 1<<18 - 1
)

// Descriptor is what a register describes. d is nil if that is not known; then any is some place of shared memory.
func (f places) Descriptor(it *ptx.Item, o *ptx.Operand) (d *emit.Descriptor, anywhere *emit.Argument) {
	anywhere = memoryOf(f.p, []string{"shared"})
	v := f.p.operand(o)
	if !v.defined() {
		return nil, anywhere
	}
	x := f.described(f.p.number(v))
	if x == nil || x.at == nil || !x.units || x.at.sym.space != kernel.Shared || x.at.sym.unknown {
		return nil, anywhere
	}
	return &emit.Descriptor{Bits: x.bits, At: *f.p.memory(it, value{ptr: x.at}, 0)}, anywhere
}

// described is what e is made of, nil if it is not of that form.
func (f places) described(e kernel.Expr) *described {
	if !e.Type().IsInt() || e.Type().Bits < 32 {
		return nil
	}
	d := f.describedAs(e)
	if d != nil && e.Type().Bits == 32 {
		d = &described{d.at, d.units, d.bits & (1<<32 - 1)}
	}
	return d
}

func (f places) describedAs(e kernel.Expr) *described {
	switch e := e.(type) {
	case *kernel.Const:
		return &described{bits: uint64(e.Val)}
	case *kernel.VarRef:
		if s := f.symbolAt(e.Var); s != nil {
			return &described{at: &pointer{s, address.Fixed(32, 0)}}
		}
		if of := f.p.kepts[e.Var]; of != nil {
			return f.described(of)
		}
	case *kernel.Convert:
		x := f.described(e.X)
		if from := e.X.Type(); x != nil && from.Signed && from.Bits < e.T.Bits && x.bits>>31 != 0 {
			if x.at != nil {
				return nil
			}
			return &described{bits: uint64(int64(int32(x.bits)))}
		}
		return x
	case *kernel.Binary:
		return f.combined(e)
	default:
		// Others are no part of descriptors.
	}
	return nil
}

// symbolAt is the variable in shared memory whose address v stands for, nil if it is none.
func (f places) symbolAt(v *kernel.Var) *symbol {
	for _, key := range f.p.order {
		s := f.p.symbols[key]
		if r, ok := s.addr.(*kernel.VarRef); ok && r.Var == v && s.space == kernel.Shared && s.param == nil {
			return s
		}
	}
	return nil
}

func (f places) combined(e *kernel.Binary) *described {
	x, y := f.described(e.X), f.described(e.Y)
	ex, ey := e.X, e.Y
	if (x == nil || x.at == nil) && y != nil && y.at != nil && (e.Op == kernel.Add || e.Op == kernel.Or || e.Op == kernel.And) {
		x, y, ex, ey = y, x, ey, ex
	}
	if x == nil {
		return nil
	}
	if x.at == nil {
		if y == nil || y.at != nil {
			return nil
		}
		c, ok := kernel.EvalBinary(e.Op, kernel.NewConst(ex.Type(), int64(x.bits)), kernel.NewConst(ey.Type(), int64(y.bits)))
		if !ok {
			return nil
		}
		return &described{bits: uint64(c.Val)}
	}
	if y == nil || y.at != nil {
		return f.movedBy(e.Op, x, ey)
	}
	switch e.Op {
	case kernel.Add, kernel.Sub:
		return f.added(e.Op, x, y.bits, ey.Type())
	case kernel.And:
		return f.masked(x, y.bits)
	case kernel.Or:
		low, high := y.bits&unitAddress, y.bits&^uint64(unitAddress)
		if !x.units || x.bits&high != 0 || low != 0 && !f.multiple(x.at, 1<<(unitShift+bits64.Len64(low))) {
			return nil
		}
		return &described{x.at.plus(int64(low) << unitShift), true, x.bits | high}
	case kernel.Shr:
		switch {
		case !x.units && y.bits == unitShift && f.multiple(x.at, 1<<unitShift):
			return &described{x.at, true, 0}
		case x.units && y.bits == 32:
			return &described{bits: x.bits >> 32}
		}
	default:
		// Others are no part of descriptors.
	}
	return nil
}

// added is x + by or x - by: an address moved, or other bits.
func (f places) added(op kernel.BinaryOp, x *described, by uint64, t kernel.Type) *described {
	n := kernel.Type{Kind: kernel.Int, Bits: t.Bits, Signed: true}.Wrap(int64(by))
	if op == kernel.Sub {
		n = -n
	}
	if !x.units {
		return &described{at: x.at.plus(n)}
	}
	// What is added to the address stays in it; the rest are bits that are not set.
	low, high := n, uint64(0)
	if n > unitAddress {
		low, high = n&unitAddress, uint64(n)&^uint64(unitAddress)
	}
	if low < -unitAddress || x.bits&high != 0 {
		return nil
	}
	return &described{x.at.plus(low << unitShift), true, x.bits | high}
}

// movedBy is x and a number that is no constant: an address moved by bytes or units.
func (f places) movedBy(op kernel.BinaryOp, x *described, by kernel.Expr) *described {
	factor := int64(1)
	if op == kernel.Sub {
		factor = -1
	} else if op != kernel.Add {
		return nil
	}
	if x.units {
		if address.TrailingZeros(by) >= 14 {
			return nil // other bits
		}
		factor <<= unitShift
		f.p.out.Assume("what is added to descriptors of matrices changes their addresses alone")
	}
	return &described{&pointer{x.at.sym, x.at.off.Plus(address.Of(by, 32), factor)}, x.units, x.bits}
}

// masked is x and mask, where that leaves out only bits that are zero.
func (f places) masked(x *described, mask uint64) *described {
	switch {
	case !x.units:
		if hole := sharedAddress &^ mask; hole == 0 || f.multiple(x.at, 1<<bits64.Len64(hole)) {
			return x
		}
	default:
		if hole := unitAddress &^ mask; hole == 0 || f.multiple(x.at, 1<<(unitShift+bits64.Len64(hole))) {
			return &described{x.at, true, x.bits & mask}
		}
	}
	return nil
}

// multiple reports whether an address is a multiple of n, a power of two.
func (f places) multiple(at *pointer, n int64) bool {
	v := f.p.variable(at.sym.key)
	return v != nil && int64(v.Align)%n == 0 && v.Align > 0 && at.off.Divisible(n)
}

func (ptr *pointer) plus(n int64) *pointer {
	return &pointer{ptr.sym, ptr.off.Plus(address.Fixed(ptr.off.Width, n), 1)}
}

// MapOf enters the tensor's map, a parameter or memory behind one.
func (f places) MapOf(o *ptx.Operand, box *kernel.Box) {
	v := f.p.operand(o)
	if v.ptr == nil || len(v.ptr.off.Terms) > 0 {
		return
	}
	box.Map = fmt.Sprint(v.ptr.sym.key, "+", v.ptr.off.Const)
	var k paramKey
	if n, _ := fmt.Sscanf(v.ptr.sym.key, blockPrefix+"%d", &k.index); n != 1 {
		return
	}
	k.offset = int(v.ptr.off.Const)
	box.Name = kernel.BoxName(k.name(), 0)
	if _, given := f.p.opts.Params[box.Name]; given {
		f.p.paramSeen[box.Name] = true
	}
}
