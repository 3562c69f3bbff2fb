package intrinsic

import (
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Loads and stores with cache hints: CUDA C++ Programming Guide, "Load
// Functions Using Cache Hints" and "Store Functions Using Cache Hints". The
// hints do not change which values a program may see.
func defineLoads() {
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
		return emit.LoadThrough(c.b, p, volatile)
	}
}

func cachedStore(volatile bool) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		emit.StoreThrough(c.b, p, c.as(1, p.Elem), volatile)
		return nil
	}
}
