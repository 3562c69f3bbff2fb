package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Objects are constructed as [class.init] has it: bases first, then members in the
// order of their declaration, whatever the order of the initialisers, then the
// constructor's body. What nothing initialises has an arbitrary value.

// constructors are r's constructors; definitions outside the class count.
func (l *lowerer) constructors(r *ctype.Record) []*cuda.FuncDecl {
	fns, other := l.prog.names.Members(r.Decl, r.Path, r.Decl.Name)
	elsewhere(l, r, r.Decl.Name, other)
	return slices.DeleteFunc(fns, func(fn *cuda.FuncDecl) bool { return !fn.Ctor })
}

// constructRecord runs a constructor on a temporary.
func (l *lowerer) constructRecord(t *ctype.Type, exprs []cuda.Expr, pos diag.Pos) object.Value {
	args := l.callArgs(exprs)
	if copies(t, args) {
		return l.copyOf(args[0], t.Plain(), pos)
	}
	s := object.SlotOf(l.frame.inst, site{pos, t.Rec.Name}, "")
	c := l.mem.NewCell("object", t.Mutable(), s, s, pos)
	if !l.runConstructor(c.Place(pos), args, pos) {
		return object.Bad
	}
	return l.mem.Read(c.Place(pos))
}

// constructVar is T x(a, b) and T x with a default constructor.
func (l *lowerer) constructVar(d *cuda.VarDecl, t *ctype.Type, s object.Slot) *object.Place {
	c := l.mem.NewCell(d.Name, t.Mutable(), s, s, d.Pos)
	if !l.constructAt(c.Place(d.Pos), d.Ctor, d.Pos) {
		return &object.BadPlace
	}
	return c.QualifiedPlace(d.Pos, t)
}

// constructAt is T(a, b) for the object at pl.
func (l *lowerer) constructAt(pl *object.Place, exprs []cuda.Expr, pos diag.Pos) bool {
	args := l.callArgs(exprs)
	if copies(pl.T, args) {
		v := l.copyOf(args[0], pl.T.Plain(), pos)
		l.mem.Write(pl, v)
		return !v.Bad()
	}
	return l.runConstructor(pl, args, pos)
}

// placementNew is new (p) T(a, b): the thread that comes here constructs the object, in memory that may be that of others.
func placementNew(l *lowerer, e *cuda.ConstructExpr) object.Value {
	t := l.resolve(e.Type).Plain()
	if library.IsBarrier(t) {
		// The count may be followed by a completion function, which barriers that gv2 knows do not have.
		init := &cuda.Ident{Pos: e.Pos, Name: "init"}
		return l.callValue(&cuda.CallExpr{Pos: e.Pos, Fun: init, Args: append([]cuda.Expr{e.At}, e.Args...)}, true)
	}
	v := l.eval(e.At)
	if v.Bad() || t.Bad() {
		return object.Bad
	}
	args, fault := l.prog.packs.Exprs(e.Args, l.frame.scope.Length)
	switch {
	case !expanded(l, e.Pos, fault):
		return object.Bad
	case v.Ptr == nil || v.Ptr.Elem.IsRecord() && !ctype.Same(v.Ptr.Elem.Plain(), t) || hasOwnNew(l, t):
		l.Unsupported(e.Pos, "new with an operator new of the program; construct the object where it is declared")
		return object.Bad
	}
	at := l.castTo(v, ctype.PointerTo(t), e.Pos)
	if at.Bad() {
		return object.Bad
	}
	pl := l.mem.Deref(e.Pos, at.Ptr)
	if syntax.Constructs(t, len(args)) {
		if len(args) == 0 && startsAsZero(l, t.Rec) {
			l.Unsupported(e.Pos, "new with the default constructor that the language provides; give the object a value")
			return object.Bad
		}
		if !l.constructAt(pl, args, e.Pos) {
			return object.Bad
		}
		return at
	}
	x := l.constructType(t, args, e.Brace, e.Pos)
	if x.Bad() {
		return object.Bad
	}
	l.mem.Write(pl, x)
	return at
}

// hasOwnNew reports whether a class says itself where its objects are made.
func hasOwnNew(l *lowerer, t *ctype.Type) bool {
	if !t.IsRecord() || t.Rec.Decl == nil {
		return false
	}
	fns, other := l.prog.names.Members(t.Rec.Decl, t.Rec.Path, "operator new")
	return len(fns) > 0 || other != nil
}

// startsAsZero reports whether T() may be all zeros at first: no constructor that takes nothing has a body.
func startsAsZero(l *lowerer, r *ctype.Record) bool {
	return !slices.ContainsFunc(l.constructors(r), func(fn *cuda.FuncDecl) bool {
		return !fn.Defaulted && !slices.ContainsFunc(fn.Params, func(p *cuda.Param) bool { return p.Default == nil })
	})
}

// copies reports whether args is one object of type t.
func copies(t *ctype.Type, args []callArg) bool {
	return len(args) == 1 && args[0].t() != nil && args[0].t().IsRecord() && args[0].t().Rec == t.Rec
}

// runConstructor runs the constructor of obj's type that takes args, or the one
// that the language provides.
func (l *lowerer) runConstructor(obj *object.Place, args []callArg, pos diag.Pos) bool {
	if obj.T.Bad() {
		return false
	}
	if anyBad(args) {
		return false
	}
	r := obj.T.Rec
	all := methodSet{in: r, fns: l.constructors(r)}
	if len(args) == 0 && len(all.fns) == 0 {
		l.construction(obj, nil)
		return true
	}
	c := l.chooseMethod(pos, all, r.Decl.Name, nil, args, false, true)
	if c == nil {
		return false
	}
	if c.fn.Defaulted {
		if len(args) == 0 {
			l.construction(obj, nil)
		}
		return true
	}
	return !l.inline(pos, site{pos, r.Name}, c, args, l.settledObject(obj, r)).T.Bad()
}

// construction initialises the bases and members of obj with a constructor's
// initialisers; without one for it each is initialised by default.
func (l *lowerer) construction(obj *object.Place, inits []*cuda.MemberInit) {
	if len(inits) == 1 && l.delegates(obj, inits[0]) {
		return
	}
	in := syntax.NewInitialisers(inits)
	own := 0
	for _, b := range obj.T.Rec.Bases {
		own += len(b.Fields)
		if base, ok := l.mem.BasePlace(obj, b.Type()); ok {
			l.construct1(base, l.initOfBase(in, b))
		}
	}
	for i := own; i < len(obj.T.Rec.Fields); i++ {
		l.constructField(obj, i, in.Take(func(m *cuda.MemberInit) bool {
			return syntax.PlainName(m.Name) && m.Name.Name == obj.T.Rec.Fields[i].Name
		}))
		for m := in.Take(ofUnnamed(obj.T.Rec, i)); m != nil; m = in.Take(ofUnnamed(obj.T.Rec, i)) {
			l.construct1(l.member(obj, m.Name.Name), m)
		}
	}
	for _, m := range in.Rest() {
		l.Errorf(m.Pos, "%s is not a member or base of %s", lookup.Join(m.Name.Path, m.Name.Name), obj.T.Plain())
	}
}

// ofUnnamed tells the initialisers of what an unnamed union or struct, member i of r, contains: x of
// struct S { union { float x, r; }; S(float a) : x(a) {} }.
func ofUnnamed(r *ctype.Record, i int) func(m *cuda.MemberInit) bool {
	return func(m *cuda.MemberInit) bool {
		if !syntax.PlainName(m.Name) {
			return false
		}
		path := r.MemberPath(m.Name.Name)
		if len(path) < 2 || path[0] != i {
			return false
		}
		in := r
		for _, j := range path[:len(path)-1] {
			in = in.Fields[j].Type.Rec
		}
		return !in.Fields[path[len(path)-1]].Refers
	}
}

// initOfBase is the initialiser whose name means the base b.
func (l *lowerer) initOfBase(in *syntax.Initialisers, b *ctype.Record) *cuda.MemberInit {
	return in.Take(func(m *cuda.MemberInit) bool {
		if m.Name.Name == b.Decl.Name && syntax.PlainName(m.Name) {
			return true // the injected name: Base for Base<T>
		}
		t := l.typeNamed(m.Name)
		return t != nil && t.IsRecord() && t.Rec == b
	})
}

// typeNamed resolves te if it is the name of a type, else it returns nil.
func (l *lowerer) typeNamed(te *cuda.TypeExpr) *ctype.Type {
	if !l.isTypeName(te) {
		return nil
	}
	return l.resolve(te)
}

// delegates runs another constructor of the class, as in : S(0, n).
func (l *lowerer) delegates(obj *object.Place, m *cuda.MemberInit) bool {
	if syntax.PlainName(m.Name) {
		if _, member := obj.T.Rec.Index[m.Name.Name]; member {
			return false
		}
	}
	if t := l.typeNamed(m.Name); t == nil || !t.IsRecord() || t.Rec != obj.T.Rec {
		return false
	}
	l.construct1(obj, m)
	return true
}

// constructField initialises member i of obj.
func (l *lowerer) constructField(obj *object.Place, i int, m *cuda.MemberInit) {
	pl := l.mem.Field(obj, i)
	f := obj.T.Rec.Fields[i]
	switch {
	case f.Refers:
		bindMember(l, pl, m)
	case f.Type.Const && f.Type.IsScalar() && pl.Cell != nil && f.Bits == nil && m != nil && len(m.Args) == 1:
		l.fixField(pl, l.initValue(m.Args[0], f.Type.Plain()))
	case m == nil && f.Init != nil:
		l.mem.Write(pl.Settable(), l.defaultField(f, obj.T.Rec, obj, pl.Pos))
	default:
		l.construct1(pl, m)
	}
}

// bindMember makes pl, a member that is a reference, lead to the object that m names.
func bindMember(l *lowerer, pl *object.Place, m *cuda.MemberInit) {
	if m == nil || len(m.Args) != 1 {
		l.Errorf(pl.Pos, "a member that is a reference, and bound to nothing")
		return
	}
	to := l.callArg(m.Args[0]).place()
	if base, ok := l.mem.BasePlace(to, pl.T.Elem); ok {
		to = base
	}
	switch {
	case to.T.Bad():
	case to.Val != nil || to.Bits != nil || !ctype.Same(to.T, pl.T.Elem) || to.T.Const && !pl.T.Elem.Const:
		l.Unsupported(m.Pos, "a member that is a reference to a temporary, or to another type than the object's; use a pointer")
	default:
		l.mem.Write(pl.Settable(), object.Value{T: pl.T, Ptr: l.mem.Address(to)})
	}
}

// fixField sets a const member, to a constant for good: barrier names and counts
// that a class holds stay constants where they are used.
func (l *lowerer) fixField(pl *object.Place, v object.Value) {
	switch v.Expr.(type) {
	case *kernel.Const, *kernel.FloatConst:
		if !v.Bad() && !l.an.Mutable[pl.Cell.Slot] {
			pl.Cell.Fixed = v.Expr
			return
		}
	default:
		// Others may change: the field is a variable.
	}
	l.mem.Write(pl.Settable(), v)
}

// construct1 initialises the object at pl by m, by default if that is nil.
func (l *lowerer) construct1(pl *object.Place, m *cuda.MemberInit) {
	pl = pl.Settable()
	switch {
	case m == nil:
		l.defaultInit(pl)
	case pl.T.IsRecord() && pl.T.Rec.Decl != nil && syntax.HasConstructor(pl.T.Rec):
		l.constructAt(pl, m.Args, m.Pos)
	case len(m.Args) == 0:
		l.zeroPlace(pl)
	case m.Brace && (pl.T.IsArray() || len(m.Args) > 1):
		l.initialise(pl, &cuda.InitList{Pos: m.Pos, Items: m.Args})
	default:
		l.mem.Write(pl, l.constructType(pl.T.Plain(), m.Args, m.Brace, m.Pos))
	}
}

// defaultInit is T x; for the object at pl.
func (l *lowerer) defaultInit(pl *object.Place) {
	switch {
	case pl.T.IsRecord() && pl.T.Rec.Decl != nil && syntax.HasConstructor(pl.T.Rec):
		l.runConstructor(pl, nil, pl.Pos)
	case pl.T.IsRecord() && syntax.InitialisesItself(pl.T):
		l.construction(pl, nil)
	case pl.T.IsRecord() && pl.T.Rec.Ones:
		l.zeroPlace(pl)
	case pl.T.IsArray() && syntax.InitialisesItself(pl.T):
		l.defaultElements(pl)
	case pl.Cell != nil:
		l.out.Havoc(pl.Pos, pl.Cell, strings.TrimPrefix(pl.Cell.Slot.Path, ".")+" is not initialised")
	}
}

func (l *lowerer) defaultElements(pl *object.Place) {
	if pl.T.Len > object.MaxSpread {
		l.Unsupported(pl.Pos, "an array of %d objects with constructors; %d at most", pl.T.Len, object.MaxSpread)
		return
	}
	for i := int64(0); i < pl.T.Len; i++ {
		l.defaultInit(l.mem.Element(pl, i))
	}
}
