package generation

import (
	"cmp"
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/named"
)

// blockBarrierName is the barrier that the block meets at, as this procedure sees it.
func (p *part) blockBarrierName() string { return twothread.BarrierName + p.suffix() }

func (p *part) warpName() string { return twothread.WarpSyncName + p.suffix() }

// ownProcs are what a barrier of the block and __syncwarp do to the state of the
// procedure.
func (p *part) ownProcs(w *twothread.Writer) []boogie.Decl {
	var out []boogie.Decl
	if w.Barrier {
		proc := twothread.MeetingProc(p.blockBarrierName(), w.Plan, w.Enc, boogie.True, w.Logs)
		p.empty(proc, boogie.True)
		p.restart(proc)
		out = append(out, proc)
	}
	if w.Warp {
		meets := twothread.SameWarp(w.Enc, w.Prog.Kernel.Launch)
		proc := twothread.MeetingProc(p.warpName(), w.Plan, w.Enc, meets, w.Logs)
		p.empty(proc, meets)
		out = append(out, proc)
	}
	return out
}

// empty lets only those executions continue that have logged nothing.
func (p *part) empty(proc *boogie.Proc, when boogie.Expr) {
	if p.log == nil {
		return
	}
	both := boogie.And(boogie.V("P$1"), boogie.V("P$2"), when)
	proc.Body = append(proc.Body, &boogie.If{C: both, Then: []boogie.Stmt{&boogie.Assume{E: p.log.settled()}}})
}

// restart sets the counters back to zero.
func (p *part) restart(proc *boogie.Proc) {
	var zero []boogie.Stmt
	for _, name := range p.counters() {
		if !goesOn(p.barriers, name) {
			zero = append(zero, set(name, boogie.I(0)))
			proc.Modifies = append(proc.Modifies, name)
		}
	}
	if p.task == orderTask && !p.theory.Unbroken() {
		zero = append(zero, set(key.RankName, boogie.I(p.theory.LowestRank())))
		if p.theory.Staged() {
			zero = append(zero, set(key.StageName, boogie.I(0)))
		}
		proc.Modifies = append(proc.Modifies, p.rankNames()...)
	}
	if len(zero) > 0 {
		proc.Body = append(proc.Body, &boogie.If{C: boogie.And(boogie.V("P$1"), boogie.V("P$2")), Then: zero})
	}
}

// resolve is the procedure that judges the pair of logged accesses.
func (p *part) resolve(e *arith.Encoder, l kernel.Launch, known []ask.Race) *boogie.Proc {
	if p.theory.Schedule != nil {
		return p.unorderedProc(known)
	}
	conflict := p.log.conflict()
	for _, pair := range p.knownPairs(known) {
		conflict = boogie.And(conflict, boogie.Not(pair))
	}
	return p.log.raceProc(e, l, p.barriers, p.chains, conflict)
}

// knownPairs say that the two threads have logged accesses that are a race that is known.
func (p *part) knownPairs(known []ask.Race) []boogie.Expr {
	var out []boogie.Expr
	for i := range known {
		for _, one := range p.listed {
			for _, two := range p.listed {
				if p.isRace(&known[i], one, two) {
					out = append(out, boogie.And(p.loggedSource(1, one), p.loggedSource(2, two)))
				}
			}
		}
	}
	return out
}

// isRace reports whether accesses at two statements are a race.
func (p *part) isRace(r *ask.Race, one, two *predicate.Do) bool {
	a := p.log.array.Array
	return r.Is(cmp.Or(a.Label, a.Name), ask.LineOf(one.Stmt.Source().Pos), ask.LineOf(two.Stmt.Source().Pos))
}

// loggedSource says that a thread has logged an access at a statement.
func (p *part) loggedSource(t int, d *predicate.Do) boogie.Expr {
	return boogie.Eq(boogie.V(key.LogField("SOURCE", p.log.name, t)), boogie.I(int64(p.sources[d].ID)))
}

// barrierTitle says how many threads meet at a barrier.
func barrierTitle(b *named.Barrier) string {
	if b.Of != nil {
		return phaseTitle(b)
	}
	text := ""
	for i, p := range b.Phases {
		if i > 0 {
			text += " and "
		}
		text += fmt.Sprint(p.Count)
	}
	if len(b.Phases) > 1 {
		text += " in turn"
	}
	return fmt.Sprintf("Barrier %d: %s threads", b.ID, text)
}

// Declare declares the state of the encoding and what operations on it do.
func (g *Writer) Declare(e *arith.Encoder) []boogie.Decl {
	l := g.theory.Prog.Kernel.Launch
	var out []boogie.Decl
	for _, b := range g.theory.Barriers {
		out = append(append(append(out, &boogie.Section{Title: barrierTitle(b)}), counterVars(b)...), counterProcs(b, e, l)...)
	}
	if g.Request.Checks(kernel.DataRace) {
		for _, p := range g.raceParts() {
			if p.log == nil {
				continue
			}
			title := fmt.Sprintf("Array %s (%s): one access of each thread", p.log.array.Array.Name, p.log.array.Array.Space)
			out = append(out, &boogie.Section{Title: title})
			out = append(out, p.log.vars(e, p.barriers)...)
			out = append(out, p.log.record(e, l, p.barriers, 1), p.log.record(e, l, p.barriers, 2), p.resolve(e, l, g.Request.Known))
		}
	}
	if g.Request.Checks(kernel.Recycling) {
		for _, p := range g.recyclingParts() {
			if p.log == nil {
				continue // of a barrier in memory
			}
			out = append(out, &boogie.Section{Title: fmt.Sprintf("Barrier %s: a complete operation of thread 1, and one that thread 2 has yet to execute", p.log.name)})
			out = append(out, p.log.vars(e, p.barriers)...)
			out = append(out, p.log.record(e, l, p.barriers, 1), p.log.record(e, l, p.barriers, 2),
				p.log.recyclingProc(e, l, p.barriers, p.chains, p.of))
		}
	}
	if g.Request.Checks(kernel.Deadlock) && len(g.theory.Barriers) > 0 && !g.Key.Unranked {
		out = append(out, &boogie.VarDecl{Name: key.RankName, T: boogie.Int, Comment: "rank of the last generation that thread 1 waited for"})
		if g.theory.Staged() {
			out = append(out, &boogie.VarDecl{Name: key.StageName, T: boogie.Int, Comment: "its stage: all ranks of a later stage are higher"})
		}
	}
	return out
}
