package lower

import (
	"slices"
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
)

// mostPointers bounds the arrays of pointers in a parameter of which each leads to an array with a
// name of its own; a longer one is memory that holds pointers.
const mostPointers = 16

// parameters binds the kernel's parameters: scalars to variables that never
// change, pointers to memory of their own, structs to their fields.
func (l *lowerer) parameters() {
	pack.BindEmpty(l.fn, l.frame.scope)
	for _, p := range l.fn.Params {
		before := l.diags
		t := l.resolve(p.Type)
		if t.Bad() || l.diags.Len() > before.Len() {
			l.frame.scope.Bind(p.Name, unknownParam(l, p, before))
			continue
		}
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		if t.Form == ctype.FuncForm {
			t = ctype.PointerTo(t)
		}
		sym := l.parameter(p, t)
		sym.Fixed = fixedVar(l, p.Type, nil)
		l.frame.scope.Bind(p.Name, sym)
	}
}

// unknownParam is a parameter whose type is not known: only a kernel that uses it is lost.
// Before are the diagnostics without those on the type.
func unknownParam(l *lowerer, p *cuda.Param, before diag.List) *bind.Symbol {
	news := l.diags.All()[before.Len():]
	if len(news) == 0 || slices.ContainsFunc(news, func(d diag.Diagnostic) bool { return d.Severity != diag.Unsupported }) {
		return &bind.Symbol{Place: &object.BadPlace}
	}
	l.diags = before
	return &bind.Symbol{Bad: "parameter " + syntax.NameOf(p) + " has a type that is not known: " + news[0].Message}
}

func (l *lowerer) parameter(p *cuda.Param, t *ctype.Type) *bind.Symbol {
	bad := func(reason string) *bind.Symbol { return &bind.Symbol{Bad: reason} }
	switch {
	case t.Bad():
		return &bind.Symbol{Place: &object.BadPlace}
	case t.Ref:
		l.Errorf(p.Pos, "kernel parameter %s is a reference; pass a value or a pointer", p.Name)
		return &bind.Symbol{Place: &object.BadPlace}
	case t.IsRecord() && t.Rec.Refers():
		return bad("parameter " + p.Name + " has a member that is a reference; use a pointer")
	case t.Form == ctype.VoidForm:
		l.Errorf(p.Pos, "parameter %s has type void", p.Name)
		return &bind.Symbol{Place: &object.BadPlace}
	}
	s := l.slot(p, "")
	name := syntax.NameOf(p)
	if l.an.InMemory[s] && t.HasPointers() && !t.IsPointer() {
		// Its bytes are looked at: it is memory, with pointers in it that the host has put there.
		m := l.an.NewMemory(s.Field("bytes"), name, t, kernel.Constant)
		return &bind.Symbol{Place: &object.Place{Pos: p.Pos, T: t, Ptr: object.MemoryPointer(m, t)}}
	}
	c := l.paramCell(name, name, t, s, s, p.Pos)
	if l.an.InMemory[s] {
		own := l.mem.NewCell(name, t.Mutable(), s, s, p.Pos)
		l.out.Pos = p.Pos
		l.mem.Write(own.Place(p.Pos), l.mem.Read(c.Place(p.Pos)))
		return &bind.Symbol{Place: own.QualifiedPlace(p.Pos, t)}
	}
	return &bind.Symbol{Place: c.Place(p.Pos)}
}

// paramCell is a parameter or a field of one; label is as the user writes it.
func (l *lowerer) paramCell(name, label string, t *ctype.Type, s, root object.Slot, pos diag.Pos) *object.Cell {
	c := &object.Cell{T: t, Slot: s, Root: root}
	switch {
	case t.IsScalar():
		c.Fixed = l.scalarParam(name, label, t, pos)
	case t.IsPointer() && t.Elem.Form == ctype.FuncForm:
		c.Bound = l.functionParam(name, t, s, pos)
	case t.IsPointer():
		m := sameMemory(l, label)
		if m == nil {
			m = l.mem.ParamMemory(name, label, t.Elem, s)
		} else if _, apart := l.opts.Overlaps[label]; !apart && l.opts.Offsets[label] == 0 {
			l.out.Kernel.InPlace = append(l.out.Kernel.InPlace, l.opts.Same[label])
		}
		c.Bound = object.MemoryPointer(m, t.Elem)
		if n := l.opts.Offsets[label]; n != 0 {
			c.Bound = l.mem.Shift(c.Bound, kernel.NewConst(kernel.I64, n), false)
		}
		if o, overlaps := l.opts.Overlaps[label]; overlaps {
			if !o.Unlike {
				v := &kernel.Var{Name: l.out.Unique(name + "_offset"), T: kernel.I64, Param: true, Pos: pos}
				l.out.Kernel.Params = append(l.out.Kernel.Params, v)
				c.Bound = l.mem.Shift(c.Bound, kernel.Ref(v), false)
				o.Distance = v.Name
				l.scalars[annotation.Scalar{Name: label + "_offset", Pos: pos}] = kernel.Ref(v)
			}
			l.out.Kernel.Overlaps = append(l.out.Kernel.Overlaps, o)
		}
	case t.IsArray() && t.Elem.HasPointers() && t.Len >= 0 && (t.Len <= mostPointers || t.HoldsFunctions() && t.Len <= object.MaxSpread):
		for i := range t.Len {
			n := strconv.FormatInt(i, 10)
			c.Sub = append(c.Sub, l.paramCell(name+"_"+n, label+"["+n+"]", t.Elem, s.Field(n), root, pos))
		}
		return c
	case t.IsArray(), t.IsRecord() && t.Rec.Union: // of a union all members are the same bytes
		ms := s.Field("array")
		c.Mem = l.an.NewMemory(ms, name, t, kernel.Constant)
		c.Mem.Label = label
		return c
	case t.IsRecord():
		for i := range t.Rec.Fields {
			f := &t.Rec.Fields[i]
			ft := f.Type.Qualified(t.Const, t.Volatile)
			of := label
			if f.Name != "" {
				of += "." + f.Name
			}
			c.Sub = append(c.Sub, l.paramCell(name+"_"+f.Name, of, ft, s.Field(object.PartName(t.Rec, i)), root, pos))
		}
		return c
	}
	if !l.an.Changes(l.fn, name, s) {
		return c
	}
	own := l.mem.NewCell(name, t.Mutable(), s, object.Slot{}, pos)
	l.mem.Write(own.Place(pos), l.an.ReadCell(c))
	own.Root = root
	return own
}

// sameMemory is the memory of the parameter that is the same pointer as parameter name, nil if there is none.
func sameMemory(l *lowerer, name string) *object.Memory {
	of := l.opts.Same[name]
	for _, p := range l.fn.Params {
		if p.Name == of && of != "" {
			if t := l.resolve(p.Type); t.IsPointer() && t.Elem.Form != ctype.FuncForm {
				return l.mem.ParamMemory(of, of, t.Elem, l.slot(p, ""))
			}
		}
	}
	return nil
}

// scalarParam is a variable, or the constant that the options give; label is as the user writes it.
func (l *lowerer) scalarParam(name, label string, t *ctype.Type, pos diag.Pos) kernel.Expr {
	text, given := l.opts.Params[name]
	if given {
		l.paramSeen[name] = true
		if e := cexpr.Literal(text, t.Scalar); e != nil {
			l.scalars[annotation.Scalar{Name: name, Pos: pos}] = e
			return e
		}
		l.Errorf(pos, "value %q of parameter %s is not a %s", text, name, t.Plain())
	}
	v := &kernel.Var{Name: l.out.Unique(name), T: t.Scalar, Param: true, Pos: pos}
	if label != name {
		v.Label = label
	}
	l.out.Kernel.Params = append(l.out.Kernel.Params, v)
	l.scalars[annotation.Scalar{Name: name, Pos: pos}] = &kernel.VarRef{Var: v}
	return &kernel.VarRef{Var: v}
}

// unlikeOnes are the parameters that may lead into the array of another one, and have an array of their own.
func unlikeOnes(overlaps map[string]kernel.Overlap) map[string]string {
	out := map[string]string{}
	for label, o := range overlaps {
		if o.Unlike {
			out[label] = o.Array
		}
	}
	return out
}
