package generation

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
)

// raceParts are the procedures about accesses. They are made once, since writing a
// procedure determines the fields of its log.
func (g *Writer) raceParts() []*part {
	if g.races == nil {
		g.races = g.newRaceParts()
		if g.theory.Schedule != nil {
			g.races = append(g.races, g.extentParts()...)
		}
	}
	return g.races
}

// divergenceParts show that threads reach barriers together.
func (g *Writer) divergenceParts() []*part {
	out := []*part{{theory: g.theory, task: divergenceTask, barriers: g.theory.Votes}}
	if g.theory.Schedule != nil {
		out = append(out, g.scheduleParts()...)
	}
	return out
}

func (g *Writer) newRaceParts() []*part {
	var out []*part
	for _, ap := range g.Plan.Arrays {
		if !ap.Racy(fact.SameBlock) {
			continue
		}
		if g.theory.Schedule != nil {
			out = append(out, g.unorderedParts(ap)...)
			continue
		}
		p := g.racePart(ap, [3]*predicate.Do{})
		var parts []*part
		if pairs := g.conflictingPairs(ap); len(p.barriers) > fewBarriers && len(pairs) <= mostPairs {
			for i, pair := range pairs {
				part := g.racePart(ap, pair)
				part.log.name = fmt.Sprintf("%s$%d", part.log.name, i+1)
				parts = append(parts, part)
			}
		} else {
			parts = append(parts, p)
		}
		out = append(out, g.withOwn(ap, parts)...)
	}
	return out
}

// Where more than a few barriers order the accesses to an array, each pair of
// statements has a procedure of its own, if there are not too many.
const (
	fewBarriers = 2
	mostPairs   = 21
)

func (g *Writer) racePart(ap *twothread.ArrayPlan, pair [3]*predicate.Do) *part {
	both := [3]bool{false, true, true}
	log := &pairLog{name: ap.Array.Name, rel: both, acq: both, array: g.asLogged(ap), periodic: g.theory.Periodic()}
	needed := g.theory.NeededFor(ap.Array, pair)
	return &part{theory: g.theory, barriers: g.theory.WithVotes(needed.Barriers), chains: needed.Chains, task: raceTask, log: log, pair: pair}
}

// conflictingPairs are the pairs of statements whose accesses to an array may
// conflict. The two threads are any two, so the order within a pair is free.
func (g *Writer) conflictingPairs(ap *twothread.ArrayPlan) [][3]*predicate.Do {
	var all []*predicate.Do
	kinds := map[*predicate.Do]key.AccessKind{}
	predicate.EachDo(g.theory.Prog.Body, func(d *predicate.Do) {
		if acc, kind, ok := twothread.AccessOf(d.Stmt); ok && acc.Array == ap.Array && ap.Logs(kind) && !g.theory.InRow[d] {
			if _, seen := kinds[d]; !seen {
				kinds[d] = kind
				all = append(all, d)
			}
		}
	})
	var out [][3]*predicate.Do
	for i, one := range all {
		for _, two := range all[i:] {
			if kinds[one] != kinds[two] || kinds[one] == key.Write {
				out = append(out, [3]*predicate.Do{nil, one, two})
			}
		}
	}
	return out
}

// mayLog reports whether a thread logs the statement in this procedure.
func (p *part) mayLog(d *predicate.Do, thread int) bool {
	if p.only[thread] != nil {
		return p.only[thread][d]
	}
	return p.pair[thread] == nil || p.pair[thread] == d
}

// mayBe reports whether a thread of this procedure may be of the role.
func (p *part) mayBe(c *named.Role, thread int) bool {
	if p.roles[thread] != nil {
		return p.roles[thread].Role == c
	}
	reach := p.reach(thread)
	return reach == nil || reach.Meets(c.Threads)
}

// reach are the threads of whose accesses this procedure looks at some, nil for any.
func (p *part) reach(thread int) kernel.ThreadSet {
	if p.log != nil && p.log.own {
		return reachOf(p.theory, p.only[1])
	}
	if d := p.pair[thread]; d != nil {
		return p.theory.Reach[d]
	}
	return nil
}

// reachOf are the threads that may reach one of the statements, nil where that is not known of all.
func reachOf(theory *named.Theory, stmts map[*predicate.Do]bool) kernel.ThreadSet {
	var out kernel.ThreadSet
	for d := range stmts {
		switch reach := theory.Reach[d]; {
		case reach == nil:
			return nil
		case out == nil:
			out = reach
		default:
			out = out.Union(reach)
		}
	}
	return out
}

func (g *Writer) recyclingParts() []*part {
	var out []*part
	for _, b := range g.theory.Barriers {
		if b.Of != nil {
			out = append(out, g.phaseParts(b))
			continue
		}
		log := &pairLog{name: fmt.Sprint(b.ID), rel: [3]bool{1: true}, acq: [3]bool{2: true}, periodic: g.theory.Periodic()}
		needed := g.theory.NeededToRecycle(b)
		out = append(out, &part{theory: g.theory, barriers: g.theory.WithVotes(needed.Barriers), chains: needed.Chains, task: recyclingTask, log: log, of: b})
	}
	return out
}

// deadlockParts are balance and order. Without ranks order cannot be shown; Key.Unranked
// is set then.
func (g *Writer) deadlockParts() []*part {
	if len(g.theory.Barriers) == 0 {
		return nil
	}
	out := []*part{{theory: g.theory, barriers: g.theory.Barriers, task: balanceTask}}
	if g.theory.FindRanks() {
		return append(out, &part{theory: g.theory, barriers: g.theory.Barriers, task: orderTask})
	}
	g.Key.Unranked = true
	return out
}

// unranked takes the place of the check of ranks where none were found: it fails.
func unranked(base string) *boogie.Proc {
	return &boogie.Proc{
		Comment: []string{"No ranks that grow along every thread were found: this text does not exclude deadlocks."},
		Name:    base + "$order",
		Body:    []boogie.Stmt{&boogie.Assert{E: boogie.False}},
	}
}

// raceSuffix is in the names of the procedures about an array's accesses.
const raceSuffix = "$race$"

// suffix is what the procedure's name ends in.
func (p *part) suffix() string {
	switch p.task {
	case raceTask:
		return raceSuffix + p.log.name
	case recyclingTask:
		return fmt.Sprintf("$recycling$%d", p.of.ID)
	case relayTask:
		return "$relay$" + p.relay.Key()
	case scheduleTask:
		return "$schedule$" + roleNumber(p.roles[1].Role)
	case extentTask:
		return "$extent$" + roleNumber(p.roles[1].Role)
	default:
		return [...]string{balanceTask: "$balance", orderTask: "$order", divergenceTask: "$divergence",
			assertTask: "$" + strings.ReplaceAll(string(p.asserts), "-", "_")}[p.task]
	}
}

// title says what the procedure shows.
func (p *part) title() []string {
	switch p.task {
	case raceTask:
		if p.theory.Schedule != nil {
			return []string{fmt.Sprintf("Threads of %s and %s: accesses to %s that no generation orders.", p.roles[1].Name, p.roles[2].Name, p.log.array.Array.Name)}
		}
		if p.log.own {
			return []string{fmt.Sprintf("A thread leaves alone what its own copies to %s are under way to.", ownName(p.log.name))}
		}
		return []string{fmt.Sprintf("Two threads of one block: accesses to %s that conflict are ordered by generations.", p.log.name)}
	case recyclingTask:
		if p.of.Of != nil {
			return []string{fmt.Sprintf("A thread's operations on barrier %d, of the array %s, belong to the phases that it counts.", p.of.ID, p.of.Of.Name)}
		}
		return []string{fmt.Sprintf("Two threads of one block: no thread registers on barrier %d before the generation that it", p.of.ID),
			"registered on last is complete."}
	case scheduleTask:
		return []string{fmt.Sprintf("A thread of %s keeps to the schedule: it does %d operations on barriers, in order.", p.roles[1].Name, len(p.roles[1].Ops))}
	case extentTask:
		return []string{fmt.Sprintf("The accesses of a thread of %s lie within the ranges found for its statements.", p.roles[1].Name)}
	case relayTask:
		return []string{fmt.Sprintf("Relay through threads of %s: before one registers on generation k of barrier %d, it has waited for", p.relay.Role.Name, p.relay.Via.ID),
			fmt.Sprintf("generation %s of barrier %d.", boogie.ExprString(linearText(1, boogie.V("k"), p.relay.Ahead)), p.relay.From.ID)}
	case balanceTask:
		return []string{"Two threads of one block: neither waits for a generation that the other never registers on."}
	case orderTask:
		return []string{"A thread waits for generations in the order of their ranks."}
	case divergenceTask:
		return []string{"Two threads of one block: the threads of a warp reach aligned barriers together, and those of",
			"the block reach its barriers together."}
	default:
		return []string{"The kernel's assertions about one thread, and about two."}
	}
}
