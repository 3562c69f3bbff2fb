package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate"
)

// Loop is what rules see of one loop of a procedure: what its body changes, what is
// logged in it, and through of what they may ask of the procedure.
type Loop struct {
	Enc   *arith.Encoder
	of    Procedure
	Stmt  *predicate.While
	outer *Loop
	// Assigned holds the variables that the body assigns, in order of first
	// assignment.
	Assigned []*kernel.Var
	Changes  map[*kernel.Var]bool
	// updates are what the body assigns to each variable, nil for values that are
	// no expression.
	updates map[*kernel.Var][]kernel.Expr
	// Counters are the variables with one recognised update per iteration.
	Counters []*Counter
	// Accesses are the logged ones in the body, and those elsewhere that may
	// be in the same log when the loop's head is reached.
	Accesses []Access
	own      int // how many of accesses are in the body
	barriers bool
}

// Procedure is what rules ask of the procedure that the loop stands in.
type Procedure interface {
	// Expand replaces variables that are assigned once by their values; Definition is the
	// value of one, nil where it has several.
	Expand(x kernel.Expr) kernel.Expr
	Definition(v *kernel.Var) kernel.Expr
	// Carried are the variables that the loop assigns and whose value at its head matters.
	Carried(l *predicate.While, assigned []*kernel.Var) []*kernel.Var
	// Tracked names the maps of contents that each thread sees its own way.
	Tracked() []string
	// Together says for each kind of __syncwarp that the two threads wait for each other
	// there.
	Together() []boogie.Expr
	// Exchanging says for each kind of shuffle and vote that the two threads have to reach it together.
	Exchanging() []boogie.Expr
	// Taken says that a value has been returned by the atomic's counter; nil where that is
	// not remembered.
	Taken(s *kernel.Atomic, value boogie.Expr) boogie.Expr
	// Guesses are the user's; Counts are those of the encoding of named barriers.
	Guesses(l *Loop) []boogie.Expr
	Counts(l *Loop) []boogie.Expr
}

// Access is a call of LOG.
type Access struct {
	Kind  key.AccessKind
	Array string
	// Index is the element, in Type, that of the log's offsets; Wide is set where the array
	// has accesses to several elements.
	Index kernel.Expr
	Type  kernel.Type
	Wide  bool
	Pred  kernel.Expr
	Site  int
	// Tokens are those that order it against accesses of other threads.
	Tokens []Token
}

// log names the log that the access goes to.
func (a Access) log() string { return key.OccurredName(a.Kind, a.Array) }

// NewLoop finds out what the body of a loop in outer changes; outer is nil for none.
func NewLoop(s *predicate.While, outer *Loop, enc *arith.Encoder, of Procedure) *Loop {
	l := &Loop{Enc: enc, of: of, Stmt: s, outer: outer, Changes: map[*kernel.Var]bool{}, updates: map[*kernel.Var][]kernel.Expr{}}
	predicate.EachDo(s.Body, func(d *predicate.Do) {
		dst := kernel.Assigned(d.Stmt)
		if _, ok := d.Stmt.(*kernel.Barrier); ok {
			l.barriers = true
		}
		if dst == nil {
			return
		}
		if !l.Changes[dst] {
			l.Changes[dst] = true
			l.Assigned = append(l.Assigned, dst)
		}
		a, ok := d.Stmt.(*kernel.Assign)
		if !ok {
			l.updates[dst] = append(l.updates[dst], nil)
			return
		}
		l.updates[dst] = append(l.updates[dst], a.X)
	})
	for _, v := range l.Assigned {
		if c := l.counter(v, l.updates[v]); c != nil {
			l.Counters = append(l.Counters, c)
		}
	}
	return l
}

// Fixed reports whether x reads only what the loop does not change.
func (l *Loop) Fixed(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		if r, is := x.(*kernel.VarRef); is && l.Changes[r.Var] {
			ok = false
		}
		return ok
	})
	return ok
}

// AddLogged adds the accesses elsewhere that go to the logs that the loop writes.
func (l *Loop) AddLogged(elsewhere ...[]Access) {
	logs := map[string]bool{}
	known := map[int]bool{}
	for _, a := range l.Accesses {
		logs[a.log()], known[a.Site] = true, true
	}
	l.own = len(l.Accesses)
	for _, list := range elsewhere {
		for _, a := range list {
			if logs[a.log()] && !known[a.Site] {
				known[a.Site] = true
				l.Accesses = append(l.Accesses, a)
			}
		}
	}
}

// Forget leaves out the accesses to arrays of which it makes no difference what is logged at the loop's head.
func (l *Loop) Forget(dead map[string]bool) {
	var inside, elsewhere []Access
	for i, a := range l.Accesses {
		switch {
		case dead[a.Array]:
		case i < l.own:
			inside = append(inside, a)
		default:
			elsewhere = append(elsewhere, a)
		}
	}
	l.Accesses, l.own = append(inside, elsewhere...), len(inside)
}

// Inside are the accesses in the loop's body.
func (l *Loop) Inside() []Access { return l.Accesses[:l.own] }

// sitesOf lists the sites that may be in the log of a.
func (l *Loop) sitesOf(a Access) []int {
	var out []int
	for _, b := range l.Accesses {
		if b.log() == a.log() {
			out = append(out, b.Site)
		}
	}
	return out
}
