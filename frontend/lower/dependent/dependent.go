// Package dependent tells which names in a class template depend on its parameters ([temp.dep]).
package dependent

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/syntax"
)

// PassesOver reports whether a name alone, in a member function of r, does not mean what only a base of
// r declares that depends on r's template parameters ([temp.dep]): something outside the class has the
// name.
func PassesOver(names *lookup.Table, r *ctype.Record, name string, before int) bool {
	return OnlyInBases(names, r, name) && len(names.Find(names.NamespaceOf(r.Decl), nil, name, before)) > 0
}

// OnlyInBases reports whether r does not declare the name, nor does a base of it that depends on no
// parameter of the template, while it has bases that do.
func OnlyInBases(names *lookup.Table, r *ctype.Record, name string) bool {
	if r.Of == nil || !dependentBases(r) || declaresItself(names, r, name) {
		return false
	}
	for i, b := range r.Bases {
		if !syntax.Dependent(r.Decl.Bases[i], r.Decl.Template) && declares(names, b, name) {
			return false
		}
	}
	return true
}

func dependentBases(r *ctype.Record) bool {
	return len(r.Bases) == len(r.Decl.Bases) && slices.ContainsFunc(r.Decl.Bases, func(b *cuda.TypeExpr) bool { return syntax.Dependent(b, r.Decl.Template) })
}

// declaresItself reports whether r, without its bases, has a member of that name.
func declaresItself(names *lookup.Table, r *ctype.Record, name string) bool {
	return len(names.Declared(r.Path, name)) > 0 ||
		slices.ContainsFunc(r.Fields, func(f ctype.Field) bool { return f.Name == name && f.In == r }) ||
		slices.ContainsFunc(r.Decl.Methods, func(m *cuda.FuncDecl) bool { return m.Name == name })
}

// declares reports whether r or a base of it has a member of that name.
func declares(names *lookup.Table, r *ctype.Record, name string) bool {
	return r.Decl != nil && (declaresItself(names, r, name) || slices.ContainsFunc(r.Bases, func(b *ctype.Record) bool { return declares(names, b, name) }))
}
