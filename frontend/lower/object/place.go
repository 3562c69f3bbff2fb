package object

import (
	"slices"
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Value is what an expression yields: one of a scalar, a pointer, or the fields
// of a record (the elements of an array inside a record).
type Value struct {
	T      *ctype.Type
	Expr   kernel.Expr
	Ptr    *Pointer
	Fields []Value
	Str    *cuda.StringLit
	// Zero is set for the literal 0, which is also a null pointer.
	Zero bool
	// Nodes counts what binary operators put together, to keep trees small.
	Nodes int
}

// Place is an lvalue: a local variable, memory behind a pointer, or a value that
// a reference to const was bound to.
type Place struct {
	Pos  diag.Pos
	T    *ctype.Type
	Cell *Cell
	Ptr  *Pointer
	Val  *Value
	// Bits is set for a bit-field; Ptr then leads to its memory location.
	Bits *ctype.BitField
	// Among is set for an element of an array of variables, of which it is not known which one.
	Among *Among
	// array is set for a member of a struct that is an array.
	array *member
}

// Cell is the storage of a local variable that needs no address: variables of
// the kernel, one per scalar.
type Cell struct {
	T     *ctype.Type
	Slot  Slot // its own
	Root  Slot // of the variable it is a part of
	Var   *kernel.Var
	Fixed kernel.Expr // a scalar that is never assigned
	Bound *Pointer    // a pointer that is never assigned
	off   *kernel.Var
	tag   *kernel.Var
	Sub   []*Cell // fields, or elements of an array of pointers
	Mem   *Memory // arrays, and variables whose address is taken
}

// MaxSpread bounds arrays that become one variable per element.
const MaxSpread = 1024

// Bad stands for a value that has its diagnostic; what uses it gives no further one.
var Bad = Value{T: ctype.Bad, Expr: kernel.NewConst(kernel.I32, 0)}

// BadPlace is Bad as a place.
var BadPlace = Place{T: ctype.Bad, Val: &Bad}

// ScalarValue is a scalar of type t.
func ScalarValue(t *ctype.Type, e kernel.Expr) Value { return Value{T: t, Expr: e} }

// Bad reports whether v stands for a fault.
func (v Value) Bad() bool { return v.T == nil || v.T.Bad() }

// NewCell makes storage for a variable; s is its slot, root that of the whole
// variable.
func (mem *Model) NewCell(name string, t *ctype.Type, s, root Slot, pos diag.Pos) *Cell {
	c := &Cell{T: t, Slot: s, Root: root}
	switch {
	case t.Bad():
		mem.Explain(pos)
	case mem.an.InMemory[root]:
		c.Mem = mem.localMemory(name, t, s, pos)
	case t.IsScalar():
		c.Var = mem.out.Variable(name, t.Scalar, pos)
	case t.IsPointer():
		mem.pointerCell(c, name, pos)
	case t.IsRecord() && t.Rec.Union:
		c.Mem = mem.localMemory(name, t, s, pos)
	case t.IsRecord():
		for i := range t.Rec.Fields {
			f := &t.Rec.Fields[i]
			ft := f.Type.Qualified(t.Const, t.Volatile)
			part := PartName(t.Rec, i)
			c.Sub = append(c.Sub, mem.NewCell(name+"_"+part, ft, s.Field(part), root, pos))
		}
	case t.IsArray() && t.Elem.HasPointers():
		if t.Len < 0 || t.Len > MaxSpread {
			mem.out.Unsupported(pos, "an array of %d pointers; gv2 follows %d at most", t.Len, MaxSpread)
			c.T = ctype.Bad
			return c
		}
		for i := int64(0); i < t.Len; i++ {
			n := strconv.FormatInt(i, 10)
			c.Sub = append(c.Sub, mem.NewCell(name+"_"+n, t.Elem, s.Field(n), root, pos))
		}
	case t.IsArray():
		c.Mem = mem.localMemory(name, t, s, pos)
	default:
		mem.out.Unsupported(pos, "a variable of type %s", t)
		c.T = ctype.Bad
	}
	return c
}

// PartName is the name of member i of a class: unnamed unions and structs are told apart by their numbers.
func PartName(r *ctype.Record, i int) string {
	if name := r.Fields[i].Name; name != "" {
		return name
	}
	return strconv.Itoa(i)
}

// Field is the slot of a part of what s names.
func (s Slot) Field(name string) Slot {
	s.Path += "." + name
	return s
}

func (mem *Model) pointerCell(c *Cell, name string, pos diag.Pos) {
	set := mem.an.Pointees(c.Slot)
	c.off = mem.out.Variable(name, kernel.I64, pos)
	if len(set.Targets) > 1 {
		c.tag = mem.out.Variable(name+"_target", kernel.I32, pos)
	}
}

// Pointees is what the pointer in slot s may lead to, as far as it was learnt.
func (an *Analysis) Pointees(s Slot) *Pointees {
	set := an.pointers[s]
	if set == nil {
		set = &Pointees{}
		an.pointers[s] = set
	}
	return set
}

// Place returns c as an lvalue.
func (c *Cell) Place(pos diag.Pos) *Place {
	if c.Mem != nil {
		return &Place{Pos: pos, T: c.T, Ptr: MemoryPointer(c.Mem, c.T)}
	}
	return &Place{Pos: pos, T: c.T, Cell: c}
}

// Settable is pl without const, which holds only after initialisation.
func (pl *Place) Settable() *Place {
	out := *pl
	out.T = out.T.Mutable()
	return &out
}

// Field returns member i of the record at pl.
func (mem *Model) Field(pl *Place, i int) *Place {
	f := &pl.T.Rec.Fields[i]
	if f.Bits != nil {
		return mem.bitField(pl, i)
	}
	t := f.Type.Qualified(pl.T.Const && !f.Mutable, pl.T.Volatile)
	switch {
	case pl.Val != nil && pl.Val.Fields[i].T == nil:
		mem.out.Unsupported(pl.Pos, "member %s of a union that is a value; give the union a name", f.Name)
		return &BadPlace
	case pl.Val != nil:
		return &Place{Pos: pl.Pos, T: t, Val: &pl.Val.Fields[i]}
	case pl.Among != nil:
		return pl.Among.each(pl.Pos, t, func(x *Place) *Place { return mem.Field(x, i) })
	case pl.Cell != nil:
		return pl.Cell.Sub[i].QualifiedPlace(pl.Pos, t)
	}
	return &Place{Pos: pl.Pos, T: t, Ptr: mem.moved(pl.Ptr, t, Offset(f.Offset), 1, false), array: memberArray(pl.T.Rec, i, t)}
}

// Element returns element i of the array at pl, i constant.
func (mem *Model) Element(pl *Place, i int64) *Place {
	switch {
	case pl.Val != nil:
		return &Place{Pos: pl.Pos, T: pl.T.Elem, Val: &pl.Val.Fields[i]}
	case pl.Among != nil:
		return pl.Among.each(pl.Pos, pl.T.Elem, func(x *Place) *Place { return mem.Element(x, i) })
	case pl.Cell != nil:
		return pl.Cell.Sub[i].QualifiedPlace(pl.Pos, pl.T.Elem)
	}
	return &Place{Pos: pl.Pos, T: pl.T.Elem, Ptr: mem.moved(pl.Ptr, pl.T.Elem, Offset(i), pl.T.Elem.Size(), false)}
}

// Read returns the value at pl; arrays are read whole.
func (mem *Model) Read(pl *Place) Value {
	t := pl.T
	switch {
	case t.Bad():
		return Bad
	case pl.Val != nil:
		return *pl.Val
	case pl.Among != nil:
		return mem.readAmong(pl)
	case pl.Bits != nil:
		return mem.readBits(pl)
	case t.IsRecord() && t.Rec.Union:
		return mem.readUnion(pl)
	case t.IsRecord():
		v := Value{T: t}
		for i := range t.Rec.Fields {
			v.Fields = append(v.Fields, mem.Read(mem.Field(pl, i)))
		}
		return v
	case t.IsArray():
		if t.Len < 0 || t.Len > MaxSpread {
			mem.out.Unsupported(pl.Pos, "copying an array of %d elements; copy it in a loop", t.Len)
			return Bad
		}
		v := Value{T: t}
		for i := int64(0); i < t.Len; i++ {
			v.Fields = append(v.Fields, mem.Read(mem.Element(pl, i)))
		}
		return v
	case pl.Cell != nil:
		return mem.an.ReadCell(pl.Cell)
	case t.IsScalar():
		return ScalarValue(t, mem.Load(pl.Pos, pl.Ptr, t.Scalar, t.Volatile))
	case t.HoldsFunctions():
		return mem.loadFunction(pl)
	case t.IsPointer():
		return mem.loadPointer(pl)
	}
	mem.out.Unsupported(pl.Pos, "a value of type %s", t)
	return Bad
}

// readUnion reads the widest member of a union, which holds all its bytes: as a
// value a union has one member only.
func (mem *Model) readUnion(pl *Place) Value {
	v := Value{T: pl.T, Fields: make([]Value, len(pl.T.Rec.Fields))}
	if slices.ContainsFunc(pl.T.Rec.Fields, func(f ctype.Field) bool { return f.Bits != nil }) {
		mem.out.Unsupported(pl.Pos, "a copy of a union with bit-fields; copy its members")
		return Bad
	}
	if i := pl.T.Rec.Widest(); i >= 0 {
		v.Fields[i] = mem.Read(mem.Field(pl, i))
	}
	return v
}

// inShared reports whether p leads to shared memory alone.
func (p *Pointer) inShared() bool {
	for _, t := range p.Targets {
		if t.Mem == nil || t.Mem.Space != kernel.Shared {
			return false
		}
	}
	return true
}

// inGlobal reports whether p leads to global memory of pointers alone, and not of those to functions.
func (p *Pointer) inGlobal() bool {
	for _, t := range p.Targets {
		if t.Mem == nil || t.Mem.Space != kernel.Global || !t.Mem.T.IsPointer() || t.Mem.T.HoldsFunctions() {
			return false
		}
	}
	return len(p.Targets) > 0
}

// ReadCell is the value of a scalar or pointer that is a variable of the kernel.
func (an *Analysis) ReadCell(c *Cell) Value {
	switch {
	case c.Fixed != nil:
		return ScalarValue(c.T, c.Fixed)
	case c.Var != nil:
		return ScalarValue(c.T, &kernel.VarRef{Var: c.Var})
	case c.Bound != nil:
		return Value{T: c.T, Ptr: c.Bound.With(c.T.Elem, c.Bound.Off)}
	case c.off != nil:
		return Value{T: c.T, Ptr: an.readPointer(c)}
	}
	return Bad
}

func (an *Analysis) readPointer(c *Cell) *Pointer {
	set := an.Pointees(c.Slot)
	p := &Pointer{Elem: c.T.Elem, Targets: set.Targets, Off: &kernel.VarRef{Var: c.off}}
	if c.tag != nil {
		p.Tag = &kernel.VarRef{Var: c.tag}
	}
	if p.HasLocal() || p.OnlyNull() || p.NoMemory() {
		p.Off = ZeroOffset
	}
	return p
}

// Write stores v, already of pl's type, at pl.
func (mem *Model) Write(pl *Place, v Value) {
	t := pl.T
	switch {
	case t.Bad() || v.Bad():
		mem.Explain(pl.Pos)
	case pl.Val != nil:
		mem.out.Errorf(pl.Pos, "this assigns to a value that cannot be assigned")
	case pl.Among != nil:
		mem.writeAmong(pl, v)
	case pl.Bits != nil:
		mem.writeBits(pl, v)
	case t.IsRecord():
		v = mem.apart(pl, v)
		for i := range t.Rec.Fields {
			if !t.Rec.Union || v.Fields[i].T != nil {
				mem.Write(mem.Field(pl, i), v.Fields[i])
			}
		}
		writePadding(mem, pl, v)
	case t.IsArray():
		v = mem.apart(pl, v)
		for i := range v.Fields {
			mem.Write(mem.Element(pl, int64(i)), v.Fields[i])
		}
	case pl.Cell != nil:
		mem.writeCell(pl, v)
	case t.IsScalar():
		mem.Store(pl.Pos, pl.Ptr, v.Expr, t.Volatile)
	case t.HoldsFunctions():
		mem.storeFunction(pl, v.Ptr)
	case t.IsPointer() && pl.Ptr.inShared():
		mem.storePointer(pl, v.Ptr)
	case t.IsPointer() && pl.Ptr.inGlobal():
		mem.handOn(pl, v.Ptr)
	default:
		mem.out.Unsupported(pl.Pos, "a value of type %s that is stored in memory; keep pointers in local variables", t)
	}
}

// apart returns v with those expressions computed beforehand that read the
// variables of pl: a struct is written field by field, as in v = {v.y, v.x}.
func (mem *Model) apart(pl *Place, v Value) Value {
	if pl.Cell == nil {
		return v
	}
	own := map[*kernel.Var]bool{}
	pl.Cell.variables(own)
	return MapValue(v, func(e kernel.Expr) kernel.Expr {
		if !changesSince(e, func(v *kernel.Var) bool { return own[v] }) {
			return e
		}
		t := mem.out.Temp(e.Type())
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pl.Pos), Dst: t, X: e})
		return &kernel.VarRef{Var: t}
	})
}

// variables adds the variables of c to set.
func (c *Cell) variables(set map[*kernel.Var]bool) {
	for _, v := range []*kernel.Var{c.Var, c.off, c.tag} {
		if v != nil {
			set[v] = true
		}
	}
	for _, s := range c.Sub {
		s.variables(set)
	}
}

func (mem *Model) writeCell(pl *Place, v Value) {
	c := pl.Cell
	switch {
	case c.Fixed != nil || c.Bound != nil:
		mem.an.mark(mem.an.Mutable, c.Slot)
	case c.Var != nil:
		if mem.written[c.Var]++; mem.addresses[c.Var] != nil { // it is not what it was in earlier uses
			delete(mem.addresses, c.Var)
			mem.an.mark(mem.an.Mutable, c.Slot)
		}
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pl.Pos), Dst: c.Var, X: v.Expr})
	case c.off != nil:
		mem.writePointer(pl.Pos, c, v.Ptr)
	}
}

func (mem *Model) writePointer(pos diag.Pos, c *Cell, p *Pointer) {
	set := mem.an.Pointees(c.Slot)
	mem.an.Add(set, p.Targets)
	mem.an.Unify(set.Targets)
	all := &Pointer{Targets: set.Targets}
	if all.HasLocal() {
		if len(set.Targets) > 1 {
			mem.an.SettleLocal(all)
		}
		return
	}
	tag := p.TagOf()
	if c.tag != nil {
		if _, ok := tag.(*kernel.Cond); ok {
			tag = mem.out.Stable(pos, tag)
		}
	}
	mem.set(pos, c.off, p.Off)
	if c.tag != nil {
		mem.set(pos, c.tag, tag)
	}
}

// set is v := x, unless v is x already.
func (mem *Model) set(pos diag.Pos, v *kernel.Var, x kernel.Expr) {
	if r, ok := x.(*kernel.VarRef); !ok || r.Var != v {
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: v, X: x})
	}
}

// Havoc gives the variables of c arbitrary values.
func (o *Output) Havoc(pos diag.Pos, c *Cell, why string) { o.havoc(pos, c, why, false) }

// Computed gives the variables of c values that the program computes and gv2 does not know.
func (o *Output) Computed(pos diag.Pos, c *Cell, why string) { o.havoc(pos, c, why, true) }

func (o *Output) havoc(pos diag.Pos, c *Cell, why string, computed bool) {
	for _, v := range []*kernel.Var{c.Var, c.off, c.tag} {
		if v != nil {
			o.Emit(&kernel.Havoc{Src: o.At(pos), Dst: v, Why: why, Computed: computed})
		}
	}
	for _, s := range c.Sub {
		o.havoc(pos, s, why, computed)
	}
}

// Address is &pl.
func (mem *Model) Address(pl *Place) *Pointer {
	switch {
	case pl.Bits != nil:
		mem.out.Errorf(pl.Pos, "the address of a bit-field")
		return &Pointer{Elem: pl.T, Off: ZeroOffset}
	case pl.Ptr != nil:
		return pl.Ptr.With(pl.T, pl.Ptr.Off)
	case pl.Cell != nil:
		t := mem.an.newTarget(pl.Cell.Slot)
		t.cell, t.root = pl.Cell, pl.Cell.Root
		return &Pointer{Elem: pl.T, Targets: []*Target{t}, Off: ZeroOffset}
	case pl.Among != nil:
		mem.out.Unsupported(pl.Pos, "the address of an element of an array of pointers, with an index that is not constant; copy it to a variable")
		return &Pointer{Elem: pl.T, Off: ZeroOffset}
	}
	mem.out.Unsupported(pl.Pos, "the address of a temporary value; give it a name")
	return &Pointer{Elem: pl.T, Off: ZeroOffset}
}

// Deref is *p. A variable that is accessed as what it is stays a variable.
func (mem *Model) Deref(pos diag.Pos, p *Pointer) *Place {
	if c := p.cell(); c != nil {
		if ctype.Same(c.T, p.Elem) {
			return &Place{Pos: pos, T: c.T.Plain().Qualified(p.Elem.Const, p.Elem.Volatile), Cell: c}
		}
		mem.an.SettleLocal(p)
	}
	return &Place{Pos: pos, T: p.Elem, Ptr: p}
}

// Mark is a point in the current block: values computed before it must not see
// what is assigned after it.
type Mark struct {
	at     int
	serial int
	acted  int
}

// Later is m after n statements were put into the block before it.
func (m Mark) Later(n int) Mark {
	m.at += n
	return m
}

// Mark is the point that the current block has reached.
func (o *Output) Mark() Mark { return Mark{len(o.Cur), o.serial, o.acted} }

// Changed reports whether what was emitted since m may have changed the object at pl, or, of a
// class, what its functions make of it.
func (o *Output) Changed(m Mark, pl *Place) bool {
	switch {
	case pl.T.IsRecord():
		return o.serial != m.serial || o.acted != m.acted
	case pl.Cell == nil:
		return pl.Val == nil && o.acted != m.acted
	case o.serial == m.serial:
		return false
	}
	own := map[*kernel.Var]bool{}
	pl.Cell.variables(own)
	for v := range own {
		if o.assignedAt[v] > m.serial {
			return true
		}
	}
	return false
}

// Early is the value that f gives, as it was at m: what f emits stands there.
func (o *Output) Early(m Mark, f func() Value) Value {
	var v Value
	stmts := o.Block(func() {
		v = MapValue(f(), func(e kernel.Expr) kernel.Expr { return o.Stable(o.Pos, e) })
	})
	o.Cur = slices.Insert(o.Cur, m.at, stmts...)
	return v
}

// Keep returns v as it was at m: where a variable it reads was assigned since, v
// is computed at m into a temporary.
func (o *Output) Keep(m Mark, v Value) Value {
	if o.serial == m.serial {
		return v
	}
	hold := func(e kernel.Expr) kernel.Expr {
		if e == nil || !changesSince(e, func(v *kernel.Var) bool { return o.assignedAt[v] > m.serial }) {
			return e
		}
		return o.insert(m, e)
	}
	return MapValue(v, hold)
}

// insert computes e at m.
func (o *Output) insert(m Mark, e kernel.Expr) kernel.Expr {
	t := o.Temp(e.Type())
	o.Cur = append(o.Cur, nil)
	copy(o.Cur[m.at+1:], o.Cur[m.at:])
	o.Cur[m.at] = &kernel.Assign{Src: o.Src(), Dst: t, X: e}
	return &kernel.VarRef{Var: t}
}

// MapValue applies f to every expression in v.
func MapValue(v Value, f func(kernel.Expr) kernel.Expr) Value {
	if v.Expr != nil {
		v.Expr = f(v.Expr)
	}
	if v.Ptr != nil {
		p := *v.Ptr
		p.Off = f(p.Off)
		if p.Tag != nil {
			p.Tag = f(p.Tag)
		}
		p.In = p.In.mapped(f)
		v.Ptr = &p
	}
	if v.Fields != nil {
		fields := make([]Value, len(v.Fields))
		for i := range fields {
			fields[i] = MapValue(v.Fields[i], f)
		}
		v.Fields = fields
	}
	return v
}

// JoinValues combines two values of one shape, expression by expression.
func JoinValues(x, y Value, join func(x, y kernel.Expr) kernel.Expr) Value {
	v := Value{T: x.T}
	if x.Expr != nil {
		v.Expr = join(x.Expr, y.Expr)
	}
	if x.Ptr != nil {
		v.Ptr = &Pointer{Elem: x.Ptr.Elem, Targets: x.Ptr.Targets, Off: join(x.Ptr.Off, y.Ptr.Off)}
		if x.Ptr.Tag != nil {
			v.Ptr.Tag = join(x.Ptr.Tag, y.Ptr.Tag)
		}
	}
	for i := range x.Fields {
		if i < len(y.Fields) {
			v.Fields = append(v.Fields, JoinValues(x.Fields[i], y.Fields[i], join))
		}
	}
	return v
}

// MapPointers calls f for each pointer in v.
func MapPointers(v Value, f func(*Pointer)) {
	if v.Ptr != nil && v.Str == nil {
		f(v.Ptr)
	}
	for _, field := range v.Fields {
		MapPointers(field, f)
	}
}

// BaseOf is the part of v that its base class t makes.
func (mem *Model) BaseOf(v Value, t *ctype.Type) (Value, bool) {
	pl, ok := mem.BasePlace(&Place{T: v.T, Val: &v}, t)
	if !ok {
		return Value{}, false
	}
	return *pl.Val, true
}

// BasePlace is the part of pl that its base class t makes, at any depth.
func (mem *Model) BasePlace(pl *Place, t *ctype.Type) (*Place, bool) {
	if pl.T.Bad() || !pl.T.IsRecord() || !t.IsRecord() {
		return nil, false
	}
	first := 0
	for i, b := range pl.T.Rec.Bases {
		if b == t.Rec {
			return mem.baseAt(pl, i, first), true
		}
		if deeper := mem.baseAt(pl, i, first); b.DerivesFrom(t.Rec) {
			return mem.BasePlace(deeper, t)
		}
		first += len(b.Fields)
	}
	return nil, false
}

// baseAt is base i of the object at pl, whose fields begin with number first.
func (mem *Model) baseAt(pl *Place, i, first int) *Place {
	b := pl.T.Rec.Bases[i]
	t := b.Type().Qualified(pl.T.Const, pl.T.Volatile)
	last := first + len(b.Fields)
	switch {
	case pl.Among != nil:
		return pl.Among.each(pl.Pos, t, func(x *Place) *Place { return mem.baseAt(x, i, first) })
	case pl.Cell != nil:
		sub := *pl.Cell
		sub.T, sub.Sub = t.Plain(), pl.Cell.Sub[first:last]
		return &Place{Pos: pl.Pos, T: t, Cell: &sub}
	case pl.Val != nil:
		return &Place{Pos: pl.Pos, T: t, Val: &Value{T: t, Fields: pl.Val.Fields[first:last]}}
	}
	off := mem.ShiftOffset(pl.Ptr, Offset(pl.T.Rec.BaseOffsets[i]), 1, false)
	return &Place{Pos: pl.Pos, T: t, Ptr: pl.Ptr.With(t, off)}
}

// FixedPointer is a pointer that is set once: a variable for its offset, unless
// that is constant.
func (mem *Model) FixedPointer(name string, t *ctype.Type, p *Pointer, s Slot, pos diag.Pos) *Place {
	bound := p.With(t.Elem, p.Off)
	bound.In = bound.In.fixed()
	if !cexpr.IsConst(p.Off) {
		v := mem.out.Variable(name, kernel.I64, pos)
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: v, X: p.Off})
		bound.Off = &kernel.VarRef{Var: v}
	}
	if p.Tag != nil && !cexpr.IsConst(p.Tag) {
		v := mem.out.Variable(name+"_target", kernel.I32, pos)
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: v, X: p.Tag})
		bound.Tag = &kernel.VarRef{Var: v}
	}
	return &Place{Pos: pos, T: t, Cell: &Cell{T: t, Slot: s, Root: s, Bound: bound}}
}

// MemoryPlace is a __device__, __constant__ or const variable.
func (mem *Model) MemoryPlace(d *cuda.VarDecl, t *ctype.Type, s Slot) *Place {
	if t.HasPointers() && !t.HoldsFunctions() && (d.Init != nil || d.Ctor != nil) {
		mem.out.Unsupported(d.Pos, "%s holds pointers in device memory and has a value; pass them as kernel parameters", d.Name)
		return &BadPlace
	}
	if t.IsArray() && t.Len < 0 && !d.Extern {
		mem.out.Errorf(d.Pos, "the length of array %s is not given", d.Name)
		return &BadPlace
	}
	space := kernel.Global
	if d.Space == cuda.ConstantSpace || d.Space == cuda.NoSpace {
		space = kernel.Constant
	}
	m := mem.an.NewMemory(s, d.Name, t, space)
	m.Decl = d
	m.ReadOnly = m.ReadOnly || t.Const
	return &Place{Pos: d.Pos, T: t, Ptr: MemoryPointer(m, t)}
}

// Memory is where the object at pl lies, nil where that is not one piece of memory.
func (pl *Place) Memory() *Memory {
	if pl.Ptr == nil || len(pl.Ptr.Targets) != 1 {
		return nil
	}
	return pl.Ptr.Targets[0].Mem
}

// Explain makes sure that what was given up on has a diagnostic: without one,
// the kernel would lack a part of the program.
func (mem *Model) Explain(pos diag.Pos) {
	if !mem.out.reports.HasErrors() && !mem.an.Changed {
		mem.out.Unsupported(pos, "this expression; write it in a simpler way")
	}
}

// Rvalue reads pl; an array decays.
func (mem *Model) Rvalue(pl *Place) Value {
	if pl.T.IsArray() {
		if pl.Ptr != nil {
			p := pl.Ptr.With(pl.T.Elem, pl.Ptr.Off)
			if p.In = pl.array; p.In == nil {
				p.In = pl.Ptr.In // a row of one
			}
			return Value{T: ctype.PointerTo(pl.T.Elem), Ptr: p}
		}
		mem.out.Unsupported(pl.Pos, "an array of pointers used as a whole; index it")
		return Bad
	}
	return mem.Read(pl)
}

// maxNodes bounds the expression trees of the kernel: the value of a longer
// expression goes through a temporary.
const maxNodes = 128

// Bounded is v, which nodes binary operators put together, in a temporary if they are too
// many: later stages walk expressions again and again.
func (mem *Model) Bounded(pos diag.Pos, nodes int, v Value) Value {
	if _, ok := v.Expr.(*kernel.Const); ok || v.Expr == nil {
		return v
	}
	v.Nodes = nodes
	if nodes > maxNodes {
		v.Nodes = 0
		t := mem.out.Temp(v.Expr.Type())
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: t, X: v.Expr})
		v.Expr = &kernel.VarRef{Var: t}
	}
	return v
}

// QualifiedPlace is c as a place of type t, which is its own but for qualifiers.
func (c *Cell) QualifiedPlace(pos diag.Pos, t *ctype.Type) *Place {
	pl := c.Place(pos)
	pl.T = pl.T.Qualified(t.Const, t.Volatile)
	return pl
}

// Type is the type of the object at pl.
func (pl *Place) Type() *ctype.Type { return pl.T }

// Begun is an object of which the first members have the values in v, and the others none yet.
func Begun(v Value, pos diag.Pos) *Place {
	v.Fields = slices.Concat(v.Fields, make([]Value, max(0, len(v.T.Rec.Fields)-len(v.Fields))))
	return &Place{Pos: pos, T: v.T, Val: &v}
}

// SameMembers reports whether two values of one union have their value in the same member.
func SameMembers(x, y Value) bool {
	return slices.EqualFunc(x.Fields, y.Fields, func(a, b Value) bool { return (a.T == nil) == (b.T == nil) })
}
