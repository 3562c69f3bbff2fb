package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/intrinsic"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/predefined"
)

// What f in f(x) means. The program's own names come before CUDA's, inner ones
// before outer ones; among the names that CUDA and its libraries define, those that
// look at their arguments as they are written come before those that are given
// values.

// namedCall is a call by name while its meaning is looked for.
type namedCall struct {
	e       *cuda.CallExpr
	fun     *cuda.Ident
	discard bool
	// declared are the functions of that name at file level.
	declared []*cuda.FuncDecl
	// args are evaluated once the meaning does not depend on how they are written.
	args []callArg
}

// undeclared reports whether the program has no function of that name.
func (c *namedCall) undeclared() bool { return len(c.declared) == 0 }

// meaning lowers c if the name has this meaning, and returns nil if it has not.
type meaning func(l *lowerer, c *namedCall) *object.Place

// nameMeanings are tried in turn until one fits.
var nameMeanings []meaning

func init() {
	nameMeanings = []meaning{
		// Names inside a function or class hide all others: [basic.lookup.unqual].
		callLocal,
		callMemberFunction,
		// S::f is a member of S, wherever the call stands.
		callQualified,
		// In the argument of an annotation, GPUVerify's functions are keywords: a
		// program that is compiled declares them only for the compiler's sake.
		callInAnnotation,
		// A type at file level, or the functions from which overload resolution will
		// choose. What is not declared there may be one of CUDA's names.
		callType,
		// Annotations come before overload resolution, as GPUVerify's headers declare
		// them; a program that defines a function of that name means its own.
		callAnnotation,
		callFileVariable,
		callGroup,
		callOutsideAnnotation,
		callImplicitType,
		// From here on the arguments are values, evaluated once and in order.
		evaluateArguments,
		// Library functions are looked up before intrinsics: the table of these has
		// refusals for whole families, of which the libraries know some members.
		callLibrary,
		callDeclared,
		callMade,
		callCUDA,
	}
}

// callName is a call of what fun names.
func (l *lowerer) callName(e *cuda.CallExpr, fun *cuda.Ident, discard bool) *object.Place {
	c := &namedCall{e: e, fun: fun, discard: discard}
	for _, meant := range nameMeanings {
		if pl := meant(l, c); pl != nil {
			return pl
		}
	}
	if c.undeclared() {
		l.undeclared(e.Pos, fun)
	}
	return &object.BadPlace
}

func callLocal(l *lowerer, c *namedCall) *object.Place {
	if len(c.fun.Path) > 0 || c.fun.HasArgs {
		return nil
	}
	if sym := l.frame.scope.Find(c.fun.Name); sym != nil {
		return l.callSymbol(c.e, c.fun, sym)
	}
	return nil
}

func callMemberFunction(l *lowerer, c *namedCall) *object.Place {
	if len(c.fun.Path) > 0 {
		return nil
	}
	this := l.frame.this
	field := false
	if this != nil && !c.fun.HasArgs && !passesOver(l, this.T.Rec, c.fun.Name) {
		_, field = this.T.Rec.Index[c.fun.Name]
	}
	if !field || len(l.methods(this.T.Rec, c.fun.Name).fns) > 0 {
		return l.callOwn(c.e, c.fun)
	}
	return l.callMember(c.e, &cuda.MemberExpr{Pos: c.e.Pos, X: &cuda.ThisExpr{Pos: c.e.Pos}, Arrow: true, Name: c.fun.Name}) // a functor, or a pointer to a function
}

func callQualified(l *lowerer, c *namedCall) *object.Place { return l.callQualified(c.e, c.fun) }

func callInAnnotation(l *lowerer, c *namedCall) *object.Place {
	if !l.notes.Stating() {
		return nil
	}
	return l.notes.Call(c.e, c.fun)
}

func callType(l *lowerer, c *namedCall) *object.Place {
	declared, t := l.candidates(c.fun)
	if t != nil {
		return valuePlace(c.e, l.constructType(t.Plain(), c.e.Args, false, c.e.Pos))
	}
	c.declared = declared
	return nil
}

func callAnnotation(l *lowerer, c *namedCall) *object.Place {
	if !annotation.Is(c.fun, c.declared) {
		return nil
	}
	l.notes.State(c.e, c.fun.Name)
	return &voidPlace
}

// callFileVariable is a call of a functor at file level.
func callFileVariable(l *lowerer, c *namedCall) *object.Place {
	if !c.undeclared() {
		return nil
	}
	if v := l.fileVariable(c.fun); v != nil {
		return l.callSymbol(c.e, c.fun, &bind.Symbol{Place: l.globalPlace(v, c.fun.Pos, nil)})
	}
	return nil
}

// fileVariable is the variable of the file that is called; nil if it is none.
func (l *lowerer) fileVariable(fun *cuda.Ident) *cuda.VarDecl {
	for _, d := range l.prog.names.Find(l.frame.path, fun.Path, fun.Name, before(l)) {
		if v, ok := d.(*cuda.VarDecl); ok && v.Template == nil {
			return v
		}
	}
	return nil
}

// callGroup is a call of a function of cooperative groups.
func callGroup(l *lowerer, c *namedCall) *object.Place {
	if !c.undeclared() {
		return nil
	}
	return l.groupFunction(c.e, c.fun)
}

// callOutsideAnnotation refuses what only has a meaning in an annotation.
func callOutsideAnnotation(l *lowerer, c *namedCall) *object.Place {
	if !c.undeclared() || !annotation.OnlyInAnnotation(c.fun.Name) {
		return nil
	}
	l.Errorf(c.e.Pos, "%s outside an annotation", c.fun.Name)
	return &object.BadPlace
}

// callImplicitType is float4(...), make_float4(...) or unsigned(...).
func callImplicitType(l *lowerer, c *namedCall) *object.Place {
	if !c.undeclared() {
		return nil
	}
	if t := predefined.ImplicitType(c.fun); t != nil {
		return valuePlace(c.e, l.constructType(t, c.e.Args, false, c.e.Pos))
	}
	return nil
}

// evaluateArguments is no meaning: it goes on unless an argument is at fault.
func evaluateArguments(l *lowerer, c *namedCall) *object.Place {
	c.args = l.callArgs(c.e.Args)
	if anyBad(c.args) {
		return &object.BadPlace
	}
	l.out.Pos = c.e.Pos
	return nil
}

// callLibrary is a call of what CUDA's headers define over pointers and structs.
func callLibrary(l *lowerer, c *namedCall) *object.Place {
	if !c.undeclared() && !slices.ContainsFunc(c.args, ofLibrary) {
		return nil
	}
	f := library.Lookup(lookup.Join(c.fun.Path, c.fun.Name))
	if f == nil {
		return nil
	}
	return l.lowerLibrary(c.e, l.newLibraryCall(c.e, c.fun, c.args), f)
}

// ofLibrary reports whether an argument points to an object of a library, whose functions
// are then looked up as well ([basic.lookup.argdep]); no function of the program fits such
// an argument better.
func ofLibrary(a callArg) bool {
	t := a.t()
	return t != nil && (t.IsPointer() || t.IsArray()) && library.HasMembers(t.Elem)
}

// callDeclared is a call of a function of the program that takes the arguments,
// those that their classes bring in included. Where none does, CUDA's overloads of
// the name may: a program may add its own min or make_float4.
func callDeclared(l *lowerer, c *namedCall) *object.Place {
	in, known := intrinsic.Lookup(c.fun.Name)
	chosen := l.choose(c.e.Pos, c.fun, c.declared, c.args, known || predefined.MadeVector(c.fun.Name, typesOf(c.args)) != nil)
	switch {
	case chosen == nil:
		return nil
	case known && (!chosen.fn.HasBody || !chosen.fn.Device && !chosen.fn.Const): // CUDA's own, declared or beside one for the host
		return l.callIntrinsic(c.e, in, c.args, c.discard)
	case known && len(c.fun.Path) == 0 && len(chosen.fn.Scope) == 0 && overload.CloserIsCUDAs(c.fun.Name, typesOf(c.args), chosen.ranks):
		return l.callIntrinsic(c.e, in, c.args, c.discard)
	}
	return l.inline(c.e.Pos, c.e, chosen, c.args, nil)
}

// callMade is make_float4(x, y, z, w).
func callMade(l *lowerer, c *namedCall) *object.Place {
	if t := predefined.MadeVector(c.fun.Name, typesOf(c.args)); t != nil {
		return valuePlace(c.e, l.vector(t, l.argValues(c.args), c.e.Pos))
	}
	return nil
}

// callCUDA is a call of a function that the compiler knows. A qualified name that
// the program declares is not CUDA's.
func callCUDA(l *lowerer, c *namedCall) *object.Place {
	in, known := intrinsic.Lookup(c.fun.Name)
	ofUser := func(fn *cuda.FuncDecl) bool { return !fn.Pos.Supplied() }
	if !known || len(c.fun.Path) > 0 && slices.ContainsFunc(c.declared, ofUser) {
		return nil
	}
	return l.callIntrinsic(c.e, in, c.args, c.discard)
}

// undefined reports LOOP(i, n) { }: a macro that nothing defines.
func undefined(l *lowerer, st *cuda.ExprStmt) {
	name := st.X.(*cuda.CallExpr).Fun.(*cuda.Ident).Name
	if len(l.prog.names.Missing) == 0 {
		l.Errorf(st.Pos, "the macro %s is not defined", name)
		return
	}
	l.Unsupported(st.Pos, "the macro %s is not defined%s", name, l.prog.names.Elsewhere())
}

// undeclared reports a name that nothing declares: what a library would, or a header that
// was not found may, is not modelled; all else is an error.
func (l *lowerer) undeclared(pos diag.Pos, id *cuda.Ident) {
	name := lookup.Join(id.Path, id.Name)
	switch {
	case lookup.FromLibrary(id.Path):
		l.Unsupported(pos, "%s; %s", name, l.prog.names.Instead(id.Path, id.Name))
	case len(l.prog.names.Missing) > 0:
		l.Unsupported(pos, "%s is not declared%s", name, l.prog.names.Elsewhere())
	default:
		l.Errorf(pos, "%s is not declared", name)
	}
}
