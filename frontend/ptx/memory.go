package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// memoryForm is what the modifiers of ld, st, atom and red say.
type memoryForm struct {
	t        kernel.Type
	space    string // global, shared, local, const; empty for generic
	op       string // atom and red
	scope    kernel.Scope
	volatile bool
	// strong is set by the memory orders besides .weak; order is which one.
	strong bool
	order  kernel.MemoryOrder
	vector int  // number of elements, 1 for none
	hint   bool // a cache policy follows as the last operand
	packed bool // two numbers of 16 bits, as t
	args   []Operand
}

// ignoredModifiers neither change the value nor what may race: cache operators and
// eviction hints.
var ignoredModifiers = strings.Fields(`weak ca cg cs lu cv wb wt nc noftz unified`)

// memoryOrders are the modifiers of strong accesses.
var memoryOrders = map[string]kernel.MemoryOrder{"relaxed": kernel.Relaxed, "acquire": kernel.Acquire,
	"release": kernel.Release, "acq_rel": kernel.AcquireRelease}

// form reads the modifiers; ok is false if there is one that gv2 does not know.
func (c *Code) form(it *Item) (f memoryForm, ok bool) {
	f.vector = 1
	for _, m := range it.Mods {
		if !f.modifier(m) {
			c.wrong(it)
			return f, false
		}
	}
	if f.t.Bits == 0 || f.hint && len(it.Args) == 0 {
		c.wrong(it)
		return f, false
	}
	if f.args = it.Args; f.hint {
		f.args = it.Args[:len(it.Args)-1]
	}
	return f, true
}

// modifier notes one modifier; it returns false if gv2 does not know it, since it might
// change what is accessed.
func (f *memoryForm) modifier(m string) bool {
	t, isType := typeNamed(m)
	order, isOrder := memoryOrders[m]
	switch {
	case isType:
		f.t = t
	case m == "f16x2" || m == "bf16x2":
		f.t, f.packed = kernel.U32, true
	case slices.Contains(ignoredModifiers, m):
	case m == "volatile" || m == "mmio":
		f.volatile = true
	case isOrder:
		f.strong, f.order = true, order
	case m == "L2::cache_hint":
		f.hint = true
	case strings.HasPrefix(m, "L1::"), strings.HasPrefix(m, "L2::"):
	case m == "global" || m == "shared" || m == "local" || m == "const":
		f.space = m
	case m == "shared::cta", m == "shared::cluster":
		f.space = "shared"
	case m == "v2" || m == "v4" || m == "v8":
		f.vector = int(m[1] - '0')
	case m == "cta":
		f.scope = kernel.BlockScope
	case m == "cluster":
		f.scope = kernel.ClusterScope
	case m == "gpu":
		f.scope = kernel.DeviceScope
	case m == "sys":
		f.scope = kernel.SystemScope
	case slices.Contains(atomOps, m):
		f.op = m
	default:
		return false
	}
	return true
}

// atomOps are the operations of atom and red, by their names in the IR.
var atomOps = strings.Fields("add exch min max inc dec cas and or xor")

// access calls use with the memory behind an address operand, moved by extra
// bytes, once per array that it may name.
func (c *Code) access(it *Item, o *Operand, f memoryForm, extra int64, use func(kernel.Access)) {
	p, offset, ok := c.pointerOf(it, o)
	if !ok {
		return
	}
	p.Deref(f.t, func(acc kernel.Access) {
		if f.space != "" && f.space != spaceModifier[acc.Array.Space] {
			c.unsupported("%s on the %s array %s; use the modifier of its space", it.opcode(), acc.Array.Space, acc.Array.Label)
			return
		}
		size := int64(acc.Array.Elem.Bytes())
		if (offset+extra)%size != 0 {
			c.unsupported("%s at a part of an element of %s; use an offset that is a multiple of %d",
				it.opcode(), acc.Array.Label, size)
			return
		}
		step := kernel.NewConst(kernel.I64, (offset+extra)/size)
		acc.Index = cexpr.Fold(kernel.Add, acc.Index, step)
		use(acc)
	})
}

// spaceModifier is the modifier of each space of the IR. A generic access has none.
var spaceModifier = map[kernel.Space]string{kernel.Global: "global", kernel.Shared: "shared",
	kernel.Constant: "const", kernel.Local: "local"}

// pointerOf returns the pointer and the offset in bytes that [%0+4] names.
func (c *Code) pointerOf(it *Item, o *Operand) (p *emit.Argument, offset int64, ok bool) {
	if o.Form != Address {
		c.wrong(it)
		return nil, 0, false
	}
	if c.program != nil {
		p, ok := c.program.Address(it, &o.Parts[0], o.Parts[1].Val)
		return p, 0, ok
	}
	if p, offset, ok = c.leadsTo(o); ok {
		return p, offset, true
	}
	c.unsupported("%s at an address that is not a pointer operand plus a constant; pass the pointer itself as \"l\"(p)",
		it.opcode())
	return nil, 0, false
}

// leadsTo is the pointer and the offset that an operand of an asm statement is made of; ok is false if it is made of something else.
func (c *Code) leadsTo(o *Operand) (p *emit.Argument, offset int64, ok bool) {
	base, off := &o.Parts[0], &o.Parts[1]
	by, constant := c.read(off, kernel.I64).(*kernel.Const)
	if base.Form == Reference {
		if op := c.binding(base); op != nil && op.Register == nil && op.Argument.IsPointer && op.Argument.Deref != nil && constant {
			return op.Argument, by.Val, true
		}
	}
	if p, ok := c.followed(base); ok && constant {
		return p, by.Val, true
	}
	return nil, 0, false
}

// followed is the pointer whose address is in a register, where the builder follows addresses.
func (c *Code) followed(base *Operand) (*emit.Argument, bool) {
	follows, is := c.b.(emit.Addresses)
	if !is {
		return nil, false
	}
	var x kernel.Expr
	switch base.Form {
	case Name:
		if r := c.register(base); r != nil && r.v != nil {
			x = &kernel.VarRef{Var: r.v}
		}
	case Reference:
		if op := c.binding(base); op != nil && op.Register != nil && op.Register.v != nil {
			x = &kernel.VarRef{Var: op.Register.v}
		}
	default:
		// Others are no registers.
	}
	if x == nil {
		return nil, false
	}
	p, ok := follows.AddressIn(x)
	return &p, ok
}

// sized returns the type to access p's memory with: the program's own where the
// instruction is about the same number of integer bits.
func (f memoryForm) sized(p kernel.Type) kernel.Type {
	if f.t.IsInt() && p.IsInt() && p.Bits == f.t.Bits {
		return p
	}
	return f.t
}

// pointee returns the element type behind an address, of no kind if unknown.
func (c *Code) pointee(it *Item, o *Operand) kernel.Type {
	if p, _, ok := c.pointerOf(it, o); ok {
		return p.Elem
	}
	return kernel.Type{}
}

// members returns the registers of a vector, or o itself for a scalar.
func members(o *Operand) []Operand {
	if o.Form == Vector {
		return o.Parts
	}
	return []Operand{*o}
}

// load is ld.{space}.{vec}.type d, [a].
func (c *Code) load(it *Item) {
	f, ok := c.form(it)
	if !ok {
		return
	}
	if len(f.args) != 2 || len(members(&f.args[0])) != f.vector || f.op != "" {
		c.wrong(it)
		return
	}
	of := f.t // by whose sign a wider register is filled
	f.t = f.sized(c.pointee(it, &f.args[1]))
	// All loads come before the registers change: an address may use them.
	var loaded []*kernel.Var
	for i := range f.vector {
		dst := c.b.Temp(f.t)
		loaded = append(loaded, dst)
		c.access(it, &f.args[1], f, int64(i*f.t.Bytes()), func(acc kernel.Access) {
			if f.strong && !f.volatile {
				emit.Atomic(c.b, "load", f.semantics(), f.t, dst, acc, nil)
				return
			}
			emit.Load(c.b, dst, acc, f.volatile)
		})
	}
	for i, part := range members(&f.args[0]) {
		e := kernel.Expr(&kernel.VarRef{Var: loaded[i]})
		if r := c.destination(&part); r != nil && r.typ().Bits > of.Bits && of.IsInt() && f.t.IsInt() {
			e = cexpr.Convert(e, of)
		}
		c.write(&part, c.widen(&part, e))
	}
}

// semantics is the order and scope of a strong access.
func (f *memoryForm) semantics() emit.Semantics {
	return emit.Semantics{Order: f.order, Scope: f.scope}
}

// widen extends a loaded value to an integer register that is wider: by the
// sign of the instruction's type, as PTX does.
func (c *Code) widen(o *Operand, e kernel.Expr) kernel.Expr {
	if r := c.destination(o); r != nil && r.typ().IsInt() && e.Type().IsInt() {
		return cexpr.Convert(e, r.typ())
	}
	return e
}

// store is st.{space}.{vec}.type [a], b.
func (c *Code) store(it *Item) {
	if len(it.Mods) > 0 && it.Mods[0] == "async" {
		c.storeAsync(it)
		return
	}
	f, ok := c.form(it)
	if !ok {
		return
	}
	if len(f.args) != 2 || len(members(&f.args[1])) != f.vector || f.op != "" {
		c.wrong(it)
		return
	}
	f.t = f.sized(c.pointee(it, &f.args[0]))
	for i, part := range members(&f.args[1]) {
		x := c.read(&part, f.t)
		c.access(it, &f.args[0], f, int64(i*f.t.Bytes()), func(acc kernel.Access) {
			if f.strong && !f.volatile {
				emit.Atomic(c.b, "store", f.semantics(), f.t, nil, acc, []kernel.Expr{x})
				return
			}
			emit.Store(c.b, acc, x, f.volatile)
		})
	}
}

// atomic is atom.op.type d, [a], b{, c} and, without d, red.op.type [a], b.
func (c *Code) atomic(it *Item) {
	f, ok := c.form(it)
	if !ok {
		return
	}
	args := f.args
	var dst *Operand
	if it.Op == "atom" && len(args) > 0 {
		dst, args = &f.args[0], args[1:]
	}
	operands := 1
	if f.op == "cas" {
		operands = 2
	}
	if f.op == "" || len(args) != 1+operands || it.Op == "red" && f.op == "exch" || len(members(&args[1])) != f.vector {
		c.wrong(it)
		return
	}
	if elem := f.sized(c.pointee(it, &args[0])); emit.IgnoresType(f.op, f.t, elem) && !f.packed {
		f.t = elem
	}
	if f.vector == 1 && !f.packed {
		var values []kernel.Expr
		for i := range args[1:] {
			values = append(values, c.read(&args[1+i], f.t))
		}
		old := c.changed(it, f, &args[0], 0, values)
		if dst != nil {
			c.write(dst, old)
		}
		return
	}
	// Each element of a vector is changed on its own. What becomes of two halves is left open.
	var olds []kernel.Expr
	for i, part := range members(&args[1]) {
		x := c.read(&part, f.t)
		if f.packed && f.op != "exch" {
			x = c.unknown(f.t, it.opcode())
		}
		olds = append(olds, c.changed(it, f, &args[0], int64(i*f.t.Bytes()), []kernel.Expr{x}))
	}
	if dst == nil {
		return
	}
	if len(members(dst)) != f.vector {
		c.wrong(it)
		return
	}
	for i, part := range members(dst) {
		c.write(&part, olds[i])
	}
}

// changed emits one atomic operation, and returns what the memory held before.
func (c *Code) changed(it *Item, f memoryForm, at *Operand, extra int64, values []kernel.Expr) kernel.Expr {
	if f.packed {
		f.op = "exch" // of what nobody knows
	}
	old := c.b.Temp(f.t)
	c.access(it, at, f, extra, func(acc kernel.Access) { emit.Atomic(c.b, f.op, f.semantics(), f.t, old, acc, values) })
	return &kernel.VarRef{Var: old}
}

// unknown is a value that the program computes and gv2 does not know.
func (c *Code) unknown(t kernel.Type, why string) kernel.Expr {
	v := c.b.Temp(t)
	c.b.Emit(&kernel.Havoc{Src: c.b.Src(), Dst: v, Why: why, Computed: true})
	return &kernel.VarRef{Var: v}
}

// discard is discard{.global}.L2 [a], 128: the bytes become whatever they become (PTX ISA, "discard":
// a weak write of a value that is not determined).
func (c *Code) discard(it *Item) {
	if len(it.Args) != 2 || it.Args[1].Form != Integer || it.Args[1].Val != discarded {
		c.wrong(it)
		return
	}
	f := memoryForm{t: kernel.U64, vector: 1}
	for _, m := range it.Mods {
		switch m {
		case "global":
			f.space = m
		case "L2":
		default:
			c.wrong(it)
			return
		}
	}
	x := c.unknown(kernel.U64, "discarded")
	c.access(it, &it.Args[0], f, 0, func(acc kernel.Access) {
		acc.Width = discarded / acc.Array.Elem.Bytes()
		emit.Store(c.b, acc, x, false)
	})
}

// discarded is how many bytes discard is about.
const discarded = 128

// multimem is multimem.ld_reduce, multimem.st and multimem.red, on addresses behind which lies memory
// of several devices. What a load combines is left open.
func (c *Code) multimem(it *Item) {
	if len(it.Mods) == 0 {
		c.wrong(it)
		return
	}
	op := it.Mods[0]
	var mods []string
	float := false
	for _, m := range it.Mods[1:] {
		switch {
		case strings.HasPrefix(m, "acc::"):
		case m == "bf16" || m == "f16" || strings.HasPrefix(m, "e4m3") || strings.HasPrefix(m, "e5m2") || m == "bf16x2" || m == "f16x2":
			float = true
			mods = append(mods, map[bool]string{true: "b32", false: "b16"}[strings.Contains(m, "x")])
		default:
			mods = append(mods, m)
		}
	}
	c.b.Assume("memory behind multimem addresses is accessed through them alone")
	one := *it
	switch op {
	case "ld_reduce":
		one.Op, one.Mods = "ld", slices.DeleteFunc(mods, func(m string) bool { return slices.Contains(atomOps, m) })
		if !slices.Contains(mods, "weak") && !slices.Contains(mods, "acquire") && !slices.Contains(mods, "relaxed") {
			one.Mods = append(one.Mods, "relaxed", "sys")
		}
		c.load(&one)
		if !c.failed {
			c.writeArbitrary(&it.Args[0])
		}
	case "st":
		one.Op, one.Mods = "st", mods
		c.store(&one)
	case "red":
		one.Op, one.Mods = "red", mods
		if float {
			for i, m := range one.Mods {
				one.Mods[i] = map[string]string{"b32": "f16x2", "b16": "f16"}[m]
				if one.Mods[i] == "" {
					one.Mods[i] = m
				}
			}
		}
		c.atomic(&one)
	default:
		c.unsupported("instruction %s", it.opcode())
	}
}

// texture is tex, tld4, suld, txq and suq: what a texture, a surface or its descriptor holds. A kernel
// that writes the memory behind a texture that it reads has no defined result (PTX ISA, "Texture
// Instructions"), so that these accesses race with nothing; stores to surfaces are not modelled.
func (c *Code) texture(it *Item) {
	if len(it.Args) < 2 || it.Args[1].Form != Address {
		c.wrong(it)
		return
	}
	d := &it.Args[0]
	if d.Form == Pair { // with whether the texels are resident
		c.writeArbitrary(&d.Parts[1])
		d = &d.Parts[0]
	}
	switch it.Op {
	case "tex", "tld4":
		c.b.Assume("nothing writes the memory behind a texture while the kernel reads it")
	case "suld":
		c.b.Assume("nothing writes the memory behind a surface while the kernel reads it")
	}
	c.writeArbitrary(d)
}
