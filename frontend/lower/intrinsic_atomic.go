package lower

import "gv2/frontend/kernel"

// Atomic functions: CUDA C++ Programming Guide, "Atomic Functions". Each has a
// device-wide form, _block and _system.
func init() {
	for name, op := range map[string]string{"atomicAdd": "add", "atomicSub": "sub", "atomicExch": "exch",
		"atomicMin": "min", "atomicMax": "max", "atomicInc": "inc", "atomicDec": "dec", "atomicCAS": "cas",
		"atomicAnd": "and", "atomicOr": "or", "atomicXor": "xor"} {
		n := 2
		if op == "cas" {
			n = 3
		}
		define(n, n, atomic(op, kernel.DeviceScope), name)
		define(n, n, atomic(op, kernel.BlockScope), name+"_block")
		define(n, n, atomic(op, kernel.SystemScope), name+"_system")
	}
}

func atomic(op string, scope kernel.Scope) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		if p.elem.Kind == kernel.Float && op != "add" && op != "exch" {
			c.failed = true
			c.b.errorf(c.pos, "%s on a floating-point variable; CUDA has only atomicAdd and atomicExch for it", c.name)
			return nil
		}
		var args []kernel.Expr
		for i := 1; i < len(c.args); i++ {
			args = append(args, c.as(i, p.elem))
		}
		if c.failed {
			return nil
		}
		dst := c.b.temp(p.elem)
		p.deref(p.elem, func(acc kernel.Access) { emitAtomic(c.b, op, scope, dst, acc, args) })
		return &kernel.VarRef{Var: dst}
	}
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
