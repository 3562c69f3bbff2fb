// Package image lays the constant value of an object out in memory: values with a type in, the
// numbers that the units of its memory hold out, those of floats as their bits.
package image

import (
	"math"
	"strconv"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Most is how many bytes an image may have.
const Most = 1 << 26

// Image is the bytes of an object, zero at first.
type Image struct {
	bytes []byte
	ok    bool
}

// New is the image of an object of that many bytes; nil if that is none or too many.
func New(size int64) *Image {
	if size <= 0 || size > Most {
		return nil
	}
	return &Image{make([]byte, size), true}
}

// Put writes v, a value of type t, at an offset. What is not constant spoils the image.
func (m *Image) Put(v object.Value, t *ctype.Type, off int64) {
	switch {
	case v.Bad() || off < 0 || off+t.Size() > int64(len(m.bytes)):
		m.ok = false
	case t.IsScalar():
		m.number(v.Expr, t.Scalar, off, 0, 8*t.Size())
	case t.IsArray():
		for i := range v.Fields {
			m.Put(v.Fields[i], t.Elem, off+int64(i)*t.Elem.Size())
		}
	case t.IsRecord() && len(v.Fields) == len(t.Rec.Fields):
		for i := range t.Rec.Fields {
			switch f := &t.Rec.Fields[i]; {
			case v.Fields[i].T == nil && t.Rec.Union: // which is not the member that has a value
			case f.Bits != nil && v.Fields[i].Expr != nil:
				m.number(v.Fields[i].Expr, f.Type.Scalar, off+f.Bits.Start, f.Bits.Shift, f.Bits.Width)
			default:
				m.Put(v.Fields[i], f.Type, off+f.Offset)
			}
		}
	default:
		m.ok = false
	}
}

// integer writes an integer of type t at an offset.
func (m *Image) integer(t kernel.Type, off, v int64) {
	if off < 0 || off+int64(t.Bytes()) > int64(len(m.bytes)) {
		m.ok = false
		return
	}
	for i := range int64(t.Bytes()) {
		m.bytes[off+i] = byte(v >> (8 * i))
	}
}

// Character is character i of a string as a number of type t; zeros follow the last one.
func Character(s *cuda.StringLit, i int64, t kernel.Type) *kernel.Const {
	c := &kernel.Const{T: t}
	if i < int64(len(s.Units)) {
		c.Val = t.Wrap(int64(s.Units[i]))
	}
	return c
}

// number writes the lowest bits of a number of type t, the first of them that many bits behind the offset.
func (m *Image) number(e kernel.Expr, t kernel.Type, off, shift, width int64) {
	x, ok := bits(e, t)
	if !ok {
		m.ok = false
		return
	}
	for i := range width {
		at := off + (shift+i)/8
		if at >= int64(len(m.bytes)) {
			m.ok = false
			return
		}
		mask := byte(1) << ((shift + i) % 8)
		if m.bytes[at] &^= mask; x>>i&1 != 0 {
			m.bytes[at] |= mask
		}
	}
}

// Units is the image as numbers of type t; nil where it is not known.
func (m *Image) Units(t kernel.Type) []kernel.Const {
	size := t.Bytes()
	if !m.ok || t == kernel.F16 || size < 1 || size > 8 || len(m.bytes)%size != 0 {
		return nil
	}
	out := make([]kernel.Const, 0, len(m.bytes)/size)
	for i := 0; i < len(m.bytes); i += size {
		x := uint64(0)
		for j := range size {
			x |= uint64(m.bytes[i+j]) << (8 * j)
		}
		c := kernel.Const{T: t, Val: int64(x)}
		switch t.Kind {
		case kernel.Bool:
			c.Val = min(c.Val, 1)
		case kernel.Int:
			c.Val = t.Wrap(c.Val)
		case kernel.Float: // the bits of which are the number
		}
		out = append(out, c)
	}
	return out
}

// bits are those of e as a number of type t.
func bits(e kernel.Expr, t kernel.Type) (uint64, bool) {
	if c, ok := e.(*kernel.Const); ok && t.Kind != kernel.Float {
		return uint64(c.Val), c.T.Kind != kernel.Float && (t.Kind != kernel.Bool || c.Val == 0 || c.Val == 1)
	}
	x, ok := float(e)
	switch {
	case ok && t == kernel.F64:
		return math.Float64bits(x), true
	case ok && t == kernel.F32:
		return uint64(math.Float32bits(float32(x))), true
	}
	return 0, false
}

// float is the value of a floating constant, in the precision of its type.
func float(e kernel.Expr) (float64, bool) {
	switch e := e.(type) {
	case *kernel.FloatConst:
		x, err := strconv.ParseFloat(e.Text, e.T.Bits)
		return x, err == nil && (e.T == kernel.F32 || e.T == kernel.F64)
	case *kernel.Unary:
		x, ok := float(e.X)
		return -x, ok && e.Op == kernel.Neg
	case *kernel.Convert:
		x, ok := float(e.X)
		if c, isInt := e.X.(*kernel.Const); isInt {
			if x, ok = float64(c.Val), c.T.IsInt() || c.T.Kind == kernel.Bool; c.T == kernel.U64 && c.Val < 0 {
				ok = false
			}
			if e.T == kernel.F32 && (c.Val > 1<<24 || c.Val < -1<<24) {
				ok = false // which would be rounded twice
			}
		}
		if e.T == kernel.F32 {
			x = float64(float32(x))
		}
		return x, ok && (e.T == kernel.F32 || e.T == kernel.F64)
	default:
		// Others are computed.
	}
	return 0, false
}
