// Package lives watches, in a cluster that is joined into one block, the accesses of its blocks to each other's shared
// memory. The other block has to live: some thread of it has begun before the access, and some thread of it ends after
// it (CUDA C++ Programming Guide, "Distributed Shared Memory").
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

// Of is for an execution of k; nil for a kernel that is not joined.
func Of(k *kernel.Kernel) *Watch {
	if !k.Launch.Joined || k.Launch.Ranks() == 1 {
		return nil
	}
	return &Watch{k, kernel.OpenLives(k), k.Launch.Threads() / k.Launch.Ranks() / kernel.WarpSize, map[key]*[kernel.WarpSize]access{}, map[*emulate.Site]bool{}}
}

// Again is for another execution of the same kernel.
func (w *Watch) Again() *Watch {
	if w == nil {
		return nil
	}
	return Of(w.k)
}

// Reaches reports whether an access may be to the memory of another block. It may be asked of no execution.
func (w *Watch) Reaches(a *emulate.Access) bool {
	if w == nil || w.k.Arrays[a.Site.Array].Part == 0 {
		return false
	}
	acc := kernel.Touched(a.Site.Stmt)
	return acc != nil && acc.Far
}

// Lost reports whether it is not known whose memory an access is to that Reaches, and the text does not show that all
// blocks live.
func (w *Watch) Lost(a *emulate.Access) bool {
	return w.open && (a.Unknown != 0 || a.Base != 0)
}

// Access notes an access that Reaches, made by an agent (the warp itself, where there is none) with that position.
func (w *Watch) Access(o Order, a *emulate.Access, agent int, pos int32) (out []Fault) {
	part, own := w.k.Arrays[a.Site.Array].Part, a.Warp/w.warps
	if a.Base != 0 {
		return nil
	}
	for left := a.Lanes; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros32(left)
		target := int(a.Index[lane] / part)
		if target == own || a.Index[lane] < 0 || target >= w.k.Launch.Ranks() {
			continue
		}
		at := key{target, agent, a.Warp}
		if w.last[at] == nil {
			w.last[at] = new([kernel.WarpSize]access)
		}
		w.last[at][lane] = access{a.Site, pos, a.May}
		if !w.told[a.Site] && !o.Begun(target*w.warps, (target+1)*w.warps, a.Warp, lane) {
			out = append(out, w.fault(w.last[at][lane], a.Warp, lane, target, Before))
		}
	}
	return out
}

// End returns the accesses that are not over before the last thread of the block exits whose memory they are to.
func (w *Watch) End(o Order) (out []Fault) {
	if w == nil {
		return nil
	}
	keys := slices.SortedFunc(maps.Keys(w.last), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.target, b.target), cmp.Compare(a.warp, b.warp), cmp.Compare(a.agent, b.agent))
	})
	for _, at := range keys {
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
	thread, deep := warp*kernel.WarpSize+lane, w.warps*kernel.WarpSize
	text = fmt.Sprintf(text, target, thread%deep, thread/deep, w.k.Arrays[a.site.Array].Label)
	return Fault{a.site, thread, a.may, kind, text}
}
