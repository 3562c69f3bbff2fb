package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/ctype"
)

func computedValue(e kernel.Expr) value { return scalarValue(ctype.Of(e.Type()), e) }

// eval evaluates e to a value; arrays decay to pointers. After a fault it
// returns badValue, about which nothing more is reported.
func (l *lowerer) eval(e cuda.Expr) value {
	if l.depth++; l.depth > maxDepth && !l.out.stopped {
		l.Unsupported(e.ExprPos(), "an expression nested more than %d deep; split it", maxDepth)
		l.out.stopped = true
	}
	v := badValue
	if !l.out.stopped {
		v = l.evalForm(e)
	}
	l.depth--
	if v.bad() {
		l.mem.explain(e.ExprPos())
	}
	return v
}

func (l *lowerer) evalForm(e cuda.Expr) value {
	pos := e.ExprPos()
	l.out.pos = pos
	switch e := e.(type) {
	case *cuda.IntLit:
		return intLiteral(e)
	case *cuda.FloatLit:
		t := kernel.F64
		if e.Float {
			t = kernel.F32
		}
		return computedValue(&kernel.FloatConst{T: t, Text: e.Text})
	case *cuda.BoolLit:
		return computedValue(kernel.BoolConst(e.Value))
	case *cuda.NullLit:
		return value{t: ctype.PointerTo(ctype.Void), p: l.an.nullPointer(ctype.Void)}
	case *cuda.StringLit:
		return value{t: ctype.PointerTo(ctype.Char.Qualified(true, false)), p: &pointer{elem: ctype.Char, off: zeroOff}, str: e}
	case *cuda.ThisExpr:
		return l.thisPointer(e)
	case *cuda.UnaryExpr:
		return l.evalUnary(e)
	case *cuda.BinaryExpr:
		return l.evalBinary(e)
	case *cuda.AssignExpr:
		pl := l.assign(e)
		return l.again(pl)
	case *cuda.CondExpr:
		return l.conditional(e)
	case *cuda.CallExpr:
		return l.callValue(e, false)
	case *cuda.CastExpr:
		return l.evalCast(e)
	case *cuda.ConstructExpr:
		return l.construct(e)
	case *cuda.SizeofExpr:
		return l.sizeof(e)
	case *cuda.InitList:
		if len(e.Items) == 1 {
			return l.eval(e.Items[0])
		}
		l.Unsupported(pos, "a braced list here; name its type")
		return badValue
	case *cuda.LambdaExpr:
		return l.lambda(e)
	case *cuda.Ident, *cuda.IndexExpr, *cuda.MemberExpr:
		return l.mem.rvalue(l.evalPlace(e))
	}
	l.Unsupported(pos, "this expression")
	return badValue
}

// again reads what was just assigned to pl. Memory keeps the value written, so
// that an assignment is one access.
func (l *lowerer) again(pl *assigned) value {
	if pl.pl.ptr != nil && pl.v.t != nil {
		return pl.v
	}
	return l.mem.rvalue(pl.pl)
}

// assigned is a place and what was written there; no value where an operator of
// the user's wrote.
type assigned struct {
	pl *place
	v  value
}

// intLiteral has the first type of C's list that holds it; a character is char.
func intLiteral(e *cuda.IntLit) value {
	if e.Char {
		return computedValue(kernel.NewConst(kernel.I8, int64(e.Value)))
	}
	t := kernel.U64
	switch v := e.Value; {
	case e.Long == 0 && !e.Unsigned && v < 1<<31:
		t = kernel.I32
	case e.Long == 0 && v < 1<<32 && (e.Unsigned || !e.Decimal):
		t = kernel.U32
	case !e.Unsigned && v < 1<<63:
		t = kernel.I64
	}
	v := computedValue(kernel.NewConst(t, int64(e.Value)))
	v.lit0 = e.Value == 0
	return v
}

// scalar evaluates e to a number or truth value; ok is false after a fault.
func (l *lowerer) scalar(e cuda.Expr) (kernel.Expr, bool) {
	v := l.eval(e)
	if v.bad() {
		return nil, false
	}
	if v.e == nil {
		l.Errorf(e.ExprPos(), "this has type %s, not a number", v.t)
		return nil, false
	}
	return v.e, true
}

// truthOf evaluates e as a condition; after a fault it is true.
func (l *lowerer) truthOf(e cuda.Expr) kernel.Expr {
	v := l.convertTo(l.eval(e), ctype.Bool, e.ExprPos())
	if v.bad() {
		return kernel.BoolConst(true)
	}
	return v.e
}

func (l *lowerer) evalUnary(e *cuda.UnaryExpr) value {
	switch e.Op {
	case "++", "--":
		return l.increment(e, true)
	case "&":
		if id, ok := e.X.(*cuda.Ident); ok && l.functionNamed(id) {
			return l.functionValue(id)
		}
		pl := l.evalPlace(e.X)
		if pl.t.Bad() {
			return badValue
		}
		return value{t: ctype.PointerTo(pl.t), p: l.mem.address(pl)}
	case "*":
		return l.mem.rvalue(l.evalPlace(e))
	}
	x := l.operand(e.X)
	v := x.v
	switch {
	case x.t() == nil || x.t().Bad():
		return badValue
	case x.t().IsRecord():
		return l.mem.rvalue(l.operator(e.Pos, e.Op, x))
	case e.Op == "!":
		return computedValue(cexpr.Not(l.convertTo(v, ctype.Bool, e.Pos).e))
	case v.e == nil:
		l.Errorf(e.Pos, "%s on a value of type %s", e.Op, v.t)
		return badValue
	}
	switch e.Op {
	case "-":
		return computedValue(cexpr.Unary(kernel.Neg, v.e))
	case "+":
		return computedValue(cexpr.Promote(v.e))
	case "~":
		if v.e.Type().Kind == kernel.Float {
			break
		}
		return computedValue(cexpr.Unary(kernel.BitNot, v.e))
	}
	l.Errorf(e.Pos, "%s on a value of type %s", e.Op, v.t)
	return badValue
}

var binaryOps = map[string]kernel.BinaryOp{
	"+": kernel.Add, "-": kernel.Sub, "*": kernel.Mul, "/": kernel.Div, "%": kernel.Rem,
	"&": kernel.And, "|": kernel.Or, "^": kernel.Xor, "<<": kernel.Shl, ">>": kernel.Shr,
	"==": kernel.Eq, "!=": kernel.Ne, "<": kernel.Lt, "<=": kernel.Le, ">": kernel.Gt, ">=": kernel.Ge,
}

func (l *lowerer) evalBinary(e *cuda.BinaryExpr) value {
	switch e.Op {
	case ",":
		l.discard(e.X)
		return l.eval(e.Y)
	case "&&", "||":
		return l.shortCircuit(e)
	}
	return l.mem.rvalue(l.binaryPlace(e))
}

// binaryPlace is an operation on two operands, what a user's operator returns by
// reference included.
func (l *lowerer) binaryPlace(e *cuda.BinaryExpr) *place {
	x := l.operand(e.X)
	m := l.out.mark()
	y := l.operand(e.Y)
	x = l.keepArg(m, x)
	switch {
	case x.t() == nil || y.t() == nil || x.t().Bad() || y.t().Bad():
		return &badPlace
	case x.t().IsRecord() || y.t().IsRecord():
		return l.operator(e.OpPos, e.Op, x, y)
	}
	return valuePlace(e, l.mem.bounded(e.OpPos, x.v.nodes+y.v.nodes+1, l.apply(e.OpPos, e.Op, x.v, y.v)))
}

// operand evaluates an operand of an operator: a struct that is an object stays
// one, for the user's operator may change it; all else becomes a value.
func (l *lowerer) operand(e cuda.Expr) callArg {
	a := callArg{pos: e.ExprPos()}
	b, binary := e.(*cuda.BinaryExpr)
	_, conditional := e.(*cuda.CondExpr)
	if conditional || !isPlace(e) && !(binary && b.Op != "," && b.Op != "&&" && b.Op != "||") {
		a.v = l.eval(e)
		return a
	}
	switch pl := l.evalPlace(e); {
	case pl.val != nil:
		a.v = *pl.val
	case pl.t.IsRecord():
		a.pl = pl
	default:
		a.v, a.of = l.mem.rvalue(pl), pl
	}
	return a
}

// apply is x op y on values.
func (l *lowerer) apply(pos diag.Pos, op string, x, y value) value {
	if x.bad() || y.bad() {
		return badValue
	}
	k, known := binaryOps[op]
	switch {
	case !known:
		l.Unsupported(pos, "operator %s", op)
		return badValue
	case x.p != nil || y.p != nil:
		return l.applyPointer(pos, op, k, x, y)
	case x.e == nil || y.e == nil:
		l.Errorf(pos, "operator %s on %s and %s", op, x.t, y.t)
		return badValue
	}
	float := x.e.Type().Kind == kernel.Float || y.e.Type().Kind == kernel.Float
	if float && (k == kernel.Rem || k >= kernel.And && k <= kernel.Shr) {
		l.Errorf(pos, "operator %s on %s and %s", op, x.t, y.t)
		return badValue
	}
	if k == kernel.Div && l.spec != nil {
		if q := annotation.Quotient(x.e, y.e); q != nil {
			return computedValue(q)
		}
	}
	return computedValue(cexpr.Binary(k, x.e, y.e))
}

func (l *lowerer) applyPointer(pos diag.Pos, op string, k kernel.BinaryOp, x, y value) value {
	switch {
	case x.p != nil && y.e != nil && !k.IsComparison() && y.e.Type().IsInt() && (op == "+" || op == "-"):
		return value{t: x.t, p: l.mem.shift(x.p, y.e, op == "-")}
	case y.p != nil && x.e != nil && x.e.Type().IsInt() && op == "+":
		return value{t: y.t, p: l.mem.shift(y.p, x.e, false)}
	case k.IsComparison():
		p, okP := l.mem.asPointer(x, y)
		q, okQ := l.mem.asPointer(y, x)
		if okP && okQ {
			l.an.unify(append(append([]*target(nil), p.targets...), q.targets...))
			return computedValue(l.mem.comparePointers(pos, k, p, q))
		}
	case x.p != nil && y.p != nil && op == "-":
		return computedValue(l.mem.difference(pos, x.p, y.p))
	}
	l.Errorf(pos, "operator %s on %s and %s", op, x.t, y.t)
	return badValue
}

// shortCircuit is && and ||. The right side becomes conditional statements only
// if it needs any.
func (l *lowerer) shortCircuit(e *cuda.BinaryExpr) value {
	and := e.Op == "&&"
	x := l.truthOf(e.X)
	if c, ok := x.(*kernel.Const); ok && (c.Val != 0) != and {
		return computedValue(kernel.BoolConst(!and))
	}
	var y kernel.Expr
	stmts := l.out.Block(func() { y = l.truthOf(e.Y) })
	if len(stmts) == 0 {
		op := kernel.LOr
		if and {
			op = kernel.LAnd
		}
		return computedValue(cexpr.Binary(op, x, y))
	}
	if _, ok := x.(*kernel.Const); ok {
		l.out.cur = append(l.out.cur, stmts...)
		return computedValue(y)
	}
	t := l.out.Temp(kernel.BoolType)
	src := l.out.at(e.Y.ExprPos())
	l.out.Emit(&kernel.Assign{Src: src, Dst: t, X: x})
	cond := kernel.Expr(&kernel.VarRef{Var: t})
	if !and {
		cond = cexpr.Not(cond)
	}
	stmts = append(stmts, &kernel.Assign{Src: src, Dst: t, X: y})
	l.out.Emit(&kernel.If{Src: src, Cond: cond, Then: stmts})
	return computedValue(&kernel.VarRef{Var: t})
}

// increment is ++ and --; the old value is saved only if it is used.
func (l *lowerer) increment(e *cuda.UnaryExpr, used bool) value {
	pl := l.evalPlace(e.X)
	if pl.t.IsRecord() {
		if pl = l.incremented(e, pl); !used {
			return value{t: ctype.Void}
		}
		return l.mem.rvalue(pl)
	}
	old := l.mem.rvalue(pl)
	if old.bad() {
		return badValue
	}
	if e.Postfix && used {
		old = mapValue(old, func(x kernel.Expr) kernel.Expr { return l.out.stable(e.Pos, x) })
	}
	one := computedValue(kernel.NewConst(kernel.I32, 1))
	now := l.convertTo(l.apply(e.Pos, e.Op[:1], old, one), pl.t.Plain(), e.Pos)
	l.mem.write(pl, now)
	if e.Postfix {
		return old
	}
	return l.again(&assigned{pl, now})
}

// incremented calls the user's ++ or --; the postfix forms have one more
// parameter, an int that is 0: [over.inc].
func (l *lowerer) incremented(e *cuda.UnaryExpr, pl *place) *place {
	args := []callArg{{pos: e.X.ExprPos(), pl: pl}}
	if e.Postfix {
		args = append(args, callArg{pos: e.Pos, v: computedValue(kernel.NewConst(kernel.I32, 0))})
	}
	return l.operator(e.Pos, e.Op, args...)
}

// incrementedPlace is ++x and --x, the object that x is.
func (l *lowerer) incrementedPlace(e *cuda.UnaryExpr) *place {
	pl := l.evalPlace(e.X)
	if pl.t.IsRecord() {
		return l.incremented(e, pl)
	}
	if pl.ptr != nil { // x is evaluated once
		kept := *pl
		kept.ptr = mapValue(value{p: pl.ptr}, func(x kernel.Expr) kernel.Expr { return l.out.stable(e.Pos, x) }).p
		pl = &kept
	}
	old := l.mem.rvalue(pl)
	if old.bad() {
		return &badPlace
	}
	one := computedValue(kernel.NewConst(kernel.I32, 1))
	l.mem.write(pl, l.convertTo(l.apply(e.Pos, e.Op[:1], old, one), pl.t.Plain(), e.Pos))
	return pl
}

// assign is = and its compound forms: the right side first, as C++17 has it.
func (l *lowerer) assign(e *cuda.AssignExpr) *assigned {
	if list, ok := e.Y.(*cuda.InitList); ok && e.Op == "=" {
		pl := l.evalPlace(e.X)
		v := l.listValue(list, pl.t.Plain())
		l.mem.write(pl, v)
		return &assigned{pl, v}
	}
	y := l.operand(e.Y)
	m := l.out.mark()
	pl := l.evalPlace(e.X)
	y = l.keepArg(m, y)
	if a := l.assignRecord(e, pl, y); a != nil {
		return a
	}
	v := l.out.keep(m, l.argValue(y))
	if pl.t.Const && !pl.t.Bad() {
		l.Errorf(e.Pos, "this assigns to a const %s", pl.t.Plain())
		return &assigned{pl, badValue}
	}
	if op := e.Op[:len(e.Op)-1]; op != "" {
		v = l.apply(e.Pos, op, l.mem.rvalue(pl), v)
	}
	v = l.convertTo(v, pl.t.Plain(), e.Pos)
	l.mem.write(pl, v)
	return &assigned{pl, v}
}

// assignRecord is an assignment to a struct by an operator of the user's; nil if
// it is no such.
func (l *lowerer) assignRecord(e *cuda.AssignExpr, pl *place, y callArg) *assigned {
	if !pl.t.IsRecord() || y.t() == nil || y.t().Bad() {
		return nil
	}
	args := []callArg{{pos: e.Pos, pl: pl}, y}
	if e.Op == "=" {
		if !l.assignsItself(e.Pos, pl.t.Rec, y) {
			return nil
		}
		return &assigned{pl: l.operator(e.Pos, e.Op, args...)}
	}
	if r, ok := l.findOperator(e.Pos, e.Op, args); ok {
		return &assigned{pl: r}
	}
	r := l.convertTo(l.mem.rvalue(l.operator(e.Pos, e.Op[:len(e.Op)-1], args...)), pl.t.Plain(), e.Pos)
	l.mem.write(pl, r)
	return &assigned{pl, r}
}

// discard evaluates e for its effects.
func (l *lowerer) discard(e cuda.Expr) {
	l.out.pos = e.ExprPos()
	switch e := e.(type) {
	case *cuda.UnaryExpr:
		if e.Op == "++" || e.Op == "--" {
			l.increment(e, false)
			return
		}
	case *cuda.AssignExpr:
		l.assign(e)
		return
	case *cuda.BinaryExpr:
		if e.Op == "," {
			l.discard(e.X)
			l.discard(e.Y)
			return
		}
		if e.Op != "&&" && e.Op != "||" {
			l.binaryPlace(e)
			return
		}
	case *cuda.CastExpr:
		if e.Type.Form == cuda.NamedType && e.Type.Name == "void" {
			l.discard(e.X)
			return
		}
	case *cuda.CallExpr:
		l.callValue(e, true)
		return
	}
	l.eval(e)
}

// conditional is c ? x : y.
func (l *lowerer) conditional(e *cuda.CondExpr) value {
	c := l.truthOf(e.C)
	if k, ok := c.(*kernel.Const); ok {
		return l.chosen(e, k.Val != 0)
	}
	src := l.out.at(e.Pos)
	var x, y value
	xs := l.out.Block(func() { x = l.eval(e.X) })
	ys := l.out.Block(func() { y = l.eval(e.Y) })
	if x.t == ctype.Void || y.t == ctype.Void {
		l.out.Emit(&kernel.If{Src: src, Cond: c, Then: xs, Else: ys})
		return value{t: ctype.Void}
	}
	x, y = l.commonValues(e.Pos, x, y)
	if x.bad() || y.bad() {
		return badValue
	}
	if len(xs)+len(ys) == 0 {
		return joinValues(x, y, func(x, y kernel.Expr) kernel.Expr {
			return kernel.FoldNode(&kernel.Cond{C: c, X: x, Y: y})
		})
	}
	var assignX, assignY []kernel.Stmt
	v := joinValues(x, y, func(x, y kernel.Expr) kernel.Expr {
		if c, ok := x.(*kernel.Const); ok {
			if d, ok := y.(*kernel.Const); ok && *c == *d {
				return x
			}
		}
		t := l.out.Temp(x.Type())
		assignX = append(assignX, &kernel.Assign{Src: src, Dst: t, X: x})
		assignY = append(assignY, &kernel.Assign{Src: src, Dst: t, X: y})
		return &kernel.VarRef{Var: t}
	})
	l.out.Emit(&kernel.If{Src: src, Cond: c, Then: append(xs, assignX...), Else: append(ys, assignY...)})
	return v
}

// chosen is a conditional whose condition is constant; the other side only
// gives its type.
func (l *lowerer) chosen(e *cuda.CondExpr, first bool) value {
	taken, other := e.X, e.Y
	if !first {
		taken, other = other, taken
	}
	v := l.eval(taken)
	if v.e == nil || v.bad() {
		return v
	}
	before := l.diags
	t := l.typeOf(other)
	l.diags = before
	if !t.IsScalar() {
		return v
	}
	x, _ := cexpr.Usual(v.e, kernel.NewConst(kernel.I32, 0))
	if t.Scalar == v.e.Type() {
		return v
	}
	return computedValue(cexpr.Convert(x, cexpr.CommonType(x.Type(), t.Scalar)))
}

// commonValues converts the two results of a conditional to one type.
func (l *lowerer) commonValues(pos diag.Pos, x, y value) (value, value) {
	if x.bad() || y.bad() {
		return badValue, badValue
	}
	switch {
	case x.e != nil && y.e != nil:
		if x.e.Type() != y.e.Type() {
			a, b := cexpr.Usual(x.e, y.e)
			return computedValue(a), computedValue(b)
		}
		return x, y
	case x.p != nil || y.p != nil:
		p, okP := l.mem.asPointer(x, y)
		q, okQ := l.mem.asPointer(y, x)
		if okP && okQ {
			return l.mem.commonPointers(p, q)
		}
	case x.t.IsRecord() && x.t.Rec.Union:
		l.Unsupported(pos, "?: between unions; use if")
		return badValue, badValue
	case x.t.IsRecord() && ctype.Same(x.t, y.t):
		return x, y
	}
	l.Errorf(pos, "the two sides of ?: have types %s and %s", x.t, y.t)
	return badValue, badValue
}

// joinValues combines two values of one shape, expression by expression.
func joinValues(x, y value, join func(x, y kernel.Expr) kernel.Expr) value {
	v := value{t: x.t}
	if x.e != nil {
		v.e = join(x.e, y.e)
	}
	if x.p != nil {
		v.p = &pointer{elem: x.p.elem, targets: x.p.targets, off: join(x.p.off, y.p.off)}
		if x.p.tag != nil {
			v.p.tag = join(x.p.tag, y.p.tag)
		}
	}
	for i := range x.fields {
		if i < len(y.fields) {
			v.fields = append(v.fields, joinValues(x.fields[i], y.fields[i], join))
		}
	}
	return v
}

func (l *lowerer) sizeof(e *cuda.SizeofExpr) value {
	var t *ctype.Type
	if e.Type != nil {
		t = l.resolve(e.Type)
	} else {
		t = l.typeOf(e.X)
	}
	if t.Bad() {
		return badValue
	}
	n := t.Size()
	if e.Align {
		n = t.Alignment()
	}
	if n == 0 {
		l.Errorf(e.Pos, "sizeof a type whose size is not known")
		return badValue
	}
	return scalarValue(ctype.Size, kernel.NewConst(kernel.U64, n))
}
