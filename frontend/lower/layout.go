package lower

import (
	"strconv"

	"gv2/frontend/kernel"
)

// layOut gives the fields their offsets by the rules of the C ABI and sets size
// and alignment; align is the declared alignment, 0 if none.
func (r *record) layOut(align int64) {
	r.index = make(map[string]int, len(r.fields))
	r.align = max(align, 1)
	end, first := int64(0), 0
	for _, b := range r.bases {
		start := roundUp(end, b.align)
		for i, f := range b.fields {
			r.fields[first+i].off = start + f.off
		}
		if first += len(b.fields); len(b.fields) > 0 {
			end = start + b.size
		}
		r.align = max(r.align, b.align)
	}
	for i := range r.fields {
		f := &r.fields[i]
		if i >= first {
			a := f.t.alignment()
			f.off = roundUp(end, a)
			end = f.off + f.t.size()
			r.align = max(r.align, a)
		}
		if f.name != "" {
			r.index[f.name] = i
		}
	}
	r.size = max(roundUp(end, r.align), 1)
}

// overlay puts all fields of a union at its start.
func (r *record) overlay() {
	end := int64(1)
	for i := range r.fields {
		r.fields[i].off = 0
		end = max(end, r.fields[i].t.size())
	}
	r.size = roundUp(end, r.align)
}

func roundUp(n, a int64) int64 { return (n + a - 1) / a * a }

// vectorTypes are CUDA's short vectors: char1 to double4, and dim3.
var vectorTypes = map[string]*ctype{}

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
			vectorTypes[name] = vectorType(name, scalarNames[v.t], n, align)
		}
	}
	vectorTypes["dim3"] = vectorType("dim3", uintType, 3, 0)
	vectorTypes["dim3"].rec.ones = true
	for name, same := range map[string]string{
		"cuComplex": "float2", "cuFloatComplex": "float2", "cuDoubleComplex": "double2",
		"cufftComplex": "float2", "cufftDoubleComplex": "double2",
	} {
		vectorTypes[name] = vectorTypes[same]
	}
	vectorTypes["cudaExtent"] = extentType()
	for name, t := range map[string]kernel.Type{
		"__half2": kernel.F16, "half2": kernel.F16, "__nv_bfloat162": kernel.F16, "nv_bfloat162": kernel.F16,
	} {
		vectorTypes[name] = vectorType(name, scalarType("half", t), 2, 4)
	}
}

// extentType is cudaExtent, the size of an array in memory.
func extentType() *ctype {
	r := &record{name: "cudaExtent"}
	for _, f := range []string{"width", "height", "depth"} {
		r.fields = append(r.fields, field{name: f, t: scalarNames["size_t"]})
	}
	r.layOut(0)
	return &ctype{form: recordForm, name: r.name, rec: r}
}

func vectorType(name string, t *ctype, n int, align int64) *ctype {
	r := &record{name: name}
	for _, f := range []string{"x", "y", "z", "w"}[:n] {
		r.fields = append(r.fields, field{name: f, t: t})
	}
	r.layOut(align)
	return &ctype{form: recordForm, name: name, rec: r}
}

// memoryUnit returns the element type of memory that holds values of type t:
// the largest that divides the offset and size of every scalar in it.
func memoryUnit(t *ctype) kernel.Type {
	bytes := t.size()
	t.unitLeaves(0, func(l leaf) { bytes = gcd(gcd(bytes, l.off), l.t.size()) })
	var ints, other kernel.Type
	t.unitLeaves(0, func(l leaf) {
		switch {
		case !l.t.isScalar() || l.t.size() != bytes:
		case l.t.scalar.IsInt() && ints.Bits == 0:
			ints = l.t.scalar
		case other == kernel.Type{}:
			other = l.t.scalar
		}
	})
	switch {
	case ints.Bits != 0:
		return ints
	case other != kernel.Type{} || bytes == 1 && t.isScalar():
		return other
	}
	return unsignedOf(bytes)
}

// unsignedOf returns the unsigned integer type of that many bytes, of 8 at most.
func unsignedOf(bytes int64) kernel.Type {
	for _, t := range []kernel.Type{kernel.U64, kernel.U32, kernel.U16} {
		if bytes%int64(t.Bytes()) == 0 {
			return t
		}
	}
	return kernel.U8
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
