package intrinsic

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Atomics with an order and a scope: CUDA C++ Programming Guide, "Atomic Functions", those
// of the compiler (__nv_atomic_*). Orders and scopes are constants, as the guide has them.
func defineOrdered() {
	for name, op := range map[string]string{"exchange_n": "exch", "fetch_add": "add", "fetch_sub": "sub", "fetch_and": "and",
		"fetch_or": "or", "fetch_xor": "xor", "fetch_min": "min", "fetch_max": "max",
		"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "min": "min", "max": "max"} {
		define(3, 4, ordered(op), "__nv_atomic_"+name)
	}
	define(2, 3, ordered("load"), "__nv_atomic_load_n")
	define(3, 4, orderedStore((*call).as), "__nv_atomic_store_n")
	define(6, 7, compareExchange((*call).as), "__nv_atomic_compare_exchange_n")
	define(3, 4, orderedInto("load"), "__nv_atomic_load")
	define(3, 4, orderedStore((*call).pointee), "__nv_atomic_store")
	define(4, 5, orderedInto("exch"), "__nv_atomic_exchange")
	define(6, 7, compareExchange((*call).pointee), "__nv_atomic_compare_exchange")
	define(1, 2, orderedFence, "__nv_atomic_thread_fence")
}

// memoryOrders and scopes are the numbers of the guide's macros __NV_ATOMIC_* and
// __NV_THREAD_SCOPE_*. A consume is an acquire.
var (
	memoryOrders = []kernel.MemoryOrder{kernel.Relaxed, kernel.Acquire, kernel.Acquire, kernel.Release,
		kernel.AcquireRelease, kernel.SequentiallyConsistent}
	// Atomics for the thread alone are no atomics for gv2.
	scopes = []kernel.Scope{1: kernel.BlockScope, 2: kernel.ClusterScope, 3: kernel.DeviceScope, 4: kernel.SystemScope}
)

// semantics reads the order, argument i, and the scope, which may follow.
func (c *call) semantics(i int) (sem emit.Semantics, ok bool) {
	order, ok := c.known(i, len(memoryOrders), "an order")
	if !ok {
		return sem, false
	}
	sem = emit.Semantics{Order: memoryOrders[order], Scope: kernel.SystemScope}
	if i+1 < len(c.args) {
		scope, ok := c.known(i+1, len(scopes), "a scope")
		if ok && scope == 0 {
			c.failed = true
			c.b.Unsupported(c.args[i+1].Pos, "%s for one thread alone; write a plain access", c.name)
		}
		if c.failed {
			return sem, false
		}
		sem.Scope = scopes[scope]
	}
	return sem, true
}

// known is argument i, a constant below limit.
func (c *call) known(i, limit int, what string) (int, bool) {
	n, isConst := kernel.Fold(c.integer(i)).(*kernel.Const)
	if !c.failed && (!isConst || n.Val < 0 || n.Val >= int64(limit)) {
		c.failed = true
		c.b.Unsupported(c.args[i].Pos, "%s with %s that is not one of the constants of the CUDA guide", c.name, what)
	}
	if c.failed {
		return 0, false
	}
	return int(n.Val), true
}

// ordered is op(p, values..., order, scope), with its result.
func ordered(op string) expansion {
	return func(c *call) kernel.Expr {
		values := 1
		if op == "load" {
			values = 0
		}
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		var args []kernel.Expr
		for i := range values {
			args = append(args, c.as(1+i, p.Elem))
		}
		sem, ok := c.semantics(1 + values)
		if !ok {
			return nil
		}
		dst := c.b.Temp(p.Elem)
		p.Deref(p.Elem, func(acc kernel.Access) { emit.Atomic(c.b, op, sem, p.Elem, dst, acc, args) })
		return &kernel.VarRef{Var: dst}
	}
}

// pointee is the value that argument i, a pointer to a t, points to.
func (c *call) pointee(i int, t kernel.Type) kernel.Expr {
	at, ok := c.pointerTo(i, t)
	if !ok {
		return kernel.NewConst(t, 0)
	}
	return emit.LoadThrough(c.b, at, false)
}

// pointerTo is argument i, a pointer to a t: the compiler takes no other.
func (c *call) pointerTo(i int, t kernel.Type) (*emit.Argument, bool) {
	at, ok := c.pointer(i)
	if ok && at.Elem != t {
		c.failed = true
		c.b.Unsupported(c.args[i].Pos, "%s with pointers to %s and %s; use one type", c.name, t, at.Elem)
	}
	return at, !c.failed
}

// orderedInto is op(p, &value, &result, order, scope), for a load without the value.
func orderedInto(op string) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		var args []kernel.Expr
		if op != "load" {
			args = []kernel.Expr{c.pointee(1, p.Elem)}
		}
		at, ok := c.pointerTo(1+len(args), p.Elem)
		if !ok {
			return nil
		}
		sem, ok := c.semantics(2 + len(args))
		if !ok {
			return nil
		}
		dst := c.b.Temp(p.Elem)
		p.Deref(p.Elem, func(acc kernel.Access) { emit.Atomic(c.b, op, sem, p.Elem, dst, acc, args) })
		emit.StoreThrough(c.b, at, &kernel.VarRef{Var: dst}, false)
		return nil
	}
}

// orderedStore is store(p, value, order, scope), with value as an argument is read by value.
func orderedStore(value func(*call, int, kernel.Type) kernel.Expr) expansion {
	return func(c *call) kernel.Expr {
		p, ok := c.pointer(0)
		if !ok {
			return nil
		}
		x := value(c, 1, p.Elem)
		if sem, ok := c.semantics(2); ok && !c.failed {
			p.Deref(p.Elem, func(acc kernel.Access) { emit.Atomic(c.b, "store", sem, p.Elem, nil, acc, []kernel.Expr{x}) })
		}
		return nil
	}
}

// compareExchange is __nv_atomic_compare_exchange_n(p, &expected, desired, weak, success,
// failure, scope): whether *p was expected, which is *p as it was afterwards.
func compareExchange(value func(*call, int, kernel.Type) kernel.Expr) expansion {
	return func(c *call) kernel.Expr { return swap(c, value) }
}

func swap(c *call, value func(*call, int, kernel.Type) kernel.Expr) kernel.Expr {
	p, ok := c.pointer(0)
	if !ok {
		return nil
	}
	at, ok := c.pointer(1)
	if !ok {
		return nil
	}
	desired := value(c, 2, p.Elem)
	success, ok := c.known(4, len(memoryOrders), "an order")
	if !ok {
		return nil
	}
	sem, ok := c.semantics(5)
	if !ok {
		return nil
	}
	sem.Order = stronger(memoryOrders[success], sem.Order)
	expected := emit.LoadThrough(c.b, at, false)
	old := c.b.Temp(p.Elem)
	p.Deref(p.Elem, func(acc kernel.Access) {
		emit.Atomic(c.b, "cas", sem, p.Elem, old, acc, []kernel.Expr{expected, desired})
	})
	result := &kernel.VarRef{Var: old}
	swapped := c.b.Temp(kernel.BoolType)
	c.b.Emit(&kernel.Assign{Src: c.b.Src(), Dst: swapped, X: cexpr.Binary(kernel.Eq, result, expected)})
	// Expected is written only where the comparison fails.
	then := c.b.Block(func() { emit.StoreThrough(c.b, at, result, false) })
	c.b.Emit(&kernel.If{Src: c.b.Src(), Cond: &kernel.Unary{Op: kernel.Not, X: &kernel.VarRef{Var: swapped}}, Then: then})
	return &kernel.VarRef{Var: swapped}
}

// stronger is the order that is as strong as both, of success and of failure.
func stronger(a, b kernel.MemoryOrder) kernel.MemoryOrder {
	if a == kernel.Release && b == kernel.Acquire {
		return kernel.AcquireRelease
	}
	return max(a, b)
}

func orderedFence(c *call) kernel.Expr {
	sem, ok := c.semantics(0)
	if !ok {
		return nil
	}
	s := &kernel.Fence{Src: c.b.Src(), Scope: sem.Scope}
	switch sem.Order {
	case kernel.Relaxed:
		return nil
	case kernel.SequentiallyConsistent:
	default:
		// libcu++ has fence.acq_rel for all of them.
		s.Weaker = kernel.AcquireRelease
	}
	c.b.Emit(s)
	return nil
}
