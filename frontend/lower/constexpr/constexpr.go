// Package constexpr evaluates what a constant expression became when it was lowered: calls of
// functions are statements over variables, which are executed here.
//
// In: statements and an expression over what they assign. Out: the expression as a constant, if it
// is one whatever was before the statements. Tables whose contents are known may be read, and memory of the thread
// that the statements have written; other accesses, and all that threads do together, have no constant value.
package constexpr

import "gv2/frontend/kernel"

// most bounds the statements that are executed.
const most = 1 << 16

// Value is the value of x behind stmts; x itself if that is not constant.
func Value(stmts []kernel.Stmt, x kernel.Expr) kernel.Expr {
	if _, is := x.(*kernel.Const); is || x == nil {
		return x
	}
	r := &run{vars: map[*kernel.Var]kernel.Expr{}, memory: map[place]kernel.Expr{}}
	if r.list(stmts) != ends {
		return x
	}
	if v := r.eval(x); isConstant(v) {
		return v
	}
	return x
}

// Fails is an assertion that is known to fail when stmts run; nil if there is none.
func Fails(stmts []kernel.Stmt) *kernel.Assert {
	r := &run{vars: map[*kernel.Var]kernel.Expr{}, memory: map[place]kernel.Expr{}}
	r.list(stmts)
	return r.failed
}

func isConstant(e kernel.Expr) bool {
	switch e.(type) {
	case *kernel.Const, *kernel.FloatConst:
		return true
	default:
		// Others read variables, or make values of others.
		return false
	}
}

// run is an execution; vars are the values that are known.
type run struct {
	vars map[*kernel.Var]kernel.Expr
	// memory is what the statements have written to arrays of the thread.
	memory map[place]kernel.Expr
	steps  int
	label  string // that a Leave looks for
	failed *kernel.Assert
}

// place is an element of an array.
type place struct {
	array *kernel.Array
	at    int64
}

// placeOf is the first element that an access is to; ok is false if it is not known which.
func (r *run) placeOf(a *kernel.Access) (place, bool) {
	c, ok := r.eval(a.Index).(*kernel.Const)
	if !ok || c.Val < 0 || a.Array.Len >= 0 && c.Val > a.Array.Len-int64(max(a.Width, 1)) {
		return place{}, false
	}
	return place{a.Array, c.Val}, true
}

// load is what an access reads as a value of type t, nil if that is not known.
func (r *run) load(a *kernel.Access, t kernel.Type) kernel.Expr {
	at, ok := r.placeOf(a)
	switch {
	case !ok || a.Array.Space == kernel.Shared:
		return nil
	case a.Width <= 1:
		return r.element(at)
	}
	word, bits := uint64(0), a.Array.Elem.Bits
	for n := range a.Width { // the first is the lowest
		c, ok := r.element(place{at.array, at.at + int64(n)}).(*kernel.Const)
		if !ok || !c.T.IsInt() || t.Kind == kernel.Bool {
			return nil
		}
		word |= uint64(c.Val) & (1<<bits - 1) << (n * bits)
	}
	if t.Kind == kernel.Float {
		return fromBits(&kernel.Const{T: t, Val: int64(word)})
	}
	return kernel.NewConst(t, int64(word))
}

// element is what one element holds.
func (r *run) element(at place) kernel.Expr {
	a := at.array
	switch init := a.Init; {
	case init == nil:
		return r.memory[at]
	case at.at < int64(len(init)):
		return fromBits(&init[at.at])
	case at.at < a.Len && a.Elem.Kind != kernel.Float:
		return &kernel.Const{T: a.Elem}
	case at.at < a.Len:
		return floating(a.Elem, 0)
	}
	return nil
}

// store writes to memory of the thread; false if it is not known where, or if others see it.
func (r *run) store(a *kernel.Access, x kernel.Expr) bool {
	at, ok := r.placeOf(a)
	if !ok || x == nil || a.Array.Space != kernel.Local || a.Array.Init != nil {
		return false
	}
	v := r.eval(x)
	if a.Width <= 1 {
		if !isConstant(v) {
			v = nil
		}
		r.memory[at] = v
		return true
	}
	c, known := v.(*kernel.Const)
	for n := range a.Width {
		r.memory[place{at.array, at.at + int64(n)}] = nil
		if known && c.T.IsInt() && a.Array.Elem.IsInt() {
			r.memory[place{at.array, at.at + int64(n)}] = kernel.NewConst(a.Array.Elem, c.Val>>(n*a.Array.Elem.Bits))
		}
	}
	return true
}

// flow is how a list of statements is left.
type flow int

const (
	ends flow = iota
	breaks
	continues
	leaves
	unknown
)

func (r *run) eval(x kernel.Expr) kernel.Expr {
	return kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		if ref, ok := e.(*kernel.VarRef); ok {
			if v := r.vars[ref.Var]; v != nil {
				return v
			}
			return e
		}
		return fold(e)
	})
}

// truth is the value of a condition; ok is false if it is not known.
func (r *run) truth(x kernel.Expr) (v, ok bool) {
	c, ok := r.eval(x).(*kernel.Const)
	return ok && c.Val != 0, ok
}

func (r *run) list(stmts []kernel.Stmt) flow {
	for _, s := range stmts {
		if r.steps++; r.steps > most {
			return unknown
		}
		if f := r.stmt(s); f != ends {
			return f
		}
	}
	return ends
}

func (r *run) stmt(s kernel.Stmt) flow {
	switch s := s.(type) {
	case *kernel.Assign:
		v := r.eval(s.X)
		if !isConstant(v) {
			v = nil
		}
		r.vars[s.Dst] = v
		return ends
	case *kernel.Havoc:
		r.vars[s.Dst] = nil
		return ends
	case *kernel.Load:
		if s.Dst != nil {
			r.vars[s.Dst] = nil
			if !s.Volatile && s.Agent == nil {
				r.vars[s.Dst] = r.load(&s.Acc, s.Dst.T)
			}
		}
		return ends
	case *kernel.Store:
		if s.Volatile || s.Agent != nil || !r.store(&s.Acc, s.X) {
			return unknown
		}
		return ends
	case *kernel.If:
		switch yes, ok := r.truth(s.Cond); {
		case !ok:
			return unknown
		case yes:
			return r.list(s.Then)
		}
		return r.list(s.Else)
	case *kernel.Loop:
		return r.loop(s)
	case *kernel.Break:
		return breaks
	case *kernel.Continue:
		return continues
	case *kernel.Region:
		f := r.list(s.Body)
		if f == leaves && r.label == s.Label {
			return ends
		}
		return f
	case *kernel.Leave:
		r.label = s.Label
		return leaves
	case *kernel.Assert:
		yes, ok := r.truth(s.Cond)
		if yes && ok {
			return ends
		}
		if ok && r.failed == nil {
			r.failed = s
		}
		return unknown
	default:
		// Others have an effect, or a value from elsewhere.
		return unknown
	}
}

func (r *run) loop(s *kernel.Loop) flow {
	if len(s.Invariants) > 0 {
		return unknown
	}
	for first := true; ; first = false {
		if !first || !s.DoWhile {
			if first {
				if f := r.list(s.Head); f != ends {
					return f
				}
			}
			switch yes, ok := r.truth(s.Cond); {
			case !ok:
				return unknown
			case !yes:
				return ends
			}
		}
		if r.steps++; r.steps > most {
			return unknown
		}
		switch f := r.list(s.Body); f {
		case breaks:
			return ends
		case leaves, unknown:
			return f
		case ends, continues:
		}
		for _, part := range [][]kernel.Stmt{s.Post, s.Head} {
			if f := r.list(part); f != ends {
				return f
			}
		}
	}
}
