package lower

import "gv2/frontend/kernel"

// loadThrough reads *p.
func loadThrough(b builder, p *argument, volatile bool) kernel.Expr {
	dst := b.temp(p.elem)
	p.deref(p.elem, func(acc kernel.Access) { loadInto(b, dst, acc, volatile) })
	return &kernel.VarRef{Var: dst}
}

// loadInto emits dst := acc. Where the array holds another type of the same
// size, the bits are read as dst's type.
func loadInto(b builder, dst *kernel.Var, acc kernel.Access, volatile bool) {
	if acc.Width != 1 || acc.Array.Elem == dst.T {
		b.emit(&kernel.Load{Src: b.src(), Dst: dst, Acc: acc, Volatile: volatile})
		return
	}
	raw := b.temp(acc.Array.Elem)
	b.emit(&kernel.Load{Src: b.src(), Dst: raw, Acc: acc, Volatile: volatile})
	b.emit(&kernel.Assign{Src: b.src(), Dst: dst, X: reinterpret(&kernel.VarRef{Var: raw}, dst.T)})
}

// storeThrough emits *p = x; x has the pointee type.
func storeThrough(b builder, p *argument, x kernel.Expr, volatile bool) {
	p.deref(p.elem, func(acc kernel.Access) { storeInto(b, acc, x, volatile) })
}

// storeInto emits acc := x, as loadInto with regard to types.
func storeInto(b builder, acc kernel.Access, x kernel.Expr, volatile bool) {
	if acc.Width == 1 {
		x = reinterpret(x, acc.Array.Elem)
	}
	b.emit(&kernel.Store{Src: b.src(), Acc: acc, X: x, Volatile: volatile})
}

// emitAtomic emits dst := atomicOp(&acc, args); dst and args have the type of
// the access. An array of another type of the same size is operated on through
// its bits, where the operation does not depend on the type; where it does, the
// new value is left open.
func emitAtomic(b builder, op string, scope kernel.Scope, dst *kernel.Var, acc kernel.Access, args []kernel.Expr) {
	elem := acc.Array.Elem
	if acc.Width != 1 || elem == dst.T {
		b.emit(&kernel.Atomic{Src: b.src(), Op: op, Dst: dst, Acc: acc, Args: args, Scope: scope})
		return
	}
	inner := make([]kernel.Expr, len(args))
	for i, a := range args {
		inner[i] = reinterpret(a, elem)
	}
	if !ignoresType(op, dst.T, elem) {
		op, inner = "exch", []kernel.Expr{arbitrary(b, elem, "atomic on an array of type "+elem.String())}
	}
	raw := b.temp(elem)
	b.emit(&kernel.Atomic{Src: b.src(), Op: op, Dst: raw, Acc: acc, Args: inner, Scope: scope})
	b.emit(&kernel.Assign{Src: b.src(), Dst: dst, X: reinterpret(&kernel.VarRef{Var: raw}, dst.T)})
}

// ignoresType reports whether op changes memory of type elem as it would memory
// of type t: exchanges always do, the bitwise and modular ones among integers.
func ignoresType(op string, t, elem kernel.Type) bool {
	switch op {
	case "exch":
		return true
	case "add", "sub", "and", "or", "xor", "cas":
		return t.IsInt() && elem.IsInt()
	}
	return false
}
