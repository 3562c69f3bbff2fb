package lower

import (
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// parameters binds the kernel's parameters: scalars to variables that never
// change, pointers to memory of their own, structs to their fields.
func (l *lowerer) parameters() {
	for _, p := range l.fn.Params {
		t := l.resolve(p.Type)
		if t.isArray() {
			t = pointerTo(t.elem)
		}
		if t.form == funcForm {
			t = pointerTo(t)
		}
		l.frame.scope.bind(p.Name, l.parameter(p, t))
	}
}

func (l *lowerer) parameter(p *cuda.Param, t *ctype) *symbol {
	bad := func(reason string) *symbol { return &symbol{bad: reason} }
	switch {
	case t.bad():
		return &symbol{place: &badPlace}
	case t.ref:
		l.Errorf(p.Pos, "kernel parameter %s is a reference; pass a value or a pointer", p.Name)
		return &symbol{place: &badPlace}
	case t.isPointer() && t.elem.isPointer() && !t.elem.holdsFunctions():
		return bad("parameter " + p.Name + " is a pointer to pointers; pass one array and offsets into it")
	case t.form == voidForm:
		l.Errorf(p.Pos, "parameter %s has type void", p.Name)
		return &symbol{place: &badPlace}
	}
	s := l.slot(p, "")
	name := nameOf(p)
	c := l.paramCell(name, name, t, s, s, p.Pos)
	if l.an.inMemory[s] {
		own := l.newCell(name, t.plainVar(), s, s, p.Pos)
		l.pos = p.Pos
		l.write(own.place(p.Pos), l.read(c.place(p.Pos)))
		return &symbol{place: own.qualifiedPlace(p.Pos, t)}
	}
	return &symbol{place: c.place(p.Pos)}
}

// paramCell is a parameter or a field of one; label is as the user writes it.
func (l *lowerer) paramCell(name, label string, t *ctype, s, root slot, pos diag.Pos) *cell {
	c := &cell{t: t, slot: s, root: root}
	switch {
	case t.isScalar():
		c.fixed = l.scalarParam(name, t, pos)
	case t.isPointer() && t.elem.form == funcForm:
		c.bound = l.functionParam(name, t, s, pos)
	case t.isPointer():
		c.bound = memoryPointer(l.paramMemory(name, label, t.elem, s), t.elem)
	case t.isArray() && t.elem.hasPointers() && t.n >= 0 && t.n <= maxSpread:
		for i := range t.n {
			n := decimal(i)
			c.sub = append(c.sub, l.paramCell(name+"_"+n, label+"["+n+"]", t.elem, s.field(n), root, pos))
		}
		return c
	case t.isArray():
		ms := s.field("array")
		c.mem = l.newMemory(ms, name, t, kernel.Constant)
		c.mem.label = label
		return c
	case t.isRecord():
		for i := range t.rec.fields {
			f := &t.rec.fields[i]
			ft := f.t.qualified(t.konst, t.volatile)
			c.sub = append(c.sub, l.paramCell(name+"_"+f.name, label+"."+f.name, ft, s.field(f.name), root, pos))
		}
		return c
	}
	if !l.changes(l.fn, name, s) {
		return c
	}
	own := l.newCell(name, t.plainVar(), s, slot{}, pos)
	l.write(own.place(pos), l.readCell(c))
	own.root = root
	return own
}

func (l *lowerer) paramMemory(name, label string, elem *ctype, s slot) *memory {
	s.path += "*"
	m := l.newMemory(s, name, elem, kernel.Global)
	m.label, m.param, m.count, m.readOnly = label, true, -1, elem.konst
	l.reserved[m] = l.unique(name)
	return m
}

// scalarParam is a variable, or the constant that the options give.
func (l *lowerer) scalarParam(name string, t *ctype, pos diag.Pos) kernel.Expr {
	text, given := l.opts.Params[name]
	if given {
		l.paramSeen[name] = true
		if e := parseLiteral(text, t.scalar); e != nil {
			return e
		}
		l.Errorf(pos, "value %q of parameter %s is not a %s", text, name, t.plain())
	}
	v := &kernel.Var{Name: l.unique(name), T: t.scalar, Param: true, Pos: pos}
	l.out.Params = append(l.out.Params, v)
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
