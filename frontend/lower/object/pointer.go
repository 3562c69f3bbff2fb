package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Pointer is the value of a pointer expression: its possible targets, which of
// them it is (tag, the target's id; nil where there is one only), and the offset
// in units of the target's memory. A target that is a local variable stands
// alone and has offset 0.
type Pointer struct {
	Elem    *ctype.Type
	Targets []*Target
	Tag     kernel.Expr
	Off     kernel.Expr
	// Open is the set that a pointer to a function learns from comparisons.
	Open *Pointees
	// In is the array inside a struct that p leads into, nil if none is known.
	In *member
}

// ZeroOffset is where memory begins.
var ZeroOffset = kernel.NewConst(kernel.I64, 0)

// Offset is a constant offset in units of memory.
func Offset(n int64) kernel.Expr { return kernel.NewConst(kernel.I64, n) }

// AddOffset is x + y on offsets, folded.
func AddOffset(x, y kernel.Expr) kernel.Expr { return cexpr.Binary(kernel.Add, x, y) }

// With is p as a pointer to elem at another offset. Of the member that it leads into it
// knows no more where anything changes.
func (p *Pointer) With(elem *ctype.Type, off kernel.Expr) *Pointer {
	out := &Pointer{Elem: elem, Targets: p.Targets, Tag: p.Tag, Off: off, Open: p.Open}
	if off == p.Off && ctype.Same(elem.Plain(), p.Elem.Plain()) {
		out.In = p.In
	}
	return out
}

// cell returns the local variable that p points to, nil if it is not one.
func (p *Pointer) cell() *Cell {
	if len(p.Targets) == 1 {
		return p.Targets[0].cell
	}
	return nil
}

// HasLocal reports whether p may lead to a variable that is not in memory.
func (p *Pointer) HasLocal() bool {
	for _, t := range p.Targets {
		if t.isLocal() {
			return true
		}
	}
	return false
}

// NoMemory reports whether p leads to functions and nothing, but not to data:
// its offset is 0.
func (p *Pointer) NoMemory() bool {
	for _, t := range p.Targets {
		if t.Fn == nil && !t.wild && !t.null {
			return false
		}
	}
	return len(p.Targets) > 0 && !p.OnlyNull()
}

// Unit returns the size in bytes of the unit that p's offset counts.
func (p *Pointer) Unit() int64 {
	for _, t := range p.Targets {
		if t.Mem != nil {
			return t.Mem.Bytes
		}
	}
	return 1
}

// TagOf returns the tag of p as an expression.
func (p *Pointer) TagOf() kernel.Expr {
	if p.Tag != nil {
		return p.Tag
	}
	if len(p.Targets) == 1 {
		return kernel.NewConst(kernel.I32, p.Targets[0].ID)
	}
	return kernel.NewConst(kernel.I32, 0)
}

// NullPointer is nullptr as a pointer to elem.
func (an *Analysis) NullPointer(elem *ctype.Type) *Pointer {
	return &Pointer{Elem: elem, Targets: []*Target{an.NullTarget}, Off: ZeroOffset}
}

// MemoryPointer points to the start of m.
func MemoryPointer(m *Memory, elem *ctype.Type) *Pointer {
	return &Pointer{Elem: elem, Targets: []*Target{m.target}, Off: ZeroOffset}
}

// SettleLocal moves the variables that p points to into memory: p is used in a
// way that one variable cannot serve.
func (an *Analysis) SettleLocal(p *Pointer) {
	for _, t := range p.Targets {
		if t.isLocal() {
			an.mark(an.InMemory, t.root)
		}
	}
}

// Shift returns p + i elements of the pointee; i has any integer type.
func (mem *Model) Shift(p *Pointer, i kernel.Expr, negative bool) *Pointer {
	if p.NoMemory() {
		if c, ok := i.(*kernel.Const); ok && c.Val == 0 {
			return p
		}
		return mem.an.WildPointer(p.Elem)
	}
	if p.Elem.Unsized() {
		mem.out.Unsupported(mem.out.Pos, "a pointer to %s, whose size gv2 does not know; keep it in a variable", p.Elem.Plain())
	}
	return mem.moved(p, p.Elem, cexpr.Convert(i, kernel.I64), p.Elem.Size(), negative)
}

// Elsewhere is p in the shared memory of the block of the cluster that is distance parts behind the thread's own
// (kernel.Distance); false if p may lead to other memory.
func (mem *Model) Elsewhere(p *Pointer, distance kernel.Expr) (*Pointer, bool) {
	if len(p.Targets) == 0 || !p.inShared() {
		return p, len(p.Targets) == 0
	}
	return p.With(p.Elem, mem.ShiftOffset(p, distance, kernel.PartBytes, false)), true
}

// moved is p as a pointer to elem, i times size bytes further on.
func (mem *Model) moved(p *Pointer, elem *ctype.Type, i kernel.Expr, size int64, negative bool) *Pointer {
	out := p.With(elem, mem.ShiftOffset(p, i, size, negative))
	out.In = p.In.moved(mem, p, i, size, negative)
	return out
}

// ShiftOffset adds i times size bytes to p's offset.
func (mem *Model) ShiftOffset(p *Pointer, i kernel.Expr, size int64, negative bool) kernel.Expr {
	if c, ok := i.(*kernel.Const); ok && c.Val == 0 || size == 0 {
		return p.Off
	}
	if p.HasLocal() {
		mem.an.SettleLocal(p)
		return p.Off
	}
	unit := p.Unit()
	if c, ok := i.(*kernel.Const); ok {
		return mem.an.shiftConst(p, c.Val*size, negative)
	}
	// The unit may stay what it is as far as i * size is seen to be a multiple.
	g := ctype.GCD(size, unit)
	if exact, ok := mem.divide(i, unit/g); ok {
		return addScaled(p, exact, size/g, negative)
	}
	for q := unit/g - 1; q > 1; q-- {
		if unit/g%q != 0 {
			continue
		}
		if _, ok := mem.divide(i, q); !ok {
			continue
		}
		mem.an.refineAll(p, g*q)
		return p.Off
	}
	mem.an.refineAll(p, g)
	return p.Off
}

// divide returns i / by if i is known to be a multiple of by.
func (mem *Model) divide(i kernel.Expr, by int64) (kernel.Expr, bool) {
	if exact, ok := divideExact(i, by); ok {
		return exact, true
	}
	if !mem.multiple(i, by) {
		return nil, false
	}
	return cexpr.Binary(kernel.Div, i, Offset(by)), true
}

func addScaled(p *Pointer, i kernel.Expr, by int64, negative bool) kernel.Expr {
	op := kernel.Add
	if negative {
		op = kernel.Sub
	}
	return cexpr.Binary(op, p.Off, cexpr.Binary(kernel.Mul, i, Offset(by)))
}

// shiftConst adds a constant number of bytes to p's offset.
func (an *Analysis) shiftConst(p *Pointer, bytes int64, negative bool) kernel.Expr {
	if negative {
		bytes = -bytes
	}
	unit := p.Unit()
	if bytes%unit != 0 {
		an.refineAll(p, ctype.GCD(unit, max(bytes, -bytes)))
		return p.Off
	}
	return AddOffset(p.Off, Offset(bytes/unit))
}

func (an *Analysis) refineAll(p *Pointer, bytes int64) {
	for _, t := range p.Targets {
		if t.Mem != nil {
			an.refine(t.Mem, bytes)
		}
	}
}

// divideExact returns e / d if e is a multiple of d by its form. Unsigned
// arithmetic of less than 64 bits wraps and is left alone.
func divideExact(e kernel.Expr, d int64) (kernel.Expr, bool) {
	if d == 1 {
		return e, true
	}
	t := e.Type()
	if c, ok := e.(*kernel.Const); ok {
		if c.Val%d != 0 {
			return nil, false
		}
		return kernel.NewConst(t, c.Val/d), true
	}
	if !t.Signed && t.Bits < 64 {
		return nil, false
	}
	switch e := e.(type) {
	case *kernel.Convert:
		from := e.X.Type()
		if !from.IsInt() || !t.IsInt() || t.Bits < from.Bits {
			return nil, false
		}
		x, ok := divideExact(e.X, d)
		if !ok {
			return nil, false
		}
		return cexpr.Convert(x, t), true
	case *kernel.Unary:
		if e.Op != kernel.Neg {
			return nil, false
		}
		x, ok := divideExact(e.X, d)
		return kernel.FoldNode(&kernel.Unary{Op: kernel.Neg, X: x}), ok
	case *kernel.Binary:
		return divideBinary(e, d)
	default:
		// Others are not known to be multiples.
	}
	return nil, false
}

func divideBinary(e *kernel.Binary, d int64) (kernel.Expr, bool) {
	switch e.Op {
	case kernel.Add, kernel.Sub:
		x, okX := divideExact(e.X, d)
		if !okX {
			return nil, false
		}
		y, okY := divideExact(e.Y, d)
		if !okY {
			return nil, false
		}
		return cexpr.Binary(e.Op, x, y), true
	case kernel.Mul:
		if y, ok := divideExact(e.Y, d); ok {
			return cexpr.Binary(kernel.Mul, e.X, y), true
		}
		if x, ok := divideExact(e.X, d); ok {
			return cexpr.Binary(kernel.Mul, x, e.Y), true
		}
	case kernel.Shl:
		if n, ok := e.Y.(*kernel.Const); ok && n.Val >= 0 && n.Val < 31 && (int64(1)<<n.Val)%d == 0 {
			return cexpr.Binary(kernel.Mul, e.X, kernel.NewConst(e.X.Type(), int64(1)<<n.Val/d)), true
		}
	}
	return nil, false
}

// split runs use for every memory p may point to, each under the condition that
// it is the one. Dereferencing null is an error of the kernel: an assertion.
func (mem *Model) split(pos diag.Pos, p *Pointer, use func(m *Memory)) {
	var mems []*Memory
	others := false
	for _, t := range p.Targets {
		if t.Mem != nil {
			mems = append(mems, t.Mem)
		} else {
			others = true
		}
	}
	if mem.splitFault(pos, p, mems) {
		return
	}
	if others {
		mem.out.Emit(&kernel.Assert{Src: mem.out.At(pos), Text: nullText, Cond: pointsToMemory(p)})
	}
	mem.splitFrom(pos, p, mems, use)
}

// nullText is the assertion about a pointer that is followed.
const nullText = "pointer is not null"

// pointsToMemory is whether p leads to memory: not to nothing, nor to a function.
func pointsToMemory(p *Pointer) kernel.Expr {
	cond := kernel.Expr(kernel.BoolConst(true))
	for _, t := range p.Targets {
		if t.Mem == nil {
			cond = cexpr.Binary(kernel.LAnd, cond, cexpr.Binary(kernel.Ne, p.TagOf(), kernel.NewConst(kernel.I32, t.ID)))
		}
	}
	return cond
}

// nullAccess is an access through a pointer that is null: a fault where a thread
// comes here.
func (mem *Model) nullAccess(pos diag.Pos) {
	mem.out.Emit(&kernel.Assert{Src: mem.out.At(pos), Text: nullText, Cond: kernel.BoolConst(false)})
}

// splitFault reports pointers that cannot be followed.
func (mem *Model) splitFault(pos diag.Pos, p *Pointer, mems []*Memory) bool {
	switch {
	case p.HasLocal():
		mem.an.SettleLocal(p)
		for _, t := range p.Targets {
			if t.isLocal() && mem.an.InMemory[t.root] && !mem.an.Changed {
				mem.out.Unsupported(pos, "a pointer to a variable that is out of scope here; declare the variable outside")
				break
			}
		}
		return true
	case len(p.Targets) == 0:
		mem.out.Unsupported(pos, "a pointer that nothing was assigned to; initialise it")
		return true
	case p.OnlyNull():
		mem.out.Errorf(pos, "this dereferences a null pointer")
		return true
	case len(mems) == 0:
		mem.out.Unsupported(pos, "memory behind a pointer to a function or one made from a number")
		return true
	}
	return false
}

func (mem *Model) splitFrom(pos diag.Pos, p *Pointer, mems []*Memory, use func(m *Memory)) {
	if len(mems) == 1 {
		use(mems[0])
		return
	}
	then := mem.out.Block(func() { use(mems[0]) })
	rest := mem.out.Block(func() { mem.splitFrom(pos, p, mems[1:], use) })
	cond := cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, mems[0].target.ID))
	mem.out.Emit(&kernel.If{Src: mem.out.At(pos), Cond: cond, Then: then, Else: rest})
}

// Access is split with the kernel's Access for a scalar of type t at p.
func (mem *Model) Access(pos diag.Pos, p *Pointer, t kernel.Type, atomic bool, use func(m *Memory, acc kernel.Access)) {
	if !mem.handingOn && p.inGlobal() {
		mem.out.Unsupported(pos, "an access by other types to an array of pointers; keep numbers in an array of their own")
		return
	}
	off, in := p.Off, p.In
	if len(p.Targets) > 1 {
		off, in = mem.out.Stable(pos, off), nil
	}
	size := int64(t.Bytes())
	mem.split(pos, p, func(m *Memory) {
		mem.an.refine(m, size)
		mem.an.settle(m, t, atomic)
		width := int(max(1, size/m.Bytes))
		use(m, kernel.Access{Array: mem.Array(m), Index: off, Width: width, Member: in.access(m, width)})
	})
}

// Load reads a scalar of type t.
func (mem *Model) Load(pos diag.Pos, p *Pointer, t kernel.Type, volatile bool) kernel.Expr {
	if p.OnlyNull() {
		mem.nullAccess(pos)
		return mem.out.Arbitrary(pos, t, "what a null pointer leads to")
	}
	dst := mem.out.Temp(t)
	mem.Access(pos, p, t, false, func(m *Memory, acc kernel.Access) {
		if acc.Width > 1 || acc.Array.Elem == t {
			mem.out.Emit(&kernel.Load{Src: mem.out.At(pos), Dst: dst, Acc: acc, Volatile: volatile, Ghost: mem.core.Ghost()})
			return
		}
		raw := mem.out.Temp(acc.Array.Elem)
		mem.out.Emit(&kernel.Load{Src: mem.out.At(pos), Dst: raw, Acc: acc, Volatile: volatile, Ghost: mem.core.Ghost()})
		mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: dst, X: cexpr.Reinterpret(&kernel.VarRef{Var: raw}, t)})
	})
	return &kernel.VarRef{Var: dst}
}

// Store writes the scalar x.
func (mem *Model) Store(pos diag.Pos, p *Pointer, x kernel.Expr, volatile bool) {
	if p.OnlyNull() {
		mem.nullAccess(pos)
		return
	}
	if len(p.Targets) > 1 {
		x = mem.out.Stable(pos, x)
	}
	mem.Access(pos, p, x.Type(), false, func(m *Memory, acc kernel.Access) {
		if m.ReadOnly {
			mem.wroteReadOnly(pos, m)
			return
		}
		mem.Wrote(m)
		if acc.Width == 1 {
			x = cexpr.Reinterpret(x, acc.Array.Elem)
		}
		mem.out.Emit(&kernel.Store{Src: mem.out.At(pos), Acc: acc, X: x, Volatile: volatile})
	})
}

// wroteReadOnly is a fault, except for an array in a struct parameter: the
// parameter then gets memory of its own, and for what a pointer to const leads to, of which the
// const was cast away. For __constant__ memory it is one where a thread comes here.
func (mem *Model) wroteReadOnly(pos diag.Pos, m *Memory) {
	if m.Param && m.Space == kernel.Global {
		mem.Wrote(m)
		m.ReadOnly, mem.an.Changed = false, true
		return
	}
	if _, ok := m.Slot.decl.(*cuda.Param); ok && m.Space == kernel.Constant && m.T.HasPointers() {
		mem.out.Unsupported(pos, "this writes %s, which holds pointers and of which the address is taken; copy its members to variables", m.Label)
		return
	}
	if p, ok := m.Slot.decl.(*cuda.Param); ok && m.Space == kernel.Constant {
		mem.an.mark(mem.an.InMemory, Slot{m.Slot.inst, p, ""})
		if mem.an.Changed {
			return
		}
	}
	if m.Space == kernel.Constant && m.Decl != nil && m.Decl.Space == cuda.ConstantSpace {
		mem.out.Emit(&kernel.Assert{Src: mem.out.At(pos), Text: "constant memory is not written", Cond: kernel.BoolConst(false)})
		return
	}
	mem.out.Errorf(pos, "this writes %s, which is read-only", m.Label)
}

// Wrote notes that m is written; initial values may no longer be relied on.
func (mem *Model) Wrote(m *Memory) {
	if m.T.HoldsFunctions() && !mem.storesFunction {
		mem.an.Add(mem.an.heldFunctions(m), []*Target{mem.an.WildTarget})
	}
	if !m.Written {
		m.Written = true
		mem.an.Changed = mem.an.Changed || m.Array != nil && m.Array.Init != nil || m.T.HasPointers()
	}
}

// ComparePointers is p op q as a truth value.
func (mem *Model) ComparePointers(pos diag.Pos, op kernel.BinaryOp, p, q *Pointer) kernel.Expr {
	p, q = mem.alike(p, q)
	mem.an.learn(p, q)
	mem.an.learn(q, p)
	mem.comparesFunction(p)
	mem.comparesFunction(q)
	p, q = mem.testNull(p, q), mem.testNull(q, p)
	if p.cell() != nil && p.cell() == q.cell() {
		return kernel.BoolConst(op == kernel.Eq || op == kernel.Le || op == kernel.Ge)
	}
	same := cexpr.Binary(kernel.Eq, p.TagOf(), q.TagOf())
	if op != kernel.Eq && op != kernel.Ne {
		return mem.distances.measured(pos, p, q, same, kernel.BoolType, cexpr.Binary(op, p.Off, q.Off), "comparison", func(bytes kernel.Expr) kernel.Expr {
			if units, ok := divideExact(bytes, p.Unit()); ok {
				bytes = units
			}
			return cexpr.Binary(op, bytes, ZeroOffset)
		})
	}
	mem.told(p, q)
	equal := same
	if c, ok := same.(*kernel.Const); !ok || c.Val != 0 {
		if !p.OnlyNull() && !q.OnlyNull() {
			equal = cexpr.Binary(kernel.LAnd, same, sameOffset(p, q))
		}
	}
	if op == kernel.Ne {
		return cexpr.Not(equal)
	}
	return equal
}

// OnlyNull reports whether p is the null pointer in any case.
func (p *Pointer) OnlyNull() bool { return len(p.Targets) == 1 && p.Targets[0].null }

// testNull makes the nullness of pointer parameters visible where p is compared
// with null: a parameter may be null for all that is known.
func (mem *Model) testNull(p, q *Pointer) *Pointer {
	if !q.OnlyNull() || p.OnlyNull() {
		return p
	}
	tag := p.TagOf()
	for _, t := range p.Targets {
		if t.Mem == nil || !t.Mem.Param {
			continue
		}
		is := cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, t.ID))
		flag := kernel.Expr(nil)
		if t.Mem.rowsOf != nil {
			flag = mem.nullRow(t.Mem, p)
		} else {
			flag = &kernel.VarRef{Var: mem.nullFlag(t.Mem)}
		}
		null := cexpr.Binary(kernel.LAnd, is, flag)
		tag = kernel.FoldNode(&kernel.Cond{C: null, X: kernel.NewConst(kernel.I32, 0), Y: tag})
	}
	return &Pointer{Elem: p.Elem, Targets: p.Targets, Tag: tag, Off: p.Off, Open: p.Open}
}

// nullFlag is a parameter of its own: whether the pointer parameter is null.
func (mem *Model) nullFlag(m *Memory) *kernel.Var {
	if v := mem.nullFlags[m]; v != nil {
		return v
	}
	v := &kernel.Var{Name: mem.out.Unique(m.name + "_is_null"), T: kernel.BoolType, Param: true, Pos: mem.kernelPos}
	mem.nullFlags[m] = v
	mem.out.Kernel.Params = append(mem.out.Kernel.Params, v)
	return v
}

// Difference is p - q in elements.
func (mem *Model) Difference(pos diag.Pos, p, q *Pointer) kernel.Expr {
	same := cexpr.Binary(kernel.Eq, p.TagOf(), q.TagOf())
	size := max(p.Elem.Size(), 1)
	elements := func(bytes kernel.Expr) kernel.Expr {
		if exact, ok := divideExact(bytes, size); ok {
			return exact
		}
		return cexpr.Binary(kernel.Div, bytes, Offset(size))
	}
	bytes := cexpr.Binary(kernel.Mul, cexpr.Binary(kernel.Sub, p.Off, q.Off), Offset(p.Unit()))
	return mem.distances.measured(pos, p, q, same, kernel.I64, elements(bytes), "difference", elements)
}

// PointerArgument makes p an argument of an intrinsic. What the intrinsic emits counts as
// accesses of the program: stores make memory written, atomics settle its unit.
func (mem *Model) PointerArgument(out *emit.Argument, p *Pointer) {
	out.IsPointer = true
	out.Number = func() kernel.Expr { return mem.AddressOf(p, kernel.U64, out.Pos) }
	if p.Elem.IsScalar() {
		out.Elem = p.Elem.Scalar
	}
	out.Deref = func(elem kernel.Type, use func(acc kernel.Access)) {
		if p.cell() != nil {
			mem.an.SettleLocal(p)
		}
		mem.Access(out.Pos, p, elem, false, func(m *Memory, acc kernel.Access) {
			before := len(mem.out.Cur)
			use(acc)
			mem.noteWrites(out.Pos, m, elem, mem.out.Cur[before:])
		})
	}
}

// noteWrites looks at what an intrinsic does to m.
func (mem *Model) noteWrites(pos diag.Pos, m *Memory, elem kernel.Type, stmts []kernel.Stmt) {
	kernel.Walk(stmts, func(s kernel.Stmt) bool {
		_, store := s.(*kernel.Store)
		_, atomic := s.(*kernel.Atomic)
		if store || atomic {
			mem.Wrote(m)
		}
		switch {
		case !store && !atomic || !m.ReadOnly:
		case m.Param && m.Space == kernel.Global:
			mem.wroteReadOnly(pos, m)
		default:
			mem.out.Errorf(pos, "this writes %s, which is read-only", m.Label)
		}
		if atomic {
			mem.an.settle(m, elem, true)
		}
		return true
	})
}

// AsPointer takes the literal 0 as a null pointer of the other side's type.
func (mem *Model) AsPointer(v, other Value) (*Pointer, bool) {
	if v.Ptr != nil {
		return v.Ptr, true
	}
	if v.Zero && other.Ptr != nil {
		return mem.an.NullPointer(other.Ptr.Elem), true
	}
	return nil, false
}

// CommonPointers gives p and q the union of their targets.
func (mem *Model) CommonPointers(p, q *Pointer) (Value, Value) {
	p, q = mem.alike(p, q)
	elem := p.Elem
	if elem.Form == ctype.VoidForm || q.Elem.Const {
		elem = q.Elem
	}
	set := &Pointees{Targets: append([]*Target(nil), p.Targets...)}
	for _, t := range q.Targets {
		known := false
		for _, have := range set.Targets {
			known = known || have == t
		}
		if !known {
			set.Targets = append(set.Targets, t)
		}
	}
	mem.an.Unify(set.Targets)
	all := &Pointer{Targets: set.Targets}
	if len(set.Targets) > 1 && all.HasLocal() {
		mem.an.SettleLocal(all)
	}
	widen := func(p *Pointer) Value {
		w := &Pointer{Elem: elem, Targets: set.Targets, Off: p.Off, Open: p.Open}
		if len(set.Targets) > 1 {
			w.Tag = p.TagOf()
		}
		return Value{T: ctype.PointerTo(elem), Ptr: w}
	}
	return widen(p), widen(q)
}

// Pointee is the type of what p leads to.
func (p *Pointer) Pointee() *ctype.Type { return p.Elem }
