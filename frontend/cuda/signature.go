package cuda

// SameSignature reports whether two declarations of functions are spelled alike as far as it tells
// overloads apart: parameters of templates, types of parameters, const.
func SameSignature(a, b *FuncDecl) bool {
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic || a.ConstThis != b.ConstThis || (a.Template == nil) != (b.Template == nil) {
		return false
	}
	if a.Template != nil && len(a.Template.Params) != len(b.Template.Params) {
		return false
	}
	for i := range a.Params {
		if typeWritten(a.Params[i].Type) != typeWritten(b.Params[i].Type) {
			return false
		}
	}
	return true
}

func typeWritten(t *TypeExpr) string {
	var d dumper
	d.typ(t)
	return d.b.String()
}
