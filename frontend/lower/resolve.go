package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/constexpr"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/layout"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
)

// resolve returns the type that te means where l stands.
func (l *lowerer) resolve(te *cuda.TypeExpr) *ctype.Type {
	if te == nil {
		return ctype.Void
	}
	if l.depth++; l.depth > maxDepth {
		l.depth--
		return ctype.Bad
	}
	t := l.resolveForm(te)
	l.depth--
	if (te.Const || te.Volatile) && !t.Ref { // of a name for a reference they are ignored: [dcl.ref]
		t = t.Qualified(te.Const, te.Volatile)
	}
	return t
}

func (l *lowerer) resolveForm(te *cuda.TypeExpr) *ctype.Type {
	switch te.Form {
	case cuda.NamedType:
		return l.named(te)
	case cuda.PointerType:
		return ctype.PointerTo(l.resolve(te.Elem))
	case cuda.ReferenceType:
		t := *l.resolve(te.Elem)
		t.RValue = te.RValue && (!t.Ref || t.RValue) // & and && make &: [dcl.ref]
		t.Ref = true
		return &t
	case cuda.ArrayType:
		return l.arrayType(te)
	case cuda.FuncType:
		return ctype.FunctionOf(l.resolve(te.Elem), l.takes(te.Params))
	case cuda.DecltypeType:
		return categories(l).Decltype(te)
	case cuda.RecordType:
		return l.record(te.Record, l.frame.scope.Holder(te.Record), nil)
	case cuda.EnumType:
		l.bindEnum(te.Enum)
		return l.enumType(te.Enum)
	}
	l.Unsupported(te.Pos, "auto here; write the type")
	return ctype.Bad
}

func (l *lowerer) arrayType(te *cuda.TypeExpr) *ctype.Type {
	elem := l.resolve(te.Elem)
	if te.Len == nil {
		return ctype.ArrayOf(elem, -1)
	}
	c, ok := l.constant(te.Len)
	if !ok {
		l.Errorf(te.Pos, "the length of this array is not constant")
		return ctype.Bad
	}
	if c.Val < 0 || c.Val > 1<<40 {
		l.Errorf(te.Pos, "an array of %d elements", c.Val)
		return ctype.Bad
	}
	return ctype.ArrayOf(elem, c.Val)
}

// named resolves a name: local types and template parameters, the file's
// declarations, then what CUDA and C++ define.
func (l *lowerer) named(te *cuda.TypeExpr) *ctype.Type {
	if len(te.Path) == 0 && !te.HasArgs {
		if sym := l.frame.scope.Find(te.Name); sym != nil && sym.T != nil {
			return sym.T
		}
		if r := l.injected(te.Name); r != nil {
			return r.Type()
		}
	}
	if sym := l.frame.scope.Find(te.Name); len(te.Path) == 0 && te.HasArgs && sym != nil && sym.Template != nil {
		return l.declType(sym.Template, te)
	}
	if te.Name == "void" {
		return ctype.Void
	}
	if len(te.Path) > 0 {
		if t := l.memberType(te); t != nil {
			return t
		}
	}
	for _, d := range l.prog.names.Find(l.frame.path, te.Path, te.Name, before(l)) {
		if t := l.declType(d, te); t != nil {
			return t
		}
	}
	if t := l.inherited(te); t != nil {
		return t
	}
	if t := l.groupNamed(te); t != nil {
		return t
	}
	if t := ctype.Scalars[te.Name]; t != nil {
		return t
	}
	if t := ctype.Vectors[te.Name]; t != nil {
		return t
	}
	if t := l.libraryType(te); t != nil {
		return t
	}
	switch te.Name {
	case "":
		return ctype.Int
	}
	if r := l.enclosing(te.Path, te.PathArgs, te.Pos); r != nil {
		l.Errorf(te.Pos, "%s declares no type %s", r.Name, te.Name)
		return ctype.Bad
	}
	if len(te.Path) == 1 {
		sym := l.frame.scope.Find(te.Path[0])
		if sym != nil && sym.T != nil && sym.T.Bad() && l.diags.HasErrors() {
			return ctype.Bad // what is wrong with it has been said
		}
		if sym != nil && sym.T != nil && !sym.T.Bad() && sym.T.Form != ctype.RecordForm {
			l.Errorf(te.Pos, "%s is no class, and declares no type %s", sym.T, te.Name)
			return ctype.Bad
		}
	}
	if lookup.FromLibrary(te.Path) && len(l.prog.names.Missing) == 0 {
		l.Unsupported(te.Pos, "type %s; %s", lookup.Join(te.Path, te.Name), l.prog.names.Instead(te.Path, te.Name))
		return ctype.Bad
	}
	l.Unsupported(te.Pos, "type %s; it is not declared in this file%s", lookup.Join(te.Path, te.Name), l.prog.names.Elsewhere())
	return ctype.Bad
}

// declType returns the type that d declares, nil if d declares none.
func (l *lowerer) declType(d cuda.Decl, te *cuda.TypeExpr) *ctype.Type {
	switch d := d.(type) {
	case *cuda.TypedefDecl:
		return l.typedef(d, te)
	case *cuda.EnumDecl:
		if d.Name == te.Name {
			return l.enumType(d)
		}
	case *cuda.RecordDecl:
		if d.SpecialOf != nil || d.Forward && l.prog.names.Definition(d) != nil {
			return nil
		}
		return l.recordInstance(d, te)
	case *cuda.BadDecl:
		l.Unsupported(te.Pos, "%s (declared at %s): %s", d.Name, d.Pos, d.Reason)
		return ctype.Bad
	}
	return nil
}

func (l *lowerer) typedef(d *cuda.TypedefDecl, te *cuda.TypeExpr) *ctype.Type {
	t := ctype.Bad
	sc := bind.New(nil)
	if r := l.encloser(d); r != nil {
		sc.Outer = classOf(r).env // the class's template parameters
	}
	if d.Template != nil && d.Type.Form == cuda.NamedType && d.Type.Name == "void" {
		return voidOf(l, te.Args)
	}
	if d.Template != nil && !l.bindArgs(sc, d.Template, te.Args, te.Pos, d.Name) {
		return ctype.Bad
	}
	if l.depth++; l.depth > maxInlining*4 {
		l.Unsupported(te.Pos, "type %s is defined by itself or nested too deeply", d.Name)
	} else {
		l.in(&frame{path: d.Scope, scope: sc, decl: d}, func() { t = l.resolve(d.Type) })
	}
	l.depth--
	return t
}

// enumType is the type of an enumeration.
func (l *lowerer) enumType(d *cuda.EnumDecl) *ctype.Type {
	t, _ := l.enumValues(d)
	return t
}

// enumValues is the type of an enumeration and the values of its enumerators, in order;
// none of those after a fault.
func (l *lowerer) enumValues(d *cuda.EnumDecl) (*ctype.Type, []kernel.Expr) {
	outer := l.frame.scope
	l.frame.scope = bind.New(outer)
	defer func() { l.frame.scope = outer }()
	return layout.Enum(layouts(l), d, func(name string, v kernel.Expr) { l.frame.scope.Bind(name, &bind.Symbol{Value: v}) })
}

// bindEnum makes a local enumeration's names known.
func (l *lowerer) bindEnum(d *cuda.EnumDecl) {
	t, values := l.enumValues(d)
	for i, v := range values {
		if !d.Class {
			v := object.ScalarValue(t, v)
			l.frame.scope.Bind(d.Values[i].Name, &bind.Symbol{Place: &object.Place{Pos: d.Values[i].Pos, T: t, Val: &v}})
		}
	}
	if d.Name != "" {
		l.frame.scope.Bind(d.Name, &bind.Symbol{T: t})
	}
}

// recordInstance resolves a use of a struct, a template's included.
func (l *lowerer) recordInstance(d *cuda.RecordDecl, te *cuda.TypeExpr) *ctype.Type {
	if d.Template == nil || len(d.Template.Params) == 0 {
		return l.record(d, l.encloser(d), nil)
	}
	if bad := l.prog.names.Unread(d.Name, true); bad != nil {
		l.Unsupported(te.Pos, "%s (declared at %s): %s", bad.Name, bad.Pos, bad.Reason)
		return ctype.Bad
	}
	sc := bind.New(nil)
	if r := l.encloser(d); r != nil {
		sc.Outer = classOf(r).env
	}
	if !l.bindArgs(sc, l.prog.names.WithDefaults(d), te.Args, te.Pos, d.Name) {
		return ctype.Bad
	}
	special, ok := l.specialRecord(d, sc, te.Pos)
	if !ok {
		return ctype.Bad
	}
	if special.decl.Forward {
		l.Unsupported(te.Pos, "type %s, which is only declared in this file; define it", d.Name+sc.Spell(d.Template))
		return ctype.Bad
	}
	special.of, special.primary = d, sc
	return l.record(special.decl, l.encloser(d), special)
}

// recordArgs are the template arguments of a record: env binds the parameters
// of decl, which may be a specialisation of the template of.
type recordArgs struct {
	decl    *cuda.RecordDecl
	env     *bind.Scope
	of      *cuda.RecordDecl
	primary *bind.Scope // binds the parameters of of
}

// record lays out a struct that is declared in outer; args is nil for what is
// no template.
func (l *lowerer) record(d *cuda.RecordDecl, outer *ctype.Record, args *recordArgs) *ctype.Type {
	key := recordKey{decl: d, outer: outer}
	c := &class{env: &bind.Scope{}}
	r := &ctype.Record{Name: d.Name, Decl: d, Path: l.prog.names.Path(d), Class: c}
	switch {
	case args != nil:
		key.args = args.primary.Identity(args.of.Template)
		r.Name += args.primary.Spell(args.of.Template)
		r.Of, c.env.Names = args.of, args.env.Names
		for _, p := range args.of.Template.Params {
			c.args = append(c.args, args.primary.Names[p.Name])
		}
		c.args = bind.Flat(c.args)
	case outer == nil && l.frame.scope != nil && (d.Unnamed || l.frame.scope.HasType(d.Name)):
		c.env.Outer = l.frame.scope
		key.args = l.frame.instance()
	}
	if outer != nil {
		c.env.Outer = classOf(outer).env
	}
	if t := l.prog.records[key]; t != nil {
		return t
	}
	return l.newRecord(key, r)
}

func (l *lowerer) newRecord(key recordKey, r *ctype.Record) *ctype.Type {
	d := r.Decl
	switch {
	case d.Opaque != "":
		l.Unsupported(d.OpaquePos, "type %s has %s; use a plain struct", d.Name, d.Opaque)
		return ctype.Bad
	}
	r.Union = d.Kind == "union"
	if m := syntax.Destructor(d); m != nil {
		l.Unsupported(m.Pos, "a destructor of type %s; call a function at the end of the block", d.Name)
		return ctype.Bad
	}
	l.prog.made++
	r.ID = l.prog.made
	classOf(r).env.Class = r
	before := l.diags.Len()
	t := r.Type()
	l.prog.records[key] = t // pointers to it may be among its fields
	l.in(&frame{path: r.Path, scope: bind.New(classOf(r).env), decl: d}, func() { layout.Record(layouts(l), r) })
	if l.diags.Len() > before {
		delete(l.prog.records, key)
		return ctype.Bad
	}
	return t
}

func layouts(l *lowerer) layout.Core {
	return layout.Core{Resolve: l.resolve, Constant: l.constant, Errorf: l.Errorf, Unsupported: l.Unsupported}
}

// bindArgs binds template parameters to explicit arguments and defaults.
func (l *lowerer) bindArgs(sc *bind.Scope, head *cuda.TemplateHead, args []cuda.TemplateArg, pos diag.Pos, name string) bool {
	args, fault := l.prog.packs.Args(args, l.frame.scope.Length)
	if !expanded(l, pos, fault) {
		return false
	}
	for i, p := range head.Params {
		var ok bool
		switch {
		case p.Pack:
			ok = pack.Bind(sc, p, args[min(i, len(args)):], l.bindArg)
		case i < len(args):
			ok = l.bindArg(sc, p, args[i])
		default:
			ok = l.bindDefault(sc, p)
		}
		if !ok {
			l.Unsupported(pos, "template argument %s of %s; give a type or a constant", p.Name, name)
			return false
		}
	}
	return true
}

func (l *lowerer) bindArg(sc *bind.Scope, p cuda.TemplateParam, a cuda.TemplateArg) bool {
	if a.Pack {
		return false
	}
	if p.Template {
		return bindTemplate(l, sc, p, a.Type)
	}
	if p.Type == nil {
		if a.Type == nil {
			return false
		}
		t := l.resolve(a.Type)
		sc.Bind(p.Name, &bind.Symbol{T: t})
		return !t.Bad()
	}
	if a.Expr == nil {
		return false
	}
	if sym := functionArg(l, a.Expr); sym != nil {
		sc.Bind(p.Name, sym)
		return sym.Name != ""
	}
	c, from, ok := typedConstant(l, a.Expr)
	return ok && l.bindConst(sc, p, c, from)
}

// bindTemplate binds a template parameter to the template that te names; false if it names
// none, or one that is not the file's.
func bindTemplate(l *lowerer, sc *bind.Scope, p cuda.TemplateParam, te *cuda.TypeExpr) bool {
	if te == nil || te.Form != cuda.NamedType || te.HasArgs {
		return false
	}
	if sym := l.frame.scope.Find(te.Name); sym != nil && len(te.Path) == 0 {
		sc.Bind(p.Name, sym)
		return sym.Template != nil
	}
	for _, d := range l.prog.names.Find(l.frame.path, te.Path, te.Name, before(l)) {
		if r, ok := d.(*cuda.RecordDecl); ok && r.Forward && l.prog.names.Definition(r) != nil {
			continue
		}
		if sym := bind.OfTemplate(d); sym != nil {
			sc.Bind(p.Name, sym)
			return true
		}
	}
	return false
}

// bindConst binds a value parameter, whose type may depend on those before it, to c of type
// from, which may be nil; false if that does not convert.
func (l *lowerer) bindConst(sc *bind.Scope, p cuda.TemplateParam, c *kernel.Const, from *ctype.Type) bool {
	sym := &bind.Symbol{Value: c, Of: from, Auto: true}
	if p.Type.Form != cuda.AutoType {
		path := l.frame.path
		l.frame.path = p.Scope
		t := l.resolveIn(sc, p.Type)
		l.frame.path = path
		if !t.IsScalar() || !overload.ConvertsConstant(from, t) {
			return false
		}
		sym = &bind.Symbol{Value: cexpr.Convert(c, t.Scalar), Of: t.Plain()}
	}
	sc.Bind(p.Name, sym)
	return true
}

func (l *lowerer) bindDefault(sc *bind.Scope, p cuda.TemplateParam) bool {
	outer, path := l.frame.scope, l.frame.path
	l.frame.scope, l.frame.path = &bind.Scope{Outer: outer, Names: sc.Names}, p.Scope
	defer func() { l.frame.scope, l.frame.path = outer, path }()
	switch {
	case p.Template:
		return bindTemplate(l, sc, p, p.DefaultType)
	case p.DefaultType != nil:
		t := l.resolve(p.DefaultType)
		sc.Bind(p.Name, &bind.Symbol{T: t})
		return !t.Bad()
	case bindNull(l, sc, p, p.DefaultExpr):
		return true
	case p.DefaultExpr != nil && p.Type != nil:
		c, from, ok := typedConstant(l, p.DefaultExpr)
		return ok && l.bindConst(sc, p, c, from)
	}
	return false
}

// bindNull binds a value parameter that is a pointer to nullptr; false if e is none, or the parameter.
//
//	typename std::enable_if<B>::type * = nullptr
func bindNull(l *lowerer, sc *bind.Scope, p cuda.TemplateParam, e cuda.Expr) bool {
	if _, null := e.(*cuda.NullLit); !null || p.Type == nil || p.Type.Form != cuda.PointerType {
		return false
	}
	t := l.resolveIn(sc, p.Type)
	if !t.IsPointer() || t.Elem.Bad() {
		return false
	}
	v := object.Value{T: t, Ptr: l.an.NullPointer(t.Elem)}
	sc.Bind(p.Name, &bind.Symbol{Place: &object.Place{Pos: p.Pos, T: t, Val: &v}, Name: "nullptr"})
	return true
}

// resolveIn resolves te where sc's names are visible too.
func (l *lowerer) resolveIn(sc *bind.Scope, te *cuda.TypeExpr) *ctype.Type {
	outer := l.frame.scope
	l.frame.scope = &bind.Scope{Outer: outer, Names: sc.Names}
	t := l.resolve(te)
	l.frame.scope = outer
	return t
}

// constant evaluates e to an integer constant; it emits nothing.
func (l *lowerer) constant(e cuda.Expr) (*kernel.Const, bool) {
	c, _, ok := typedConstant(l, e)
	return c, ok
}

// typedConstant is constant with its type.
func typedConstant(l *lowerer, e cuda.Expr) (*kernel.Const, *ctype.Type, bool) {
	var v object.Value
	stmts := l.mem.Apart(func() { v = l.eval(e) })
	c, ok := constexpr.Value(stmts, v.Expr).(*kernel.Const)
	return c, v.T.Plain(), ok && !v.Bad()
}

// typeOf returns the type of e without evaluating it; arrays do not decay.
func (l *lowerer) typeOf(e cuda.Expr) *ctype.Type {
	t := ctype.Bad
	if s, ok := e.(*cuda.StringLit); ok && s.Len > 0 {
		return ctype.ArrayOf(ctype.Scalars[s.Elem].Qualified(true, false), int64(s.Len))
	}
	l.mem.Aside(func() {
		if syntax.IsPlace(e) {
			t = l.evalPlace(e).T
		} else {
			t = l.eval(e).T
		}
	})
	return t
}
