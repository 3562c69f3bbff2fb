package ptx

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// barrier lowers bar and barrier (PTX ISA, "bar, barrier"): bar is always
// aligned, barrier only with .aligned. The sync without a count is for every
// thread of the block.
func (c *Code) barrier(it *Item) {
	mods := slices.DeleteFunc(slices.Clone(it.Mods), func(m string) bool { return m == "cta" })
	aligned := it.Op == "bar"
	if i := slices.Index(mods, "aligned"); i >= 0 {
		aligned, mods = true, slices.Delete(mods, i, i+1)
	}
	if len(mods) == 0 {
		mods = []string{""}
	}
	s := &kernel.Barrier{Src: c.b.Src(), Aligned: aligned}
	n := len(it.Args)
	switch {
	case mods[0] == "sync" && len(mods) == 1 && (n == 1 || n == 2):
		c.participants(s, it.Args)
	case mods[0] == "arrive" && len(mods) == 1 && n == 2:
		s.Kind = kernel.Arrive
		c.participants(s, it.Args)
	case mods[0] == "red" && len(mods) == 3 && (n == 3 || n == 4):
		c.reduction(it, s, mods[1])
		return
	case mods[0] == "warp" && len(mods) == 2 && mods[1] == "sync" && n == 1:
		c.b.Emit(&kernel.WarpSync{Src: c.b.Src(), Mask: c.mask(&it.Args[0])})
		return
	case mods[0] == "cluster":
		c.clusterBarrier(it, mods[1:])
		return
	default:
		c.wrongBarrier(it, mods[0])
		return
	}
	c.b.Emit(s)
}

// barrierForms are what PTX has of each operation on barriers (PTX ISA, "bar,
// barrier" and "bar.warp.sync"): d and p are results, a the barrier, b the number of
// threads, c a condition.
var barrierForms = []struct{ op, form string }{
	{"sync", "bar.sync a{, b} for barrier a and b threads"}, {"arrive", "bar.arrive a, b for barrier a and b threads"},
	{"red", "bar.red.popc.u32 d, a{, b}, {!}c or bar.red.{and,or}.pred p, a{, b}, {!}c"}, {"warp", "bar.warp.sync mask"},
}

// wrongBarrier reports an operation on a barrier that PTX does not have, or not with
// these operands.
func (c *Code) wrongBarrier(it *Item, op string) {
	var all []string
	for _, f := range barrierForms {
		if f.op == op {
			c.unsupported("%s with %s is not PTX; it is %s", it.opcode(), operandsText(len(it.Args)), f.form)
			return
		}
		all = append(all, f.form)
	}
	c.unsupported("%s is not a PTX operation on barriers; these are %s", it.opcode(), strings.Join(all, ", "))
}

// operandsText counts operands for a message.
func operandsText(n int) string {
	switch n {
	case 0:
		return "no operand"
	case 1:
		return "one operand"
	}
	return fmt.Sprintf("%d operands", n)
}

// participants sets the barrier's number and thread count.
func (c *Code) participants(s *kernel.Barrier, args []Operand) {
	s.ID = c.count(&args[0])
	if len(args) > 1 {
		s.Count = c.count(&args[1])
	}
}

// reduction is bar.red.popc.u32 d, a{, b}, {!}c and bar.red.{and,or}.pred.
func (c *Code) reduction(it *Item, s *kernel.Barrier, op string) {
	t := kernel.BoolType
	switch op {
	case "popc":
		s.Reduce, t = kernel.ReduceCount, kernel.U32
	case "and":
		s.Reduce = kernel.ReduceAnd
	case "or":
		s.Reduce = kernel.ReduceOr
	default:
		c.wrongBarrier(it, "red")
		return
	}
	last := len(it.Args) - 1
	c.participants(s, it.Args[1:last])
	s.Arg = cexpr.Truth(c.read(&it.Args[last], kernel.BoolType))
	s.Dst = c.b.Temp(t)
	c.b.Emit(s)
	c.write(&it.Args[0], &kernel.VarRef{Var: s.Dst})
}

// fence is membar.{cta,gl,sys} and fence.{sem}.{scope}. A fence for
// another proxy counts as one for the block.
func (c *Code) fence(it *Item) {
	if len(it.Mods) > 1 && it.Mods[0] == "proxy" {
		c.proxyFence(it)
		return
	}
	scope, inits := kernel.BlockScope, false
	// A fence without an order is .acq_rel; membar is fence.sc.
	weaker := kernel.AcquireRelease
	if it.Op == "membar" {
		weaker = kernel.Relaxed
	}
	for _, m := range it.Mods {
		switch m {
		case "gl", "gpu":
			scope = kernel.DeviceScope
		case "sys":
			scope = kernel.SystemScope
		case "sc":
			weaker = kernel.Relaxed
		case "acq_rel", "acquire", "release":
			weaker = memoryOrders[m]
		case "cta":
		case "cluster":
			scope = kernel.ClusterScope
		case "mbarrier_init": // orders initialisations, which are stores to the memory of barriers
			inits = true
		default:
			c.wrong(it)
			return
		}
	}
	c.b.Emit(&kernel.Fence{Src: c.b.Src(), Scope: scope, Weaker: weaker, Inits: inits})
}

// proxyFence is fence.proxy.async{.space}, for accesses to that space.
func (c *Code) proxyFence(it *Item) {
	switch {
	case it.Mods[1] != "async", len(it.Mods) > 3:
	case len(it.Mods) == 2, slices.Contains([]string{"shared::cta", "shared::cluster"}, it.Mods[2]):
		c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncFence})
		return
	}
	c.wrong(it)
}
