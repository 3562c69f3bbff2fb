package weft

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// hold puts an aligned operation aside if only a part of its warp executes it:
// it is legal only if the others exit without reaching a barrier, which they may
// not have done yet, or if the others only had to wait somewhere on their way: all that
// execute the statement in the same iteration of the loops around it meet there.
func (t *trace) hold(op *emulate.BarrierOp) bool {
	state := &t.warps[op.Warp]
	if op.Site.Sync.Aligned && op.Site.Sync.Waits && op.Round >= 0 {
		t.meet(op)
	}
	needed := op.Live
	if !t.mayExit(op) {
		needed = state.exist
	}
	if !op.Site.Sync.Aligned || needed&^op.Lanes == 0 {
		return false
	}
	state.held = append(state.held, *op)
	return true
}

// meet adds to an operation the lanes of its warp that executed it before and are held.
func (t *trace) meet(op *emulate.BarrierOp) {
	state := &t.warps[op.Warp]
	state.held = slices.DeleteFunc(state.held, func(h emulate.BarrierOp) bool {
		same := h.Site == op.Site && h.Round == op.Round && h.ID == op.ID && h.Count == op.Count
		if same {
			op.Lanes, op.Arg, op.ArgKnown = op.Lanes|h.Lanes, op.Arg|h.Arg, op.ArgKnown|h.ArgKnown
		}
		return same
	})
}

// mayExit reports whether the other threads of a warp may have exited when some
// execute an aligned operation. Hardware since sm_70 counts the whole warp in that
// case; the PTX manual requires all threads of the warp to execute it. At a
// barrier of the whole block, exited threads are a fault of their own, so here
// they may exit.
func (t *trace) mayExit(op *emulate.BarrierOp) bool {
	return t.o.Rule == Volta || op.Site.Sync.Count == nil
}

// admit performs a held operation once the other lanes of the warp have exited.
func (t *trace) admit(w int) {
	state := &t.warps[w]
	if len(state.held) != 1 || !t.mayExit(&state.held[0]) {
		return
	}
	op := state.held[0]
	if op.Live = t.live(w); op.Live == op.Lanes {
		state.held = state.held[:0]
		t.perform(&op)
	}
}

// live are the lanes of warp w that have not exited.
func (t *trace) live(w int) emulate.Lanes {
	lanes := t.warps[w].exist
	for _, p := range t.machine.Places(w) {
		if p.State == emulate.Exited {
			lanes &^= p.Lanes
		}
	}
	return lanes
}

// partialWarps reports the operations that the rest of the warp never reached,
// one for each statement.
func (t *trace) partialWarps() bool {
	found := false
	for w := range t.warps {
		held := t.warps[w].held
		if len(held) == 0 {
			continue
		}
		found = true
		if t.once(kernel.Divergence, held[0].Site, nil) {
			t.report(t.partialWarp(&held[0]))
		}
	}
	return found
}

func (t *trace) partialWarp(op *emulate.BarrierOp) Fault {
	here, live := t.lanesOf(op.Warp, op.Lanes), t.live(op.Warp)
	f := Fault{
		Property: kernel.Divergence, Kind: KindPartialWarp, At: []Party{t.opParty(op)},
		Message: fmt.Sprintf("barrier divergence: only %s of %s %s this barrier, which all threads of a warp must execute together",
			names(t).Lanes(here.ranges()), names(t).Warp(op.Warp), here.verb("executes", "execute")),
	}
	for _, p := range t.waitingLanes(op.Warp, live&^op.Lanes) {
		f.At = append(f.At, t.waiter(p))
		f.Message += fmt.Sprintf("; %s %s at %s", named(t, p.threads), p.threads.verb("waits", "wait"), place(p.site))
	}
	if gone := t.lanesOf(op.Warp, t.warps[op.Warp].exist&^live); gone.count() > 0 {
		f.At = append(f.At, Party{Kind: "exit", Block: t.block, Thread: gone.first(), Threads: gone.ranges()})
		f.Message += fmt.Sprintf("; %s %s without it", names(t).Lanes(gone.ranges()), gone.verb("exits", "exit"))
	}
	return f
}

// waitingLanes lists the statements at which some of the lanes of a warp wait.
func (t *trace) waitingLanes(w int, lanes emulate.Lanes) []waiting {
	var found whereabouts
	for _, p := range t.machine.Places(w) {
		if here := p.Lanes & lanes; here != 0 && (p.State == emulate.AtBarrier || p.State == emulate.AtWarp) {
			found.at(t, p)[w] |= here
		}
	}
	return found.waiting
}

// mismatched checks, by CUDA's rule, that the threads of a block meet at one and
// the same __syncthreads(). Devices let them pass anyway, but then the
// generations are not those that the author intended.
func (t *trace) mismatched(b *barrier, op *emulate.BarrierOp) bool {
	if t.o.Rule == Volta || b.Now.Empty() || !isSyncthreads(op.Site.Sync) {
		return false
	}
	first := &b.Now.Registrations[0]
	if first.site == op.Site || !isSyncthreads(first.site.Sync) {
		return false
	}
	one, two := t.party(first), t.opParty(op)
	here, there := t.lanesOf(int(first.warp), first.lanes), t.lanesOf(op.Warp, op.Lanes)
	t.stop(Fault{
		Property: kernel.Divergence, Kind: KindStatements, At: []Party{one, two},
		Message: fmt.Sprintf("barrier divergence: %s %s at this barrier while %s %s at another one at %s",
			named(t, here), here.verb("is", "are"), named(t, there), there.verb("is", "are"), place(op.Site)),
	})
	return true
}

// isSyncthreads reports whether a statement is __syncthreads() or one of its variants.
func isSyncthreads(op *kernel.SyncOp) bool { return ofBlock(op) && op.Aligned }

// ofBlock reports whether a barrier expects all threads of the block.
func ofBlock(op *kernel.SyncOp) bool { return op.Count == nil && op.Object.Memory == nil }

// warpWaits reports lanes that wait for others of their warp that never come.
func (t *trace) warpWaits(w *whereabouts) bool {
	found := false
	for _, here := range w.waiting {
		if here.state != emulate.AtWarp {
			continue
		}
		found = true
		f := Fault{
			Property: kernel.Divergence, Kind: KindWarpWait, At: []Party{t.waiter(here)},
			Message: fmt.Sprintf("barrier divergence: %s %s here for other threads of the warp, which never arrive",
				named(t, here.threads), here.threads.verb("waits", "wait")),
		}
		f.At = append(f.At, t.elsewhere(w, t.warpmates(here.threads).without(here.threads))...)
		t.report(f)
	}
	return found
}

// warpmates are all threads of the warps of s.
func (t *trace) warpmates(s threadSet) threadSet {
	out := t.noThreads()
	for w, lanes := range s {
		if lanes != 0 {
			out[w] = t.warps[w].exist
		}
	}
	return out
}

// earlyExit reports threads that wait for the whole block after the rest of it
// has exited.
func (t *trace) earlyExit(w *whereabouts) bool {
	for _, here := range w.waiting {
		missing := t.allThreads().without(t.registered(int(here.id))).without(w.exited)
		if !t.waitsForBlock(here) || missing.count() > 0 {
			return false
		}
	}
	here := w.waiting[0]
	gone := w.exited.without(t.registered(int(here.id)))
	exit := Party{Site: t.exitSite(here.site), Kind: "exit", Block: t.block, Thread: gone.first(), Threads: gone.ranges()}
	t.report(Fault{
		Property: kernel.Divergence, Kind: KindEarlyExit, At: []Party{t.waiter(here), exit},
		Message: fmt.Sprintf("barrier divergence: %s %s here for the whole %s, but %s %s exited",
			named(t, here.threads), here.threads.verb("waits", "wait"), names(t).Unit(), named(t, gone), gone.verb("has", "have")),
		Barriers: t.states(w),
	})
	return true
}

// waitsForBlock reports whether the barrier expects every thread of the block.
func (t *trace) waitsForBlock(p waiting) bool {
	return ofBlock(p.site.Sync) || p.id == 0 && t.barriers[0].Now.Expected == int64(t.threads)
}

// exitSite is the return statement by which threads left without reaching the
// barrier, nil if there are several candidates or it may be the kernel's end. It
// is certain if the kernel has one return and all threads that do not execute it
// reach the barrier.
func (t *trace) exitSite(barrier *emulate.Site) *emulate.Site {
	if t.program == nil || t.violated(kernel.Divergence) {
		return nil
	}
	var returns []*kernel.Return
	onTheWay := false
	body := t.program.Kernel().Body
	for _, s := range body {
		onTheWay = onTheWay || s == barrier.Stmt
	}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if r, ok := s.(*kernel.Return); ok {
			returns = append(returns, r)
		}
		return true
	})
	if !onTheWay || len(returns) != 1 {
		return nil
	}
	return &emulate.Site{ID: -1, Stmt: returns[0], Array: -1}
}

// violated reports whether the trace has a fault of the property already.
func (t *trace) violated(property kernel.Property) bool {
	for i := range t.faults {
		if t.faults[i].Property == property {
			return true
		}
	}
	return false
}
