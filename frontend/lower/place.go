package lower

import (
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// value is what an expression yields: one of a scalar, a pointer, or the fields
// of a record (the elements of an array inside a record).
type value struct {
	t      *ctype.Type
	e      kernel.Expr
	p      *pointer
	fields []value
	str    *cuda.StringLit
	// lit0 is set for the literal 0, which is also a null pointer.
	lit0 bool
	// nodes counts what binary operators put together, to keep trees small.
	nodes int
}

// place is an lvalue: a local variable, memory behind a pointer, or a value that
// a reference to const was bound to.
type place struct {
	pos  diag.Pos
	t    *ctype.Type
	cell *cell
	ptr  *pointer
	val  *value
}

// cell is the storage of a local variable that needs no address: variables of
// the kernel, one per scalar.
type cell struct {
	t     *ctype.Type
	slot  slot // its own
	root  slot // of the variable it is a part of
	v     *kernel.Var
	fixed kernel.Expr // a scalar that is never assigned
	bound *pointer    // a pointer that is never assigned
	off   *kernel.Var
	tag   *kernel.Var
	sub   []*cell // fields, or elements of an array of pointers
	mem   *memory // arrays, and variables whose address is taken
}

// maxSpread bounds arrays that become one variable per element.
const maxSpread = 1024

var badValue = value{t: ctype.Bad, e: kernel.NewConst(kernel.I32, 0)}

var badPlace = place{t: ctype.Bad, val: &badValue}

func scalarValue(t *ctype.Type, e kernel.Expr) value { return value{t: t, e: e} }

func (v value) bad() bool { return v.t == nil || v.t.Bad() }

// newCell makes storage for a variable; s is its slot, root that of the whole
// variable.
func (mem *memoryModel) newCell(name string, t *ctype.Type, s, root slot, pos diag.Pos) *cell {
	c := &cell{t: t, slot: s, root: root}
	switch {
	case t.Bad():
		mem.explain(pos)
	case mem.an.inMemory[root]:
		c.mem = mem.localMemory(name, t, s, pos)
	case t.IsScalar():
		c.v = mem.out.variable(name, t.Scalar, pos)
	case t.IsPointer():
		mem.pointerCell(c, name, pos)
	case t.IsRecord() && t.Rec.Union:
		c.mem = mem.localMemory(name, t, s, pos)
	case t.IsRecord():
		for i := range t.Rec.Fields {
			f := &t.Rec.Fields[i]
			ft := f.Type.Qualified(t.Const, t.Volatile)
			c.sub = append(c.sub, mem.newCell(name+"_"+f.Name, ft, s.field(f.Name), root, pos))
		}
	case t.IsArray() && t.Elem.HasPointers():
		if t.Len < 0 || t.Len > maxSpread {
			mem.out.Unsupported(pos, "an array of %d pointers; gv2 follows %d at most", t.Len, maxSpread)
			c.t = ctype.Bad
			return c
		}
		for i := int64(0); i < t.Len; i++ {
			n := strconv.FormatInt(i, 10)
			c.sub = append(c.sub, mem.newCell(name+"_"+n, t.Elem, s.field(n), root, pos))
		}
	case t.IsArray():
		c.mem = mem.localMemory(name, t, s, pos)
	default:
		mem.out.Unsupported(pos, "a variable of type %s", t)
		c.t = ctype.Bad
	}
	return c
}

func (s slot) field(name string) slot {
	s.path += "." + name
	return s
}

func (mem *memoryModel) pointerCell(c *cell, name string, pos diag.Pos) {
	set := mem.an.pointees(c.slot)
	c.off = mem.out.variable(name, kernel.I64, pos)
	if len(set.targets) > 1 {
		c.tag = mem.out.variable(name+"_target", kernel.I32, pos)
	}
}

func (an *analysis) pointees(s slot) *pointees {
	set := an.pointers[s]
	if set == nil {
		set = &pointees{}
		an.pointers[s] = set
	}
	return set
}

// place returns c as an lvalue.
func (c *cell) place(pos diag.Pos) *place {
	if c.mem != nil {
		return &place{pos: pos, t: c.t, ptr: memoryPointer(c.mem, c.t)}
	}
	return &place{pos: pos, t: c.t, cell: c}
}

// field returns member i of the record at pl.
func (mem *memoryModel) field(pl *place, i int) *place {
	f := &pl.t.Rec.Fields[i]
	t := f.Type.Qualified(pl.t.Const, pl.t.Volatile)
	switch {
	case pl.val != nil && pl.val.fields[i].t == nil:
		mem.out.Unsupported(pl.pos, "member %s of a union that is a value; give the union a name", f.Name)
		return &badPlace
	case pl.val != nil:
		return &place{pos: pl.pos, t: t, val: &pl.val.fields[i]}
	case pl.cell != nil:
		return pl.cell.sub[i].place(pl.pos)
	}
	return &place{pos: pl.pos, t: t, ptr: pl.ptr.with(t, mem.shiftOffset(pl.ptr, offset(f.Offset), 1, false))}
}

// element returns element i of the array at pl, i constant.
func (mem *memoryModel) element(pl *place, i int64) *place {
	switch {
	case pl.val != nil:
		return &place{pos: pl.pos, t: pl.t.Elem, val: &pl.val.fields[i]}
	case pl.cell != nil:
		return pl.cell.sub[i].place(pl.pos)
	}
	return &place{pos: pl.pos, t: pl.t.Elem, ptr: pl.ptr.with(pl.t.Elem, mem.shiftOffset(pl.ptr, offset(i), pl.t.Elem.Size(), false))}
}

// read returns the value at pl; arrays are read whole.
func (mem *memoryModel) read(pl *place) value {
	t := pl.t
	switch {
	case t.Bad():
		return badValue
	case pl.val != nil:
		return *pl.val
	case t.IsRecord() && t.Rec.Union:
		return mem.readUnion(pl)
	case t.IsRecord():
		v := value{t: t}
		for i := range t.Rec.Fields {
			v.fields = append(v.fields, mem.read(mem.field(pl, i)))
		}
		return v
	case t.IsArray():
		if t.Len < 0 || t.Len > maxSpread {
			mem.out.Unsupported(pl.pos, "copying an array of %d elements; copy it in a loop", t.Len)
			return badValue
		}
		v := value{t: t}
		for i := int64(0); i < t.Len; i++ {
			v.fields = append(v.fields, mem.read(mem.element(pl, i)))
		}
		return v
	case pl.cell != nil:
		return mem.an.readCell(pl.cell)
	case t.IsScalar():
		return scalarValue(t, mem.load(pl.pos, pl.ptr, t.Scalar, t.Volatile))
	case t.HoldsFunctions():
		return mem.loadFunction(pl)
	case t.IsPointer():
		return mem.loadPointer(pl)
	}
	mem.out.Unsupported(pl.pos, "a value of type %s", t)
	return badValue
}

// readUnion reads the widest member of a union, which holds all its bytes: as a
// value a union has one member only.
func (mem *memoryModel) readUnion(pl *place) value {
	v := value{t: pl.t, fields: make([]value, len(pl.t.Rec.Fields))}
	if i := pl.t.Rec.Widest(); i >= 0 {
		v.fields[i] = mem.read(mem.field(pl, i))
	}
	return v
}

// inShared reports whether p leads to shared memory alone.
func (p *pointer) inShared() bool {
	for _, t := range p.targets {
		if t.mem == nil || t.mem.space != kernel.Shared {
			return false
		}
	}
	return true
}

func (an *analysis) readCell(c *cell) value {
	switch {
	case c.fixed != nil:
		return scalarValue(c.t, c.fixed)
	case c.v != nil:
		return scalarValue(c.t, &kernel.VarRef{Var: c.v})
	case c.bound != nil:
		return value{t: c.t, p: c.bound.with(c.t.Elem, c.bound.off)}
	case c.off != nil:
		return value{t: c.t, p: an.readPointer(c)}
	}
	return badValue
}

func (an *analysis) readPointer(c *cell) *pointer {
	set := an.pointees(c.slot)
	p := &pointer{elem: c.t.Elem, targets: set.targets, off: &kernel.VarRef{Var: c.off}}
	if c.tag != nil {
		p.tag = &kernel.VarRef{Var: c.tag}
	}
	if p.hasLocal() || p.onlyNull() || p.noMemory() {
		p.off = zeroOff
	}
	return p
}

// write stores v, already of pl's type, at pl.
func (mem *memoryModel) write(pl *place, v value) {
	t := pl.t
	switch {
	case t.Bad() || v.bad():
		mem.explain(pl.pos)
	case pl.val != nil:
		mem.out.Errorf(pl.pos, "this assigns to a value that cannot be assigned")
	case t.IsRecord():
		v = mem.apart(pl, v)
		for i := range t.Rec.Fields {
			if !t.Rec.Union || v.fields[i].t != nil {
				mem.write(mem.field(pl, i), v.fields[i])
			}
		}
	case t.IsArray():
		v = mem.apart(pl, v)
		for i := range v.fields {
			mem.write(mem.element(pl, int64(i)), v.fields[i])
		}
	case pl.cell != nil:
		mem.writeCell(pl, v)
	case t.IsScalar():
		mem.store(pl.pos, pl.ptr, v.e, t.Volatile)
	case t.HoldsFunctions():
		mem.storeFunction(pl, v.p)
	case t.IsPointer() && pl.ptr.inShared():
		mem.storePointer(pl, v.p)
	default:
		mem.out.Unsupported(pl.pos, "a value of type %s that is stored in memory; keep pointers in local variables", t)
	}
}

// apart returns v with those expressions computed beforehand that read the
// variables of pl: a struct is written field by field, as in v = {v.y, v.x}.
func (mem *memoryModel) apart(pl *place, v value) value {
	if pl.cell == nil {
		return v
	}
	own := map[*kernel.Var]bool{}
	pl.cell.variables(own)
	return mapValue(v, func(e kernel.Expr) kernel.Expr {
		if !changesSince(e, func(v *kernel.Var) bool { return own[v] }) {
			return e
		}
		t := mem.out.Temp(e.Type())
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pl.pos), Dst: t, X: e})
		return &kernel.VarRef{Var: t}
	})
}

// variables adds the variables of c to set.
func (c *cell) variables(set map[*kernel.Var]bool) {
	for _, v := range []*kernel.Var{c.v, c.off, c.tag} {
		if v != nil {
			set[v] = true
		}
	}
	for _, s := range c.sub {
		s.variables(set)
	}
}

func (mem *memoryModel) writeCell(pl *place, v value) {
	c := pl.cell
	switch {
	case c.fixed != nil || c.bound != nil:
		mem.an.mark(mem.an.mutable, c.slot)
	case c.v != nil:
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pl.pos), Dst: c.v, X: v.e})
	case c.off != nil:
		mem.writePointer(pl.pos, c, v.p)
	}
}

func (mem *memoryModel) writePointer(pos diag.Pos, c *cell, p *pointer) {
	set := mem.an.pointees(c.slot)
	mem.an.add(set, p.targets)
	mem.an.unify(set.targets)
	all := &pointer{targets: set.targets}
	if all.hasLocal() {
		if len(set.targets) > 1 {
			mem.an.settleLocal(all)
		}
		return
	}
	tag := p.tagOf()
	if c.tag != nil {
		if _, ok := tag.(*kernel.Cond); ok {
			tag = mem.out.stable(pos, tag)
		}
	}
	mem.set(pos, c.off, p.off)
	if c.tag != nil {
		mem.set(pos, c.tag, tag)
	}
}

// set is v := x, unless v is x already.
func (mem *memoryModel) set(pos diag.Pos, v *kernel.Var, x kernel.Expr) {
	if r, ok := x.(*kernel.VarRef); !ok || r.Var != v {
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pos), Dst: v, X: x})
	}
}

// havoc gives the variables of c arbitrary values.
func (o *output) havoc(pos diag.Pos, c *cell, why string) {
	for _, v := range []*kernel.Var{c.v, c.off, c.tag} {
		if v != nil {
			o.Emit(&kernel.Havoc{Src: o.at(pos), Dst: v, Why: why})
		}
	}
	for _, s := range c.sub {
		o.havoc(pos, s, why)
	}
}

// address is &pl.
func (mem *memoryModel) address(pl *place) *pointer {
	switch {
	case pl.ptr != nil:
		return pl.ptr.with(pl.t, pl.ptr.off)
	case pl.cell != nil:
		t := mem.an.newTarget(pl.cell.slot)
		t.cell, t.root = pl.cell, pl.cell.root
		return &pointer{elem: pl.t, targets: []*target{t}, off: zeroOff}
	}
	mem.out.Unsupported(pl.pos, "the address of a temporary value; give it a name")
	return &pointer{elem: pl.t, off: zeroOff}
}

// deref is *p. A variable that is accessed as what it is stays a variable.
func (mem *memoryModel) deref(pos diag.Pos, p *pointer) *place {
	if c := p.cell(); c != nil {
		if ctype.Same(c.t, p.elem) {
			return &place{pos: pos, t: c.t.Qualified(p.elem.Const, p.elem.Volatile), cell: c}
		}
		mem.an.settleLocal(p)
	}
	return &place{pos: pos, t: p.elem, ptr: p}
}

// mark is a point in the current block: values computed before it must not see
// what is assigned after it.
type mark struct {
	at     int
	serial int
}

func (o *output) mark() mark { return mark{len(o.cur), o.serial} }

// keep returns v as it was at m: where a variable it reads was assigned since, v
// is computed at m into a temporary.
func (o *output) keep(m mark, v value) value {
	if o.serial == m.serial {
		return v
	}
	hold := func(e kernel.Expr) kernel.Expr {
		if e == nil || !changesSince(e, func(v *kernel.Var) bool { return o.assignedAt[v] > m.serial }) {
			return e
		}
		return o.insert(m, e)
	}
	return mapValue(v, hold)
}

// insert computes e at m.
func (o *output) insert(m mark, e kernel.Expr) kernel.Expr {
	t := o.Temp(e.Type())
	o.cur = append(o.cur, nil)
	copy(o.cur[m.at+1:], o.cur[m.at:])
	o.cur[m.at] = &kernel.Assign{Src: o.Src(), Dst: t, X: e}
	return &kernel.VarRef{Var: t}
}

// mapValue applies f to every expression in v.
func mapValue(v value, f func(kernel.Expr) kernel.Expr) value {
	if v.e != nil {
		v.e = f(v.e)
	}
	if v.p != nil {
		p := *v.p
		p.off = f(p.off)
		if p.tag != nil {
			p.tag = f(p.tag)
		}
		v.p = &p
	}
	if v.fields != nil {
		fields := make([]value, len(v.fields))
		for i := range fields {
			fields[i] = mapValue(v.fields[i], f)
		}
		v.fields = fields
	}
	return v
}

// baseOf is the part of v that its base class t makes.
func (mem *memoryModel) baseOf(v value, t *ctype.Type) (value, bool) {
	pl, ok := mem.basePlace(&place{t: v.t, val: &v}, t)
	if !ok {
		return value{}, false
	}
	return *pl.val, true
}

// basePlace is the part of pl that its base class t makes, at any depth.
func (mem *memoryModel) basePlace(pl *place, t *ctype.Type) (*place, bool) {
	if pl.t.Bad() || !pl.t.IsRecord() || !t.IsRecord() {
		return nil, false
	}
	first := 0
	for i, b := range pl.t.Rec.Bases {
		if b == t.Rec {
			return mem.baseAt(pl, i, first), true
		}
		if deeper := mem.baseAt(pl, i, first); b.DerivesFrom(t.Rec) {
			return mem.basePlace(deeper, t)
		}
		first += len(b.Fields)
	}
	return nil, false
}

// baseAt is base i of the object at pl, whose fields begin with number first.
func (mem *memoryModel) baseAt(pl *place, i, first int) *place {
	b := pl.t.Rec.Bases[i]
	t := b.Type().Qualified(pl.t.Const, pl.t.Volatile)
	last := first + len(b.Fields)
	switch {
	case pl.cell != nil:
		sub := *pl.cell
		sub.t, sub.sub = t.Plain(), pl.cell.sub[first:last]
		return &place{pos: pl.pos, t: t, cell: &sub}
	case pl.val != nil:
		return &place{pos: pl.pos, t: t, val: &value{t: t, fields: pl.val.fields[first:last]}}
	}
	off := pl.ptr.off
	if last > first {
		off = mem.shiftOffset(pl.ptr, offset(pl.t.Rec.Fields[first].Offset-b.Fields[0].Offset), 1, false)
	}
	return &place{pos: pl.pos, t: t, ptr: pl.ptr.with(t, off)}
}

// fixedPointer is a pointer that is set once: a variable for its offset, unless
// that is constant.
func (mem *memoryModel) fixedPointer(name string, t *ctype.Type, p *pointer, s slot, pos diag.Pos) *place {
	bound := p.with(t.Elem, p.off)
	if !cexpr.IsConst(p.off) {
		v := mem.out.variable(name, kernel.I64, pos)
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pos), Dst: v, X: p.off})
		bound.off = &kernel.VarRef{Var: v}
	}
	if p.tag != nil && !cexpr.IsConst(p.tag) {
		v := mem.out.variable(name+"_target", kernel.I32, pos)
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pos), Dst: v, X: p.tag})
		bound.tag = &kernel.VarRef{Var: v}
	}
	return &place{pos: pos, t: t, cell: &cell{t: t, slot: s, root: s, bound: bound}}
}

// memoryPlace is a __device__, __constant__ or const variable.
func (mem *memoryModel) memoryPlace(d *cuda.VarDecl, t *ctype.Type, s slot) *place {
	if t.HasPointers() && !t.HoldsFunctions() {
		mem.out.Unsupported(d.Pos, "%s holds pointers in device memory; pass them as kernel parameters", d.Name)
		return &badPlace
	}
	if t.IsArray() && t.Len < 0 && !d.Extern {
		mem.out.Errorf(d.Pos, "the length of array %s is not given", d.Name)
		return &badPlace
	}
	space := kernel.Global
	if d.Space == cuda.ConstantSpace || d.Space == cuda.NoSpace {
		space = kernel.Constant
	}
	m := mem.an.newMemory(s, d.Name, t, space)
	m.decl = d
	m.readOnly = m.readOnly || t.Const
	return &place{pos: d.Pos, t: t, ptr: memoryPointer(m, t)}
}

// explain makes sure that what was given up on has a diagnostic: without one,
// the kernel would lack a part of the program.
func (mem *memoryModel) explain(pos diag.Pos) {
	if !mem.out.reports.HasErrors() && !mem.an.changed {
		mem.out.Unsupported(pos, "this expression; write it in a simpler way")
	}
}

// rvalue reads pl; an array decays.
func (mem *memoryModel) rvalue(pl *place) value {
	if pl.t.IsArray() {
		if pl.ptr != nil {
			return value{t: ctype.PointerTo(pl.t.Elem), p: pl.ptr.with(pl.t.Elem, pl.ptr.off)}
		}
		mem.out.Unsupported(pl.pos, "an array of pointers used as a whole; index it with constants")
		return badValue
	}
	return mem.read(pl)
}

// maxNodes bounds the expression trees of the kernel: the value of a longer
// expression goes through a temporary.
const maxNodes = 128

func (mem *memoryModel) bounded(pos diag.Pos, nodes int, v value) value {
	if _, ok := v.e.(*kernel.Const); ok || v.e == nil {
		return v
	}
	v.nodes = nodes
	if nodes > maxNodes {
		v.nodes = 0
		t := mem.out.Temp(v.e.Type())
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pos), Dst: t, X: v.e})
		v.e = &kernel.VarRef{Var: t}
	}
	return v
}

func (c *cell) qualifiedPlace(pos diag.Pos, t *ctype.Type) *place {
	pl := c.place(pos)
	pl.t = pl.t.Qualified(t.Const, t.Volatile)
	return pl
}

// Type is the type of the object at pl.
func (pl *place) Type() *ctype.Type { return pl.t }
