package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
)

func (w *Writer) Block(body []predicate.Stmt) {
	around := w.scattered
	w.scattered = nil
	defer func() { w.scattered = around }()
	for _, s := range body {
		w.statement(s)
	}
}

func (w *Writer) statement(s predicate.Stmt) {
	if w.Key.Expired(w.Request.Stop) {
		return
	}
	switch s := s.(type) {
	case *predicate.Do:
		w.Comment(s.Stmt.Source())
		w.leaf(s)
	case *predicate.If:
		w.Comment(s.Src)
		cond := w.Enc.Expr(s.Cond, 0)
		w.depth++
		then := w.Collect(func() { w.Block(s.Then) })
		other := w.Collect(func() { w.Block(s.Else) })
		w.depth--
		w.Emit(&boogie.If{C: cond, Then: then, Else: other})
	case *predicate.While:
		w.Comment(s.Src)
		w.depth++
		w.loop(s)
		w.depth--
	default:
		panic(fmt.Sprintf("instrument: statement %T", s))
	}
}

func (w *Writer) leaf(d *predicate.Do) {
	w.at = d
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		w.Assign(s.Dst, d.Pred, func(thread int) boogie.Expr { return w.Enc.Expr(s.X, thread) })
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
		w.Emit(&boogie.Comment{Text: "memory fence: orders nothing between the two threads"})
	case *kernel.Assert:
		w.assertion(d.Pred, s)
	case *kernel.Assume:
		w.assume(d.Pred, s)
	case *kernel.Havoc:
		if s.Why != "" {
			w.Emit(&boogie.Comment{Text: s.Why})
		}
		w.havoc(s.Dst, d.Pred)
	default:
		// What is left is no statement of the predicated program.
		w.Diags.Unsupportedf(s.Source().Pos, "statement %T in the translation to Boogie", s)
	}
}

// Pred is the predicate for a thread, true where there is none.
func (w *Writer) Pred(p kernel.Expr, thread int) boogie.Expr {
	if p == nil {
		return boogie.True
	}
	return w.Enc.Expr(p, thread)
}

// Assign gives dst a value under a predicate, for both threads.
func (w *Writer) Assign(dst *kernel.Var, pred kernel.Expr, value func(thread int) boogie.Expr) {
	if w.Enc.Uniform[dst] {
		w.set(dst, 0, pred, value(0))
		return
	}
	// Both values are computed before either is stored only where that matters:
	// thread 2 never reads a variable of thread 1.
	w.set(dst, 1, pred, value(1))
	w.set(dst, 2, pred, value(2))
}

func (w *Writer) set(dst *kernel.Var, thread int, pred kernel.Expr, value boogie.Expr) {
	name := w.Enc.Variable(dst, thread)
	x := boogie.If3(w.Pred(pred, thread), value, boogie.V(name))
	w.Emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{x}})
}

// fresh declares a local for an arbitrary value of type t.
func (w *Writer) fresh(t kernel.Type, thread int) string {
	name := "any_" + t.String() + key.Suffix(thread)
	w.Enc.Locals[name] = w.Enc.Type(t)
	return name
}

// arbitrary is any value of type t, newly chosen.
func (w *Writer) arbitrary(t kernel.Type, thread int) boogie.Expr {
	name := w.fresh(t, thread)
	w.Emit(&boogie.Havoc{Names: []string{name}})
	w.assumeType(boogie.V(name), t)
	return boogie.V(name)
}

// assumeType says that x is a value of its type, where Boogie's type is wider.
func (w *Writer) assumeType(x boogie.Expr, t kernel.Type) {
	if t.Kind != kernel.Int {
		return
	}
	if c := w.Enc.Model.InRange(w.Enc, x, t); c != boogie.True {
		w.Emit(&boogie.Assume{E: c})
	}
}

// havoc gives dst any value.
func (w *Writer) havoc(dst *kernel.Var, pred kernel.Expr) {
	if dst == nil {
		return
	}
	if pred != nil {
		w.Assign(dst, pred, func(thread int) boogie.Expr { return w.arbitrary(dst.T, max(thread, 1)) })
		return
	}
	names := []string{w.Enc.Variable(dst, 1), w.Enc.Variable(dst, 2)}
	if w.Enc.Uniform[dst] {
		names = names[:1]
	}
	w.Emit(&boogie.Havoc{Names: names})
	for _, n := range names {
		w.assumeType(boogie.V(n), dst.T)
	}
}
