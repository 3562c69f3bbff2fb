package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
)

// converted is v, of a record type, as its conversion function to t has it:
// [class.conv.fct]. An exact type goes before one that converts further; ok is
// false if there is no such function, or no best one.
func (l *lowerer) converted(v object.Value, t *ctype.Type, pos diag.Pos) (object.Value, bool) {
	var best *candidate
	rank, ties := 0, 0
	for _, c := range l.conversions(v.T.Rec) {
		r := overload.Conversion(l.conversionType(c), t)
		if c.fn.ConstThis != v.T.Const {
			r++ // const functions for const objects
		}
		switch {
		case r >= overload.NoConversion || !c.fn.ConstThis && v.T.Const || best != nil && r > rank:
		case best != nil && r == rank:
			ties++
		default:
			best, rank, ties = c, r, 0
		}
	}
	if best == nil || ties > 0 {
		return object.Bad, false
	}
	this := &object.Place{Pos: pos, T: v.T, Val: &v}
	pl := l.inline(pos, site{pos, best.fn.Name}, best, nil, this)
	if pl.T.Bad() {
		return object.Bad, true
	}
	return l.convertTo(l.mem.Rvalue(pl), t, pos), true
}

// conversions are the conversion functions of r, else those of its bases.
func (l *lowerer) conversions(r *ctype.Record) []*candidate {
	if r.Decl == nil {
		return nil
	}
	var out []*candidate
	add := func(fn *cuda.FuncDecl) {
		if strings.HasPrefix(fn.Name, "operator ") && fn.Result != nil && fn.HasBody {
			if c := l.viableMethod(fn, r, nil, nil); c != nil {
				out = append(out, c)
			}
		}
	}
	for _, m := range r.Decl.Methods {
		add(m)
	}
	for _, b := range r.Bases {
		if len(out) == 0 {
			out = l.conversions(b)
		}
	}
	return out
}

// conversionType is what c converts to.
func (l *lowerer) conversionType(c *candidate) *ctype.Type {
	t := ctype.Bad
	l.in(&frame{path: c.in.Path, scope: bind.New(c.env)}, func() { t = l.resolve(c.fn.Result).Plain() })
	return t
}
