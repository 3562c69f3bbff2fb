package layout

import (
	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/syntax"
)

// Elements returns how many elements of type t the items of a braced list initialise: the
// length of an array that is declared without one ([dcl.init.aggr]). Inner braces may be left
// out, so that an aggregate takes one item for each of its scalars. typeOf is the type of an
// item. It returns -1 if t takes no items.
func Elements(t *ctype.Type, items []cuda.Expr, typeOf func(cuda.Expr) *ctype.Type) int64 {
	n := int64(0)
	for ; len(items) > 0; n++ {
		left := afterOne(t, items, typeOf)
		if len(left) == len(items) {
			return -1
		}
		items = left
	}
	return n
}

// afterOne is what is left of items when an object of type t took its own.
func afterOne(t *ctype.Type, items []cuda.Expr, typeOf func(cuda.Expr) *ctype.Type) []cuda.Expr {
	switch {
	case len(items) == 0:
		return nil
	case isWhole(items[0], t, typeOf):
		return items[1:]
	case t.IsArray():
		for i := int64(0); i < t.Len && len(items) > 0; i++ {
			items = afterOne(t.Elem, items, typeOf)
		}
		return items
	}
	own := 0
	for _, b := range t.Rec.Bases {
		items = afterOne(b.Type(), items, typeOf)
		own += len(b.Fields)
	}
	for i, f := range t.Rec.Fields[own:] {
		if i == 0 || !t.Rec.Union {
			items = afterOne(f.Type, items, typeOf)
		}
	}
	return items
}

// isWhole reports whether e is the value of all of an object of type t, and not of its first scalar.
func isWhole(e cuda.Expr, t *ctype.Type, typeOf func(cuda.Expr) *ctype.Type) bool {
	if _, braced := e.(*cuda.InitList); braced || !t.IsArray() && !t.IsRecord() {
		return true
	}
	if _, text := e.(*cuda.StringLit); text {
		return t.IsArray() && t.Elem.IsScalar()
	}
	return t.IsRecord() && (syntax.HasConstructor(t.Rec) || typeOf(e).IsRecord())
}
