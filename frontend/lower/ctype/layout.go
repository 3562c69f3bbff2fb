package ctype

import (
	"strconv"

	"gv2/frontend/kernel"
)

// LayOut gives the fields their offsets by the rules of the C ABI and sets size
// and alignment; align is the declared alignment, 0 if none.
func (r *Record) LayOut(align int64) {
	r.Index = make(map[string]int, len(r.Fields))
	r.Align = max(align, 1)
	end, first := int64(0), 0
	for _, b := range r.Bases {
		start := roundUp(end, b.Align)
		for i, f := range b.Fields {
			r.Fields[first+i].Offset = start + f.Offset
		}
		if first += len(b.Fields); len(b.Fields) > 0 {
			end = start + b.Size
		}
		r.Align = max(r.Align, b.Align)
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		if i >= first {
			a := f.Type.Alignment()
			f.Offset = roundUp(end, a)
			end = f.Offset + f.Type.Size()
			r.Align = max(r.Align, a)
		}
		if f.Name != "" {
			r.Index[f.Name] = i
		}
	}
	r.Size = max(roundUp(end, r.Align), 1)
}

// Overlay puts all fields of a union at its start.
func (r *Record) Overlay() {
	end := int64(1)
	for i := range r.Fields {
		r.Fields[i].Offset = 0
		end = max(end, r.Fields[i].Type.Size())
	}
	r.Size = roundUp(end, r.Align)
}

func roundUp(n, a int64) int64 { return (n + a - 1) / a * a }

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
	r.LayOut(0)
	return &Type{Form: RecordForm, Name: r.Name, Rec: r}
}

func vectorType(name string, t *Type, n int, align int64) *Type {
	r := &Record{Name: name}
	for _, f := range []string{"x", "y", "z", "w"}[:n] {
		r.Fields = append(r.Fields, Field{Name: f, Type: t})
	}
	r.LayOut(align)
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
