package intrinsic

import (
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Atomic functions: CUDA C++ Programming Guide, "Atomic Functions". Each has a
// device-wide form, _block and _system.
func defineAtomics() {
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
		if p.Elem.Kind == kernel.Float && op != "add" && op != "exch" {
			c.failed = true
			c.b.Errorf(c.pos, "%s on a floating-point variable; CUDA has only atomicAdd and atomicExch for it", c.name)
			return nil
		}
		var args []kernel.Expr
		for i := 1; i < len(c.args); i++ {
			args = append(args, c.as(i, p.Elem))
		}
		if c.failed {
			return nil
		}
		dst := c.b.Temp(p.Elem)
		p.Deref(p.Elem, func(acc kernel.Access) { emit.Atomic(c.b, op, emit.Semantics{Scope: scope}, p.Elem, dst, acc, args) })
		return &kernel.VarRef{Var: dst}
	}
}
