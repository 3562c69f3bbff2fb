package lower

import (
	"fmt"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// form tells the forms of a C type apart.
type form int

const (
	badForm form = iota // stands for a type that a diagnostic was given for
	voidForm
	scalarForm
	pointerForm
	arrayForm
	recordForm
	funcForm
)

// ctype is a resolved C type. It is never changed once built.
type ctype struct {
	form     form
	name     string      // as spelled, for messages and to tell long from long long
	scalar   kernel.Type // scalarForm
	elem     *ctype      // pointee or element
	n        int64       // array length, -1 if not given
	rec      *record
	konst    bool
	volatile bool
	ref      bool   // a reference to what the rest says
	rvalue   bool   // with ref: to a temporary, T&&
	takes    string // parameter types of a function, spelled
}

// record is a struct with its layout in bytes.
type record struct {
	name   string
	decl   *cuda.RecordDecl // nil for CUDA's own vector types
	fields []field
	index  map[string]int
	size   int64
	align  int64
	of     *cuda.RecordDecl // that template; decl may be a specialisation of it
	id     int
	path   []string
	bases  []*record
	ones   bool // dim3: missing components are 1
	// union is set where all fields begin at 0.
	union bool
	// class is what the language knows of it besides; layout does not look at it.
	class any
}

// ctype is the type of objects of r.
func (r *record) ctype() *ctype { return &ctype{form: recordForm, name: r.name, rec: r} }

// field is a member of a record; off counts bytes.
type field struct {
	name string
	t    *ctype
	off  int64
	init cuda.Expr
	in   *record // that declares it; nil in CUDA's own
}

var (
	badType  = &ctype{form: badForm, name: "?"}
	voidType = &ctype{form: voidForm, name: "void"}
	boolType = scalarType("bool", kernel.BoolType)
	cInt     = scalarType("int", kernel.I32)
	uintType = scalarType("unsigned int", kernel.U32)
	sizeType = scalarType("unsigned long", kernel.U64)
	charType = scalarType("char", kernel.I8)
)

func scalarType(name string, t kernel.Type) *ctype {
	return &ctype{form: scalarForm, name: name, scalar: t}
}

// scalarNames are the built-in types and those that CUDA's headers define.
var scalarNames = map[string]*ctype{}

func init() {
	for name, t := range map[string]kernel.Type{
		"bool": kernel.BoolType, "_Bool": kernel.BoolType,
		"char": kernel.I8, "signed char": kernel.I8, "unsigned char": kernel.U8,
		"short": kernel.I16, "unsigned short": kernel.U16,
		"int": kernel.I32, "unsigned int": kernel.U32, "unsigned": kernel.U32,
		"long": kernel.I64, "unsigned long": kernel.U64,
		"long long": kernel.I64, "unsigned long long": kernel.U64,
		"float": kernel.F32, "double": kernel.F64, "long double": kernel.F64,
		"wchar_t": kernel.I32, "char16_t": kernel.U16, "char32_t": kernel.U32,
		"__half": kernel.F16, "half": kernel.F16,
		"__nv_bfloat16": kernel.F16, "nv_bfloat16": kernel.F16,
		"int8_t": kernel.I8, "uint8_t": kernel.U8, "int16_t": kernel.I16, "uint16_t": kernel.U16,
		"int32_t": kernel.I32, "uint32_t": kernel.U32, "int64_t": kernel.I64, "uint64_t": kernel.U64,
		"uchar": kernel.U8, "ushort": kernel.U16, "uint": kernel.U32, "ulong": kernel.U64,
		"size_t": kernel.U64, "ssize_t": kernel.I64, "ptrdiff_t": kernel.I64,
		"intptr_t": kernel.I64, "uintptr_t": kernel.U64, "clock_t": kernel.I64,
		"cudaTextureObject_t": kernel.U64, "cudaSurfaceObject_t": kernel.U64,
		"cufftReal": kernel.F32, "cufftDoubleReal": kernel.F64,
		"CUtexObject": kernel.U64, "CUsurfObject": kernel.U64, "cudaGraphConditionalHandle": kernel.U64,
	} {
		scalarNames[name] = scalarType(name, t)
	}
}

func pointerTo(elem *ctype) *ctype { return &ctype{form: pointerForm, elem: elem} }

func arrayOf(elem *ctype, n int64) *ctype {
	return &ctype{form: arrayForm, elem: elem, n: n, konst: elem.konst, volatile: elem.volatile}
}

func (t *ctype) isScalar() bool  { return t.form == scalarForm }
func (t *ctype) isPointer() bool { return t.form == pointerForm }
func (t *ctype) isArray() bool   { return t.form == arrayForm }
func (t *ctype) isRecord() bool  { return t.form == recordForm }
func (t *ctype) bad() bool       { return t.form == badForm }

// qualified returns t with const and volatile added.
func (t *ctype) qualified(konst, volatile bool) *ctype {
	if (!konst || t.konst) && (!volatile || t.volatile) {
		return t
	}
	c := *t
	c.konst = c.konst || konst
	c.volatile = c.volatile || volatile
	if c.form == arrayForm {
		c.elem = c.elem.qualified(konst, volatile)
	}
	return &c
}

// plain returns t without qualifiers and reference.
func (t *ctype) plain() *ctype {
	if !t.konst && !t.volatile && !t.ref {
		return t
	}
	c := *t
	c.konst, c.volatile, c.ref, c.rvalue = false, false, false, false
	return &c
}

// object is the type that a reference of type t refers to, t itself for others.
func (t *ctype) object() *ctype {
	if !t.ref {
		return t
	}
	c := *t
	c.ref, c.rvalue = false, false
	return &c
}

// size returns the size in bytes, 1 for void (as GNU's pointer arithmetic has
// it) and 0 where it is not known.
func (t *ctype) size() int64 {
	switch t.form {
	case scalarForm:
		return int64(t.scalar.Bytes())
	case pointerForm, funcForm:
		return 8
	case arrayForm:
		if t.n < 0 {
			return 0
		}
		return t.n * t.elem.size()
	case recordForm:
		return t.rec.size
	case voidForm:
		return 1
	}
	return 4
}

// alignment returns the alignment in bytes.
func (t *ctype) alignment() int64 {
	switch t.form {
	case arrayForm:
		return t.elem.alignment()
	case recordForm:
		return t.rec.align
	}
	return max(t.size(), 1)
}

// String spells the type for messages.
func (t *ctype) String() string {
	s := t.name
	switch t.form {
	case pointerForm:
		s = t.elem.String() + " *"
	case arrayForm:
		s = fmt.Sprintf("%s[%d]", t.elem, t.n)
	case recordForm:
		s = t.rec.name
	case funcForm:
		s = "function"
	}
	if t.konst && t.form != arrayForm {
		s = "const " + s
	}
	return s
}

// identity spells the type so that different types never look the same.
func (t *ctype) identity() string {
	s := ""
	switch t.form {
	case pointerForm:
		s = t.elem.identity() + "*"
	case arrayForm:
		s = fmt.Sprintf("%s[%d]", t.elem.identity(), t.n)
	case recordForm:
		s = fmt.Sprintf("%s#%d", t.rec.name, t.rec.id)
	default:
		s = canonical(t.name)
	}
	if t.konst && t.form != arrayForm {
		s = "const " + s
	}
	if t.volatile {
		s = "volatile " + s
	}
	switch {
	case t.rvalue:
		s += "&&"
	case t.ref:
		s += "&"
	}
	return s
}

// sameNames are the names of scalars that headers define, as the types they are.
var sameNames = map[string]string{
	"unsigned": "unsigned int", "_Bool": "bool", "half": "__half", "nv_bfloat16": "__nv_bfloat16",
	"int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
	"int32_t": "int", "uint32_t": "unsigned int", "int64_t": "long", "uint64_t": "unsigned long",
	"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int", "ulong": "unsigned long",
	"size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "intptr_t": "long", "uintptr_t": "unsigned long",
	"clock_t": "long", "cudaTextureObject_t": "unsigned long long", "cudaSurfaceObject_t": "unsigned long long",
	"cufftReal": "float", "cufftDoubleReal": "double", "CUtexObject": "unsigned long long", "CUsurfObject": "unsigned long long",
	"cudaGraphConditionalHandle": "unsigned long long",
}

// canonical is the name of the type that name means.
func canonical(name string) string {
	if same, ok := sameNames[name]; ok {
		return same
	}
	return name
}

// sameType compares types without their outermost qualifiers.
func sameType(a, b *ctype) bool {
	if a.form != b.form {
		return false
	}
	switch a.form {
	case scalarForm:
		return a.scalar == b.scalar
	case pointerForm:
		return sameType(a.elem, b.elem)
	case arrayForm:
		return a.n == b.n && sameType(a.elem, b.elem)
	case recordForm:
		return a.rec == b.rec
	}
	return true
}

// leaf is a scalar or pointer inside a type, at a byte offset.
type leaf struct {
	t   *ctype
	off int64
}

// unitLeaves calls f for each scalar position that decides t's memory unit; one
// element stands for all elements of an array.
func (t *ctype) unitLeaves(off int64, f func(leaf)) {
	switch t.form {
	case arrayForm:
		f(leaf{t.elem, off + t.elem.size()})
		t.elem.unitLeaves(off, f)
	case recordForm:
		for _, fl := range t.rec.fields {
			fl.t.unitLeaves(off+fl.off, f)
		}
	default:
		f(leaf{t, off})
	}
}

// incomplete reports whether t holds a struct that is still being laid out.
func (t *ctype) incomplete() bool {
	t = t.innermost()
	return t.isRecord() && t.rec.align == 0
}

// innermost is the type of an array's elements, after all dimensions.
func (t *ctype) innermost() *ctype {
	for t.isArray() {
		t = t.elem
	}
	return t
}

// hasPointers reports whether values of type t hold pointers.
func (t *ctype) hasPointers() bool {
	found := false
	t.unitLeaves(0, func(l leaf) { found = found || l.t.isPointer() })
	return found
}

// plainVar drops const, which holds only after initialisation.
func (t *ctype) plainVar() *ctype {
	if !t.konst {
		return t
	}
	c := *t
	c.konst = false
	if c.form == arrayForm {
		c.elem = c.elem.plainVar()
	}
	return &c
}

// holdsFunctions reports whether t is a pointer to a function, or an array of
// them.
func (t *ctype) holdsFunctions() bool {
	t = t.innermost()
	return t.isPointer() && t.elem.form == funcForm
}

// memberPath is the way to a field by numbers: more than one where it lies in
// members without a name.
func (r *record) memberPath(name string) []int {
	if i, ok := r.index[name]; ok {
		return []int{i}
	}
	for i, f := range r.fields {
		if f.name != "" || !f.t.isRecord() {
			continue
		}
		if inner := f.t.rec.memberPath(name); inner != nil {
			return append([]int{i}, inner...)
		}
	}
	return nil
}

// widest is the number of the first of a union's widest members, -1 if it has
// none.
func (r *record) widest() int {
	at := -1
	for i, f := range r.fields {
		if at < 0 || f.t.size() > r.fields[at].t.size() {
			at = i
		}
	}
	return at
}

// declaring is r or the base of it that in declares.
func (r *record) declaring(in *cuda.RecordDecl) *record {
	if r.decl == in {
		return r
	}
	for _, b := range r.bases {
		if found := b.declaring(in); found != nil {
			return found
		}
	}
	return nil
}

// isSurfaceObject recognises the type of surface objects, which are numbers.
func (t *ctype) isSurfaceObject() bool {
	return t.isScalar() && (t.name == "cudaSurfaceObject_t" || t.name == "CUsurfObject")
}

// typeFor returns the C type of a computed scalar.
func typeFor(t kernel.Type) *ctype {
	if c := computed[t]; c != nil {
		return c
	}
	return cInt
}

var computed = map[kernel.Type]*ctype{}

func init() {
	for _, n := range []string{"bool", "char", "unsigned char", "short", "unsigned short", "int",
		"unsigned int", "long", "unsigned long", "half", "float", "double"} {
		computed[scalarNames[n].scalar] = scalarNames[n]
	}
}
