package generation

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/named"
)

// Where counting ends, the counts are settled: at the end of the kernel, and at a barrier
// of the block, behind which counting starts again. Registrations on a generation that is
// never completed are no fault by themselves; for example, a consumer gives back credit
// for the last tile. But nothing is known of them behind a barrier of the block, so there
// must be none if the named barrier is used again.

// finish is what is checked at the end of the kernel.
func (p *part) finish(w *twothread.Writer) {
	src := kernel.Src{Pos: w.Prog.Kernel.Pos}
	w.Comment(src)
	p.judge(w, src)
	if p.task == scheduleTask {
		p.complete(w)
		return
	}
	for _, b := range p.settled() {
		if b.Of == nil {
			p.last(w, b, b.Src, p.bothIn(w, b))
		} else if p.task == balanceTask {
			p.joined(w, b, b.Src, boogie.True)
		}
	}
}

// settle is what is checked at a barrier of the block.
func (p *part) settle(w *twothread.Writer, d *predicate.Do, src kernel.Src) {
	for _, b := range p.settled() {
		when := boogie.And(w.Pred(d.Pred, 1), w.Pred(d.Pred, 2), p.bothIn(w, b))
		switch {
		case b.Of != nil:
			if p.task == balanceTask {
				p.joined(w, b, src, boogie.And(w.Pred(d.Pred, 1), w.Pred(d.Pred, 2)))
			}
		case !p.theory.Later[d][b]:
			p.last(w, b, src, when)
		case p.task == recyclingTask:
			p.even(w, src, when)
		}
	}
}

// settled are the barriers that the procedure settles.
func (p *part) settled() []*named.Barrier {
	switch p.task {
	case recyclingTask:
		return []*named.Barrier{p.of}
	case balanceTask:
		return p.barriers
	}
	return nil
}

func (p *part) bothIn(w *twothread.Writer, b *named.Barrier) boogie.Expr {
	return boogie.And(p.takesPart(w.Enc, b, 1), p.takesPart(w.Enc, b, 2))
}

// even: every generation that was opened is complete.
func (p *part) even(w *twothread.Writer, src kernel.Src, when boogie.Expr) {
	one := boogie.V(key.GenName(p.of.ID, 1))
	same := boogie.Eq(one, boogie.V(key.GenName(p.of.ID, 2)))
	if n := int64(len(p.of.Phases)); n > 1 {
		same = boogie.And(same, boogie.Eq(boogie.Op("mod", one, boogie.I(n)), boogie.I(0)))
	}
	p.assert(w, src, kernel.Recycling, boogie.Imp(when, same),
		fmt.Sprintf("that the threads of barrier %d have registered equally often on it", p.of.ID))
}

// last is what has to hold of a barrier where it is not used any more.
func (p *part) last(w *twothread.Writer, b *named.Barrier, src kernel.Src, when boogie.Expr) {
	if p.task == recyclingTask {
		p.assert(w, src, kernel.Recycling, boogie.Imp(when, boogie.Op("<=", boogie.V(key.GenName(b.ID, 2)), p.nextOf(w, b, 1))),
			fmt.Sprintf("that no thread registers on barrier %d twice more than another", b.ID))
		return
	}
	p.assert(w, src, kernel.Deadlock, boogie.Imp(when, boogie.Op("<", boogie.V(key.SyncedName(b.ID, 1)), p.nextOf(w, b, 2))),
		fmt.Sprintf("that the threads of barrier %d register on each generation that one of them waits for", b.ID))
}
