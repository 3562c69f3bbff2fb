package lower

import (
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// parameters binds the kernel's parameters: scalars to variables that never
// change, pointers to memory of their own, structs to their fields.
func (l *lowerer) parameters() {
	for _, p := range l.fn.Params {
		t := l.resolve(p.Type)
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		if t.Form == ctype.FuncForm {
			t = ctype.PointerTo(t)
		}
		l.frame.scope.bind(p.Name, l.parameter(p, t))
	}
}

func (l *lowerer) parameter(p *cuda.Param, t *ctype.Type) *symbol {
	bad := func(reason string) *symbol { return &symbol{bad: reason} }
	switch {
	case t.Bad():
		return &symbol{place: &badPlace}
	case t.Ref:
		l.Errorf(p.Pos, "kernel parameter %s is a reference; pass a value or a pointer", p.Name)
		return &symbol{place: &badPlace}
	case t.IsPointer() && t.Elem.IsPointer() && !t.Elem.HoldsFunctions():
		return bad("parameter " + p.Name + " is a pointer to pointers; pass one array and offsets into it")
	case t.Form == ctype.VoidForm:
		l.Errorf(p.Pos, "parameter %s has type void", p.Name)
		return &symbol{place: &badPlace}
	}
	s := l.slot(p, "")
	name := nameOf(p)
	c := l.paramCell(name, name, t, s, s, p.Pos)
	if l.an.inMemory[s] {
		own := l.mem.newCell(name, t.Mutable(), s, s, p.Pos)
		l.out.pos = p.Pos
		l.mem.write(own.place(p.Pos), l.mem.read(c.place(p.Pos)))
		return &symbol{place: own.qualifiedPlace(p.Pos, t)}
	}
	return &symbol{place: c.place(p.Pos)}
}

// paramCell is a parameter or a field of one; label is as the user writes it.
func (l *lowerer) paramCell(name, label string, t *ctype.Type, s, root slot, pos diag.Pos) *cell {
	c := &cell{t: t, slot: s, root: root}
	switch {
	case t.IsScalar():
		c.fixed = l.scalarParam(name, t, pos)
	case t.IsPointer() && t.Elem.Form == ctype.FuncForm:
		c.bound = l.functionParam(name, t, s, pos)
	case t.IsPointer():
		c.bound = memoryPointer(l.mem.paramMemory(name, label, t.Elem, s), t.Elem)
	case t.IsArray() && t.Elem.HasPointers() && t.Len >= 0 && t.Len <= maxSpread:
		for i := range t.Len {
			n := strconv.FormatInt(i, 10)
			c.sub = append(c.sub, l.paramCell(name+"_"+n, label+"["+n+"]", t.Elem, s.field(n), root, pos))
		}
		return c
	case t.IsArray():
		ms := s.field("array")
		c.mem = l.an.newMemory(ms, name, t, kernel.Constant)
		c.mem.label = label
		return c
	case t.IsRecord():
		for i := range t.Rec.Fields {
			f := &t.Rec.Fields[i]
			ft := f.Type.Qualified(t.Const, t.Volatile)
			c.sub = append(c.sub, l.paramCell(name+"_"+f.Name, label+"."+f.Name, ft, s.field(f.Name), root, pos))
		}
		return c
	}
	if !l.an.changes(l.fn, name, s) {
		return c
	}
	own := l.mem.newCell(name, t.Mutable(), s, slot{}, pos)
	l.mem.write(own.place(pos), l.an.readCell(c))
	own.root = root
	return own
}

// scalarParam is a variable, or the constant that the options give.
func (l *lowerer) scalarParam(name string, t *ctype.Type, pos diag.Pos) kernel.Expr {
	text, given := l.opts.Params[name]
	if given {
		l.paramSeen[name] = true
		if e := parseLiteral(text, t.Scalar); e != nil {
			return e
		}
		l.Errorf(pos, "value %q of parameter %s is not a %s", text, name, t.Plain())
	}
	v := &kernel.Var{Name: l.out.unique(name), T: t.Scalar, Param: true, Pos: pos}
	l.out.kernel.Params = append(l.out.kernel.Params, v)
	return &kernel.VarRef{Var: v}
}

// parseLiteral reads a C literal as a constant of type t, nil if it is none.
func parseLiteral(text string, t kernel.Type) kernel.Expr {
	text = strings.TrimSpace(text)
	if t.Kind == kernel.Float {
		if _, err := strconv.ParseFloat(strings.TrimRight(text, "fF"), 64); err != nil {
			return nil
		}
		return &kernel.FloatConst{T: t, Text: text}
	}
	switch text {
	case "true":
		return cexpr.Convert(kernel.NewConst(kernel.I32, 1), t)
	case "false":
		return cexpr.Convert(kernel.NewConst(kernel.I32, 0), t)
	}
	digits := strings.TrimRight(text, "uUlL")
	n, err := strconv.ParseInt(digits, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(digits, 0, 64)
		if err != nil || t != kernel.U64 {
			return nil
		}
		n = int64(u)
	}
	if t.IsInt() && t.Wrap(n) != n {
		return nil
	}
	return cexpr.Convert(kernel.NewConst(kernel.I64, n), t)
}
