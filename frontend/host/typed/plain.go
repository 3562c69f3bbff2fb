package typed

import "gv2/frontend/cuda"

// PlainMember reports whether the classes of a file have members of that name only of which an assignment runs no code
// and changes nothing else.
func PlainMember(decls []cuda.Decl, name string) bool {
	known := false
	for _, d := range decls {
		r, ok := d.(*cuda.RecordDecl)
		if !ok {
			continue
		}
		for _, f := range r.Fields {
			if f.Name != name {
				continue
			}
			if known = true; r.Kind == "union" || f.Type == nil || f.Type.Form != cuda.PointerType && (f.Type.Form != cuda.NamedType || !Numbers[f.Type.Name]) {
				return false
			}
		}
	}
	return known
}

// PlainObject reports whether a declaration x; of a class of that name runs no code that is not seen to be none.
func PlainObject(decls []cuda.Decl, class string) bool {
	for _, d := range decls {
		if r, ok := d.(*cuda.RecordDecl); ok && r.Name == class {
			return r.Kind != "union" && len(r.Methods) == 0 && len(r.Nested) == 0
		}
	}
	return false
}
