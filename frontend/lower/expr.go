package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/predefined"
	"gv2/frontend/lower/syntax"
	"slices"
)

func computedValue(e kernel.Expr) object.Value { return object.ScalarValue(ctype.Of(e.Type()), e) }

// eval evaluates e to a value; arrays decay to pointers. After a fault it
// returns object.Bad, about which nothing more is reported.
func (l *lowerer) eval(e cuda.Expr) object.Value {
	if l.depth++; l.depth > maxDepth && !l.out.Stopped {
		l.Unsupported(e.ExprPos(), "an expression nested more than %d deep; split it", maxDepth)
		l.out.Stopped = true
	}
	v := object.Bad
	if !l.out.Stopped {
		v = l.evalForm(e)
	}
	l.depth--
	if v.Bad() {
		l.mem.Explain(e.ExprPos())
	}
	return v
}

func (l *lowerer) evalForm(e cuda.Expr) object.Value {
	pos := e.ExprPos()
	l.out.Pos = pos
	switch e := e.(type) {
	case *cuda.IntLit:
		return predefined.IntLiteral(e)
	case *cuda.FloatLit:
		t := kernel.F64
		if e.Float {
			t = kernel.F32
		}
		return computedValue(&kernel.FloatConst{T: t, Text: e.Text})
	case *cuda.BoolLit:
		return computedValue(kernel.BoolConst(e.Value))
	case *cuda.NullLit:
		return object.Value{T: ctype.PointerTo(ctype.Void), Ptr: l.an.NullPointer(ctype.Void)}
	case *cuda.StringLit:
		elem := ctype.Scalars[e.Elem]
		return object.Value{T: ctype.PointerTo(elem.Qualified(true, false)), Ptr: &object.Pointer{Elem: elem, Off: object.ZeroOffset}, Str: e}
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
		e, fault := l.prog.packs.List(e, l.frame.scope.Length)
		if !expanded(l, pos, fault) {
			return object.Bad
		}
		if len(e.Items) == 1 {
			return l.eval(e.Items[0])
		}
		l.Unsupported(pos, "a braced list here; name its type")
		return object.Bad
	case *cuda.FoldExpr:
		x, fault := l.prog.packs.Fold(e, l.frame.scope.Length)
		if !expanded(l, pos, fault) {
			return object.Bad
		}
		return l.eval(x)
	case *cuda.LambdaExpr:
		return l.lambda(e)
	case *cuda.Ident, *cuda.IndexExpr, *cuda.MemberExpr:
		return l.mem.Rvalue(l.evalPlace(e))
	}
	l.Unsupported(pos, "this expression")
	return object.Bad
}

// again reads what was just assigned to pl. Memory keeps the value written, so
// that an assignment is one access.
func (l *lowerer) again(pl *assigned) object.Value {
	if pl.pl.Ptr != nil && pl.v.T != nil && pl.pl.Bits == nil {
		return pl.v
	}
	return l.mem.Rvalue(pl.pl)
}

// assigned is a place and what was written there; no value where an operator of
// the user's wrote.
type assigned struct {
	pl *object.Place
	v  object.Value
}

// scalar evaluates e to a number or truth value; ok is false after a fault.
func (l *lowerer) scalar(e cuda.Expr) (kernel.Expr, bool) {
	a := l.operand(e)
	v := a.v
	if a.pl != nil {
		v, _ = argNumber(l, a, e.ExprPos())
	}
	if v.Bad() {
		l.mem.Explain(e.ExprPos())
		return nil, false
	}
	if v.Expr == nil {
		l.Errorf(e.ExprPos(), "this has type %s, not a number", v.T)
		return nil, false
	}
	return v.Expr, true
}

// truthOf evaluates e as a condition; after a fault it is true.
func (l *lowerer) truthOf(e cuda.Expr) kernel.Expr {
	v := valueAs(l, e, ctype.Bool)
	if v.Bad() {
		return kernel.BoolConst(true)
	}
	return v.Expr
}

func (l *lowerer) evalUnary(e *cuda.UnaryExpr) object.Value {
	switch e.Op {
	case "++", "--":
		return l.increment(e, true)
	case "&":
		if id, ok := e.X.(*cuda.Ident); ok && l.functionNamed(id) {
			return l.functionValue(id)
		} else if ok && l.unevaluated > 0 {
			if v, is := memberPointer(l, id); is {
				return v
			}
		}
		pl := l.evalPlace(e.X)
		if pl.T.Bad() {
			return object.Bad
		}
		if r, ok := overloaded(l, e.Pos, "&", callArg{pos: e.X.ExprPos(), pl: pl}); ok {
			return l.mem.Rvalue(r)
		}
		return object.Value{T: ctype.PointerTo(pl.T), Ptr: l.mem.Address(pl)}
	case "*":
		return l.mem.Rvalue(l.evalPlace(e))
	}
	x := l.operand(e.X)
	v := x.v
	switch {
	case x.t() == nil || x.t().Bad():
		return object.Bad
	case x.t().IsRecord():
		return l.mem.Rvalue(l.operator(e.Pos, e.Op, x))
	}
	if r, ok := overloaded(l, e.Pos, e.Op, x); ok {
		return l.mem.Rvalue(r)
	}
	switch {
	case e.Op == "!":
		return computedValue(cexpr.Not(l.convertTo(v, ctype.Bool, e.Pos).Expr))
	case v.Expr == nil:
		l.Errorf(e.Pos, "%s on a value of type %s", e.Op, v.T)
		return object.Bad
	}
	switch e.Op {
	case "-":
		return madeOf(e.Op, computedValue(cexpr.Unary(kernel.Neg, v.Expr)), v.T)
	case "+":
		return madeOf(e.Op, computedValue(cexpr.Promote(v.Expr)), v.T)
	case "~":
		if v.Expr.Type().Kind == kernel.Float {
			break
		}
		return computedValue(cexpr.Unary(kernel.BitNot, v.Expr))
	}
	l.Errorf(e.Pos, "%s on a value of type %s", e.Op, v.T)
	return object.Bad
}

var binaryOps = map[string]kernel.BinaryOp{
	"+": kernel.Add, "-": kernel.Sub, "*": kernel.Mul, "/": kernel.Div, "%": kernel.Rem,
	"&": kernel.And, "|": kernel.Or, "^": kernel.Xor, "<<": kernel.Shl, ">>": kernel.Shr,
	"==": kernel.Eq, "!=": kernel.Ne, "<": kernel.Lt, "<=": kernel.Le, ">": kernel.Gt, ">=": kernel.Ge,
}

func (l *lowerer) evalBinary(e *cuda.BinaryExpr) object.Value {
	switch e.Op {
	case ",":
		if l.prog.names.HasOperator(",") {
			return l.mem.Rvalue(comma(l, e))
		}
		l.discard(e.X)
		return l.eval(e.Y)
	case "&&", "||":
		return l.shortCircuit(e)
	}
	return l.mem.Rvalue(l.binaryPlace(e))
}

// comma is x, y in a file with operators of that name.
func comma(l *lowerer, e *cuda.BinaryExpr) *object.Place {
	x := l.operand(e.X)
	m := l.out.Mark()
	y := l.operand(e.Y)
	x = ordered(l, m, x)
	if pl, ok := overloaded(l, e.OpPos, ",", x, y); ok {
		return pl
	}
	if y.of != nil {
		return y.of
	}
	return y.place()
}

// binaryPlace is an operation on two operands, what a user's operator returns by
// reference included.
func (l *lowerer) binaryPlace(e *cuda.BinaryExpr) *object.Place {
	x := l.operand(e.X)
	m := l.out.Mark()
	y := l.operand(e.Y)
	x = ordered(l, m, x)
	switch {
	case x.t() == nil || y.t() == nil || x.t().Bad() || y.t().Bad():
		return &object.BadPlace
	case x.t().IsRecord() || y.t().IsRecord():
		return l.operator(e.OpPos, e.Op, x, y)
	}
	if pl, ok := overloaded(l, e.OpPos, e.Op, x, y); ok {
		return pl
	}
	return valuePlace(e, l.mem.Bounded(e.OpPos, x.v.Nodes+y.v.Nodes+1, l.apply(e.OpPos, e.Op, x.v, y.v)))
}

// operand evaluates an operand of an operator: a struct that is an object stays
// one, for the user's operator may change it; all else becomes a value.
func (l *lowerer) operand(e cuda.Expr) callArg {
	a := callArg{pos: e.ExprPos(), e: e}
	b, binary := e.(*cuda.BinaryExpr)
	_, conditional := e.(*cuda.CondExpr)
	if conditional || !syntax.IsPlace(e) && !(binary && b.Op != "," && b.Op != "&&" && b.Op != "||") {
		a.v = l.eval(e)
		return a
	}
	switch pl := l.evalPlace(e); {
	case pl.Val != nil:
		a.v = *pl.Val
	case pl.T.IsRecord():
		a.pl = pl
	default:
		a.v, a.of = l.mem.Rvalue(pl), pl
	}
	return a
}

// apply is x op y on values.
func (l *lowerer) apply(pos diag.Pos, op string, x, y object.Value) object.Value {
	if x.Bad() || y.Bad() {
		return object.Bad
	}
	k, known := binaryOps[op]
	switch {
	case !known:
		l.Unsupported(pos, "operator %s", op)
		return object.Bad
	case x.Ptr != nil || y.Ptr != nil:
		return l.applyPointer(pos, op, k, x, y)
	case x.Expr == nil || y.Expr == nil:
		l.Errorf(pos, "operator %s on %s and %s", op, x.T, y.T)
		return object.Bad
	}
	float := x.Expr.Type().Kind == kernel.Float || y.Expr.Type().Kind == kernel.Float
	if float && (k == kernel.Rem || k >= kernel.And && k <= kernel.Shr) {
		l.Errorf(pos, "operator %s on %s and %s", op, x.T, y.T)
		return object.Bad
	}
	if k == kernel.Div && l.notes.Stating() {
		if q := annotation.Quotient(x.Expr, y.Expr); q != nil {
			return computedValue(q)
		}
	}
	if e := l.mem.Addresses(pos, k, x.Expr, y.Expr); e != nil {
		return computedValue(e)
	}
	return madeOf(op, computedValue(cexpr.Binary(k, x.Expr, y.Expr)), x.T, y.T)
}

// madeOf is v, what an operator or function of that name makes of arguments of these
// types, as the one of the two formats of 16 bits that it has.
func madeOf(name string, v object.Value, args ...*ctype.Type) object.Value {
	v.T = ctype.Widened(library.Bfloat16(name, v.T, args...), args...)
	return v
}

func (l *lowerer) applyPointer(pos diag.Pos, op string, k kernel.BinaryOp, x, y object.Value) object.Value {
	switch {
	case x.Ptr != nil && cexpr.Integral(y.Expr) && !k.IsComparison() && (op == "+" || op == "-"):
		return object.Value{T: x.T, Ptr: l.mem.Shift(x.Ptr, cexpr.Promote(y.Expr), op == "-")}
	case y.Ptr != nil && cexpr.Integral(x.Expr) && op == "+":
		return object.Value{T: y.T, Ptr: l.mem.Shift(y.Ptr, cexpr.Promote(x.Expr), false)}
	case k.IsComparison():
		p, okP := l.mem.AsPointer(x, y)
		q, okQ := l.mem.AsPointer(y, x)
		if okP && okQ {
			l.an.Unify(append(append([]*object.Target(nil), p.Targets...), q.Targets...))
			return computedValue(l.mem.ComparePointers(pos, k, p, q))
		}
	case x.Ptr != nil && y.Ptr != nil && op == "-":
		return computedValue(l.mem.Difference(pos, x.Ptr, y.Ptr))
	}
	l.Errorf(pos, "operator %s on %s and %s", op, x.T, y.T)
	return object.Bad
}

// shortCircuit is && and ||. The right side becomes conditional statements only
// if it needs any.
func (l *lowerer) shortCircuit(e *cuda.BinaryExpr) object.Value {
	and := e.Op == "&&"
	if l.prog.names.HasOperator(e.Op) && (mayOverload(l.typeOf(e.X)) || mayOverload(l.typeOf(e.Y))) {
		l.Unsupported(e.OpPos, "operator%s on a class or enumeration in a file that overloads it; call the function", e.Op)
		return object.Bad
	}
	x := l.truthOf(e.X)
	if c, ok := x.(*kernel.Const); ok && (c.Val != 0) != and {
		return computedValue(kernel.BoolConst(!and))
	}
	var y kernel.Expr
	stmts := l.out.Block(func() { y = l.truthOf(e.Y) })
	if kernel.OfPairs(x) || kernel.OfPairs(y) { // what annotations say of two threads no variable of one holds
		l.out.Cur, stmts = append(l.out.Cur, stmts...), nil
	}
	if len(stmts) == 0 {
		op := kernel.LOr
		if and {
			op = kernel.LAnd
		}
		return computedValue(cexpr.Binary(op, x, y))
	}
	if _, ok := x.(*kernel.Const); ok {
		l.out.Cur = append(l.out.Cur, stmts...)
		return computedValue(y)
	}
	t := l.out.Temp(kernel.BoolType)
	src := l.out.At(e.Y.ExprPos())
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
func (l *lowerer) increment(e *cuda.UnaryExpr, used bool) object.Value {
	pl := l.evalPlace(e.X)
	if increments(l, e, pl.T) {
		if pl = l.incremented(e, pl); !used {
			return object.Value{T: ctype.Void}
		}
		return l.mem.Rvalue(pl)
	}
	old := l.mem.Rvalue(pl)
	if old.Bad() {
		return object.Bad
	}
	if e.Postfix && used {
		old = object.MapValue(old, func(x kernel.Expr) kernel.Expr { return l.out.Stable(e.Pos, x) })
	}
	one := computedValue(kernel.NewConst(kernel.I32, 1))
	now := l.convertTo(l.apply(e.Pos, e.Op[:1], old, one), pl.T.Plain(), e.Pos)
	l.mem.Write(pl, now)
	if e.Postfix {
		return old
	}
	return l.again(&assigned{pl, now})
}

// increments reports whether ++ or -- on a t is a function of the user's.
func increments(l *lowerer, e *cuda.UnaryExpr, t *ctype.Type) bool {
	return t.IsRecord() || t.Enum != nil && l.prog.names.HasOperator(e.Op)
}

// incremented calls the user's ++ or --; the postfix forms have one more
// parameter, an int that is 0: [over.inc].
func (l *lowerer) incremented(e *cuda.UnaryExpr, pl *object.Place) *object.Place {
	args := []callArg{{pos: e.X.ExprPos(), pl: pl}}
	if e.Postfix {
		args = append(args, callArg{pos: e.Pos, v: computedValue(kernel.NewConst(kernel.I32, 0))})
	}
	return l.operator(e.Pos, e.Op, args...)
}

// incrementedPlace is ++x and --x, the object that x is.
func (l *lowerer) incrementedPlace(e *cuda.UnaryExpr) *object.Place {
	pl := l.evalPlace(e.X)
	if increments(l, e, pl.T) {
		return l.incremented(e, pl)
	}
	if pl.Ptr != nil { // x is evaluated once
		kept := *pl
		kept.Ptr = object.MapValue(object.Value{Ptr: pl.Ptr}, func(x kernel.Expr) kernel.Expr { return l.out.Stable(e.Pos, x) }).Ptr
		pl = &kept
	}
	old := l.mem.Rvalue(pl)
	if old.Bad() {
		return &object.BadPlace
	}
	one := computedValue(kernel.NewConst(kernel.I32, 1))
	l.mem.Write(pl, l.convertTo(l.apply(e.Pos, e.Op[:1], old, one), pl.T.Plain(), e.Pos))
	return pl
}

// assign is = and its compound forms: the right side first, as C++17 has it.
func (l *lowerer) assign(e *cuda.AssignExpr) *assigned {
	if list, ok := e.Y.(*cuda.InitList); ok && e.Op == "=" {
		t := typeAlone(l, e.X).Plain()
		v := l.listValue(list, t)
		m := l.out.Mark()
		pl := l.evalPlace(e.X)
		emitted := len(l.out.Cur)
		if v = l.out.Keep(m, v); len(l.out.Cur) > emitted && t.IsRecord() {
			return leftFirst(l, e, pl)
		}
		l.mem.Write(pl, v)
		return &assigned{pl, v}
	}
	y := l.operand(e.Y)
	m := l.out.Mark()
	pl := l.evalPlace(e.X)
	emitted := len(l.out.Cur)
	y = ordered(l, m, y)
	changed := len(l.out.Cur) > emitted || y.of != nil && l.out.Changed(m, y.of)
	if a := l.assignRecord(e, pl, y); a != nil {
		return a
	}
	if changed && (e.Op != "=" || pl.T.IsRecord()) {
		return leftFirst(l, e, pl)
	}
	var v object.Value
	switch {
	case y.pl == nil && e.Op != "=" && !pl.T.IsRecord() && y.v.T != nil && y.v.T.IsRecord(): // what a temporary object converts to
		v, _ = argNumber(l, y, e.Pos)
	case y.pl == nil || pl.T.IsRecord(): // by reference, which the left side may change
		v = l.argValue(y)
	case e.Op == "=":
		v = whereItStood(l, y, func(y callArg) object.Value { return convertArg(l, y, pl.T.Plain()) })
	default:
		v = whereItStood(l, y, func(y callArg) object.Value {
			v, _ := argNumber(l, y, e.Pos)
			return v
		})
	}
	if pl.T.Const && !pl.T.Bad() {
		l.Errorf(e.Pos, "this assigns to a const %s", pl.T.Plain())
		return &assigned{pl, object.Bad}
	}
	if op := e.Op[:len(e.Op)-1]; op != "" {
		v = l.apply(e.Pos, op, l.mem.Rvalue(pl), v)
	}
	v = l.convertTo(v, pl.T.Plain(), e.Pos)
	l.mem.Write(pl, v)
	return &assigned{pl, v}
}

// leftFirst refuses an assignment whose left side changes what the right one reads: g++ reads late what a
// compound assignment or that of a struct takes, against [expr.ass].
func leftFirst(l *lowerer, e *cuda.AssignExpr, pl *object.Place) *assigned {
	l.Unsupported(e.Pos, "%s of what its left side changes, on which compilers do not agree; write it as two statements", e.Op)
	return &assigned{pl, object.Bad}
}

// assignRecord is an assignment to a struct by an operator of the user's; nil if
// it is no such.
func (l *lowerer) assignRecord(e *cuda.AssignExpr, pl *object.Place, y callArg) *assigned {
	if y.t() == nil || y.t().Bad() || !mayOverload(pl.T) && !mayOverload(y.t()) {
		return nil
	}
	args := []callArg{{pos: e.Pos, pl: pl}, y}
	if !pl.T.IsRecord() {
		if r, ok := overloaded(l, e.Pos, e.Op, args...); ok {
			return &assigned{pl: r}
		}
		return nil
	}
	if e.Op == "=" {
		if !l.assignsItself(e.Pos, pl.T.Rec, y) {
			return nil
		}
		return &assigned{pl: l.operator(e.Pos, e.Op, args...)}
	}
	if r, ok := l.findOperator(e.Pos, e.Op, args); ok {
		return &assigned{pl: r}
	}
	if to := referredBy(l, pl, e.Pos); to != nil { // the built-in operator on what operator T & yields: [over.built]
		v, ok := argNumber(l, y, e.Pos)
		if !ok {
			v = l.argValue(y)
		}
		v = l.convertTo(l.apply(e.Pos, e.Op[:len(e.Op)-1], l.mem.Rvalue(to), v), to.T.Plain(), e.Pos)
		l.mem.Write(to, v)
		return &assigned{to, v}
	}
	r := l.convertTo(l.mem.Rvalue(l.operator(e.Pos, e.Op[:len(e.Op)-1], args...)), pl.T.Plain(), e.Pos)
	l.mem.Write(pl, r)
	return &assigned{pl, r}
}

// discard evaluates e for its effects.
func (l *lowerer) discard(e cuda.Expr) {
	l.out.Pos = e.ExprPos()
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
		if e.Op == "," && !l.prog.names.HasOperator(",") {
			l.discard(e.X)
			l.discard(e.Y)
			return
		}
		if e.Op == "," {
			comma(l, e)
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
func (l *lowerer) conditional(e *cuda.CondExpr) object.Value {
	c := l.truthOf(e.C)
	if k, ok := c.(*kernel.Const); ok {
		return l.chosen(e, k.Val != 0)
	}
	src := l.out.At(e.Pos)
	var x, y object.Value
	xs := l.out.Block(func() { x = sideOf(l, e.X, e.Y) })
	ys := l.out.Block(func() { y = sideOf(l, e.Y, e.X) })
	if x.T == ctype.Void || y.T == ctype.Void {
		l.out.Emit(&kernel.If{Src: src, Cond: c, Then: xs, Else: ys})
		return object.Value{T: ctype.Void}
	}
	x, y = l.commonValues(e.Pos, x, y)
	if x.Bad() || y.Bad() {
		return object.Bad
	}
	if ofPairs := func(v object.Value) bool { return v.Expr != nil && kernel.OfPairs(v.Expr) }; kernel.OfPairs(c) || ofPairs(x) || ofPairs(y) {
		l.out.Cur, xs, ys = slices.Concat(l.out.Cur, xs, ys), nil, nil
	}
	if len(xs)+len(ys) == 0 {
		return object.JoinValues(x, y, func(x, y kernel.Expr) kernel.Expr {
			return kernel.FoldNode(&kernel.Cond{C: c, X: x, Y: y})
		})
	}
	var assignX, assignY []kernel.Stmt
	v := object.JoinValues(x, y, func(x, y kernel.Expr) kernel.Expr {
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

// sideOf is x, one side of a conditional: an object of a class is converted to the type of the other
// side where that is a number ([expr.cond]).
func sideOf(l *lowerer, x, other cuda.Expr) object.Value {
	v := l.eval(x)
	if v.Bad() || !v.T.IsRecord() {
		return v
	}
	if t := typeAlone(l, other); t.IsScalar() && l.userConverts(callArg{v: v}, t) {
		return l.convertTo(v, t.Plain(), x.ExprPos())
	}
	return v
}

// chosen is a conditional whose condition is constant; the other side only
// gives its type.
func (l *lowerer) chosen(e *cuda.CondExpr, first bool) object.Value {
	taken, other := e.X, e.Y
	if !first {
		taken, other = other, taken
	}
	v := sideOf(l, taken, other)
	if v.Bad() || v.Expr == nil && !v.T.IsRecord() {
		return v
	}
	before := l.diags
	t := typeAlone(l, other)
	l.diags = before
	if v.T.IsRecord() && t.IsRecord() {
		v.T = v.T.Qualified(t.Const, false)
	}
	if !t.IsScalar() {
		return v
	}
	x, _ := cexpr.Usual(v.Expr, kernel.NewConst(kernel.I32, 0))
	if t.Scalar == v.Expr.Type() && ctype.SameName(t, v.T) {
		return v
	}
	return computedValue(cexpr.Convert(x, cexpr.CommonType(x.Type(), t.Scalar)))
}

// commonValues converts the two results of a conditional to one type.
func (l *lowerer) commonValues(pos diag.Pos, x, y object.Value) (object.Value, object.Value) {
	if x.Bad() || y.Bad() {
		return object.Bad, object.Bad
	}
	switch {
	case x.Expr != nil && y.Expr != nil:
		if x.Expr.Type() != y.Expr.Type() || !ctype.SameName(x.T, y.T) {
			a, b := cexpr.Usual(x.Expr, y.Expr)
			return computedValue(a), computedValue(b)
		}
		return x, y
	case x.Ptr != nil || y.Ptr != nil:
		p, okP := l.mem.AsPointer(x, y)
		q, okQ := l.mem.AsPointer(y, x)
		if okP && okQ {
			return l.mem.CommonPointers(p, q)
		}
	case x.T.IsRecord() && x.T.Rec.Union && !(ctype.Same(x.T, y.T) && object.SameMembers(x, y)):
		l.Unsupported(pos, "?: between unions; use if")
		return object.Bad, object.Bad
	case x.T.IsRecord() && ctype.Same(x.T, y.T):
		x.T, y.T = x.T.Qualified(y.T.Const, false), y.T.Qualified(x.T.Const, false)
		return x, y
	}
	l.Errorf(pos, "the two sides of ?: have types %s and %s", x.T, y.T)
	return object.Bad, object.Bad
}

func (l *lowerer) sizeof(e *cuda.SizeofExpr) object.Value {
	var t *ctype.Type
	if e.Pack != "" {
		n, fault := pack.Sizeof(e.Pack, l.frame.scope.Length)
		if !expanded(l, e.Pos, fault) {
			return object.Bad
		}
		return object.ScalarValue(ctype.Size, n)
	}
	if e.Type != nil {
		t = l.resolve(e.Type)
	} else {
		if id, ok := e.X.(*cuda.Ident); ok && predefined.IsFunctionName(id.Name) {
			l.Unsupported(e.Pos, "the size of %s; write the number", id.Name)
			return object.Bad
		}
		if t = typeMember(l, e.X); t == nil {
			t = typeAlone(l, e.X)
		}
	}
	if t.Bad() {
		return object.Bad
	}
	n := t.Size()
	if t.Unsized() {
		l.Unsupported(e.Pos, "the size of a %s, which gv2 does not know", t.Plain())
		return object.Bad
	}
	if e.Align && e.Type == nil {
		l.Unsupported(e.Pos, "the alignment of an expression; name its type")
		return object.Bad
	}
	if e.Align {
		n = t.Alignment()
	}
	if n == 0 {
		l.Errorf(e.Pos, "sizeof a type of unknown size")
		return object.Bad
	}
	return object.ScalarValue(ctype.Size, kernel.NewConst(kernel.U64, n))
}
