// Package generation writes the procedures that show the theory of a kernel's named
// barriers (package named): for two threads of a block, that accesses that conflict are
// ordered by generations, that generations are complete before the next begins, and that
// no thread waits for ever. A Theory goes in, procedures and the declarations of their
// state come out.
//
// Each fact has a procedure of its own, which keeps only the state that it needs: smaller
// candidate sets, and a failure hides no other. A procedure is a part, which takes part in
// the writing of two threads (package twothread) as the encoding of named barriers: it is
// called at accesses, at operations on barriers and at loops. What is guessed of loops are
// candidates like those of other rules.
//
// What is proved rests on what package named says each procedure is for; a part that
// cannot be stated is not left out but fails.
package generation

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
)

// task is what one procedure of the generation encoding checks; it keeps only the
// state that this needs.
type task int

const (
	raceTask       task = iota // two accesses to one array
	recyclingTask              // a barrier's generations are complete before the next begins
	balanceTask                // no thread waits for a generation that others never join
	orderTask                  // generations have ranks
	divergenceTask             // whole warps reach aligned barriers, whole blocks those of the block
	assertTask                 // assertions and the user's invariants
	scheduleTask               // the threads of a role keep to the schedule
	extentTask                 // the accesses of a role lie where they seem to
	relayTask                  // threads of a role have waited for one barrier before they register on another
)

// part is one Boogie procedure of the generation encoding, being written.
type part struct {
	theory *named.Theory
	task   task
	// asserts is the property of assertTask; asks is set where what is asserted asks about
	// accesses, so that they are logged.
	asserts kernel.Property
	asks    bool
	// barriers are those that this procedure keeps count of.
	barriers []*named.Barrier
	log      *pairLog // of raceTask and recyclingTask
	// pair are the statements whose accesses are looked at, of thread 1 and of thread 2;
	// nil for all.
	pair [3]*predicate.Do
	// With a schedule: the pairs that are looked at, the statements that each thread logs
	// and the roles of the threads; nil for all.
	pairs []unorderedPair
	only  [3]map[*predicate.Do]bool
	roles [3]*named.ScheduledRole
	of    *named.Barrier    // of recyclingTask
	known []named.Knowledge // of recyclingTask about a barrier in memory
	// chains are what other threads pass on that this procedure uses.
	chains []named.Chain
	// relay is what relayTask shows, since a proof of property uses it.
	relay    *named.Relay
	property kernel.Property
	logging
	looping
}

// logging is what a part knows of its log while it is written.
type logging struct {
	// sources numbers the statements that go to the log; listed has them in order.
	sources map[*predicate.Do]*key.Site
	listed  []*predicate.Do
	// reached are the statements that may be in the log, hoped those that are there if
	// barriers under conditions empty it.
	reached, hoped *named.Logged
	// iter and step stand for the logged iteration of a thread's log.
	iter, step *kernel.Var
	// inner are the values that are logged with an access.
	inner map[*predicate.Do][]innerVar
}

// looping is what a part knows of its loops while it is written.
type looping struct {
	// loops numbers those that were entered.
	loops map[*predicate.While]int
	// starts are the values of loops' counters when the loop was reached.
	starts map[*kernel.Var]*kernel.Var
	// kept are the variables that do not change for threads outside a loop.
	kept map[*predicate.While][]keptVar
}

// counted reports whether the task looks at the barriers' counters.
func (p *part) counted() bool {
	if p.task == scheduleTask || p.task == extentTask {
		return false
	}
	return p.task != assertTask && (p.task != divergenceTask || len(p.theory.Votes) > 0)
}

// Setting is what the procedures of a kernel are written from.
type Setting struct {
	// Base is what the names of procedures begin with.
	Base    string
	Request ask.Request
	Plan    *twothread.Plan
	// Key receives procedures, sites, and what is known of the barriers.
	Key *key.Key
	// Procedure is what one procedure is written from.
	Procedure func(prog *predicate.Program, proc *key.Procedure) twothread.Setting
}

// Writer writes what shows the theory of a kernel's barriers: procedures for its
// facts, and the state that they need.
type Writer struct {
	Setting
	theory        *named.Theory
	races         []*part // what raceParts made
	procs, consts []boogie.Decl
}

// New is a writer that has not written anything.
func New(g *named.Theory, s Setting) *Writer {
	for _, b := range g.Barriers {
		s.Key.Barriers = append(s.Key.Barriers, b.ID)
	}
	if s.Key.Scheduled = g.Schedule != nil; !s.Key.Scheduled {
		s.Key.Roles = len(g.Roles)
	}
	for _, a := range s.Plan.Arrays {
		a.Orderless = len(g.Barriers) > 0 || g.Schedule != nil
	}
	return &Writer{Setting: s, theory: g}
}

// Procedures writes one procedure for each thing that has to be shown of two threads of a
// block, and the constants of its candidates.
func (w *Writer) Procedures() (procs, consts []boogie.Decl) {
	races, recycling := w.orderParts()
	w.write(kernel.DataRace, races...)
	w.write(kernel.Divergence, w.divergenceParts()...)
	w.write(kernel.Recycling, recycling...)
	w.write(kernel.Deadlock, w.deadlockParts()...)
	if w.Key.Unranked && w.Request.Standalone && w.Request.Checks(kernel.Deadlock) {
		w.procs = append(w.procs, unranked(w.Base))
	}
	k := w.theory.Prog.Kernel
	for _, property := range kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.Stated }) {
		if fact.States(k, property) {
			w.write(property, &part{theory: w.theory, task: assertTask, asserts: property, asks: fact.AsksAccesses(k, property)})
		}
	}
	return w.procs, w.consts
}

// write writes the parts that together show a property, if it is asked for.
func (w *Writer) write(property kernel.Property, parts ...*part) {
	if len(parts) == 0 || w.Key.Expired(w.Request.Stop) || !w.Request.Checks(property) {
		return
	}
	proc := &key.Procedure{Name: w.Base, Pair: fact.SameBlock, Properties: []kernel.Property{property}, Generation: true,
		Whole: map[string]string{}, Arrays: map[string]*kernel.Array{}, Unordered: map[string]bool{}}
	w.Key.Procedures = append(w.Key.Procedures, proc)
	for i, p := range parts {
		if i > 0 && w.Key.Expired(w.Request.Stop) {
			break
		}
		w.part(proc, p, property)
	}
	proc.Name = proc.Parts[0]
}

func (w *Writer) part(proc *key.Procedure, p *part, property kernel.Property) {
	proc.Asks = proc.Asks || p.asks
	procs, of := w.body(proc, p, property)
	name := w.Base + p.suffix()
	procs[len(procs)-1].(*boogie.Proc).Name = name
	proc.Parts = append(proc.Parts, name)
	if property == kernel.DataRace && p.log != nil {
		proc.Arrays[name] = p.log.array.Array
		proc.Unordered[name] = len(p.barriers) == 0 && p.theory.Schedule == nil
	}
	if p.pair[1] != nil {
		proc.Whole[name] = w.Base + raceSuffix + p.log.array.Array.Name
	}
	w.procs, w.consts = append(w.procs, procs...), append(w.consts, of.Consts...)
}

// body writes one procedure, and those it calls that are its own.
func (g *Writer) body(proc *key.Procedure, p *part, property kernel.Property) ([]boogie.Decl, *twothread.Writer) {
	prog := p.sliced(g.theory.Prog)
	s := g.Procedure(prog, proc)
	s.Request.Properties = kernel.PropertySet{property: true}
	w := twothread.NewWriter(s)
	w.Named, w.Same = p, p.log != nil && p.log.own
	p.looping = looping{map[*predicate.While]int{}, map[*kernel.Var]*kernel.Var{}, map[*predicate.While][]keptVar{}}
	p.listSources(w, property)
	body := w.Collect(func() {
		p.start(w)
		w.Block(prog.Body)
		p.finish(w)
	})
	for _, v := range p.logVars() {
		for t := 1; t <= 2; t++ {
			delete(w.Enc.Locals, w.Enc.Names.Of(v)+key.Suffix(t))
		}
	}
	main := &boogie.Proc{
		Comment:  p.title(),
		Name:     proc.Name,
		Requires: append(w.Requires(), p.requires(w)...),
		Modifies: p.modifies(w),
		Locals:   twothread.SortedLocals(w.Enc.Locals),
		Body:     body,
	}
	return append(p.ownProcs(w), main), w
}

// listSources numbers the statements that can be in the log.
func (p *part) listSources(w *twothread.Writer, property kernel.Property) {
	p.sources = map[*predicate.Do]*key.Site{}
	if p.log == nil {
		return
	}
	predicate.EachDo(w.Prog.Body, func(d *predicate.Do) {
		if p.sources[d] != nil || !p.logs(d) {
			return
		}
		s := w.Site(d.Stmt.Source(), property)
		if acc, kind, ok := twothread.AccessOf(d.Stmt); ok {
			s.Kind, s.Array, s.Width = kind, acc.Array, int(p.theory.Width(d))
		}
		p.sources[d] = s
		p.listed = append(p.listed, d)
	})
	p.reached, p.hoped = p.theory.LoggedAt(w.Prog.Body, p.listed, false), p.theory.LoggedAt(w.Prog.Body, p.listed, true)
	p.iter, p.step = p.logVar(w, "ITER"), p.logVar(w, "STEP")
	p.findInner(w)
}

// logVar is a field of the log that expressions of the kernel can be stated over.
func (p *part) logVar(w *twothread.Writer, field string) *kernel.Var {
	name := field + "_" + p.log.name
	v := &kernel.Var{Name: name, T: kernel.I32, Temp: true}
	w.Enc.Names.Vars[v] = name
	w.Enc.Ranges.Vars[v] = fact.Span(0, 1<<31-1)
	return v
}

// logVars are the fields of the log that expressions are stated over.
func (l *logging) logVars() []*kernel.Var {
	var out []*kernel.Var
	for _, v := range []*kernel.Var{l.iter, l.step} {
		if v != nil {
			out = append(out, v)
		}
	}
	for _, inner := range l.inner {
		for _, n := range inner {
			out = append(out, n.field)
		}
	}
	return out
}

// logs reports whether a statement goes to the log.
func (p *part) logs(d *predicate.Do) bool {
	if acc, kind, ok := twothread.AccessOf(d.Stmt); ok {
		return p.task == raceTask && acc.Array == p.log.array.Array && p.log.array.Logs(kind) && !p.theory.InRow[d] && (p.mayLog(d, 1) || p.mayLog(d, 2))
	}
	return p.task == recyclingTask && slices.Contains(p.theory.IDs[d], p.of)
}

// requires: the threads can reach the statements, and nothing is counted or logged yet.
func (p *part) requires(w *twothread.Writer) []boogie.Spec {
	var out []boogie.Spec
	for t := 1; t <= 2; t++ {
		if t == 1 && w.Same {
			out = append(out, boogie.Spec{E: sameThread(w.Prog.Kernel.Launch, w.Enc)})
		}
		if r := p.roles[t]; r != nil {
			out = append(out, boogie.Spec{E: p.plays(w.Enc, r.Role, t)})
		}
		if reach := p.reach(t); reach != nil && reach.Spellable() {
			if in := w.Enc.Expr(reach.Contains(w.Prog.Kernel.Launch), t); in != boogie.True {
				out = append(out, boogie.Spec{E: in})
			}
		}
	}
	if p.counted() {
		for _, b := range p.barriers {
			for t := 1; t <= 2; t++ {
				zero := boogie.And(boogie.Eq(boogie.V(key.GenName(b.ID, t)), boogie.I(0)), boogie.Eq(boogie.V(key.SyncedName(b.ID, t)), boogie.I(b.Start)))
				out = append(out, boogie.Spec{E: zero})
			}
		}
	}
	if p.log != nil {
		out = append(out, boogie.Spec{E: p.log.empty()})
	}
	if p.task == orderTask {
		out = append(out, boogie.Spec{E: boogie.Eq(boogie.V(key.RankName), boogie.I(p.theory.LowestRank()))})
		if p.theory.Staged() {
			out = append(out, boogie.Spec{E: boogie.Eq(boogie.V(key.StageName), boogie.I(0))})
		}
	}
	return out
}

// modifies lists the state of the procedure.
func (p *part) modifies(w *twothread.Writer) []string {
	out := p.counters()
	if p.log != nil {
		out = append(out, p.log.names(w.Enc, p.barriers)...)
	}
	if p.task == orderTask {
		out = append(out, p.rankNames()...)
	}
	return append(append(out, p.told(w)...), p.contents(w)...)
}

// rankNames are what is known of the generation that thread 1 waited for last.
func (p *part) rankNames() []string {
	if p.theory.Staged() {
		return []string{key.RankName, key.StageName}
	}
	return []string{key.RankName}
}

func (p *part) counters() []string {
	var out []string
	if p.counted() {
		for _, b := range p.barriers {
			out = append(out, key.GenName(b.ID, 1), key.GenName(b.ID, 2), key.SyncedName(b.ID, 1), key.SyncedName(b.ID, 2))
		}
	}
	return out
}

// contents are the maps that change: those of arrays whose contents are tracked.
func (p *part) contents(w *twothread.Writer) []string {
	var out []string
	for _, ap := range w.Plan.Arrays {
		if ap.Content(w.Enc.Pair, w.Plan.Intra) == twothread.Tracked {
			out = append(out, ap.Name+key.Suffix(1), ap.Name+key.Suffix(2))
		}
		if ap.Takes(w.Enc.Pair, w.Plan.Intra) {
			out = append(out, twothread.TakenName(ap.Array.Name))
		}
	}
	return out
}
