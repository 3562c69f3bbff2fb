// Package lives watches, in a cluster that is joined into one block, the accesses of its blocks to each other's shared
// memory. The other block has to live: some thread of it has begun before the access, and some thread of it ends after
// it (CUDA C++ Programming Guide, "Distributed Shared Memory"). And it watches bulk copies, in a cluster or not: the block
// whose shared memory they access has to live until they are over, the block that starts them as well.
//
// In: the accesses of an execution in their order, and what happens before what. Out: those to the memory of a block that
// may not live.
package lives

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
)

// Kinds of accesses to the memory of a block that does not live.
const (
	Before = "before-start"
	After  = "after-exit"
)

// Fault is an access to the memory of a block that may not live. May is set where it depends on the input.
type Fault struct {
	Site   *emulate.Site
	Thread int // linear, in the joined block
	May    bool
	Kind   string
	Text   string
}

// Order is what happens before what in the execution.
type Order interface {
	// Begun reports whether some thread of the warps first to last, without last, has begun before the place of a lane
	// of warp w.
	Begun(first, last, w, lane int) bool
	// Over reports, when all threads have exited, whether an access is over before the exit of some
	// thread of these warps: that of an agent's lane, which may be a warp's own, with that position.
	Over(first, last, agent int, pos int32, lane int) bool
}

// Watch is one execution.
type Watch struct {
	k     *kernel.Kernel
	open  bool // nothing in the text shows that blocks live
	warps int  // of a block of the cluster
	bulk  bool // there are bulk copies
	// last is the latest access to the memory of a block by each lane of a warp, or by the agents of one kind that
	// the lane starts: the others end before it.
	last map[key]*[kernel.WarpSize]access
	told map[*emulate.Site]bool
}

type key struct{ target, agent, warp int }

type access struct {
	site *emulate.Site
	pos  int32
	may  bool
}

// Of is for an execution of k; nil for a kernel that is not joined and has no bulk copies.
func Of(k *kernel.Kernel) *Watch {
	bulk, ranks := kernel.UsesBulk(k), 1
	if k.Launch.Joined {
		ranks = k.Launch.Ranks()
	}
	if ranks == 1 && !bulk {
		return nil
	}
	warps := (k.Launch.Threads()/ranks + kernel.WarpSize - 1) / kernel.WarpSize
	return &Watch{k, kernel.OpenLives(k), warps, bulk, map[key]*[kernel.WarpSize]access{}, map[*emulate.Site]bool{}}
}

// Again is for another execution of the same kernel.
func (w *Watch) Again() *Watch {
	if w == nil {
		return nil
	}
	return Of(w.k)
}

// Watches reports whether an access may be to the memory of another block, or is that of a bulk copy. It may be asked of
// no execution.
func (w *Watch) Watches(a *emulate.Access) bool {
	return w != nil && (w.reaches(a) || w.bulk && kernel.IsBulk(a.Site.Stmt))
}

func (w *Watch) reaches(a *emulate.Access) bool {
	acc := kernel.Touched(a.Site.Stmt)
	return w.k.Arrays[a.Site.Array].Part != 0 && acc != nil && acc.Far
}

// copy notes an access of a bulk copy to the shared memory of the block that starts it, as far as is known.
func (w *Watch) copy(a *emulate.Access, agent int, pos int32) {
	part, own := w.k.Arrays[a.Site.Array].Part, a.Warp/w.warps
	for left := a.Lanes | a.Unknown; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros32(left)
		if a.Lanes>>lane&1 != 0 && a.Base == 0 && part != 0 && int(a.Index[lane]/part) != own {
			continue // Access has it
		}
		far := part != 0 && kernel.Touched(a.Site.Stmt).Far && (a.Base != 0 || a.Unknown>>lane&1 != 0)
		w.note(key{own, agent, a.Warp}, lane, access{a.Site, pos, a.May || far})
	}
}

func (w *Watch) note(at key, lane int, a access) {
	if w.last[at] == nil {
		w.last[at] = new([kernel.WarpSize]access)
	}
	w.last[at][lane] = a
}

// Lost reports whether it is not known whose memory an access is to that it Watches, and the text does not show that all
// blocks live.
func (w *Watch) Lost(a *emulate.Access) bool {
	return w.open && w.reaches(a) && (a.Unknown != 0 || a.Base != 0)
}

// Access notes an access that it Watches, made by an agent (the warp itself, where there is none) with that position.
func (w *Watch) Access(o Order, a *emulate.Access, agent int, pos int32) (out []Fault) {
	part, own := w.k.Arrays[a.Site.Array].Part, a.Warp/w.warps
	if w.bulk && kernel.IsBulk(a.Site.Stmt) {
		w.copy(a, agent, pos)
	}
	if a.Base != 0 || !w.reaches(a) {
		return nil
	}
	for left := a.Lanes; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros32(left)
		target := int(a.Index[lane] / part)
		if target == own || a.Index[lane] < 0 || target >= w.k.Launch.Ranks() {
			continue
		}
		at := key{target, agent, a.Warp}
		w.note(at, lane, access{a.Site, pos, a.May})
		if !w.told[a.Site] && !o.Begun(target*w.warps, (target+1)*w.warps, a.Warp, lane) {
			out = append(out, w.fault(w.last[at][lane], a.Warp, lane, target, Before))
		}
	}
	return out
}

// End returns the accesses that are not over before the last thread of the block exits whose memory they are to. Where
// something has been at fault before, it leaves out copies that nobody waits for, which may be a consequence.
func (w *Watch) End(o Order, faulty bool) (out []Fault) {
	if w == nil {
		return nil
	}
	keys := slices.SortedFunc(maps.Keys(w.last), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.warp, b.warp), cmp.Compare(a.agent, b.agent))
	})
	for _, at := range keys {
		if faulty && at.target == at.warp/w.warps {
			continue
		}
		for lane, a := range w.last[at] {
			if a.site != nil && !w.told[a.site] && !o.Over(at.target*w.warps, (at.target+1)*w.warps, at.agent, a.pos, lane) {
				out = append(out, w.fault(a, at.warp, lane, at.target, After))
			}
		}
	}
	return out
}

func (w *Watch) fault(a access, warp, lane, target int, kind string) Fault {
	w.told[a.site] = true
	text := "block %d of the cluster may not have begun when thread %d of block %d accesses its shared memory (%s) here: no barrier of the cluster comes before"
	if kind == After {
		text = "block %d of the cluster may have ended when thread %d of block %d accesses its shared memory (%s) here: it does not wait until that is over"
	}
	if target == warp/w.warps {
		return Fault{a.site, warp*kernel.WarpSize + lane, a.may, kind, w.early(a, warp, lane)}
	}
	thread, deep := warp*kernel.WarpSize+lane, w.warps*kernel.WarpSize
	text = fmt.Sprintf(text, target, thread%deep, thread/deep, w.k.Arrays[a.site.Array].Label)
	return Fault{a.site, thread, a.may, kind, text}
}

// early is what is wrong with a copy that may go on when its own block has ended.
func (w *Watch) early(a access, warp, lane int) string {
	wait := "let it wait before it exits (cp.async.bulk.wait_group.read 0)"
	if by := a.site.Agent; by.Ends == kernel.OnPhase {
		wait = fmt.Sprintf("let a thread wait for the phase of %s with which the copy ends before it exits", claim.ElementOf(by.At))
	}
	return fmt.Sprintf("the block may have ended when the bulk copy that thread %d starts here accesses its shared memory (%s): no thread of the block waits until that is over; %s",
		(warp%w.warps)*kernel.WarpSize+lane, w.k.Arrays[a.site.Array].Label, wait)
}
