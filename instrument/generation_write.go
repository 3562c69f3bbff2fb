package instrument

import (
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// task is what one procedure of the generation encoding checks; it keeps only the
// state that this needs.
type task int

const (
	raceTask       task = iota // two accesses to one array
	recyclingTask              // a barrier's generations are complete before the next begins
	balanceTask                // no thread waits for a generation that others never join
	orderTask                  // generations have ranks
	divergenceTask             // whole warps come to aligned barriers, whole blocks to cuts
	assertTask                 // assertions and the user's invariants
	scheduleTask               // the threads of a class keep to the schedule
	extentTask                 // the accesses of a class lie where they seem to
)

// part is one Boogie procedure of the generation encoding, being written.
type part struct {
	*generations
	task task
	// asserts is the property of assertTask.
	asserts string
	// barriers are those that this procedure keeps count of.
	barriers []*namedBarrier
	log      *pairLog // of raceTask and recyclingTask
	// pair are the statements of which the accesses of thread 1 and 2 are looked at;
	// nil for all.
	pair [3]*predicate.Do
	// With a schedule: the pairs that are looked at, the statements that each thread logs
	// and the classes of the threads; nil for all.
	pairs []unorderedPair
	only  [3]map[*predicate.Do]bool
	roles [3]*scheduled
	of    *namedBarrier // of recyclingTask
	// sources numbers the statements that go to the log, in order.
	sources map[*predicate.Do]*Site
	listed  []*predicate.Do
	loops   map[*predicate.While]int
	// reached are the statements that may be in the log, hoped those that are there if
	// barriers under conditions empty it.
	reached, hoped *loggedAt
	// iter and step stand for the logged iteration of a thread's log.
	iter, step *kernel.Var
	// inner are the values that are logged with an access.
	inner map[*predicate.Do][]innerVar
	// starts are the values of loops' counters when the loop was reached.
	starts map[*kernel.Var]*kernel.Var
}

// counted reports whether the task looks at the barriers' counters.
func (p *part) counted() bool {
	if p.task == scheduleTask || p.task == extentTask {
		return false
	}
	return p.task != assertTask && (p.task != divergenceTask || len(p.votes) > 0)
}

// generationProcedures writes one procedure for each thing that is to be shown of
// two threads of a block.
func (b *builder) generationProcedures(pair predicate.Pair) (procs, consts []boogie.Decl) {
	if l := endlessLoop(b.kernel); l != nil {
		b.diags.Unsupportedf(l.Pos, "a loop that goes on for ever once it is entered: generations show what holds when loops end")
		return nil, nil
	}
	prog, diags := predicate.Predicate(b.kernel, pair)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	g, diags := newGenerations(prog, b.out.Arith, b.ranges, b.opts, b.scheduled)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	b.gen = g
	g.all = b.opts.AllBarriers
	for _, nb := range g.barriers {
		b.out.Barriers = append(b.out.Barriers, nb.id)
	}
	if b.out.Scheduled = g.schedule != nil; !b.out.Scheduled {
		b.out.Roles = len(g.classes)
	}
	for _, ap := range b.plan.arrays {
		ap.orderless = len(g.barriers) > 0 || g.schedule != nil
	}
	if g.schedule != nil {
		g.findExtents()
	}
	g.clockLoops()
	g.observe()
	g.findPeriods()
	g.findVotes()
	base := b.procName(predicate.SameBlock)
	write := func(property string, parts ...*part) {
		if len(parts) == 0 || b.out.expired(b.opts) || b.opts.Properties != nil && !b.opts.Properties[property] {
			return
		}
		proc := &Procedure{Name: base, Pair: predicate.SameBlock, Properties: []string{property}, Generation: true,
			Whole: map[string]string{}, Arrays: map[string]*kernel.Array{}}
		b.out.Procedures = append(b.out.Procedures, proc)
		for i, p := range parts {
			if i > 0 && b.out.expired(b.opts) {
				break
			}
			ps, w := b.generationPart(prog, proc, p, property)
			ps[len(ps)-1].(*boogie.Proc).Name = base + p.suffix()
			proc.Parts = append(proc.Parts, base+p.suffix())
			if property == DataRace && p.log != nil {
				proc.Arrays[base+p.suffix()] = p.log.array.array
			}
			if p.pair[1] != nil {
				proc.Whole[base+p.suffix()] = base + raceSuffix + p.log.array.array.Name
			}
			procs, consts = append(procs, ps...), append(consts, w.consts...)
		}
		proc.Name = proc.Parts[0]
	}
	write(DataRace, g.raceParts(b.plan)...)
	write(Divergence, g.divergenceParts()...)
	write(Recycling, g.recyclingParts()...)
	write(Deadlock, b.deadlockParts(g)...)
	if b.out.Unranked && b.opts.Standalone && (b.opts.Properties == nil || b.opts.Properties[Deadlock]) {
		procs = append(procs, unranked(base))
	}
	for _, property := range []string{Assertion, Invariant, Bounds} {
		if states(prog, property) {
			write(property, &part{generations: g, task: assertTask, asserts: property})
		}
	}
	return procs, consts
}

// states reports whether the program has anything to check of that property.
func states(prog *predicate.Program, property string) bool {
	found := false
	kernel.Walk(prog.Kernel.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assert:
			found = found || property == AssertedBy(s)
		case *kernel.Loop:
			found = found || property == Invariant && len(s.Invariants) > 0
		}
		return !found
	})
	return found
}

// raceParts are the procedures about accesses. They are made once: what the log of each
// is compared with is known when it is written.
func (g *generations) raceParts(pl *plan) []*part {
	if g.races == nil {
		g.races = g.newRaceParts(pl)
		if g.schedule != nil {
			g.races = append(g.races, g.extentParts()...)
		}
	}
	return g.races
}

// divergenceParts show that threads come to barriers together.
func (g *generations) divergenceParts() []*part {
	out := []*part{{generations: g, task: divergenceTask, barriers: g.votes}}
	if g.schedule != nil {
		out = append(out, g.scheduleParts()...)
	}
	return out
}

func (g *generations) newRaceParts(pl *plan) []*part {
	var out []*part
	for _, ap := range pl.arrays {
		if !ap.racy(predicate.SameBlock) {
			continue
		}
		if g.schedule != nil {
			out = append(out, g.unorderedParts(ap)...)
			continue
		}
		p := g.racePart(ap, [3]*predicate.Do{})
		if pairs := g.conflictingPairs(ap); len(p.barriers) > fewBarriers && len(pairs) <= mostPairs {
			for i, pair := range pairs {
				part := g.racePart(ap, pair)
				part.log.name = fmt.Sprintf("%s$%d", part.log.name, i+1)
				out = append(out, part)
			}
			continue
		}
		out = append(out, p)
	}
	return out
}

// Where more than a few barriers order the accesses to an array, each pair of
// statements has a procedure of its own, if there are not too many.
const (
	fewBarriers = 2
	mostPairs   = 21
)

func (g *generations) racePart(ap *arrayPlan, pair [3]*predicate.Do) *part {
	both := [3]bool{false, true, true}
	log := &pairLog{name: ap.array.Name, rel: both, acq: both, array: g.asLogged(ap), periodic: g.periodic()}
	return &part{generations: g, barriers: g.withVotes(g.neededFor(ap.array, pair)), task: raceTask, log: log, pair: pair}
}

// conflictingPairs are the pairs of statements whose accesses to an array may
// conflict. The two threads are any two, so the order within a pair is free.
func (g *generations) conflictingPairs(ap *arrayPlan) [][3]*predicate.Do {
	var all []*predicate.Do
	kinds := map[*predicate.Do]AccessKind{}
	eachDo(g.prog.Body, func(d *predicate.Do) {
		if acc, kind, ok := accessOf(d.Stmt); ok && acc.Array == ap.array && ap.logs(kind) && !g.inRow[d] {
			if _, seen := kinds[d]; !seen {
				kinds[d] = kind
				all = append(all, d)
			}
		}
	})
	var out [][3]*predicate.Do
	for i, one := range all {
		for _, two := range all[i:] {
			if kinds[one] != kinds[two] || kinds[one] == Write {
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

// mayBe reports whether a thread of this procedure may be of the class.
func (p *part) mayBe(c *class, thread int) bool {
	if p.roles[thread] != nil {
		return p.roles[thread].class == c
	}
	if p.pair[thread] == nil {
		return true
	}
	for t, in := range p.reach[p.pair[thread]] {
		if in && c.threads[t] {
			return true
		}
	}
	return false
}

func (g *generations) recyclingParts() []*part {
	var out []*part
	for _, b := range g.barriers {
		log := &pairLog{name: fmt.Sprint(b.id), rel: [3]bool{1: true}, acq: [3]bool{2: true}, periodic: g.periodic()}
		out = append(out, &part{generations: g, barriers: g.withVotes(g.neededToRecycle(b)), task: recyclingTask, log: log, of: b})
	}
	return out
}

// deadlockParts are balance and order. Where no ranks are found, order cannot be
// shown, and Output.Unranked tells.
func (b *builder) deadlockParts(g *generations) []*part {
	if len(g.barriers) == 0 {
		return nil
	}
	out := []*part{{generations: g, barriers: g.barriers, task: balanceTask}}
	if g.findRanks() {
		return append(out, &part{generations: g, barriers: g.barriers, task: orderTask})
	}
	b.out.Unranked = true
	return out
}

// unranked stands for the check of ranks where there are none.
func unranked(base string) *boogie.Proc {
	return &boogie.Proc{
		Comment: []string{"No ranks of generations were found that grow along every thread: deadlocks are not excluded."},
		Name:    base + "$order",
		Body:    []boogie.Stmt{&boogie.Assert{E: boogie.False}},
	}
}

// raceSuffix is what procedures about an array's accesses are named by.
const raceSuffix = "$race$"

// suffix is what the procedure's name ends in.
func (p *part) suffix() string {
	switch p.task {
	case raceTask:
		return raceSuffix + p.log.name
	case recyclingTask:
		return "$recycling$" + p.log.name
	case scheduleTask:
		return "$schedule$" + p.roles[1].roleNumber()
	case extentTask:
		return "$extent$" + p.roles[1].roleNumber()
	default:
		return [...]string{balanceTask: "$balance", orderTask: "$order", divergenceTask: "$divergence", assertTask: "$" + p.asserts}[p.task]
	}
}

// title says what the procedure shows.
func (p *part) title() []string {
	switch p.task {
	case raceTask:
		if p.schedule != nil {
			return []string{fmt.Sprintf("Threads of %s and %s: accesses to %s that no generation orders.", p.roles[1].name, p.roles[2].name, p.log.array.array.Name)}
		}
		return []string{fmt.Sprintf("Two threads of one block: accesses to %s that conflict are ordered by generations.", p.log.name)}
	case recyclingTask:
		return []string{fmt.Sprintf("Two threads of one block: no thread registers on barrier %d before the generation is complete", p.of.id),
			"that it has registered on last."}
	case scheduleTask:
		return []string{fmt.Sprintf("A thread of %s keeps to the schedule: it does %d operations on barriers, in order.", p.roles[1].name, len(p.roles[1].ops))}
	case extentTask:
		return []string{fmt.Sprintf("What a thread of %s accesses lies in the extents that its statements seem to have.", p.roles[1].name)}
	case balanceTask:
		return []string{"Two threads of one block: neither waits for a generation that the other never registers on."}
	case orderTask:
		return []string{"A thread waits for generations in the order of their ranks."}
	case divergenceTask:
		return []string{"Two threads of one block: the threads of a warp come to aligned barriers together, those of the block",
			"to barriers of the block."}
	default:
		return []string{"What the kernel asserts of a thread, and of two."}
	}
}

// generationPart writes one procedure, and those it calls that are its own.
func (b *builder) generationPart(prog *predicate.Program, proc *Procedure, p *part, property string) ([]boogie.Decl, *writer) {
	opts := b.opts
	opts.Properties = map[string]bool{property: true}
	if p.schedule != nil {
		prog = p.sliced(prog)
	}
	w := &writer{encoder: b.encoder(predicate.SameBlock, prog.Uniform), opts: opts, plan: b.plan, prog: prog, proc: proc,
		out: b.out, diags: b.diags, in: everyInterval, firstSite: len(b.out.Sites), gen: p}
	w.aliases, w.standIns = map[*kernel.Var]func(int) string{}, map[any]*kernel.Var{}
	w.single = b.kernel.Launch.Threads() == 1
	w.definitions = definitionsOf(prog.Body)
	w.reads = readCounts(prog.Body)
	w.surveyRows(prog.Body)
	w.stated = stated{}
	p.loops, p.starts = map[*predicate.While]int{}, map[*kernel.Var]*kernel.Var{}
	p.listSources(w, property)
	body := w.collect(func() {
		p.start(w)
		w.block(prog.Body)
		p.finish(w)
	})
	for _, v := range p.logVars() {
		for t := 1; t <= 2; t++ {
			delete(w.locals, w.names.of(v)+suffix(t))
		}
	}
	main := &boogie.Proc{
		Comment:  p.title(),
		Name:     proc.Name,
		Requires: append(w.requires(), p.requires(w)...),
		Modifies: p.modifies(w),
		Locals:   sortedLocals(w.locals),
		Body:     body,
	}
	return append(p.ownProcs(w), main), w
}

// listSources numbers the statements that can be in the log.
func (p *part) listSources(w *writer, property string) {
	p.sources = map[*predicate.Do]*Site{}
	if p.log == nil {
		return
	}
	eachDo(w.prog.Body, func(d *predicate.Do) {
		if p.sources[d] != nil || !p.logs(d) {
			return
		}
		s := w.site(d.Stmt.Source(), property)
		if acc, kind, ok := accessOf(d.Stmt); ok {
			s.Kind, s.Array, s.Width = kind, acc.Array, int(p.width(d))
		}
		p.sources[d] = s
		p.listed = append(p.listed, d)
	})
	p.reached, p.hoped = p.reachingLogs(w.prog.Body, false), p.reachingLogs(w.prog.Body, true)
	p.iter, p.step = p.logVar(w, "ITER"), p.logVar(w, "STEP")
	p.findInner(w)
}

// logVar is a field of the log that expressions of the kernel can be stated over.
func (p *part) logVar(w *writer, field string) *kernel.Var {
	name := field + "_" + p.log.name
	v := &kernel.Var{Name: name, T: kernel.I32, Temp: true}
	w.names.vars[v] = name
	w.ranges.vars[v] = span(0, 1<<31-1)
	return v
}

// logVars are the fields of the log that expressions are stated over.
func (p *part) logVars() []*kernel.Var {
	var out []*kernel.Var
	for _, v := range []*kernel.Var{p.iter, p.step} {
		if v != nil {
			out = append(out, v)
		}
	}
	for _, inner := range p.inner {
		for _, n := range inner {
			out = append(out, n.field)
		}
	}
	return out
}

// logs reports whether a statement goes to the log.
func (p *part) logs(d *predicate.Do) bool {
	if acc, kind, ok := accessOf(d.Stmt); ok {
		return p.task == raceTask && acc.Array == p.log.array.array && p.log.array.logs(kind) && !p.inRow[d] && (p.mayLog(d, 1) || p.mayLog(d, 2))
	}
	return p.task == recyclingTask && slices.Contains(p.ids[d], p.of)
}

// requires: the threads are such as come to the statements; nothing is counted or logged yet.
func (p *part) requires(w *writer) []boogie.Spec {
	var out []boogie.Spec
	for t := 1; t <= 2; t++ {
		if r := p.roles[t]; r != nil {
			out = append(out, boogie.Spec{E: p.classOf(w.encoder, r.class, t)})
		}
		if d := p.pair[t]; d != nil && len(p.reach[d].runs()) <= mostSpans {
			if in := w.expr(p.reach[d].contains(w.prog.Kernel.Launch), t); in != boogie.True {
				out = append(out, boogie.Spec{E: in})
			}
		}
	}
	if p.counted() {
		for _, b := range p.barriers {
			for t := 1; t <= 2; t++ {
				zero := boogie.And(boogie.Eq(boogie.V(GenName(b.id, t)), boogie.I(0)), boogie.Eq(boogie.V(SyncedName(b.id, t)), boogie.I(0)))
				out = append(out, boogie.Spec{E: zero})
			}
		}
	}
	if p.log != nil {
		out = append(out, boogie.Spec{E: p.log.empty()})
	}
	if p.task == orderTask {
		out = append(out, boogie.Spec{E: boogie.Eq(boogie.V(RankName), boogie.I(p.lowestRank()))})
	}
	return out
}

// modifies lists the state of the procedure.
func (p *part) modifies(w *writer) []string {
	out := p.counters()
	if p.log != nil {
		out = append(out, p.log.names(w.encoder, p.barriers)...)
	}
	if p.task == orderTask {
		out = append(out, RankName)
	}
	return append(out, p.contents(w)...)
}

func (p *part) counters() []string {
	var out []string
	if p.counted() {
		for _, b := range p.barriers {
			out = append(out, GenName(b.id, 1), GenName(b.id, 2), SyncedName(b.id, 1), SyncedName(b.id, 2))
		}
	}
	return out
}

// contents are the maps that change: those of arrays whose contents are tracked.
func (p *part) contents(w *writer) []string {
	var out []string
	for _, ap := range w.plan.arrays {
		if ap.content(w.pair, w.plan.intra) == tracked {
			out = append(out, ap.name+suffix(1), ap.name+suffix(2))
		}
		if ap.takes(w.pair, w.plan.intra) {
			out = append(out, takenName(ap.array.Name))
		}
	}
	return out
}

// cutName is the barrier that the block meets at, as this procedure sees it.
func (p *part) cutName() string { return barrierName + p.suffix() }

func (p *part) warpName() string { return warpSyncName + p.suffix() }

// ownProcs are what a barrier of the block and __syncwarp do to the state of the
// procedure.
func (p *part) ownProcs(w *writer) []boogie.Decl {
	var out []boogie.Decl
	if w.barrier {
		proc := meetingProc(p.cutName(), w.plan, w.encoder, boogie.True, false)
		p.empty(proc, boogie.True)
		p.restart(proc)
		out = append(out, proc)
	}
	if w.warp {
		meets := sameWarp(w.encoder, w.prog.Kernel.Launch)
		proc := meetingProc(p.warpName(), w.plan, w.encoder, meets, false)
		p.empty(proc, meets)
		out = append(out, proc)
	}
	return out
}

// empty lets only executions go on that have logged nothing.
func (p *part) empty(proc *boogie.Proc, when boogie.Expr) {
	if p.log == nil {
		return
	}
	both := boogie.And(boogie.V("P$1"), boogie.V("P$2"), when)
	proc.Body = append(proc.Body, &boogie.If{C: both, Then: []boogie.Stmt{&boogie.Assume{E: p.log.empty()}}})
}

// restart counts anew.
func (p *part) restart(proc *boogie.Proc) {
	var zero []boogie.Stmt
	for _, name := range p.counters() {
		zero = append(zero, set(name, boogie.I(0)))
	}
	proc.Modifies = append(proc.Modifies, p.counters()...)
	if p.task == orderTask {
		zero = append(zero, set(RankName, boogie.I(p.lowestRank())))
		proc.Modifies = append(proc.Modifies, RankName)
	}
	if len(zero) > 0 {
		proc.Body = append(proc.Body, &boogie.If{C: boogie.And(boogie.V("P$1"), boogie.V("P$2")), Then: zero})
	}
}

// barrier is a barrier operation of two threads of a block.
func (p *part) barrier(w *writer, d *predicate.Do, s *kernel.Barrier) {
	if p.schedule != nil {
		p.follow(w, d, s)
		return
	}
	if p.cuts[d] {
		p.cut(w, d, s)
		return
	}
	ids := p.ids[d]
	if p.task == divergenceTask && (s.Aligned || p.lanesWait) {
		p.meetWarp(w, d, s)
	}
	for _, b := range ids {
		p1, p2 := p.at(w, d, s, b, 1), p.at(w, d, s, b, 2)
		if p.task == orderTask {
			p.rank(w, s, b, p1)
		}
		if p.task == recyclingTask && b == p.of {
			p.operation(w, d, s, p1, p2)
			continue
		}
		p.register(w, s, b, p1, p2)
	}
	if s.Kind == kernel.Sync {
		p.vote(w, d, s)
	}
}

// at is the condition that a thread operates on barrier b here.
func (p *part) at(w *writer, d *predicate.Do, s *kernel.Barrier, b *namedBarrier, thread int) boogie.Expr {
	enabled := w.pred(d.Pred, thread)
	if len(p.ids[d]) == 1 {
		return enabled
	}
	is := bin(kernel.Eq, s.ID, &kernel.Const{T: s.ID.Type(), Val: int64(b.id)})
	return boogie.And(enabled, w.expr(is, thread))
}

func (p *part) register(w *writer, s *kernel.Barrier, b *namedBarrier, p1, p2 boogie.Expr) {
	if !p.counted() || !slices.Contains(p.barriers, b) {
		return
	}
	name := arriveName(b.id)
	if s.Kind == kernel.Sync {
		name = syncName(b.id)
	}
	w.emit(&boogie.Call{F: name, Args: []boogie.Expr{p1, p2}})
}

// operation is an operation on the barrier whose recycling is looked at. A sync is
// complete when it returns; an arrive is an event of its own where a generation may
// consist of arrives only.
func (p *part) operation(w *writer, d *predicate.Do, s *kernel.Barrier, p1, p2 boogie.Expr) {
	site := p.sources[d]
	number, phase := p.phaseAt(d, p.of)
	note := func(t int, when, at boogie.Expr) {
		w.emit(&boogie.Call{F: p.log.procName(t), Args: append(append([]boogie.Expr{when, at}, p.iteration(w, d, t)...), boogie.I(int64(site.ID)))})
	}
	p.inPhase(w, s, number, p1)
	if s.Kind == kernel.Arrive && phase.syncers.size() == 0 {
		note(1, p1, p.nextOf(w, p.of, 1))
	}
	note(2, p2, p.nextOf(w, p.of, 2))
	p.register(w, s, p.of, p1, p2)
	if s.Kind == kernel.Sync {
		note(1, p1, boogie.V(GenName(p.of.id, 1)))
	}
}

func (p *part) nextOf(w *writer, b *namedBarrier, thread int) boogie.Expr {
	return b.nextOf(w.encoder, w.prog.Kernel.Launch, thread)
}

// phaseAt is the phase of b that an operation names the number of threads of.
func (g *generations) phaseAt(d *predicate.Do, b *namedBarrier) (int, *phase) {
	return b.phaseOf(g.counts[d])
}

// inPhase asserts that the operation names the number of threads that the generation
// of its turn has.
func (p *part) inPhase(w *writer, s *kernel.Barrier, number int, p1 boogie.Expr) {
	n := int64(len(p.of.phases))
	if n == 1 {
		return
	}
	turn := boogie.Op("mod", boogie.Op("-", p.nextOf(w, p.of, 1), boogie.I(1)), boogie.I(n))
	p.assert(w, s.Src, Recycling, boogie.Imp(p1, boogie.Eq(turn, boogie.I(int64(number)))),
		fmt.Sprintf("that the numbers of threads of barrier %d come in turn", p.of.id))
}

// rank checks that the generation of an operation ranks above all that thread 1 has
// waited for.
func (p *part) rank(w *writer, s *kernel.Barrier, b *namedBarrier, p1 boogie.Expr) {
	r := p.ranks[b.id]
	next := linearText(r.slope, p.nextOf(w, b, 1), r.offset)
	site := w.site(s.Src, Deadlock)
	w.capture(site)
	w.emit(&boogie.Assert{E: boogie.Imp(p1, boogie.Op("<", boogie.V(RankName), next)),
		Tag: &Check{Property: Deadlock, Site: site, Text: fmt.Sprintf("the ranks of generations of barrier %d", b.id)}})
	if s.Kind == kernel.Sync {
		w.emit(set(RankName, boogie.If3(p1, next, boogie.V(RankName))))
	}
}

// meetWarp asserts that the threads of a warp come to a barrier together, with the same
// id: to an aligned one, or to any for the sake of lanesWait.
func (p *part) meetWarp(w *writer, d *predicate.Do, s *kernel.Barrier) {
	warp := sameWarp(w.encoder, w.prog.Kernel.Launch)
	w.meet(s.Src, d.Pred, w.pred(d.Pred, 1), w.pred(d.Pred, 2), warp)
	if s.ID != nil && !w.isUniform(s.ID) {
		site := w.site(s.Src, Divergence)
		w.capture(site)
		both := boogie.And(warp, w.pred(d.Pred, 1), w.pred(d.Pred, 2))
		w.emit(&boogie.Assert{E: boogie.Imp(both, boogie.Eq(w.expr(s.ID, 1), w.expr(s.ID, 2))),
			Tag: &Check{Property: Divergence, Site: site}})
	}
}

// cut is a barrier that the block meets at.
func (p *part) cut(w *writer, d *predicate.Do, s *kernel.Barrier) {
	p1, p2 := w.pred(d.Pred, 1), w.pred(d.Pred, 2)
	if !w.single {
		w.meet(s.Src, d.Pred, p1, p2, boogie.True)
	}
	p.judge(w, s.Src)
	if p.task == recyclingTask {
		both := boogie.And(p1, p2, p.roleOf(w.encoder, p.of, 1), p.roleOf(w.encoder, p.of, 2))
		same := boogie.Eq(boogie.V(GenName(p.of.id, 1)), boogie.V(GenName(p.of.id, 2)))
		if n := int64(len(p.of.phases)); n > 1 {
			same = boogie.And(same, boogie.Eq(boogie.Op("mod", boogie.V(GenName(p.of.id, 1)), boogie.I(n)), boogie.I(0)))
		}
		p.assert(w, s.Src, Recycling, boogie.Imp(both, same),
			fmt.Sprintf("that the threads of barrier %d have registered equally often on it", p.of.id))
	}
	w.barrier = true
	w.emit(&boogie.Call{F: p.cutName(), Args: []boogie.Expr{p1, p2}})
	w.reduce(d.Pred, s.Reduce, s.Dst, s.Arg, true, boogie.True)
}

// warpSync orders the accesses of two threads of a warp.
func (p *part) warpSync(w *writer, src kernel.Src, p1, p2 boogie.Expr) {
	if p.task != raceTask && len(p.contents(w)) == 0 {
		return
	}
	p.judge(w, src)
	w.warp = true
	w.emit(&boogie.Call{F: p.warpName(), Args: []boogie.Expr{p1, p2}})
}

// judge calls RESOLVE on what is logged.
func (p *part) judge(w *writer, src kernel.Src) {
	if p.log == nil {
		return
	}
	property := DataRace
	if p.task == recyclingTask {
		property = Recycling
	}
	site := w.site(src, property)
	w.capture(site)
	w.emit(&boogie.Call{F: p.log.resolveName(), Tag: site})
}

func (p *part) assert(w *writer, src kernel.Src, property string, e boogie.Expr, text string) {
	site := w.site(src, property)
	w.capture(site)
	w.emit(&boogie.Assert{E: e, Tag: &Check{Property: property, Site: site, Text: text}})
}

// access notes an access of each thread.
func (p *part) access(w *writer, d *predicate.Do, kind AccessKind, acc kernel.Access) {
	if p.task == extentTask {
		p.within(w, d, acc)
		return
	}
	site := p.sources[d]
	if site == nil || w.single {
		return
	}
	ap := p.log.array
	w.separate(acc.Index)
	if st, ok := d.Stmt.(*kernel.Store); ok {
		w.keepApart(d.Pred, ap, st)
	}
	for t := 1; t <= 2; t++ {
		if !p.mayLog(d, t) {
			continue
		}
		args := []boogie.Expr{w.pred(d.Pred, t), boogie.I(int64(kind)), w.expr(ap.offset(acc.Index), t)}
		if ap.wide {
			args = append(args, ap.offsetConst(w.encoder, p.width(d)))
		}
		args = append(append(args, p.iteration(w, d, t)...), p.innerValues(w, d, t)...)
		args = append(args, boogie.I(int64(site.ID)))
		w.emit(&boogie.Call{F: p.log.procName(t), Args: args})
	}
}

// finish is what is checked at the end of the kernel.
func (p *part) finish(w *writer) {
	src := kernel.Src{Pos: w.prog.Kernel.Pos}
	w.comment(src)
	p.judge(w, src)
	switch p.task {
	case scheduleTask:
		p.complete(w)
	case recyclingTask:
		both := boogie.And(p.roleOf(w.encoder, p.of, 1), p.roleOf(w.encoder, p.of, 2))
		p.assert(w, p.of.src, Recycling, boogie.Imp(both, boogie.Op("<=", boogie.V(GenName(p.of.id, 2)), p.nextOf(w, p.of, 1))),
			fmt.Sprintf("that no thread registers on barrier %d twice more than another", p.of.id))
	case balanceTask:
		for _, b := range p.barriers {
			both := boogie.And(p.roleOf(w.encoder, b, 1), p.roleOf(w.encoder, b, 2))
			p.assert(w, b.src, Deadlock, boogie.Imp(both, boogie.Op("<", boogie.V(SyncedName(b.id, 1)), p.nextOf(w, b, 2))),
				fmt.Sprintf("that the threads of barrier %d register on each generation that one of them waits for", b.id))
		}
	}
}

// resolve is what the pair of logged accesses is judged by.
func (p *part) resolve(e *encoder, l kernel.Launch) *boogie.Proc {
	if p.schedule != nil {
		return p.unorderedProc()
	}
	return p.log.raceProc(e, l, p.barriers)
}

// title says how many threads meet at the barrier.
func (b *namedBarrier) title() string {
	text := ""
	for i, p := range b.phases {
		if i > 0 {
			text += " and "
		}
		text += fmt.Sprint(p.count)
	}
	if len(b.phases) > 1 {
		text += " in turn"
	}
	return fmt.Sprintf("Barrier %d: %s threads", b.id, text)
}

// generationDecls declares the state of the encoding and its procedures.
func (b *builder) generationDecls() []boogie.Decl {
	if b.gen == nil {
		return nil
	}
	e, l := b.encoder(predicate.SameBlock, nil), b.kernel.Launch
	var out []boogie.Decl
	for _, nb := range b.gen.barriers {
		out = append(append(append(out, &boogie.Section{Title: nb.title()}), nb.vars()...), nb.procs(e, l)...)
	}
	asked := func(property string) bool { return b.opts.Properties == nil || b.opts.Properties[property] }
	if asked(DataRace) {
		for _, p := range b.gen.raceParts(b.plan) {
			if p.log == nil {
				continue
			}
			title := fmt.Sprintf("Array %s (%s): one access of each thread", p.log.array.array.Name, p.log.array.array.Space)
			out = append(out, &boogie.Section{Title: title})
			out = append(out, p.log.vars(e, p.barriers)...)
			out = append(out, p.log.record(e, l, p.barriers, 1), p.log.record(e, l, p.barriers, 2), p.resolve(e, l))
		}
	}
	if asked(Recycling) {
		for _, p := range b.gen.recyclingParts() {
			out = append(out, &boogie.Section{Title: fmt.Sprintf("Barrier %s: an operation of thread 1 that is complete, one of thread 2 to come", p.log.name)})
			out = append(out, p.log.vars(e, p.barriers)...)
			out = append(out, p.log.record(e, l, p.barriers, 1), p.log.record(e, l, p.barriers, 2),
				p.log.recyclingProc(e, l, p.barriers, p.of))
		}
	}
	if asked(Deadlock) && len(b.gen.barriers) > 0 && !b.out.Unranked {
		out = append(out, &boogie.VarDecl{Name: RankName, T: boogie.Int, Comment: "rank of the last generation that thread 1 waited for"})
	}
	return out
}
