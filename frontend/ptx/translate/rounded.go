package translate

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
)

// Kernels place arrays in dynamic shared memory at multiples of a number that the memory itself may not begin at,
//
//	mov.u32 %r1, raw; add.s32 %r2, %r1, 127; and.b32 %r3, %r2, -128;
//
// which is an address of the same array. Where its first byte lies modulo that number is a parameter, of which only
// the alignment in the declaration is known.

// aligned is the address that and with -n makes of another one: that of the last multiple of n before it.
func (p *pass) aligned(it *ptx.Item, reg kernel.Type) *pointer {
	ptr, by := p.operand(&it.Args[1]).ptr, &it.Args[2]
	if ptr == nil || by.Form != ptx.Integer {
		return nil
	}
	n := -kernel.Type{Kind: kernel.Int, Bits: reg.Bits, Signed: true}.Wrap(by.Val)
	first := firstByte(p, ptr, n, reg)
	if first == nil {
		return nil
	}
	x := cexpr.Fold(kernel.And, cexpr.Fold(kernel.Add, first, ptr.off.Sum()), kernel.NewConst(kernel.I64, -n))
	return &pointer{ptr.sym, address.Of(cexpr.Fold(kernel.Sub, x, first), reg.Bits)}
}

// lowBits is what and with n-1 makes of an address; nil if that is not known.
func (p *pass) lowBits(it *ptx.Item, reg kernel.Type) kernel.Expr {
	ptr, by := p.operand(&it.Args[1]).ptr, &it.Args[2]
	if ptr == nil || by.Form != ptx.Integer {
		return nil
	}
	first := firstByte(p, ptr, by.Val+1, reg)
	if first == nil {
		return nil
	}
	return cexpr.Fold(kernel.And, cexpr.Fold(kernel.Add, first, ptr.off.Sum()), kernel.NewConst(kernel.I64, by.Val))
}

// firstByte is where the first byte of the variable that an address leads to lies modulo n; nil if n is no power of two, or
// the address leads to no variable, or is no whole one.
func firstByte(p *pass, ptr *pointer, n int64, reg kernel.Type) kernel.Expr {
	v := p.variable(ptr.sym.key)
	if v == nil || n <= 0 || n&(n-1) != 0 || ptr.off.Width != reg.Bits {
		return nil
	}
	unit := max(int64(v.Align), 1)
	if unit >= n {
		return kernel.NewConst(kernel.I64, 0)
	}
	units := cexpr.Fold(kernel.Div, p.addressOf(ptr.sym), kernel.NewConst(kernel.U64, unit))
	units = cexpr.Fold(kernel.And, units, kernel.NewConst(kernel.U64, n/unit-1))
	return cexpr.Fold(kernel.Mul, cexpr.Convert(units, kernel.I64), kernel.NewConst(kernel.I64, unit))
}
