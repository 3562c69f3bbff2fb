package discipline

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// symbol is a value that a strong access has returned, or that is not known.
type symbol struct {
	of   *word
	stmt kernel.Stmt
	// index is the element, as a text.
	index string
	// acquires is set where the access itself is acquiring.
	acquires bool
	// told is set for what a thread reads of a cell: the block's one thread has seen it.
	told bool
	// origin is the symbol that it has seen.
	origin *kernel.Var
	// expected is what a compare-and-swap that takes a permit has compared with.
	expected kernel.Expr
	// under is, as a text, the condition of the branch in which it has been read, where what is known behind the branch depends on it.
	under string
}

// analysis is one walk over a kernel.
type analysis struct {
	kernel *kernel.Kernel
	names  *kernel.Names
	uses   map[*kernel.Array]*uses
	words  map[*kernel.Array]*word
	list   []*word // in the order of the arrays
	// data are arrays that are no words, though they look like some.
	data map[*kernel.Array]bool
	// series are arrays to look at as words with values that grow, signals locks to look at as flags, inTurn those to look at as words that tell whose turn it is; likely
	// are such arrays that were looked at as others.
	series, inTurn, likely, signals map[*kernel.Array]bool
	// shared is the element of a lock of the block at an access that any of its threads may make, in terms of variables there that are the same
	// for all of them; nil for others.
	shared  map[heldAt]kernel.Expr
	uniform *fact.Uniformity
	// firstLooks are who looks at a flag before the thread has stored to it.
	firstLooks map[kernel.Stmt]place
	// looks are the variables where a thread looks at a word of turns, taken are the turns that it may see there.
	looks map[kernel.Stmt]map[*kernel.Var]kernel.Expr
	taken map[kernel.Stmt]turn
	// vacantAt are flags that are vacant at accesses.
	vacantAt map[kernel.Stmt]map[*word]bool
	// skips are where a thread that has the first turn does not look.
	skips map[*word]skip
	// pairs are locks by tickets, with those.
	pairs   map[*kernel.Array]*kernel.Array
	toldOf  map[telling]*kernel.Var
	symbols map[*kernel.Var]*symbol
	results map[kernel.Stmt]*kernel.Var // the symbol of a statement
	joins   map[join]*kernel.Var
	order   map[kernel.Stmt]int
	looped  map[kernel.Stmt]bool

	work int // done so far
	// warps is set if there are barriers of warps.
	warps bool

	// targets are the states of jumps, by where they go.
	leaves    map[string]*state
	breaks    []*state
	continues []*state
	depth     int // loops around
	// returned is set once a thread may have ended while others of its block go on.
	returned bool

	// args are the operands of atomics, where they are wanted.
	args map[*kernel.Atomic][]kernel.Expr
	// copied are the values of the variables that assignments copy, the same on every way; nil where they are not.
	copied map[*kernel.Assign]kernel.Expr
	// own are variables with the number that a block has drawn, once for all; around are the innermost loops, and drawnAt the atomics
	// that have given a thread a number, on every way to an access.
	own     map[*kernel.Var]bool
	around  map[kernel.Stmt]*kernel.Loop
	drawnAt map[kernel.Stmt]map[*kernel.Atomic]bool
	// weakFences is set if there are fences that are not sequentially consistent.
	weakFences bool

	keeping *keeping
	// turnings are what conditions tell of counters.
	turnings map[*kernel.If]*turning

	tokens map[kernel.Stmt][]token // of accesses, on every way to them
	early  map[kernel.Stmt][]*word // words not published before, on every way
	here   map[kernel.Stmt]*place
	claims []claimed
	edges  map[[2]*word]kernel.Stmt // locks taken while others are held
	// inOrder are those of one array.
	inOrder []ordered
	// mine are the accesses to a lock or semaphore by a thread that has it, on every way.
	mine map[kernel.Stmt]bool
	// elements are the indices of words, where they are the same on every way, and snapshots the variables that keep them.
	elements  map[kernel.Stmt]kernel.Expr
	snapshots map[kernel.Stmt]*kernel.Var
	// seen are the variables that keep what a thread has seen of a series.
	seen map[kernel.Stmt]*kernel.Var
}

// token is a token before it has a place in the text.
type token struct {
	kind   kernel.TokenKind
	of     *word
	by     kernel.Stmt // whose element it is; nil for the only one
	across bool
	// other is set if another thread of the block has executed by.
	other bool
	// warp is set if a warp holds it.
	warp bool
}

// place is where an access stands: the one thread of the block and the one block there.
type place struct{ guard, block string }

// claimed is a condition to be proved behind a statement.
type claimed struct {
	behind kernel.Stmt
	cond   kernel.Expr
	of     *word
	text   string
}

// walk executes statements; nil is a state that no thread reaches.
func (a *analysis) walk(stmts []kernel.Stmt, st *state) *state {
	for _, s := range stmts {
		if st == nil || a.work > mostWork {
			return nil
		}
		a.work += 1 + len(st.debts)/16
		st = a.stmt(s, st)
	}
	return st
}

func (a *analysis) stmt(s kernel.Stmt, st *state) *state {
	switch s := s.(type) {
	case *kernel.If:
		return a.branch(s, st)
	case *kernel.Loop:
		return a.loop(s, st)
	case *kernel.Region:
		a.keeping.before(s, st)
		outer := a.leaves[s.Label]
		delete(a.leaves, s.Label)
		out := a.walk(s.Body, st)
		out = a.join(point{s, behind}, out, a.leaves[s.Label], "")
		a.leaves[s.Label] = outer
		a.keeping.after(s, out)
		return out
	case *kernel.Leave:
		a.leaves[s.Label] = a.join(point{s, behind}, a.leaves[s.Label], st, "")
		return nil
	case *kernel.Break:
		n := len(a.breaks) - 1
		a.breaks[n] = a.join(point{s, behind}, a.breaks[n], st, "")
		return nil
	case *kernel.Continue:
		n := len(a.continues) - 1
		a.continues[n] = a.join(point{s, behind}, a.continues[n], st, "")
		return nil
	case *kernel.Return:
		a.end(st)
		a.returned = a.returned || st.varied
		return nil
	default:
		// Others are simple.
	}
	return a.simple(s, st)
}

// end is the end of a thread: it must not hold a lock that others wait for.
func (a *analysis) end(st *state) {
	for _, v := range st.pending {
		a.unlooked(v)
	}
	for _, x := range st.trials {
		a.unlooked(x.v)
	}
	for _, h := range st.holds {
		if !h.of.single() {
			h.of.fail(h.by.Source(), "a thread that takes it here may end without giving it back")
		}
	}
}

func (a *analysis) branch(s *kernel.If, st *state) *state {
	cond := a.value(st, s.Cond)
	a.keeping.before(s, st)
	a.keeping.part(s, cond)
	yes, no := a.known(s, st.clone(), cond, true), a.known(s, st.clone(), cond, false)
	a.turns(s, cond, st, yes, no)
	if !blockUniform(cond) {
		mark(yes)
		mark(no)
	}
	g, exactly := a.singleThread(cond, true)
	h, otherwise := a.singleThread(cond, false)
	if !exactly && !otherwise {
		g, exactly = a.lane(cond, true)
		h, otherwise = a.lane(cond, false)
	}
	jumps := escapes(s.Then) || escapes(s.Else)
	thenEnd, elseEnd := a.walk(s.Then, yes), a.walk(s.Else, no)
	chosen := shortcuts(a, cond, st, thenEnd, elseEnd)
	if !jumps {
		settleTrials(a, s, cond, st, thenEnd, elseEnd)
		if !exactly && !otherwise { // who is not that one thread does not go first, but does not go
			skips(a, s, st, thenEnd, elseEnd)
		}
	}
	var out *state
	switch {
	case !jumps && exactly && thenEnd != nil && elseEnd != nil:
		out = a.join(point{s, behind}, thenEnd, elseEnd, g)
	case !jumps && otherwise && thenEnd != nil && elseEnd != nil:
		out = a.join(point{s, behind}, elseEnd, thenEnd, h)
	default:
		out = a.join(point{s, behind}, thenEnd, elseEnd, "")
	}
	if out != nil && thenEnd != nil && elseEnd != nil && !jumps {
		out.guard, out.block, out.lane, out.varied = st.guard, st.block, st.lane, st.varied
		together(out, st)
	}
	for v, x := range chosen {
		out.values[v] = x
	}
	a.keeping.after(s, out)
	return out
}

func mark(st *state) {
	if st != nil {
		st.varied = true
		for i := range st.trials {
			st.trials[i].apart = true
		}
	}
}

// escapes reports whether a jump in stmts may lead out of them.
func escapes(stmts []kernel.Stmt) bool {
	labels := map[string]bool{}
	out := false
	var look func(list []kernel.Stmt, loop bool)
	look = func(list []kernel.Stmt, loop bool) {
		for _, s := range list {
			switch s := s.(type) {
			case *kernel.Return:
				out = true
			case *kernel.Leave:
				out = out || !labels[s.Label]
			case *kernel.Break, *kernel.Continue:
				out = out || !loop
			case *kernel.Region:
				labels[s.Label] = true
			default:
				// Others do not jump.
			}
			_, is := s.(*kernel.Loop)
			for _, inner := range kernel.Blocks(s) {
				look(inner, loop || is)
			}
		}
	}
	look(stmts, false)
	return out
}

// takenOnce looks at locks that nobody gives back, at the end of a loop: where every way out of it has taken one,
// all other threads that come there stay for ever.
func (a *analysis) takenOnce(start, exit *state) {
	if exit == nil {
		return
	}
	for _, h := range exit.holds {
		if h.of.single() && !slices.ContainsFunc(start.holds, func(o hold) bool { return o.of == h.of }) {
			h.of.fail(h.by.Source(), "threads wait here for what another has taken, and nobody gives it back")
		}
	}
}

// mostWork bounds the walk over a kernel, in statements: loops are walked through several times, nested ones more
// often. Nothing is said of a kernel that needs more.
const mostWork = 200_000

// mostRounds bounds how often a loop is walked through until its facts no longer change.
const mostRounds = 6

func (a *analysis) loop(l *kernel.Loop, st *state) *state {
	start := st.clone()
	assigned, kept := assignedIn(l), keptBy(a, l, st)
	for v := range assigned {
		if kept[v] == nil {
			start.values[v] = kernel.Ref(a.joined(point{l, head}, v))
		}
	}
	mark(start) // threads may leave it at different times
	a.depth++
	defer func() { a.depth-- }()
	var exit *state
	for round := 0; ; round++ {
		a.breaks, a.continues = append(a.breaks, nil), append(a.continues, nil)
		returned := a.returned
		a.keeping.before(l, start)
		var back *state
		exit, back = a.iteration(l, start.clone())
		n := len(a.breaks) - 1
		exit = a.join(point{l, behind}, exit, a.breaks[n], "")
		a.keeping.after(l, exit)
		a.breaks, a.continues = a.breaks[:n], a.continues[:n]
		next := start
		if back != nil {
			fewer := false
			for v := range assigned {
				if x := back.values[v]; kept[v] != nil && (x == nil || kernel.ExprString(kept[v]) != kernel.ExprString(x)) {
					delete(kept, v)
					fewer = true
				}
			}
			from := start.clone()
			for v := range assigned {
				if kept[v] == nil {
					from.values[v] = kernel.Ref(a.joined(point{l, head}, v))
					back.values[v] = from.values[v]
				}
			}
			next = a.join(point{l, around}, from, back, "")
			if fewer {
				start = next
				continue
			}
		}
		if next.same(start) && a.returned == returned {
			break
		}
		if round > mostRounds {
			a.failAll(l, "the loop here is not understood")
			break
		}
		start = next
	}
	a.takenOnce(start, exit)
	if exit != nil {
		exit.varied = st.varied
	}
	return exit
}

// iteration walks one iteration: where it leaves by its condition, and where it goes on.
func (a *analysis) iteration(l *kernel.Loop, st *state) (exit, back *state) {
	body := func(st *state) *state {
		st = a.walk(l.Body, st)
		n := len(a.continues) - 1
		return a.join(point{l, onward}, st, a.continues[n], "")
	}
	test := func(st *state) (stay, leave *state) {
		if st == nil {
			return nil, nil
		}
		cond := a.value(st, l.Cond)
		return a.known(l, st.clone(), cond, true), a.known(l, st.clone(), cond, false)
	}
	if l.DoWhile {
		st = a.walk(l.Head, a.walk(l.Post, body(st)))
		back, exit = test(st)
		return exit, back
	}
	stay, leave := test(a.walk(l.Head, st))
	return leave, a.walk(l.Post, body(stay))
}

// keptBy are the variables that a loop assigns and that hold a constant in front of it; if it is the same one at the end of each round they hold it in each.
// Only operands of atomics are looked for in this way (simplified).
func keptBy(a *analysis, l *kernel.Loop, st *state) map[*kernel.Var]kernel.Expr {
	kept := map[*kernel.Var]kernel.Expr{}
	if a.args == nil {
		return kept
	}
	for v := range assignedIn(l) {
		if x := st.values[v]; x != nil {
			if _, is := constant(x); is {
				kept[v] = x
			}
		}
	}
	return kept
}

func assignedIn(l *kernel.Loop) map[*kernel.Var]bool {
	out := map[*kernel.Var]bool{}
	kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			out[v] = true
		}
		return true
	})
	return out
}

// failAll fails every word.
func (a *analysis) failAll(at kernel.Stmt, why string) {
	for _, w := range a.list {
		w.fail(at.Source(), "%s", why)
	}
}

func (a *analysis) simple(s kernel.Stmt, st *state) *state {
	switch s := s.(type) {
	case *kernel.Assign:
		st.values[s.Dst] = a.value(st, s.X)
		copies(a, s, st)
	case *kernel.Load, *kernel.Store, *kernel.Atomic:
		a.access(s, st)
	case *kernel.Fence:
		order := s.Order()
		if order != kernel.SequentiallyConsistent {
			a.weakFences = true
		}
		if order != kernel.Acquire {
			a.releases(st, s.Scope, order)
		}
		if order != kernel.Release {
			a.acquires(st, s)
		}
	case *kernel.Barrier:
		a.result(s, st)
		if s.Kind == kernel.Sync && s.Count == nil && !s.Named() {
			a.meet(s, st)
		}
	case *kernel.WarpSync:
		a.meetWarp(s, st)
	default:
		// Others set at most a variable.
		a.result(s, st)
	}
	return st
}

// result gives the variable that s sets a symbol.
func (a *analysis) result(s kernel.Stmt, st *state) *kernel.Var {
	dst := kernel.Assigned(s)
	if dst == nil {
		return nil
	}
	if a.results[s] == nil {
		a.results[s] = &kernel.Var{Name: a.names.Unused(dst.Name), T: dst.T}
	}
	st.values[dst] = kernel.Ref(a.results[s])
	return a.results[s]
}

// value is e in terms of the launch, parameters and symbols.
func (a *analysis) value(st *state, e kernel.Expr) kernel.Expr {
	return kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok || r.Var.Param || a.own[r.Var] {
			return e
		}
		x, ok := st.values[r.Var]
		if !ok {
			x = kernel.Ref(a.joined(point{}, r.Var))
			st.values[r.Var] = x
		}
		return x
	}))
}

// releases is a fence by which what was before is ordered before what is stored next.
func (a *analysis) releases(st *state, scope kernel.Scope, order kernel.MemoryOrder) {
	for d := range st.debts {
		switch {
		case !covers(scope, d.scope):
		case !(d.other && d.open):
			delete(st.debts, d)
		case order == kernel.SequentiallyConsistent && !d.fenced:
			delete(st.debts, d)
			d.fenced = true
			st.debts[d] = true
		}
	}
}

// acquires is a fence by which what comes is ordered after what has been seen.
func (a *analysis) acquires(st *state, s *kernel.Fence) {
	scope := s.Scope
	own := func(w *word, l level, guard string, acquired bool) bool {
		switch {
		case acquired || !covers(scope, w.need):
			return false
		case l == ofThread || st.is(guard):
			return true
		case l == ofBlock && s.Order() == kernel.SequentiallyConsistent:
			w.late = s
			return true
		}
		return false
	}
	for i := range st.holds {
		if h := &st.holds[i]; own(h.of, h.level, h.guard, h.acquired) {
			h.acquired = true
		}
	}
	for i := range st.sights {
		if x := &st.sights[i]; own(x.of, x.level, x.guard, x.acquired) {
			x.acquired = true
		}
	}
	for _, w := range a.list {
		if w.role == counter && st.arrived[w] && covers(scope, w.need) {
			st.fenced[w] = everyone
		}
	}
	for _, v := range st.pending {
		if covers(scope, a.symbols[v].of.need) {
			st.paid[v] = true
		}
	}
	for i := range st.trials {
		if x := &st.trials[i]; !x.ready && (!x.apart || st.guard == x.guard) && covers(scope, a.symbols[x.v].of.need) {
			x.paid = true
		}
	}
}

// meet is a barrier of the block: it hands on what one thread has seen, and orders what the others have done
// before what that one does.
func (a *analysis) meet(s *kernel.Barrier, st *state) {
	for i := range st.holds {
		h := &st.holds[i]
		switch {
		case h.level == ofPart && !a.returned:
			h.level = ofBlock
		case h.level == ofThread && !h.of.single():
			h.of.fail(s.Src, "a thread that has it waits at the barrier here")
		}
	}
	for i := range st.sights {
		if x := &st.sights[i]; x.level == ofPart && !a.returned {
			x.level = ofBlock
		}
	}
	for d := range st.debts {
		if d.other && d.open {
			delete(st.debts, d)
			d.open = false
			st.debts[d] = true
		}
	}
	for i := range st.trials {
		x := &st.trials[i]
		x.ready = x.ready || !a.returned
	}
	for at, c := range st.cells {
		if c.ready || a.returned {
			continue
		}
		c.ready, c.acquired = true, st.hasFenced(c.of, c.of.guard)
		if c.of.role == lock {
			i := slices.IndexFunc(st.trials, func(x trial) bool { return x.cell == at })
			if i < 0 {
				delete(st.cells, at) // nothing is known of the attempt
				continue
			}
			c.acquired = st.trials[i].paid
		}
		st.cells[at] = c
	}
}

// access walks over an access: to a word by what it does there, to anything else with its tokens.
func (a *analysis) access(s kernel.Stmt, st *state) {
	acc := kernel.Touched(s)
	if acc.Array.OfBlocks {
		a.result(s, st)
		return
	}
	if at, ok := s.(*kernel.Atomic); ok {
		if a.args != nil {
			a.operands(at, st)
		}
		a.draws(at, st)
	}
	if a.words[acc.Array] != nil {
		a.keeping.before(s, st)
	}
	if w := a.words[acc.Array]; w != nil && a.ofWord(w, s, st) {
		return
	}
	if load, ok := s.(*kernel.Load); ok && load.Ghost {
		a.result(s, st)
		return
	}
	a.note(s, st)
	if load, ok := s.(*kernel.Load); ok && a.readsCell(load, st) {
		return
	}
	a.result(s, st)
	if store, ok := s.(*kernel.Store); ok {
		a.tells(store, st)
	}
}

// note notes the tokens of an access, and what it owes.
func (a *analysis) note(s kernel.Stmt, st *state) {
	if kernel.Touched(s).Array.Space == kernel.Local || kernel.Touched(s).Array.Space == kernel.Constant {
		return
	}
	var now []token
	for _, h := range st.holds {
		if h.vain || !h.orders(s) {
			continue
		}
		mine := h.level == ofThread || h.level == ofBlock || st.is(h.guard)
		if (h.acquired || h.of.single()) && mine {
			h.of.ofWarps = h.of.ofWarps || h.byWarp()
			now = append(now, token{kernel.Holding, h.of, h.by, h.level != ofThread, h.level != ofThread && !st.is(h.guard), h.byWarp()})
			notesShared(a, h, s, st)
		} else if mine {
			h.of.loose[s] = "no fence stands between " + lineOf(h.by) + " and"
		}
	}
	for _, x := range st.sights {
		if x.of.role == series {
			now = a.noteSeries(now, x, s, st)
			continue
		}
		mine := x.level == ofThread || x.level == ofBlock || st.guard == x.guard
		across := x.level != ofThread || x.of.role == counter && x.of.guard != ""
		if x.last && mine {
			now = append(now, token{kind: kernel.Holding, of: x.of, across: across})
		}
		if x.acquired && mine {
			now = append(now, token{kind: kernel.After, of: x.of, by: x.by, across: across, other: x.level != ofThread && st.guard != x.guard})
		} else if mine {
			x.of.loose[s] = "no fence stands between seeing it and"
		}
	}
	if old, seen := a.tokens[s]; seen {
		now = slices.DeleteFunc(now, func(t token) bool { return !slices.Contains(old, t) })
	}
	a.tokens[s] = now
	var early []*word
	for _, w := range a.list {
		if (w.role == counter || w.role == flag) && !st.arrived[w] {
			early = append(early, w)
		}
	}
	if old, seen := a.early[s]; seen {
		early = slices.DeleteFunc(early, func(w *word) bool { return !slices.Contains(old, w) })
	}
	a.early[s] = early
	a.noteDrawn(s, st)
	noteVacant(a, s, st)
	if p := a.here[s]; p == nil {
		a.here[s] = &place{st.guard, st.block}
	} else {
		if p.guard != st.guard {
			p.guard = ""
		}
		if p.block != st.block {
			p.block = ""
		}
	}
	st.made[s] = true
	for _, scope := range []kernel.Scope{kernel.BlockScope, kernel.DeviceScope} {
		st.debts[debt{stmt: s, scope: scope, by: st.guard}] = true
		st.debts[debt{stmt: s, scope: scope, by: st.guard, other: true, open: true}] = true
		if a.warps {
			st.debts[debt{stmt: s, scope: scope, other: true, open: true, warp: true}] = true
		}
	}
}

// group are the threads for which one of them stores to a word.
type group int

const (
	itself group = iota
	itsBlock
	itsWarp
)

var names = map[group]string{itsBlock: "block", itsWarp: "warp"}

// owing are the accesses that are not ordered before what the thread stores next for its group;
// early are those that are if who acquires has a sequentially consistent fence.
func (a *analysis) owing(st *state, w *word, of group) (out, early map[kernel.Stmt]string) {
	out, early = map[kernel.Stmt]string{}, map[kernel.Stmt]string{}
	for d := range st.debts {
		switch {
		case d.scope != w.need:
		case d.unless != "" && st.is(d.unless):
		case !d.other:
			out[d.stmt] = "no fence stands between it and"
		case of == itself, d.warp != (of == itsWarp), d.by != "" && d.by == st.guard:
		case d.open:
			if out[d.stmt] == "" {
				out[d.stmt] = "no barrier stands between it, in other threads of the " + names[of] + ", and"
			}
		default:
			list := out
			if d.fenced {
				list = early
			}
			if list[d.stmt] == "" {
				list[d.stmt] = "no fence stands behind the barrier and before"
			}
		}
	}
	return out, early
}
