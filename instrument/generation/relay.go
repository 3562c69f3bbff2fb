package generation

import (
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate/named"
)

// through says that what thread one has logged is ordered before what the other has,
// through a chain.
func (p *pairLog) through(c named.Chain, e *arith.Encoder, l kernel.Launch, one, other int) boogie.Expr {
	acq := boogie.V(key.AcqName(c.Via().ID, p.name, other))
	all := []boogie.Expr{e.Expr(c.From().Threads.Contains(l), one), p.by(c.From(), one)}
	ahead := int64(0)
	for i := len(c) - 1; i >= 0; i-- {
		all = append(all, boogie.Op("<=", boogie.I(1), linearText(1, acq, ahead)))
		ahead += c[i].Ahead
	}
	return boogie.And(append(all, boogie.Op("<=", boogie.V(key.RelName(c.From().ID, p.name, one)), linearText(1, acq, ahead)))...)
}

// relayParts are the procedures about the relays that other procedures use, without those
// that shown is about.
func (g *Writer) relayParts(property kernel.Property, users, shown []*part) []*part {
	known := map[*named.Relay]bool{}
	for _, p := range shown {
		known[p.relay] = true
	}
	var out []*part
	for _, user := range users {
		for _, c := range user.chains {
			for _, r := range c {
				if !known[r] {
					known[r] = true
					out = append(out, &part{theory: g.theory, barriers: g.theory.WithVotes([]*named.Barrier{r.From, r.Via}), task: relayTask,
						relay: r, property: property})
				}
			}
		}
	}
	return out
}

// relayed asserts what a thread of the role passes on when it operates on b.
func (p *part) relayed(w *twothread.Writer, s *kernel.Barrier, b *named.Barrier, p1 boogie.Expr) {
	r := p.relay
	if b != r.Via || s.Kind == kernel.Await {
		return
	}
	when := boogie.And(p1, p.plays(w.Enc, r.Role, 1))
	has := boogie.Op("<=", linearText(1, p.nextOf(w, b, 1), r.Ahead), boogie.V(key.SyncedName(r.From.ID, 1)))
	p.assert(w, s.Src, p.property, boogie.Imp(when, has),
		fmt.Sprintf("that a thread waits for generation %s of barrier %d before it registers on generation k of barrier %d",
			boogie.ExprString(linearText(1, boogie.V("k"), r.Ahead)), r.From.ID, r.Via.ID))
}

// orderParts are the procedures about races and about recycling, each followed by those
// about the relays that they use. Relays that recycling uses are shown with it and not
// again with races, since races rest on recycling.
func (g *Writer) orderParts() (races, recycling []*part) {
	recycling = g.recyclingParts()
	recycling = append(recycling, g.relayParts(kernel.Recycling, recycling, nil)...)
	if g.Request.Checks(kernel.DataRace) {
		races = g.raceParts()
		races = append(slices.Clone(races), g.relayParts(kernel.DataRace, races, recycling)...)
	}
	return races, recycling
}
