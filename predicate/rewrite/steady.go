package rewrite

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// SteadyCounters replaces the counter of a loop by the part of it that is the same for all
// threads, where a condition compares that part only:
//
//	for (i = b + t; i - t < n; i += s) ... i ...
//	w := b; while (w < n) { ... w + t ...; w := w + s }
//
// Uniformity does not look into sums, and threads would seem to leave the loop one by one.
// The counter is set once and then only moved by amounts that are the same for all threads.
// What is left of the sum i + R, where R is made of built-ins and parameters, does not differ
// between threads where the counter is set. Sums are compared modulo 2^n, as C's unsigned
// integers have them, so that w is i + R in every execution.
func SteadyCounters(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	c := &steadier{k: k, notes: notes, sets: map[*kernel.Var][]*kernel.Assign{}, other: map[*kernel.Var]bool{}, names: kernel.NewNames(k), by: map[*kernel.Var]*steady{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		v := kernel.Assigned(s)
		if a, ok := s.(*kernel.Assign); ok {
			c.sets[v] = append(c.sets[v], a)
		} else if v != nil {
			c.other[v] = true
		}
		if l, ok := s.(*kernel.Loop); ok {
			c.loops = append(c.loops, l)
		}
		return true
	})
	for _, l := range c.loops {
		if len(l.Invariants) > 0 { // which may speak of the counter of another thread
			return k
		}
	}
	for _, l := range c.loops {
		c.find(l)
	}
	if len(c.found) == 0 {
		return k
	}
	out := *k
	out.Body = replaced(k.Body, c.stmt)
	out.Vars = slices.Clone(k.Vars)
	for _, s := range c.found {
		out.Vars = append(out.Vars, s.own)
	}
	return &out
}

type steadier struct {
	k     *kernel.Kernel
	notes *fact.Notes
	sets  map[*kernel.Var][]*kernel.Assign
	other map[*kernel.Var]bool // set by other statements as well
	loops []*kernel.Loop
	names *kernel.Names
	same  *fact.Uniformity
	found []*steady
	by    map[*kernel.Var]*steady
}

// steady is one such counter: own is its part that is the same for all threads, and rest is
// what the threads add to it.
type steady struct {
	counter, own *kernel.Var
	set          *kernel.Assign
	start, rest  kernel.Expr
}

// find looks for such a sum in the condition of a loop.
func (c *steadier) find(l *kernel.Loop) {
	kernel.WalkExpr(l.Cond, func(e kernel.Expr) bool {
		sum, ok := e.(*kernel.Binary)
		if !ok || sum.Op != kernel.Add && sum.Op != kernel.Sub || !sum.Type().IsInt() {
			return true
		}
		return !c.sum(l, sum)
	})
}

func (c *steadier) sum(l *kernel.Loop, e *kernel.Binary) bool {
	if c.same == nil {
		c.same = fact.Uniform(c.k, fact.SameBlock)
	}
	if c.same.Expr(e) {
		return false
	}
	f := c.form(e)
	for _, t := range f.atoms() {
		r, ok := t.atom.(*kernel.VarRef)
		if !ok || t.coef != 1 || !sameWidth(r.Type(), e.Type()) || c.other[r.Var] || c.by[r.Var] != nil {
			continue
		}
		ty := r.Type()
		set := c.counts(r.Var)
		if set == nil {
			continue
		}
		start, rest := c.form(set.X), &form{terms: map[string]*formTerm{}}
		for _, u := range f.atoms() {
			if u == t {
				continue
			}
			if !c.constant(u.atom) {
				return false
			}
			start.add(u.atom, u.coef)
			rest.add(u.atom, -u.coef)
		}
		x, uniform := c.uniform(start, ty)
		if !uniform || !start.writable(ty) || !rest.writable(ty) {
			return false
		}
		own := &kernel.Var{Name: c.names.At(r.Var.Name, l.Src, "steady"), T: ty, Temp: true, Pos: l.Pos}
		one := &steady{counter: r.Var, own: own, set: set, start: x, rest: rest.expr(ty)}
		c.found, c.by[r.Var] = append(c.found, one), one
		return true
	}
	return false
}

// sameWidth reports whether conversions between two types of integers keep the bits: where threadIdx.x
// is part of the sum it is unsigned, and the counter mostly is not.
func sameWidth(a, b kernel.Type) bool { return a.IsInt() && b.IsInt() && a.Bits == b.Bits }

// counts is the assignment that sets a counter, nil if others do more than move it by
// amounts that are the same for all threads.
func (c *steadier) counts(v *kernel.Var) *kernel.Assign {
	var set *kernel.Assign
	for _, a := range c.sets[v] {
		by, moves := moved(a)
		switch {
		case moves && by != nil && c.same.Expr(by):
		case moves || set != nil:
			return nil
		default:
			set = a
		}
	}
	return set
}

// moved is what an assignment adds to its variable.
func moved(a *kernel.Assign) (by kernel.Expr, ok bool) {
	x := a.X
	for {
		conv, is := x.(*kernel.Convert)
		if !is || conv.X.Type().Kind != kernel.Int || conv.X.Type().Bits != conv.T.Bits {
			break
		}
		x = conv.X
	}
	sum, is := x.(*kernel.Binary)
	if !is || sum.Op != kernel.Add {
		return nil, fact.ReadsVar(a.X, a.Dst)
	}
	for _, side := range [][2]kernel.Expr{{sum.X, sum.Y}, {sum.Y, sum.X}} {
		own := side[0]
		if conv, is := own.(*kernel.Convert); is && conv.X.Type().IsInt() && conv.X.Type().Bits == conv.T.Bits {
			own = conv.X
		}
		if kernel.IsRef(own, a.Dst) && !fact.ReadsVar(side[1], a.Dst) {
			return side[1], true
		}
	}
	return nil, fact.ReadsVar(a.X, a.Dst)
}

// stmt writes the new variables in place of the counters.
func (c *steadier) stmt(s kernel.Stmt) []kernel.Stmt {
	a, ok := s.(*kernel.Assign)
	f := c.by[kernel.Assigned(s)]
	if !ok || f == nil {
		out := kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr { return kernel.MapExpr(e, c.expr) })
		c.notes.Copied(s, out)
		return []kernel.Stmt{out}
	}
	x := f.start
	if f.set != a {
		by, _ := moved(a)
		if by = kernel.MapExpr(by, c.expr); by.Type() != f.own.T {
			by = &kernel.Convert{T: f.own.T, X: by}
		}
		x = &kernel.Binary{Op: kernel.Add, X: kernel.Ref(f.own), Y: by}
	}
	return []kernel.Stmt{&kernel.Assign{Src: a.Src, Dst: f.own, X: x}}
}

// expr replaces a counter by its two parts, and the sums in which they cancel by one.
func (c *steadier) expr(e kernel.Expr) kernel.Expr {
	switch e := e.(type) {
	case *kernel.VarRef:
		if f := c.by[e.Var]; f != nil {
			return &kernel.Binary{Op: kernel.Add, X: kernel.Ref(f.own), Y: f.rest}
		}
	case *kernel.Binary:
		if e.Op != kernel.Add && e.Op != kernel.Sub || !e.Type().IsInt() {
			return e
		}
		sum := c.form(e)
		if atoms := sum.atoms(); len(atoms) == 1 && atoms[0].coef == 1 && sameWidth(atoms[0].atom.Type(), e.Type()) && sum.writable(e.Type()) {
			if r, ok := atoms[0].atom.(*kernel.VarRef); ok && slices.ContainsFunc(c.found, func(f *steady) bool { return f.own == r.Var }) {
				return sum.expr(e.Type())
			}
		}
	default:
		// Others stay as they are.
	}
	return e
}

// form is a sum of multiples of atoms modulo 2^n, with n the bits of its type.
type form struct {
	terms map[string]*formTerm
	base  int64
}

type formTerm struct {
	atom kernel.Expr
	coef int64
}

func (f *form) add(atom kernel.Expr, coef int64) {
	key := kernel.ExprString(atom)
	if t := f.terms[key]; t != nil {
		t.coef += coef
		return
	}
	f.terms[key] = &formTerm{atom, coef}
}

// atoms are the terms that count, in a stable order.
func (f *form) atoms() []*formTerm {
	var keys []string
	for key, t := range f.terms {
		if t.coef != 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var out []*formTerm
	for _, key := range keys {
		out = append(out, f.terms[key])
	}
	return out
}

// form looks through sums, through conversions that keep the bits, and through variables
// that are set once, to what is constant.
func (c *steadier) form(e kernel.Expr) *form {
	f := &form{terms: map[string]*formTerm{}}
	c.into(f, e, 1, e.Type().Bits)
	return f
}

func (c *steadier) into(f *form, e kernel.Expr, by int64, bits int) {
	switch e := e.(type) {
	case *kernel.Const:
		f.base += by * e.Val
		return
	case *kernel.Convert:
		if e.X.Type().IsInt() && e.X.Type().Bits >= bits {
			c.into(f, e.X, by, bits)
			return
		}
	case *kernel.VarRef:
		if set := c.sets[e.Var]; len(set) == 1 && !c.other[e.Var] && c.constant(set[0].X) && e.Type().Bits >= bits {
			c.into(f, set[0].X, by, bits)
			return
		}
	case *kernel.Binary:
		switch {
		case e.Op == kernel.Add || e.Op == kernel.Sub:
			c.into(f, e.X, by, bits)
			if e.Op == kernel.Sub {
				by = -by
			}
			c.into(f, e.Y, by, bits)
			return
		case e.Op == kernel.Mul:
			if x, n, ok := fact.ConstOperand(e); ok {
				c.into(f, x, by*n, bits)
				return
			}
		}
	default:
		// Others are atoms.
	}
	f.add(e, by)
}

// constant reports whether e has one value for a thread: it is made of built-ins, parameters
// and constants.
func (c *steadier) constant(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		r, reads := e.(*kernel.VarRef)
		ok = ok && (!reads || slices.Contains(c.k.Params, r.Var) && len(c.sets[r.Var]) == 0 && !c.other[r.Var])
		return ok
	})
	return ok
}

// uniform is the form as an expression of type t, if every atom is the same for all threads.
func (c *steadier) uniform(f *form, t kernel.Type) (kernel.Expr, bool) {
	for _, term := range f.atoms() {
		if !c.same.Expr(term.atom) {
			return nil, false
		}
	}
	return f.expr(t), true
}

// writable reports whether expr writes no unsigned sum or product that wraps where those of
// the program do not: proofs with mathematical integers take for granted that none does.
func (f *form) writable(t kernel.Type) bool {
	return t.Signed || f.base >= 0 && !slices.ContainsFunc(f.atoms(), func(t *formTerm) bool { return t.coef < 0 })
}

// expr is the form as an expression of type t.
func (f *form) expr(t kernel.Type) kernel.Expr {
	var x kernel.Expr
	for _, term := range f.atoms() {
		y := term.atom
		if y.Type() != t {
			y = &kernel.Convert{T: t, X: y}
		}
		op, coef := kernel.Add, term.coef
		if x != nil && coef < 0 {
			op, coef = kernel.Sub, -coef
		}
		if coef != 1 {
			y = &kernel.Binary{Op: kernel.Mul, X: y, Y: kernel.NewConst(t, coef)}
		}
		if x != nil {
			y = &kernel.Binary{Op: op, X: x, Y: y}
		}
		x = y
	}
	switch {
	case x == nil:
		x = kernel.NewConst(t, f.base)
	case f.base != 0:
		x = &kernel.Binary{Op: kernel.Add, X: x, Y: kernel.NewConst(t, f.base)}
	}
	return kernel.Fold(x)
}
