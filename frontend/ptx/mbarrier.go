package ptx

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Barriers in shared memory (PTX ISA, "Parallel Synchronization and Communication
// Instructions: mbarrier").

// phaseForm is what the modifiers of an operation on a barrier in memory say.
type phaseForm struct {
	op             string
	expect, parity bool
	ofBlock        bool // .cta
	ofCluster      bool // .cluster
}

// mbarrier is mbarrier.op{.sem.scope}{.space}.b64 with its operands.
func (c *Code) mbarrier(it *Item) {
	if slices.Equal(it.Mods, []string{"pending_count", "b64"}) && len(it.Args) == 2 {
		c.writeArbitrary(&it.Args[0])
		return
	}
	f, ok := c.phaseForm(it)
	if !ok {
		c.wrong(it)
		return
	}
	args := it.Args
	var result *Operand
	if (f.op == "arrive" || f.op == "arrive_drop") && len(args) > 0 && args[0].Form != Address || f.op == "test_wait" || f.op == "try_wait" {
		if len(args) < 2 {
			c.wrong(it)
			return
		}
		result, args = &args[0], args[1:]
	}
	least, most := 2, 2
	switch f.op {
	case "inval":
		least, most = 1, 1
	case "arrive", "arrive_drop":
		if !f.expect {
			least = 1
		}
	case "try_wait":
		most = 3 // and how long the thread is ready to be suspended
	}
	if len(args) < least || len(args) > most {
		c.wrong(it)
		return
	}
	at := c.pointerArgument(it, len(it.Args)-len(args), kernel.Shared)
	if at == nil {
		return
	}
	c.onPhase(f, at, result, args[1:])
}

// phaseForm reads the modifiers; false if gv2 does not know one.
func (c *Code) phaseForm(it *Item) (f phaseForm, ok bool) {
	for i, m := range it.Mods {
		switch m {
		case "init", "inval", "expect_tx", "complete_tx", "arrive", "arrive_drop", "test_wait", "try_wait":
			if i == 0 {
				f.op = m
				continue
			}
			f.expect = f.expect || m == "expect_tx"
			if m != "expect_tx" {
				return f, false
			}
		case "parity":
			f.parity = true
		case "shared", "shared::cta", "shared::cluster", "b64":
		case "cluster":
			f.ofCluster = true
		case "cta":
			f.ofBlock = true
		case "release", "acquire":
		case "relaxed": // orders no accesses
			if f.op != "expect_tx" && f.op != "complete_tx" {
				return f, false
			}
		default:
			return f, false
		}
	}
	return f, f.op != "" && slices.Contains(it.Mods, "b64") && (!f.expect || f.op == "arrive" || f.op == "arrive_drop")
}

// onPhase emits the operation; args are the operands behind the address.
func (c *Code) onPhase(f phaseForm, at *emit.Argument, result *Operand, args []Operand) {
	number := func(i int) kernel.Expr { return kernel.Fold(c.read(&args[i], kernel.U32)) }
	switch f.op {
	case "init":
		emit.Phase(c.b, at, kernel.Phase{Op: kernel.PhaseInit, Count: number(0)})
	case "inval":
		emit.Phase(c.b, at, kernel.Phase{Op: kernel.PhaseInvalidate})
	case "expect_tx":
		emit.Phase(c.b, at, kernel.Phase{Op: kernel.PhaseExpect, Bytes: number(0)})
	case "complete_tx":
		emit.Phase(c.b, at, kernel.Phase{Op: kernel.PhaseComplete, Bytes: number(0)})
	case "arrive", "arrive_drop":
		s := kernel.Phase{Op: kernel.PhaseArrive, Drop: f.op == "arrive_drop", OfBlock: f.ofBlock, Unscoped: !f.ofBlock && !f.ofCluster}
		if f.expect {
			s.Bytes = number(0)
		} else if len(args) > 0 {
			s.Count = number(0)
		}
		var r *Register
		if result != nil {
			r = c.destination(result)
		}
		if r != nil {
			s.Dst = c.b.Temp(kernel.U64)
		}
		emit.Phase(c.b, at, s)
		if r != nil {
			c.Set(r, &kernel.VarRef{Var: s.Dst})
		}
	case "test_wait", "try_wait":
		s := kernel.Phase{Op: kernel.PhaseTest, Dst: c.b.Temp(kernel.BoolType), OfBlock: f.ofBlock, Unscoped: !f.ofBlock && !f.ofCluster}
		if f.parity {
			s.Parity = number(0)
		} else {
			s.Token = c.read(&args[0], kernel.U64)
		}
		emit.Phase(c.b, at, s)
		c.write(result, cexpr.Truth(&kernel.VarRef{Var: s.Dst}))
	}
}
