package instrument

import (
	"fmt"
	"slices"
	"strings"
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
	if from == via || len(from.phases) > 1 || len(via.phases) > 1 || !c.threads.Meets(via.threads) {
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
