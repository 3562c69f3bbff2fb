// Package deduce finds template arguments: what the parameters of a template are so that
// its types become the types of a call's arguments, or its specialisation's arguments
// those that are asked for ([temp.deduct]).
package deduce

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/pack"
)

// Core is what the front end does for a deduction.
type Core struct {
	// BindConst binds a value parameter to a constant of a type, which is nil where it is not known.
	BindConst func(p cuda.TemplateParam, c *kernel.Const, from *ctype.Type)
	// Args are the template arguments of an instance of a class template.
	Args func(r *ctype.Record) []*bind.Symbol
	// IsClassTemplate reports whether te names one.
	IsClassTemplate func(te *cuda.TypeExpr) bool
	// Alias is the alias template that te names, nil if it names none that is seen from here.
	Alias func(te *cuda.TypeExpr) *cuda.TypedefDecl
}

// Deducer binds the parameters of a template in a scope, those that it does not bind yet.
type Deducer struct {
	core   Core
	sc     *bind.Scope
	params map[string]cuda.TemplateParam
	// deduced are the types found so far.
	deduced map[string]*ctype.Type
	head    *cuda.TemplateHead
	// Conflict is set where one parameter would have to be two.
	Conflict bool
	// Unknown is set where the pattern has a form that may fit and is not understood.
	Unknown bool
}

// New deduces the parameters of head into sc.
func New(sc *bind.Scope, head *cuda.TemplateHead, core Core) *Deducer {
	d := &Deducer{core: core, sc: sc, params: map[string]cuda.TemplateParam{}, deduced: map[string]*ctype.Type{}, head: head}
	for _, p := range head.Params {
		d.params[p.Name] = p
	}
	return d
}

// param is the template parameter of that name, for ts#2 that of an element of the pack ts.
func (d *Deducer) param(name string) (cuda.TemplateParam, bool) {
	if p, ok := d.params[name]; ok {
		return p, ok
	}
	of, i, ok := bind.Element(name)
	p, known := d.params[of]
	if !ok || !known || !p.Pack {
		return p, false
	}
	return pack.Parameter(p, i), true
}

// Parameter binds the template parameters that te mentions so that it becomes t.
func (d *Deducer) Parameter(te *cuda.TypeExpr, t *ctype.Type) {
	t = t.Object()
	switch te.Form {
	case cuda.ReferenceType:
		d.match(te.Elem, t)
	case cuda.PointerType:
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		d.match(te, t)
	default:
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		d.match(te, t.Plain())
	}
}

// Forward binds T, of a parameter T&& that an object of type t is passed for, to a reference.
func (d *Deducer) Forward(te *cuda.TypeExpr, t *ctype.Type) {
	if d.sc.Own(te.Name) == nil && !t.Bad() {
		ref := *t.Object()
		ref.Ref = true
		d.deduced[te.Name] = t
		d.sc.Bind(te.Name, &bind.Symbol{T: &ref})
	}
}

func (d *Deducer) match(te *cuda.TypeExpr, t *ctype.Type) {
	switch {
	case te == nil:
	case t.Ref && (te.Const || te.Volatile): // no reference is const, what it refers to is
		d.Conflict = true
	case te.Form == cuda.NamedType && len(te.Path) == 0 && !te.HasArgs:
		p, ok := d.param(te.Name)
		c := *t
		c.Const, c.Volatile = c.Const && !te.Const, c.Volatile && !te.Volatile
		if have := d.deduced[te.Name]; have != nil && !have.Bad() && !t.Bad() && (!ctype.Same(have, t) || have.Const != c.Const) {
			d.Conflict = true
		}
		if !ok || p.Type != nil || p.Template || d.sc.Own(te.Name) != nil {
			return
		}
		d.deduced[te.Name] = &c
		d.sc.Bind(te.Name, &bind.Symbol{T: &c})
	case te.Form == cuda.ReferenceType && t.Ref && te.RValue == t.RValue:
		d.match(te.Elem, t.Object())
	case te.Form == cuda.FuncType && t.Form == ctype.FuncForm:
		d.Unknown = true
	case te.Form == cuda.PointerType && t.IsPointer():
		d.match(te.Elem, t.Elem)
	case te.Form == cuda.ArrayType && t.IsArray():
		d.match(te.Elem, t.Elem)
		d.length(te.Len, t.Len)
	case te.Form == cuda.NamedType && te.HasArgs && !t.Bad() && d.aliased(te) != nil:
		d.match(d.aliased(te), t)
	case te.Form == cuda.NamedType && te.HasArgs && t.IsRecord():
		d.recordArgs(te, t.Rec)
	case te.Form == cuda.NamedType && te.HasArgs && !t.Bad() && d.core.IsClassTemplate(te):
		d.Conflict = d.Conflict || slices.ContainsFunc(te.Args, d.wanted)
	case te.Form == cuda.NamedType && te.HasArgs && len(te.Path) == 0 && !t.Bad():
		d.Unknown = d.Unknown || slices.ContainsFunc(te.Args, d.wanted) // an alias template
	}
}

// aliased is what te stands for, where it is an instance of an alias template ([temp.alias]); nil
// where it is none, or one of another form than a name for each parameter.
func (d *Deducer) aliased(te *cuda.TypeExpr) *cuda.TypeExpr {
	alias := d.core.Alias(te)
	if alias == nil || len(alias.Template.Params) != len(te.Args) || alias.Type.Form != cuda.NamedType {
		return nil
	}
	by := subst.Map{}
	for i, p := range alias.Template.Params {
		if p.Pack || p.Template || te.Args[i].Pack {
			return nil
		}
		by[p.Name] = te.Args[i]
	}
	return by.Type(alias.Type)
}

// wanted reports whether a, an argument of a class template, is a parameter that has to be
// deduced: nothing converts to the class before that, [temp.deduct.call].
func (d *Deducer) wanted(a cuda.TemplateArg) bool {
	if a.Type == nil || a.Type.Form != cuda.NamedType || len(a.Type.Path) > 0 || a.Type.HasArgs {
		return false
	}
	_, ours := d.param(a.Type.Name)
	return ours && (d.sc.Own(a.Type.Name) == nil || d.deduced[a.Type.Name] != nil)
}

// length binds N in T (&)[N].
func (d *Deducer) length(e cuda.Expr, n int64) {
	id, ok := e.(*cuda.Ident)
	if !ok || n < 0 {
		return
	}
	if p, ok := d.param(id.Name); ok && p.Type != nil && d.sc.Own(id.Name) == nil {
		d.core.BindConst(p, kernel.NewConst(kernel.U64, n), nil)
	}
}

// recordArgs matches S<T, N> against an instance of S.
func (d *Deducer) recordArgs(te *cuda.TypeExpr, r *ctype.Record) {
	if p, ok := d.params[te.Name]; ok && p.Template && len(te.Path) == 0 && r.Of != nil {
		d.template(p, bind.OfTemplate(r.Of))
	} else if !d.core.IsClassTemplate(te) {
		d.Unknown = d.Unknown || slices.ContainsFunc(te.Args, d.wanted) // an alias template
		return
	} else if r.Of == nil || r.Of.Name != te.Name {
		for _, b := range r.Bases { // [temp.deduct.call]: a base may be an instance
			d.recordArgs(te, b)
		}
		return
	}
	d.Args(te.Args, d.core.Args(r))
}

// template binds p, a template parameter.
func (d *Deducer) template(p cuda.TemplateParam, sym *bind.Symbol) {
	switch have := d.sc.Names[p.Name]; {
	case sym == nil:
	case have == nil:
		d.sc.Bind(p.Name, sym)
	case have.Name != sym.Name:
		d.Conflict = true
	}
}

// Args matches a list of template arguments against what they are to be. An expansion at the
// end of the pattern takes all that are left.
func (d *Deducer) Args(pattern []cuda.TemplateArg, args []*bind.Symbol) {
	if n := len(pattern); n > 0 && pattern[n-1].Pack {
		last := pattern[n-1]
		pattern = append([]cuda.TemplateArg{}, pattern[:n-1]...)
		for i := range max(0, len(args)-(n-1)) {
			pattern = append(pattern, pack.Pattern(last, d.head, i))
		}
	}
	for i, sym := range args {
		if i >= len(pattern) || sym == nil {
			continue
		}
		switch a := pattern[i]; {
		case sym.Template != nil && a.Type != nil:
			if p, ok := d.params[a.Type.Name]; ok && p.Template && len(a.Type.Path) == 0 && !a.Type.HasArgs {
				d.template(p, sym)
			}
		case sym.T != nil && a.Type != nil:
			d.match(a.Type, sym.T)
		case sym.Value != nil:
			d.value(a, sym)
		}
	}
}

func (d *Deducer) value(a cuda.TemplateArg, sym *bind.Symbol) {
	id, ok := a.Expr.(*cuda.Ident)
	c, isConst := sym.Value.(*kernel.Const)
	if !ok || !isConst {
		return
	}
	if p, ok := d.param(id.Name); ok && p.Type != nil && d.sc.Own(id.Name) == nil {
		d.core.BindConst(p, c, sym.Of)
	}
}
