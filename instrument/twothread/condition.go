package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// Claim is a condition of the user's, and the threads that it is stated for.
type Claim struct {
	Cond kernel.Expr
	// Pred are the threads that it is about, enabled those that are there; they are
	// the same but for loop invariants.
	Pred, Enabled kernel.Expr
	Global        bool
}

// conditions states the user's conditions over the variables of the two threads and the
// log.
type conditions struct {
	standIns
	enc    *arith.Encoder
	plan   *Plan
	vars   *assigning
	single bool // a block of one thread, which has no other
	// logs reports whether the procedure logs accesses to an array.
	logs func(*ArrayPlan) bool
}

// Claims states the condition for thread 1 and for thread 2; nil where there is nothing
// to state.
func (n *conditions) Claims(c Claim) (first, second boogie.Expr) {
	relates := c.Global || kernel.OfOther(c.Cond)
	if relates && n.single || !n.logsAsked(c.Cond) {
		return nil, nil
	}
	state := func(thread int) boogie.Expr {
		when := n.vars.Pred(c.Pred, thread)
		switch {
		case c.Global:
			when = boogie.Or(n.vars.Pred(c.Enabled, 1), n.vars.Pred(c.Enabled, 2))
		case relates:
			when = n.vars.Pred(c.Enabled, thread)
		}
		return boogie.Imp(when, n.enc.Expr(n.plain(c), thread))
	}
	if kernel.OfAccesses(c.Cond) {
		return state(1), nil
	}
	return state(1), state(2)
}

// logsAsked reports whether the accesses that a condition asks about are logged in
// this procedure. Those to shared memory are not, between blocks; and procedures of the
// generation encoding log what they need.
func (n *conditions) logsAsked(cond kernel.Expr) bool {
	all := true
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Accessed:
			all = all && n.logs(n.plan.of[e.Array])
		case *kernel.AccessIndex:
			all = all && n.logs(n.plan.of[e.Array])
		default:
			// Others ask about no access.
		}
		return all
	})
	return all
}

// plain is the condition over variables alone: those of the thread, stand-ins for
// those of the other one and for the log.
func (n *conditions) plain(c Claim) kernel.Expr {
	return kernel.MapExpr(c.Cond, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.Enabled:
			if c.Enabled == nil {
				return kernel.BoolConst(true)
			}
			return c.Enabled
		case *kernel.VarRef:
			if c.Global && !n.enc.IsUniform(e) && !n.given(e.Var) {
				return n.StandIn(e.Var, e.Var.T, fact.TypeRange(e.Var.T), func(thread int) string { return n.enc.Variable(e.Var, thread) })
			}
		case *kernel.Accessed:
			if !n.plan.of[e.Array].Logs(key.AccessKind(e.Kind)) {
				return kernel.BoolConst(false)
			}
			return n.logged(key.OccurredName(key.AccessKind(e.Kind), e.Array.Name), kernel.BoolType, fact.AnyValue)
		case *kernel.AccessIndex:
			ap := n.plan.of[e.Array]
			if !ap.Logs(key.AccessKind(e.Kind)) {
				return kernel.NewConst(kernel.I64, 0)
			}
			index := n.logged(key.OffsetName(key.AccessKind(e.Kind), e.Array.Name), ap.Index, IndexRange(e.Array))
			if ap.Index == kernel.I64 {
				return index
			}
			return &kernel.Convert{T: kernel.I64, X: index}
		case *kernel.Other:
			return n.swapped(e.X)
		default:
			// Others mean the same here as elsewhere.
		}
		return e
	})
}

// IndexRange is where accesses are that stay within their array.
func IndexRange(a *kernel.Array) fact.Interval {
	if a.Len > 0 {
		return fact.Span(0, a.Len-1)
	}
	return fact.Span(0, maxIndex)
}

// maxIndex is more than any array has elements.
const maxIndex = 1 << 48
