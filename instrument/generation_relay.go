package instrument

import (
	"fmt"
	"slices"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// Two threads that share no barrier may be ordered through a third one, which waits at
// a barrier of the one and then registers on a barrier of the other. What it passes on
// is a fact about that thread alone:
//
//	before a thread of the role registers on generation k of barrier via,
//	it has waited for generation k + ahead of barrier from
//
// Each such fact is guessed from runs and has a procedure of its own that shows it.
// Then an access of thread 1 is before one of thread 2 if thread 1 registers on from
// after it, and thread 2 has waited for a generation of via before, so that
//
//	REL_from$1 <= ACQ_via$2 + ahead     and     ACQ_via$2 >= 1
//
// Proof. Thread 2 has waited for generation g = ACQ_via$2 of via, so all threads that
// take part in via have registered on it, one of the role among them. That one had
// waited for generation g + ahead of from by then, which was complete, so that thread 1
// had registered on it, or on one before it, after its access. All this is earlier in
// the trace than the access of thread 2; so the recycling check may use it as well, as
// it uses what two threads know of each other.

// relay is such a fact. The barriers have one number of threads each, so that
// generation k is the k-th registration.
type relay struct {
	class     *class
	from, via *namedBarrier
	ahead     int64
}

// key names it among all relays.
func (r *relay) key() string {
	return fmt.Sprintf("%d$%d$%s", r.from.id, r.via.id, strings.ReplaceAll(r.class.name, " ", ""))
}

// chain is a number of relays, each of which waits for what the one before it registers
// on.
type chain []*relay

const (
	mostRelays = 3 // of a chain
	mostChains = 200
)

func (c chain) from() *namedBarrier { return c[0].from }
func (c chain) via() *namedBarrier  { return c[len(c)-1].via }

// passes reports whether a barrier is one that the chain has already.
func (c chain) passes(b *namedBarrier) bool {
	return slices.ContainsFunc(c, func(r *relay) bool { return r.from == b || r.via == b })
}

// known is the generation of from that a thread knows to be complete which has waited
// for that of via, 0 for none.
func (c chain) known(generation int64) int64 {
	for i := len(c) - 1; i >= 0; i-- {
		if generation < 1 {
			return 0
		}
		generation += c[i].ahead
	}
	return generation
}

// before says that what thread one has logged is ordered before what the other has,
// through the chain.
func (c chain) before(p *pairLog, e *encoder, l kernel.Launch, one, other int) boogie.Expr {
	acq := boogie.V(key.AcqName(c.via().id, p.name, other))
	all := []boogie.Expr{e.expr(c.from().threads.contains(l), one)}
	ahead := int64(0)
	for i := len(c) - 1; i >= 0; i-- {
		all = append(all, boogie.Op("<=", boogie.I(1), linearText(1, acq, ahead)))
		ahead += c[i].ahead
	}
	return boogie.And(append(all, boogie.Op("<=", boogie.V(key.RelName(c.from().id, p.name, one)), linearText(1, acq, ahead)))...)
}

// findChains guesses the relays, and what they make together.
func (g *generations) findChains() {
	var relays []*relay
	for _, c := range g.classes {
		for _, from := range g.barriers {
			for _, via := range g.barriers {
				if r := g.relayOf(c, from, via); r != nil {
					relays = append(relays, r)
				}
			}
		}
	}
	for _, r := range relays {
		g.chains = append(g.chains, chain{r})
	}
	for i := 0; i < len(g.chains) && len(g.chains) < mostChains; i++ {
		for _, r := range relays {
			if c := g.chains[i]; len(c) < mostRelays && r.from == c.via() && !c.passes(r.via) {
				g.chains = append(g.chains, append(slices.Clone(c), r))
			}
		}
	}
}

// relayOf is what the threads of a class seem to pass on from one barrier to another,
// nil for nothing.
func (g *generations) relayOf(c *class, from, via *namedBarrier) *relay {
	if from == via || len(from.phases) > 1 || len(via.phases) > 1 || !c.threads.meets(via.threads) {
		return nil
	}
	waits, seen := false, false
	first, least := int64(0), int64(0)
	for _, r := range g.runs.records {
		if !c.threads[r.thread] {
			continue
		}
		for i := range r.events {
			e := &r.events[i]
			if e.barrier != via.index || e.done {
				continue
			}
			ahead := e.now.synced[from.index] - e.gen
			if !seen {
				first, least, seen = ahead, ahead, true
			}
			if e.gen <= 2 {
				first = min(first, ahead)
			}
			least = min(least, ahead)
			waits = waits || e.now.synced[from.index] > 0
		}
	}
	if !waits || least < first { // it falls behind
		return nil
	}
	return &relay{c, from, via, least}
}

// through lists the ways by which chains order an event of thread s before one of
// another thread.
func (g *generations) through(x, y *event, s int) []int {
	var out []int
	for i, c := range g.chains {
		b := c.from()
		if b.threads[s] && b.next(s, x.now.gen[b.index]) <= c.known(y.now.synced[c.via().index]) {
			out = append(out, len(g.barriers)+i)
		}
	}
	return out
}

// relayParts are the procedures about the relays that other procedures use, but for
// those of shown.
func (g *generations) relayParts(property kernel.Property, users, shown []*part) []*part {
	known := map[*relay]bool{}
	for _, p := range shown {
		known[p.relay] = true
	}
	var out []*part
	for _, user := range users {
		for _, c := range user.chains {
			for _, r := range c {
				if !known[r] {
					known[r] = true
					out = append(out, &part{generations: g, barriers: g.withVotes([]*namedBarrier{r.from, r.via}), task: relayTask,
						relay: r, property: property})
				}
			}
		}
	}
	return out
}

// relayed asserts what a thread of the role passes on by an operation on b.
func (p *part) relayed(w *writer, s *kernel.Barrier, b *namedBarrier, p1 boogie.Expr) {
	r := p.relay
	if b != r.via {
		return
	}
	when := boogie.And(p1, p.classOf(w.encoder, r.class, 1))
	has := boogie.Op("<=", linearText(1, p.nextOf(w, b, 1), r.ahead), boogie.V(key.SyncedName(r.from.id, 1)))
	p.assert(w, s.Src, p.property, boogie.Imp(when, has),
		fmt.Sprintf("that a thread waits for generation %s of barrier %d before it registers on generation k of barrier %d",
			boogie.ExprString(linearText(1, boogie.V("k"), r.ahead)), r.from.id, r.via.id))
}

// orderParts are the procedures about races and about recycling, each with those about
// the relays that they use. What recycling rests on is shown there only, since races
// rest on it.
func (b *builder) orderParts(g *generations) (races, recycling []*part) {
	recycling = g.recyclingParts()
	recycling = append(recycling, g.relayParts(kernel.Recycling, recycling, nil)...)
	if b.opts.checks(kernel.DataRace) {
		races = g.raceParts(b.plan)
		races = append(slices.Clone(races), g.relayParts(kernel.DataRace, races, recycling)...)
	}
	return races, recycling
}
