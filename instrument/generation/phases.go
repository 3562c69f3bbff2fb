package generation

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/named"
)

// Barriers in memory: see phases.go of package named for what is checked and why that is enough.

// phaseProcs are the operations on a barrier in memory.
func phaseProcs(b *named.Barrier, register []boogie.Stmt) []boogie.Decl {
	gens := []string{key.GenName(b.ID, 1), key.GenName(b.ID, 2)}
	synced := []string{key.SyncedName(b.ID, 1), key.SyncedName(b.ID, 2)}
	wait := func(next func(t int) boogie.Expr) []boogie.Stmt {
		var out []boogie.Stmt
		for t := 1; t <= 2; t++ {
			out = append(out, &boogie.If{C: boogie.V(fmt.Sprintf("P$%d", t)), Then: []boogie.Stmt{set(synced[t-1], next(t))}})
		}
		return out
	}
	proc := func(name, text string, modifies []string, body []boogie.Stmt) boogie.Decl {
		return &boogie.Proc{Comment: []string{text}, Attrs: []boogie.Attr{{Key: "inline", Args: []any{1}}}, Name: name, Params: twothread.BothPredicates,
			Modifies: modifies, Body: body}
	}
	return []boogie.Decl{
		proc(arriveName(b.ID), "An arrival: register on the next generation and go on.", gens, register),
		proc(awaitName(b.ID), "A wait by parity: for the generation after the last one that was waited for.", synced,
			wait(func(t int) boogie.Expr { return linearText(1, boogie.V(synced[t-1]), 1) })),
		proc(joinName(b.ID), "A wait by token: for the generation of the last arrival.", synced,
			wait(func(t int) boogie.Expr { return boogie.V(gens[t-1]) })),
	}
}

// phaseTitle names a barrier in memory for readers.
func phaseTitle(b *named.Barrier) string {
	return fmt.Sprintf("Barrier %d, of the array %s: %d arrivals a phase; generation k is phase k-1", b.ID, b.Of.Name, b.Phases[0].Count)
}

// phaseParts are the procedures that show that the operations on a barrier in memory belong to the generations that are counted.
func (g *Writer) phaseParts(b *named.Barrier) *part {
	out := &part{theory: g.theory, task: recyclingTask, of: b, known: g.theory.KnowledgeOf(b)}
	needed := []*named.Barrier{b}
	for _, k := range out.known {
		for _, c := range k.Chains {
			out.chains = append(out.chains, c)
			needed = append(needed, c.Via())
		}
	}
	for _, o := range g.theory.Barriers {
		for _, n := range needed {
			if n == o {
				out.barriers = append(out.barriers, o)
				break
			}
		}
	}
	out.barriers = g.theory.WithVotes(out.barriers)
	return out
}

// phase checks an operation on the barrier in memory that the procedure is about, and counts it.
func (p *part) phase(w *twothread.Writer, s *kernel.Barrier, b *named.Barrier, p1, p2 boogie.Expr) {
	gen, synced := boogie.V(key.GenName(b.ID, 1)), boogie.V(key.SyncedName(b.ID, 1))
	check := func(e boogie.Expr, text string) { p.assert(w, s.Src, kernel.Recycling, boogie.Imp(p1, e), text) }
	switch {
	case s.Kind == kernel.Await && s.Parity != nil:
		right := boogie.Expr(boogie.False) // bit-vectors cannot be compared with counts
		if w.Enc.Mathematical() {
			right = boogie.Eq(w.Enc.Expr(s.Parity, 1), boogie.Op("mod", synced, boogie.I(2)))
		}
		check(right, fmt.Sprintf("that the parity of a wait for an element of %s is that of the phase whose turn it is", b.Of.Name))
		if in := p.takesPart(w.Enc, b, 1); in != boogie.False {
			check(boogie.Imp(in, boogie.Op("<=", gen, linearText(1, synced, 1))),
				fmt.Sprintf("that a thread waits for a phase of an element of %s before it arrives at the next", b.Of.Name))
		}
	case s.Kind == kernel.Arrive:
		if len(p.known) == 0 {
			check(boogie.False, fmt.Sprintf("who arrives at an element of %s", b.Of.Name))
		}
		for _, k := range p.known {
			check(boogie.Imp(p.plays(w.Enc, k.Role, 1), p.knows(k, b)), fmt.Sprintf("that the phase before is over when a thread arrives at an element of %s, and that all others "+
				"have seen that which wait for it", b.Of.Name))
		}
	}
	p.register(w, s, b, p1, p2)
}

// knows says that a thread of the role knows enough of the generation before the one that it registers on.
func (p *part) knows(k named.Knowledge, b *named.Barrier) boogie.Expr {
	gen := boogie.V(key.GenName(b.ID, 1))
	var all []boogie.Expr
	if k.Open {
		all = append(all, boogie.Op("<=", gen, boogie.I(b.Start)))
	}
	if k.Own {
		all = append(all, boogie.Op("<=", gen, boogie.V(key.SyncedName(b.ID, 1))))
	}
	for _, c := range k.Chains {
		all = append(all, boogie.Or(boogie.Op("<=", gen, boogie.I(b.Start)), told(c, gen)))
	}
	return boogie.And(all...)
}

// told says that thread 1 knows through a chain that its first relay has waited for that generation.
func told(c named.Chain, generation boogie.Expr) boogie.Expr {
	via := boogie.V(key.SyncedName(c.Via().ID, 1))
	var all []boogie.Expr
	ahead := int64(0)
	for i := len(c) - 1; i >= 0; i-- {
		all = append(all, boogie.Op("<=", boogie.I(1), linearText(1, via, ahead)))
		ahead += c[i].Ahead
	}
	return boogie.And(append(all, boogie.Op("<=", generation, linearText(1, via, ahead)))...)
}

// joined checks, where the block meets and at the end, that others register on each generation that a thread has waited for.
func (p *part) joined(w *twothread.Writer, b *named.Barrier, src kernel.Src, when boogie.Expr) {
	complete := func(t int) boogie.Expr {
		return boogie.Imp(p.takesPart(w.Enc, b, t), boogie.Op("<=", boogie.V(key.SyncedName(b.ID, 1)), boogie.V(key.GenName(b.ID, t))))
	}
	p.assert(w, src, kernel.Deadlock, boogie.Imp(when, boogie.And(complete(1), complete(2))),
		fmt.Sprintf("that the threads that arrive at an element of %s complete each phase that one waits for", b.Of.Name))
}

// withOwn adds to the procedures about an array one about a thread and its own agents.
func (g *Writer) withOwn(ap *twothread.ArrayPlan, parts []*part) []*part {
	agents := false
	only := [3]map[*predicate.Do]bool{nil, {}, {}}
	predicate.EachDo(g.theory.Prog.Body, func(d *predicate.Do) {
		acc, kind, ok := twothread.AccessOf(d.Stmt)
		if !ok || acc.Array != ap.Array || !ap.Logs(kind) {
			return
		}
		only[2][d] = true
		if kernel.AgentOf(d.Stmt) != nil {
			agents = true
			only[1][d] = true
		}
	})
	if !agents {
		return parts
	}
	if started := reachOf(g.theory, only[1]); started != nil {
		for d := range only[2] { // of threads that start none
			if reach := g.theory.Reach[d]; reach != nil && !reach.Meets(started) {
				delete(only[2], d)
			}
		}
	}
	for _, p := range parts {
		p.log.agents = true
	}
	p := g.racePart(ap, [3]*predicate.Do{})
	p.log.name += "$own"
	p.log.agents, p.log.own, p.only = true, true, only
	needed := g.theory.NeededForOwn(ap.Array)
	p.barriers, p.chains = g.theory.WithVotes(needed.Barriers), needed.Chains
	return append(parts, p)
}

// untilArgs is the number of the barrier that an access ends with, 0 for one of the thread, if the log has it.
func (p *part) untilArgs(w *twothread.Writer, d *predicate.Do, thread int) []boogie.Expr {
	if !p.log.agents {
		return nil
	}
	a := kernel.AgentOf(d.Stmt)
	if a == nil || a.Until == nil {
		return []boogie.Expr{boogie.I(0)}
	}
	if w.Enc.Mathematical() {
		return []boogie.Expr{w.Enc.Expr(a.Until, thread)}
	}
	until := boogie.Expr(boogie.I(-1)) // none tells
	for _, b := range p.theory.Barriers {
		is := kernel.Bin(kernel.Eq, a.Until, &kernel.Const{T: a.Until.Type(), Val: int64(b.ID)})
		until = boogie.If3(w.Enc.Expr(is, thread), boogie.I(int64(b.ID)), until)
	}
	return []boogie.Expr{until}
}

// onlyPhases reports whether a loop of a kernel with barriers in memory has operations on no others: whole warps need not reach
// those together.
func (p *part) onlyPhases(l *predicate.While) bool {
	some, only := false, true
	for _, b := range p.theory.Barriers {
		some = some || b.Of != nil
	}
	predicate.EachDo(l.Body, func(d *predicate.Do) {
		if s, ok := d.Stmt.(*kernel.Barrier); ok {
			only = only && s.Of != nil && !p.theory.LanesWaitAt(d)
		}
	})
	return some && only
}

// goesOn reports whether a counter of that name goes on behind a barrier of the block.
func goesOn(barriers []*named.Barrier, name string) bool {
	for _, b := range barriers {
		for t := 1; t <= 2; t++ {
			if b.Of != nil && (name == key.GenName(b.ID, t) || name == key.SyncedName(b.ID, t)) {
				return true
			}
		}
	}
	return false
}

// sameThread says that both threads are one.
func sameThread(l kernel.Launch, e *arith.Encoder) boogie.Expr {
	var all []boogie.Expr
	for d, n := range l.BlockDim {
		if n != 1 {
			x := &kernel.Builtin{Kind: kernel.ThreadIdx, Dim: d}
			all = append(all, boogie.Eq(e.Builtin(x, 1), e.Builtin(x, 2)))
		}
	}
	return boogie.And(all...)
}

// ownName is what the title of a procedure calls the log of an array.
func ownName(log string) string { return strings.TrimSuffix(log, "$own") }
