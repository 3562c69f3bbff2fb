package lower

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// special is a specialisation of a template; env binds its parameters.
type special[D cuda.Decl] struct {
	decl D
	syntax.Special
	scope []string
	env   *bind.Scope
	// unclear is set where gv2 cannot tell whether the specialisation fits: its arguments hold what
	// gv2 does not model.
	unclear bool
}

// specialRecord chooses the specialisation of class template d for the
// arguments that sc binds its parameters to, d itself if none fits. ok is false after a
// diagnostic.
func (l *lowerer) specialRecord(d *cuda.RecordDecl, sc *bind.Scope, pos diag.Pos) (best *recordArgs, ok bool) {
	var all []*special[*cuda.RecordDecl]
	for _, other := range l.prog.names.Siblings(d) {
		if s, isRecord := other.(*cuda.RecordDecl); isRecord && s.SpecialOf != nil {
			all = append(all, &special[*cuda.RecordDecl]{decl: s, Special: syntax.Special{Template: s.Template, Of: s.SpecialOf}, scope: s.Scope})
		}
	}
	found, ok := chosen(l, all, l.prog.names.WithDefaults(d), sc, pos, d.Name)
	switch {
	case !ok:
		return nil, false
	case found == nil:
		return &recordArgs{decl: d, env: sc}, true
	}
	return &recordArgs{decl: found.decl, env: found.env}, true
}

// chosen is that of the specialisations of a template for which the arguments fit that sc
// binds the parameters of head to, nil if none does: of the partial specialisations that
// match, the most specialised one, as in [temp.spec.partial.match]. ok is false after a
// diagnostic.
func chosen[D cuda.Decl](l *lowerer, all []*special[D], head *cuda.TemplateHead, sc *bind.Scope, pos diag.Pos, name string) (best *special[D], ok bool) {
	var fitting []*special[D]
	for _, s := range all {
		if fitsArgs(l, s, head, sc, name) {
			fitting = append(fitting, s)
		} else if s.unclear {
			l.Unsupported(pos, "%s: whether its specialisation at %s is meant, of which gv2 does not understand the arguments; write what is meant", name+sc.Spell(head), s.decl.DeclPos())
			return nil, false
		}
	}
	for _, f := range fitting {
		if !slices.ContainsFunc(fitting, func(g *special[D]) bool { return g != f && !syntax.MoreSpecial(f.Special, g.Special) }) {
			return f, true
		}
	}
	if len(fitting) > 0 {
		l.Unsupported(pos, "%s is ambiguous between its specialisations at %s and %s; use another template", name+sc.Spell(head),
			fitting[0].decl.DeclPos(), fitting[1].decl.DeclPos())
		return nil, false
	}
	return nil, true
}

// fitsArgs matches the arguments that s is a specialisation for against those of sc, and
// binds the parameters of s.
func fitsArgs[D cuda.Decl](l *lowerer, s *special[D], head *cuda.TemplateHead, sc *bind.Scope, name string) (fits bool) {
	s.env = bind.New(sc.Outer)
	var args []*bind.Symbol
	for _, p := range head.Params {
		args = append(args, sc.Names[p.Name])
	}
	diags := l.diags
	defer func() { l.diags = diags }()
	l.in(&frame{path: s.scope, scope: s.env}, func() {
		if s.Template != nil {
			d := newDeducer(l, s.env, s.Template)
			d.Args(s.Of, bind.Flat(args))
			for _, p := range s.Template.Params {
				if have := s.env.Names[p.Name]; have == nil && p.Pack {
					s.env.Bind(p.Name, &bind.Symbol{Pack: &bind.Pack{}})
				} else if have == nil || !have.Whole() {
					s.unclear = d.Unknown
					return
				}
			}
		}
		// With its parameters bound the pattern must be what is asked for.
		all := bind.New(sc.Outer)
		before := l.diags.Len()
		fits = l.bindArgs(all, head, s.Of, s.decl.DeclPos(), name) && all.Identity(head) == sc.Identity(head)
		if fault := l.diags.FirstFault(before); fault != diag.Warning {
			fits, s.unclear = false, fault == diag.Unsupported
		}
	})
	return fits
}

// depthOfTemplate is what an instance of a variable template counts as nesting.
const depthOfTemplate = 100

// variableTemplate is v<args>, a variable template: the value of a constant.
func variableTemplate(l *lowerer, d *cuda.VarDecl, e *cuda.Ident) *object.Place {
	refuse := func(why string) *object.Place {
		l.Unsupported(e.Pos, "variable template %s, %s; use a function", d.Name, why)
		return &object.BadPlace
	}
	var general *cuda.VarDecl
	var all []*special[*cuda.VarDecl]
	for _, other := range l.prog.names.Declared(d.Scope, d.Name) {
		v, ok := other.(*cuda.VarDecl)
		switch {
		case !ok || v.Template == nil:
			return refuse("which is declared as something else too")
		case v.SpecialOf != nil:
			all = append(all, &special[*cuda.VarDecl]{decl: v, Special: syntax.Special{Template: v.Template, Of: v.SpecialOf}, scope: v.Scope})
		case general != nil:
			return refuse("which is declared twice")
		default:
			general = v
		}
	}
	if general == nil || !e.HasArgs {
		return refuse("without its arguments")
	}
	sc := bind.New(nil)
	if !l.bindArgs(sc, general.Template, e.Args, e.Pos, d.Name) {
		return &object.BadPlace
	}
	found, ok := chosen(l, all, general.Template, sc, e.Pos, d.Name)
	if !ok {
		return &object.BadPlace
	}
	if found == nil {
		found = &special[*cuda.VarDecl]{decl: general, env: sc}
	}
	l.depth += depthOfTemplate // a template that names itself ends
	defer func() { l.depth -= depthOfTemplate }()
	var v object.Value
	l.in(&frame{path: general.Scope, scope: bind.New(found.env)}, func() {
		t := l.declaredType(found.decl)
		init := found.decl.Init
		if init == nil && len(found.decl.Ctor) == 1 {
			init = found.decl.Ctor[0]
		}
		if t.IsScalar() && t.Const && init != nil {
			l.mem.Aside(func() { v = l.convertTo(l.eval(init), t, e.Pos) })
		}
	})
	x := v.Expr
	if c, ok := x.(*kernel.Convert); ok && c.T.Kind == kernel.Float {
		x = c.X
	}
	if _, ok := x.(*kernel.FloatConst); ok || cexpr.IsConst(x) {
		return valuePlace(e, v)
	}
	return refuse("which is no constant number")
}
