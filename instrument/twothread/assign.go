package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
)

// assigning gives variables values, for the threads that a predicate holds for.
type assigning struct {
	enc *arith.Encoder
	to  *text
}

// Pred is the predicate for a thread, true where there is none.
func (a *assigning) Pred(p kernel.Expr, thread int) boogie.Expr {
	if p == nil {
		return boogie.True
	}
	return a.enc.Expr(p, thread)
}

// Assign gives dst a value under a predicate, for both threads.
func (a *assigning) Assign(dst *kernel.Var, pred kernel.Expr, value func(thread int) boogie.Expr) {
	if a.enc.Uniform[dst] {
		a.set(dst, 0, pred, value(0))
		return
	}
	// Both values are computed before either is stored only where that matters:
	// thread 2 never reads a variable of thread 1.
	a.set(dst, 1, pred, value(1))
	a.set(dst, 2, pred, value(2))
}

// set gives one thread's dst a value where the predicate holds for the thread.
func (a *assigning) set(dst *kernel.Var, thread int, pred kernel.Expr, value boogie.Expr) {
	name := a.enc.Variable(dst, thread)
	x := boogie.If3(a.Pred(pred, thread), value, boogie.V(name))
	a.to.Emit(&boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{x}})
}

// fresh declares a local for an arbitrary value of type t.
func (a *assigning) fresh(t kernel.Type, thread int) string {
	name := "any_" + t.String() + key.Suffix(thread)
	a.enc.Locals[name] = a.enc.Type(t)
	return name
}

// arbitrary is any value of type t, newly chosen.
func (a *assigning) arbitrary(t kernel.Type, thread int) boogie.Expr {
	name := a.fresh(t, thread)
	a.to.Emit(&boogie.Havoc{Names: []string{name}})
	a.assumeType(boogie.V(name), t)
	return boogie.V(name)
}

// assumeType says that x is a value of its type, where Boogie's type is wider.
func (a *assigning) assumeType(x boogie.Expr, t kernel.Type) {
	if t.Kind != kernel.Int {
		return
	}
	if c := a.enc.Model.InRange(a.enc, x, t); c != boogie.True {
		a.to.Emit(&boogie.Assume{E: c})
	}
}

// havoc gives dst any value.
func (a *assigning) havoc(dst *kernel.Var, pred kernel.Expr) {
	if dst == nil {
		return
	}
	if pred != nil {
		a.Assign(dst, pred, func(thread int) boogie.Expr { return a.arbitrary(dst.T, max(thread, 1)) })
		return
	}
	names := []string{a.enc.Variable(dst, 1), a.enc.Variable(dst, 2)}
	if a.enc.Uniform[dst] {
		names = names[:1]
	}
	a.to.Emit(&boogie.Havoc{Names: names})
	for _, n := range names {
		a.assumeType(boogie.V(n), dst.T)
	}
}

// zero is the value 0 of t, or false.
func (a *assigning) zero(t kernel.Type) boogie.Expr {
	if t.Kind == kernel.Bool {
		return boogie.False
	}
	return a.enc.Model.Literal(0, t)
}
