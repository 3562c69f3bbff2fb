// Package fences finds the fences that a kernel lacks, and those that it does not need.
//
// In: a kernel, where in its text a fence has a place, and a judge of kernels. Out: all minimal
// sets of fences with which the kernel is right, fewest and weakest first. A set is minimal if
// with a fence less, or a weaker one, the kernel is not right.
//
// Levels are block (__threadfence_block), but not in clusters of several blocks, and device (__threadfence). Threads of one kernel are
// on one device, so that a fence of the system does no more for them. Fences of more places or
// of a wider scope never make an execution possible that was not (PTX ISA, Memory Consistency
// Model: a fence only adds to causality order), which the search relies on. The paper on weak
// memory in the field finds such sets by running the program (Sorensen, Donaldson: Exposing
// Errors Related to Weak Memory in GPU Applications, PLDI 2016); here a set is one that is proved.
package fences

import (
	"gv2/frontend/kernel"
)

// Verdict is what is known of a kernel.
type Verdict int

const (
	Right   Verdict = iota // no race, no failing assertion
	Wrong                  // a fault exists
	Unknown                // neither is shown
)

// Judge decides a kernel. Why says what is wrong or not known.
type Judge func(k *kernel.Kernel) (v Verdict, why string)

// Fence is one fence of a set.
type Fence struct {
	Place
	// Scope is BlockScope or DeviceScope.
	Scope kernel.Scope
	// AcquireRelease is set if a fence of that order is enough there, while all others of
	// the set are sequentially consistent.
	AcquireRelease bool
}

// Existing is a fence of the kernel that could go, or could be weaker.
type Existing struct {
	Line int
	// Weaker is set if the fence has to stay, but for the block.
	Weaker bool
}

// Answer is what Find finds.
type Answer struct {
	// Before is the verdict for the kernel as it is, and Why its reason.
	Before Verdict
	Why    string
	// Sets are the minimal sets of fences to add; one empty set if the kernel is right, none
	// if no fences help. AcquireRelease tells for each whether all its fences may be of that
	// order.
	Sets           [][]Fence
	AcquireRelease []bool
	// Partial is set if there may be other sets, or smaller ones.
	Partial bool
	// Rest is, where no fences help, the verdict with fences everywhere, and RestWhy its reason.
	Rest    Verdict
	RestWhy string
	// Unproved is why a set that the search found is left out: what decides kernels otherwise does not prove the
	// kernel with it.
	Unproved string
	// Inside is set if there are places between statements of one line, which are not tried.
	Inside bool
	// Redundant are the kernel's own fences that could all go at once, and those that could
	// be weaker then, for the kernel with the first set.
	Redundant []Existing
}

// none is the level of no fence.
const none uint8 = 0

// scopesFor are the scopes of fences for k, of level 1 and up. In a kernel whose block is a cluster of several blocks a fence
// of the block would be one of the whole cluster, which __threadfence_block is not.
func scopesFor(k *kernel.Kernel) []kernel.Scope {
	if k.Launch.Ranks() > 1 {
		return []kernel.Scope{kernel.DeviceScope}
	}
	return []kernel.Scope{kernel.BlockScope, kernel.DeviceScope}
}

// mostQuestions bounds the kernels that are judged.
const mostQuestions = 2000

// Find finds the sets. quick judges in the search; all that is in the answer is proved by judge, too, which also judges k
// itself. over tells when there is no more time.
func Find(k *kernel.Kernel, lines Lines, quick, judge Judge, over func() bool) *Answer {
	a := &Answer{}
	both := func(k *kernel.Kernel) (Verdict, string) {
		if v, why := quick(k); v != Right {
			return v, why
		}
		return judge(k)
	}
	sequential := func(int) kernel.MemoryOrder { return kernel.Relaxed }
	if a.Before, a.Why = judge(k); a.Before == Right {
		a.Sets, a.AcquireRelease = [][]Fence{{}}, []bool{false}
		a.redundant(k, k, both)
		return a
	}
	sites, inside := sitesOf(k, lines)
	a.Inside = inside
	ask := func(levels []uint8) Verdict {
		v, why := quick(with(k, sites, levels, sequential))
		if v != Right {
			a.Rest, a.RestWhy = v, why
		}
		return v
	}
	var found [][]uint8
	_, all := minimal(len(sites), uint8(len(scopesFor(k))), ask, func(levels []uint8) {
		v, why := judge(with(k, sites, levels, sequential)) // at once, while there is time
		switch {
		case v == Right:
			found = append(found, levels)
		case a.Unproved == "":
			a.Unproved = why
		}
	}, mostQuestions, over)
	a.Partial = !all || a.Unproved != ""
	if a.Unproved != "" {
		a.Rest, a.RestWhy = Unknown, a.Unproved
	}
	for _, levels := range found {
		set, all := a.set(k, sites, levels, both)
		a.Sets, a.AcquireRelease = append(a.Sets, set), append(a.AcquireRelease, all)
	}
	if len(found) > 0 {
		a.redundant(k, with(k, sites, found[0], sequential), both)
	}
	return a
}

// set are the fences of a choice of levels, and whether all of them may be of acquire-release order.
func (a *Answer) set(k *kernel.Kernel, sites []site, levels []uint8, judge Judge) (set []Fence, all bool) {
	right := func(weaker func(int) kernel.MemoryOrder) bool {
		v, _ := judge(with(k, sites, levels, weaker))
		return v == Right
	}
	all = right(func(int) kernel.MemoryOrder { return kernel.AcquireRelease })
	for i, l := range levels {
		if l == none {
			continue
		}
		one := all || right(func(site int) kernel.MemoryOrder {
			if site == i {
				return kernel.AcquireRelease
			}
			return kernel.Relaxed
		})
		set = append(set, Fence{Place: sites[i].Place, Scope: scopesFor(k)[l-1], AcquireRelease: one})
	}
	return set, all
}

// redundant finds the fences of k that could go or be weaker in a kernel that is right, k with
// more fences, in the order of the text: each with those before it gone.
func (a *Answer) redundant(k, more *kernel.Kernel, judge Judge) {
	lines, at := fencesOf(k)
	by := map[*kernel.Fence]*kernel.Fence{}
	right := func(line int, scope *kernel.Scope) bool {
		for _, f := range at[line] {
			by[f] = nil
			if scope != nil {
				weaker := *f
				weaker.Scope = *scope
				by[f] = &weaker
			}
		}
		v, _ := judge(changed(more, by))
		return v == Right
	}
	narrowest := scopesFor(k)[0]
	for _, line := range lines {
		if right(line, nil) {
			a.Redundant = append(a.Redundant, Existing{Line: line})
			continue
		}
		if narrowest == kernel.BlockScope && at[line][0].Scope != kernel.BlockScope && right(line, &narrowest) {
			a.Redundant = append(a.Redundant, Existing{Line: line, Weaker: true})
			continue
		}
		for _, f := range at[line] {
			delete(by, f)
		}
	}
}
