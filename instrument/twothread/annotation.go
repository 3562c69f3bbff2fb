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

// assertion must hold for thread 1, which stands for every thread.
func (w *Writer) assertion(pred kernel.Expr, s *kernel.Assert) {
	first, second := w.Claims(Claim{s.Cond, pred, pred, s.Global})
	property := s.Property()
	if !w.checks(property) || first == nil {
		return
	}
	if w.Enc.Pair == fact.OtherBlock && !fact.AboutBlocks(s) {
		return // a matter of one thread, which the procedure for a block decides
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
