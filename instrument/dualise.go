package instrument

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// writer turns one predicated program into the body of one Boogie procedure.
type writer struct {
	enc  *arith.Encoder
	opts ask.Request
	plan *plan
	prog *predicate.Program
	proc *key.Procedure
	// notes are what passes have found out about statements of prog.
	notes  *fact.Notes
	out    *key.Key
	diags  *diag.List
	stmts  []boogie.Stmt
	consts []boogie.Decl // candidate constants
	loops  []*candidate.Loop
	// noted are the accesses logged so far outside loops and in finished ones;
	// scouted those in the outermost loop being written.
	noted, scouted []candidate.Access
	scouting       bool
	in             intervals
	interval       int // of the statement being written
	depth          int // how many ifs and loops are around it
	firstSite      int
	lastPos        diag.Pos
	barrier        bool
	warp           bool
	// definitions maps variables assigned once to their value.
	definitions map[*kernel.Var]kernel.Expr
	// reads counts the places that read each variable.
	reads map[*kernel.Var]int
	// rows are the rows in indices, by factor.
	rows   map[string]*factorRows
	stated stated
	single bool          // a block of one thread: nothing to race with
	gen    namedBarriers // of the generation encoding, nil in the barrier encoding
	at     *predicate.Do // the leaf being written
	// standIns are the variables that stand for something else, by what that is.
	standIns map[any]*kernel.Var
	assigned map[*kernel.Var]bool // those that every thread assigns
	grid     bool                 // there is a barrier of the grid
	stepped  bool                 // there are accesses in lock step
	// scattered are the stores with a number so far in the list being written.
	scattered map[scatteredBy]scattered
}

func (w *writer) emit(s ...boogie.Stmt) {
	for _, st := range s {
		w.stated.after(st)
	}
	w.stmts = append(w.stmts, s...)
}

// collect runs f and returns what it emitted.
func (w *writer) collect(f func()) []boogie.Stmt {
	saved := w.stmts
	w.stmts = boogie.NoStmts
	w.inBlock(f)
	got := w.stmts
	w.stmts = saved
	return got
}

// comment writes where the following statements come from, once per line.
func (w *writer) comment(src kernel.Src) {
	pos := src.Pos
	if !pos.Valid() || pos.File == w.lastPos.File && pos.Line == w.lastPos.Line {
		return
	}
	w.lastPos = pos
	text := fmt.Sprintf("%s:%d:", pos.File, pos.Line)
	if w.opts.SourceLine != nil {
		text += " " + w.opts.SourceLine(pos)
	}
	w.emit(&boogie.Comment{Text: text})
}

func (w *writer) block(body []predicate.Stmt) {
	around := w.scattered
	w.scattered = nil
	defer func() { w.scattered = around }()
	for _, s := range body {
		w.statement(s)
	}
}

func (w *writer) statement(s predicate.Stmt) {
	if w.out.Expired(w.opts.Stop) {
		return
	}
	switch s := s.(type) {
	case *predicate.Do:
		w.comment(s.Stmt.Source())
		w.leaf(s)
	case *predicate.If:
		w.comment(s.Src)
		cond := w.enc.Expr(s.Cond, 0)
		w.depth++
		then := w.collect(func() { w.block(s.Then) })
		other := w.collect(func() { w.block(s.Else) })
		w.depth--
		w.emit(&boogie.If{C: cond, Then: then, Else: other})
	case *predicate.While:
		w.comment(s.Src)
		w.depth++
		w.loop(s)
		w.depth--
	default:
		panic(fmt.Sprintf("instrument: statement %T", s))
	}
}

// pred is the predicate for a thread, true where there is none.
func (w *writer) pred(p kernel.Expr, thread int) boogie.Expr {
	if p == nil {
		return boogie.True
	}
	return w.enc.Expr(p, thread)
}

func (w *writer) leaf(d *predicate.Do) {
	w.at = d
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		w.assign(s.Dst, d.Pred, func(thread int) boogie.Expr { return w.enc.Expr(s.X, thread) })
	case *kernel.Load:
		w.load(d.Pred, s)
	case *kernel.Store:
		w.store(d.Pred, s)
	case *kernel.Atomic:
		w.atomic(d.Pred, s)
	case *kernel.Barrier:
		w.syncBarrier(d.Pred, s)
	case *kernel.WarpSync:
		w.syncWarp(d.Pred, s)
	case *kernel.Shuffle:
		w.shuffle(d.Pred, s)
	case *kernel.Vote:
		w.vote(d.Pred, s)
	case *kernel.Fence:
		w.emit(&boogie.Comment{Text: "memory fence: orders nothing between the two threads"})
	case *kernel.Assert:
		w.assertion(d.Pred, s)
	case *kernel.Assume:
		w.assume(d.Pred, s)
	case *kernel.Havoc:
		if s.Why != "" {
			w.emit(&boogie.Comment{Text: s.Why})
		}
		w.havoc(s.Dst, d.Pred)
	default:
		w.diags.Unsupportedf(s.Source().Pos, "statement %T in the translation to Boogie", s)
	}
}

// assign gives dst a value under a predicate, for both threads.
func (w *writer) assign(dst *kernel.Var, pred kernel.Expr, value func(thread int) boogie.Expr) {
	if w.enc.Uniform[dst] {
		w.set(dst, 0, pred, value(0))
		return
	}
	// Both values are computed before either is stored only where that matters:
	// thread 2 never reads a variable of thread 1.
	w.set(dst, 1, pred, value(1))
	w.set(dst, 2, pred, value(2))
}

func (w *writer) set(dst *kernel.Var, thread int, pred kernel.Expr, value boogie.Expr) {
	name := w.enc.Variable(dst, thread)
	x := boogie.If3(w.pred(pred, thread), value, boogie.V(name))
	w.emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{x}})
}

// fresh declares a local for an arbitrary value of type t.
func (w *writer) fresh(t kernel.Type, thread int) string {
	name := "any_" + t.String() + key.Suffix(thread)
	w.enc.Locals[name] = w.enc.Type(t)
	return name
}

// arbitrary is any value of type t, newly chosen.
func (w *writer) arbitrary(t kernel.Type, thread int) boogie.Expr {
	name := w.fresh(t, thread)
	w.emit(&boogie.Havoc{Names: []string{name}})
	w.assumeType(boogie.V(name), t)
	return boogie.V(name)
}

// assumeType says that x is a value of its type, where Boogie's type is wider.
func (w *writer) assumeType(x boogie.Expr, t kernel.Type) {
	if t.Kind != kernel.Int {
		return
	}
	if c := w.enc.Model.InRange(w.enc, x, t); c != boogie.True {
		w.emit(&boogie.Assume{E: c})
	}
}

// havoc gives dst any value.
func (w *writer) havoc(dst *kernel.Var, pred kernel.Expr) {
	if dst == nil {
		return
	}
	if pred != nil {
		w.assign(dst, pred, func(thread int) boogie.Expr { return w.arbitrary(dst.T, max(thread, 1)) })
		return
	}
	names := []string{w.enc.Variable(dst, 1), w.enc.Variable(dst, 2)}
	if w.enc.Uniform[dst] {
		names = names[:1]
	}
	w.emit(&boogie.Havoc{Names: names})
	for _, n := range names {
		w.assumeType(boogie.V(n), dst.T)
	}
}

// site numbers an access, barrier or assertion.
func (w *writer) site(src kernel.Src, property kernel.Property) *key.Site {
	return w.out.NewSite(src, w.proc, property)
}

// capture names the state in which the check that follows is made.
func (w *writer) capture(s *key.Site) {
	if w.opts.States {
		w.emit(&boogie.Assume{Attrs: []boogie.Attr{{Key: "captureState", Args: []any{s.State}}}, E: boogie.True})
	}
}

// access logs thread 1's access and checks thread 2's.
func (w *writer) access(pred kernel.Expr, src kernel.Src, kind key.AccessKind, acc kernel.Access, extra func(thread int) boogie.Expr) {
	if w.gen != nil && !w.gen.asksLog() {
		w.gen.access(w, w.at, kind, acc)
		return
	}
	ap := w.plan.of[acc.Array]
	checked := !w.single && w.checksRaces() && ap.racy(w.enc.Pair)
	if w.muted() || !checked && !w.logs(ap) || kind == key.Read && !ap.logs(key.Read) {
		return
	}
	w.separate(acc.Index)
	if st, ok := w.at.Stmt.(*kernel.Store); ok {
		w.keepApart(pred, ap, st)
	}
	property := kernel.Property("")
	if checked {
		property = kernel.DataRace
	}
	s := w.site(src, property)
	s.Kind, s.Array, s.Width = kind, acc.Array, acc.Width
	args := func(thread int) []boogie.Expr {
		out := []boogie.Expr{w.pred(pred, thread), w.enc.Expr(ap.offset(acc.Index), thread)}
		if ap.wide {
			out = append(out, ap.offsetConst(w.enc, int64(acc.Width)))
		}
		if extra != nil {
			out = append(out, extra(thread))
		}
		return out
	}
	w.step(pred)
	if ap.logs(kind) {
		w.noteAccess(candidate.Access{Kind: kind, Array: acc.Array.Name, Index: ap.offset(acc.Index), Type: ap.index, Wide: ap.wide, Pred: pred, Site: s.ID})
		w.emit(&boogie.Call{F: logName(kind, acc.Array.Name), Args: append(args(1), boogie.I(int64(s.ID)))})
	}
	if checked {
		w.compareRows(kind, ap, acc)
		w.capture(s)
		w.emit(&boogie.Call{F: checkName(kind, acc.Array.Name), Args: args(2), Tag: s})
	}
	w.step(pred)
}

// checksRaces reports whether races of this pair of threads are looked for.
func (w *writer) checksRaces() bool {
	return w.checks(kernel.DataRace) && (w.enc.Pair == fact.SameBlock || !w.opts.IntraGroup)
}

func (w *writer) checks(property kernel.Property) bool {
	return w.opts.Checks(property)
}

// contentMap is the map that holds an array's contents for a thread, "" where
// they are arbitrary.
func (w *writer) contentMap(a *kernel.Array, thread int) string {
	ap := w.plan.of[a]
	switch ap.content(w.enc.Pair, w.plan.intra) {
	case constant:
		return ap.name
	case tracked:
		return ap.name + key.Suffix(thread)
	case private:
		name := ap.name + key.Suffix(thread)
		w.enc.Locals[name] = ap.mapType(w.enc)
		return name
	}
	return ""
}

func (w *writer) load(pred kernel.Expr, s *kernel.Load) {
	if !s.Ghost {
		w.access(pred, s.Src, key.Read, s.Acc, nil)
	}
	if s.Dst == nil {
		return
	}
	ap := w.plan.of[s.Acc.Array]
	// What is volatile may change without a store of this kernel.
	unseen := s.Volatile && ap.content(w.enc.Pair, w.plan.intra) == constant
	if s.Acc.Width != 1 || unseen || ap.content(w.enc.Pair, w.plan.intra) == arbitrary {
		w.havoc(s.Dst, pred)
		return
	}
	w.assign(s.Dst, pred, func(thread int) boogie.Expr {
		m := w.contentMap(s.Acc.Array, max(thread, 1))
		return boogie.At(boogie.V(m), w.enc.Expr(ap.offset(s.Acc.Index), thread))
	})
	w.typeLoaded(pred, s.Dst)
}

// typeLoaded says that what came out of a map is a value of its type. It holds
// of what the variable had before too, so no predicate is needed.
func (w *writer) typeLoaded(_ kernel.Expr, dst *kernel.Var) {
	if dst.T.Kind != kernel.Int {
		return
	}
	w.assumeType(boogie.V(w.enc.Variable(dst, 1)), dst.T)
	if !w.enc.Uniform[dst] {
		w.assumeType(boogie.V(w.enc.Variable(dst, 2)), dst.T)
	}
}

func (w *writer) store(pred kernel.Expr, s *kernel.Store) {
	ap := w.plan.of[s.Acc.Array]
	var values [3]boogie.Expr
	value := func(thread int) boogie.Expr {
		if values[thread] == nil {
			if s.X != nil && s.Acc.Width == 1 {
				values[thread] = w.enc.Expr(s.X, thread)
			} else {
				values[thread] = w.arbitrary(ap.array.Elem, thread)
			}
		}
		return values[thread]
	}
	var extra func(int) boogie.Expr
	if ap.values {
		value(1)
		value(2)
		extra = value
	}
	w.access(pred, s.Src, key.Write, s.Acc, extra)
	w.update(pred, s.Acc, value)
	w.forgetTaken(ap)
}

// update changes the contents of the accessed elements for both threads.
func (w *writer) update(pred kernel.Expr, acc kernel.Access, value func(thread int) boogie.Expr) {
	ap := w.plan.of[acc.Array]
	if c := ap.content(w.enc.Pair, w.plan.intra); c != tracked && c != private {
		return
	}
	for thread := 1; thread <= 2; thread++ {
		m := boogie.V(w.contentMap(acc.Array, thread))
		base := w.enc.Expr(ap.offset(acc.Index), thread)
		for k := 0; k < acc.Width; k++ {
			at := base
			if k > 0 {
				at = w.enc.Model.Plus(w.enc, base, ap.offsetConst(w.enc, int64(k)), ap.index)
			}
			v := value(thread)
			if acc.Width > 1 {
				v = w.arbitrary(ap.array.Elem, thread)
			}
			elem := boogie.At(m, at)
			w.emit(&boogie.Assign{Lhs: []boogie.Expr{elem}, Rhs: []boogie.Expr{boogie.If3(w.pred(pred, thread), v, elem)}})
		}
	}
}

// syncBarrier is a barrier of the whole block; between blocks, where none orders
// anything, it may be any.
func (w *writer) syncBarrier(pred kernel.Expr, s *kernel.Barrier) {
	if w.enc.Pair == fact.OtherBlock {
		if s.Grid {
			w.gridBarrier(pred, s)
		} else {
			w.passBarrier(pred, s)
		}
		return
	}
	if w.gen != nil {
		w.gen.barrier(w, w.at, s)
		return
	}
	if s.Kind != kernel.Sync || s.Count != nil {
		w.diags.Unsupportedf(s.Pos, "%s; only barriers of the whole block can be translated so far", barrierText(s))
		return
	}
	if s.Named() && pred != nil && !w.enc.IsUniform(pred) {
		w.diags.Unsupportedf(s.Pos, "a named barrier under a condition that depends on the thread: its generations cannot be translated so far; "+
			"use __syncthreads(), or the same barrier outside the condition")
		return
	}
	if s.ID != nil && !w.enc.IsUniform(s.ID) {
		w.diags.Unsupportedf(s.Pos, "a barrier whose ID depends on the thread: its generations cannot be translated so far; "+
			"use one ID for all threads of the block")
		return
	}
	p1, p2 := w.pred(pred, 1), w.pred(pred, 2)
	if !w.single {
		w.meet(s.Src, pred, p1, p2, boogie.True)
	}
	if w.depth == 0 && endsInterval(&predicate.Do{Pred: pred, Stmt: s}) {
		w.interval++
	}
	w.barrier = true
	w.emit(&boogie.Call{F: w.barrierName(), Args: []boogie.Expr{p1, p2}})
	w.reduce(pred, s.Reduce, s.Dst, s.Arg, true, boogie.True)
}

// passBarrier is a barrier for threads of different blocks: a thread that waited
// may see what others of its block have written, one that only arrived may not.
func (w *writer) passBarrier(pred kernel.Expr, s *kernel.Barrier) {
	if s.Kind == kernel.Arrive || !w.plan.refreshes(w.enc.Pair) {
		w.emit(&boogie.Comment{Text: "barrier: orders nothing between blocks"})
	} else {
		w.barrier = true
		w.emit(&boogie.Call{F: w.barrierName(), Args: []boogie.Expr{w.pred(pred, 1), w.pred(pred, 2)}})
	}
	w.reduce(pred, s.Reduce, s.Dst, s.Arg, false, boogie.True)
}

// gridBarrier is a barrier that threads of different blocks meet at as well.
func (w *writer) gridBarrier(pred kernel.Expr, s *kernel.Barrier) {
	p1, p2 := w.pred(pred, 1), w.pred(pred, 2)
	w.meet(s.Src, pred, p1, p2, boogie.True)
	w.grid = true
	w.emit(&boogie.Call{F: gridBarrierName, Args: []boogie.Expr{p1, p2}})
}

func barrierText(s *kernel.Barrier) string {
	if s.Kind == kernel.Arrive {
		return "bar.arrive"
	}
	return "bar.sync with a participant count other than the block's"
}

// meets says which threads of the pair a barrier of the block, or a __syncwarp, is
// common to.
func (w *writer) meets(within boogie.Expr) boogie.Expr {
	if w.enc.Pair == fact.OtherBlock {
		return boogie.False
	}
	return within
}

func (w *writer) barrierName() string {
	if w.enc.Pair == fact.SameBlock {
		return barrierName
	}
	return barrierName + "_BLOCKS"
}

func (w *writer) warpSyncName() string {
	if w.enc.Pair == fact.SameBlock {
		return warpSyncName
	}
	return warpSyncName + "_BLOCKS"
}

// meet asserts that both threads reach a barrier, or neither. Where divergence is
// not asked for it is assumed away: what else is said about the kernel rests on
// it in any case.
func (w *writer) meet(src kernel.Src, pred kernel.Expr, p1, p2, when boogie.Expr) {
	if pred == nil || w.enc.IsUniform(pred) {
		return
	}
	if w.muted() || !w.checks(kernel.Divergence) {
		w.emit(&boogie.Assume{E: boogie.Imp(when, boogie.Eq(p1, p2))})
		return
	}
	s := w.site(src, kernel.Divergence)
	w.capture(s)
	w.emit(&boogie.Assert{E: boogie.Imp(when, boogie.Eq(p1, p2)), Tag: &key.Check{Property: kernel.Divergence, Site: s, Comes: p1}})
}

// reduce gives the result of a barrier or vote that combines the threads' args.
// together says that both threads get the same value when both take part.
func (w *writer) reduce(pred kernel.Expr, op kernel.Reduction, dst *kernel.Var, arg kernel.Expr, together bool, when boogie.Expr) {
	if dst == nil {
		return
	}
	one := w.arbitrary(dst.T, 1)
	two := one
	if !w.enc.Uniform[dst] {
		two = w.arbitrary(dst.T, 2)
		if together {
			both := boogie.And(w.pred(pred, 1), w.pred(pred, 2), when)
			w.emit(&boogie.Assume{E: boogie.Imp(both, boogie.Eq(one, two))})
		}
	}
	if arg != nil {
		w.boundReduction(pred, op, dst, arg, [3]boogie.Expr{nil, one, two})
	}
	w.assign(dst, pred, func(thread int) boogie.Expr {
		if thread == 2 {
			return two
		}
		return one
	})
}

// boundReduction says what a thread's own argument implies: if the result of
// "and" is true, so was the argument; if that of "or" is false, so was it.
func (w *writer) boundReduction(pred kernel.Expr, op kernel.Reduction, dst *kernel.Var, arg kernel.Expr, result [3]boogie.Expr) {
	zero := w.zero(dst.T)
	for thread := 1; thread <= 2; thread++ {
		own := w.enc.Nonzero(arg, thread)
		some := boogie.Ne(result[thread], zero)
		if dst.T.Kind == kernel.Bool {
			some = result[thread]
		}
		var fact boogie.Expr
		switch op {
		case kernel.ReduceAnd:
			fact = boogie.Imp(some, own)
		case kernel.ReduceOr, kernel.ReduceCount:
			fact = boogie.Imp(own, some)
		default:
			return
		}
		w.emit(&boogie.Assume{E: boogie.Imp(w.pred(pred, thread), fact)})
	}
}

func (w *writer) zero(t kernel.Type) boogie.Expr {
	if t.Kind == kernel.Bool {
		return boogie.False
	}
	return w.enc.Model.Literal(0, t)
}

// shuffle yields any value, but for one that all lanes have.
func (w *writer) shuffle(pred kernel.Expr, s *kernel.Shuffle) {
	w.exchange(s.Src, pred, s.Mask)
	together := w.prog.Alive == nil && (pred == nil || w.enc.IsUniform(pred)) && fact.WholeWarp(w.prog.Kernel, s)
	if !together || !w.enc.IsUniform(s.Value) {
		w.havoc(s.Dst, pred)
		return
	}
	w.assign(s.Dst, pred, func(thread int) boogie.Expr { return w.enc.Expr(s.Value, thread) })
}

// vote gives the threads of a warp that vote together the same result.
func (w *writer) vote(pred kernel.Expr, s *kernel.Vote) {
	if s.Op != kernel.ActiveMask { // which no lane waits at
		w.exchange(s.Src, pred, s.Mask)
	}
	same := s.Op == kernel.ReduceAnd || s.Op == kernel.ReduceOr || s.Op == kernel.Ballot
	together := same && fullMask(s.Mask) && w.enc.Pair == fact.SameBlock
	when := boogie.False
	if together {
		when = sameWarp(w.enc, w.prog.Kernel.Launch)
	}
	w.reduce(pred, s.Op, s.Dst, s.Arg, together, when)
}
