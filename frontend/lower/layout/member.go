package layout

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Members are the members that are numbers of the n-th parameter of a kernel, if it is of a class; t is its
// type.
func Members(fn *cuda.FuncDecl, n int, t *ctype.Type) []kernel.Member {
	p := fn.Params[n]
	if p.Name == "" || p.Type == nil || p.Type.Form != cuda.NamedType || p.Type.HasArgs || t.Bad() || t.Ref || !t.IsRecord() {
		return nil
	}
	class := p.Type.Name
	if fn.Template != nil && slices.ContainsFunc(fn.Template.Params, func(q cuda.TemplateParam) bool { return q.Name == class }) {
		// A type argument, as the class of a lambda.
		if t.Rec.Decl == nil || t.Rec.Of != nil {
			return nil
		}
		class = t.Rec.Decl.Name
	}
	var out []kernel.Member
	for _, f := range t.Rec.Fields {
		name := p.Name + "_" + f.Name
		number := f.Type.IsScalar() && (f.Type.Scalar.IsInt() || f.Type.Scalar.Kind == kernel.Bool)
		if number && !slices.ContainsFunc(fn.Params, func(o *cuda.Param) bool { return o.Name == name }) {
			out = append(out, kernel.Member{Param: n, Class: class, Name: f.Name,
				Var: &kernel.Var{Name: name, Label: p.Name + "." + f.Name, T: f.Type.Scalar, Param: true, Pos: p.Pos}})
		}
	}
	return out
}
