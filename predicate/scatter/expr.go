package scatter

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// eval is the value of e for each thread. It computes the operands for all threads
// before the operation, so that its nodes are numbered by thread.
func (r *runner) eval(e kernel.Expr) []value {
	switch e := e.(type) {
	case *kernel.Const:
		return r.same(number(e.Val))
	case *kernel.FloatConst:
		return r.same(just(single(r.nodes.named(append([]byte("float"), e.Text+e.T.String()...), bounds{}))))
	case *kernel.VarRef:
		return r.variable(e.Var)
	case *kernel.Builtin:
		return r.builtin(e)
	case *kernel.Unary:
		x := r.eval(e.X)
		return r.nodes.merged(r.each(func(t int) value {
			return map1(x[t], func(f form) form { return r.unary(e, f) })
		}), e.Type())
	case *kernel.Binary:
		x, y := r.eval(e.X), r.eval(e.Y)
		return r.nodes.merged(r.each(func(t int) value {
			return map2(x[t], y[t], func(f, g form) form { return r.binary(e, f, g) })
		}), e.Type())
	case *kernel.Cond:
		c, x, y := r.eval(e.C), r.eval(e.X), r.eval(e.Y)
		return r.chosen(c, x, y, e.Type())
	case *kernel.Convert:
		x := r.eval(e.X)
		return r.nodes.merged(r.each(func(t int) value {
			return map1(x[t], func(f form) form { return r.convert(e.T, e.X.Type(), f) })
		}), e.T)
	case *kernel.Call:
		return r.call(e)
	default:
		// The operands of annotations are not evaluated.
	}
	return r.unknown(e.Type()) // annotations
}

// chosen is cond ? x : y for each thread.
func (r *runner) chosen(cond, x, y []value, ty kernel.Type) []value {
	return r.nodes.merged(r.each(func(t int) value { return r.nodes.choose(cond[t], x[t], y[t], ty) }), ty)
}

// each makes one value for each thread, in their order.
func (r *runner) each(f func(thread int) value) []value {
	out := make([]value, r.threads)
	for t := range out {
		out[t] = f(t)
	}
	return out
}

func (r *runner) same(v value) []value {
	return r.each(func(int) value { return v })
}

// unknown is a new value for each thread.
func (r *runner) unknown(t kernel.Type) []value {
	return r.each(func(int) value { return just(single(r.nodes.fresh(typeBounds(t)))) })
}

// common is a new value, the same for all threads.
func (r *runner) common(t kernel.Type) []value {
	return r.same(just(single(r.nodes.fresh(typeBounds(t)))))
}

// builtin is the thread's index, which is known, or a value of the block, which is
// the same for all.
func (r *runner) builtin(e *kernel.Builtin) []value {
	dim := r.kernel.Launch.BlockDim
	switch {
	case e.Kind == kernel.ThreadIdx:
		at := [3]func(int) int{
			func(t int) int { return t % dim[0] },
			func(t int) int { return t / dim[0] % dim[1] },
			func(t int) int { return t / dim[0] / dim[1] },
		}[e.Dim]
		return r.each(func(t int) value { return number(int64(at(t))) })
	case e.Kind == kernel.BlockDim:
		return r.same(number(int64(dim[e.Dim])))
	}
	key := []byte{'b', byte(e.Kind), byte(e.Dim)}
	return r.same(just(single(r.nodes.named(key, within(0, 1<<31-1)))))
}

// typed is f, reduced to the range of ty if it is a constant.
func typed(f form, ty kernel.Type) form {
	if f.isConst() && ty.Kind == kernel.Int {
		f.c = ty.Wrap(f.c)
	}
	return f
}

func (r *runner) unary(e *kernel.Unary, f form) form {
	ty := e.Type()
	switch {
	case e.Op == kernel.Not:
		return not(f)
	case ty.Kind != kernel.Int:
	case e.Op == kernel.Neg:
		return typed(f.times(-1), ty)
	case e.Op == kernel.BitNot:
		return typed(constant(-1).plus(f, -1), ty)
	}
	return r.nodes.opaque([]byte{'u', byte(e.Op)}, ty, typeBounds(ty), f)
}

// opaque is the node of an operation on forms.
func (t *nodes) opaque(op []byte, ty kernel.Type, b bounds, operands ...form) form {
	key := append(op, ty.String()...)
	for _, f := range operands {
		key = f.appendKey(key)
	}
	return single(t.named(key, b))
}

func (r *runner) binary(e *kernel.Binary, f, g form) form {
	ty := e.X.Type()
	if f.isConst() && g.isConst() && ty.Kind != kernel.Float {
		x, y := &kernel.Const{T: ty, Val: f.c}, &kernel.Const{T: e.Y.Type(), Val: g.c}
		if c, ok := kernel.EvalBinary(e.Op, x, y); ok {
			return constant(c.Val)
		}
	}
	key := []byte{'o', byte(e.Op)}
	key = append(key, ty.String()...)
	switch {
	case ty.Kind == kernel.Float:
		return r.nodes.opaque(key, e.Type(), typeBounds(e.Type()), f, g)
	case e.Op.IsLogical() || ty.Kind == kernel.Bool:
		return r.logical(e.Op, f, g)
	case e.Op.IsComparison():
		return r.compare(e.Op, ty, f, g)
	}
	// Sums of what a loop or a long text computes grow with it, and so does each operation.
	r.work += (len(f.runs) + len(g.runs)) / runsPerWork
	if out, ok := linear(e.Op, f, g); ok {
		return typed(out, ty)
	}
	if e.Op == kernel.And {
		return r.masked(ty, f, g)
	}
	return r.nodes.opaque(key, ty, r.reduced(e.Op, ty, f, g), f, g)
}

// linear is the result of operations whose result is a form again.
func linear(op kernel.BinaryOp, f, g form) (form, bool) {
	switch {
	case op == kernel.Add:
		return f.plus(g, 1), true
	case op == kernel.Sub:
		return f.plus(g, -1), true
	case op == kernel.Mul && g.isConst():
		return f.times(g.c), true
	case op == kernel.Mul && f.isConst():
		return g.times(f.c), true
	case op == kernel.Shl && g.isConst() && 0 <= g.c && g.c < 31:
		return f.times(1 << g.c), true
	}
	return form{}, false
}

// reduced are the bounds of shifts, quotients and remainders by constants.
func (r *runner) reduced(op kernel.BinaryOp, ty kernel.Type, f, g form) bounds {
	b := r.nodes.bounds(f)
	if !g.isConst() || !b.known || b.lo < 0 || !r.nodes.fits(f, ty) {
		return typeBounds(ty)
	}
	switch {
	case op == kernel.Shr && 0 <= g.c && g.c < int64(ty.Bits):
		return within(b.lo>>g.c, b.hi>>g.c)
	case op == kernel.Div && g.c > 0:
		return within(b.lo/g.c, b.hi/g.c)
	case op == kernel.Rem && g.c > 0:
		return within(0, min(b.hi, g.c-1))
	}
	return typeBounds(ty)
}

// masked is f & g: between 0 and the constant if one of them is constant.
func (r *runner) masked(ty kernel.Type, f, g form) form {
	if f.isConst() {
		f, g = g, f
	}
	b := typeBounds(ty)
	if g.isConst() && g.c >= 0 {
		b = within(0, g.c)
		if g.c&(g.c+1) == 0 && r.nodes.bounds(f).in(b) {
			return f
		}
		if out, ok := r.selectBits(ty, f, g.c); ok {
			return out
		}
	}
	return r.nodes.opaque([]byte("and"), ty, b, f, g)
}

// logical is an operation on truth values.
func (r *runner) logical(op kernel.BinaryOp, f, g form) form {
	f, g = r.nodes.truth(f), r.nodes.truth(g)
	switch op {
	case kernel.LAnd, kernel.And:
		return r.nodes.both(f, g)
	case kernel.LOr, kernel.Or:
		return not(r.nodes.both(not(f), not(g)))
	case kernel.Implies:
		return not(r.nodes.both(f, not(g)))
	case kernel.Eq, kernel.Ne, kernel.Xor:
		if f.isConst() {
			f, g = g, f
		}
		if g.isConst() && (g.c == 0) == (op != kernel.Eq) {
			return f
		}
		if g.isConst() {
			return not(f)
		}
	}
	return r.nodes.opaque([]byte{'l', byte(op)}, kernel.BoolType, within(0, 1), f, g)
}

// compare is a comparison of integers of type ty.
func (r *runner) compare(op kernel.BinaryOp, ty kernel.Type, f, g form) form {
	switch op {
	case kernel.Ne:
		return not(r.compare(kernel.Eq, ty, f, g))
	case kernel.Gt:
		return r.compare(kernel.Lt, ty, g, f)
	case kernel.Ge:
		return not(r.compare(kernel.Lt, ty, f, g))
	case kernel.Le:
		return not(r.compare(kernel.Lt, ty, g, f))
	}
	if f.equal(g) {
		return constant(boolean(op == kernel.Eq))
	}
	exact := r.nodes.fits(f, ty) && r.nodes.fits(g, ty)
	if exact {
		if out, ok := r.decided(op, f, g); ok {
			return out
		}
	}
	out := r.nodes.opaque([]byte{'c', byte(op)}, ty, within(0, 1), f, g)
	if n, _, _ := out.alone(); exact && r.nodes.origin[n] == nil {
		r.nodes.origin[n] = &origin{compared: &comparison{op, f, g}}
	}
	return out
}

// decided compares two forms that equal their values: by the bounds of the
// difference, or if that itself is 0 or 1.
func (r *runner) decided(op kernel.BinaryOp, f, g form) (form, bool) {
	b := r.nodes.difference(f, g, nil)
	if !b.known {
		return form{}, false
	}
	d := f.plus(g, -1)
	switch {
	case op == kernel.Lt && b.hi < 0:
		return constant(1), true
	case op == kernel.Lt && b.lo >= 0, op == kernel.Eq && (b.lo > 0 || b.hi < 0):
		return constant(0), true
	case op == kernel.Lt && b.lo == -1 && b.hi == 0:
		return r.nodes.truth(d.times(-1)), true
	case op == kernel.Eq && b.lo == 0 && b.hi == 1:
		return r.nodes.truth(not(d)), true
	case op == kernel.Eq && b.lo == -1 && b.hi == 0:
		return r.nodes.truth(constant(1).plus(d, 1)), true
	}
	return form{}, false
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// convert is f of type from as a value of type to.
func (r *runner) convert(to, from kernel.Type, f form) form {
	switch {
	case to == from:
		return f
	case to.Kind == kernel.Float || from.Kind == kernel.Float:
		return r.nodes.opaque(append([]byte("convert"), from.String()...), to, typeBounds(to), f)
	case to.Kind == kernel.Bool:
		return not(r.compare(kernel.Eq, from, f, constant(0)))
	case from.Kind == kernel.Bool || to.Bits <= from.Bits || r.nodes.fits(f, from):
		return typed(f, to)
	}
	out := r.nodes.opaque(append([]byte("widen"), from.String()...), to, typeBounds(from), f)
	n, _, _ := out.alone()
	if r.nodes.origin[n] == nil {
		r.nodes.origin[n] = &origin{widened: f, bits: from.Bits, reserved: r.nodes.reservedAs(f, from.Bits)}
		if r.nodes.origin[n].reserved != nil {
			r.nodes.bases = append(r.nodes.bases, n)
		}
	}
	return out
}

// call is a function; an unknown one gives the same result for the same arguments.
func (r *runner) call(e *kernel.Call) []value {
	args := make([][]value, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.eval(a)
	}
	return r.each(func(t int) value {
		forms := make([]form, len(args))
		for i := range args {
			f, ok := args[i][t].sole()
			if !ok {
				return just(single(r.nodes.fresh(typeBounds(e.T))))
			}
			forms[i] = f
		}
		return just(r.apply(e, forms))
	})
}

func (r *runner) apply(e *kernel.Call, args []form) form {
	consts := make([]*kernel.Const, len(args))
	for i, f := range args {
		if !f.isConst() || e.Args[i].Type().Kind == kernel.Float {
			return r.applied(e, args)
		}
		consts[i] = &kernel.Const{T: e.Args[i].Type(), Val: f.c}
	}
	if c, ok := kernel.EvalCall(e.T, e.Fn, consts); ok {
		return constant(c.Val)
	}
	return r.applied(e, args)
}

func (r *runner) applied(e *kernel.Call, args []form) form {
	b := typeBounds(e.T)
	if e.Fn == "popc" && kernel.IsExact(e) {
		if f, ok := r.countBits(args[0]); ok {
			return f
		}
		b = within(0, int64(e.Args[0].Type().Bits))
	}
	key := append([]byte("call"), e.Fn...)
	for _, a := range e.Args {
		key = append(append(key, 0), a.Type().String()...)
	}
	key = append(key, 0)
	return r.nodes.opaque(key, e.T, b, args...)
}

// selectBits is f & mask if f is a ballot.
func (r *runner) selectBits(ty kernel.Type, f form, mask int64) (form, bool) {
	n, coef, ok := f.alone()
	o := r.nodes.origin[n]
	if !ok || coef != 1 || f.c != 0 || o == nil || o.ballot == nil {
		return form{}, false
	}
	left := make([]form, len(o.ballot))
	for i := range left {
		if mask>>i&1 != 0 {
			left[i] = o.ballot[i]
		}
	}
	return r.ballot(ty, left), true
}

// ballot is the number with the truth values as bits.
func (r *runner) ballot(ty kernel.Type, truths []form) form {
	key := []byte("ballot")
	high := 0
	for i, f := range truths {
		key = f.appendKey(key)
		if !f.equal(constant(0)) {
			high = i + 1
		}
	}
	if high == 0 {
		return constant(0)
	}
	b := within(0, 1<<high-1)
	if !b.in(typeBounds(ty)) {
		b = typeBounds(ty)
	}
	n := r.nodes.named(key, b)
	r.nodes.origin[n] = &origin{ballot: truths}
	return single(n)
}

// countBits is the number of ones in a ballot.
func (r *runner) countBits(f form) (form, bool) {
	if f.isConst() {
		return constant(int64(bits.OnesCount64(uint64(f.c)))), true
	}
	n, coef, ok := f.alone()
	o := r.nodes.origin[n]
	if !ok || coef != 1 || f.c != 0 || o == nil || o.ballot == nil {
		return form{}, false
	}
	sum := constant(0)
	for _, b := range o.ballot {
		sum = sum.plus(b, 1)
	}
	return sum, true
}
