package advise

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// change is a kernel with a change, and what it is called.
type change struct {
	kernel *kernel.Kernel
	text   string
	edits  []claim.Edit
	// across is set where it is about races of threads of different blocks.
	across bool
}

// changes are what may rule out a finding, the likeliest first.
func changes(k *kernel.Kernel, f *claim.Finding) []change {
	if f.Property == kernel.Divergence {
		return slices.Concat(movedBarriers(k, f), withoutReturns(k, f), withoutContinues(k, f))
	}
	if f.Property != kernel.DataRace {
		return slices.Concat(toldBack(k, f), counted(k, f))
	}
	switch atomics := atomically(k, f); {
	case f.BetweenBlocks():
		return slices.Concat(atomics, gridwide(k), across(ordering(k, f, []wait{gridWait})), across(ordering(k, turned(f), []wait{gridWait})))
	case f.Across: // a barrier of the block would order a part of it
		return atomics
	case polled(k, f): // a flag that is read again and again, which a barrier would slow down
		return slices.Concat(atomics, meeting(k, f), ordering(k, f, kindsFor(k, f)))
	default:
		return slices.Concat(meeting(k, f), ordering(k, f, kindsFor(k, f)), atomics)
	}
}

// polled reports whether a loop has both accesses of a race, one of them atomic. Where no loop
// has both, as where a counter is read once after all have added to it, an atomic read would
// not race but might come too early, and a barrier is what is missing.
func polled(k *kernel.Kernel, f *claim.Finding) bool {
	if !slices.ContainsFunc(f.Accesses, func(a claim.Access) bool { return a.Kind == "atomic" }) {
		return false
	}
	one, two := pathTo(k.Body, accessAt(f.Accesses[0].Src)), pathTo(k.Body, accessAt(f.Accesses[1].Src))
	return len(loopEnds(one[:together(one, two)])) > 0
}

// turned is a race with its accesses the other way round: of blocks any may be the first.
func turned(f *claim.Finding) *claim.Finding {
	out := *f
	out.Accesses = []claim.Access{f.Accesses[1], f.Accesses[0]}
	return &out
}

// across are changes about races of threads of different blocks.
func across(list []change) []change {
	for i := range list {
		list[i].across = true
	}
	return list
}

// ordering are barriers of those kinds that may order the two accesses of a race.
func ordering(k *kernel.Kernel, f *claim.Finding, kinds []wait) []change {
	one, two := pathTo(k.Body, accessAt(f.Accesses[0].Src)), pathTo(k.Body, accessAt(f.Accesses[1].Src))
	if one == nil || two == nil {
		return nil
	}
	d := together(one, two)
	var spots []spot
	if d < len(one) && d < len(two) && one[d].owner == two[d].owner && one[d].which == two[d].which && one[d].at != two[d].at &&
		!onLine(one[d].stmt(), two[d].stmt(), shared(one[d].stmt(), two[d].stmt())) {
		spots = between(one[d].list, one[d], two[d].at)
	}
	ends := loopEnds(one[:d])
	if len(ends) == 0 && len(spots) > 0 && one[d].at > two[d].at {
		// Without a loop around both, what stands first comes first, whichever was found first.
		spots = between(two[d].list, two[d], one[d].at)
	}
	var all [][]spot
	for _, s := range append(slices.Clone(spots), ends...) {
		all = append(all, []spot{s})
	}
	if len(spots) > 0 && len(ends) > 0 {
		all = append(all, []spot{spots[0], ends[0]})
	}
	for _, s := range behindWaits(k, one, two) {
		all = append(all, []spot{s})
	}
	var out []change
	for _, spots := range all {
		for _, kind := range kinds {
			out = append(out, inserted(k, spots, kind))
		}
	}
	return out
}

// behindWaits are the spots behind which a thread's own copies are over, where one of two accesses is a copy's: the other threads
// learn of it at a barrier there.
func behindWaits(k *kernel.Kernel, one, two []place) []spot {
	copies := func(path []place) bool {
		agent := kernel.AgentOf(path[len(path)-1].stmt())
		return agent != nil && agent.Ends != kernel.OnPhase
	}
	if !copies(one) && !copies(two) {
		return nil
	}
	var out []spot
	seen := map[diag.Pos]bool{}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		wait, ok := st.(*kernel.Async)
		if !ok || wait.Op != kernel.AsyncWait || seen[seenAt(wait, 0)] {
			return true
		}
		seen[seenAt(wait, 0)] = true
		path := pathTo(k.Body, func(other kernel.Stmt) bool { return other == st })
		if len(path) == 0 {
			return true
		}
		at := path[len(path)-1]
		s := spot{place: at, after: at.at, where: "behind " + spotName(wait, 0)}
		for s.after+1 < len(at.list) && onLine(at.list[s.after], at.list[s.after+1], 0) {
			s.after++
		}
		if s.after+1 < len(at.list) && seenAt(at.list[s.after+1], 0).Line > seenAt(wait, 0).Line {
			s.edit = claim.Edit{At: seenAt(at.list[s.after+1], 0), Place: claim.InFront}
		}
		out = append(out, s)
		return true
	})
	return out
}

const wouldOrder = " would order them"

// together is how far two paths lead through the same statements.
func together(one, two []place) int {
	d := 0
	for d < len(one) && d < len(two) && one[d].stmt() == two[d].stmt() {
		d++
	}
	return d
}

// spot is where a barrier goes: behind a statement of a list, at the beginning of it for -1.
type spot struct {
	place
	after int
	where string
	edit  claim.Edit
}

// between are the spots that lie between two statements of a list: behind that of the first
// access, and in front of that of the second, which lies behind what is between them. Where the
// second comes first, they are in a loop.
func between(list []kernel.Stmt, first place, j int) []spot {
	i := first.at
	depth := shared(list[i], list[j])
	behind := func(at int) int {
		for at+1 < len(list) && at+1 != j && onLine(list[at], list[at+1], depth) {
			at++
		}
		return at
	}
	make := func(at int, where string) spot {
		s := spot{place: first, after: at, where: where}
		if at+1 < len(list) && seenAt(list[at+1], depth).Line > seenAt(list[at], depth).Line {
			s.edit = claim.Edit{At: seenAt(list[at+1], depth), Place: claim.InFront}
		} else if loop, ok := first.owner.(*kernel.Loop); ok && first.which == 1 && at+1 == len(list) && len(loop.Calls) == depth {
			s.edit = claim.Edit{At: loop.Pos, Place: claim.AtEnd}
		}
		return s
	}
	if i > j {
		return []spot{make(behind(i), "behind "+spotName(list[i], depth))}
	}
	out := []spot{make(behind(i), "between "+spotName(list[i], depth)+" and "+spotName(list[j], depth))}
	at := j
	for at > i && onLine(list[at-1], list[at], depth) {
		at--
	}
	if i < at && !onLine(list[i], list[at-1], depth) {
		out = append(out, make(behind(at-1), "in front of "+spotName(list[j], depth)))
	}
	return out
}

// loopEnds are the ends of the bodies of the loops on a path, the innermost first.
func loopEnds(path []place) []spot {
	var out []spot
	for i := len(path) - 1; i >= 0; i-- {
		if loop, ok := path[i].stmt().(*kernel.Loop); ok && len(loop.Body) > 0 {
			out = append(out, spot{
				place: place{loop, 1, loop.Body, len(loop.Body) - 1}, after: len(loop.Body) - 1,
				where: "at the end of the body of " + spotName(loop, len(loop.Calls)), edit: claim.Edit{At: loop.Pos, Place: claim.AtEnd},
			})
		}
	}
	return out
}

// wait is a kind of barrier.
type wait struct {
	name string
	make func(src kernel.Src) kernel.Stmt
}

// text is how it is written.
func (w wait) text() string {
	if strings.Contains(w.name, "sync ") {
		return `asm volatile("` + w.name + `;" ::: "memory");`
	}
	return w.name + ";"
}

var (
	blockWait = wait{"__syncthreads()", func(src kernel.Src) kernel.Stmt {
		return &kernel.Barrier{Src: src, ID: &kernel.Const{T: kernel.U32}, Aligned: true}
	}}
	// clusterWait is blockWait in a kernel whose blocks are clusters.
	clusterWait = wait{"cooperative_groups::this_cluster().sync()", func(src kernel.Src) kernel.Stmt {
		return &kernel.Barrier{Src: src, ID: &kernel.Const{T: kernel.I32}}
	}}
	gridWait = wait{"cooperative_groups::this_grid().sync()", func(src kernel.Src) kernel.Stmt {
		return &kernel.Barrier{Src: src, ID: &kernel.Const{T: kernel.I32}, Aligned: true, Grid: true}
	}}
	warpWait = wait{"__syncwarp()", func(src kernel.Src) kernel.Stmt {
		return &kernel.WarpSync{Src: src, Mask: &kernel.Const{T: kernel.U32, Val: 1<<32 - 1}}
	}}
)

// whole is the barrier that all threads of the kernel's blocks meet at.
func whole(k *kernel.Kernel) wait {
	if k.Launch.Joined && k.Launch.Ranks() > 1 {
		return clusterWait
	}
	return blockWait
}

// kindsFor are the kinds of barriers that may order two accesses: that of a warp where both threads
// are of one.
func kindsFor(k *kernel.Kernel, f *claim.Finding) []wait {
	one, two := f.Accesses[0].Thread, f.Accesses[1].Thread
	n := k.Launch.Threads()
	if whole(k).name == clusterWait.name {
		return []wait{clusterWait}
	}
	if one == nil || two == nil || n == 0 || n > 0 && n <= kernel.WarpSize {
		return []wait{blockWait, warpWait}[:1]
	}
	number := func(t *[3]int64) int64 {
		return t[0] + int64(k.Launch.BlockDim[0])*(t[1]+int64(k.Launch.BlockDim[1])*t[2])
	}
	if number(one)/kernel.WarpSize != number(two)/kernel.WarpSize {
		return []wait{blockWait}
	}
	return []wait{warpWait, blockWait}
}

// inserted is a kernel with a barrier at each of the spots, also in the other copies of a function
// that they are in.
func inserted(k *kernel.Kernel, spots []spot, kind wait) change {
	c := *k
	c.Body = rewrite(nil, 0, k.Body, func(owner kernel.Stmt, which int, list []kernel.Stmt) []kernel.Stmt {
		var at []int
		for _, s := range spots {
			if s.like(owner, which, list) {
				at = append(at, s.after)
			}
		}
		slices.Sort(at)
		for _, i := range slices.Backward(slices.Compact(at)) {
			src := list[i].Source()
			list = slices.Insert(list, i+1, kind.make(src))
		}
		return list
	})
	out := change{kernel: &c}
	for i, s := range spots {
		if i > 0 {
			out.text += " and another one " + s.where
		} else {
			out.text = "a " + kind.name + " " + s.where
		}
		s.edit.Text = kind.text()
		out.edits = append(out.edits, s.edit)
	}
	out.text += wouldOrder
	if slices.ContainsFunc(out.edits, func(e claim.Edit) bool { return !e.At.Valid() }) {
		out.edits = nil
	}
	return out
}

// like reports whether a list is that of the spot, or the same one of another call.
func (s *spot) like(owner kernel.Stmt, which int, list []kernel.Stmt) bool {
	if which != s.which || len(list) != len(s.list) || (owner == nil) != (s.owner == nil) {
		return false
	}
	for i := range list {
		if list[i].Source().Pos != s.list[i].Source().Pos {
			return false
		}
	}
	return true
}

// gridwide is a kernel whose barriers are of the whole grid.
func gridwide(k *kernel.Kernel) []change {
	c := *k
	var lines []int
	c.Body = kernel.MapStmts(k.Body, func(st kernel.Stmt) kernel.Stmt {
		b, ok := st.(*kernel.Barrier)
		if !ok || !wholeBlock(b) {
			return st
		}
		wide := *b
		wide.Grid = true
		lines = append(lines, b.Pos.Line)
		return &wide
	})
	if len(lines) == 0 {
		return nil
	}
	return []change{{kernel: &c, across: true, text: "a barrier of the grid (cooperative_groups::this_grid().sync(), in a cooperative launch) instead of the " + whole(k).name + " at " + linesText(lines) + wouldOrder}}
}

// wholeBlock reports whether a barrier is __syncthreads(), or that of the cluster in a kernel of these.
func wholeBlock(b *kernel.Barrier) bool {
	return b.Kind == kernel.Sync && !b.Named() && b.Count == nil && !b.Grid && b.Reduce == kernel.NoReduction
}
