package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate"
)

// loopContext is what candidate rules know about one loop of a procedure.
type loopContext struct {
	enc   *arith.Encoder
	of    procedure
	stmt  *predicate.While
	outer *loopContext
	// assigned holds the variables that the body assigns, in order of first
	// assignment.
	assigned []*kernel.Var
	changes  map[*kernel.Var]bool
	// updates are what the body assigns to each variable, nil for values that are
	// no expression.
	updates map[*kernel.Var][]kernel.Expr
	// counters are the variables with one recognised update per iteration.
	counters []*counter
	// accesses are the logged ones in the body, and those elsewhere that may
	// be in the same log when the loop's head is reached.
	accesses []access
	own      int // how many of accesses are in the body
	barriers bool
}

// procedure is what rules ask of the procedure that the loop stands in.
type procedure interface {
	// expand replaces variables that are assigned once by their values; definition is the
	// value of one, nil where it has several.
	expand(x kernel.Expr) kernel.Expr
	definition(v *kernel.Var) kernel.Expr
	// carried are the variables that the loop assigns and whose value at its head matters.
	carried(l *loopContext) []*kernel.Var
	// tracked names the maps of contents that each thread sees its own way.
	tracked() []string
	// together says for each kind of __syncwarp that the two threads wait for each other
	// there.
	together() []boogie.Expr
	// taken says that a value has been returned by the atomic's counter; nil where that is
	// not remembered.
	taken(s *kernel.Atomic, value boogie.Expr) boogie.Expr
	// guesses are the user's; counts are those of the encoding of named barriers.
	guesses(l *loopContext) []boogie.Expr
	counts(l *loopContext) []boogie.Expr
}

// access is a call of LOG.
type access struct {
	kind  key.AccessKind
	array string
	// index is the element, in the type of the log's offsets; wide is set where the array
	// has accesses to several elements.
	index kernel.Expr
	typ   kernel.Type
	wide  bool
	pred  kernel.Expr
	site  int
}

// log names the log that the access goes to.
func (a access) log() string { return key.OccurredName(a.kind, a.array) }

// newLoop finds out what the body of a loop in outer changes; outer is nil for none.
func newLoop(s *predicate.While, outer *loopContext, enc *arith.Encoder, of procedure) *loopContext {
	l := &loopContext{enc: enc, of: of, stmt: s, outer: outer, changes: map[*kernel.Var]bool{}, updates: map[*kernel.Var][]kernel.Expr{}}
	predicate.EachDo(s.Body, func(d *predicate.Do) {
		dst := kernel.Assigned(d.Stmt)
		if _, ok := d.Stmt.(*kernel.Barrier); ok {
			l.barriers = true
		}
		if dst == nil {
			return
		}
		if !l.changes[dst] {
			l.changes[dst] = true
			l.assigned = append(l.assigned, dst)
		}
		a, ok := d.Stmt.(*kernel.Assign)
		if !ok {
			l.updates[dst] = append(l.updates[dst], nil)
			return
		}
		l.updates[dst] = append(l.updates[dst], a.X)
	})
	for _, v := range l.assigned {
		if c := l.counter(v, l.updates[v]); c != nil {
			l.counters = append(l.counters, c)
		}
	}
	return l
}

// fixed reports whether x reads only what the loop does not change.
func (l *loopContext) fixed(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		if r, is := x.(*kernel.VarRef); is && l.changes[r.Var] {
			ok = false
		}
		return ok
	})
	return ok
}

// addLogged adds the accesses elsewhere that go to the logs that the loop writes.
func (l *loopContext) addLogged(elsewhere ...[]access) {
	logs := map[string]bool{}
	known := map[int]bool{}
	for _, a := range l.accesses {
		logs[a.log()], known[a.site] = true, true
	}
	l.own = len(l.accesses)
	for _, list := range elsewhere {
		for _, a := range list {
			if logs[a.log()] && !known[a.site] {
				known[a.site] = true
				l.accesses = append(l.accesses, a)
			}
		}
	}
}

// inside are the accesses in the loop's body.
func (l *loopContext) inside() []access { return l.accesses[:l.own] }

// sitesOf lists the sites that may be in the log of a.
func (l *loopContext) sitesOf(a access) []int {
	var out []int
	for _, b := range l.accesses {
		if b.log() == a.log() {
			out = append(out, b.site)
		}
	}
	return out
}
