// Package ctype is C's types as a kernel needs them: their forms, qualifiers,
// sizes, alignments, the layout of structs by the C ABI, and the names that C++ and
// CUDA's headers give to types. Finding out which type a name means in a scope, and
// what a class is besides its layout, is package lower's.
package ctype

import (
	"fmt"
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Form tells the forms of a C type apart.
type Form int

const (
	BadForm Form = iota // stands for a type that a diagnostic was given for
	VoidForm
	ScalarForm
	PointerForm
	ArrayForm
	RecordForm
	FuncForm
)

// Type is a resolved C type. It is never changed once built.
type Type struct {
	Form     Form
	Name     string      // as spelled, for messages and to tell long from long long
	Scalar   kernel.Type // of ScalarForm
	Elem     *Type       // pointee or element
	Len      int64       // array length, -1 if not given
	Rec      *Record
	Const    bool
	Volatile bool
	Ref      bool   // a reference to what the rest says
	RValue   bool   // with ref: to a temporary, T&&
	Takes    string // parameter types of a function, spelled
	// Enum is the declaration of an enumeration; its Scalar is what it counts as.
	Enum *cuda.EnumDecl
}

// Record is a struct with its layout in bytes.
type Record struct {
	Name   string
	Decl   *cuda.RecordDecl // nil for CUDA's own vector types
	Fields []Field
	Index  map[string]int // of the fields that have a name
	Size   int64          // in bytes, as Align
	Align  int64          // 0 while the struct is being laid out
	// Of is the template that it is an instance of; Decl may be a specialisation.
	Of    *cuda.RecordDecl
	ID    int      // tells records of one name apart
	Path  []string // of the names around its members
	Bases []*Record
	// BaseOffsets are where the bases lie, in bytes.
	BaseOffsets []int64
	// Disputed is set where compilers lay it out differently: one lets members lie in
	// the padding of a base, another does not.
	Disputed bool
	// Unsized is set where gv2 does not know the size, of a class of a library's or one that
	// has such a part.
	Unsized bool
	Ones    bool // dim3: missing components are 1
	// Union is set where all fields begin at 0.
	Union bool
	// Class is what a front end knows of it besides; this package does not look at
	// it.
	Class any

	dataSize int64 // without the padding at its end, if that may be used again
	packed   bool  // all its members are
	nonPOD   bool  // not of plain old data, so that its padding may be
	ragged   bool  // its last bit-field ends inside a byte
	padded   bool  // there is padding at its end
	doubtful bool  // some compilers take it for one
	empty    bool  // it has no members that take space
	empties  map[emptyAt]bool
}

// Type is the type of objects of r.
func (r *Record) Type() *Type { return &Type{Form: RecordForm, Name: r.Name, Rec: r} }

// Field is a member of a record; off counts bytes.
type Field struct {
	Name   string
	Type   *Type
	Offset int64
	Init   cuda.Expr
	In     *Record // that declares it; nil in CUDA's own
	// Align is the alignment asked for, 0 if none.
	Align    int64
	Mutable  bool      // may change in const objects
	Packed   bool      // [[gnu::packed]]
	Refers   bool      // a reference, which lies in memory as a pointer: Type is that
	Overlaps bool      // [[no_unique_address]]
	Bits     *BitField // nil for other members
}

// Types that rules of the language name.
var (
	Bad  = &Type{Form: BadForm, Name: "?"}
	Void = &Type{Form: VoidForm, Name: "void"}
	Bool = NewScalar("bool", kernel.BoolType)
	Int  = NewScalar("int", kernel.I32)
	Uint = NewScalar("unsigned int", kernel.U32)
	Size = NewScalar("unsigned long", kernel.U64)
	Char = NewScalar("char", kernel.I8)
)

// NewScalar is a scalar type of that spelling.
func NewScalar(name string, t kernel.Type) *Type {
	return &Type{Form: ScalarForm, Name: name, Scalar: t}
}

// The names of PyTorch's numbers of 16 bits.
const (
	TorchHalf     = "c10::Half"
	TorchBfloat16 = "c10::BFloat16"
)

// OfTorch reports whether t is one of them.
func OfTorch(t *Type) bool { return t.Name == TorchHalf || t.Name == TorchBfloat16 }

// Scalars are the built-in types and those that CUDA's headers define.
var Scalars = map[string]*Type{}

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
		Scalars[name] = NewScalar(name, t)
	}
	// PyTorch's classes of 16 bits, which are others than CUDA's.
	Scalars["__c10_half"], Scalars["__c10_bfloat16"] = NewScalar(TorchHalf, kernel.F16), NewScalar(TorchBfloat16, kernel.F16)
}

// PointerTo is elem *.
func PointerTo(elem *Type) *Type { return &Type{Form: PointerForm, Elem: elem} }

// ArrayOf is elem[n], of which elements and array have the same qualifiers.
func ArrayOf(elem *Type, n int64) *Type {
	return &Type{Form: ArrayForm, Elem: elem, Len: n, Const: elem.Const, Volatile: elem.Volatile}
}

func (t *Type) IsScalar() bool  { return t.Form == ScalarForm }
func (t *Type) IsPointer() bool { return t.Form == PointerForm }
func (t *Type) IsArray() bool   { return t.Form == ArrayForm }
func (t *Type) IsRecord() bool  { return t.Form == RecordForm }
func (t *Type) Bad() bool       { return t.Form == BadForm }

// Qualified returns t with const and volatile added.
func (t *Type) Qualified(konst, volatile bool) *Type {
	if (!konst || t.Const) && (!volatile || t.Volatile) {
		return t
	}
	c := *t
	c.Const = c.Const || konst
	c.Volatile = c.Volatile || volatile
	if c.Form == ArrayForm {
		c.Elem = c.Elem.Qualified(konst, volatile)
	}
	return &c
}

// Plain returns t without qualifiers and reference.
func (t *Type) Plain() *Type {
	if !t.Const && !t.Volatile && !t.Ref {
		return t
	}
	c := *t
	c.Const, c.Volatile, c.Ref, c.RValue = false, false, false, false
	return &c
}

// Object is the type that a reference of type t refers to, t itself for others.
func (t *Type) Object() *Type {
	if !t.Ref {
		return t
	}
	c := *t
	c.Ref, c.RValue = false, false
	return &c
}

// Size returns the size in bytes, 1 for void (as GNU's pointer arithmetic has
// it) and 0 where it is not known.
func (t *Type) Size() int64 {
	switch t.Form {
	case ScalarForm:
		if t.Name == longDouble {
			return 16
		}
		return int64(t.Scalar.Bytes())
	case PointerForm, FuncForm:
		return 8
	case ArrayForm:
		if t.Len < 0 {
			return 0
		}
		return t.Len * t.Elem.Size()
	case RecordForm:
		return t.Rec.Size
	case VoidForm:
		return 1
	}
	return 4
}

// Alignment returns the alignment in bytes.
func (t *Type) Alignment() int64 {
	switch t.Form {
	case ArrayForm:
		return t.Elem.Alignment()
	case RecordForm:
		return t.Rec.Align
	}
	return max(t.Size(), 1)
}

// String spells the type for messages.
func (t *Type) String() string {
	s := t.Name
	switch t.Form {
	case PointerForm:
		s = t.Elem.String() + " *"
	case ArrayForm:
		s = fmt.Sprintf("%s[%d]", t.Elem, t.Len)
	case RecordForm:
		s = t.Rec.Name
	case FuncForm:
		s = "function"
		if t.Elem != nil {
			s = t.Elem.String() + " (" + t.Takes + ")"
		}
	}
	switch {
	case !t.Const || t.Form == ArrayForm:
	case t.Form == PointerForm:
		s += "const"
	default:
		s = "const " + s
	}
	switch {
	case t.RValue:
		s += " &&"
	case t.Ref:
		s += " &"
	}
	return s
}

func qualified(s, by string, f Form) string {
	if f == PointerForm {
		return s + " " + by
	}
	return by + " " + s
}

// Identity spells the type so that different types never look the same.
func (t *Type) Identity() string {
	s := ""
	switch t.Form {
	case PointerForm:
		s = t.Elem.Identity() + "*"
	case ArrayForm:
		s = fmt.Sprintf("%s[%d]", t.Elem.Identity(), t.Len)
	case RecordForm:
		s = fmt.Sprintf("%s#%d", t.Rec.Name, t.Rec.ID)
	case FuncForm:
		s = "function"
		if t.Elem != nil {
			s = t.Elem.Identity() + "(" + t.Takes + ")"
		}
	default:
		if s = Canonical(t.Name); t.Enum != nil {
			s += "@" + t.Enum.Pos.String()
		}
	}
	// What is said of a pointer stands behind it: in front it would be of what it points to.
	if t.Const && t.Form != ArrayForm {
		s = qualified(s, "const", t.Form)
	}
	if t.Volatile {
		s = qualified(s, "volatile", t.Form)
	}
	switch {
	case t.RValue:
		s += "&&"
	case t.Ref:
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

// Canonical is the name of the type that name means.
func Canonical(name string) string {
	if same, ok := sameNames[name]; ok {
		return same
	}
	return name
}

// Same compares types without their outermost qualifiers.
func Same(a, b *Type) bool {
	if a.Form != b.Form {
		return false
	}
	switch a.Form {
	case ScalarForm:
		return a.Scalar == b.Scalar
	case PointerForm:
		return Same(a.Elem, b.Elem)
	case ArrayForm:
		return a.Len == b.Len && Same(a.Elem, b.Elem)
	case RecordForm:
		return a.Rec == b.Rec
	}
	return true
}

// Leaf is a scalar or pointer inside a type, at a byte offset.
type Leaf struct {
	Type   *Type
	Offset int64
}

// UnitLeaves calls f for each scalar position that decides t's memory unit; one
// element stands for all elements of an array.
func (t *Type) UnitLeaves(off int64, f func(Leaf)) {
	switch t.Form {
	case ArrayForm:
		f(Leaf{t.Elem, off + t.Elem.Size()})
		t.Elem.UnitLeaves(off, f)
	case RecordForm:
		for _, fl := range t.Rec.Fields {
			if b := fl.Bits; b != nil {
				t := UnsignedOf(GCD(b.Bytes, b.Start))
				f(Leaf{Of(t), off + b.Start})
				continue
			}
			fl.Type.UnitLeaves(off+fl.Offset, f)
		}
	default:
		f(Leaf{t, off})
	}
}

// Incomplete reports whether t holds a struct that is still being laid out.
func (t *Type) Incomplete() bool {
	t = t.Innermost()
	return t.IsRecord() && t.Rec.Align == 0
}

// Unsized reports whether gv2 does not know the size of t's objects.
func (t *Type) Unsized() bool {
	t = t.Innermost()
	return t.IsRecord() && t.Rec.Unsized
}

// Innermost is the type of an array's elements, after all dimensions.
func (t *Type) Innermost() *Type {
	for t.IsArray() {
		t = t.Elem
	}
	return t
}

// HasPointers reports whether values of type t hold pointers.
func (t *Type) HasPointers() bool {
	found := false
	t.UnitLeaves(0, func(l Leaf) { found = found || l.Type.IsPointer() })
	return found
}

// Mutable drops const, which holds only after initialisation.
func (t *Type) Mutable() *Type {
	if !t.Const {
		return t
	}
	c := *t
	c.Const = false
	if c.Form == ArrayForm {
		c.Elem = c.Elem.Mutable()
	}
	return &c
}

// HoldsFunctions reports whether t is a pointer to a function, or an array of
// them.
func (t *Type) HoldsFunctions() bool {
	t = t.Innermost()
	return t.IsPointer() && t.Elem.Form == FuncForm
}

// Refers reports whether a member of r is a reference.
func (r *Record) Refers() bool {
	return slices.ContainsFunc(r.Fields, func(f Field) bool { return f.Refers || f.Type.IsRecord() && f.Type.Rec.Refers() })
}

// MemberPath is the way to a field by numbers: more than one where it lies in
// members without a name.
func (r *Record) MemberPath(name string) []int {
	if i, ok := r.Index[name]; ok {
		return []int{i}
	}
	for i, f := range r.Fields {
		if f.Name != "" || !f.Type.IsRecord() {
			continue
		}
		if inner := f.Type.Rec.MemberPath(name); inner != nil {
			return append([]int{i}, inner...)
		}
	}
	return nil
}

// Widest is the number of the first of a union's widest members, -1 if it has
// none.
func (r *Record) Widest() int {
	at := -1
	for i, f := range r.Fields {
		if at < 0 || f.Type.Size() > r.Fields[at].Type.Size() {
			at = i
		}
	}
	return at
}

// OwnFields are the members that a class declares itself, those of its bases left out; none of other types.
func (t *Type) OwnFields() []Field {
	if !t.IsRecord() {
		return nil
	}
	n := 0
	for _, b := range t.Rec.Bases {
		n += len(b.Fields)
	}
	return t.Rec.Fields[min(n, len(t.Rec.Fields)):]
}

// Declaring is r or the base of it that in declares.
func (r *Record) Declaring(in *cuda.RecordDecl) *Record {
	if r.Decl == in {
		return r
	}
	for _, b := range r.Bases {
		if found := b.Declaring(in); found != nil {
			return found
		}
	}
	return nil
}

// IsPromoted reports whether integral promotions can give t, and not a type of its
// size with another name.
func (t *Type) IsPromoted() bool {
	name := Canonical(t.Name)
	return t.IsScalar() && t.Enum == nil && (name == "int" || name == "unsigned int")
}

// SameName reports whether scalars a and b, of one size, are one type of C's.
func SameName(a, b *Type) bool {
	return a.Enum == b.Enum && (a.Scalar.Bits >= 32 || Canonical(a.Name) == Canonical(b.Name))
}

// IsSurfaceObject recognises the type of surface objects, which are numbers.
func (t *Type) IsSurfaceObject() bool {
	return t.IsScalar() && (t.Name == "cudaSurfaceObject_t" || t.Name == "CUsurfObject")
}

// Of returns the C type of a computed scalar.
func Of(t kernel.Type) *Type {
	if c := computed[t]; c != nil {
		return c
	}
	return Int
}

var computed = map[kernel.Type]*Type{}

func init() {
	for _, n := range []string{"bool", "char", "unsigned char", "short", "unsigned short", "int",
		"unsigned int", "long", "unsigned long", "half", "float", "double"} {
		computed[Scalars[n].Scalar] = Scalars[n]
	}
}

// BaseOffset is where base lies in r, in bytes, at any depth; ok is false if r has no
// such base. Of several, which only a path through the classes tells apart, it is the first.
func (r *Record) BaseOffset(base *Record) (off int64, ok bool) {
	for i, b := range r.Bases {
		if i >= len(r.BaseOffsets) {
			break // r is still being laid out
		}
		if b == base {
			return r.BaseOffsets[i], true
		}
		if inner, ok := b.BaseOffset(base); ok {
			return r.BaseOffsets[i] + inner, true
		}
	}
	return 0, false
}

// DerivesFrom reports whether r is base, or has it among its bases at any depth.
func (r *Record) DerivesFrom(base *Record) bool {
	return r == base || slices.ContainsFunc(r.Bases, func(b *Record) bool { return b.DerivesFrom(base) })
}

// ThreeComponents are uint3 and dim3, which convert to each other.
func ThreeComponents(r *Record) bool {
	return r.Decl == nil && (r.Name == "uint3" || r.Name == "dim3")
}
