package advise

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// A numbered barrier that expects another number of threads than come to it lets threads go too
// early, or never. The number that it should have is among the few that a block allows: which
// one leaves no fault the exact engine tells.

// counted are kernels in which a barrier of a finding expects another number of threads at all of
// its statements, the largest first.
func counted(k *kernel.Kernel, f *claim.Finding) []change {
	var out []change
	for _, id := range barriersOf(k, f) {
		now, lines, fixed := expected(k, id)
		if !fixed {
			continue
		}
		threads := k.Launch.Threads()
		for n := threads - threads%kernel.WarpSize; n > 0 && len(out) < mostTries/2; n -= kernel.WarpSize {
			if int64(n) <= slices.Max(now) && !allThatCome(f, id, n) && (len(now) == 1 || !slices.Contains(now, int64(n))) {
				continue // it would part those who are to meet
			}
			out = append(out, change{
				kernel: expecting(k, id, int64(n)),
				text:   fmt.Sprintf("%d as the number of threads of barrier %d at %s", n, id, linesText(lines)),
			})
		}
	}
	return out
}

// allThatCome reports whether so many threads wait at a barrier and no others will ever get to it.
func allThatCome(f *claim.Finding, id int64, n int) bool {
	return f.Kind == weft.KindStarved && slices.ContainsFunc(f.Barriers, func(b claim.Barrier) bool {
		return int64(b.ID) == id && b.Registered == n
	})
}

// barriersOf are the numbers of the barriers at the statements of a finding.
func barriersOf(k *kernel.Kernel, f *claim.Finding) []int64 {
	var out []int64
	add := func(src kernel.Src) {
		for _, p := range pathTo(k.Body, func(st kernel.Stmt) bool { _, is := st.(*kernel.Barrier); return is && sameSource(st.Source(), src) }) {
			if b, is := p.stmt().(*kernel.Barrier); is && countOf(b) > 0 && !slices.Contains(out, number(b)) {
				out = append(out, number(b))
			}
		}
	}
	for i := range f.Accesses {
		add(f.Accesses[i].Src)
	}
	for i := range f.Barriers {
		add(f.Barriers[i].Src)
	}
	return out
}

// expected are the numbers of threads that a barrier's statements name, and their lines; false if one
// of them, or the number of some barrier, is not known.
func expected(k *kernel.Kernel, id int64) (counts []int64, lines []int, fixed bool) {
	fixed = true
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		b, is := st.(*kernel.Barrier)
		if !is || !b.Named() {
			return true
		}
		if _, known := b.ID.(*kernel.Const); !known {
			fixed = false
		} else if number(b) == id {
			fixed = fixed && countOf(b) > 0
			if !slices.Contains(counts, countOf(b)) {
				counts = append(counts, countOf(b))
			}
			if !slices.Contains(lines, b.Pos.Line) {
				lines = append(lines, b.Pos.Line)
			}
		}
		return true
	})
	return counts, lines, fixed && len(counts) > 0
}

// expecting is the kernel in which a barrier expects n threads.
func expecting(k *kernel.Kernel, id, n int64) *kernel.Kernel {
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(st kernel.Stmt) kernel.Stmt {
		b, is := st.(*kernel.Barrier)
		if !is || !b.Named() || number(b) != id {
			return st
		}
		with := *b
		with.Count = &kernel.Const{T: b.Count.Type(), Val: n}
		return &with
	})
	return &c
}
