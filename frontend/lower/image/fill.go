package image

import (
	"gv2/frontend/cuda"
	"gv2/frontend/lower/aggregate"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Filler writes an initialiser into an image, element by element of what may be a large table.
type Filler struct {
	Image *Image
	Parts *aggregate.Reader
	// Value is the constant value of a part that is no large array, Default that of an object without initialiser; they are
	// bad, or not constant, where it is not known.
	Value   func(*aggregate.Part) object.Value
	Default func(*ctype.Type) object.Value
}

// Object writes the initialiser of the whole object, of type t.
func (f *Filler) Object(t *ctype.Type, init cuda.Expr) {
	if t.IsArray() {
		f.array(t, init, 0)
		return
	}
	p, fault := f.Parts.Of(t, init)
	if fault != nil {
		f.Image.ok = false
		return
	}
	f.part(&p, 0)
}

// rest writes the elements of an array from n on, which have no initialiser; an image is zero at first.
func (f *Filler) rest(t *ctype.Type, off, n int64) {
	for ; n < t.Len && t.Elem.Innermost().IsRecord(); n++ {
		f.Image.Put(f.Default(t.Elem), t.Elem, off+n*t.Elem.Size())
	}
}

func (f *Filler) part(p *aggregate.Part, off int64) {
	t := p.Type
	n, number := p.Init.(*cuda.IntLit)
	switch {
	case p.Kind == aggregate.Whole && number && t.IsScalar() && t.Scalar.IsInt(): // there may be tens of thousands
		f.Image.integer(t.Scalar, off, int64(n.Value))
	case p.Kind == aggregate.Whole && t.IsArray():
		f.array(t, p.Init, off)
	case p.Kind == aggregate.Items:
		for i := range p.Parts {
			f.part(&p.Parts[i], off+int64(i)*t.Elem.Size())
		}
		f.rest(t, off, int64(len(p.Parts)))
	case p.Kind == aggregate.Text:
		for i := range int64(p.Text.Len) {
			f.Image.Put(object.ScalarValue(t.Elem, Character(p.Text, i, t.Elem.Scalar)), t.Elem, off+i*t.Elem.Size())
		}
	case p.Kind == aggregate.Members && t.Size() > object.MaxSpread && !t.Rec.Union:
		f.members(p, off)
	case p.Kind == aggregate.Left && !t.Innermost().IsRecord(): // which is zero
	default:
		f.Image.Put(f.Value(p), t, off)
	}
}

// members writes those of a large class.
func (f *Filler) members(p *aggregate.Part, off int64) {
	t := p.Type
	for i := range p.Parts {
		own := i - len(t.Rec.Bases)
		if own < 0 {
			f.part(&p.Parts[i], off+t.Rec.BaseOffsets[i])
			continue
		}
		m := t.OwnFields()[own]
		if m.Bits != nil || m.Init != nil && p.Parts[i].Kind == aggregate.Left {
			f.Image.ok = false
			return
		}
		f.part(&p.Parts[i], off+m.Offset)
	}
}

func (f *Filler) array(t *ctype.Type, init cuda.Expr, off int64) {
	n := int64(0)
	each, fault := f.Parts.Each(t, init, func(i int64, p aggregate.Part) bool {
		n = i + 1
		f.part(&p, off+i*t.Elem.Size())
		return f.Image.ok
	})
	switch {
	case fault != nil:
		f.Image.ok = false
	case each:
		f.rest(t, off, n)
	default:
		p, fault := f.Parts.Of(t, init)
		if fault != nil || p.Kind == aggregate.Whole {
			f.Image.ok = false
			return
		}
		f.part(&p, off)
	}
}
