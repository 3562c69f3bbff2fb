package ctype

// FunctionOf is the type of functions that take what takes spells.
func FunctionOf(result *Type, takes string) *Type {
	return &Type{Form: FuncForm, Name: "function", Elem: result, Takes: takes}
}

// SameFunction compares the types of functions by result and parameters.
func SameFunction(a, b *Type) bool {
	return a.Takes == b.Takes && a.Elem != nil && b.Elem != nil && a.Elem.Plain().Identity() == b.Elem.Plain().Identity()
}
