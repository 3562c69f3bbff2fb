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

// Semantics is how strong an atomic is: its order and its scope.
type Semantics struct {
	Order kernel.MemoryOrder
	Scope kernel.Scope
}

// Atomic emits dst := atomicOp(&acc, args); dst and args have the type t of
// the access, and dst may be nil. An array of another type of the same size is operated on
// through its bits, where the operation does not depend on the type; where it does, the
// new value is left open.
func Atomic(b Builder, op string, sem Semantics, t kernel.Type, dst *kernel.Var, acc kernel.Access, args []kernel.Expr) {
	if sem.Order == kernel.SequentiallyConsistent {
		// So libcu++ writes it in PTX; the fence makes a store a release.
		b.Emit(&kernel.Fence{Src: b.Src(), Scope: sem.Scope})
		sem.Order = kernel.Acquire
		if op == "store" {
			sem.Order = kernel.Relaxed
		}
	}
	elem := acc.Array.Elem
	s := &kernel.Atomic{Src: b.Src(), Op: op, Dst: dst, Acc: acc, Args: args, Scope: sem.Scope, Order: sem.Order}
	if acc.Width != 1 || elem == t {
		b.Emit(s)
		return
	}
	s.Args = make([]kernel.Expr, len(args))
	for i, a := range args {
		s.Args[i] = cexpr.Reinterpret(a, elem)
	}
	if !IgnoresType(op, t, elem) {
		value := b.Temp(elem)
		b.Emit(&kernel.Havoc{Src: b.Src(), Dst: value, Why: "atomic on an array of type " + elem.String(), Computed: true})
		s.Op, s.Args = "exch", []kernel.Expr{&kernel.VarRef{Var: value}}
	}
	if dst == nil {
		b.Emit(s)
		return
	}
	raw := b.Temp(elem)
	s.Dst = raw
	b.Emit(s)
	b.Emit(&kernel.Assign{Src: b.Src(), Dst: dst, X: cexpr.Reinterpret(&kernel.VarRef{Var: raw}, dst.T)})
}

// IgnoresType reports whether op changes memory of type elem as it would memory
// of type t: exchanges always do, the bitwise and modular ones among integers.
func IgnoresType(op string, t, elem kernel.Type) bool {
	switch op {
	case "exch", "load", "store":
		return true
	case "add", "sub", "and", "or", "xor", "cas":
		return t.IsInt() && elem.IsInt()
	}
	return false
}
