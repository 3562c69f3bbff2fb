package cluster

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// released is the body of k where an arrive.relaxed at the cluster's barrier orders what it does order: where a fence of the
// cluster, or of more, lies between it and all accesses before it, on every way, the arrive is one that
// releases (PTX ISA, "barrier.cluster": fence, arrive.relaxed, wait), and so is one with no accesses before it. A fault
// names one that stays relaxed in a kernel with such fences: what these order is not known then.
func released(k *kernel.Kernel) ([]kernel.Stmt, *diag.Diagnostic) {
	relaxed := func(s kernel.Stmt) bool {
		b, is := s.(*kernel.Barrier)
		return is && b.Cluster && b.Relaxed
	}
	if !kernel.Any(k.Body, relaxed) {
		return k.Body, nil
	}
	p := &pending{written: map[*kernel.Array]bool{}, stays: map[kernel.Stmt]bool{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			_, load := s.(*kernel.Load)
			p.written[acc.Array] = p.written[acc.Array] || !load
		}
		return true
	})
	p.list(k.Body)
	early := leavesEarly(k.Body) || parted(k.Body) // what such threads did nobody releases
	body := kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		if early || !relaxed(s) || p.stays[s] {
			return s
		}
		c := *s.(*kernel.Barrier)
		c.Relaxed = false
		return &c
	})
	var left *kernel.Barrier
	fences := false
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if relaxed(s) && left == nil {
			left = s.(*kernel.Barrier)
		}
		f, is := s.(*kernel.Fence)
		fences = fences || is && wide(f)
		return true
	})
	if left != nil && fences {
		return nil, &diag.Diagnostic{Pos: left.Pos, Severity: diag.Unsupported, Message: "an arrive.relaxed at the cluster's barrier in a kernel with fences, which do not follow all accesses before it; " +
			"put a fence.acq_rel.cluster right in front of it, or use arrive.release"}
	}
	return body, nil
}

// wide reports whether a fence orders accesses before it for other blocks of the cluster.
func wide(f *kernel.Fence) bool {
	return f.Scope != kernel.BlockScope && f.Scope != kernel.WarpScope && f.Order() != kernel.Acquire
}

// pending follows the accesses that no fence has followed yet through the text.
type pending struct {
	written map[*kernel.Array]bool
	// inits is set where the memory of barriers was initialised, others where there were other accesses.
	inits, others bool
	stays         map[kernel.Stmt]bool // arrives that stay relaxed
}

func (p *pending) list(list []kernel.Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *pending) stmt(s kernel.Stmt) {
	switch s := s.(type) {
	case *kernel.Barrier:
		switch {
		case s.Cluster && s.Kind == kernel.Sync:
			p.inits, p.others = false, false
		case s.Cluster && s.Relaxed && (p.inits || p.others):
			p.stays[s] = true
		}
	case *kernel.Fence:
		if wide(s) {
			p.inits, p.others = false, p.others && s.Inits
		}
	case *kernel.If:
		before := *p
		p.list(s.Then)
		then := *p
		p.inits, p.others = before.inits, before.others
		p.list(s.Else)
		p.join(then)
	case *kernel.Loop, *kernel.Region:
		p.within(s)
	case *kernel.Store:
		switch {
		case s.Agent != nil || !s.OfBarrier:
			p.access(s, &s.Acc)
		default:
			p.inits = true
		}
	case *kernel.Load, *kernel.Atomic:
		p.access(s, kernel.Touched(s))
	case *kernel.Async:
		p.others = true
	default:
		// Others access no memory; what operates on a barrier in memory has an access in front.
	}
}

// within passes a loop or a region: parts of it may be left out, and happen again.
func (p *pending) within(s kernel.Stmt) {
	before := *p
	for range 2 {
		for _, list := range kernel.Blocks(s) {
			p.list(list)
		}
		p.join(before)
	}
	if kernel.Any([]kernel.Stmt{s}, leaves) {
		kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool { // a jump may have gone past the fence
			if b, is := s.(*kernel.Barrier); is && b.Relaxed {
				p.stays[s] = true
			}
			return true
		})
		inner := *p
		inner.inits, inner.others = false, false
		for _, touched := range flat(s) {
			inner.stmt(touched)
		}
		p.join(inner)
	}
}

// flat are the accesses inside a statement.
func flat(s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		switch s.(type) {
		case *kernel.Load, *kernel.Store, *kernel.Atomic, *kernel.Async:
			out = append(out, s)
		default:
			// Others access no memory.
		}
		return true
	})
	return slices.Clip(out)
}

func (p *pending) join(other pending) {
	p.inits, p.others = p.inits || other.inits, p.others || other.others
}

// access passes an access, of an agent or of the thread; what nobody writes needs no order.
func (p *pending) access(s kernel.Stmt, acc *kernel.Access) {
	local := acc.Array.Space == kernel.Local || !p.written[acc.Array]
	p.others = p.others || !local || kernel.AgentOf(s) != nil
}
