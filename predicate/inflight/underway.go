package inflight

import "gv2/frontend/kernel"

// Which copies may be under way where, by a look at the text alone: from their start until the thread waits for all groups behind the
// commit. It only serves to leave out what holds trivially.

// under is a set of sites, by number: copies of them that may be under way in a group that is still open, or in one that is committed.
type under struct{ open, committed uint64 }

func (u under) with(v under) under { return under{u.open | v.open, u.committed | v.committed} }

func (u under) has(s *site) bool {
	return s.number >= mostSites || (u.open|u.committed)>>s.number&1 != 0
}

// mostSites is how many sites are told apart; of kernels with more, all may be under way everywhere.
const mostSites = 64

// flow follows a kernel forwards.
type flow struct {
	p                 *pass
	at                map[kernel.Stmt]under // before each statement; at the head of a loop
	breaks, continues *under
	leaves            map[string]*under
}

// findUnderWay notes what may be under way before each statement, and at the end.
func (p *pass) findUnderWay() {
	f := &flow{p: p, at: map[kernel.Stmt]under{}, breaks: &under{}, continues: &under{}, leaves: map[string]*under{}}
	start := under{}
	if len(p.sites) > mostSites {
		start.open = ^uint64(0)
	}
	p.atEnd = f.block(p.k.Body, start)
	p.before = f.at
	p.findShort()
}

// findShort finds the sites whose copies are over before the thread's next operation that orders accesses: what the thread accesses at
// the start, it need not access again.
func (p *pass) findShort() {
	for _, at := range p.sites {
		at.short = !p.atEnd.has(at)
	}
	for s, now := range p.before {
		_, returns := s.(*kernel.Return)
		if !returns && !orders(s) {
			continue
		}
		for _, at := range p.sites {
			at.short = at.short && !now.has(at)
		}
	}
}

// orders reports whether accesses before or behind s are ordered by it. Votes and shuffles order none.
func orders(s kernel.Stmt) bool {
	op, ok := kernel.SyncOf(s)
	return ok && op.Together() && !(op.Who == kernel.WarpLanes && op.Order == kernel.Relaxed)
}

func (f *flow) block(list []kernel.Stmt, now under) under {
	for _, s := range list {
		now = f.stmt(s, now)
	}
	return now
}

func (f *flow) stmt(s kernel.Stmt, now under) under {
	f.at[s] = f.at[s].with(now)
	switch s := s.(type) {
	case *kernel.If:
		return f.block(s.Then, now).with(f.block(s.Else, now))
	case *kernel.Loop:
		return f.loop(s, now)
	case *kernel.Region:
		out := &under{}
		f.leaves[s.Label] = out
		return f.block(s.Body, now).with(*out)
	case *kernel.Leave:
		*f.leaves[s.Label] = f.leaves[s.Label].with(now)
		return under{}
	case *kernel.Break:
		*f.breaks = f.breaks.with(now)
		return under{}
	case *kernel.Continue:
		*f.continues = f.continues.with(now)
		return under{}
	case *kernel.Return:
		return under{}
	case *kernel.Async:
		return f.async(s, now)
	default:
		// Others start copies, or do nothing about them.
	}
	if at := f.p.at[s]; at != nil && len(f.p.sites) <= mostSites {
		now.open |= 1 << at.number
	}
	return now
}

func (f *flow) loop(l *kernel.Loop, now under) under {
	breaks, continues := f.breaks, f.continues
	defer func() { f.breaks, f.continues = breaks, continues }()
	f.breaks = &under{}
	for {
		f.at[l] = f.at[l].with(now)
		f.continues = &under{}
		head := f.block(l.Head, now)
		body := f.block(l.Body, now.with(head))
		next := now.with(head).with(f.block(l.Post, body.with(*f.continues)))
		if next == now {
			return now.with(*f.breaks)
		}
		now = next
	}
}

func (f *flow) async(s *kernel.Async, now under) under {
	if len(f.p.sites) > mostSites {
		return now
	}
	kind := uint64(0)
	for _, at := range f.p.sites {
		if at.ends == s.Of && !(s.Reads && at.write) {
			kind |= 1 << at.number
		}
	}
	switch s.Op {
	case kernel.AsyncCommit:
		now.committed |= now.open & kind
		now.open &^= kind
	case kernel.AsyncWait:
		if n, ok := s.Pending.(*kernel.Const); ok && n.Val == 0 {
			now.committed &^= kind
		}
	case kernel.AsyncFence: // nothing ends
	}
	return now
}
