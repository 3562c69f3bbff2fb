package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/syntax"
)

// specialRecord chooses the specialisation of class template d for the
// arguments that sc binds its parameters to, d itself if none fits: of the
// partial specialisations that match, the most specialised one, as in
// [temp.spec.partial.match]. ok is false after a diagnostic.
func (l *lowerer) specialRecord(d *cuda.RecordDecl, sc *bind.Scope, pos diag.Pos) (best *recordArgs, ok bool) {
	var fitting []*recordArgs
	for _, other := range l.prog.names.Siblings(d) {
		s, isRecord := other.(*cuda.RecordDecl)
		if !isRecord || s.SpecialOf == nil {
			continue
		}
		env, fits := l.matchSpecial(d, s, sc)
		if fits {
			fitting = append(fitting, &recordArgs{decl: s, env: env})
		}
	}
	for _, f := range fitting {
		if !slices.ContainsFunc(fitting, func(g *recordArgs) bool { return g != f && !syntax.MoreSpecial(f.decl, g.decl) }) {
			return f, true
		}
	}
	if len(fitting) > 0 {
		l.Unsupported(pos, "%s is ambiguous between its specialisations at %s and %s; use another template", d.Name+sc.Spell(d.Template),
			fitting[0].decl.Pos, fitting[1].decl.Pos)
		return nil, false
	}
	return &recordArgs{decl: d, env: sc}, true
}

// matchSpecial matches the arguments that s is a specialisation for against
// those of sc; env binds the parameters of s.
func (l *lowerer) matchSpecial(d, s *cuda.RecordDecl, sc *bind.Scope) (env *bind.Scope, fits bool) {
	env = bind.New(sc.Outer)
	var args []*bind.Symbol
	for _, p := range d.Template.Params {
		args = append(args, sc.Names[p.Name])
	}
	diags := l.diags
	defer func() { l.diags = diags }()
	l.in(&frame{path: s.Scope, scope: env}, func() {
		if s.Template != nil {
			newDeducer(l, env, s.Template).matchArgs(s.SpecialOf, args)
			if slices.ContainsFunc(s.Template.Params, func(p cuda.TemplateParam) bool { return env.Names[p.Name] == nil }) {
				return
			}
		}
		// With its parameters bound the pattern must be what is asked for.
		all := bind.New(sc.Outer)
		fits = l.bindArgs(all, l.prog.names.WithDefaults(d), s.SpecialOf, s.Pos, s.Name) && all.Identity(d.Template) == sc.Identity(d.Template)
	})
	return env, fits
}
