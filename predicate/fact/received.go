package fact

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// The values that a thread receives from others (contents of memory that the kernel
// writes, results of atomics, shuffles, votes and reductions) are arbitrary in the
// translation. A fault that depends on such values, because they are part of an index
// or decide whether a thread reaches the place, may rest on values that never occur:
// two threads that both hold a lock, for example. So received values are a taint, which
// this file follows through assignments and conditions.
//
// The same holds for values that the program computes and the translation does not know: results of
// instructions and functions without a model, and integers that come of integers by way of floating
// point, as (int)(0.5f * i): there two threads may get any two numbers, and never do. (An integer
// made of an input's float is an input itself.) So do truth values and integers that come of
// floats by arithmetic or a function: sqrtf(x) may be any number there, and so x * x may be
// negative. And so do the contents of tables that the translation is not told: floats, large tables, and those
// whose initialiser the front end does not read.

// Taint is the received value on which a place depends.
type Taint struct {
	// At is the condition that decides whether a thread reaches the place; zero if
	// the value itself is used, as in an index.
	At diag.Pos
	// Source is the statement that received the value.
	Source kernel.Stmt
}

// Taints holds the taint of each place of a kernel.
type Taints struct {
	kernel  *kernel.Kernel
	written map[*kernel.Array]bool
	vars    map[*kernel.Var]*Taint
	places  map[diag.Pos]*Taint
	values  map[diag.Pos]*Taint // of the values stored there
	loops   map[*kernel.Loop]*Taint
	// private are the taints of what threads have stored in arrays of their own, such as variables whose address is taken.
	private map[*kernel.Array]*Taint
	grew    bool
	// computed is set for values that are computed, not received. made are the floats among the
	// variables that come of integers.
	computed bool
	made     map[*kernel.Var]bool
	results  map[*kernel.Var]bool // floats that come of arithmetic
	// compared are the stores whose values the translation compares; those of others, as what
	// comes of an array of the thread's own, are arbitrary.
	compared map[kernel.Stmt]bool
}

// TaintsOf finds the places of a kernel that depend on received values. It does not
// follow variables through the text, so those of k should be split.
func TaintsOf(k *kernel.Kernel) *Taints {
	type taints struct{}
	return Once(k, taints{}, func() *Taints { return findTaints(k, false) })
}

// ComputedOf finds the places that depend on values which the program computes and the
// translation does not know.
func ComputedOf(k *kernel.Kernel) *Taints {
	type computed struct{}
	return Once(k, computed{}, func() *Taints { return findTaints(k, true) })
}

func findTaints(k *kernel.Kernel, computed bool) *Taints {
	r := &Taints{
		kernel: k, written: Written(k), vars: map[*kernel.Var]*Taint{},
		places: map[diag.Pos]*Taint{}, values: map[diag.Pos]*Taint{}, loops: map[*kernel.Loop]*Taint{}, private: map[*kernel.Array]*Taint{},
		computed: computed, made: map[*kernel.Var]bool{}, results: map[*kernel.Var]bool{},
		compared: cheapStores(k, true),
	}
	for r.grew = true; r.grew; {
		r.grew = false
		r.list(k.Body, nil)
	}
	return r
}

// Place is the taint of the access or assertion at a position, nil for none.
func (r *Taints) Place(at diag.Pos) *Taint { return r.places[at] }

// Stored is the taint of the value stored at a position.
func (r *Taints) Stored(at diag.Pos) *Taint { return r.values[at] }

// Element reports whether the element of an access depends on a received value.
func (r *Taints) Element() bool {
	found := false
	kernel.Walk(r.kernel.Body, func(st kernel.Stmt) bool {
		acc := kernel.Touched(st)
		found = found || acc != nil && r.read(acc.Index) != nil
		return !found
	})
	return found
}

// Origin names the atomic if the taint is the result of an atomic that was
// passed on through memory: threads of a block often share the result of one of
// them.
func (r *Taints) Origin(on *Taint) *Taint {
	load, is := on.Source.(*kernel.Load)
	if !is {
		return on
	}
	out := *on
	kernel.Walk(r.kernel.Body, func(st kernel.Stmt) bool {
		if s, is := st.(*kernel.Store); is && s.Acc.Array == load.Acc.Array && s.X != nil {
			if from := r.read(s.X); from != nil {
				if a, is := from.Source.(*kernel.Atomic); is {
					out.Source = a
				}
			}
		}
		return true
	})
	return &out
}

// ways are the taints of jumps that received values decide, nil for none.
type ways struct {
	breaks, continues *Taint
	leaves            map[string]*Taint
	// rest taints everything that follows: after a return, or after a loop that ends
	// when a value is received.
	rest *Taint
}

func (w *ways) any() *Taint {
	out := first(w.breaks, w.continues, w.rest)
	for _, on := range w.leaves {
		out = first(out, on)
	}
	return out
}

func (w *ways) add(o ways) {
	w.breaks, w.continues, w.rest = first(w.breaks, o.breaks), first(w.continues, o.continues), first(w.rest, o.rest)
	for label, on := range o.leaves {
		w.leave(label, on)
	}
}

func (w *ways) leave(label string, on *Taint) {
	if w.leaves == nil {
		w.leaves = map[string]*Taint{}
	}
	w.leaves[label] = first(w.leaves[label], on)
}

func first(list ...*Taint) *Taint {
	for _, on := range list {
		if on != nil {
			return on
		}
	}
	return nil
}

// list walks statements that a thread reaches or not depending on a taint.
func (r *Taints) list(list []kernel.Stmt, under *Taint) ways {
	var out ways
	for _, s := range list {
		out.add(r.stmt(s, first(under, out.any())))
	}
	return out
}

func (r *Taints) stmt(s kernel.Stmt, under *Taint) ways {
	var out ways
	switch s := s.(type) {
	case *kernel.If:
		inner := first(under, r.condition(s, s.Cond))
		out = r.list(s.Then, inner)
		out.add(r.list(s.Else, inner))
	case *kernel.Loop:
		return r.loop(s, under)
	case *kernel.Region:
		out = r.list(s.Body, under)
		delete(out.leaves, s.Label)
	case *kernel.Break:
		out.breaks = under
	case *kernel.Continue:
		out.continues = under
	case *kernel.Leave:
		if under != nil {
			out.leave(s.Label, under)
		}
	case *kernel.Return:
		out.rest = under
	default:
		// Others continue with the next statement, and have no statements inside.
		r.simple(s, under)
	}
	return out
}

// loop walks a loop. After one that a received value ends, everything depends on that
// value.
func (r *Taints) loop(l *kernel.Loop, under *Taint) ways {
	cond := r.condition(l, l.Cond)
	inner := first(under, cond, r.loops[l])
	w := r.list(l.Head, inner)
	w.add(r.list(l.Body, inner))
	w.add(r.list(l.Post, inner))
	for i := range l.Invariants {
		inv := &l.Invariants[i]
		w.add(r.list(inv.Head, inner))
		enter(r.places, inv.Pos, first(r.read(inv.Cond), inner))
	}
	if on := first(w.breaks, w.rest); on != nil && r.loops[l] == nil {
		r.loops[l], r.grew = on, true
	}
	return ways{leaves: w.leaves, rest: first(w.rest, cond, w.breaks)}
}

// simple enters the accesses, assertions and assignments of a statement without
// parts.
func (r *Taints) simple(s kernel.Stmt, under *Taint) {
	on := under
	switch s := s.(type) {
	case *kernel.Assert:
		on = first(under, r.used(s, s.Cond))
	case *kernel.Load, *kernel.Store, *kernel.Atomic:
		on = first(under, r.used(s, kernel.Touched(s).Index))
		if st, is := s.(*kernel.Store); is && st.X != nil {
			enter(r.values, st.Pos, r.read(st.X))
			if !r.computed && !r.compared[st] {
				enter(r.values, st.Pos, &Taint{Source: st})
			}
		}
		if acc := kernel.Touched(s); acc.Array.Space == kernel.Local && !kernel.OnlyReads(s) && r.private[acc.Array] == nil {
			if on := first(r.receives(s), under); on != nil {
				r.private[acc.Array], r.grew = on, true
			}
		}
	default:
		// Others neither access nor assert anything.
	}
	enter(r.places, s.Source().Pos, on)
	dst := kernel.Assigned(s)
	if a, is := s.(*kernel.Assign); is && r.computed && dst.T.Kind == kernel.Float {
		if !r.made[dst] && r.madeFloat(a.X) {
			r.made[dst], r.grew = true, true
		}
		if !r.results[dst] && r.result(a.X) {
			r.results[dst], r.grew = true, true
		}
	}
	if dst == nil || r.vars[dst] != nil {
		return
	}
	if on := first(r.receives(s), under); on != nil {
		r.vars[dst], r.grew = on, true
	}
}

// receives is the taint of a statement that receives a value, or computes with one.
func (r *Taints) receives(s kernel.Stmt) *Taint {
	if load, is := s.(*kernel.Load); is && r.private[load.Acc.Array] != nil {
		return r.private[load.Acc.Array]
	}
	if r.computed {
		return r.computes(s)
	}
	if s, is := s.(*kernel.Load); is && r.written[s.Acc.Array] && s.Acc.Array.Space != kernel.Local {
		return &Taint{Source: s}
	}
	if op, ok := kernel.SyncOf(s); ok && op.Result != nil {
		return &Taint{Source: s}
	}
	var out *Taint
	kernel.Exprs(s, func(e kernel.Expr) { out = first(out, r.read(e)) })
	return out
}

// computes is the taint of a statement that computes an unknown value, or computes with one.
func (r *Taints) computes(s kernel.Stmt) *Taint {
	if h, is := s.(*kernel.Havoc); is && h.Computed {
		return &Taint{Source: s}
	}
	if load, is := s.(*kernel.Load); is && !r.written[load.Acc.Array] && untold(load) {
		return &Taint{Source: s}
	}
	var out *Taint
	kernel.Exprs(s, func(e kernel.Expr) {
		out = first(out, r.read(e))
		if out == nil && r.unknown(e) {
			out = &Taint{Source: s}
		}
	})
	return out
}

// unknown reports whether an expression contains an integer or a truth value that comes of integers
// by way of floats, or by a function that has no form in the translation.
func (r *Taints) unknown(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Convert:
			found = found || e.T.Kind != kernel.Float && e.X.Type().Kind == kernel.Float && (r.madeFloat(e.X) || r.result(e.X))
		case *kernel.Binary:
			found = found || e.Op.IsComparison() && e.X.Type().Kind == kernel.Float && (r.madeFloat(e.X) && r.madeFloat(e.Y) || r.result(e.X) || r.result(e.Y))
		case *kernel.Call:
			found = found || OfIntegers(e) && !kernel.HasForm(e)
			if e.T.Kind != kernel.Float && !kernel.IsExact(e) {
				for _, a := range e.Args {
					found = found || a.Type().Kind == kernel.Float && (r.madeFloat(a) || r.result(a))
				}
			}
		default:
			// Others are as unknown as their operands are.
		}
		return !found
	})
	return found
}

// OfIntegers reports whether a call makes an integer of integers: what it yields is no input, as what
// a texture holds is.
func OfIntegers(c *kernel.Call) bool {
	return c.T.IsInt() && !c.Input && len(c.Args) > 0 && !slices.ContainsFunc(c.Args, func(a kernel.Expr) bool { return !a.Type().IsInt() })
}

// madeFloat reports whether a float is computed of integers: also of constants, if not of them alone.
func (r *Taints) madeFloat(e kernel.Expr) bool {
	made := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Convert:
			made = made || e.T.Kind == kernel.Float && e.X.Type().Kind != kernel.Float
		case *kernel.VarRef:
			made = made || r.made[e.Var]
		default:
			// Others are made of integers if their operands are.
		}
		return !made
	})
	return made
}

// result reports whether a float is the result of an operation or a function on floats.
func (r *Taints) result(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if e.Type().Kind != kernel.Float {
			return false
		}
		switch e := e.(type) {
		case *kernel.Unary, *kernel.Binary:
			found = true
		case *kernel.Call:
			found = found || !strings.HasPrefix(e.Fn, "bits_")
		case *kernel.VarRef:
			found = found || r.results[e.Var]
		default:
			// Others are results if an operand is.
		}
		return !found
	})
	return found
}

// used is read for what a statement uses itself, which may compute an unknown value.
func (r *Taints) used(s kernel.Stmt, e kernel.Expr) *Taint {
	if on := r.read(e); on != nil || !r.computed || !r.unknown(e) {
		return on
	}
	return &Taint{Source: s}
}

// read is the taint of an expression's value.
func (r *Taints) read(e kernel.Expr) *Taint {
	var out *Taint
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if v, ok := e.(*kernel.VarRef); ok {
			out = first(out, r.vars[v.Var])
		}
		return out == nil
	})
	return out
}

// condition is the taint of a statement's condition.
func (r *Taints) condition(s kernel.Stmt, e kernel.Expr) *Taint {
	on := r.read(e)
	if on == nil && r.computed && r.unknown(e) {
		on = &Taint{Source: s}
	}
	if on == nil {
		return nil
	}
	return &Taint{At: s.Source().Pos, Source: on.Source}
}

// enter notes the taint of a place; the first one found stays.
func enter(places map[diag.Pos]*Taint, at diag.Pos, on *Taint) {
	if on != nil && places[at] == nil {
		places[at] = on
	}
}
