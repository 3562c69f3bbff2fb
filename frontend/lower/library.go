package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/models"
	"gv2/frontend/lower/object"
)

// Calls of library functions, which package models shows to package library.

// newLibraryCall is a call of fun; args are nil where the model evaluates them: of a function of
// cooperative groups each is when the model asks for it, as some look at types or constants alone.
func (l *lowerer) newLibraryCall(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *models.Call {
	done := make([]*callArg, len(e.Args))
	for i := range args {
		done[i] = &args[i]
	}
	arg := func(i int) callArg {
		if done[i] == nil {
			a := l.callArg(e.Args[i])
			done[i] = &a
		}
		return *done[i]
	}
	return models.NewCall(l.mem, models.Core{
		Out: l.out, An: l.an, Lang: lang(l), Number: l.scalar, Convert: l.convertTo,
		Place:    func(i int) *object.Place { return arg(i).place() },
		Argument: func(i int) emit.Argument { return l.argument(arg(i)) },
		Local:    func(name string) bool { return l.frame.scope.Find(name) != nil },
	}, e, fun)
}

// lang is what types and constants mean where l stands.
func lang(l *lowerer) models.Lang {
	return models.Lang{Resolve: l.resolve, TypeOf: l.typeOf, Constant: l.constant, Unsupported: l.Unsupported}
}

// lowerLibrary lowers c by f; nil if f does not know such a call.
func (l *lowerer) lowerLibrary(e cuda.Expr, c *models.Call, f library.Function) *object.Place {
	v, known := f(c)
	if !known {
		return nil
	}
	l.out.Pos = c.Pos() // an argument may have been evaluated last
	switch {
	case v.Type.Bad():
		return &object.BadPlace
	case v.Type == ctype.Void:
		return &voidPlace
	}
	return valuePlace(e, models.Object(v))
}

// groupFunction is a call of a function in cooperative_groups; nil if fun is not one
// of those.
func (l *lowerer) groupFunction(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	if !l.prog.names.InNamespace(fun.Path, "cooperative_groups") {
		return nil
	}
	f := library.GroupFunction(fun.Name)
	if f == nil {
		return nil
	}
	return l.lowerLibrary(e, l.newLibraryCall(e, fun, nil), f)
}

// libraryMember is a call of a member function of the library's object at o.
func (l *lowerer) libraryMember(e *cuda.CallExpr, o *object.Place, fun *cuda.MemberExpr) *object.Place {
	args := l.callArgs(e.Args)
	c := l.newLibraryCall(e, &cuda.Ident{Name: fun.Name}, args)
	return l.lowerLibrary(e, c, func(library.Call) (library.Value, bool) { return library.Member(c, o), true })
}

// pairOperator is x op y or -x on pairs of halves, as CUDA's headers define it; ok is
// false for other operands.
func (l *lowerer) pairOperator(op string, args []callArg) (object.Value, bool) {
	if op == "-" && len(args) == 1 && library.PairOperator(kernel.Sub, args[0].t(), args[0].t()) {
		v, ok := library.NegatedPair(models.Value(l.argValue(args[0])))
		return models.Object(v), ok
	}
	k, known := binaryOps[op]
	if !known || len(args) != 2 || !library.PairOperator(k, args[0].t(), args[1].t()) {
		return object.Bad, false
	}
	x, y := l.argValue(args[0]), l.argValue(args[1])
	return models.Object(library.Pairwise(k, models.Value(x), models.Value(y))), true
}

// libraryType is a type that a library defines; nil if te names none.
func (l *lowerer) libraryType(te *cuda.TypeExpr) *ctype.Type {
	return library.Type(te.Name, models.NewTypeName(lang(l), te))
}

// groupNamed is a group type; nil if te names none.
func (l *lowerer) groupNamed(te *cuda.TypeExpr) *ctype.Type {
	if !l.prog.names.InNamespace(te.Path, "cooperative_groups") {
		return nil
	}
	return library.GroupType(te.Name, models.NewTypeName(lang(l), te))
}
