package named

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Barriers in memory (mbarrier, cuda::barrier) have phases, which are generations: package phases makes numbered barriers
// of them, with three differences. Threads wait apart from registering (Await), also threads that do not register. They count
// on through barriers of the block. And accesses of agents are over when a generation is complete: whoever has waited for it
// knows that, as does the agent's own thread, which knows it by nothing else.
//
// GEN_b counts a thread's registrations, SYNCED_b its waits. That the k-th registration is one on generation k, and the k-th wait
// returns when generation k is complete, and not before, follows from checks of single threads:
//
//	known     when a thread registers on generation k+1 of b, it has waited for generation k itself, or knows through a
//	          chain of relays of a thread that has
//	no lag    it also knows, of each role that waits for b without registering on it, that all threads of the role have
//	          returned from their waits for generation k; a thread that registers on b itself waits for generation k
//	          before it registers on generation k+1
//	parity    the parity of a wait for generation k is that of k-1, which is its number counted from 0
//
// Proof. Take the first operation in an execution that does not do what the counts say. It is no registration: generation k is
// complete by "known", whose relays speak of earlier operations, and k+1 is not, since the thread has not registered on it.
// Suppose that it is a wait for k that returns though generation k is not complete, or never returns. When it is asked, generation k-1
// is complete, since the thread has waited for it right before (k-1 = 0 and -1 are from the beginning). By the parity it returns
// while the number of complete generations is k, or k+2, k-2 and so on. So it is right unless generation k+1 is complete before
// it returns. But each thread that registers on generation k+1 knows by "no lag" that the wait has returned, or is the thread
// itself. The rest is as for named barriers: balance says that every generation that is waited for has its registrations, at the end and
// where the block meets; ranks exclude circular waits, and between two barriers of the block threads only wait for
// what others do there.

// findStarts finds the generation that the waits for each barrier begin with, by the parity of a thread's first wait.
func (g *Theory) findStarts() {
	if !slices.ContainsFunc(g.Barriers, func(b *Barrier) bool { return b.Of != nil }) {
		return
	}
	own := *g
	own.Runs = newRuns()
	for _, p := range g.paramValues(newRandom()) {
		for _, c := range g.Roles {
			for _, t := range someOf(c.Threads)[:1] {
				m := own.newThread(t)
				for v, x := range p {
					m.vars[v] = x
				}
				m.run()
			}
		}
	}
}

// noCounts are the counts at the beginning, countsBehind those behind a barrier of the block.
func (g *Theory) noCounts() Counts {
	n := len(g.Barriers)
	out := Counts{make([]int64, n), make([]int64, n)}
	for i, b := range g.Barriers {
		out.Synced[i] = b.Start
	}
	return out
}

func (g *Theory) countsBehind(c Counts) Counts {
	out := g.noCounts()
	for i, b := range g.Barriers {
		if b.Of != nil {
			out.Gen[i], out.Synced[i] = c.Gen[i], c.Synced[i]
		}
	}
	return out
}

// Unbroken reports whether the ranks of all generations are compared, also those of different sections: no barrier counts
// anew behind a barrier of the block.
func (g *Theory) Unbroken() bool {
	return !slices.ContainsFunc(g.Barriers, func(b *Barrier) bool { return b.Of == nil })
}

// await is a wait of a thread for the i-th barrier.
func (m *thread) await(i int, b *Barrier, s *kernel.Barrier) {
	if s.Parity == nil {
		m.counts.Synced[i] = m.counts.Gen[i]
	} else {
		if !b.started {
			b.started, b.Start = true, -(m.eval(s.Parity) & 1)
			m.counts.Synced[i] = b.Start
		}
		m.counts.Synced[i]++
	}
	if m.counts.Synced[i] > 0 {
		m.seen = append(m.seen, registration{b.ID, m.counts.Synced[i], true})
	}
}

// until is the number of the barrier that an access of an agent ends with, 0 if the thread itself makes it.
func (m *thread) until(d *predicate.Do) int {
	a := kernel.AgentOf(d.Stmt)
	if a == nil || a.Until == nil {
		return 0
	}
	return int(m.eval(a.Until))
}

// waitsFor reports whether threads of the role may wait for b.
func (c *Role) waitsFor(b *Barrier) bool {
	if b.Of != nil {
		return c.Threads.Meets(b.Waiters)
	}
	return c.Threads.Meets(b.Threads)
}

// Knowledge is how threads of a role that registers on a barrier in memory know that its last generation is complete, and that
// others have returned from their waits for it.
type Knowledge struct {
	Role *Role
	// Own is set where they wait for it themselves.
	Own bool
	// Chains are, for each role that waits for the barrier and does not register, through which relays they know.
	Chains []Chain
	// Open is set where they do not seem to know.
	Open bool
}

// KnowledgeOf is how those know that register on b, nil if it is not known who they are.
func (g *Theory) KnowledgeOf(b *Barrier) []Knowledge {
	covered := make(kernel.ThreadSet, len(b.Threads))
	var lagging []*Role
	for _, c := range g.Roles {
		for t, in := range c.Threads {
			covered[t] = covered[t] || in
		}
		if c.Threads.Meets(b.Waiters) && !c.Threads.Meets(b.Threads) {
			lagging = append(lagging, c)
		}
	}
	for t := range covered {
		if !covered[t] && (b.Waiters[t] || b.Threads[t]) {
			return nil
		}
	}
	var out []Knowledge
	for i, c := range g.Roles {
		if !c.Threads.Meets(b.Threads) {
			continue
		}
		k := Knowledge{Role: c, Own: c.Threads.Meets(b.Waiters)}
		for _, w := range lagging {
			if chain := g.knows(b, i, w); chain != nil {
				k.Chains = append(k.Chains, chain)
			} else {
				k.Open = true
			}
		}
		k.Open = k.Open || !k.Own && len(k.Chains) == 0
		out = append(out, k)
	}
	return out
}

// knows is a chain, the first relay of which are threads of the role w, by which the threads of the role with that
// number know in all runs that the generation of b before the one that they register on is complete; nil for none.
func (g *Theory) knows(b *Barrier, role int, w *Role) Chain {
	var best Chain
	for _, chain := range g.Chains {
		if chain.From() != b || chain[0].Role != w || best != nil && len(best) <= len(chain) {
			continue
		}
		if g.always(b, role, chain) {
			best = chain
		}
	}
	return best
}

// always reports whether a chain tells that in all runs of threads of a role.
func (g *Theory) always(b *Barrier, role int, chain Chain) bool {
	seen := false
	for _, r := range g.Runs.records {
		if !g.Roles[role].Threads[r.thread] {
			continue
		}
		for i := range r.events {
			e := &r.events[i]
			if e.barrier != b.Index || e.done || e.gen-1 <= b.Start {
				continue
			}
			seen = true
			if via := e.now.Synced[chain.Via().Index]; via < 1 || chain.Known(via) < e.gen-1 {
				return false
			}
		}
	}
	return seen
}
