package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
	"gv2/frontend/lower/tidy"
)

// callArg is an argument before the function is chosen: an object, or a value.
type callArg struct {
	pos     diag.Pos
	pl      *object.Place
	v       object.Value
	of      *object.Place // the object that v was read from, for operators that change it
	e       cuda.Expr     // as written, nil if it is not
	expires bool          // an object that a reference && may be bound to: an xvalue
	// first is set for an operand that is evaluated before others, which are evaluated too.
	first *earlier
}

// earlier is an operand where its value was computed: pl is it as it was then.
type earlier struct {
	m  object.Mark
	pl *object.Place
}

// ordered is a, evaluated at m, before operands that are evaluated by now: [expr.shift], [expr.ass],
// [expr.comma], [expr.sub]. An object by value is what it was at m, one by reference what it is now.
func ordered(l *lowerer, m object.Mark, a callArg) callArg {
	first := earlier{m, a.pl}
	if a = l.keepArg(m, a); a.pl != nil {
		a.first = &first
	}
	return a
}

// whereItStood runs f, which computes a value of a, where a was evaluated if that may have been
// another value than now.
func whereItStood(l *lowerer, a callArg, f func(callArg) object.Value) object.Value {
	if a.first == nil || !l.out.Changed(a.first.m, a.first.pl) {
		return f(a)
	}
	early := a
	early.pl, early.first = a.first.pl, nil
	return l.out.Early(a.first.m, func() object.Value { return f(early) })
}

func (a callArg) t() *ctype.Type {
	if a.pl != nil {
		return a.pl.T
	}
	return a.v.T
}

func typesOf(args []callArg) []*ctype.Type {
	types := make([]*ctype.Type, len(args))
	for i, a := range args {
		types[i] = a.t()
	}
	return types
}

func (a callArg) place() *object.Place {
	if a.pl != nil {
		return a.pl
	}
	if a.v.Bad() {
		return &object.BadPlace
	}
	return &object.Place{Pos: a.pos, T: a.v.T, Val: &a.v}
}

// callArgs evaluates arguments in order. Objects are read only after the
// function is known, for it may take them by reference.
func (l *lowerer) callArgs(exprs []cuda.Expr) []callArg {
	exprs, fault := l.prog.packs.Exprs(exprs, l.frame.scope.Length)
	if !expanded(l, l.out.Pos, fault) {
		return []callArg{{v: object.Bad}}
	}
	args := make([]callArg, len(exprs))
	marks := make([]object.Mark, len(exprs))
	for i, e := range exprs {
		args[i] = l.callArg(e)
		marks[i] = l.out.Mark()
	}
	for i := len(args) - 2; i >= 0; i-- {
		before := len(l.out.Cur)
		args[i] = ordered(l, marks[i], args[i])
		for _, later := range args[i+1:] {
			if later.first != nil {
				later.first.m = later.first.m.Later(len(l.out.Cur) - before)
			}
		}
	}
	return args
}

func (l *lowerer) callArg(e cuda.Expr) callArg {
	a := callArg{pos: e.ExprPos(), e: e}
	switch e := e.(type) {
	case *cuda.InitList:
		a.v = l.eval(e)
		return a
	case *cuda.StringLit:
		a.v = l.eval(e)
		return a
	}
	if !syntax.IsPlace(e) {
		a.v = l.eval(e)
		return a
	}
	pl := l.evalPlace(e)
	if pl.Val != nil {
		a.v = *pl.Val
	} else {
		a.pl, a.expires = pl, expires(l, e)
	}
	return a
}

func (l *lowerer) keepArg(m object.Mark, a callArg) callArg {
	if a.pl == nil {
		a.v = l.out.Keep(m, a.v)
		return a
	}
	if a.pl.Ptr != nil {
		pl := *a.pl
		pl.Ptr = l.out.Keep(m, object.Value{Ptr: pl.Ptr}).Ptr
		a.pl = &pl
	}
	return a
}

// argValue reads an argument.
func (l *lowerer) argValue(a callArg) object.Value {
	if a.pl == nil {
		return a.v
	}
	return l.mem.Rvalue(a.pl)
}

// callValue is a call used for its value.
func (l *lowerer) callValue(e *cuda.CallExpr, discard bool) object.Value {
	pl := l.call(e, discard)
	switch {
	case pl.T.Form == ctype.VoidForm:
		return object.Value{T: ctype.Void}
	case !discard || pl.Ptr != nil:
		return l.mem.Rvalue(pl)
	}
	return object.Value{T: ctype.Void}
}

var voidPlace = object.Place{T: ctype.Void, Val: &object.Value{T: ctype.Void}}

// call lowers a call; its result is a value, or an object if the function
// returns a reference.
func (l *lowerer) call(e *cuda.CallExpr, discard bool) *object.Place {
	l.out.Pos = e.Pos
	e, fault := l.prog.packs.Call(e, l.frame.scope.Length)
	if !expanded(l, e.Pos, fault) {
		return &object.BadPlace
	}
	switch fun := e.Fun.(type) {
	case *cuda.Ident:
		return l.callName(e, fun, discard)
	case *cuda.MemberExpr:
		return l.callMember(e, fun)
	}
	if p, ok := l.functionPointer(e.Fun); ok {
		return l.callPointer(e, p)
	}
	obj := l.evalPlace(e.Fun)
	if obj.T.IsRecord() {
		return callOn(l, e, obj, "operator()", nil)
	}
	if !obj.T.Bad() {
		l.Unsupported(e.Pos, "a call through a pointer; call the function by name")
	}
	return &object.BadPlace
}

// callSymbol is a call of a local name: a functor, or a type.
func (l *lowerer) callSymbol(e *cuda.CallExpr, fun *cuda.Ident, sym *bind.Symbol) *object.Place {
	switch {
	case sym.T != nil:
		return valuePlace(e, l.constructType(sym.T.Plain(), e.Args, false, e.Pos))
	case sym.Place != nil && sym.Place.T.IsRecord():
		return l.callMethod(e.Pos, sym.Place, "operator()", nil, l.callArgs(e.Args))
	case sym.Place != nil && sym.Place.T.Bad():
		return &object.BadPlace
	}
	if p, ok := l.functionPointer(fun); ok {
		return l.callPointer(e, p)
	}
	l.Unsupported(e.Pos, "a call through %s; call a function by name", fun.Name)
	return &object.BadPlace
}

// candidates are the functions of a name, or the type that it names.
func (l *lowerer) candidates(fun *cuda.Ident) ([]*cuda.FuncDecl, *ctype.Type) {
	var cands []*cuda.FuncDecl
	for _, d := range l.prog.names.Overloads(l.frame.path, fun.Path, fun.Name, before(l)) {
		switch d := d.(type) {
		case *cuda.FuncDecl:
			cands = append(cands, d)
		case *cuda.RecordDecl, *cuda.TypedefDecl, *cuda.EnumDecl:
			te := &cuda.TypeExpr{Pos: fun.Pos, Form: cuda.NamedType, Name: fun.Name, Path: fun.Path, Args: fun.Args, HasArgs: fun.HasArgs}
			return nil, l.resolve(te)
		case *cuda.BadDecl:
			l.Unsupported(fun.Pos, "%s (declared at %s): %s", d.Name, d.Pos, d.Reason)
			return nil, ctype.Bad
		}
	}
	return cands, nil
}

func (l *lowerer) argValues(args []callArg) []object.Value {
	var out []object.Value
	for _, a := range args {
		out = append(out, l.argValue(a))
	}
	return out
}

// callIntrinsic is a call of a function that CUDA defines.
func (l *lowerer) callIntrinsic(e *cuda.CallExpr, in *intrinsic.Function, args []callArg, discard bool) *object.Place {
	if pl := l.recordAccess(e, in.Name, args); pl != nil {
		return pl
	}
	l.out.Pos = e.Pos
	list, types := make([]emit.Argument, len(args)), typesOf(args)
	for i, a := range args {
		list[i] = l.argument(a)
	}
	l.out.Pos = e.Pos
	before := len(l.out.Cur)
	x, ok := in.Lower(l.out, e.Pos, list)
	if discard {
		tidy.DropResult(x, l.out.Cur[before:])
	}
	switch {
	case !ok:
		return &object.BadPlace
	case x == nil || discard:
		return &voidPlace
	}
	return valuePlace(e, madeOf(in.Name, computedValue(x), types...))
}

// recordAccess is a cached load of a struct or vector: __ldg(float4 *).
func (l *lowerer) recordAccess(e *cuda.CallExpr, name string, args []callArg) *object.Place {
	if !strings.HasPrefix(name, "__ld") && !strings.HasPrefix(name, "__st") || len(args) == 0 {
		return nil
	}
	if t := args[0].t(); !(t.IsPointer() || t.IsArray()) || !t.Elem.IsRecord() {
		return nil
	}
	p := l.argValue(args[0])
	if p.Bad() || p.Ptr == nil {
		return &object.BadPlace
	}
	pl := l.mem.Deref(e.Pos, p.Ptr)
	if len(args) == 1 {
		return valuePlace(e, l.mem.Read(pl))
	}
	l.mem.Write(pl, l.convertTo(l.argValue(args[1]), pl.T.Plain(), e.Pos))
	return &voidPlace
}

// argument prepares a for an intrinsic.
func (l *lowerer) argument(a callArg) emit.Argument {
	v := l.argValue(a)
	out := emit.Argument{Pos: a.pos, Value: v.Expr}
	if v.Ptr != nil {
		l.mem.PointerArgument(&out, v.Ptr)
	}
	if pl := a.pl; pl != nil && pl.T.IsScalar() {
		out.Assign = func(x kernel.Expr) {
			l.mem.Write(pl, l.convertTo(computedValue(x), pl.T.Plain(), a.pos))
		}
	}
	return out
}
