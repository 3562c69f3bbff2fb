package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// pointer is the value of a pointer expression: its possible targets, which of
// them it is (tag, the target's id; nil where there is one only), and the offset
// in units of the target's memory. A target that is a local variable stands
// alone and has offset 0.
type pointer struct {
	elem    *ctype.Type
	targets []*target
	tag     kernel.Expr
	off     kernel.Expr
	// open is the set that a pointer to a function learns from comparisons.
	open *pointees
}

var zeroOff = kernel.NewConst(kernel.I64, 0)

func offset(n int64) kernel.Expr { return kernel.NewConst(kernel.I64, n) }

// add is x + y on offsets, folded.
func add(x, y kernel.Expr) kernel.Expr { return cexpr.Binary(kernel.Add, x, y) }

func (p *pointer) with(elem *ctype.Type, off kernel.Expr) *pointer {
	return &pointer{elem: elem, targets: p.targets, tag: p.tag, off: off, open: p.open}
}

// cell returns the local variable that p points to, nil if it is not one.
func (p *pointer) cell() *cell {
	if len(p.targets) == 1 {
		return p.targets[0].cell
	}
	return nil
}

func (p *pointer) hasLocal() bool {
	for _, t := range p.targets {
		if t.isLocal() {
			return true
		}
	}
	return false
}

// noMemory reports whether p leads to functions and nothing, but not to data:
// its offset is 0.
func (p *pointer) noMemory() bool {
	for _, t := range p.targets {
		if t.fn == nil && !t.wild && !t.null {
			return false
		}
	}
	return len(p.targets) > 0 && !p.onlyNull()
}

// unit returns the size in bytes of the unit that p's offset counts.
func (p *pointer) unit() int64 {
	for _, t := range p.targets {
		if t.mem != nil {
			return t.mem.bytes
		}
	}
	return 1
}

// tagOf returns the tag of p as an expression.
func (p *pointer) tagOf() kernel.Expr {
	if p.tag != nil {
		return p.tag
	}
	if len(p.targets) == 1 {
		return kernel.NewConst(kernel.I32, p.targets[0].id)
	}
	return kernel.NewConst(kernel.I32, 0)
}

// nullPointer is nullptr as a pointer to elem.
func (an *analysis) nullPointer(elem *ctype.Type) *pointer {
	return &pointer{elem: elem, targets: []*target{an.null}, off: zeroOff}
}

// memoryPointer points to the start of m.
func memoryPointer(m *memory, elem *ctype.Type) *pointer {
	return &pointer{elem: elem, targets: []*target{m.target}, off: zeroOff}
}

// settleLocal moves the variables that p points to into memory: p is used in a
// way that one variable cannot serve.
func (an *analysis) settleLocal(p *pointer) {
	for _, t := range p.targets {
		if t.isLocal() {
			an.mark(an.inMemory, t.root)
		}
	}
}

// shift returns p + i elements of the pointee; i has any integer type.
func (mem *memoryModel) shift(p *pointer, i kernel.Expr, negative bool) *pointer {
	if p.noMemory() {
		if c, ok := i.(*kernel.Const); ok && c.Val == 0 {
			return p
		}
		return mem.an.wildPointer(p.elem)
	}
	i = cexpr.Convert(i, kernel.I64)
	return p.with(p.elem, mem.shiftOffset(p, i, p.elem.Size(), negative))
}

// shiftOffset adds i times size bytes to p's offset.
func (mem *memoryModel) shiftOffset(p *pointer, i kernel.Expr, size int64, negative bool) kernel.Expr {
	if c, ok := i.(*kernel.Const); ok && c.Val == 0 || size == 0 {
		return p.off
	}
	if p.hasLocal() {
		mem.an.settleLocal(p)
		return p.off
	}
	unit := p.unit()
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
		return p.off
	}
	mem.an.refineAll(p, g)
	return p.off
}

// divide returns i / by if i is known to be a multiple of by.
func (mem *memoryModel) divide(i kernel.Expr, by int64) (kernel.Expr, bool) {
	if exact, ok := divideExact(i, by); ok {
		return exact, true
	}
	if !mem.multiple(i, by) {
		return nil, false
	}
	return cexpr.Binary(kernel.Div, i, offset(by)), true
}

func addScaled(p *pointer, i kernel.Expr, by int64, negative bool) kernel.Expr {
	op := kernel.Add
	if negative {
		op = kernel.Sub
	}
	return cexpr.Binary(op, p.off, cexpr.Binary(kernel.Mul, i, offset(by)))
}

// shiftConst adds a constant number of bytes to p's offset.
func (an *analysis) shiftConst(p *pointer, bytes int64, negative bool) kernel.Expr {
	if negative {
		bytes = -bytes
	}
	unit := p.unit()
	if bytes%unit != 0 {
		an.refineAll(p, ctype.GCD(unit, max(bytes, -bytes)))
		return p.off
	}
	return add(p.off, offset(bytes/unit))
}

func (an *analysis) refineAll(p *pointer, bytes int64) {
	for _, t := range p.targets {
		if t.mem != nil {
			an.refine(t.mem, bytes)
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
func (mem *memoryModel) split(pos diag.Pos, p *pointer, use func(m *memory)) {
	var mems []*memory
	others := false
	for _, t := range p.targets {
		if t.mem != nil {
			mems = append(mems, t.mem)
		} else {
			others = true
		}
	}
	if mem.splitFault(pos, p, mems) {
		return
	}
	if others {
		mem.out.Emit(&kernel.Assert{Src: mem.out.at(pos), Text: nullText, Cond: pointsToMemory(p)})
	}
	mem.splitFrom(pos, p, mems, use)
}

// nullText is the assertion about a pointer that is followed.
const nullText = "pointer is not null"

// pointsToMemory is whether p leads to memory: not to nothing, nor to a function.
func pointsToMemory(p *pointer) kernel.Expr {
	cond := kernel.Expr(kernel.BoolConst(true))
	for _, t := range p.targets {
		if t.mem == nil {
			cond = cexpr.Binary(kernel.LAnd, cond, cexpr.Binary(kernel.Ne, p.tagOf(), kernel.NewConst(kernel.I32, t.id)))
		}
	}
	return cond
}

// nullAccess is an access through a pointer that is null: a fault where a thread
// comes here.
func (mem *memoryModel) nullAccess(pos diag.Pos) {
	mem.out.Emit(&kernel.Assert{Src: mem.out.at(pos), Text: nullText, Cond: kernel.BoolConst(false)})
}

// splitFault reports pointers that cannot be followed.
func (mem *memoryModel) splitFault(pos diag.Pos, p *pointer, mems []*memory) bool {
	switch {
	case p.hasLocal():
		mem.an.settleLocal(p)
		for _, t := range p.targets {
			if t.isLocal() && mem.an.inMemory[t.root] && !mem.an.changed {
				mem.out.Unsupported(pos, "a pointer to a variable that is out of scope here; declare the variable outside")
				break
			}
		}
		return true
	case len(p.targets) == 0:
		mem.out.Unsupported(pos, "a pointer that nothing was assigned to; initialise it")
		return true
	case p.onlyNull():
		mem.out.Errorf(pos, "this dereferences a null pointer")
		return true
	case len(mems) == 0:
		mem.out.Unsupported(pos, "memory behind a pointer to a function or one made from a number")
		return true
	}
	return false
}

func (mem *memoryModel) splitFrom(pos diag.Pos, p *pointer, mems []*memory, use func(m *memory)) {
	if len(mems) == 1 {
		use(mems[0])
		return
	}
	then := mem.out.Block(func() { use(mems[0]) })
	rest := mem.out.Block(func() { mem.splitFrom(pos, p, mems[1:], use) })
	cond := cexpr.Binary(kernel.Eq, p.tagOf(), kernel.NewConst(kernel.I32, mems[0].target.id))
	mem.out.Emit(&kernel.If{Src: mem.out.at(pos), Cond: cond, Then: then, Else: rest})
}

// access is split with the kernel's Access for a scalar of type t at p.
func (mem *memoryModel) access(pos diag.Pos, p *pointer, t kernel.Type, atomic bool, use func(m *memory, acc kernel.Access)) {
	off := p.off
	if len(p.targets) > 1 {
		off = mem.out.stable(pos, off)
	}
	size := int64(t.Bytes())
	mem.split(pos, p, func(m *memory) {
		mem.an.refine(m, size)
		mem.an.settle(m, t, atomic)
		use(m, kernel.Access{Array: mem.array(m), Index: off, Width: int(max(1, size/m.bytes))})
	})
}

// load reads a scalar of type t.
func (mem *memoryModel) load(pos diag.Pos, p *pointer, t kernel.Type, volatile bool) kernel.Expr {
	if p.onlyNull() {
		mem.nullAccess(pos)
		return mem.out.arbitrary(pos, t, "what a null pointer leads to")
	}
	dst := mem.out.Temp(t)
	mem.access(pos, p, t, false, func(m *memory, acc kernel.Access) {
		if acc.Width > 1 || acc.Array.Elem == t {
			mem.out.Emit(&kernel.Load{Src: mem.out.at(pos), Dst: dst, Acc: acc, Volatile: volatile, Ghost: mem.core.ghost()})
			return
		}
		raw := mem.out.Temp(acc.Array.Elem)
		mem.out.Emit(&kernel.Load{Src: mem.out.at(pos), Dst: raw, Acc: acc, Volatile: volatile, Ghost: mem.core.ghost()})
		mem.out.Emit(&kernel.Assign{Src: mem.out.at(pos), Dst: dst, X: cexpr.Reinterpret(&kernel.VarRef{Var: raw}, t)})
	})
	return &kernel.VarRef{Var: dst}
}

// ghost reports whether what is read only serves an annotation.

// store writes the scalar x.
func (mem *memoryModel) store(pos diag.Pos, p *pointer, x kernel.Expr, volatile bool) {
	if p.onlyNull() {
		mem.nullAccess(pos)
		return
	}
	if len(p.targets) > 1 {
		x = mem.out.stable(pos, x)
	}
	mem.access(pos, p, x.Type(), false, func(m *memory, acc kernel.Access) {
		if m.readOnly {
			mem.wroteReadOnly(pos, m)
			return
		}
		mem.wrote(m)
		if acc.Width == 1 {
			x = cexpr.Reinterpret(x, acc.Array.Elem)
		}
		mem.out.Emit(&kernel.Store{Src: mem.out.at(pos), Acc: acc, X: x, Volatile: volatile})
	})
}

// wroteReadOnly is a fault, except for an array in a struct parameter: the
// parameter then gets memory of its own. For __constant__ memory it is one where
// a thread comes here.
func (mem *memoryModel) wroteReadOnly(pos diag.Pos, m *memory) {
	if p, ok := m.slot.decl.(*cuda.Param); ok && m.space == kernel.Constant {
		mem.an.mark(mem.an.inMemory, slot{m.slot.inst, p, ""})
		if mem.an.changed {
			return
		}
	}
	if m.space == kernel.Constant && m.decl != nil && m.decl.Space == cuda.ConstantSpace {
		mem.out.Emit(&kernel.Assert{Src: mem.out.at(pos), Text: "constant memory is not written", Cond: kernel.BoolConst(false)})
		return
	}
	mem.out.Errorf(pos, "this writes %s, which is read-only", m.label)
}

// wrote notes that m is written; initial values may no longer be relied on.
func (mem *memoryModel) wrote(m *memory) {
	if m.t.HoldsFunctions() && !mem.storesFunction {
		mem.an.add(mem.an.heldFunctions(m), []*target{mem.an.wild})
	}
	if !m.written {
		m.written = true
		mem.an.changed = mem.an.changed || m.array != nil && m.array.Init != nil
	}
}

// comparePointers is p op q as a truth value.
func (mem *memoryModel) comparePointers(pos diag.Pos, op kernel.BinaryOp, p, q *pointer) kernel.Expr {
	mem.an.learn(p, q)
	mem.an.learn(q, p)
	mem.comparesFunction(p)
	mem.comparesFunction(q)
	p, q = mem.testNull(p, q), mem.testNull(q, p)
	if p.cell() != nil && p.cell() == q.cell() {
		return kernel.BoolConst(op == kernel.Eq || op == kernel.Le || op == kernel.Ge)
	}
	same := cexpr.Binary(kernel.Eq, p.tagOf(), q.tagOf())
	if op != kernel.Eq && op != kernel.Ne {
		if c, ok := same.(*kernel.Const); !ok || c.Val == 0 {
			return mem.out.arbitrary(pos, kernel.BoolType, "comparison of pointers into different arrays")
		}
		return cexpr.Binary(op, p.off, q.off)
	}
	equal := same
	if c, ok := same.(*kernel.Const); !ok || c.Val != 0 {
		if !p.onlyNull() && !q.onlyNull() {
			equal = cexpr.Binary(kernel.LAnd, same, cexpr.Binary(kernel.Eq, p.off, q.off))
		}
	}
	if op == kernel.Ne {
		return cexpr.Not(equal)
	}
	return equal
}

func (p *pointer) onlyNull() bool { return len(p.targets) == 1 && p.targets[0].null }

// testNull makes the nullness of pointer parameters visible where p is compared
// with null: a parameter may be null for all that is known.
func (mem *memoryModel) testNull(p, q *pointer) *pointer {
	if !q.onlyNull() || p.onlyNull() {
		return p
	}
	tag := p.tagOf()
	for _, t := range p.targets {
		if t.mem == nil || !t.mem.param {
			continue
		}
		is := cexpr.Binary(kernel.Eq, p.tagOf(), kernel.NewConst(kernel.I32, t.id))
		null := cexpr.Binary(kernel.LAnd, is, &kernel.VarRef{Var: mem.nullFlag(t.mem)})
		tag = kernel.FoldNode(&kernel.Cond{C: null, X: kernel.NewConst(kernel.I32, 0), Y: tag})
	}
	return &pointer{elem: p.elem, targets: p.targets, tag: tag, off: p.off, open: p.open}
}

// nullFlag is a parameter of its own: whether the pointer parameter is null.
func (mem *memoryModel) nullFlag(m *memory) *kernel.Var {
	if v := mem.nullFlags[m]; v != nil {
		return v
	}
	v := &kernel.Var{Name: mem.out.unique(m.name + "_is_null"), T: kernel.BoolType, Param: true, Pos: mem.kernelPos}
	mem.nullFlags[m] = v
	mem.out.kernel.Params = append(mem.out.kernel.Params, v)
	return v
}

// difference is p - q in elements.
func (mem *memoryModel) difference(pos diag.Pos, p, q *pointer) kernel.Expr {
	same := cexpr.Binary(kernel.Eq, p.tagOf(), q.tagOf())
	if c, ok := same.(*kernel.Const); !ok || c.Val == 0 {
		return mem.out.arbitrary(pos, kernel.I64, "difference of pointers into different arrays")
	}
	bytes := cexpr.Binary(kernel.Mul, cexpr.Binary(kernel.Sub, p.off, q.off), offset(p.unit()))
	size := max(p.elem.Size(), 1)
	if exact, ok := divideExact(bytes, size); ok {
		return exact
	}
	return cexpr.Binary(kernel.Div, bytes, offset(size))
}

func (mem *memoryModel) pointerArgument(out *emit.Argument, p *pointer) {
	out.IsPointer = true
	if p.elem.IsScalar() {
		out.Elem = p.elem.Scalar
	}
	out.Deref = func(elem kernel.Type, use func(acc kernel.Access)) {
		if p.cell() != nil {
			mem.an.settleLocal(p)
		}
		mem.access(out.Pos, p, elem, false, func(m *memory, acc kernel.Access) {
			before := len(mem.out.cur)
			use(acc)
			mem.noteWrites(out.Pos, m, elem, mem.out.cur[before:])
		})
	}
}

// noteWrites looks at what an intrinsic does to m.
func (mem *memoryModel) noteWrites(pos diag.Pos, m *memory, elem kernel.Type, stmts []kernel.Stmt) {
	kernel.Walk(stmts, func(s kernel.Stmt) bool {
		_, store := s.(*kernel.Store)
		_, atomic := s.(*kernel.Atomic)
		if store || atomic {
			mem.wrote(m)
		}
		if (store || atomic) && m.readOnly {
			mem.out.Errorf(pos, "this writes %s, which is read-only", m.label)
		}
		if atomic {
			mem.an.settle(m, elem, true)
		}
		return true
	})
}

// asPointer takes the literal 0 as a null pointer of the other side's type.
func (mem *memoryModel) asPointer(v, other value) (*pointer, bool) {
	if v.p != nil {
		return v.p, true
	}
	if v.lit0 && other.p != nil {
		return mem.an.nullPointer(other.p.elem), true
	}
	return nil, false
}

// commonPointers gives p and q the union of their targets.
func (mem *memoryModel) commonPointers(p, q *pointer) (value, value) {
	elem := p.elem
	if elem.Form == ctype.VoidForm || q.elem.Const {
		elem = q.elem
	}
	set := &pointees{targets: append([]*target(nil), p.targets...)}
	for _, t := range q.targets {
		known := false
		for _, have := range set.targets {
			known = known || have == t
		}
		if !known {
			set.targets = append(set.targets, t)
		}
	}
	mem.an.unify(set.targets)
	all := &pointer{targets: set.targets}
	if len(set.targets) > 1 && all.hasLocal() {
		mem.an.settleLocal(all)
	}
	widen := func(p *pointer) value {
		w := &pointer{elem: elem, targets: set.targets, off: p.off, open: p.open}
		if len(set.targets) > 1 {
			w.tag = p.tagOf()
		}
		return value{t: ctype.PointerTo(elem), p: w}
	}
	return widen(p), widen(q)
}

// Elem is the type of what p leads to.
func (p *pointer) Elem() *ctype.Type { return p.elem }
