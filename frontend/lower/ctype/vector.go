package ctype

import (
	"strconv"

	"gv2/frontend/kernel"
)

// Vectors are CUDA's short vectors: char1 to double4, and dim3.
var Vectors = map[string]*Type{}

func init() {
	for _, v := range []struct {
		name  string
		t     string
		align int64 // of one component
	}{
		{"char", "signed char", 1}, {"uchar", "unsigned char", 1},
		{"short", "short", 2}, {"ushort", "unsigned short", 2},
		{"int", "int", 4}, {"uint", "unsigned int", 4},
		{"long", "long", 8}, {"ulong", "unsigned long", 8},
		{"longlong", "long long", 8}, {"ulonglong", "unsigned long long", 8},
		{"float", "float", 4}, {"double", "double", 8},
	} {
		for n := 1; n <= 4; n++ {
			align := int64(0)
			if n == 2 || n == 4 {
				align = min(16, v.align*int64(n))
			}
			name := v.name + strconv.Itoa(n)
			Vectors[name] = vectorType(name, Scalars[v.t], n, align)
		}
	}
	Vectors["dim3"] = vectorType("dim3", Uint, 3, 0)
	Vectors["dim3"].Rec.nonPOD = true // it has constructors
	Vectors["dim3"].Rec.Ones = true
	for name, same := range map[string]string{
		"cuComplex": "float2", "cuFloatComplex": "float2", "cuDoubleComplex": "double2",
		"cufftComplex": "float2", "cufftDoubleComplex": "double2",
	} {
		Vectors[name] = Vectors[same]
	}
	Vectors["cudaExtent"] = extentType()
	for name, of := range map[string]string{"half": "__half", "bfloat16": "__nv_bfloat16"} {
		t := vectorType(of+"2", Scalars[of], 2, 4)
		Vectors[of+"2"], Vectors[name+"2"], Vectors["nv_"+name+"2"] = t, t, t
	}
}

// extentType is cudaExtent, the size of an array in memory.
func extentType() *Type {
	r := &Record{Name: "cudaExtent"}
	for _, f := range []string{"width", "height", "depth"} {
		r.Fields = append(r.Fields, Field{Name: f, Type: Scalars["size_t"]})
	}
	r.LayOut(Rules{})
	return &Type{Form: RecordForm, Name: r.Name, Rec: r}
}

func vectorType(name string, t *Type, n int, align int64) *Type {
	r := &Record{Name: name}
	for _, f := range []string{"x", "y", "z", "w"}[:n] {
		r.Fields = append(r.Fields, Field{Name: f, Type: t})
	}
	r.LayOut(Rules{Align: align})
	return &Type{Form: RecordForm, Name: name, Rec: r}
}

// MemoryUnit returns the element type of memory that holds values of type t:
// the largest that divides the offset and size of every scalar in it.
func MemoryUnit(t *Type) kernel.Type {
	bytes := t.Size()
	t.UnitLeaves(0, func(l Leaf) { bytes = GCD(GCD(bytes, l.Offset), l.Type.Size()) })
	var ints, other kernel.Type
	t.UnitLeaves(0, func(l Leaf) {
		switch {
		case !l.Type.IsScalar() || l.Type.Size() != bytes:
		case l.Type.Scalar.IsInt() && ints.Bits == 0:
			ints = l.Type.Scalar
		case other == kernel.Type{}:
			other = l.Type.Scalar
		}
	})
	switch {
	case ints.Bits != 0:
		return ints
	case other != kernel.Type{} || bytes == 1 && t.IsScalar():
		return other
	}
	return UnsignedOf(bytes)
}

// UnsignedOf returns the unsigned integer type of that many bytes, of 8 at most.
func UnsignedOf(bytes int64) kernel.Type {
	for _, t := range []kernel.Type{kernel.U64, kernel.U32, kernel.U16} {
		if bytes%int64(t.Bytes()) == 0 {
			return t
		}
	}
	return kernel.U8
}

// GCD is the greatest common divisor: the largest piece that two sizes share.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
