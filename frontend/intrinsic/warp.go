package intrinsic

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Shuffles, votes, matches and reductions within a warp: CUDA C++ Programming
// Guide, "Warp Shuffle Functions", "Warp Vote Functions", "Warp Match
// Functions". The forms without _sync act on the active threads.
func defineWarps() {
	for name, mode := range map[string]string{"__shfl": "idx", "__shfl_up": "up", "__shfl_down": "down", "__shfl_xor": "xor"} {
		define(2, 3, shuffle(mode, false), name)
		define(3, 4, shuffle(mode, true), name+"_sync")
	}
	for name, op := range map[string]kernel.Reduction{"__all": kernel.ReduceAnd, "__any": kernel.ReduceOr, "__ballot": kernel.Ballot} {
		define(1, 1, vote(op, false), name)
		define(2, 2, vote(op, true), name+"_sync")
	}
	define(0, 0, activeMask, "__activemask")
	define(2, 2, matchAny, "__match_any_sync")
	define(3, 3, matchAll, "__match_all_sync")
	define(2, 2, warpUnknown(kernel.I32), "__uni_sync")
	for name, op := range map[string]kernel.Reduction{"add": kernel.SumLanes, "min": kernel.MinLanes, "max": kernel.MaxLanes,
		"and": kernel.AndLanes, "or": kernel.OrLanes, "xor": kernel.XorLanes} {
		define(2, 2, warpReduce(op), "__reduce_"+name+"_sync")
	}
}

// mask returns the lane mask: argument 0 of a _sync form, else the threads that
// are active.
func (c *call) mask(sync bool) kernel.Expr {
	if sync {
		return c.as(0, kernel.U32)
	}
	return activeMask(c)
}

func activeMask(c *call) kernel.Expr {
	dst := c.b.Temp(kernel.U32)
	c.b.Emit(&kernel.Vote{Src: c.b.Src(), Op: kernel.ActiveMask, Dst: dst})
	return &kernel.VarRef{Var: dst}
}

func shuffle(mode string, sync bool) expansion {
	return func(c *call) kernel.Expr {
		mask, first := c.mask(sync), 0
		if sync {
			first = 1
		}
		value := cexpr.Promote(c.value(first))
		width := cexpr.I32(kernel.WarpSize)
		if len(c.args) > first+2 {
			width = c.as(first+2, kernel.I32)
		}
		dst := c.b.Temp(value.Type())
		c.b.Emit(&kernel.Shuffle{Src: c.b.Src(), Dst: dst, Mode: mode, Mask: mask, Value: value,
			Lane: c.as(first+1, kernel.I32), Width: width})
		return &kernel.VarRef{Var: dst}
	}
}

func vote(op kernel.Reduction, sync bool) expansion {
	return func(c *call) kernel.Expr {
		t := kernel.I32
		if op == kernel.Ballot {
			t = kernel.U32
		}
		mask := c.mask(sync)
		return emitVote(c, op, t, mask, cexpr.Truth(c.value(len(c.args)-1)))
	}
}

func emitVote(c *call, op kernel.Reduction, t kernel.Type, mask, arg kernel.Expr) kernel.Expr {
	dst := c.b.Temp(t)
	c.b.Emit(&kernel.Vote{Src: c.b.Src(), Op: op, Dst: dst, Mask: mask, Arg: arg})
	return &kernel.VarRef{Var: dst}
}

func matchAny(c *call) kernel.Expr {
	return emitVote(c, kernel.MatchAny, kernel.U32, c.mask(true), cexpr.Promote(c.value(1)))
}

// matchAll yields the mask or 0 and stores through its last argument which of
// the two it is.
func matchAll(c *call) kernel.Expr {
	p, ok := c.pointer(2)
	if !ok {
		return nil
	}
	all := emitVote(c, kernel.MatchAll, kernel.U32, c.mask(true), cexpr.Promote(c.value(1)))
	emit.StoreThrough(c.b, p, cexpr.Convert(cexpr.Truth(all), p.Elem), false)
	return all
}

// warpUnknown is for warp functions whose result gv2 leaves open. They order no
// memory accesses, but the lanes of their mask have to meet, which a vote
// stands for.
func warpUnknown(t kernel.Type) expansion {
	return func(c *call) kernel.Expr {
		c.value(1)
		emitVote(c, kernel.ReduceAnd, kernel.I32, c.mask(true), kernel.BoolConst(true))
		return c.arbitrary(t, c.name)
	}
}

// warpReduce yields the type of its value, int or unsigned.
func warpReduce(op kernel.Reduction) expansion {
	return func(c *call) kernel.Expr {
		x := cexpr.Promote(c.value(1))
		if t := x.Type(); !t.IsInt() || t.Bits != 32 {
			return warpUnknown(t)(c)
		}
		return emitVote(c, op, x.Type(), c.mask(true), x)
	}
}
