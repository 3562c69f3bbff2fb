package phases

import "gv2/frontend/kernel"

// A write of the generic proxy is ordered before one of the async proxy only where a proxy fence of the
// thread lies between it and what tells others about it (PTX ISA, "Proxies"). Here a fence has to come on every way from
// the write to the next operation on a barrier, and to the next copy that the thread starts. Reads need none: that is an assumption
// of kernels with bulk copies (runtime/weft/agent.go).

// fences follows a kernel backwards.
type fences struct {
	copied map[*kernel.Array]bool // what the async proxy reads or writes
	jumps  map[string]bool        // for each region, what holds at its end
	found  *Missing
}

// unfenced is the first write that is not followed by a fence, nil if there is none.
func unfenced(body []kernel.Stmt) *Missing {
	f := &fences{copied: map[*kernel.Array]bool{}, jumps: map[string]bool{}}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); a != nil && a.Proxy == kernel.AsyncProxy {
			if acc := kernel.Touched(s); acc != nil {
				f.copied[acc.Array] = true
			}
		}
		return true
	})
	if len(f.copied) > 0 {
		f.block(body, true, true, true)
	}
	return f.found
}

// block reports whether a fence comes first from the beginning of a list, if it does so from its end, and from
// where breaks and continues go. Where a thread ends it tells nobody anything.
func (f *fences) block(list []kernel.Stmt, after, breaks, continues bool) bool {
	for i := len(list) - 1; i >= 0; i-- {
		after = f.stmt(list[i], after, breaks, continues)
	}
	return after
}

func (f *fences) stmt(s kernel.Stmt, after, breaks, continues bool) bool {
	switch s := s.(type) {
	case *kernel.If:
		then, other := f.block(s.Then, after, breaks, continues), f.block(s.Else, after, breaks, continues)
		return then && other
	case *kernel.Loop:
		return f.loop(s, after)
	case *kernel.Region:
		f.jumps[s.Label] = after
		return f.block(s.Body, after, breaks, continues)
	case *kernel.Leave:
		return f.jumps[s.Label]
	case *kernel.Break:
		return breaks
	case *kernel.Continue:
		return continues
	case *kernel.Return:
		return true
	case *kernel.Async:
		return s.Op == kernel.AsyncFence || after
	default:
		// Accesses and operations on barriers are below.
	}
	if a := kernel.AgentOf(s); a != nil && a.Proxy == kernel.AsyncProxy {
		return false // what comes before it is ordered before it only behind a fence, too
	}
	if op, ok := kernel.SyncOf(s); ok && (op.Registers || op.Who != kernel.OneThread || op.Order != kernel.Relaxed) && !(op.Waits && !op.Registers) {
		return false
	}
	_, reads := s.(*kernel.Load)
	if acc := kernel.Touched(s); acc != nil && f.copied[acc.Array] && !reads && kernel.AgentOf(s) == nil && !ofBarrier(s) && !after && f.found == nil {
		f.found = missing(s, "no proxy fence lies between this write to "+acc.Array.Name+" and the thread's next operation on a barrier, and copies of the async proxy use that array")
	}
	return after
}

// loop is what holds where a loop is entered: the greatest solution.
func (f *fences) loop(l *kernel.Loop, after bool) bool {
	entry, found := true, f.found
	for {
		f.found = found
		var now bool
		if l.DoWhile {
			post := f.block(l.Post, f.block(l.Head, entry && after, after, after), after, after)
			now = f.block(l.Body, post, after, post)
		} else {
			post := f.block(l.Post, entry, after, entry)
			now = f.block(l.Head, f.block(l.Body, post, after, post) && after, after, post)
		}
		if now == entry {
			return now
		}
		entry = now
	}
}
