package library

import (
	"gv2/frontend/emit"
	"gv2/frontend/lower/ctype"
)

// What code that gv2 supplies in place of headers may ask for: __gv2_any<T>() is any value,
// and __gv2_model<C>() says that C is modelled and not read from its source.

func init() {
	define(anyValue, "__gv2_any")
	define(modelled, "__gv2_model")
	define(lanes, "__gv2_lanes")
}

func anyValue(c Call) (Value, bool) {
	t := c.TemplateType(0)
	if t == nil || t.Bad() {
		return bad, true
	}
	if !holdsNumbers(t) {
		c.Unsupported(c.Pos(), "a result of type %s of a collective", t)
		return bad, true
	}
	return arbitrary(c, t.Plain(), "the result of a collective"), true
}

// mostElements bounds an array in a value of which nothing is known.
const mostElements = 64

// holdsNumbers reports whether values of type t are made of numbers alone, so that any can
// be made up.
func holdsNumbers(t *ctype.Type) bool {
	switch {
	case t.IsScalar():
		return true
	case t.IsArray():
		return t.Len >= 0 && t.Len <= mostElements && holdsNumbers(t.Elem)
	case !t.IsRecord() || t.Rec.Union:
		return false
	}
	for _, f := range t.Rec.Fields {
		if !holdsNumbers(f.Type) {
			return false
		}
	}
	return true
}

func modelled(c Call) (Value, bool) {
	if t := c.TemplateType(0); t != nil && t.IsRecord() {
		c.Assume(t.Rec.Name + " does what gv2's model of it does; its source is not read")
	}
	return void, true
}

// lanes refuses a collective of lanes that are not a power of two.
func lanes(c Call) (Value, bool) {
	c.Unsupported(c.Pos(), "a collective of a number of lanes that is no power of two, for which CUB uses shared memory; use a power of two")
	return void, true
}

// arbitrary is an unknown value of type t, field by field.
func arbitrary(c Call, t *ctype.Type, why string) Value {
	switch {
	case t.IsScalar():
		return Value{Type: t, Expr: emit.Arbitrary(c, t.Scalar, why)}
	case t.IsArray():
		v := Value{Type: t}
		for range t.Len {
			v.Fields = append(v.Fields, arbitrary(c, t.Elem, why))
		}
		return v
	}
	v := Value{Type: t}
	for _, f := range t.Rec.Fields {
		v.Fields = append(v.Fields, arbitrary(c, f.Type, why))
	}
	return v
}
