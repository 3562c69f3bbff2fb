package translate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
	"gv2/frontend/ptx/module"
)

// symbol is what addresses lead to: a variable, or the memory behind a parameter.
type symbol struct {
	key   string // unique
	label string
	space kernel.Space
	bytes int64 // -1 if not known
	// param is the parameter that holds the address, nil for a variable.
	param *paramKey
	pos   diagPos
	array *kernel.Array // once it is accessed
	// unknown is set for memory that no known address leads to.
	unknown bool
	// rows is the array that holds the addresses which lead here.
	rows *symbol
	addr kernel.Expr // the address as a number, once it is used
}

// paramKey is a part of a parameter.
type paramKey struct{ index, offset, bits int }

func paramName(i int) string { return "param_" + strconv.Itoa(i) }

// name is the name of the part: param_2, param_2_8.
func (k paramKey) name() string {
	if k.offset == 0 {
		return paramName(k.index)
	}
	return fmt.Sprintf("%s_%d", paramName(k.index), k.offset)
}

// symbolOf is the symbol of a key.
func (p *pass) symbolOf(key string) *symbol {
	if s := p.symbols[key]; s != nil {
		return s
	}
	s := &symbol{key: key}
	if strings.HasPrefix(key, unknownPrefix) {
		s = unknownSymbol(key)
	}
	switch {
	case strings.HasPrefix(key, surfacePrefix):
		s = p.surfaceSymbol(key)
	case strings.HasPrefix(key, rowsPrefix):
		s = p.rowsSymbol(key)
	case strings.HasPrefix(key, blockPrefix), strings.HasPrefix(key, partPrefix):
		s = parameterSymbol(key)
	case strings.HasPrefix(key, allocaPrefix):
		s = &symbol{key: key, label: "memory of alloca", space: kernel.Local, bytes: -1}
	}
	s.pos = p.out.k.Pos
	if s.label != "" {
		p.symbols[key] = s
		p.order = append(p.order, key)
		return s
	}
	if v := p.variable(key); v != nil {
		p.describe(s, v)
	} else if !s.unknown {
		k := paramKey{bits: 64}
		if n, _ := fmt.Sscanf(key, "param %d %d", &k.index, &k.offset); n != 2 {
			panic("ptx/translate: no symbol " + key)
		}
		s.label, s.space, s.bytes, s.param = "param "+strconv.Itoa(k.index), kernel.Global, -1, &k
		if k.offset > 0 {
			s.label += "+" + strconv.Itoa(k.offset)
		}
	}
	p.symbols[key] = s
	p.order = append(p.order, key)
	return s
}

// variable is a variable of a function or of the module.
func (p *pass) variable(name string) *module.Variable {
	if v := p.prog.variables[name]; v != nil {
		return v
	}
	for _, v := range p.prog.f.Module().Variables {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// allocaPrefix begins the keys of the symbols for memory that alloca makes.
const allocaPrefix = "alloca "

// allocated is alloca d, size{, align}: memory of the thread, other memory each time.
func (p *pass) allocated(it *ptx.Item) {
	if len(it.Args) < 2 || len(it.Args) > 3 || it.Args[0].Form != ptx.Name || it.Args[0].N == 0 {
		failf(p.x.at, "this form of %s", it.Opcode())
	}
	if p.g.Loop[p.here] >= 0 {
		failf(p.x.at, "%s in a loop", it.Opcode())
	}
	d := it.Args[0].N
	s := p.symbolOf(fmt.Sprint(allocaPrefix, p.x.at, " ", d))
	if size := &it.Args[1]; size.Form == ptx.Integer {
		s.bytes = size.Val
	}
	p.write(d, value{ptr: &pointer{s, address.Fixed(p.prog.registers[d].t.Bits, 0)}})
}

// spaces are the spaces of variables that accesses lead to.
var spaces = map[string]kernel.Space{"global": kernel.Global, "shared": kernel.Shared, "const": kernel.Constant, "local": kernel.Local}

func (p *pass) describe(s *symbol, v *module.Variable) {
	s.space, s.bytes, s.label = spaces[v.Space], v.Bytes(), LabelOf(v.Name)
	s.pos = p.prog.f.Module().PosAt(v.At)
	if v.Space == "shared" && v.Extern {
		s.bytes = p.opts.SharedBytes
	}
}

// base is the symbol that a name stands for, nil if it is none.
func (p *pass) base(name string) *symbol {
	v := p.variable(name)
	if v == nil {
		return nil
	}
	if _, ok := spaces[v.Space]; !ok {
		return nil
	}
	if v.Space == "shared" && v.Extern {
		// All such variables begin at the same address.
		for _, key := range p.order {
			if w := p.variable(key); w != nil && w.Space == "shared" && w.Extern {
				return p.symbols[key]
			}
		}
	}
	return p.symbolOf(name)
}

// array is the array behind a symbol.
func (p *pass) array(s *symbol) *kernel.Array {
	if s.array != nil {
		return s.array
	}
	elem := p.known.element(s.key)
	name := s.label
	if s.param != nil {
		name = s.param.name()
	}
	a := &kernel.Array{Name: p.out.unique("m_" + name), Label: s.label, Space: s.space, Elem: elem, Len: -1, Scale: 1, Param: s.param != nil || s.rows != nil,
		ReadOnly: s.space == kernel.Constant, Pos: s.pos}
	if s.bytes >= 0 {
		a.Len = s.bytes / int64(elem.Bytes())
		a.Dims = []int64{a.Len}
	}
	s.array = a
	p.initialise(s, a)
	return a
}

// initialise gives the array of a table its contents: of .const variables, and of .global
// ones that only this module knows and that no kernel of it stores to.
func (p *pass) initialise(s *symbol, a *kernel.Array) {
	v := p.variable(s.key)
	if v == nil || !v.Initialised || s.space != kernel.Constant && (s.space != kernel.Global || v.Visible) || p.opts.UnknownConstants {
		return
	}
	if s.space == kernel.Global {
		a.ReadOnly = true // unless it is stored to, which finish looks for
	}
	contents, ok := p.prog.f.Module().Initial(v)
	if !ok && !a.Elem.IsInt() {
		a.Fixed = true
		return
	}
	if !ok {
		failf(p.x.at, "%s has contents that gv2 cannot read, such as addresses", a.Label)
	}
	a.Init = constants(a.Elem, contents)
}

// constants are bytes as elements of an array.
func constants(elem kernel.Type, contents []byte) []kernel.Const {
	size := elem.Bytes()
	out := make([]kernel.Const, 0, len(contents)/size)
	for i := 0; i+size <= len(contents); i += size {
		n := uint64(0)
		for b := range size {
			n |= uint64(contents[i+b]) << (8 * b)
		}
		if elem.IsInt() {
			out = append(out, *kernel.NewConst(elem, int64(n)))
		} else {
			out = append(out, kernel.Const{T: elem, Val: int64(n)})
		}
	}
	return out
}

// addressOf is the address of a symbol as a number that nobody knows: a parameter, since it
// is the same for all threads.
func (p *pass) addressOf(s *symbol) kernel.Expr {
	if s.addr != nil {
		return s.addr
	}
	if s.param != nil {
		s.addr = p.scalar(*s.param, kernel.Type{Kind: kernel.Int, Bits: s.param.bits})
		return s.addr
	}
	s.addr = kernel.Ref(p.out.parameter("address_of_"+s.label, kernel.U64))
	return s.addr
}

// scalar is a parameter as a number.
func (p *pass) scalar(k paramKey, t kernel.Type) kernel.Expr {
	if e := p.paramVars[k]; e != nil {
		return e
	}
	name := k.name()
	key := "param " + name
	t = p.signed(key, t)
	e := p.fixed(k, t)
	if e == nil {
		v := p.out.parameter(name, t)
		p.varKeys[v] = key
		e = kernel.Ref(v)
	}
	p.paramVars[k] = e
	return e
}

// fixed is the value that the command line gives a parameter, nil if it gives none.
func (p *pass) fixed(k paramKey, t kernel.Type) kernel.Expr {
	names := []string{k.name()}
	if k.offset == 0 {
		names = append(names, p.prog.f.Params[k.index].Name, strconv.Itoa(k.index))
	}
	for _, name := range names {
		text, given := p.opts.Params[name]
		if !given {
			continue
		}
		p.paramSeen[name] = true
		for _, signed := range []bool{t.Signed, !t.Signed} {
			u := t
			u.Signed = signed
			if e := cexpr.Literal(text, u); e != nil {
				return cexpr.Convert(e, t)
			}
		}
		p.out.Errorf(p.out.k.Pos, "value %q of parameter %s is not a number of %d bits", text, name, t.Bits)
	}
	return nil
}

// loadParam is ld.param of a parameter of the kernel.
func (p *pass) loadParam(it *ptx.Item) {
	base := &it.Args[1].Parts[0]
	index, offset := p.prog.params[base.Text], int(it.Args[1].Parts[1].Val)
	t, ok := ptx.TypeNamed(it.Mods[len(it.Mods)-1])
	if !ok {
		failf(p.x.at, "instruction %s", it.Opcode())
	}
	dst := []ptx.Operand{it.Args[0]}
	if it.Args[0].Form == ptx.Vector {
		dst = it.Args[0].Parts
	}
	if base.N != 0 {
		p.loadComputed(it, dst, t)
		return
	}
	for i, d := range dst {
		if d.Text != "_" {
			p.parameterPart(it, d, paramKey{index, offset + i*t.Bytes(), t.Bits}, t)
		}
	}
}

// parameterPart gives a register a part of a parameter.
func (p *pass) parameterPart(it *ptx.Item, d ptx.Operand, k paramKey, t kernel.Type) {
	if d.Form != ptx.Name {
		failf(p.x.at, "this form of %s", it.Opcode())
	}
	reg, ok := p.prog.typeOf(&d)
	if !ok {
		failf(p.x.at, "no register %s", d.Text)
	}
	if t.IsInt() && t.Bits == 64 {
		s := p.symbolOf(fmt.Sprintf("param %d %d", k.index, k.offset))
		v := value{ptr: &pointer{s, address.Fixed(64, 0)}}
		if len(p.known.rowsOf[k.index]) > 0 && p.known.symbol(s.key).strong && k.offset%8 == 0 {
			// Another instruction may find this one by an index.
			block := p.symbolOf(fmt.Sprint(blockPrefix, k.index))
			v = value{num: p.addressOf(s), ptr: p.rowAt(block, address.Fixed(64, int64(k.offset)))}
		}
		p.write(d.N, v)
		return
	}
	e := p.scalar(k, t)
	if e.Type().IsInt() && t.IsInt() {
		e = retype(e, t) // widened by the sign of the instruction
		if e.Type().Bits < reg.Bits {
			e = cexpr.Convert(e, reg)
		}
	}
	p.Write(d.N, e)
}

func chosen(c kernel.Expr, x, y address.Offset) address.Offset { return address.Chosen(c, x, y) }

// operand is the value of an operand; it is empty for what is neither register nor symbol.
func (p *pass) operand(o *ptx.Operand) value {
	if o.Form != ptx.Name || o.Not {
		return value{}
	}
	if o.N != 0 {
		return p.defined(o.N)
	}
	if s := p.base(o.Text); s != nil {
		return value{ptr: &pointer{s, address.Fixed(64, 0)}}
	}
	if index, ok := p.prog.params[o.Text]; ok {
		return value{ptr: &pointer{p.symbolOf(fmt.Sprint(blockPrefix, index)), address.Fixed(64, 0)}}
	}
	return value{}
}

// onAddresses translates an instruction that computes an address from another one. It
// returns false for all others.
func (p *pass) onAddresses(it *ptx.Item) bool {
	n := len(it.Args)
	if n < 2 || it.Args[0].Form != ptx.Name {
		return false
	}
	dst := it.Args[0].N
	reg, ok := p.prog.typeOf(&it.Args[0])
	if !ok {
		return false
	}
	if p.onChoices(it, dst) {
		return true
	}
	give := func(ptr *pointer) bool {
		if ptr == nil || reg.Bits < ptr.off.Width && ptr.sym.param != nil {
			return false // half of an address is a number
		}
		ptr = p.resized(ptr, reg.Bits)
		p.write(dst, value{ptr: &pointer{ptr.sym, p.bounded(ptr.off)}})
		return true
	}
	switch it.Op {
	case "mov":
		if n == 2 && reg.IsInt() && reg.Bits >= 32 {
			return give(p.operand(&it.Args[1]).ptr)
		}
	case "cvta":
		if v := p.operand(&it.Args[1]); v.ptr == nil && v.num != nil && slices.Contains(it.Mods, "global") && v.num.Type().Bits == reg.Bits {
			p.write(dst, v) // generic addresses of global memory are those of global memory
			return true
		}
		return give(p.converted(it))
	case "cvt":
		if n == 2 && reg.IsInt() && reg.Bits >= 32 && len(it.Mods) == 2 && strings.Trim(it.Mods[1], "bus") != "16" && strings.Trim(it.Mods[1], "bus") != "8" {
			return give(p.operand(&it.Args[1]).ptr)
		}
	case "mapa":
		if ptr := p.operand(&it.Args[1]).ptr; ptr != nil && n == 3 && ptr.sym.space == kernel.Shared {
			to := kernel.Distance(p.code.Value(it, &it.Args[2], kernel.U32))
			return give(&pointer{ptr.sym, ptr.off.Plus(address.Moved(ptr.off.Width, to, kernel.PartBytes), 1)})
		}
	case "add", "sub":
		if n == 3 && len(it.Mods) == 1 && reg.IsInt() && reg.Bits >= 32 {
			return p.addition(it, dst, reg, give)
		}
	case "mad":
		if n == 4 && len(it.Mods) == 2 && it.Mods[0] != "hi" && reg.IsInt() && reg.Bits >= 32 {
			return p.multiplied(it, reg, give)
		}
	case "and":
		if n == 3 && reg.IsInt() && reg.Bits >= 32 {
			if low := p.lowBits(it, reg); low != nil {
				p.Write(dst, low)
				return true
			}
			return give(p.aligned(it, reg))
		}
	case "selp":
		if n == 4 {
			return p.selected(it, dst, reg, give)
		}
	case "setp":
		return p.compared(it, dst)
	case "isspacep":
		if ptr := p.operand(&it.Args[1]).ptr; ptr != nil && n == 2 && len(it.Mods) == 1 && reg == kernel.BoolType {
			if is, known := ptr.sym.within(it.Mods[0]); known {
				p.write(dst, value{num: kernel.BoolConst(is)})
				return true
			}
		}
	}
	return false
}

// within tells whether generic addresses of s are in a space (isspacep), if that is known.
func (s *symbol) within(space string) (is, known bool) {
	space, _, _ = strings.Cut(space, "::")
	asked, ok := spaces[space]
	switch {
	case !ok || s.unknown || s.rows != nil || strings.HasPrefix(s.key, blockPrefix) || strings.HasPrefix(s.key, partPrefix):
		return false, false
	}
	return s.space == asked, true
}

// resized is an address in a register of so many bits.
func (p *pass) resized(ptr *pointer, bits int) *pointer {
	switch {
	case ptr.off.Width == bits:
		return ptr
	case bits < ptr.off.Width:
		narrow := address.Offset{Width: bits}
		return &pointer{ptr.sym, narrow.Plus(ptr.off, 1)}
	}
	i, wraps := ptr.off.Index(1, p.ranges)
	p.assume(wraps)
	return &pointer{ptr.sym, address.Of(i, bits)}
}

// converted is cvta, between generic addresses and those of a space. One to a space shows
// that the parameter it is from holds an address.
func (p *pass) converted(it *ptx.Item) *pointer {
	v := p.operand(&it.Args[1])
	if v.ptr == nil {
		// A number that is no address of a known array stays one.
		return nil
	}
	if v.ptr.sym.param != nil && p.plainOffset(v.ptr.off) {
		p.known.strengthen(v.ptr.sym.key)
	}
	return v.ptr
}

// plainOffset reports whether no part of an offset can be an address itself.
func (p *pass) plainOffset(off address.Offset) bool {
	for _, t := range off.Terms {
		if c, ok := t.X.(*kernel.Convert); t.Factor == 1 && !t.Moving && !(ok && c.X.Type().Bits < 64) {
			return false
		}
	}
	return true
}

// isAddress reports whether a value is an address: of a variable, or of what a parameter is
// known to point to.
func (p *pass) isAddress(v value) bool {
	return v.ptr != nil && (v.ptr.sym.param == nil || p.known.symbol(v.ptr.sym.key).strong)
}

// addition is add and sub of an address and a number, or the distance of two addresses.
func (p *pass) addition(it *ptx.Item, dst int, reg kernel.Type, give func(*pointer) bool) bool {
	x, y := p.operand(&it.Args[1]), p.operand(&it.Args[2])
	if x.ptr == nil && y.ptr == nil {
		return false
	}
	if it.Op == "sub" {
		switch {
		case x.ptr != nil && y.ptr != nil && x.ptr.sym == y.ptr.sym && x.ptr.off.Width == y.ptr.off.Width:
			if !oneRow(x.ptr.sym, x.ptr.off.Plus(y.ptr.off, -1)) {
				return false
			}
			p.Write(dst, cexpr.Convert(x.ptr.off.Plus(y.ptr.off, -1).Sum(), reg))
			return true
		case x.ptr != nil && !p.isAddress(y):
			return give(p.displaced(it, x.ptr, &it.Args[2], reg, -1))
		}
		return false
	}
	if x.ptr == nil || p.isAddress(y) && !p.isAddress(x) {
		x, y = y, x
		return p.plus(it, x, y, &it.Args[1], reg, give)
	}
	return p.plus(it, x, y, &it.Args[2], reg, give)
}

// plus adds an operand to an address. Of two that both may be addresses, none is taken for
// the base.
func (p *pass) plus(it *ptx.Item, x, y value, by *ptx.Operand, reg kernel.Type, give func(*pointer) bool) bool {
	if y.ptr != nil && p.isAddress(x) == p.isAddress(y) {
		return false
	}
	return give(p.displaced(it, x.ptr, by, reg, 1))
}

// displaced is an address moved by an operand.
func (p *pass) displaced(it *ptx.Item, ptr *pointer, by *ptx.Operand, reg kernel.Type, factor int64) *pointer {
	ptr = p.resized(ptr, reg.Bits)
	n := p.code.Value(it, by, kernel.Type{Kind: kernel.Int, Bits: reg.Bits, Signed: true})
	return &pointer{ptr.sym, p.bounded(ptr.off.Plus(address.Of(n, reg.Bits), factor))}
}

// multiplied is mad: a product added to an address.
func (p *pass) multiplied(it *ptx.Item, reg kernel.Type, give func(*pointer) bool) bool {
	c := p.operand(&it.Args[3])
	if c.ptr == nil {
		return false
	}
	t, ok := ptx.TypeNamed(it.Mods[1])
	if !ok || !t.IsInt() {
		return false
	}
	x, y := p.code.Value(it, &it.Args[1], t), p.code.Value(it, &it.Args[2], t)
	if it.Mods[0] == "wide" {
		t.Bits *= 2
		x, y = cexpr.Convert(x, t), cexpr.Convert(y, t)
	}
	ptr := p.resized(c.ptr, reg.Bits)
	return give(&pointer{ptr.sym, p.bounded(ptr.off.Plus(address.Of(cexpr.Fold(kernel.Mul, x, y), reg.Bits), 1))})
}

// mostTerms bounds the terms of an offset; more are kept in a variable.
const mostTerms = 12

func (p *pass) bounded(off address.Offset) address.Offset {
	nodes := 0
	for _, t := range off.Terms {
		nodes += size(t.X, 2*mostNodes)
	}
	if len(off.Terms) <= mostTerms && nodes <= 2*mostNodes {
		return off
	}
	v := p.out.Temp(kernel.I64)
	p.out.Emit(&kernel.Assign{Src: p.out.src, Dst: v, X: off.Sum()})
	return address.Of(kernel.Ref(v), off.Width)
}

// compared is setp of two addresses in one array, which compares their offsets.
func (p *pass) compared(it *ptx.Item, dst int) bool {
	if len(it.Args) != 3 || len(it.Mods) != 2 {
		return false
	}
	x, y := p.operand(&it.Args[1]), p.operand(&it.Args[2])
	if x.ptr == nil || y.ptr == nil || x.ptr.sym != y.ptr.sym || !p.isAddress(x) || x.ptr.off.Width != 64 || y.ptr.off.Width != 64 || x.num != nil || y.num != nil {
		return false
	}
	op, ok := ptx.Comparison(it.Mods[0])
	if !ok || !oneRow(x.ptr.sym, x.ptr.off.Plus(y.ptr.off, -1)) {
		return false
	}
	i, w := x.ptr.off.Index(1, p.ranges)
	j, v := y.ptr.off.Index(1, p.ranges)
	p.assume(w)
	p.assume(v)
	p.Write(dst, cexpr.Fold(op, i, j))
	return true
}

// assume states what an index takes for granted.
func (p *pass) assume(w address.Wraps) {
	switch w {
	case address.MovingStays:
		p.out.Assume("addresses that a loop moves do not wrap around")
	case address.WideStays:
		p.out.Assume("offsets of addresses fit 64 bits")
	case address.Exact:
	}
}

// selected is selp of addresses.
func (p *pass) selected(it *ptx.Item, dst int, reg kernel.Type, give func(*pointer) bool) bool {
	x, y := p.operand(&it.Args[1]), p.operand(&it.Args[2])
	if x.ptr == nil && x.alt == nil && y.ptr == nil && y.alt == nil || !reg.IsInt() {
		return false
	}
	for i, v := range []*value{&x, &y} {
		if !v.defined() {
			*v = value{num: p.code.Value(it, &it.Args[1+i], reg)}
		}
	}
	cond := p.kept(dst, p.code.Value(it, &it.Args[3], kernel.BoolType))
	v := p.choose(cond, x, y, reg)
	if v.ptr != nil {
		return give(v.ptr)
	}
	p.write(dst, v)
	return true
}

// mostProducts bounds the combinations of two addresses that each are one of several.
const mostProducts = 8

// onChoices translates an instruction on an address that is one of several: on each of them. It
// returns false for all others.
func (p *pass) onChoices(it *ptx.Item, dst int) bool {
	switch it.Op {
	case "mov", "cvta", "cvt", "add", "sub", "mad", "and", "mapa":
	default:
		return false
	}
	at, products := -1, 1
	for i := 1; i < len(it.Args); i++ {
		if v := p.operand(&it.Args[i]); v.alt != nil {
			at = i
			products *= len(v.leaves())
		}
	}
	if at < 0 || products > mostProducts {
		return false
	}
	of, to := p.flow.ids[it.Args[at].N], p.flow.ids[dst]
	v, before := p.env[of], p.env[to]
	out := p.eachOf(v, func(leaf value) value {
		p.set(to, before)
		p.set(of, leaf)
		if !p.onAddresses(it) {
			p.code.Instruction(it)
		}
		out := p.env[to]
		p.set(to, before)
		p.set(of, v)
		return out
	})
	if len(out.leaves()) == 0 || !slices.ContainsFunc(out.leaves(), func(v value) bool { return v.ptr != nil }) {
		p.Write(dst, p.number(out))
		return true
	}
	p.write(dst, out)
	return true
}

// eachOf applies f to all that a value may be.
func (p *pass) eachOf(v value, f func(value) value) value {
	if v.alt == nil {
		return f(v)
	}
	x := p.eachOf(v.alt.x, f)
	return value{alt: &choice{v.alt.cond, x, p.eachOf(v.alt.y, f)}}
}

// Address is the memory at a base and an offset.
func (p *pass) Address(it *ptx.Item, base *ptx.Operand, offset int64) (*emit.Argument, bool) {
	v := p.operand(base)
	switch {
	case v.defined():
	case base.Form == ptx.Integer:
		v.num = kernel.NewConst(kernel.U64, base.Val+offset)
	default:
		p.Unsupported(it, "%s at an address that is neither a register nor a variable of this module", it.Opcode())
	}
	return p.memory(it, v, offset), true
}

// leaf is the memory that one of several values leads to. The one that is null is there for the
// programs that never access it.
func (p *pass) leaf(it *ptx.Item, v value, offset int64) *emit.Argument {
	if c, ok := v.num.(*kernel.Const); ok && c.Val == 0 && generic(it) {
		return &emit.Argument{IsPointer: true, Deref: func(kernel.Type, func(kernel.Access)) {
			emit.NeverReached(p.out, "no thread accesses memory at address 0")
		}}
	}
	return p.memory(it, v, offset)
}

// memory is the memory that a value leads to.
func (p *pass) memory(it *ptx.Item, v value, offset int64) *emit.Argument {
	if v.alt != nil {
		x, y := p.leaf(it, v.alt.x, offset), p.leaf(it, v.alt.y, offset)
		elem := x.Elem
		if elem.Bits == 0 {
			elem = y.Elem
		}
		return &emit.Argument{IsPointer: true, Elem: elem, Deref: func(t kernel.Type, use func(kernel.Access)) {
			then := p.out.Block(func() { x.Deref(t, use) })
			other := p.out.Block(func() { y.Deref(t, use) })
			p.out.Emit(&kernel.If{Src: p.out.src, Cond: v.alt.cond, Then: then, Else: other})
		}}
	}
	if v.ptr == nil {
		p.want(v.num)
		return p.unknownMemory(it)
	}
	ptr := v.ptr
	if s := ptr.sym; s.param != nil && !p.known.symbol(s.key).strong {
		if !p.plainOffset(ptr.off) {
			return p.unknownMemory(it)
		}
		p.known.strengthen(s.key)
	}
	p.store(it, ptr, offset)
	off := ptr.off.Plus(address.Fixed(ptr.off.Width, offset), 1)
	elem := p.known.element(ptr.sym.key)
	return &emit.Argument{IsPointer: true, Elem: elem, Deref: func(t kernel.Type, use func(kernel.Access)) {
		p.known.access(ptr.sym.key, t)
		if p.learning {
			return
		}
		if ptr.sym.rows != nil {
			p.withinRow(ptr.sym, off)
		}
		a := p.array(ptr.sym)
		unit := int64(a.Elem.Bytes())
		if !off.Divisible(unit) {
			p.known.symbol(ptr.sym.key).askew = true
		}
		index, wraps := off.Index(unit, p.ranges)
		p.assume(wraps)
		use(kernel.Access{Array: a, Index: index, Width: max(1, t.Bytes()/int(unit))})
	}}
}
