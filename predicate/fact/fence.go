package fact

import "gv2/frontend/kernel"

// Fences between proxies. A write of the generic proxy is ordered before an access of the async proxy only where a proxy fence
// lies between it and what tells others about it (PTX ISA, "Proxies"). Here a fence of the writing thread has to come on every way from
// the write to the next operation on a barrier, and to the next operation of the async proxy that the thread starts. Copies by cp.async
// are writes of the generic proxy as well, of which the thread knows behind its wait for them. Reads need no fence: that is an assumption
// of kernels with bulk copies (runtime/weft/agent.go).

// fences follows a kernel backwards.
type fences struct {
	proxied map[*kernel.Array]bool // what the async proxy reads or writes
	copied  *kernel.Array          // one of these that copies by cp.async write
	jumps   map[string]bool        // for each region, what holds at its end
	// told are barriers of which copies of the async proxy complete phases; where it is set, initialisations of these are looked for
	// instead of writes.
	told  map[*kernel.Array]bool
	found kernel.Stmt
	to    *kernel.Array
}

// UnfencedInit is the first initialisation of a barrier of which bulk copies complete phases that is not followed, before the next operation
// on a barrier, by a fence that shows it to the async proxy (fence.mbarrier_init, fence.proxy.async), and the barrier's array; nil if there is none.
func UnfencedInit(k *kernel.Kernel) (kernel.Stmt, *kernel.Array) {
	f := &fences{told: map[*kernel.Array]bool{}, jumps: map[string]bool{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); a != nil && a.Proxy == kernel.AsyncProxy && a.At != nil {
			f.told[a.At.Array] = true
		}
		return true
	})
	if len(f.told) == 0 {
		return nil, nil
	}
	f.block(k.Body, true, true, true)
	return f.found, f.to
}

// Unfenced is the first write to an array that the async proxy uses, or the first wait for copies to such an array, that is not followed by a proxy fence, and the
// array; nil if there is none. Copies whose end is a part of a phase are never seen to be fenced: the statement is the copy then.
func Unfenced(k *kernel.Kernel) (kernel.Stmt, *kernel.Array) {
	f := &fences{proxied: map[*kernel.Array]bool{}, jumps: map[string]bool{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); a != nil && a.Proxy == kernel.AsyncProxy {
			if acc := kernel.Touched(s); acc != nil {
				f.proxied[acc.Array] = true
			}
		}
		return true
	})
	if len(f.proxied) == 0 {
		return nil, nil
	}
	told := CopiesArrive(k)
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if w, is := s.(*kernel.Store); is && w.Agent != nil && w.Agent.Proxy == kernel.GenericProxy && f.proxied[w.Acc.Array] {
			if f.copied = w.Acc.Array; told || w.Agent.Ends == kernel.OnPhase {
				f.miss(s, w.Acc.Array)
			}
		}
		return true
	})
	f.block(k.Body, true, true, true)
	return f.found, f.to
}

// UnfencedText says what is missing at what Unfenced has found.
func UnfencedText(s kernel.Stmt, a *kernel.Array) string {
	what := "this write to"
	if _, wait := s.(*kernel.Async); wait {
		what = "the end of the copies to"
	}
	if kernel.AgentOf(s) != nil {
		return "whether a proxy fence comes behind this copy to " + a.Name + ", which other copies access through the async proxy, where the number of rounds is not known"
	}
	return "no proxy fence lies between " + what + " " + a.Name + " and the thread's next operation on a barrier, and copies of the async proxy use that array"
}

func (f *fences) miss(s kernel.Stmt, a *kernel.Array) {
	if f.found == nil {
		f.found, f.to = s, a
	}
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
		if s.Op == kernel.AsyncWait && s.Of == kernel.CopyGroup && f.copied != nil && !after {
			f.miss(s, f.copied)
		}
		return s.Op == kernel.AsyncFence || after
	case *kernel.Fence:
		return after || f.told != nil && s.Inits
	case *kernel.Phase:
		if f.told != nil && s.Op == kernel.PhaseInit {
			if f.told[s.At.Array] && !after {
				f.miss(s, s.At.Array)
			}
			return after
		}
	default:
		// Accesses and operations on barriers are below.
	}
	if a := kernel.AgentOf(s); a != nil && a.Proxy == kernel.AsyncProxy {
		return false // what comes before it is ordered before it only behind a fence, too
	}
	if op, ok := kernel.SyncOf(s); ok && op.Order != kernel.Relaxed && !(op.Waits && !op.Registers) {
		return false
	}
	_, reads := s.(*kernel.Load)
	if acc := kernel.Touched(s); acc != nil && f.proxied[acc.Array] && !reads && kernel.AgentOf(s) == nil && !OfBarrier(s) && !after {
		f.miss(s, acc.Array)
	}
	return after
}

// loop is what holds where a loop is entered: the greatest solution.
func (f *fences) loop(l *kernel.Loop, after bool) bool {
	entry, found, to := true, f.found, f.to
	for {
		f.found, f.to = found, to
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

// OfBarrier reports whether s is an access that belongs to an operation on a barrier.
func OfBarrier(s kernel.Stmt) bool {
	switch s := s.(type) {
	case *kernel.Load:
		return s.OfBarrier
	case *kernel.Store:
		return s.OfBarrier
	default:
		// Others are no accesses that a barrier makes.
		return false
	}
}
