package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/lookup"
)

// Objects come to life as [class.init] has it: bases first, then members in the
// order of their declaration, whatever the order of the initialisers, then the
// constructor's body. What nothing initialises has an arbitrary value.

// hasConstructor reports whether r declares a constructor that gv2 must run.
func hasConstructor(r *ctype.Record) bool {
	if r.Decl == nil {
		return false
	}
	for _, m := range r.Decl.Methods {
		if m.Ctor && !m.Defaulted && !m.Deleted {
			return true
		}
	}
	return false
}

// destructor is d's destructor if it does something on the device.
func destructor(d *cuda.RecordDecl) *cuda.FuncDecl {
	for _, m := range d.Methods {
		if !strings.HasPrefix(m.Name, "~") || !m.Device || m.Defaulted {
			continue
		}
		if body, _ := m.Body(); body == nil || len(body.Stmts) > 0 {
			return m
		}
	}
	return nil
}

// initialisesItself reports whether T x; does more than leave x arbitrary: a
// constructor or an initialiser of a member runs, at any depth.
func initialisesItself(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem
	}
	if !t.IsRecord() {
		return false
	}
	return needsConstructor(t) || hasFieldInits(t.Rec) ||
		slices.ContainsFunc(t.Rec.Fields, func(f ctype.Field) bool { return initialisesItself(f.Type) })
}

func hasFieldInits(r *ctype.Record) bool {
	return slices.ContainsFunc(r.Fields, func(f ctype.Field) bool { return f.Init != nil })
}

// needsConstructor reports whether T() runs a constructor, at any depth.
func needsConstructor(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem
	}
	if !t.IsRecord() {
		return false
	}
	if hasConstructor(t.Rec) {
		return true
	}
	for _, b := range t.Rec.Bases {
		if needsConstructor(b.Type()) {
			return true
		}
	}
	return slices.ContainsFunc(t.Rec.Fields, func(f ctype.Field) bool { return needsConstructor(f.Type) })
}

// constructs reports whether T(...) with n arguments is a call of a constructor.
func constructs(t *ctype.Type, n int) bool {
	return t.IsRecord() && t.Rec.Decl != nil && (hasConstructor(t.Rec) || n == 0 && needsConstructor(t))
}

// constructors are r's constructors; definitions outside the class count.
func (l *lowerer) constructors(r *ctype.Record) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, m := range r.Decl.Methods {
		if m.Ctor {
			out = append(out, m)
		}
	}
	for _, d := range l.prog.names.Declared(r.Path, r.Decl.Name) {
		if fn, ok := d.(*cuda.FuncDecl); ok && fn.Ctor && fn.HasBody {
			out = append(out, fn)
		}
	}
	return out
}

// constructRecord runs a constructor on a temporary.
func (l *lowerer) constructRecord(t *ctype.Type, exprs []cuda.Expr, pos diag.Pos) value {
	args := l.callArgs(exprs)
	if copies(t, args) {
		return l.copyOf(args[0], t.Plain(), pos)
	}
	s := slot{l.frame.inst, site{pos, t.Rec.Name}, ""}
	c := l.mem.newCell("object", t.Mutable(), s, s, pos)
	if !l.runConstructor(c.place(pos), args, pos) {
		return badValue
	}
	return l.mem.read(c.place(pos))
}

// constructVar is T x(a, b) and T x with a default constructor.
func (l *lowerer) constructVar(d *cuda.VarDecl, t *ctype.Type, s slot) *place {
	c := l.mem.newCell(d.Name, t.Mutable(), s, s, d.Pos)
	if !l.constructAt(c.place(d.Pos), d.Ctor, d.Pos) {
		return &badPlace
	}
	return c.qualifiedPlace(d.Pos, t)
}

// constructAt is T(a, b) for the object at pl.
func (l *lowerer) constructAt(pl *place, exprs []cuda.Expr, pos diag.Pos) bool {
	args := l.callArgs(exprs)
	if copies(pl.t, args) {
		v := l.copyOf(args[0], pl.t.Plain(), pos)
		l.mem.write(pl, v)
		return !v.bad()
	}
	return l.runConstructor(pl, args, pos)
}

// copies reports whether args is one object of type t.
func copies(t *ctype.Type, args []callArg) bool {
	return len(args) == 1 && args[0].t() != nil && args[0].t().IsRecord() && args[0].t().Rec == t.Rec
}

// runConstructor runs the constructor of obj's type that takes args, or the one
// that the language provides.
func (l *lowerer) runConstructor(obj *place, args []callArg, pos diag.Pos) bool {
	if obj.t.Bad() {
		return false
	}
	if anyBad(args) {
		return false
	}
	r := obj.t.Rec
	all := methodSet{r, l.constructors(r)}
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
	return !l.inline(pos, site{pos, r.Name}, c, args, l.settledObject(obj, r)).t.Bad()
}

// construction initialises the bases and members of obj with a constructor's
// initialisers; without one for it each is initialised by default.
func (l *lowerer) construction(obj *place, inits []*cuda.MemberInit) {
	if len(inits) == 1 && l.delegates(obj, inits[0]) {
		return
	}
	in := &initialisers{given: inits, used: make([]bool, len(inits))}
	own := 0
	for _, b := range obj.t.Rec.Bases {
		own += len(b.Fields)
		if base, ok := l.mem.basePlace(obj, b.Type()); ok {
			l.construct1(base, l.initOfBase(in, b))
		}
	}
	for i := own; i < len(obj.t.Rec.Fields); i++ {
		l.constructField(obj, i, in.take(func(m *cuda.MemberInit) bool {
			return plainName(m.Name) && m.Name.Name == obj.t.Rec.Fields[i].Name
		}))
	}
	for i, m := range inits {
		if !in.used[i] {
			l.Errorf(m.Pos, "%s is no member or base of %s", lookup.Join(m.Name.Path, m.Name.Name), obj.t.Plain())
		}
	}
}

// initialisers are those of one constructor and which of them found their place.
type initialisers struct {
	given []*cuda.MemberInit
	used  []bool
}

func (in *initialisers) take(fits func(*cuda.MemberInit) bool) *cuda.MemberInit {
	for i, m := range in.given {
		if !in.used[i] && fits(m) {
			in.used[i] = true
			return m
		}
	}
	return nil
}

func plainName(t *cuda.TypeExpr) bool { return len(t.Path) == 0 && !t.HasArgs }

// initOfBase is the initialiser whose name means the base b.
func (l *lowerer) initOfBase(in *initialisers, b *ctype.Record) *cuda.MemberInit {
	return in.take(func(m *cuda.MemberInit) bool {
		if m.Name.Name == b.Decl.Name && plainName(m.Name) {
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
func (l *lowerer) delegates(obj *place, m *cuda.MemberInit) bool {
	if plainName(m.Name) {
		if _, member := obj.t.Rec.Index[m.Name.Name]; member {
			return false
		}
	}
	if t := l.typeNamed(m.Name); t == nil || !t.IsRecord() || t.Rec != obj.t.Rec {
		return false
	}
	l.construct1(obj, m)
	return true
}

// constructField initialises member i of obj.
func (l *lowerer) constructField(obj *place, i int, m *cuda.MemberInit) {
	pl := l.mem.field(obj, i)
	f := obj.t.Rec.Fields[i]
	switch {
	case f.Type.Const && f.Type.IsScalar() && pl.cell != nil && m != nil && len(m.Args) == 1:
		l.fixField(pl, l.initValue(m.Args[0], f.Type.Plain()))
	case m == nil && f.Init != nil:
		l.mem.write(settable(pl), l.defaultField(f, obj.t.Rec, pl.pos))
	default:
		l.construct1(pl, m)
	}
}

// fixField sets a const member, to a constant for good: barrier names and counts
// that a class holds stay constants where they are used.
func (l *lowerer) fixField(pl *place, v value) {
	switch v.e.(type) {
	case *kernel.Const, *kernel.FloatConst:
		if !v.bad() && !l.an.mutable[pl.cell.slot] {
			pl.cell.fixed = v.e
			return
		}
	default:
		// Others may change: the field is a variable.
	}
	l.mem.write(settable(pl), v)
}

// settable is pl without const, which holds only after initialisation.
func settable(pl *place) *place {
	out := *pl
	out.t = out.t.Mutable()
	return &out
}

// construct1 initialises the object at pl by m, by default if that is nil.
func (l *lowerer) construct1(pl *place, m *cuda.MemberInit) {
	pl = settable(pl)
	switch {
	case m == nil:
		l.defaultInit(pl)
	case pl.t.IsRecord() && pl.t.Rec.Decl != nil && hasConstructor(pl.t.Rec):
		l.constructAt(pl, m.Args, m.Pos)
	case len(m.Args) == 0:
		l.zeroPlace(pl)
		if pl.t.IsRecord() && needsConstructor(pl.t) {
			l.construction(pl, nil)
		}
	case m.Brace && (pl.t.IsArray() || len(m.Args) > 1):
		l.initialise(pl, &cuda.InitList{Pos: m.Pos, Items: m.Args})
	default:
		l.mem.write(pl, l.constructType(pl.t.Plain(), m.Args, m.Brace, m.Pos))
	}
}

// defaultInit is T x; for the object at pl.
func (l *lowerer) defaultInit(pl *place) {
	switch {
	case pl.t.IsRecord() && pl.t.Rec.Decl != nil && hasConstructor(pl.t.Rec):
		l.runConstructor(pl, nil, pl.pos)
	case pl.t.IsRecord() && initialisesItself(pl.t):
		l.construction(pl, nil)
	case pl.t.IsRecord() && pl.t.Rec.Ones:
		l.zeroPlace(pl)
	case pl.t.IsArray() && initialisesItself(pl.t):
		l.defaultElements(pl)
	case pl.cell != nil:
		l.out.havoc(pl.pos, pl.cell, strings.TrimPrefix(pl.cell.slot.path, ".")+" is not initialised")
	}
}

func (l *lowerer) defaultElements(pl *place) {
	if pl.t.Len > maxSpread {
		l.Unsupported(pl.pos, "an array of %d objects with constructors; %d at most", pl.t.Len, maxSpread)
		return
	}
	for i := int64(0); i < pl.t.Len; i++ {
		l.defaultInit(l.mem.element(pl, i))
	}
}
