package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// What asynchronous copies store is what they read. The two accesses of a copy stand side by side, and their elements
// correspond, where each is to one array. Runs with stored values follow them: whether two copies to one place bring
// different values decides whether they do harm. The source is looked at where the copy is started: whoever changes it
// later races with the copy.

// source is the load of the copy of which node i is the store, nil if it is none or reads elements of another type.
func (p *Program) source(i int32) *kernel.Load {
	j := i - 1
	if j > 0 {
		if _, is := p.tree.nodes[j].stmt.(*kernel.Assert); is { // about the address of the store
			j--
		}
	}
	if j < 0 || p.tree.nodes[j].parent != p.tree.nodes[i].parent {
		return nil
	}
	store, isStore := p.tree.nodes[i].stmt.(*kernel.Store)
	load, isLoad := p.tree.nodes[j].stmt.(*kernel.Load)
	switch {
	case !isStore || !isLoad || store.Agent == nil || load.Agent == nil || store.X != nil || load.Dst != nil:
	case store.Src.Pos != load.Src.Pos || store.Agent.Ends != load.Agent.Ends || store.Agent.Reduces > 0 || store.Agent.Box != nil:
	case store.Acc.Width != load.Acc.Width || store.Acc.Array.Elem != load.Acc.Array.Elem:
	default:
		return load
	}
	return nil
}

// needSource makes what the copy of a store reads relevant.
func (r *relevance) needSource(i int32) {
	if load := r.program.source(i); load != nil && r.base != nil {
		r.need(load.Acc.Index)
		r.needArray(load.Acc.Array)
	}
}

// source compiles what a copy reads, for a store whose value is wanted: its index, and how one element is loaded. The number is
// 0 for other stores.
func (c *compiler) source(i int32) (index int32, number int32) {
	load := c.program.source(i)
	if load == nil || c.relevant.base == nil {
		return none, 0
	}
	t := eval.TypeOf(load.Acc.Array.Elem)
	one := instr{op: opLoad, array: int32(c.program.arrays[load.Acc.Array]), width: 1, t: t, rt: t,
		fn: c.program.loadClass(load.Acc.Array, load.Volatile), cause: c.causeAt(fromLoad)}
	c.sources = append(c.sources, one)
	return c.expr(load.Acc.Index), int32(len(c.sources))
}

// copied is element k of what the copy of a lane stores.
func (s *state) copied(in *instr, lane int, k int64) operand {
	load := &s.code.sources[in.extra-1]
	index := s.reg(in.c).at(lane)
	if !index.known {
		return operand{s.symbols.fresh(load.cause), false}
	}
	c := s.memory[load.array]
	r := s.element(load, c, operand{index.val + k, true})
	s.rely(load.array, c != nil && r.known)
	return r
}

// writeCopied stores what copies read.
func (s *state) writeCopied(c *contents, in *instr, at *row, mask Lanes) {
	values := make([]cell, in.width)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		for k := range values {
			r := s.copied(in, l, int64(k))
			values[k] = cell{val: r.val, known: r.known}
		}
		for k, v := range values {
			c.set(at[l]+int64(k), v)
		}
	}
}
