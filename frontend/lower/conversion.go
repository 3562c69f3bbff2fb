package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// converted is v, of a record type, as its conversion function to t has it:
// [class.conv.fct]. One for objects that are not const goes first, then an exact type
// before one that converts further ([over.match.best]); ok is false if there is no such
// function, or no best one.
func (l *lowerer) converted(v object.Value, t *ctype.Type, pos diag.Pos) (object.Value, bool) {
	return convertedAt(l, &object.Place{Pos: pos, T: v.T, Val: &v}, t, pos)
}

// convertedAt is converted for the object at this, which its function may look at where it lies.
func convertedAt(l *lowerer, this *object.Place, t *ctype.Type, pos diag.Pos) (object.Value, bool) {
	implicit := func(c *candidate) bool { return !c.fn.Explicit }
	best := bestConversion(l, this.T, t, func(*candidate) bool { return true })
	if other := bestConversion(l, this.T, t, implicit); best != nil && other != nil && best.fn != other.fn && t.Scalar != kernel.BoolType {
		l.Unsupported(pos, "which of the conversion functions of %s is meant depends on explicit ones; call it by its name", this.T.Plain())
		return object.Bad, true
	}
	if best == nil {
		return object.Bad, false
	}
	if this.Val == nil {
		this = l.settledObject(this, best.in)
	}
	pl := l.inline(pos, site{pos, best.fn.Name}, best, nil, this)
	if pl.T.Bad() {
		return object.Bad, true
	}
	return l.convertTo(l.mem.Rvalue(pl), t, pos), true
}

// referredBy is the number to which the only conversion function of pl's class to a reference leads
// that may be changed; nil if there is none.
func referredBy(l *lowerer, pl *object.Place, pos diag.Pos) *object.Place {
	var found *candidate
	for _, c := range l.conversions(pl.T.Rec, nil) {
		te := c.fn.Result
		if te.Form != cuda.ReferenceType || te.Elem.Const || c.fn.ConstThis || pl.T.Const || !l.conversionType(c).IsScalar() {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	if found == nil {
		return nil
	}
	return l.inline(pos, site{pos, found.fn.Name}, found, nil, l.settledObject(pl, found.in))
}

// convertArg is a, converted to t: an object of a class whose function converts it stays where it
// lies, for a copy of it would be more accesses than the program has.
func convertArg(l *lowerer, a callArg, t *ctype.Type) object.Value {
	if a.pl != nil && a.pl.T.IsRecord() && !t.IsRecord() && !t.Bad() {
		if v, ok := convertedAt(l, a.pl, t, a.pos); ok {
			return v
		}
	}
	return l.convertTo(l.argValue(a), t, a.pos)
}

// valueAs is e, converted to t.
func valueAs(l *lowerer, e cuda.Expr, t *ctype.Type) object.Value {
	if syntax.IsPlace(e) && !t.IsRecord() {
		return convertArg(l, l.operand(e), t)
	}
	return l.convertTo(l.eval(e), t, e.ExprPos())
}

// bestConversion is the best of the conversion functions that takes allows, nil if there
// is none or no best one.
func bestConversion(l *lowerer, from, t *ctype.Type, takes func(*candidate) bool) *candidate {
	var best *candidate
	rank, ties := 0, 0
	for _, c := range l.conversions(from.Rec, t) {
		r := overload.Conversion(l.conversionType(c), t)
		if r < overload.NoConversion && c.fn.ConstThis && !from.Const {
			r += overload.NoConversion / 2
		}
		switch {
		case r >= overload.NoConversion || !takes(c) || !c.fn.ConstThis && from.Const || best != nil && r > rank:
		case best != nil && r == rank && best.template && !c.template:
			best, ties = c, 0
		case best != nil && r == rank && !best.template && c.template:
		case best != nil && r == rank:
			ties++
		default:
			best, rank, ties = c, r, 0
		}
	}
	if ties > 0 {
		return nil
	}
	return best
}

// conversions are the conversion functions of r, else those of its bases: of templates the
// instances that convert to t, none if t is nil.
func (l *lowerer) conversions(r *ctype.Record, t *ctype.Type) []*candidate {
	if r.Decl == nil {
		return nil
	}
	var out []*candidate
	add := func(fn *cuda.FuncDecl) {
		if strings.HasPrefix(fn.Name, "operator ") && fn.Result != nil {
			defs, other := l.prog.names.Members(r.Decl, r.Path, fn.Name)
			elsewhere(l, r, fn.Name, other)
			for _, def := range defs {
				if def.HasBody && !fn.HasBody && def.ConstThis == fn.ConstThis {
					fn = def
				}
			}
			outer := l.target
			l.target = t
			c := l.viableMethod(fn, r, nil, nil)
			l.target = outer
			switch {
			case c == nil:
			case c.unclear:
				l.Unsupported(fn.Pos, "whether this template converts to %s, which gv2 does not understand; cast by a function of another name", t)
			case t != nil || !c.template:
				out = append(out, c)
			}
		}
	}
	for _, m := range r.Decl.Methods {
		add(m)
	}
	for _, b := range r.Bases {
		for _, c := range l.conversions(b, t) {
			t := l.conversionType(c) // a function to the same type hides it
			if !slices.ContainsFunc(out, func(own *candidate) bool { return l.conversionType(own).Identity() == t.Identity() }) {
				out = append(out, c)
			}
		}
	}
	return out
}

// callConversion is obj.operator T(), which is looked for by the type and not by how it is
// written, to the type te; in is the class that is looked in.
func callConversion(l *lowerer, pos diag.Pos, obj *object.Place, in *ctype.Record, te *cuda.TypeExpr) *object.Place {
	t := l.resolve(te)
	if t.Bad() {
		return &object.BadPlace
	}
	same := func(u *ctype.Type) bool {
		return u.Ref == t.Ref && u.RValue == t.RValue && (!t.Ref || u.Const == t.Const) && u.Plain().Identity() == t.Plain().Identity()
	}
	var best *candidate
	for _, c := range l.conversions(in, t.Plain()) {
		var to *ctype.Type
		l.in(&frame{path: c.in.Path, scope: bind.New(c.env)}, func() { to = l.resolve(c.fn.Result) })
		if same(to) && (c.fn.ConstThis || !obj.T.Const) && (best == nil || best.fn.ConstThis && !c.fn.ConstThis) {
			best = c
		}
	}
	if best == nil {
		l.Errorf(pos, "%s has no member function operator %s", obj.T.Plain(), t)
		return &object.BadPlace
	}
	return l.inline(pos, site{pos, best.fn.Name}, best, nil, l.settledObject(obj, best.in))
}

// convertNumber is x.operator T() of half and bfloat16, which are classes in C++ and numbers here.
func convertNumber(l *lowerer, pos diag.Pos, obj *object.Place, te *cuda.TypeExpr) *object.Place {
	t := l.resolve(te)
	if t.Bad() {
		return &object.BadPlace
	}
	if !library.HalfConverts(t) {
		l.Errorf(pos, "%s has no member function operator %s", obj.T.Plain(), t)
		return &object.BadPlace
	}
	v := l.convertTo(l.mem.Rvalue(obj), t.Plain(), pos)
	return &object.Place{Pos: pos, T: v.T, Val: &v}
}

// conversionType is what c converts to.
func (l *lowerer) conversionType(c *candidate) *ctype.Type {
	t := ctype.Bad
	l.in(&frame{path: c.in.Path, scope: bind.New(c.env)}, func() { t = l.resolve(c.fn.Result).Plain() })
	return t
}
