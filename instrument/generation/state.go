package generation

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate/named"
)

// awaitName waits for the generation after the one that was waited for last, joinName for the one that the thread has
// registered on last.
func awaitName(barrier int) string  { return fmt.Sprintf("AWAIT_%d", barrier) }
func joinName(barrier int) string   { return fmt.Sprintf("JOIN_%d", barrier) }
func syncName(barrier int) string   { return fmt.Sprintf("SYNC_%d", barrier) }
func arriveName(barrier int) string { return fmt.Sprintf("ARRIVE_%d", barrier) }

// pairLog is a log that both threads write: of accesses to an array, or of
// operations on a barrier. Each holds nothing or one of the thread's.
type pairLog struct {
	name string // of the array, or of the barrier
	// rel and acq say, for each thread, what of the barriers is logged.
	rel, acq [3]bool
	array    *twothread.ArrayPlan // nil for operations
	// periodic is set where iterations are logged as rounds and steps as well.
	periodic bool
	// inner is how many values of variables are logged with an access.
	inner int
	// agents is set where accesses of agents are logged, with the barrier that they end with; own is set where both
	// threads are one, so that what it does after it has started its agent is judged.
	agents, own bool
}

// clock lists the fields for the iteration in which something was logged, and for values
// of variables then.
func (p *pairLog) clock() []string {
	out := []string{"ITER"}
	if p.periodic {
		out = []string{"ITER", "ROUND", "STEP"}
	}
	for i := range p.inner {
		out = append(out, fmt.Sprintf("INNER%d", i+1))
	}
	return out
}

// nextOf is the generation that a thread registers on next.
func nextOf(b *named.Barrier, e *arith.Encoder, l kernel.Launch, thread int) boogie.Expr {
	gen := boogie.V(key.GenName(b.ID, thread))
	n := len(b.Phases)
	if n == 1 {
		return boogie.Op("+", gen, boogie.I(1))
	}
	from := func(r int) boogie.Expr {
		out := boogie.Op("+", gen, boogie.I(int64(n)))
		for d := n - 1; d >= 1; d-- {
			in := e.Expr(b.Phases[(r+d-1)%n].Threads.Contains(l), thread)
			out = boogie.If3(in, boogie.Op("+", gen, boogie.I(int64(d))), out)
		}
		return out
	}
	out := from(n - 1)
	for r := n - 2; r >= 0; r-- {
		out = boogie.If3(boogie.Eq(boogie.Op("mod", gen, boogie.I(int64(n))), boogie.I(int64(r))), from(r), out)
	}
	return out
}

// counterVars declares the counters of a barrier for both threads.
func counterVars(b *named.Barrier) []boogie.Decl {
	var out []boogie.Decl
	for t := 1; t <= 2; t++ {
		out = append(out,
			&boogie.VarDecl{Name: key.GenName(b.ID, t), T: boogie.Int, Comment: fmt.Sprintf("registrations of thread %d so far", t)},
			&boogie.VarDecl{Name: key.SyncedName(b.ID, t), T: boogie.Int, Comment: "generation that its last sync waited for"})
	}
	return out
}

// counterProcs are SYNC_b and ARRIVE_b: both threads register, those with P wait.
func counterProcs(b *named.Barrier, e *arith.Encoder, l kernel.Launch) []boogie.Decl {
	body := func(sync bool) []boogie.Stmt {
		var out []boogie.Stmt
		for t := 1; t <= 2; t++ {
			gen := boogie.V(key.GenName(b.ID, t))
			then := []boogie.Stmt{set(key.GenName(b.ID, t), nextOf(b, e, l, t))}
			if sync {
				then = append(then, set(key.SyncedName(b.ID, t), gen))
			}
			out = append(out, &boogie.If{C: boogie.V(fmt.Sprintf("P$%d", t)), Then: then})
		}
		return out
	}
	if b.Of != nil {
		return phaseProcs(b, body(false))
	}
	inline := []boogie.Attr{{Key: "inline", Args: []any{1}}}
	gens := []string{key.GenName(b.ID, 1), key.GenName(b.ID, 2)}
	synced := []string{key.SyncedName(b.ID, 1), key.SyncedName(b.ID, 2)}
	return []boogie.Decl{
		&boogie.Proc{
			Comment: []string{fmt.Sprintf("bar.sync %d: register on the next generation and wait until it is complete.", b.ID)},
			Attrs:   inline, Name: syncName(b.ID), Params: twothread.BothPredicates, Modifies: append(gens[:2:2], synced...), Body: body(true),
		},
		&boogie.Proc{
			Comment: []string{fmt.Sprintf("bar.arrive %d: register on the next generation and go on.", b.ID)},
			Attrs:   inline, Name: arriveName(b.ID), Params: twothread.BothPredicates, Modifies: gens, Body: body(false),
		},
	}
}

// fields are the names and types of what a thread's log holds besides LOGGED.
func (p *pairLog) fields(e *arith.Encoder, barriers []*named.Barrier, thread int) []boogie.Var {
	var out []boogie.Var
	add := func(name string, t boogie.Type) { out = append(out, boogie.Var{Name: name, T: t}) }
	if p.array != nil {
		add(key.LogField("OFFSET", p.name, thread), e.Type(p.array.Index))
		add(key.LogField("KIND", p.name, thread), boogie.Int)
		if p.array.Values() {
			add(key.LogField("VALUE", p.name, thread), e.Type(p.array.Array.Elem))
		}
	} else {
		add(key.LogField("AT", p.name, thread), boogie.Int)
	}
	add(key.LogField("SOURCE", p.name, thread), boogie.Int)
	if p.agents {
		add(key.LogField("UNTIL", p.name, thread), boogie.Int)
	}
	for _, field := range p.clock() {
		add(key.LogField(field, p.name, thread), boogie.Int)
	}
	for _, b := range barriers {
		if p.rel[thread] {
			add(key.RelName(b.ID, p.name, thread), boogie.Int)
		}
		if p.acq[thread] {
			add(key.AcqName(b.ID, p.name, thread), boogie.Int)
		}
	}
	return out
}

// vars declares the log.
func (p *pairLog) vars(e *arith.Encoder, barriers []*named.Barrier) []boogie.Decl {
	var out []boogie.Decl
	for t := 1; t <= 2; t++ {
		out = append(out, &boogie.VarDecl{Name: key.LoggedName(p.name, t), T: boogie.Bool})
		for _, f := range p.fields(e, barriers, t) {
			out = append(out, &boogie.VarDecl{Name: f.Name, T: f.T})
		}
	}
	return out
}

// names lists every variable of the log.
func (p *pairLog) names(e *arith.Encoder, barriers []*named.Barrier) []string {
	var out []string
	for t := 1; t <= 2; t++ {
		out = append(out, key.LoggedName(p.name, t))
		for _, f := range p.fields(e, barriers, t) {
			out = append(out, f.Name)
		}
	}
	return out
}

// settled says that neither thread has logged anything but what an agent does.
func (p *pairLog) settled() boogie.Expr {
	if !p.agents {
		return p.empty()
	}
	done := func(t int) boogie.Expr {
		return boogie.Or(boogie.Not(boogie.V(key.LoggedName(p.name, t))), boogie.Ne(boogie.V(key.LogField("UNTIL", p.name, t)), boogie.I(0)))
	}
	return boogie.And(done(1), done(2))
}

// by says that a barrier can tell that what a thread has logged is over: that is so of its own accesses, and of an
// agent's only at the barrier that the access ends with.
func (p *pairLog) by(b *named.Barrier, thread int) boogie.Expr {
	switch {
	case !p.agents && b.Carried:
		return boogie.False
	case !p.agents:
		return boogie.True
	}
	until := boogie.V(key.LogField("UNTIL", p.name, thread))
	ends := boogie.Eq(until, boogie.I(int64(b.ID)))
	if b.Carried {
		return ends
	}
	return boogie.Or(boogie.Eq(until, boogie.I(0)), ends)
}

// empty says that neither thread has logged anything.
func (p *pairLog) empty() boogie.Expr {
	return boogie.And(boogie.Not(boogie.V(key.LoggedName(p.name, 1))), boogie.Not(boogie.V(key.LoggedName(p.name, 2))))
}

// kept are the assignments that log what the thread knows of the barriers.
func (p *pairLog) kept(e *arith.Encoder, l kernel.Launch, barriers []*named.Barrier, thread int) []boogie.Stmt {
	var out []boogie.Stmt
	for _, b := range barriers {
		if p.rel[thread] {
			out = append(out, set(key.RelName(b.ID, p.name, thread), nextOf(b, e, l, thread)))
		}
		if p.acq[thread] {
			out = append(out, set(key.AcqName(b.ID, p.name, thread), boogie.V(key.SyncedName(b.ID, thread))))
		}
	}
	return out
}

// record is LOG_x for thread 1 and CHECK_x for thread 2: under P the access, or the
// operation, may replace what was logged before.
func (p *pairLog) record(e *arith.Encoder, l kernel.Launch, barriers []*named.Barrier, thread int) *boogie.Proc {
	proc := &boogie.Proc{
		Attrs:    []boogie.Attr{{Key: "inline", Args: []any{1}}},
		Name:     p.procName(thread),
		Params:   []boogie.Var{{Name: "P", T: boogie.Bool}},
		Locals:   []boogie.Var{{Name: "track", T: boogie.Bool}},
		Modifies: []string{key.LoggedName(p.name, thread)},
	}
	for _, f := range p.fields(e, barriers, thread) {
		proc.Modifies = append(proc.Modifies, f.Name)
	}
	then := []boogie.Stmt{set(key.LoggedName(p.name, thread), boogie.True)}
	note := func(field, param string, t boogie.Type) {
		proc.Params = append(proc.Params, boogie.Var{Name: param, T: t})
		then = append(then, set(key.LogField(field, p.name, thread), boogie.V(param)))
	}
	havoc := &boogie.Havoc{Names: []string{"track"}}
	proc.Body = []boogie.Stmt{havoc}
	if p.array != nil {
		note("KIND", "kind", boogie.Int)
		note("OFFSET", "offset", e.Type(p.array.Index))
		if p.array.Wide {
			proc.Params = append(proc.Params, boogie.Var{Name: "width", T: e.Type(p.array.Index)})
			proc.Locals = append(proc.Locals, boogie.Var{Name: "element", T: e.Type(p.array.Index)})
			havoc.Names = append(havoc.Names, "element")
			proc.Body = append(proc.Body, &boogie.Assume{E: p.array.Covers(e, boogie.V("element"))})
			then[len(then)-1] = set(key.LogField("OFFSET", p.name, thread), boogie.V("element"))
		}
		if p.array.Values() {
			note("VALUE", "value", e.Type(p.array.Array.Elem))
		}
	} else {
		note("AT", "generation", boogie.Int)
	}
	for _, field := range p.clock() {
		note(field, strings.ToLower(field), boogie.Int)
	}
	note("SOURCE", "source", boogie.Int)
	if p.agents {
		note("UNTIL", "until", boogie.Int)
	}
	then = append(then, p.kept(e, l, barriers, thread)...)
	tracked := boogie.And(boogie.V("P"), boogie.V("track"))
	switch other := key.LoggedName(p.name, 3-thread); {
	case p.own && thread == 1: // what was logged of thread 2 came before
		then = append(then, set(other, boogie.False))
		proc.Modifies = append(proc.Modifies, other)
	case p.own:
		tracked = boogie.And(tracked, boogie.V(other))
	}
	proc.Body = append(proc.Body, &boogie.If{C: tracked, Then: then})
	return proc
}

func (p *pairLog) procName(thread int) string {
	return [...]string{"", "LOG_", "CHECK_"}[thread] + p.name
}

func (p *pairLog) resolveName() string { return "RESOLVE_" + p.name }

// before says that what thread one has logged is ordered before what the other
// has: by the generation of some barrier that the one registers on after it and
// the other has waited for by then, or through a chain.
func (p *pairLog) before(e *arith.Encoder, l kernel.Launch, barriers []*named.Barrier, chains []named.Chain, one, other int) boogie.Expr {
	var any []boogie.Expr
	for _, b := range barriers {
		in := e.Expr(b.Threads.Contains(l), one)
		any = append(any, boogie.And(in, p.by(b, one), boogie.Op("<=", boogie.V(key.RelName(b.ID, p.name, one)), boogie.V(key.AcqName(b.ID, p.name, other)))))
	}
	for _, c := range chains {
		any = append(any, p.through(c, e, l, one, other))
	}
	return boogie.Or(any...)
}

// logKind is the number that stands for the kind of an access in the log. Atomics of
// different widths are of different kinds: where they overlap they conflict.
func logKind(kind key.AccessKind, acc kernel.Access) boogie.Expr {
	if kind == key.AtomicAccess && acc.Width > 1 {
		return boogie.I(int64(kind) + int64(acc.Width) - 1)
	}
	return boogie.I(int64(kind))
}

// conflict says that both threads have logged an access to one element, and that the two
// are neither both reads nor both atomics.
func (p *pairLog) conflict() boogie.Expr {
	kind := func(t int) boogie.Expr { return boogie.V(key.LogField("KIND", p.name, t)) }
	return boogie.And(boogie.V(key.LoggedName(p.name, 1)), boogie.V(key.LoggedName(p.name, 2)),
		boogie.Eq(boogie.V(key.LogField("OFFSET", p.name, 1)), boogie.V(key.LogField("OFFSET", p.name, 2))),
		boogie.Or(boogie.Ne(kind(1), kind(2)), p.writes(kind(1))))
}

// writes says that both accesses, of that kind, are writes; of different values, if the log
// has them.
func (p *pairLog) writes(kind boogie.Expr) boogie.Expr {
	write := boogie.Eq(kind, boogie.I(int64(key.Write)))
	if !p.array.Values() {
		return write
	}
	value := func(t int) boogie.Expr { return boogie.V(key.LogField("VALUE", p.name, t)) }
	return boogie.And(write, boogie.Ne(value(1), value(2)))
}

// raceProc is RESOLVE_A for the accesses to an array: two that conflict are
// ordered, one way or the other.
func (p *pairLog) raceProc(e *arith.Encoder, l kernel.Launch, barriers []*named.Barrier, chains []named.Chain, conflict boogie.Expr) *boogie.Proc {
	ordered := boogie.Or(p.before(e, l, barriers, chains, 1, 2), p.before(e, l, barriers, chains, 2, 1))
	if p.own {
		ordered = p.before(e, l, barriers, chains, 1, 2)
	}
	return &boogie.Proc{
		Comment: []string{
			fmt.Sprintf("The logged accesses to %s: if they conflict (kinds: 0 read, 1 write, 2 atomic), a generation orders them.", p.array.Array.Name)},
		Name: p.resolveName(),
		Requires: []boogie.Spec{{
			E:   boogie.Imp(conflict, ordered),
			Tag: &key.Check{Property: kernel.DataRace, Array: p.array.Array, Log: p.name},
		}},
	}
}

// recyclingProc is RESOLVE_b for the operations on barrier b: thread 1's operation
// on a generation is ordered before thread 2's on the next one.
func (p *pairLog) recyclingProc(e *arith.Encoder, l kernel.Launch, barriers []*named.Barrier, chains []named.Chain, b *named.Barrier) *boogie.Proc {
	next := boogie.V(key.LogField("AT", p.name, 2))
	adjacent := boogie.And(boogie.V(key.LoggedName(p.name, 1)), boogie.V(key.LoggedName(p.name, 2)),
		boogie.Eq(boogie.Op("+", boogie.V(key.LogField("AT", p.name, 1)), boogie.I(1)), next))
	own := boogie.Op("<=", boogie.V(key.LogField("AT", p.name, 1)), boogie.V(key.AcqName(b.ID, p.name, 2)))
	return &boogie.Proc{
		Comment: []string{
			fmt.Sprintf("Generation k of barrier %d is complete when thread 2 registers on generation k+1: it has waited for it", b.ID),
			"itself, or thread 1's operation on generation k is ordered before."},
		Name: p.resolveName(),
		Requires: []boogie.Spec{{
			E:   boogie.Imp(adjacent, boogie.Or(own, p.before(e, l, barriers, chains, 1, 2))),
			Tag: &key.Check{Property: kernel.Recycling, Log: p.name, Text: fmt.Sprintf("barrier %d", b.ID)},
		}},
	}
}

func set(name string, x boogie.Expr) boogie.Stmt {
	return &boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{x}}
}

// takesPart is the condition that a thread takes part in b.
func (p *part) takesPart(e *arith.Encoder, b *named.Barrier, thread int) boogie.Expr {
	return e.Expr(b.Threads.Contains(p.theory.Prog.Kernel.Launch), thread)
}

// plays is the condition that a thread is of role c.
func (p *part) plays(e *arith.Encoder, c *named.Role, thread int) boogie.Expr {
	return e.Expr(c.Threads.Contains(p.theory.Prog.Kernel.Launch), thread)
}
