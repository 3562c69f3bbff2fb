package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Annotations about two threads, and about accesses.
//
//	other(x)      the value of x for the other thread of the pair
//	enabled       the predicate of the statement; of a loop invariant, that the thread
//	              is about to test the loop's condition
//	written(A)    WRITE_HAS_OCCURRED_A; its index is WRITE_OFFSET_A
//
// The log holds one arbitrary access of thread 1, or none. So what is proved of it holds
// for every access, as long as it holds of an empty log too: that an access was made
// cannot be asserted. Nor can it be assumed: only executions that have logged nothing
// pass a barrier, and an assumption must not exclude them. The accesses of thread 2 are
// not logged; either thread stands for any thread, so what holds of thread 1 is enough.
//
// What relates two threads is asked of every pair, within a block and between blocks. A
// block of one thread has no pair, and nothing is asked or assumed of it.

// Claim is a condition of the user's, and the threads that it is stated for.
type Claim struct {
	Cond kernel.Expr
	// Pred are the threads that it is about, enabled those that are there; they are
	// the same but for loop invariants.
	Pred, Enabled kernel.Expr
	Global        bool
}

// Claims states the condition for thread 1 and for thread 2; nil where there is nothing
// to state.
func (w *Writer) Claims(c Claim) (first, second boogie.Expr) {
	relates := c.Global || kernel.OfOther(c.Cond)
	if relates && w.Single || !w.logsAsked(c.Cond) {
		return nil, nil
	}
	state := func(thread int) boogie.Expr {
		when := w.Pred(c.Pred, thread)
		switch {
		case c.Global:
			when = boogie.Or(w.Pred(c.Enabled, 1), w.Pred(c.Enabled, 2))
		case relates:
			when = w.Pred(c.Enabled, thread)
		}
		return boogie.Imp(when, w.Enc.Expr(w.plain(c), thread))
	}
	if kernel.OfAccesses(c.Cond) {
		return state(1), nil
	}
	return state(1), state(2)
}

// logsAsked reports whether the accesses that a condition asks about are logged in
// this procedure. Those to shared memory are not, between blocks; and procedures of the
// generation encoding log what they need.
func (w *Writer) logsAsked(cond kernel.Expr) bool {
	all := true
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Accessed:
			all = all && w.Logs(w.Plan.of[e.Array])
		case *kernel.AccessIndex:
			all = all && w.Logs(w.Plan.of[e.Array])
		default:
			// Others ask about no access.
		}
		return all
	})
	return all
}

// plain is the condition over variables alone: those of the thread, stand-ins for
// those of the other one and for the log.
func (w *Writer) plain(c Claim) kernel.Expr {
	return kernel.MapExpr(c.Cond, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.Enabled:
			if c.Enabled == nil {
				return kernel.BoolConst(true)
			}
			return c.Enabled
		case *kernel.VarRef:
			if c.Global && !w.Enc.IsUniform(e) && !w.given(e.Var) {
				return w.StandIn(e.Var, e.Var.T, fact.TypeRange(e.Var.T), func(thread int) string { return w.Enc.Variable(e.Var, thread) })
			}
		case *kernel.Accessed:
			if !w.Plan.of[e.Array].Logs(key.AccessKind(e.Kind)) {
				return kernel.BoolConst(false)
			}
			return w.logged(key.OccurredName(key.AccessKind(e.Kind), e.Array.Name), kernel.BoolType, fact.AnyValue)
		case *kernel.AccessIndex:
			ap := w.Plan.of[e.Array]
			if !ap.Logs(key.AccessKind(e.Kind)) {
				return kernel.NewConst(kernel.I64, 0)
			}
			index := w.logged(key.OffsetName(key.AccessKind(e.Kind), e.Array.Name), ap.Index, IndexRange(e.Array))
			if ap.Index == kernel.I64 {
				return index
			}
			return &kernel.Convert{T: kernel.I64, X: index}
		case *kernel.Other:
			return w.swapped(e.X)
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

// assertion must hold for thread 1, which stands for every thread.
func (w *Writer) assertion(pred kernel.Expr, s *kernel.Assert) {
	first, second := w.Claims(Claim{s.Cond, pred, pred, s.Global})
	property := s.Property()
	if !w.checks(property) || first == nil {
		return
	}
	if w.muted() {
		w.AssumeAll(first, second)
		return
	}
	site := w.Site(s.Src, property)
	w.Capture(site)
	w.Emit(&boogie.Assert{E: first, Tag: &key.Check{Property: property, Site: site, Text: s.Text, Thread: aboutOne(s.Cond, s.Global, 1),
		Accesses: kernel.OfAccesses(s.Cond)}})
	// Thread 2 runs the same code: its assertion is thread 1's under another
	// name, so it may be taken to hold.
	w.AssumeAll(second)
}

func (w *Writer) assume(pred kernel.Expr, s *kernel.Assume) {
	if w.Named != nil && kernel.OfAccesses(s.Cond) && w.Named.Assume(w, pred, s) {
		return
	}
	w.AssumeAll(w.Claims(Claim{s.Cond, pred, pred, false}))
}

// aboutOne is the thread if a condition concerns that one alone, else 0.
func aboutOne(cond kernel.Expr, global bool, thread int) int {
	if global || kernel.OfOther(cond) {
		return 0
	}
	return thread
}

// AssumeAll takes for granted what is not nil.
func (w *Writer) AssumeAll(facts ...boogie.Expr) {
	for _, f := range facts {
		if f != nil {
			w.Emit(&boogie.Assume{E: f})
		}
	}
}

// userInvariants are the invariants of a loop that the user wants checked.
func (w *Writer) userInvariants(s *predicate.While) []boogie.Invariant {
	var out []boogie.Invariant
	if !w.checks(kernel.LoopInvariant) {
		return nil
	}
	for _, inv := range s.Invariants {
		if inv.Candidate {
			continue
		}
		first, second := w.Claims(Claim{inv.Cond, inv.Pred, inv.Enabled, inv.Global})
		if first == nil {
			continue
		}
		var site *key.Site
		if !w.muted() {
			site = w.Site(inv.Src, kernel.LoopInvariant)
		}
		for i, e := range []boogie.Expr{first, second} {
			if e == nil {
				continue
			}
			var tag any
			if site != nil {
				tag = &key.Check{Property: kernel.LoopInvariant, Site: site, Text: kernel.ExprString(inv.Cond), Thread: aboutOne(inv.Cond, inv.Global, i+1),
					Accesses: kernel.OfAccesses(inv.Cond)}
			}
			out = append(out, boogie.Invariant{Free: w.muted(), E: e, Tag: tag})
		}
	}
	if len(out) > 0 {
		out = append(w.arrivals(s), out...)
	}
	return out
}

// arrivals states that the threads that go on are among those that have tested the
// condition, where the user's invariants tell the two apart.
func (w *Writer) arrivals(s *predicate.While) []boogie.Invariant {
	if s.Uniform {
		return nil
	}
	for _, inv := range s.Invariants {
		if inv.Enabled == nil || kernel.ExprString(inv.Enabled) == kernel.ExprString(s.Guard) {
			continue
		}
		return []boogie.Invariant{
			{E: boogie.Imp(w.Enc.Expr(s.Guard, 1), w.Enc.Expr(inv.Enabled, 1))},
			{E: boogie.Imp(w.Enc.Expr(s.Guard, 2), w.Enc.Expr(inv.Enabled, 2))},
		}
	}
	return nil
}
