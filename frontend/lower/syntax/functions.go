package syntax

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// SoleFunction is the one function that the declarations are of, its definition
// if there is one; nil if they are of several.
func SoleFunction(fns []*cuda.FuncDecl) *cuda.FuncDecl {
	var out *cuda.FuncDecl
	for _, fn := range fns {
		switch {
		case out == nil || !out.HasBody && len(out.Params) == len(fn.Params):
			out = fn
		case fn.HasBody || len(out.Params) != len(fn.Params):
			return nil
		}
	}
	return out
}

// ByReference reports whether a parameter of that name is a reference.
func ByReference(fn *cuda.FuncDecl, name string) bool {
	return fn != nil && slices.ContainsFunc(fn.Params, func(p *cuda.Param) bool {
		return p.Name == name && p.Type.Form == cuda.ReferenceType
	})
}

// AutoOf recognises auto, auto *, auto & and their const forms; te is nil for
// other types.
func AutoOf(t *cuda.TypeExpr) (te *cuda.TypeExpr, konst, ref bool) {
	te = t
	if t.Form == cuda.ReferenceType {
		ref = true
		t = t.Elem
		te = t
	}
	konst = t.Const
	if t.Form == cuda.PointerType {
		t = t.Elem
	}
	if t.Form != cuda.AutoType || t.Decltype {
		return nil, false, false
	}
	return te, konst, ref
}

// Forwards reports whether p is T&& for a template parameter T of fn itself: it
// takes objects and temporaries alike.
func Forwards(fn *cuda.FuncDecl, p *cuda.Param) bool {
	te := p.Type
	if te.Form != cuda.ReferenceType || !te.RValue || te.Elem == nil || fn.Template == nil {
		return false
	}
	e := te.Elem
	name := e.Name
	if i := strings.LastIndexByte(name, '#'); i > 0 && fn.Rest != nil { // an element of a pack
		name = name[:i]
	}
	return e.Form == cuda.NamedType && len(e.Path) == 0 && !e.Const && !e.HasArgs &&
		slices.ContainsFunc(fn.Template.Params, func(q cuda.TemplateParam) bool { return q.Name == name && q.Type == nil })
}

// BaseName is the name of a template before its arguments.
func BaseName(s string) string {
	for i := range s {
		if s[i] == '<' {
			return s[:i]
		}
	}
	return s
}

// NameOf is the name of a parameter, for messages and variables.
func NameOf(p *cuda.Param) string {
	if p.Name == "" {
		return "unnamed"
	}
	return p.Name
}

// UnknownParams are the names of given that were not seen, in order, and those of fn's
// parameters; of a structure, those among scalars that are its members.
func UnknownParams(fn *cuda.FuncDecl, given map[string]string, seen map[string]bool, scalars []string) (unknown, have []string) {
	own := map[string]bool{}
	for _, p := range fn.Params {
		own[NameOf(p)] = true
	}
	for _, p := range fn.Params {
		members := 0
		for _, name := range scalars {
			if strings.HasPrefix(name, NameOf(p)+"_") && !own[name] {
				have = append(have, name)
				members++
			}
		}
		if members == 0 {
			have = append(have, NameOf(p))
		}
	}
	for name := range given {
		if !seen[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown, have
}

// ConvertsTo is the type of a conversion function that an expression names, by the name and the
// arguments that the parser gives it; nil for other names.
func ConvertsTo(name string, args []cuda.TemplateArg) *cuda.TypeExpr {
	if strings.HasPrefix(name, "operator ") && len(args) == 1 {
		return args[0].Type
	}
	return nil
}
