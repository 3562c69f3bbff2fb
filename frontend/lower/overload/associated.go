package overload

import (
	"slices"

	"gv2/frontend/lower/ctype"
)

// Associated are the classes of the arguments of a call, what these point to, their bases
// and the classes that they are instances for ([basic.lookup.argdep]). argsOf are the
// template arguments of an instance; nil types, there and in types, are left out.
func Associated(types []*ctype.Type, argsOf func(*ctype.Record) []*ctype.Type) []*ctype.Record {
	var out []*ctype.Record
	var add func(t *ctype.Type)
	add = func(t *ctype.Type) {
		for t != nil && (t.IsPointer() || t.IsArray()) {
			t = t.Elem
		}
		if t == nil || !t.IsRecord() || t.Rec == nil || t.Rec.Decl == nil || slices.Contains(out, t.Rec) {
			return
		}
		out = append(out, t.Rec)
		for _, b := range t.Rec.Bases {
			add(b.Type())
		}
		for _, a := range argsOf(t.Rec) {
			add(a)
		}
	}
	for _, t := range types {
		add(t)
	}
	return out
}
