package phases

import (
	"fmt"
	bits64 "math/bits"

	"gv2/frontend/kernel"
)

// bits are variables for single bits of others, which are narrower than an int.
type bits struct {
	words map[*kernel.Var]bool
	// only are the words that have one bit at most, and which.
	only  map[*kernel.Var]int
	vars  map[bit]*kernel.Var
	order []bit
	fresh func(name string, at *kernel.Var) *kernel.Var
	// failed is set where a bit is needed that nobody knows.
	failed *kernel.Var
}

type bit struct {
	of *kernel.Var
	at int
}

// splitBits reads single bits of narrow variables from variables of their own, which are set beside them. It needs to know what each
// bit that is read is set to; variables of which it does not stay as they are.
func splitBits(body []kernel.Stmt, vars []*kernel.Var, fresh func(name string, at *kernel.Var) *kernel.Var) []kernel.Stmt {
	b := &bits{words: map[*kernel.Var]bool{}, only: map[*kernel.Var]int{}, fresh: fresh}
	for _, v := range vars {
		b.words[v] = !v.Param && v.T.Kind == kernel.Int && v.T.Bits < 32
	}
	b.findOnly(body)
	for {
		b.vars, b.order, b.failed = map[bit]*kernel.Var{}, nil, nil
		out := body
		for before := -1; before != len(b.order) && b.failed == nil; { // bits are made of other bits
			before = len(b.order)
			out = kernel.Rewrite(body, b.stmt)
		}
		if b.failed == nil {
			for _, at := range b.order {
				v := b.fresh(fmt.Sprintf("%s_bit%d", at.of.Name, at.at), at.of)
				*b.vars[at] = *v
			}
			return out
		}
		b.words[b.failed] = false
	}
}

// findOnly finds the words that are set to e & 1<<n alone.
func (b *bits) findOnly(body []kernel.Stmt) {
	other := map[*kernel.Var]bool{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		v := kernel.Assigned(s)
		if v == nil || !b.words[v] {
			return true
		}
		at, single := -1, false
		if a, ok := s.(*kernel.Assign); ok {
			if x, ok := a.X.(*kernel.Binary); ok && x.Op == kernel.And {
				at, single = power(x.Y)
			}
		}
		was, again := b.only[v]
		other[v] = other[v] || !single || again && was != at
		b.only[v] = at
		return true
	})
	for v := range other {
		if other[v] {
			delete(b.only, v)
		}
	}
}

// power is n where e is 1<<n.
func power(e kernel.Expr) (int, bool) {
	c, ok := e.(*kernel.Const)
	if !ok || c.Val <= 0 || c.Val&(c.Val-1) != 0 {
		return 0, false
	}
	return bits64.TrailingZeros64(uint64(c.Val)), true
}

// stmt is a statement with bits in place of words, and what sets the bits of a word in front of what sets the word.
func (b *bits) stmt(_, s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	if v := kernel.Assigned(s); v != nil && b.words[v] {
		a, ok := s.(*kernel.Assign)
		for at := range v.T.Bits {
			to := b.vars[bit{v, at}]
			if to == nil {
				continue
			}
			var x kernel.Expr
			if ok {
				x = b.of(a.X, at)
			}
			if x == nil || b.mixes(x, v, at) {
				b.failed = v
				return []kernel.Stmt{s}
			}
			out = append(out, &kernel.Assign{Src: s.Source(), Dst: to, X: x})
		}
	}
	return append(out, kernel.MapExprs(s, b.reads))
}

// mixes reports whether an expression reads other bits of v than that one: they may have been set before.
func (b *bits) mixes(x kernel.Expr, v *kernel.Var, at int) bool {
	mixed := false
	kernel.WalkExpr(x, func(e kernel.Expr) bool {
		r, ok := e.(*kernel.VarRef)
		for of, by := range b.vars {
			mixed = mixed || ok && by == r.Var && of.of == v && of.at != at
		}
		return true
	})
	return mixed
}

// ref is the variable of a bit.
func (b *bits) ref(v *kernel.Var, at int) kernel.Expr {
	of := bit{v, at}
	if b.vars[of] == nil {
		b.vars[of] = &kernel.Var{T: kernel.I32}
		b.order = append(b.order, of)
	}
	return kernel.Ref(b.vars[of])
}

// of is a bit of an expression, as an int of 0 or 1; nil if it is not known.
func (b *bits) of(e kernel.Expr, at int) kernel.Expr {
	if at >= e.Type().Bits || e.Type().Kind != kernel.Int {
		return nil
	}
	switch e := e.(type) {
	case *kernel.Const:
		return kernel.NewConst(kernel.I32, e.Val>>at&1)
	case *kernel.VarRef:
		if b.words[e.Var] {
			return b.ref(e.Var, at)
		}
	case *kernel.Convert:
		from := e.X.Type()
		if from.Kind != kernel.Int || at >= from.Bits && from.Signed {
			return nil
		}
		if at >= from.Bits {
			return kernel.NewConst(kernel.I32, 0)
		}
		return b.of(e.X, at)
	case *kernel.Cond:
		x, y := b.of(e.X, at), b.of(e.Y, at)
		if x == nil || y == nil {
			return nil
		}
		if same(x, y) {
			return x
		}
		return b.choice(b.reads(e.C), x, y)
	case *kernel.Binary:
		return b.ofBinary(e, at)
	default:
		// Bits of others are not known.
	}
	return nil
}

func (b *bits) ofBinary(e *kernel.Binary, at int) kernel.Expr {
	c, constant := e.Y.(*kernel.Const)
	zero := kernel.NewConst(kernel.I32, 0)
	switch {
	case e.Op == kernel.And && constant:
		if c.Val>>at&1 == 0 {
			return zero
		}
		return b.of(e.X, at)
	case e.Op == kernel.Shl && constant && c.Val >= 0 && c.Val < int64(e.Type().Bits):
		if int64(at) < c.Val {
			return zero
		}
		return b.of(e.X, at-int(c.Val))
	case e.Op == kernel.Shr && constant && c.Val >= 0 && int64(at)+c.Val < int64(e.Type().Bits):
		return b.of(e.X, at+int(c.Val))
	case e.Op == kernel.Or, e.Op == kernel.Xor:
		x, y := b.of(e.X, at), b.of(e.Y, at)
		switch {
		case x == nil || y == nil:
			return nil
		case isNumber(x, 0):
			return y
		case isNumber(y, 0):
			return x
		case e.Op == kernel.Xor:
			return kernel.Op(kernel.Xor, x, y)
		}
	}
	return nil
}

// choice is c ? x : y, and x ^ 1 for x == 0 ? 1 : 0.
func (b *bits) choice(c, x, y kernel.Expr) kernel.Expr {
	if eq, ok := c.(*kernel.Binary); ok && isNumber(eq.Y, 0) && eq.X.Type() == kernel.I32 {
		at, _ := b.unshifted(eq.X)
		switch {
		case at == nil:
		case eq.Op == kernel.Eq && isNumber(x, 1) && isNumber(y, 0), eq.Op == kernel.Ne && isNumber(x, 0) && isNumber(y, 1):
			return kernel.Op(kernel.Xor, eq.X, kernel.NewConst(kernel.I32, 1))
		case eq.Op == kernel.Ne && isNumber(x, 1) && isNumber(y, 0), eq.Op == kernel.Eq && isNumber(x, 0) && isNumber(y, 1):
			return eq.X
		}
	}
	return &kernel.Cond{C: c, X: x, Y: y}
}

// reads is an expression that reads bits in place of words, where it reads one bit of a word.
func (b *bits) reads(e kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && b.words[r.Var] {
			if at, only := b.only[r.Var]; only {
				return shifted(e.Type(), b.ref(r.Var, at), at)
			}
		}
		x, ok := e.(*kernel.Binary)
		if !ok {
			return e
		}
		if of, at := b.single(e); of != nil {
			return shifted(e.Type(), b.ref(of, at), at)
		}
		v, at := b.unshifted(x.X)
		switch {
		case v == nil:
		case x.Op == kernel.Shr && isNumber(x.Y, int64(at)) && at > 0:
			return converted(e.Type(), v)
		case (x.Op == kernel.Eq || x.Op == kernel.Ne) && isNumber(x.Y, 0):
			return kernel.Op(x.Op, v, kernel.NewConst(kernel.I32, 0))
		}
		return e
	})
}

// single is the word, and the number of the bit, of w & 1<<n.
func (b *bits) single(e kernel.Expr) (*kernel.Var, int) {
	x, ok := e.(*kernel.Binary)
	if !ok || x.Op != kernel.And {
		return nil, 0
	}
	at, ok := power(x.Y)
	if !ok {
		return nil, 0
	}
	w := x.X
	for {
		if at >= w.Type().Bits {
			return nil, 0
		}
		if r, ok := w.(*kernel.VarRef); ok && b.words[r.Var] {
			return r.Var, at
		}
		cv, ok := w.(*kernel.Convert)
		if !ok || cv.X.Type().Kind != kernel.Int {
			return nil, 0
		}
		w = cv.X
	}
}

// shifted is a bit at its place, and unshifted the bit of such an expression.
func shifted(t kernel.Type, v kernel.Expr, at int) kernel.Expr {
	if at == 0 {
		return converted(t, v)
	}
	return kernel.Op(kernel.Shl, converted(t, v), kernel.NewConst(kernel.U32, int64(at)))
}

func (b *bits) unshifted(e kernel.Expr) (kernel.Expr, int) {
	at := 0
	if s, ok := e.(*kernel.Binary); ok && s.Op == kernel.Shl {
		c, constant := s.Y.(*kernel.Const)
		if !constant {
			return nil, 0
		}
		e, at = s.X, int(c.Val)
	}
	if c, ok := e.(*kernel.Convert); ok {
		e = c.X
	}
	for _, v := range b.vars {
		if kernel.IsRef(e, v) {
			return e, at
		}
	}
	return nil, 0
}
