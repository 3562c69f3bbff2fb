package emit

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Accesses whose type is not the array's. The IR wants the array's own type, so
// the value is reinterpreted on the way: the same bits, another type.

// LoadThrough reads *p.
func LoadThrough(b Builder, p *Argument, volatile bool) kernel.Expr {
	dst := b.Temp(p.Elem)
	p.Deref(p.Elem, func(acc kernel.Access) { Load(b, dst, acc, volatile) })
	return &kernel.VarRef{Var: dst}
}

// Load emits dst := acc. Where the array holds another type of the same size, the
// bits are read as dst's type.
func Load(b Builder, dst *kernel.Var, acc kernel.Access, volatile bool) {
	if acc.Width != 1 || acc.Array.Elem == dst.T {
		b.Emit(&kernel.Load{Src: b.Src(), Dst: dst, Acc: acc, Volatile: volatile})
		return
	}
	raw := b.Temp(acc.Array.Elem)
	b.Emit(&kernel.Load{Src: b.Src(), Dst: raw, Acc: acc, Volatile: volatile})
	b.Emit(&kernel.Assign{Src: b.Src(), Dst: dst, X: cexpr.Reinterpret(&kernel.VarRef{Var: raw}, dst.T)})
}

// StoreThrough emits *p = x; x has the pointee type.
func StoreThrough(b Builder, p *Argument, x kernel.Expr, volatile bool) {
	p.Deref(p.Elem, func(acc kernel.Access) { Store(b, acc, x, volatile) })
}

// Store emits acc := x. Where the array holds another type of the same size, x's
// bits are stored as that type.
func Store(b Builder, acc kernel.Access, x kernel.Expr, volatile bool) {
	if acc.Width == 1 {
		x = cexpr.Reinterpret(x, acc.Array.Elem)
	}
	b.Emit(&kernel.Store{Src: b.Src(), Acc: acc, X: x, Volatile: volatile})
}

// Atomic emits dst := atomicOp(&acc, args); dst and args have the type of
// the access. An array of another type of the same size is operated on through
// its bits, where the operation does not depend on the type; where it does, the
// new value is left open.
func Atomic(b Builder, op string, scope kernel.Scope, dst *kernel.Var, acc kernel.Access, args []kernel.Expr) {
	elem := acc.Array.Elem
	if acc.Width != 1 || elem == dst.T {
		b.Emit(&kernel.Atomic{Src: b.Src(), Op: op, Dst: dst, Acc: acc, Args: args, Scope: scope})
		return
	}
	inner := make([]kernel.Expr, len(args))
	for i, a := range args {
		inner[i] = cexpr.Reinterpret(a, elem)
	}
	if !IgnoresType(op, dst.T, elem) {
		op, inner = "exch", []kernel.Expr{Arbitrary(b, elem, "atomic on an array of type "+elem.String())}
	}
	raw := b.Temp(elem)
	b.Emit(&kernel.Atomic{Src: b.Src(), Op: op, Dst: raw, Acc: acc, Args: inner, Scope: scope})
	b.Emit(&kernel.Assign{Src: b.Src(), Dst: dst, X: cexpr.Reinterpret(&kernel.VarRef{Var: raw}, dst.T)})
}

// IgnoresType reports whether op changes memory of type elem as it would memory
// of type t: exchanges always do, the bitwise and modular ones among integers.
func IgnoresType(op string, t, elem kernel.Type) bool {
	switch op {
	case "exch":
		return true
	case "add", "sub", "and", "or", "xor", "cas":
		return t.IsInt() && elem.IsInt()
	}
	return false
}
