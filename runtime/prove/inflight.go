package prove

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/inflight"
	"gv2/predicate/rewrite"
)

// groupsEnd is what proofs about asynchronous copies rest on.
const groupsEnd = "asynchronous copies end"

// copiesLast is what they rest on besides where copies access the shared memory of a block that ends: only an execution
// shows that none is under way then.
const copiesLast = "bulk copies end before their block does"

// copiesEnd lists what a proof about asynchronous copies of k rests on.
func copiesEnd(k *kernel.Kernel) []string {
	if kernel.UsesBulk(k) {
		return []string{groupsEnd, copiesLast}
	}
	return []string{groupsEnd}
}

// Asynchronous asks about a kernel whose threads start copies and wait for groups of them: package inflight makes
// one of plain accesses, which races if the kernel does. It says no more than a proof or nothing.
func (v *Prover) Asynchronous() {
	if v.over() || !v.d.Unknown(kernel.DataRace) || v.d.Opts.Encoding.LockStep || v.d.Opts.LoopUnroll > 0 {
		return
	}
	defer v.bySimplex()()
	defer v.addressesAside()()
	share := v.d.Share
	for i, when := range inflight.Order(v.d.Kernel) {
		v.d.Share = share / float64(2-i) // the second has what is left
		k, missing := inflight.Plain(v.d.Kernel, when)
		if missing != nil {
			v.d.NoteOn(kernel.DataRace, missing.At.String()+": "+missing.Text)
		}
		if k == nil || v.over() || rewrite.NeedsGenerations(k) {
			return
		}
		if v.inFlight(k) {
			return
		}
	}
}

// inFlight asks about such a kernel, and reports whether it is proved.
func (v *Prover) inFlight(k *kernel.Kernel) bool {
	r, ok := v.standIn(k, "two threads whose copies are followed until they wait for them", copiesEnd(v.d.Kernel), nil)
	if !ok {
		return false
	}
	if p := r.Property(kernel.Divergence); p != nil && fact.WholeBlocks(rewrite.Split(k)) && slices.ContainsFunc(Derived, v.d.Unknown) {
		v.derive(p)
	}
	v.d.Note("each thread's asynchronous copies are followed from their start to the wait that ends them")
	return true
}
