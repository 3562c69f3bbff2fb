package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// Asynchronous operations. Their accesses are events like others, with Site.Agent; when they are over
// is for the observer to know.

// atBarriers delivers an access whose end belongs to a barrier in memory: one event for each barrier that
// lanes name.
func (e *execution) atBarriers(in *instr, pc int32, mask Lanes, x *register) error {
	place := e.state.reg(in.d)
	if open := mask &^ place.knownLanes(mask); open != 0 {
		return e.state.notStatic(e.state.code.stmts[pc], "at which barrier the copy ends", place.at(bits.TrailingZeros32(open)).val)
	}
	array := e.state.program.Sites[in.site].Agent.At.Array
	for left := mask; left != 0 && !e.stopped; {
		index := place.at(bits.TrailingZeros32(left)).val
		same := Lanes(0)
		for m := left; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros32(m); place.at(l).val == index {
				same |= 1 << l
			}
		}
		left &^= same
		e.tellAccess(in, same, x, e.state.objectID(Object{array, index}))
	}
	return nil
}

// async delivers an operation of a thread on its asynchronous operations.
func (e *execution) async(in *instr, pc int32, mask Lanes) error {
	n := bits.OnesCount32(mask)
	e.commands += int64(n)
	if err := e.spend(pc, n); err != nil {
		return err
	}
	site := &e.state.program.Sites[in.site]
	op := AsyncOp{Site: site, Stmt: site.Stmt.(*kernel.Async), Warp: e.number}
	if in.a == none {
		op.Lanes = mask
		e.tellAsync(&op)
		return nil
	}
	pending := e.state.reg(in.a)
	if open := mask &^ pending.knownLanes(mask); open != 0 {
		return e.state.notStatic(op.Stmt, "how many groups of copies are waited for", pending.at(bits.TrailingZeros32(open)).val)
	}
	for left := mask; left != 0 && !e.stopped; left &^= op.Lanes {
		op.Pending, op.Lanes = pending.at(bits.TrailingZeros32(left)).val, 0
		for m := left; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros32(m); pending.at(l).val == op.Pending {
				op.Lanes |= 1 << l
			}
		}
		e.tellAsync(&op)
	}
	return nil
}

func (e *execution) tellAsync(op *AsyncOp) {
	e.asyncOp = *op
	e.obs.Async(&e.asyncOp)
}
