package lower

import "gv2/frontend/kernel"

// Loads and stores with cache hints: CUDA C++ Programming Guide, "Load
// Functions Using Cache Hints" and "Store Functions Using Cache Hints". The
// hints do not change which values a program may see.
func init() {
	define(1, 1, cachedLoad(false), "__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu")
	define(1, 1, cachedLoad(true), "__ldcv")
	define(2, 2, cachedStore(false), "__stwb", "__stcg", "__stcs")
	define(2, 2, cachedStore(true), "__stwt")
}

func cachedLoad(volatile bool) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		return loadThrough(c.b, p, volatile)
	}
}

func cachedStore(volatile bool) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		storeThrough(c.b, p, c.as(1, p.elem), volatile)
		return nil
	}
}

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
