package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
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
		sc := newScope(nil)
		if len(fn.SpecialOf) == 0 || !l.bindArgs(sc, c.fn.Template, fn.SpecialOf, fn.Pos, fn.Name) {
			l.unsupported(pos, "%s has a specialisation at %s whose arguments are deduced; write them out", fn.Name, fn.Pos)
			return nil
		}
		if sc.spell(c.fn.Template) == c.args {
			out := *c
			out.fn, out.env = fn, nil
			return &out
		}
	}
	return c
}

// specialRecord returns the specialisation of template d for the arguments
// spelled args, d itself if there is none; ok is false after a diagnostic.
func (l *lowerer) specialRecord(d *cuda.RecordDecl, args string, pos diag.Pos) (r *cuda.RecordDecl, ok bool) {
	for _, other := range l.prog.decls[join(d.Scope, d.Name)] {
		s, isRecord := other.(*cuda.RecordDecl)
		if !isRecord || s.SpecialOf == nil {
			continue
		}
		sc := newScope(nil)
		if s.Template != nil && len(s.Template.Params) > 0 {
			l.unsupported(pos, "%s has a partial specialisation at %s; use another template", d.Name, s.Pos)
			return d, false
		}
		if !l.bindArgs(sc, d.Template, s.SpecialOf, s.Pos, s.Name) {
			return d, false
		}
		if sc.spell(d.Template) == args {
			return s, true
		}
	}
	return d, true
}

// enclosing resolves the record that a path such as S<int>:: or S:: names; nil
// if it names none.
func (l *lowerer) enclosing(path []string, args [][]cuda.TemplateArg, pos diag.Pos) *record {
	n := len(path)
	if n == 0 {
		return nil
	}
	te := &cuda.TypeExpr{Pos: pos, Form: cuda.NamedType, Name: baseName(path[n-1]), Path: path[:n-1]}
	if len(args) == n {
		te.Args, te.HasArgs = args[n-1], args[n-1] != nil
		te.PathArgs = args[:n-1]
	}
	if !l.isTypeName(te) {
		return nil
	}
	t := l.resolve(te)
	if !t.isRecord() || t.rec.decl == nil {
		return nil
	}
	return t.rec
}

// baseName is the name of a template before its arguments.
func baseName(s string) string {
	for i := range s {
		if s[i] == '<' {
			return s[:i]
		}
	}
	return s
}

func (l *lowerer) isTypeName(te *cuda.TypeExpr) bool {
	if len(te.Path) == 0 {
		if sym := l.frame.scope.find(te.Name); sym != nil {
			return sym.t != nil
		}
	}
	for _, d := range l.prog.find(l.frame.path, te.Path, te.Name) {
		switch d.(type) {
		case *cuda.RecordDecl, *cuda.TypedefDecl:
			return true
		}
	}
	return false
}

// memberType is S<T>::name where that is a type.
func (l *lowerer) memberType(te *cuda.TypeExpr) *ctype {
	r := l.enclosing(te.Path, te.PathArgs, te.Pos)
	if r == nil {
		return nil
	}
	var t *ctype
	l.in(&frame{path: r.path, scope: newScope(r.env)}, func() {
		for _, d := range l.prog.decls[join(r.path, te.Name)] {
			if t = l.declType(d, te); t != nil {
				return
			}
		}
	})
	return t
}

// memberValue is S<T>::name where that is a constant or an enumerator.
func (l *lowerer) memberValue(e *cuda.Ident) *place {
	r := l.enclosing(e.Path, e.PathArgs, e.Pos)
	if r == nil {
		return nil
	}
	for _, d := range l.prog.decls[join(r.path, e.Name)] {
		switch d := d.(type) {
		case *cuda.VarDecl:
			return l.globalPlace(d, e.Pos, r)
		case *cuda.EnumDecl:
			out := &badPlace
			l.in(&frame{path: r.path, scope: newScope(r.env)}, func() { out = l.enumeratorHere(e, d) })
			return out
		}
	}
	return nil
}
