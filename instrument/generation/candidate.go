package generation

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
)

// Candidates says that how often a thread of a role has registered and waited is a
// function of the iterations that it has begun, and so is what it logged. The
// functions are read off small runs.
func (p *part) Candidates(w *twothread.Writer, l *candidate.Loop) []boogie.Expr {
	c := &candidates{w: w, loop: l, part: p}
	c.untouched()
	if p.counted() {
		c.leaving()
		c.counts()
	}
	if p.log != nil {
		c.logged()
	}
	if p.task == divergenceTask {
		c.warp()
	}
	if p.counted() {
		c.cycles()
		c.voters()
	}
	return c.out
}

// Uses reports whether the procedure has a use for a rule. What two threads have in
// common says nothing of what each of them counts.
func (p *part) Uses(rule string) bool {
	switch rule {
	case "predicate-guard", "counter-bound", "counter-stride", "counter-guard", "generation":
		return true
	}
	if len(p.theory.Barriers) == 0 && !strings.HasPrefix(rule, "access-") && !strings.HasPrefix(rule, "log-") {
		return true // all threads wait together, and reach loops with barriers together
	}
	return p.task == assertTask || p.task == divergenceTask && p.unevenCuts()
}

// unevenCuts reports whether a barrier of the block stands under a condition that
// may differ between threads.
func (p *part) unevenCuts() bool {
	for d := range p.theory.Cuts {
		if d.Pred != nil {
			return true
		}
	}
	return false
}

// candidates are the candidates of one loop.
type candidates struct {
	w    *twothread.Writer
	loop *candidate.Loop
	part *part
	out  []boogie.Expr
}

func (c *candidates) add(e boogie.Expr) { c.out = append(c.out, e) }

// iterName counts the iterations of a loop that a thread has begun.
func iterName(loop, thread int) string { return fmt.Sprintf("ITER_L%d%s", loop, key.Suffix(thread)) }

// roundName and stepName are the iterations begun of a loop that goes round, as
// whole rounds and what is left.
func roundName(loop, thread int) string { return fmt.Sprintf("ROUND_L%d%s", loop, key.Suffix(thread)) }
func stepName(loop, thread int) string  { return fmt.Sprintf("STEP_L%d%s", loop, key.Suffix(thread)) }

// headClock and logClock are the iterations that facts at a loop's head, and of a log,
// are functions of.
func (c *candidates) headClock(n, t int) clock {
	return clock{boogie.V(iterName(n, t)), boogie.V(roundName(n, t)), boogie.V(stepName(n, t)), max(c.part.theory.Periods[c.loop.Stmt], 1),
		c.leftAtHead(t)}
}

func (c *candidates) logClock(loop *predicate.While, t int, visits []named.SiteVisit) clock {
	field := func(name string) boogie.Expr { return boogie.V(key.LogField(name, c.part.log.name, t)) }
	return clock{field("ITER"), field("ROUND"), field("STEP"), max(c.part.theory.Periods[loop], 1), c.leftWhenLogged(loop, t, visits)}
}

// leftWhenLogged says that the loop's condition held so many more times after the
// iteration that was logged. It is nil where what changes in the condition is no line
// over the iterations.
func (c *candidates) leftWhenLogged(loop *predicate.While, t int, visits []named.SiteVisit) func(int64) boogie.Expr {
	if loop == nil || loop.Loop == nil || loop.Loop.Cond == nil {
		return nil
	}
	with, closed := c.inLogged(loop.Loop.Cond, loop, nil, visits)
	if !closed || len(with) == 0 {
		return nil
	}
	cond := fact.Replaced(loop.Loop.Cond, with)
	return func(n int64) boogie.Expr {
		return c.loop.Enc.Expr(fact.Replaced(cond, map[*kernel.Var]kernel.Expr{c.part.iter: stepped(c.part.iter, n)}), t)
	}
}

// leftAtHead says that the loop's condition will hold so many more times, the thread
// being at its head: it is asked about the values that the loop's counter will have.
// It is nil for conditions of anything else that changes.
func (c *candidates) leftAtHead(t int) func(int64) boogie.Expr {
	k := c.conditionCounter()
	if k == nil {
		return nil
	}
	return func(n int64) boogie.Expr {
		later := stepped(k.Var, k.Step*(n-1))
		return c.loop.Enc.Expr(fact.Replaced(c.loop.Stmt.Loop.Cond, map[*kernel.Var]kernel.Expr{k.Var: later}), t)
	}
}

// conditionCounter is the counter that alone decides whether the loop goes on, nil if
// there is none.
func (c *candidates) conditionCounter() *candidate.Counter {
	if c.loop.Stmt.Loop == nil || c.loop.Stmt.Loop.Cond == nil {
		return nil
	}
	for _, k := range c.loop.Counters {
		if k.Op != kernel.Add || k.By != nil {
			continue
		}
		start := map[*kernel.Var]kernel.Expr{k.Var: &kernel.Const{T: k.Var.T}}
		if x := fact.Replaced(c.loop.Stmt.Loop.Cond, start); x != c.loop.Stmt.Loop.Cond && c.loop.Fixed(x) {
			return k
		}
	}
	return nil
}

// stepped is v and so much more.
func stepped(v *kernel.Var, by int64) kernel.Expr {
	switch {
	case by > 0:
		return kernel.Bin(kernel.Add, kernel.Ref(v), &kernel.Const{T: v.T, Val: by})
	case by < 0:
		return kernel.Bin(kernel.Sub, kernel.Ref(v), &kernel.Const{T: v.T, Val: -by})
	}
	return kernel.Ref(v)
}

// entryName is the value of a counter when the loop was reached.
func entryName(name string, loop, thread int) string {
	return fmt.Sprintf("%s_L%d%s", name[:len(name)-len(key.Suffix(thread))], loop, key.Suffix(thread))
}

// headField is a part of the state that a loop's candidates speak of.
type headField struct {
	name  func(thread int) string
	value func(named.Counts) int64
	last  int // the last thread that has it
}

// fields are those of the procedure.
func (p *part) headFields() []headField {
	var out []headField
	if !p.counted() {
		return nil
	}
	for _, b := range p.barriers {
		i := b.Index
		out = append(out, headField{func(t int) string { return key.GenName(b.ID, t) }, func(c named.Counts) int64 { return c.Gen[i] }, 2})
		if p.task != orderTask {
			out = append(out, headField{func(t int) string { return key.SyncedName(b.ID, t) }, func(c named.Counts) int64 { return c.Synced[i] }, 2})
		}
	}
	if p.task == orderTask {
		out = append(out, headField{func(int) string { return key.RankName }, p.theory.HighestRank, 1})
	}
	return out
}

// Enter remembers the counters where a loop is reached.
func (p *part) Enter(w *twothread.Writer, l *candidate.Loop) {
	s := l.Stmt
	for _, c := range l.Counters {
		if c.Start != nil {
			p.starts[c.Var] = c.Start
		}
	}
	n, known := p.loops[s]
	if !known {
		n = len(p.loops)
		p.loops[s] = n
	}
	p.keep(w, l)
	if !p.ghosts(w) {
		return
	}
	for t := 1; t <= 2; t++ {
		p.ghost(w, iterName(n, t), boogie.I(0))
		if p.theory.Periods[s] > 1 {
			p.ghost(w, roundName(n, t), boogie.I(0))
			p.ghost(w, stepName(n, t), boogie.I(0))
		}
		for _, f := range p.headFields() {
			if t <= f.last {
				p.ghost(w, entryName(f.name(t), n, t), boogie.V(f.name(t)))
			}
		}
	}
}

// ghosts reports whether iterations are counted: only invariants need that.
func (p *part) ghosts(w *twothread.Writer) bool {
	return p.counted() && w.Request.Invariants != ask.NoInvariants
}

func (p *part) ghost(w *twothread.Writer, name string, value boogie.Expr) {
	w.Enc.Locals[name] = boogie.Int
	w.Emit(set(name, value))
}

// Iterate counts an iteration for the threads that begin one.
func (p *part) Iterate(w *twothread.Writer, s *predicate.While) {
	if !p.ghosts(w) {
		return
	}
	for t := 1; t <= 2; t++ {
		name := iterName(p.loops[s], t)
		begins := w.Enc.Expr(s.Guard, t)
		if s.Uniform {
			begins = boogie.True
		}
		w.Emit(set(name, boogie.If3(begins, boogie.Op("+", boogie.V(name), boogie.I(1)), boogie.V(name))))
		if m := p.theory.Periods[s]; m > 1 {
			p.stepOn(w, begins, m, p.loops[s], t)
		}
	}
}

// stepOn counts an iteration as a step, or as the first of a new round.
func (p *part) stepOn(w *twothread.Writer, begins boogie.Expr, m int64, loop, t int) {
	round, step := boogie.V(roundName(loop, t)), boogie.V(stepName(loop, t))
	last := boogie.Eq(step, boogie.I(m-1))
	w.Emit(
		set(roundName(loop, t), boogie.If3(boogie.And(begins, last), boogie.Op("+", round, boogie.I(1)), round)),
		set(stepName(loop, t), boogie.If3(begins, boogie.If3(last, boogie.I(0), boogie.Op("+", step, boogie.I(1))), step)))
}

// iteration is the number of the iteration that dates what a thread logs at d, 0 outside
// loops, and with periods its round and step.
func (p *part) iteration(w *twothread.Writer, d *predicate.Do, thread int) []boogie.Expr {
	out := []boogie.Expr{boogie.I(0)}
	if p.log.periodic {
		out = []boogie.Expr{boogie.I(0), boogie.I(0), boogie.I(0)}
	}
	loop := p.theory.Clocks[d]
	if loop == nil || !p.ghosts(w) {
		return out
	}
	n := p.loops[loop]
	out[0] = boogie.V(iterName(n, thread))
	if p.log.periodic && p.theory.Periods[loop] > 1 {
		out[1], out[2] = boogie.V(roundName(n, thread)), boogie.V(stepName(n, thread))
	}
	return out
}

// eachThread adds a fact about each thread, as one candidate.
func (c *candidates) eachThread(last int, fact func(thread int) boogie.Expr) {
	one := fact(1)
	if last == 2 {
		one = boogie.And(one, fact(2))
	}
	c.add(one)
}

// counts are facts about the counters at the head of the loop.
func (c *candidates) counts() {
	n := c.part.loops[c.loop.Stmt]
	visits := c.part.theory.Runs.Heads[c.loop.Stmt]
	c.eachThread(2, func(t int) boogie.Expr { return c.headClock(n, t).fact() })
	for _, v := range c.loop.Counters {
		c.counterFact(v, n)
	}
	for i, cl := range c.part.theory.Roles {
		var mine []named.HeadVisit
		for _, v := range visits {
			if v.Role == i {
				mine = append(mine, v)
			}
		}
		if len(mine) == 0 {
			continue
		}
		c.countsOf(cl, n, mine)
	}
}

// leaving: a thread that has reached the loop is in it as long as the condition holds.
func (c *candidates) leaving() {
	in, ok := c.loop.Stmt.Guard.(*kernel.VarRef)
	if !ok || c.loop.Stmt.Uniform || !c.loop.Changes[in.Var] {
		return
	}
	c.eachThread(2, func(t int) boogie.Expr {
		return boogie.Eq(c.loop.Enc.Expr(in, t), boogie.And(c.w.Pred(c.loop.Stmt.Outer, t), c.loop.Enc.Expr(c.loop.Stmt.Loop.Cond, t)))
	})
}

// counterFact: a counter is its start and a step for each iteration.
func (c *candidates) counterFact(v *candidate.Counter, n int) {
	if !c.loop.Enc.Mathematical() || v.Op != kernel.Add || v.By != nil || v.Start == nil {
		return
	}
	c.eachThread(2, func(t int) boogie.Expr {
		start, now := boogie.V(c.loop.Enc.Variable(v.Start, t)), boogie.V(c.loop.Enc.Variable(v.Var, t))
		steps := linearText(v.Step, boogie.V(iterName(n, t)), 0)
		return boogie.Eq(now, boogie.Op("+", start, steps))
	})
}

func (c *candidates) countsOf(cl *named.Role, n int, visits []named.HeadVisit) {
	fields := c.part.headFields()
	for i, f := range fields {
		guard := func(t int, fact boogie.Expr) boogie.Expr {
			if !c.part.mayBe(cl, t) {
				return boogie.True
			}
			return boogie.Imp(c.part.plays(c.loop.Enc, cl, t), fact)
		}
		now := func(t int) boogie.Expr { return boogie.V(f.name(t)) }
		var grown []named.Point
		for _, v := range visits {
			grown = append(grown, v.Point(f.value(v.Now)-f.value(v.Entry)))
		}
		fn, ok := c.headClock(n, 1).fitted(grown)
		if ok {
			c.eachThread(f.last, func(t int) boogie.Expr {
				entry := boogie.V(entryName(f.name(t), n, t))
				value := entry
				if fn.Mul != 0 || fn.Add != 0 {
					value = boogie.Op("+", entry, c.headClock(n, t).value(fn))
				}
				return guard(t, boogie.Eq(now(t), value))
			})
		} else if again, same := anew(visits, f); same {
			c.eachThread(f.last, func(t int) boogie.Expr {
				first := boogie.Eq(boogie.V(iterName(n, t)), boogie.I(0))
				return guard(t, boogie.Eq(now(t), boogie.If3(first, boogie.V(entryName(f.name(t), n, t)), boogie.I(again))))
			})
			ok = true
		} else if f.last == 1 {
			c.rankBound(cl, n, visits)
		}
		if ok {
			continue
		}
		for _, o := range fields[:i] {
			if d, same := difference(visits, f, o); same && o.last == f.last {
				c.eachThread(f.last, func(t int) boogie.Expr {
					return guard(t, boogie.Eq(now(t), linearText(1, boogie.V(o.name(t)), d)))
				})
				break
			}
		}
	}
}

// anew is the value of f in all iterations but the first, if it is one: that of a loop
// with a barrier of the block, where counting begins anew.
func anew(visits []named.HeadVisit, f headField) (int64, bool) {
	value, begun := int64(0), false
	for _, v := range visits {
		if v.Number == 0 {
			continue
		}
		if x := f.value(v.Now); begun && x != value {
			return 0, false
		}
		value, begun = f.value(v.Now), true
	}
	return value, begun
}

// rankBound: the rank is at most a line over the iterations.
func (c *candidates) rankBound(cl *named.Role, n int, visits []named.HeadVisit) {
	first, last := visits[0], visits[0]
	for _, v := range visits {
		if v.Number == 1 {
			first = v
		}
		if v.Number > last.Number {
			last = v
		}
	}
	if last.Number <= first.Number {
		return
	}
	rank := c.part.theory.HighestRank
	slope := (rank(last.Now) - rank(first.Now)) / (last.Number - first.Number)
	add := rank(visits[0].Now) - slope*visits[0].Number
	for _, v := range visits {
		add = max(add, rank(v.Now)-slope*v.Number)
	}
	c.add(boogie.Imp(c.part.plays(c.loop.Enc, cl, 1), boogie.Op("<=", boogie.V(key.RankName), linearText(slope, boogie.V(iterName(n, 1)), add))))
}

// difference is what f is more than o, if that is the same in all visits and they
// change at all.
func difference(visits []named.HeadVisit, f, o headField) (int64, bool) {
	d := f.value(visits[0].Now) - o.value(visits[0].Now)
	moved := false
	for _, v := range visits {
		if f.value(v.Now)-o.value(v.Now) != d {
			return 0, false
		}
		moved = moved || f.value(v.Now) != f.value(visits[0].Now)
	}
	return d, moved
}

// logField is a part of what is logged.
type logField struct {
	name  string
	value func(named.SiteVisit) int64
}

// logFields are those of a thread's log, for the statement d.
func (p *part) logFields(d *predicate.Do, thread int) []logField {
	var out []logField
	over := false // a sync is logged when it has returned
	if s, ok := d.Stmt.(*kernel.Barrier); ok {
		over = s.Kind == kernel.Sync && thread == 1
		own := p.of
		out = append(out, logField{key.LogField("AT", p.log.name, thread), func(v named.SiteVisit) int64 { return own.Next(v.Thread, v.Now.Gen[own.Index]) }})
	}
	for _, b := range p.barriers {
		i := b.Index
		gen := func(v named.SiteVisit) int64 { return v.Now.Gen[i] }
		if b == p.of && over {
			gen = func(v named.SiteVisit) int64 { return b.Next(v.Thread, v.Now.Gen[i]) }
		}
		if p.log.rel[thread] {
			out = append(out, logField{key.RelName(b.ID, p.log.name, thread), func(v named.SiteVisit) int64 { return b.Next(v.Thread, gen(v)) }})
		}
		if p.log.acq[thread] {
			out = append(out, logField{key.AcqName(b.ID, p.log.name, thread), func(v named.SiteVisit) int64 { return v.Now.Synced[i] }})
		}
	}
	return out
}

// logged are facts about what the threads have logged, by statement and role.
func (c *candidates) logged() {
	p := c.part
	for t := 1; t <= 2; t++ {
		if few, all := p.hoped.At(c.loop.Stmt), p.reached.At(c.loop.Stmt); len(few) < len(all) {
			c.loggedAmong(few, t)
		}
		if !c.loggedAmong(p.reached.At(c.loop.Stmt), t) {
			continue
		}
		for _, d := range p.reached.At(c.loop.Stmt) {
			if t == 2 || p.logsFirst(d) {
				c.loggedAt(d, t)
			}
		}
	}
}

// loggedAmong: what a thread has logged is one of these statements; it reports whether
// that can be.
func (c *candidates) loggedAmong(list []*predicate.Do, t int) bool {
	p := c.part
	var any []boogie.Expr
	for _, d := range list {
		if p.mayLog(d, t) && (t == 2 || p.logsFirst(d)) {
			any = append(any, c.is(d, t))
		}
	}
	if len(any) == 0 {
		c.add(boogie.Not(boogie.V(key.LoggedName(p.log.name, t))))
		return false
	}
	c.add(boogie.Imp(boogie.V(key.LoggedName(p.log.name, t)), boogie.Or(any...)))
	return true
}

// logsFirst reports whether thread 1 logs the statement.
func (p *part) logsFirst(d *predicate.Do) bool {
	s, ok := d.Stmt.(*kernel.Barrier)
	if !ok || s.Kind == kernel.Sync {
		return true
	}
	_, phase := p.theory.PhaseAt(d, p.of)
	return phase.Syncers.Size() == 0
}

// is says that the thread's log is of statement d.
func (c *candidates) is(d *predicate.Do, t int) boogie.Expr {
	return boogie.Eq(boogie.V(key.LogField("SOURCE", c.part.log.name, t)), boogie.I(int64(c.part.sources[d].ID)))
}

func (c *candidates) loggedAt(d *predicate.Do, t int) {
	p := c.part
	if !p.mayLog(d, t) {
		return
	}
	when := boogie.And(boogie.V(key.LoggedName(p.log.name, t)), c.is(d, t))
	if p.log.array != nil {
		kind := boogie.Eq(boogie.V(key.LogField("KIND", p.log.name, t)), boogie.I(int64(p.sources[d].Kind)))
		c.add(boogie.Imp(when, kind))
	}
	by := map[int][]named.SiteVisit{}
	var all []named.SiteVisit
	for _, v := range p.theory.Runs.Sites[d] {
		if p.slotOf(d, v) {
			all = append(all, v)
			by[v.Role] = append(by[v.Role], v)
		}
	}
	roles := 0
	for i := range p.theory.Roles {
		if len(by[i]) > 0 {
			roles++
		}
	}
	if s := p.theory.Reach[d]; s != nil && s.Spellable() {
		c.add(boogie.Imp(when, c.loop.Enc.Expr(s.Contains(c.w.Prog.Kernel.Launch), t)))
	}
	c.loggedIteration(d, t, when, all)
	for i, cl := range p.theory.Roles {
		if len(by[i]) == 0 || p.roles[t] != nil && p.roles[t].Role != cl {
			continue
		}
		guard := when
		if roles > 1 && p.roles[t] == nil {
			guard = boogie.And(when, p.plays(c.loop.Enc, cl, t))
		}
		c.loggedFields(d, t, guard, by[i])
		c.loggedOffset(d, t, guard, by[i])
		c.innerFacts(d, t, guard, by[i])
		c.loggedExtent(d, t, i, guard)
	}
}

// slotOf reports whether a visit of an operation was one of the barrier looked at.
func (p *part) slotOf(d *predicate.Do, v named.SiteVisit) bool {
	if len(p.theory.IDs[d]) < 2 || p.of == nil {
		return true
	}
	return v.Barrier == p.of.ID
}

// loggedIteration bounds the iteration that was logged.
func (c *candidates) loggedIteration(d *predicate.Do, t int, when boogie.Expr, visits []named.SiteVisit) {
	iter := boogie.V(key.LogField("ITER", c.part.log.name, t))
	loop := c.part.theory.Clocks[d]
	if loop == nil {
		c.add(boogie.Imp(when, boogie.Eq(iter, boogie.I(0))))
		return
	}
	if m := c.part.theory.Periods[loop]; m > 1 {
		c.add(boogie.Imp(when, c.logClock(loop, t, nil).fact()))
		if r, ok := named.Residue(visits, m); ok {
			c.add(boogie.Imp(when, boogie.Eq(boogie.V(key.LogField("STEP", c.part.log.name, t)), boogie.I(r))))
		}
	}
	c.add(boogie.Imp(when, boogie.Op("<=", boogie.I(1), iter)))
	if n, begun := c.part.loops[loop]; begun && !c.part.reached.Entry[loop][d] {
		c.add(boogie.Imp(when, boogie.Op("<=", iter, boogie.V(iterName(n, t)))))
	}
}

func (c *candidates) loggedFields(d *predicate.Do, t int, guard boogie.Expr, visits []named.SiteVisit) {
	fields := c.part.logFields(d, t)
	loop := c.part.theory.Clocks[d]
	k := c.logClock(loop, t, visits)
	for i, f := range fields {
		var points []named.Point
		for _, v := range visits {
			points = append(points, v.Point(f.value(v)))
		}
		if fn, ok := k.fitted(points); ok {
			c.add(boogie.Imp(guard, boogie.Eq(boogie.V(f.name), k.value(fn))))
			continue
		}
		for _, o := range fields[:i] {
			delta, same := f.value(visits[0])-o.value(visits[0]), true
			for _, v := range visits {
				same = same && f.value(v)-o.value(v) == delta
			}
			if same {
				c.add(boogie.Imp(guard, boogie.Eq(boogie.V(f.name), linearText(1, boogie.V(o.name), delta))))
				break
			}
		}
	}
}

// loggedExtent: the offset lies where those of the role seem to.
func (c *candidates) loggedExtent(d *predicate.Do, t, role int, guard boogie.Expr) {
	if c.part.theory.Schedule == nil || !c.loop.Enc.Mathematical() || c.part.log.array == nil {
		return
	}
	if x, known := c.part.theory.Schedule.Roles[role].Extents[d]; known {
		offset := boogie.V(key.LogField("OFFSET", c.part.log.name, t))
		c.add(boogie.Imp(guard, boogie.And(boogie.Op("<=", boogie.I(x.First), offset), boogie.Op("<=", offset, boogie.I(x.Last)))))
	}
}

// cycles are facts about variables that go round with the iterations: slots.
func (c *candidates) cycles() {
	if !c.loop.Enc.Mathematical() {
		return
	}
	n := c.part.loops[c.loop.Stmt]
	counted := map[*kernel.Var]bool{}
	for _, k := range c.loop.Counters {
		counted[k.Var] = true
	}
	for _, v := range c.loop.Assigned {
		if counted[v] || v.T.Kind != kernel.Int || !c.live(v) {
			continue
		}
		for i, cl := range c.part.theory.Roles {
			var points []named.Point
			for _, h := range c.part.theory.Runs.Heads[c.loop.Stmt] {
				if x, known := h.Vars[v]; known && h.Role == i {
					points = append(points, h.Point(x))
				}
			}
			if k, ok := named.Cycled(points); ok {
				c.eachThread(2, func(t int) boogie.Expr {
					fact := boogie.Eq(boogie.V(c.loop.Enc.Variable(v, t)), c.headClock(n, t).turn(k))
					return boogie.Imp(c.part.plays(c.loop.Enc, cl, t), fact)
				})
			}
		}
	}
}

// live reports whether v had a value when the loop was reached, in every run that
// entered it: what the body assigns before it reads says nothing at the head.
func (c *candidates) live(v *kernel.Var) bool {
	entered := false
	for _, h := range c.part.theory.Runs.Heads[c.loop.Stmt] {
		if h.Number > 0 {
			entered = true
			if _, known := h.StartVars[v]; !known {
				return false
			}
		}
	}
	return entered
}

// warp: the threads of a warp agree on what the loop changes.
func (c *candidates) warp() {
	same := twothread.SameWarp(c.loop.Enc, c.w.Prog.Kernel.Launch)
	both := same
	if !c.loop.Stmt.Uniform {
		both = boogie.And(same, c.loop.Enc.Expr(c.loop.Stmt.Guard, 1), c.loop.Enc.Expr(c.loop.Stmt.Guard, 2))
	}
	for _, v := range c.loop.Assigned {
		when := both
		if in, ok := c.loop.Stmt.Guard.(*kernel.VarRef); ok && in.Var == v {
			when = same
		}
		if !c.loop.Enc.Uniform[v] && c.live(v) {
			c.add(boogie.Imp(when, boogie.Eq(boogie.V(c.loop.Enc.Variable(v, 1)), boogie.V(c.loop.Enc.Variable(v, 2)))))
		}
	}
}
