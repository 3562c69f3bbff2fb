package named

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

// Relay is such a fact. The barriers have one number of threads each, so that
// generation k is the k-th registration.
type Relay struct {
	Role      *Role
	From, Via *Barrier
	Ahead     int64
}

// Key names it among all relays.
func (r *Relay) Key() string {
	return fmt.Sprintf("%d$%d$%s", r.From.ID, r.Via.ID, strings.ReplaceAll(r.Role.Name, " ", ""))
}

// Chain is a number of relays, each of which waits for what the one before it registers
// on.
type Chain []*Relay

const (
	mostRelays = 3 // of a chain
	mostChains = 200
)

func (c Chain) From() *Barrier { return c[0].From }
func (c Chain) Via() *Barrier  { return c[len(c)-1].Via }

// passes reports whether a barrier is one that the chain has already.
func (c Chain) passes(b *Barrier) bool {
	return slices.ContainsFunc(c, func(r *Relay) bool { return r.From == b || r.Via == b })
}

// Known is the latest generation of from that is known to be complete to a thread that
// has waited for that generation of via; 0 for none.
func (c Chain) Known(generation int64) int64 {
	for i := len(c) - 1; i >= 0; i-- {
		if generation < 1 {
			return 0
		}
		generation += c[i].Ahead
	}
	return generation
}

// findChains guesses the relays, and combines them to chains.
func (g *Theory) findChains() {
	var relays []*Relay
	for _, c := range g.Roles {
		for _, from := range g.Barriers {
			for _, via := range g.Barriers {
				if r := g.relayOf(c, from, via); r != nil {
					relays = append(relays, r)
				}
			}
		}
	}
	for _, r := range relays {
		g.Chains = append(g.Chains, Chain{r})
	}
	for i := 0; i < len(g.Chains) && len(g.Chains) < mostChains; i++ {
		for _, r := range relays {
			if c := g.Chains[i]; len(c) < mostRelays && r.From == c.Via() && !c.passes(r.Via) {
				g.Chains = append(g.Chains, append(slices.Clone(c), r))
			}
		}
	}
}

// relayOf is what the threads of a role seem to pass on from one barrier to another,
// nil for nothing.
func (g *Theory) relayOf(c *Role, from, via *Barrier) *Relay {
	if from == via || via.Carried || !c.waitsFor(from) || len(from.Phases) > 1 || len(via.Phases) > 1 || !c.Threads.Meets(via.Threads) {
		return nil
	}
	waits, seen := false, false
	first, least := int64(0), int64(0)
	for _, r := range g.Runs.records {
		if !c.Threads[r.thread] {
			continue
		}
		for i := range r.events {
			e := &r.events[i]
			if e.barrier != via.Index || e.done {
				continue
			}
			ahead := e.now.Synced[from.Index] - e.gen
			if !seen {
				first, least, seen = ahead, ahead, true
			}
			if e.gen <= 2 {
				first = min(first, ahead)
			}
			least = min(least, ahead)
			waits = waits || e.now.Synced[from.Index] > 0
		}
	}
	if !waits || least < first { // it falls behind
		return nil
	}
	return &Relay{c, from, via, least}
}

// through lists the ways by which chains order an event of thread s before one of
// another thread.
func (g *Theory) through(x, y *event, s int) []int {
	var out []int
	for i, c := range g.Chains {
		b := c.From()
		if b.Threads[s] && b.Tells(x.until) && b.Next(s, x.now.Gen[b.Index]) <= c.Known(y.now.Synced[c.Via().Index]) {
			out = append(out, len(g.Barriers)+i)
		}
	}
	return out
}
