package advise

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// What the engines say of a fault is which threads are where. Why these two are there is read off
// the text, where it leaves one answer: the condition that parts threads at a barrier, and that two
// accesses are of different iterations of a loop.

// explain adds that to findings.
func explain(k *kernel.Kernel, findings []claim.Finding) {
	var u *fact.Uniformity
	for i := range findings {
		if f := &findings[i]; f.Property.Info().OfBarriers {
			for j := range f.Accesses {
				f.Accesses[j].Wrapped = wrapped(k, f.Accesses[j].Src)
			}
			for j := range f.Barriers {
				b := &f.Barriers[j]
				b.Wrapped = wrapped(k, b.Src)
				for _, list := range [][]claim.Access{b.From, b.Missing} {
					for i := range list {
						list[i].Wrapped = wrapped(k, list[i].Src)
					}
				}
			}
		}
		switch f := &findings[i]; {
		case f.Property == kernel.Divergence && len(f.Accesses) == 2 && sameSource(f.Accesses[0].Src, f.Accesses[1].Src):
			if u == nil {
				u = fact.Uniform(k, fact.SameBlock)
			}
			parted(k, u, f)
		case f.Property == kernel.Divergence && len(f.Accesses) == 2 && f.Accesses[1].Kind == "exit" && !f.Accesses[1].Src.Pos.Valid():
			if left(k, f); f.Accesses[1].Src.Pos.Valid() {
				continue
			}
			if u == nil {
				u = fact.Uniform(k, fact.SameBlock)
			}
			parted(k, u, f)
		case f.Property == kernel.DataRace && len(f.Accesses) == 2 && !f.BetweenBlocks():
			iterations(k, f)
		}
	}
}

// left tells where threads have left that miss a barrier: at the one return of a kernel that has no other way around
// the barrier, which may be in loops of as many iterations for all that go on.
func left(k *kernel.Kernel, f *claim.Finding) {
	var at []kernel.Src
	rest := *k
	rest.Body = nil
	for _, st := range k.Body {
		if leaving, ok := st.(*kernel.If); ok && len(leaving.Then) == 1 && len(leaving.Else) == 0 {
			if r, ok := leaving.Then[0].(*kernel.Return); ok {
				at = append(at, r.Src)
				continue
			}
		}
		rest.Body = append(rest.Body, st)
	}
	path := pathTo(rest.Body, func(st kernel.Stmt) bool {
		_, sync := kernel.SyncOf(st)
		return sync && sameSource(st.Source(), f.Accesses[0].Src)
	})
	if len(at) != 1 || len(path) == 0 || slices.ContainsFunc(rest.Body, fact.MayJump) {
		return
	}
	u := fact.Uniform(&rest, fact.SameBlock)
	for _, p := range path[:len(path)-1] {
		if loop, ok := p.stmt().(*kernel.Loop); !ok || !u.Loop(loop) {
			return
		}
	}
	f.Accesses[1].Src = at[0]
}

// wrapped reports whether what synchronises at a place is all that the function around it does, as
// one with an asm statement for a barrier.
func wrapped(k *kernel.Kernel, src kernel.Src) bool {
	path := pathTo(k.Body, func(st kernel.Stmt) bool {
		_, sync := kernel.SyncOf(st)
		return sync && sameSource(st.Source(), src)
	})
	if len(src.Calls) == 0 || path == nil {
		return false
	}
	// Of the function there may be a region around, with what computes the arguments.
	last := path[len(path)-1]
	for _, st := range last.list {
		_, computes := st.(*kernel.Assign)
		calls, n := st.Source().Calls, len(src.Calls)
		if own := len(calls) >= n && slices.Equal(calls[:n], src.Calls); own && !computes && st != last.stmt() {
			return false
		}
	}
	return true
}

// AtCalls is the origin of statements as people look for it: where a function is called that does nothing but synchronise,
// the call; else their own.
func AtCalls(k *kernel.Kernel) func(kernel.Src) kernel.Src {
	type place struct{ at, call diag.Pos }
	known := map[place]bool{}
	return func(src kernel.Src) kernel.Src {
		n := len(src.Calls)
		if n == 0 {
			return src
		}
		key := place{src.Pos, src.Calls[n-1]}
		alone, asked := known[key]
		if !asked {
			alone = wrapped(k, src)
			known[key] = alone
		}
		if !alone {
			return src
		}
		return kernel.Src{Pos: src.Calls[n-1], Calls: src.Calls[:n-1]}
	}
}

func sameSource(a, b kernel.Src) bool { return a.Pos == b.Pos && slices.Equal(a.Calls, b.Calls) }

// parted names the condition that one of two threads does not reach a barrier for, if the text has
// one alone that differs between threads.
func parted(k *kernel.Kernel, u *fact.Uniformity, f *claim.Finding) {
	is := func(st kernel.Stmt) bool {
		_, sync := kernel.SyncOf(st)
		return sync && sameSource(st.Source(), f.Accesses[0].Src)
	}
	var by kernel.Stmt
	for _, st := range partings(u, pathTo(k.Body, is)) {
		// The others may differ only because of this one.
		same := *k
		same.Body = alike(k.Body, st)
		if len(partings(fact.Uniform(&same, fact.SameBlock), pathTo(same.Body, is))) > 0 {
			continue
		}
		if by != nil {
			return
		}
		by = st
	}
	if by == nil {
		return
	}
	at, what := by.Source(), "condition"
	if _, is := by.(*kernel.Loop); is {
		what = "loop"
	}
	f.Accesses[1].Src, f.Accesses[1].Kind = at, what
	f.Message += fmt.Sprintf("; the %s at %s parts them", what, at.Pos)
}

// alike is a list of statements with the condition of one of them the same for all threads.
func alike(body []kernel.Stmt, of kernel.Stmt) []kernel.Stmt {
	return rewrite(nil, 0, body, func(owner kernel.Stmt, which int, list []kernel.Stmt) []kernel.Stmt {
		for i, st := range list {
			if !sameSource(st.Source(), of.Source()) {
				continue
			}
			switch st := st.(type) {
			case *kernel.If:
				c := *st
				c.Cond = kernel.BoolConst(true)
				list[i] = &c
			case *kernel.Loop:
				c := *st
				c.Cond = kernel.BoolConst(true)
				list[i] = &c
			default:
				// Others have no condition.
			}
		}
		return list
	})
}

// partings are the conditionals and loops for which threads may not go on along a path: those on it,
// and those around jumps before it, or in loops around it.
func partings(u *fact.Uniformity, path []place) []kernel.Stmt {
	var out []kernel.Stmt
	add := func(st kernel.Stmt) {
		if !slices.Contains(out, st) {
			out = append(out, st)
		}
	}
	looped := false
	for i := range path {
		before := path[i].list[:path[i].at]
		if looped {
			before = path[i].list // of iterations before
		}
		for _, st := range before {
			if i+1 < len(path) && st == path[i].stmt() {
				continue
			}
			jumpsUnder(u, st, add)
		}
		switch st := path[i].stmt().(type) {
		case *kernel.If:
			if !u.Expr(st.Cond) {
				add(st)
			}
		case *kernel.Loop:
			looped = true
			if !u.Expr(st.Cond) {
				add(st)
			}
		default:
			// Others have no condition.
		}
	}
	return out
}

// jumpsUnder adds the innermost conditionals that differ between threads and have a jump inside that
// leaves the statement.
func jumpsUnder(u *fact.Uniformity, st kernel.Stmt, add func(kernel.Stmt)) {
	jumps := pathTo([]kernel.Stmt{st}, func(st kernel.Stmt) bool {
		switch st.(type) {
		case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
			return true
		default:
			// Others go on.
		}
		return false
	})
	for _, p := range slices.Backward(jumps) {
		if branch, is := p.stmt().(*kernel.If); is && !u.Expr(branch.Cond) {
			add(branch)
			return
		}
	}
}

// iterations says that the accesses of a race are of different iterations of a loop, where a barrier
// of the block, or of the warp that both threads are in, stands between them in each iteration.
func iterations(k *kernel.Kernel, f *claim.Finding) {
	one, two := pathTo(k.Body, accessAt(f.Accesses[0].Src)), pathTo(k.Body, accessAt(f.Accesses[1].Src))
	if one == nil || two == nil {
		return
	}
	d := together(one, two)
	if d == 0 || d >= len(one) || d >= len(two) || one[d].owner != two[d].owner || one[d].which != two[d].which {
		return
	}
	list, i, j := one[d].list, one[d].at, two[d].at
	warp := ofOneWarp(&f.Accesses[0], &f.Accesses[1])
	orders := func(st kernel.Stmt) bool {
		w, is := st.(*kernel.WarpSync)
		return isBarrier(st) || is && warp && fact.FullMask(w.Mask)
	}
	if !slices.ContainsFunc(list[min(i, j)+1:max(i, j)], orders) {
		return
	}
	var loops []string
	for _, p := range one[:d] {
		if loop, is := p.stmt().(*kernel.Loop); is {
			loops = append(loops, fmt.Sprintf("the loop at line %d", loop.Pos.Line))
		}
	}
	when := ", in a later iteration of "
	if i < j {
		when = ", in an earlier iteration of "
	}
	switch len(loops) {
	case 0:
		return
	case 1:
		when += loops[0]
	default:
		when += "a loop around both"
	}
	// Behind who does what, before why.
	what, why, more := strings.Cut(f.Message, "; ")
	f.Message = what + when
	if more {
		f.Message += "; " + why
	}
}

func isBarrier(st kernel.Stmt) bool {
	b, ok := st.(*kernel.Barrier)
	return ok && wholeBlock(b)
}

// ofOneWarp reports whether two threads are lanes of one warp, whatever the size of the block is.
func ofOneWarp(a, b *claim.Access) bool {
	if a.Thread == nil || b.Thread == nil {
		return false
	}
	one, two := a.Thread, b.Thread
	return one[1] == 0 && one[2] == 0 && two[1] == 0 && two[2] == 0 && one[0]/32 == two[0]/32
}
