package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// specialRecord chooses the specialisation of class template d for the
// arguments that sc binds its parameters to, d itself if none fits: of the
// partial specialisations that match, the most specialised one, as in
// [temp.spec.partial.match]. ok is false after a diagnostic.
func (l *lowerer) specialRecord(d *cuda.RecordDecl, sc *scope, pos diag.Pos) (best *recordArgs, ok bool) {
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
		if !slices.ContainsFunc(fitting, func(g *recordArgs) bool { return g != f && !moreSpecial(f.decl, g.decl) }) {
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
func (l *lowerer) matchSpecial(d, s *cuda.RecordDecl, sc *scope) (env *scope, fits bool) {
	env = newScope(sc.outer)
	var args []*symbol
	for _, p := range d.Template.Params {
		args = append(args, sc.names[p.Name])
	}
	diags := l.diags
	defer func() { l.diags = diags }()
	l.in(&frame{path: s.Scope, scope: env}, func() {
		if s.Template != nil {
			newDeducer(l, env, s.Template).matchArgs(s.SpecialOf, args)
			if slices.ContainsFunc(s.Template.Params, func(p cuda.TemplateParam) bool { return env.names[p.Name] == nil }) {
				return
			}
		}
		// With its parameters bound the pattern must be what is asked for.
		all := newScope(sc.outer)
		fits = l.bindArgs(all, l.prog.names.WithDefaults(d), s.SpecialOf, s.Pos, s.Name) && all.Identity(d.Template) == sc.Identity(d.Template)
	})
	return env, fits
}

// moreSpecial reports whether every use that a fits, b fits too, and not the
// other way round.
func moreSpecial(a, b *cuda.RecordDecl) bool { return covers(b, a) && !covers(a, b) }

// covers reports whether the pattern of specialisation g becomes that of s when
// something is put in for its parameters.
func covers(g, s *cuda.RecordDecl) bool {
	c := &coverage{params: map[string]bool{}, bound: map[string]string{}}
	if g.Template != nil {
		for _, p := range g.Template.Params {
			c.params[p.Name] = true
		}
	}
	return c.args(g.SpecialOf, s.SpecialOf)
}

// coverage compares patterns as written; bound is what stands for a parameter.
type coverage struct {
	params map[string]bool
	bound  map[string]string
}

func (c *coverage) args(g, s []cuda.TemplateArg) bool {
	if len(g) != len(s) {
		return false
	}
	for i := range g {
		if !c.arg(g[i], s[i]) {
			return false
		}
	}
	return true
}

func (c *coverage) arg(g, s cuda.TemplateArg) bool {
	if id, ok := g.Expr.(*cuda.Ident); ok && len(id.Path) == 0 && c.params[id.Name] {
		return c.bind(id.Name, s.Text())
	}
	if g.Type != nil && s.Type != nil && g.Expr == nil {
		return c.typ(g.Type, s.Type)
	}
	return g.Text() == s.Text()
}

func (c *coverage) bind(name, text string) bool {
	if have, ok := c.bound[name]; ok {
		return have == text
	}
	c.bound[name] = text
	return true
}

func (c *coverage) typ(g, s *cuda.TypeExpr) bool {
	named := g.Form == cuda.NamedType && len(g.Path) == 0
	switch {
	case named && !g.HasArgs && c.params[g.Name]:
		return (!g.Const || s.Const) && (!g.Volatile || s.Volatile) && c.bind(g.Name, cuda.TemplateArg{Type: s}.Text())
	case g.Form != s.Form || g.Const != s.Const || g.Volatile != s.Volatile:
		return false
	case named && g.HasArgs:
		return s.HasArgs && g.Name == s.Name && c.args(g.Args, s.Args)
	case g.Elem != nil && s.Elem != nil && g.Len == nil && s.Len == nil:
		return c.typ(g.Elem, s.Elem)
	}
	return cuda.TemplateArg{Type: g}.Text() == cuda.TemplateArg{Type: s}.Text()
}
