package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// methodSet are the member functions of one name that a lookup finds: those of
// one class, for they hide the ones of its bases.
type methodSet struct {
	in  *ctype.Record
	fns []*cuda.FuncDecl
	// refused is set where there is a diagnostic instead.
	refused bool
}

// methods are the member functions of that name, with a body where one is
// defined outside the class: r's own, else those of its bases.
func (l *lowerer) methods(r *ctype.Record, name string) methodSet {
	out := methodSet{in: r}
	if r.Decl == nil {
		return out
	}
	fns, other := l.prog.names.Members(r.Decl, r.Path, name)
	if elsewhere(l, r, name, other) {
		out.refused = true
		return out
	}
	out.fns = slices.DeleteFunc(fns, func(fn *cuda.FuncDecl) bool { return fn.Ctor })
	for _, b := range r.Bases {
		if len(out.fns) > 0 {
			break
		}
		out = l.methods(b, name)
	}
	if len(out.fns) > 0 && out.in == r && l.prog.names.BroughtIn(r.Path, name) {
		l.Unsupported(l.out.Pos, "%s of a base class brought into %s, which has one of its own; give it another name", name, r.Name)
	}
	return out
}

// elsewhere refuses a member that d, declared outside of the class, may be or specialise.
func elsewhere(l *lowerer, r *ctype.Record, name string, d cuda.Decl) bool {
	if d != nil {
		l.Unsupported(l.out.Pos, "%s of %s, of which there is a declaration at %s for arguments that gv2 does not compare; write it inside the class", name, r.Name, d.DeclPos())
	}
	return d != nil
}

func (l *lowerer) callMember(e *cuda.CallExpr, fun *cuda.MemberExpr) *object.Place {
	obj := l.object(fun)
	if obj.T.Bad() {
		return &object.BadPlace
	}
	te := syntax.ConvertsTo(fun.Name, fun.Args)
	if te != nil && len(e.Args) == 0 && obj.T.IsScalar() && obj.T.Scalar == kernel.F16 {
		return convertNumber(l, e.Pos, obj, te)
	}
	if !obj.T.IsRecord() {
		l.Errorf(fun.Pos, "member %s of a value of type %s", fun.Name, obj.T)
		return &object.BadPlace
	}
	if library.HasMembers(obj.T) {
		return l.libraryMember(e, obj, fun)
	}
	if _, ok := obj.T.Rec.Index[fun.Name]; ok {
		if p, ok := l.functionPointer(fun); ok {
			return l.callPointer(e, p)
		}
		return callOn(l, e, l.member(obj, fun.Name), "operator()", nil)
	}
	if te != nil {
		return callConversion(l, e.Pos, obj, obj.T.Rec, te)
	}
	id := &cuda.Ident{Pos: fun.Pos, Name: fun.Name, Args: fun.Args, HasArgs: fun.HasArgs}
	return callOn(l, e, obj, fun.Name, id)
}

// callOn calls a member function on obj, which is found before the arguments are evaluated.
func callOn(l *lowerer, e *cuda.CallExpr, obj *object.Place, name string, fun *cuda.Ident) *object.Place {
	m := l.out.Mark()
	args := l.callArgs(e.Args)
	return l.callMethod(e.Pos, l.keepArg(m, callArg{pl: obj}).pl, name, fun, args)
}

// callMethod calls a member function on obj.
func (l *lowerer) callMethod(pos diag.Pos, obj *object.Place, name string, fun *cuda.Ident, args []callArg) *object.Place {
	if obj.T.Bad() || !obj.T.IsRecord() {
		if !obj.T.Bad() {
			l.Unsupported(pos, "a call through a value of type %s", obj.T)
		}
		return &object.BadPlace
	}
	if anyBad(args) {
		return &object.BadPlace
	}
	if c := classOf(obj.T.Rec).closure; c != nil && name == "operator()" {
		return l.callLambda(pos, c, args)
	}
	ms := l.methods(obj.T.Rec, name)
	if len(ms.fns) == 0 {
		switch d := obj.T.Rec.Decl; {
		case ms.refused:
		case d != nil && d.Pos.Supplied():
			l.Unsupported(pos, "%s.%s(); gv2's model of the class does not have it; write what it does", obj.T.Plain(), name)
		default:
			l.Errorf(pos, "%s has no member function %s", obj.T.Plain(), name)
		}
		return &object.BadPlace
	}
	c := l.chooseMethod(pos, ms, name, fun, args, obj.T.Const, true)
	if c == nil {
		return &object.BadPlace
	}
	return l.inline(pos, site{pos, name}, c, args, l.settledObject(obj, c.in))
}

// callOwn is a call of a member function of the class at hand; nil if there is
// none of that name.
func (l *lowerer) callOwn(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	te := syntax.ConvertsTo(fun.Name, fun.Args)
	switch fr := l.frame; {
	case te != nil && fr.this != nil:
		return callConversion(l, e.Pos, fr.this, fr.this.T.Rec, te)
	case fr.in != nil && passesOver(l, fr.in, fun.Name):
	case fr.this != nil && len(l.methods(fr.this.T.Rec, fun.Name).fns) > 0:
		return l.callMethod(e.Pos, fr.this, fun.Name, fun, l.callArgs(e.Args))
	case fr.this == nil && fr.in != nil:
		if ms := l.methods(fr.in, fun.Name); len(ms.fns) > 0 {
			return l.callIn(e, fun, ms)
		}
	}
	return nil
}

// callQualified is S<T>::f(...); nil if no class is named or it has no f.
func (l *lowerer) callQualified(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	r := l.enclosing(fun.Path, fun.PathArgs, fun.Pos)
	if r == nil {
		return nil
	}
	if te, this := syntax.ConvertsTo(fun.Name, fun.Args), l.frame.this; te != nil && this != nil && this.T.Rec.DerivesFrom(r) {
		return callConversion(l, e.Pos, this, r, te)
	}
	ms := l.methods(r, fun.Name)
	if len(ms.fns) == 0 {
		return nil
	}
	return l.callIn(e, fun, ms)
}

// callIn calls one of ms: a static member function, or one of the object at
// hand.
func (l *lowerer) callIn(e *cuda.CallExpr, fun *cuda.Ident, ms methodSet) *object.Place {
	args := l.callArgs(e.Args)
	if anyBad(args) {
		return &object.BadPlace
	}
	this := l.frame.this
	if this != nil && !this.T.Rec.DerivesFrom(ms.in) {
		this = nil
	}
	c := l.chooseMethod(e.Pos, ms, fun.Name, fun, args, this != nil && this.T.Const, true)
	switch {
	case c == nil:
		return &object.BadPlace
	case c.fn.Static:
		return l.inline(e.Pos, e, c, args, nil)
	case this == nil:
		l.Errorf(e.Pos, "%s needs an object of type %s", fun.Name, ms.in.Name)
		return &object.BadPlace
	}
	return l.inline(e.Pos, e, c, args, l.settledObject(this, c.in))
}

func anyBad(args []callArg) bool {
	for _, a := range args {
		if a.place().T.Bad() {
			return true
		}
	}
	return false
}

// settledObject is the part of obj whose class is in, with an address that does
// not change during the call.
func (l *lowerer) settledObject(obj *object.Place, in *ctype.Record) *object.Place {
	if pl, ok := l.mem.BasePlace(obj, in.Type()); ok {
		obj = pl
	}
	switch {
	case obj.Val != nil:
		s := object.SlotOf(l.frame.inst, site{l.out.Pos, "object of " + in.Name}, "")
		c := l.mem.NewCell("object", obj.T.Mutable(), s, s, l.out.Pos)
		l.mem.Write(c.Place(l.out.Pos), *obj.Val)
		return c.QualifiedPlace(l.out.Pos, obj.T)
	case obj.Ptr == nil:
		return obj
	}
	out := *obj
	out.Ptr = out.Ptr.With(out.Ptr.Elem, l.out.Stable(l.out.Pos, out.Ptr.Off))
	if out.Ptr.Tag != nil {
		out.Ptr.Tag = l.out.Stable(l.out.Pos, out.Ptr.Tag)
	}
	return &out
}

// chooseMethod resolves an overloaded member function; konst says that the
// object is const.
func (l *lowerer) chooseMethod(pos diag.Pos, ms methodSet, name string, fun *cuda.Ident, args []callArg, konst, complain bool) *candidate {
	var viable []*candidate
	for _, m := range ms.fns {
		if m.RefThis {
			l.Unsupported(pos, "%s, which has & or && behind its parameters; leave them out", name)
			return nil
		}
		if konst && !m.ConstThis && !m.Static && !m.Ctor {
			continue
		}
		if c := l.viableMethod(m, ms.in, fun, args); c != nil {
			viable = append(viable, c)
		}
	}
	return l.specialised(pos, l.best(pos, name, thisRanked(viable, konst), complain), ms.fns)
}

// thisRanked adds the object as one more argument where functions for const
// objects compete with others.
func thisRanked(viable []*candidate, konst bool) []*candidate {
	for _, c := range viable {
		r := overload.ExactMatch
		if c.fn.ConstThis && !konst {
			r = overload.Qualification
		}
		c.ranks = append(c.ranks, r)
	}
	return viable
}

// viableMethod resolves parameter types inside the class.
func (l *lowerer) viableMethod(m *cuda.FuncDecl, in *ctype.Record, fun *cuda.Ident, args []callArg) *candidate {
	outer := l.methodPath
	l.methodPath = in.Path
	c := l.viable(m, fun, args, classOf(in).env)
	l.methodPath = outer
	if c == nil {
		return nil
	}
	if c.in = in; c.env == nil {
		c.env = classOf(in).env
	}
	return c
}
