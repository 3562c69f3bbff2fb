package steps

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"strconv"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

// followed is an execution by the exact engine, which knows all barriers and not what memory holds: its
// order is that of all executions where the block is well synchronised.
func followed(ctx context.Context, k *kernel.Kernel, f *claim.Finding, o weft.Options) *Run {
	k, values := launched(k, f, 1)
	threads := threadsOf(f)
	if len(threads) == 0 || len(threads) == 2 && threads[0].Block != threads[1].Block || k.Launch.Threads() < 1 {
		return nil
	}
	for _, t := range threads {
		if !within(t.Thread, k.Launch.BlockDim) {
			return nil
		}
	}
	o.Params = map[string]int64{}
	for name, n := range paramsOf(k, f) {
		o.Params[name] = n
	}
	at := threads[0].Block
	r := &Run{Property: f.Property, Threads: threads, Launch: k.Launch, Values: claim.Values{}, Contents: f.Contents, Array: f.Array, Unknown: true}
	maps.Copy(r.Values, f.Values)
	maps.Copy(r.Values, values)
	w := &follower{k: k, run: r}
	if err := weft.Follow(ctx, k, o, &[3]int{int(at[0]), int(at[1]), int(at[2])}, w); err != nil && ctx.Err() != nil {
		return nil
	}
	w.waitsInVain()
	if len(r.Rows) == 0 {
		return nil
	}
	if f.Property != kernel.DataRace {
		at := w.faultAt(f)
		return w.finish(at, at)
	}
	if len(f.Accesses) < 2 {
		return nil
	}
	if first, last := w.nearest(f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos, f); first >= 0 {
		return w.finish(first, last)
	}
	return nil
}

// follower gathers the rows of the threads. It implements weft.Follower.
type follower struct {
	*table
	k   *kernel.Kernel
	run *Run
	// waits are the generations that threads wait for, of each thread the latest, until it is complete.
	waits    []use
	complete map[use]bool
}

// use is a generation of a barrier.
type use struct{ barrier, generation int }

// Begin starts anew.
func (w *follower) Begin() {
	w.run.Rows = nil
	w.table = newTable(w.run)
	w.waits, w.complete = make([]use, len(w.run.Threads)), map[use]bool{}
}

// of are the threads of the run among lanes of a warp, with their lanes.
func (w *follower) of(warp int, lanes emulate.Lanes, does func(thread, lane int)) {
	for i, t := range w.run.Threads {
		n := linear(t.Thread, w.k.Launch.BlockDim)
		if n/kernel.WarpSize == warp && lanes>>(n%kernel.WarpSize)&1 != 0 {
			does(i, n%kernel.WarpSize)
		}
	}
}

// Operates adds what threads do at barriers.
func (w *follower) Operates(op *weft.Operation) {
	name := cmp.Or(op.Name, w.barrierName(op.Barrier))
	w.of(op.Warp, op.Lanes, func(thread, _ int) {
		u := use{op.Barrier, op.Generation}
		w.gens[thread] = fmt.Sprintf("%s/%d", name, op.Generation)
		text := fmt.Sprintf("arrives at barrier %s for generation %d", name, op.Generation)
		switch {
		case op.Registers && op.Waits:
			text = fmt.Sprintf("syncs at barrier %s for generation %d", name, op.Generation)
			w.waits[thread] = u
		case op.Waits:
			text = fmt.Sprintf("goes on behind generation %d of barrier %s", op.Generation, name)
		}
		w.add(Row{Thread: thread, Src: op.Site.Src(), Text: text}, touch{})
	})
}

func (w *follower) barrierName(id int) string { return cmp.Or(w.k.Numbered[id], strconv.Itoa(id)) }

// Completes adds that threads which waited go on.
func (w *follower) Completes(barrier, generation int) {
	u := use{barrier, generation}
	w.complete[u] = true
	for thread := range w.run.Threads {
		if w.waits[thread] == u {
			w.waits[thread] = use{}
			w.add(Row{Thread: thread, Text: fmt.Sprintf("%sgeneration %d of barrier %s is complete", passes, generation, w.barrierName(barrier))}, touch{})
		}
	}
}

// Meets adds that lanes of a warp meet.
func (w *follower) Meets(op *emulate.WarpOp) {
	w.of(op.Warp, op.Lanes, func(thread, _ int) {
		w.add(Row{Thread: thread, Src: op.Site.Src(), Text: fmt.Sprintf("meets %d lanes of its warp", bits.OnesCount32(uint32(op.Lanes)))}, touch{})
	})
}

// Accesses adds accesses to memory.
func (w *follower) Accesses(a *emulate.Access) {
	if len(w.run.Rows) > mostFollowed || a.Site.Array < 0 {
		return
	}
	array := w.k.Arrays[a.Site.Array]
	does := map[emulate.SiteKind]string{emulate.ReadSite: "reads", emulate.WriteSite: "writes", emulate.AtomicSite: "updates"}[a.Site.Kind]
	if does == "" {
		does = "accesses"
	}
	w.of(a.Warp, a.Lanes|a.Unknown, func(thread, lane int) {
		text := fmt.Sprintf("%s an element of %s that depends on the input", does, claim.ArrayLabel(array))
		at := touch{}
		if a.Lanes>>lane&1 != 0 {
			index := a.Index[lane]
			if a.Uniform {
				index = a.Index[bits.TrailingZeros32(uint32(a.Lanes))]
			}
			at = touch{array: array, base: a.Base, index: index, width: int64(max(a.Site.Width, 1)), agent: a.Site.Agent != nil}
			element := claim.ElementPart(array, index)
			if at.width > 1 {
				element += " to " + claim.ElementPart(array, index+at.width-1)
			}
			if text = fmt.Sprintf("%s %s", does, element); a.Base != 0 {
				text = fmt.Sprintf("%s an element of %s, %+d from one that depends on the input", does, claim.ArrayLabel(array), index)
			}
		}
		if by := a.Site.Agent; by != nil && by.Ends == kernel.MatrixGroup {
			text = starts + "a product that " + text
		} else if by != nil {
			text = starts + "a copy that " + text
		}
		w.add(Row{Thread: thread, Src: a.Site.Src(), Text: text}, at)
	})
}

// waitsInVain adds that threads wait for generations that are never complete.
func (w *follower) waitsInVain() {
	for thread, u := range w.waits {
		if u != (use{}) && !w.complete[u] {
			w.add(Row{Thread: thread, Text: fmt.Sprintf("waits in vain: generation %d of barrier %s is never complete", u.generation, w.barrierName(u.barrier))}, touch{})
		}
	}
}

// faultAt is the row of a fault at a barrier: the one where a barrier is used again too early, or the last one.
func (w *follower) faultAt(f *claim.Finding) int {
	rows := w.run.Rows
	seen := false
	for i := range rows {
		if rows[i].Thread != 0 || rows[i].Src.Pos != f.Pos() {
			continue
		}
		if seen && f.Property == kernel.Recycling {
			return i
		}
		seen = true
	}
	if !seen && f.Pos().Valid() {
		w.add(Row{Thread: 0, Src: f.Accesses[0].Src, Text: "does not get further"}, touch{})
	}
	return len(w.run.Rows) - 1
}

// nearest are the rows of two accesses to one element by the two threads at two places, or by a thread and
// what it has started, with the fewest steps at barriers between them; -1 if there are none.
func (w *follower) nearest(one, two diag.Pos, f *claim.Finding) (first, last int) {
	rows := w.run.Rows
	first, last, best := -1, -1, -1
	for i := range rows {
		barriers := 0
		for j := i + 1; j < len(rows) && (best < 0 || barriers < best); j++ {
			if w.past[j].array == nil {
				barriers++
				continue
			}
			places := rows[i].Src.Pos == one && rows[j].Src.Pos == two || rows[i].Src.Pos == two && rows[j].Src.Pos == one
			same := w.past[i].meets(w.past[j]) && (rows[i].Thread != rows[j].Thread || w.past[i].agent && len(w.run.Threads) == 1)
			if places && same && w.past[i].has(f.Index) && w.past[j].has(f.Index) {
				first, last, best = i, j, barriers
			}
		}
	}
	return first, last
}

// has reports whether an access touches the element of that index in the declaration, if the index is known.
func (at touch) has(index *int64) bool {
	if index == nil || at.base != 0 {
		return true
	}
	for i := range at.width {
		if claim.DeclaredIndex(at.array, at.index+i) == *index {
			return true
		}
	}
	return false
}

// mostFollowed bounds the rows of a run in which the accesses that race are looked for.
const mostFollowed = 4000
