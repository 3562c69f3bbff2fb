package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// addressOf is the number of p as an integer of type t. Nothing is known of it
// but which pointer it came from, so that (T *)((size_t)p + n) can be found again.
func (mem *memoryModel) addressOf(p *pointer, t kernel.Type, pos diag.Pos) kernel.Expr {
	number := mem.out.arbitrary(pos, t, "address as a number")
	if t.Bits == 64 && !p.noMemory() && !p.onlyNull() && !p.hasLocal() {
		mem.addresses[number.(*kernel.VarRef).Var] = p.with(ctype.Char, mem.out.snapshot(p.off))
	}
	return number
}

// keepAddress notes that a variable that is never assigned again, and has just
// been initialised, is the address of a pointer. Others are not followed.
func (mem *memoryModel) keepAddress(v *kernel.Var) {
	if len(mem.out.cur) == 0 || v.T.Bits != 64 {
		return
	}
	a, ok := mem.out.cur[len(mem.out.cur)-1].(*kernel.Assign)
	if !ok || a.Dst != v {
		return
	}
	if p := mem.pointerFrom(a.X); p != nil {
		mem.addresses[v] = p.with(p.elem, mem.out.snapshot(p.off))
	}
}

// pointerFrom is the pointer that number is the address of, nil if it is not
// plainly an address and a number of bytes added to it or taken away.
func (mem *memoryModel) pointerFrom(number kernel.Expr) *pointer {
	switch e := number.(type) {
	case *kernel.VarRef:
		return mem.addresses[e.Var]
	case *kernel.Convert:
		if e.T.IsInt() && e.T.Bits == 64 {
			return mem.pointerFrom(e.X)
		}
	case *kernel.Binary:
		x, y := mem.pointerFrom(e.X), mem.pointerFrom(e.Y)
		switch {
		case e.Op == kernel.Add && x != nil && y == nil:
			return mem.shift(x, e.Y, false)
		case e.Op == kernel.Add && x == nil && y != nil:
			return mem.shift(y, e.X, false)
		case e.Op == kernel.Sub && x != nil && y == nil:
			return mem.shift(x, e.Y, true)
		}
	default:
		// Others hold no address.
	}
	return nil
}
