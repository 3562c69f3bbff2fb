package generation

import (
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/named"
)

// Barrier is a barrier operation of two threads of a block.
func (p *part) Barrier(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	if p.theory.Schedule != nil {
		p.follow(w, d, s)
		return
	}
	if p.theory.BlockBarriers[d] {
		p.blockBarrier(w, d, s)
		return
	}
	ids := p.theory.IDs[d]
	if p.task == divergenceTask && (s.Aligned || p.theory.LanesWaitAt(d)) {
		p.meetWarp(w, d, s)
	}
	for _, b := range ids {
		p1, p2 := p.at(w, d, s, b, 1), p.at(w, d, s, b, 2)
		switch p.task {
		case orderTask:
			p.rank(w, s, b, p1)
		case relayTask:
			p.relayed(w, s, b, p1)
		}
		if p.task == recyclingTask && b == p.of {
			if b.Of != nil {
				p.phase(w, s, b, p1, p2)
				continue
			}
			p.operation(w, d, s, p1, p2)
			continue
		}
		p.register(w, s, b, p1, p2)
	}
	if s.Kind == kernel.Sync {
		p.vote(w, d, s)
	}
}

// at is the condition that a thread operates on barrier b here.
func (p *part) at(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier, b *named.Barrier, thread int) boogie.Expr {
	enabled := w.Pred(d.Pred, thread)
	if len(p.theory.IDs[d]) == 1 {
		return enabled
	}
	is := kernel.Bin(kernel.Eq, s.ID, &kernel.Const{T: s.ID.Type(), Val: int64(b.ID)})
	return boogie.And(enabled, w.Enc.Expr(is, thread))
}

func (p *part) register(w *twothread.Writer, s *kernel.Barrier, b *named.Barrier, p1, p2 boogie.Expr) {
	if !p.counted() || !slices.Contains(p.barriers, b) {
		return
	}
	name := arriveName(b.ID)
	switch {
	case s.Kind == kernel.Sync:
		name = syncName(b.ID)
	case s.Kind == kernel.Await && s.Parity == nil:
		name = joinName(b.ID)
	case s.Kind == kernel.Await:
		name = awaitName(b.ID)
	}
	w.Emit(&boogie.Call{F: name, Args: []boogie.Expr{p1, p2}})
}

// operation is an operation on the barrier whose recycling is checked. A sync is logged as
// complete when it returns; an arrive is logged where a generation may consist of arrives
// only.
func (p *part) operation(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier, p1, p2 boogie.Expr) {
	site := p.sources[d]
	number, phase := p.theory.PhaseAt(d, p.of)
	note := func(t int, when, at boogie.Expr) {
		w.Emit(&boogie.Call{F: p.log.procName(t), Args: append(append([]boogie.Expr{when, at}, p.iteration(w, d, t)...), boogie.I(int64(site.ID)))})
	}
	p.inPhase(w, s, number, p1)
	if s.Kind == kernel.Arrive && phase.Syncers.Size() == 0 {
		note(1, p1, p.nextOf(w, p.of, 1))
	}
	note(2, p2, p.nextOf(w, p.of, 2))
	p.register(w, s, p.of, p1, p2)
	if s.Kind == kernel.Sync {
		note(1, p1, boogie.V(key.GenName(p.of.ID, 1)))
	}
}

func (p *part) nextOf(w *twothread.Writer, b *named.Barrier, thread int) boogie.Expr {
	return nextOf(b, w.Enc, w.Prog.Kernel.Launch, thread)
}

// inPhase asserts that the operation names as many threads as the generation whose turn
// it is.
func (p *part) inPhase(w *twothread.Writer, s *kernel.Barrier, number int, p1 boogie.Expr) {
	n := int64(len(p.of.Phases))
	if n == 1 {
		return
	}
	turn := boogie.Op("mod", boogie.Op("-", p.nextOf(w, p.of, 1), boogie.I(1)), boogie.I(n))
	p.assert(w, s.Src, kernel.Recycling, boogie.Imp(p1, boogie.Eq(turn, boogie.I(int64(number)))),
		fmt.Sprintf("that the numbers of threads of barrier %d come in turn", p.of.ID))
}

// rank checks that the generation of an operation ranks above all that thread 1 has
// waited for.
func (p *part) rank(w *twothread.Writer, s *kernel.Barrier, b *named.Barrier, p1 boogie.Expr) {
	r := p.theory.Ranks[b.ID]
	generation := p.nextOf(w, b, 1)
	if s.Kind == kernel.Await {
		generation = boogie.V(key.GenName(b.ID, 1))
		if s.Parity != nil {
			generation = linearText(1, boogie.V(key.SyncedName(b.ID, 1)), 1)
		}
		p1 = boogie.And(p1, boogie.Op("<=", boogie.I(1), generation)) // what was complete from the beginning is not waited for
	}
	next := linearText(r.Slope, generation, r.Offset)
	grows := boogie.Op("<", boogie.V(key.RankName), next)
	if p.theory.Staged() {
		stage := boogie.V(key.StageName)
		grows = boogie.Or(boogie.Op("<", stage, boogie.I(r.Stage)), boogie.And(boogie.Eq(stage, boogie.I(r.Stage)), grows))
	}
	site := w.Site(s.Src, kernel.Deadlock)
	w.Capture(site)
	w.Emit(&boogie.Assert{E: boogie.Imp(p1, grows),
		Tag: &key.Check{Property: kernel.Deadlock, Site: site, Text: fmt.Sprintf("the ranks of generations of barrier %d", b.ID)}})
	if s.Kind != kernel.Arrive {
		w.Emit(set(key.RankName, boogie.If3(p1, next, boogie.V(key.RankName))))
		if p.theory.Staged() {
			w.Emit(set(key.StageName, boogie.If3(p1, boogie.I(r.Stage), boogie.V(key.StageName))))
		}
	}
}

// meetWarp asserts that the threads of a warp reach a barrier together and with the same
// id: aligned barriers, or all of them where lanes wait for each other.
func (p *part) meetWarp(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	warp := twothread.SameWarp(w.Enc, w.Prog.Kernel.Launch)
	w.Meet(s.Src, d.Pred, w.Pred(d.Pred, 1), w.Pred(d.Pred, 2), warp)
	if s.ID != nil && !w.Enc.IsUniform(s.ID) {
		site := w.Site(s.Src, kernel.Divergence)
		w.Capture(site)
		both := boogie.And(warp, w.Pred(d.Pred, 1), w.Pred(d.Pred, 2))
		w.Emit(&boogie.Assert{E: boogie.Imp(both, boogie.Eq(w.Enc.Expr(s.ID, 1), w.Enc.Expr(s.ID, 2))),
			Tag: &key.Check{Property: kernel.Divergence, Site: site}})
	}
}

// blockBarrier is a barrier that the block meets at.
func (p *part) blockBarrier(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	p1, p2 := w.Pred(d.Pred, 1), w.Pred(d.Pred, 2)
	if !w.Single {
		w.Meet(s.Src, d.Pred, p1, p2, boogie.True)
	}
	p.judge(w, s.Src)
	p.settle(w, d, s.Src)
	w.Barrier = true
	w.Emit(&boogie.Call{F: p.blockBarrierName(), Args: []boogie.Expr{p1, p2}})
	w.Reduce(d.Pred, s.Reduce, s.Dst, s.Arg, true, boogie.True)
}

// WarpSync orders the accesses of two threads of a warp.
func (p *part) WarpSync(w *twothread.Writer, src kernel.Src, p1, p2 boogie.Expr) {
	if p.task != raceTask && len(p.contents(w)) == 0 && !p.asks {
		return
	}
	p.judge(w, src)
	w.Warp = true
	w.Emit(&boogie.Call{F: p.warpName(), Args: []boogie.Expr{p1, p2}})
}

// judge calls RESOLVE for what has been logged.
func (p *part) judge(w *twothread.Writer, src kernel.Src) {
	if p.log == nil {
		return
	}
	property := kernel.DataRace
	if p.task == recyclingTask {
		property = kernel.Recycling
	}
	site := w.Site(src, property)
	w.Capture(site)
	w.Emit(&boogie.Call{F: p.log.resolveName(), Tag: site})
}

func (p *part) assert(w *twothread.Writer, src kernel.Src, property kernel.Property, e boogie.Expr, text string) {
	site := w.Site(src, property)
	w.Capture(site)
	w.Emit(&boogie.Assert{E: e, Tag: &key.Check{Property: property, Site: site, Text: text}})
}

// Access notes an access of each thread.
func (p *part) Access(w *twothread.Writer, d *predicate.Do, kind key.AccessKind, acc kernel.Access) {
	if p.task == extentTask {
		p.within(w, d, acc)
		return
	}
	site := p.sources[d]
	if site == nil || w.Single {
		return
	}
	ap := p.log.array
	w.Rows.Separate(acc.Index)
	if st, ok := d.Stmt.(*kernel.Store); ok {
		w.AssumeDisjoint(d.Pred, ap, st)
	}
	order := []int{1, 2}
	if p.log.own {
		order = []int{2, 1} // an access is not after itself
	}
	for _, t := range order {
		if !p.mayLog(d, t) {
			continue
		}
		args := []boogie.Expr{w.Pred(d.Pred, t), logKind(kind, acc), w.Enc.Expr(ap.Offset(acc.Index), t)}
		if ap.Wide {
			args = append(args, ap.OffsetConst(w.Enc, p.theory.Width(d)))
		}
		if ap.Values() {
			args = append(args, w.Written(d.Stmt, acc, t))
		}
		args = append(append(args, p.iteration(w, d, t)...), p.innerValues(w, d, t)...)
		args = append(append(args, boogie.I(int64(site.ID))), p.untilArgs(w, d, t)...)
		w.Emit(&boogie.Call{F: p.log.procName(t), Args: args})
	}
}
