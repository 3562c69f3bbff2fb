package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// specialised replaces an instance of a function template by the explicit
// specialisation for its arguments, if there is one.
func (l *lowerer) specialised(pos diag.Pos, c *candidate, cands []*cuda.FuncDecl) *candidate {
	if c == nil || !c.template {
		return c
	}
	for _, fn := range cands {
		if fn.SpecialOf == nil || fn.Instantiate || len(fn.Params) != len(c.fn.Params) {
			continue
		}
		sc, ok := l.specialArgs(fn, c.fn)
		another := func(d *cuda.FuncDecl) bool { // of which fn may be the specialisation
			if d == c.fn || d.SpecialOf != nil || d.Template == nil || len(d.Params) != len(fn.Params) || len(d.Template.Params) == 0 {
				return false
			}
			_, ok := l.specialArgs(fn, d)
			return ok
		}
		if !ok && slices.ContainsFunc(cands, another) {
			continue
		}
		if !ok {
			l.Unsupported(pos, "%s has a specialisation at %s whose arguments are not known; write them out", fn.Name, fn.Pos)
			return nil
		}
		if sc.Identity(c.fn.Template) == c.args && (c.in != nil || specialises(l, fn, c.fn, cands)) {
			out := *c
			if out.fn, out.env = fn, nil; out.in != nil {
				out.env = classOf(out.in).env
			}
			return &out
		}
	}
	return c
}

// specialises reports whether fn, an explicit specialisation, is one of the template that of is: of those that
// stand before fn and fit, the most specialised ([temp.expl.spec], [temp.deduct.decl]).
func specialises(l *lowerer, fn, of *cuda.FuncDecl, cands []*cuda.FuncDecl) bool {
	at, known := l.prog.names.Order[fn]
	before, same := false, false
	for _, d := range cands {
		if d.SpecialOf != nil || d.Template == nil || len(d.Params) != len(fn.Params) || len(d.Template.Params) == 0 {
			continue
		}
		if stands, ok := l.prog.names.Order[d]; !known || !ok || stands > at {
			continue
		}
		if _, fits := l.specialArgs(fn, d); !fits {
			continue
		}
		if overload.MoreSpecial(d, of) {
			return false
		}
		before, same = true, same || !overload.MoreSpecial(of, d)
	}
	return same || !before
}

// specialArgs binds the parameters of template of to the arguments that its
// specialisation fn is for: those written, then those that fn's parameter types
// imply.
func (l *lowerer) specialArgs(fn, of *cuda.FuncDecl) (sc *bind.Scope, ok bool) {
	sc = bind.New(nil)
	l.in(&frame{path: fn.Scope, scope: bind.New(nil)}, func() {
		if !bindExplicit(l, sc, of.Template, fn.SpecialOf) {
			return
		}
		d := newDeducer(l, sc, of.Template)
		for i, p := range of.Params {
			d.Parameter(p.Type, l.resolve(fn.Params[i].Type))
		}
		if fn.Result != nil && of.Result != nil {
			d.Parameter(of.Result, l.resolve(fn.Result))
		}
		ok = l.bindDefaults(sc, of.Template)
	})
	return sc, ok
}

// enclosing resolves the record that a path such as S<int>:: or S:: names; nil
// if it names none.
func (l *lowerer) enclosing(path []string, args [][]cuda.TemplateArg, pos diag.Pos) *ctype.Record {
	n := len(path)
	if n == 0 {
		return nil
	}
	if strings.HasPrefix(path[n-1], "decltype(") && len(args) == n && len(args[n-1]) == 1 {
		if t := l.resolve(args[n-1][0].Type).Object(); t.IsRecord() && t.Rec.Decl != nil {
			return t.Rec
		}
		return nil
	}
	te := &cuda.TypeExpr{Pos: pos, Form: cuda.NamedType, Name: syntax.BaseName(path[n-1]), Path: path[:n-1]}
	if len(args) == n {
		te.Args, te.HasArgs = args[n-1], args[n-1] != nil
		te.PathArgs = args[:n-1]
	}
	if !l.isTypeName(te) || onlyOfHost(l, te) {
		return nil
	}
	t := l.resolve(te)
	if !t.IsRecord() || t.Rec.Decl == nil {
		return nil
	}
	return t.Rec
}

// onlyOfHost reports whether te names a class with virtual methods, its own or those of a base, of which no kernel has objects. The
// types that it declares are found without it.
func onlyOfHost(l *lowerer, te *cuda.TypeExpr) bool {
	if te.HasArgs || len(te.Path) == 0 && l.frame.scope.Find(te.Name) != nil {
		return false
	}
	return hasVirtual(l, te, l.frame.path, 0)
}

// hasVirtual reports whether te, named in the scope path, is a class with virtual methods or with a base that has some. What it declares
// itself hides what its bases declare, so that these do not matter for it.
func hasVirtual(l *lowerer, te *cuda.TypeExpr, path []string, depth int) bool {
	for _, d := range l.prog.names.Find(path, te.Path, te.Name, before(l)) {
		r, is := d.(*cuda.RecordDecl)
		if !is || r.Forward {
			continue
		}
		return r.Template == nil && (r.Opaque == cuda.VirtualMethod || r.Opaque == "" && depth < maxInlining && slices.ContainsFunc(r.Bases, func(b *cuda.TypeExpr) bool {
			return b != nil && b.Form == cuda.NamedType && !b.HasArgs && hasVirtual(l, b, l.prog.names.Path(r), depth+1)
		}))
	}
	return false
}

func (l *lowerer) isTypeName(te *cuda.TypeExpr) bool {
	if len(te.Path) == 0 {
		if sym := l.frame.scope.Find(te.Name); sym != nil {
			return sym.T != nil || sym.Template != nil
		}
		if l.injected(te.Name) != nil || l.inherited(te) != nil {
			return true
		}
	} else if r := l.enclosing(te.Path, te.PathArgs, te.Pos); r != nil {
		return l.typeIn(r, te) != nil
	}
	for _, d := range l.prog.names.Find(l.frame.path, te.Path, te.Name, before(l)) {
		switch d.(type) {
		case *cuda.RecordDecl, *cuda.TypedefDecl:
			return true
		}
	}
	return false
}

// typeMember is the type that S<T>::name in an expression names, nil if it names none.
func typeMember(l *lowerer, e cuda.Expr) *ctype.Type {
	id, ok := e.(*cuda.Ident)
	if !ok || len(id.Path) == 0 {
		return nil
	}
	return l.memberType(&cuda.TypeExpr{Pos: id.Pos, Name: id.Name, Path: id.Path, PathArgs: id.PathArgs, Args: id.Args, HasArgs: id.HasArgs})
}

// memberType is S<T>::name where that is a type.
func (l *lowerer) memberType(te *cuda.TypeExpr) *ctype.Type {
	r := l.enclosing(te.Path, te.PathArgs, te.Pos)
	if r == nil {
		return nil
	}
	return l.typeIn(r, te)
}

// typeIn is the type te.Name that r or a base of it declares.
func (l *lowerer) typeIn(r *ctype.Record, te *cuda.TypeExpr) *ctype.Type {
	var t *ctype.Type
	if d, ok := l.prog.names.Outside(r.Decl, r.Path, te.Name).(*cuda.RecordDecl); ok && elsewhere(l, r, te.Name, d) {
		return ctype.Bad
	}
	l.in(&frame{path: r.Path, scope: bind.New(classOf(r).env)}, func() {
		for _, d := range l.prog.names.Declared(r.Path, te.Name) {
			if t = l.declType(d, te); t != nil {
				return
			}
		}
	})
	for _, b := range r.Bases {
		if t == nil {
			t = l.typeIn(b, te)
		}
	}
	return t
}

// memberValue is S<T>::name where that is a member of the object at hand, a
// constant or an enumerator.
func (l *lowerer) memberValue(e *cuda.Ident) *object.Place {
	r := l.enclosing(e.Path, e.PathArgs, e.Pos)
	if r == nil {
		return nil
	}
	if this := l.frame.this; this != nil && this.T.Rec.DerivesFrom(r) {
		if _, ok := r.Index[e.Name]; ok {
			obj := *l.settledObject(this, r)
			obj.Pos = e.Pos
			return l.member(&obj, e.Name)
		}
	}
	return l.valueIn(r, e)
}

// valueIn is the constant or enumerator e.Name that r or a base of it declares.
func (l *lowerer) valueIn(r *ctype.Record, e *cuda.Ident) *object.Place {
	if v, ok := l.prog.names.Outside(r.Decl, r.Path, e.Name).(*cuda.VarDecl); ok && elsewhere(l, r, e.Name, v) {
		return &object.BadPlace
	}
	for _, d := range l.prog.names.Declared(r.Path, e.Name) {
		switch d := d.(type) {
		case *cuda.VarDecl:
			return l.globalPlace(d, e.Pos, r)
		case *cuda.EnumDecl:
			out := &object.BadPlace
			l.in(&frame{path: r.Path, scope: bind.New(classOf(r).env)}, func() { out = l.enumeratorHere(e, d) })
			return out
		}
	}
	for _, b := range r.Bases {
		if pl := l.valueIn(b, e); pl != nil {
			return pl
		}
	}
	return nil
}

// encloser is the instance of the class in which d is declared, as seen from
// where l stands; nil if d is declared in none, or that is not around here.
func (l *lowerer) encloser(d cuda.Decl) *ctype.Record {
	in := l.prog.names.Nested[d]
	if in == nil {
		return nil
	}
	for s := l.frame.scope; s != nil; s = s.Outer {
		if s.Class != nil {
			if r := s.Class.Declaring(in); r != nil {
				return r
			}
		}
	}
	return nil
}

// injected is the class at hand of that name: inside a class its name alone
// means the instance itself.
func (l *lowerer) injected(name string) *ctype.Record {
	for s := l.frame.scope; s != nil; s = s.Outer {
		if s.Class != nil && s.Class.Decl.Name == name {
			return s.Class
		}
	}
	return nil
}

// inherited is a type that a base of the class at hand declares.
func (l *lowerer) inherited(te *cuda.TypeExpr) *ctype.Type {
	if len(te.Path) > 0 {
		return nil
	}
	for s := l.frame.scope; s != nil; s = s.Outer {
		if s.Class == nil || passesOver(l, s.Class, te.Name) {
			continue
		}
		for _, b := range s.Class.Bases {
			if t := l.typeIn(b, te); t != nil {
				return t
			}
		}
	}
	return nil
}
