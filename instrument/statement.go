package instrument

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
)

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
		// What is left is no statement of the predicated program.
		w.diags.Unsupportedf(s.Source().Pos, "statement %T in the translation to Boogie", s)
	}
}

// pred is the predicate for a thread, true where there is none.
func (w *writer) pred(p kernel.Expr, thread int) boogie.Expr {
	if p == nil {
		return boogie.True
	}
	return w.enc.Expr(p, thread)
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
