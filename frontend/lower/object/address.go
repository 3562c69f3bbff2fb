package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// AddressOf is the number of p as an integer of type t. Nothing is known of it
// but which pointer it came from, so that (T *)((size_t)p + n) can be found again.
func (mem *Model) AddressOf(p *Pointer, t kernel.Type, pos diag.Pos) kernel.Expr {
	if off, ok := p.Off.(*kernel.Const); ok && p.OnlyNull() {
		return kernel.NewConst(t, off.Val) // as offsetof has it
	}
	number := mem.number(p, t, pos)
	if t.Bits == 64 && !p.NoMemory() && !p.OnlyNull() && !p.HasLocal() {
		mem.addresses[number.(*kernel.VarRef).Var] = p.With(ctype.Char, mem.out.snapshot(p.Off))
	}
	return number
}

// number is the number of p, of integer type t: one for all threads, where p leads to memory that is, which its
// offset in bytes is added to. Of others nothing is known.
func (mem *Model) number(p *Pointer, t kernel.Type, pos diag.Pos) kernel.Expr {
	if !measurable(p, p) || kernel.PartsIn(p.Off) != nil {
		return mem.out.Arbitrary(pos, t, "address as a number")
	}
	v := mem.out.Temp(t)
	mem.distances.held[v] = true
	mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: v, X: mem.distances.number(pos, p, t)})
	return &kernel.VarRef{Var: v}
}

// KeepAddress notes that a variable that is never assigned again, and has just
// been initialised, is the address of a pointer. Others are not followed.
func (mem *Model) KeepAddress(v *kernel.Var) {
	if len(mem.out.Cur) == 0 || v.T.Bits < 32 {
		return
	}
	a, ok := mem.out.Cur[len(mem.out.Cur)-1].(*kernel.Assign)
	if !ok || a.Dst != v {
		return
	}
	if p := mem.PointerFrom(a.X); p != nil {
		mem.addresses[v] = p.With(p.Elem, mem.out.snapshot(p.Off))
	} else if d := mem.described(a.X); d != nil && d.at != nil {
		mem.descriptors[v] = &described{d.at.With(d.at.Elem, mem.out.snapshot(d.at.Off)), d.units, d.bits}
	}
}

// PointerFrom is the pointer that number is the address of, nil if it is not
// plainly an address and a number of bytes added to it or taken away. Addresses in shared
// memory have 32 bits that count.
func (mem *Model) PointerFrom(number kernel.Expr) *Pointer {
	switch e := number.(type) {
	case *kernel.VarRef:
		return mem.addresses[e.Var]
	case *kernel.Convert:
		if !e.T.IsInt() || e.T.Bits < 32 {
			return nil
		}
		if p := mem.PointerFrom(e.X); p != nil && (e.T.Bits == 64 || p.inShared()) {
			return p
		}
	case *kernel.Binary:
		if from := mem.distances.aligned(e); from != nil {
			return mem.distances.near(e, from)
		}
		x, y := mem.PointerFrom(e.X), mem.PointerFrom(e.Y)
		parts := kernel.PartsIn(e.Y)
		switch {
		case e.Op == kernel.Add && x != nil && parts != nil:
			if to, ok := mem.Elsewhere(x, parts); ok {
				return to
			}
			return nil
		case e.Op == kernel.Add && x != nil && y == nil:
			return mem.Shift(x, distance(e.Y), false)
		case e.Op == kernel.Add && x == nil && y != nil:
			return mem.Shift(y, distance(e.X), false)
		case e.Op == kernel.Sub && x != nil && y == nil:
			return mem.Shift(x, distance(e.Y), true)
		}
	default:
		// Others hold no address.
	}
	return nil
}

// distance is a number of bytes added to an address. What is added to one of 32 bits may be a negative
// number that has become a large one.
func distance(e kernel.Expr) kernel.Expr {
	if t := e.Type(); t.Bits == 32 && !t.Signed {
		return cexpr.Convert(e, kernel.I32)
	}
	return e
}
