package intrinsic

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Barriers and fences: CUDA C++ Programming Guide, "Synchronization Functions"
// and "Memory Fence Functions".
func defineBarriers() {
	define(0, 0, blockBarrier, "__syncthreads")
	define(1, 1, reducing(kernel.ReduceCount), "__syncthreads_count")
	define(1, 1, reducing(kernel.ReduceAnd), "__syncthreads_and")
	define(1, 1, reducing(kernel.ReduceOr), "__syncthreads_or")
	define(1, 1, namedBarrier, "__barrier_sync")
	define(2, 2, namedBarrier, "__barrier_sync_count")
	define(0, 1, warpBarrier, "__syncwarp")
	define(0, 0, fence(kernel.DeviceScope), "__threadfence")
	define(0, 0, fence(kernel.BlockScope), "__threadfence_block")
	define(0, 0, fence(kernel.SystemScope), "__threadfence_system")
	define(2, 2, nothing, "cudaGraphSetConditional") // the host's graph reads it
	define(0, 1, nothing, "__nanosleep", "__brkpt", "__prof_trigger", "__pm0", "__pm1", "__pm2", "__pm3")
	define(0, 0, trap, "__trap")
	define(0, 0, unreachable, "__builtin_unreachable")
}

// nothing is for functions that neither compute nor order anything.
func nothing(*call) kernel.Expr { return nil }

func blockBarrier(c *call) kernel.Expr {
	c.b.Emit(&kernel.Barrier{Src: c.b.Src(), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true})
	return nil
}

func reducing(op kernel.Reduction) expansion {
	return func(c *call) kernel.Expr {
		dst := c.b.Temp(kernel.I32)
		c.b.Emit(&kernel.Barrier{Src: c.b.Src(), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true,
			Reduce: op, Arg: cexpr.Truth(c.value(0)), Dst: dst})
		return &kernel.VarRef{Var: dst}
	}
}

// namedBarrier is __barrier_sync(id) and __barrier_sync_count(id, n), which
// compile to barrier.sync without .aligned.
func namedBarrier(c *call) kernel.Expr {
	s := &kernel.Barrier{Src: c.b.Src(), Kind: kernel.Sync, ID: c.integer(0)}
	if len(c.args) == 2 {
		s.Count = c.integer(1)
	}
	if !c.failed {
		c.b.Emit(s)
	}
	return nil
}

// integer returns argument i promoted, which must be an integer.
func (c *call) integer(i int) kernel.Expr {
	v := cexpr.Promote(c.value(i))
	if !v.Type().IsInt() && !c.failed {
		c.failed = true
		c.b.Errorf(c.args[i].Pos, "%s needs an integer here", c.name)
	}
	return v
}

func warpBarrier(c *call) kernel.Expr {
	mask := cexpr.U32(-1)
	if len(c.args) == 1 {
		mask = c.as(0, kernel.U32)
	}
	c.b.Emit(&kernel.WarpSync{Src: c.b.Src(), Mask: mask})
	return nil
}

func fence(scope kernel.Scope) expansion {
	return func(c *call) kernel.Expr {
		c.b.Emit(&kernel.Fence{Src: c.b.Src(), Scope: scope})
		return nil
	}
}

// trap aborts the grid, so what follows a reached trap is not a result anyone
// relies on; that no thread reaches it is an assumption that verdicts print.
func trap(c *call) kernel.Expr {
	emit.NeverReached(c.b, "no thread reaches __trap()")
	return nil
}

func unreachable(c *call) kernel.Expr {
	emit.NeverReached(c.b, "no thread reaches __builtin_unreachable()")
	return nil
}
