package translate

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
)

// Addresses that the kernel reads from memory. Those that the host has put there, into an array behind
// a parameter, a table or a parameter itself, lead to one array with a row for each place where such an
// address lies: the number of the place times the length of a row. So two of them lead to separate
// arrays, which the report says, as it says that parameters do not alias. That is right only as long as
// nobody changes them while the kernel runs, so memory that the kernel stores to has no rows.
//
// Compilers copy parameters to local memory to find one of several addresses by an index. A place of it
// to which one instruction stores, once, before the load, holds what was stored.
//
// Whether a number of 64 bits is an address shows when it is used as one (want).

const (
	rowsPrefix  = "rows "
	blockPrefix = "block of parameter "
	partPrefix  = "part of parameter "
	// rowLength is how many bytes apart two rows are.
	rowLength = 1 << 40
	// mostPlaces bounds the places that a load from local memory may be of.
	mostPlaces = 7
)

// loadKey is a register that an instruction loads.
type loadKey struct{ at, register int }

// storeNote is an instruction that stores to bytes of an array.
type storeNote struct {
	x      *inst
	lo, hi int64
}

// keptPlace is what a place of an array held.
type keptPlace struct {
	key string
	at  int64
	old value
}

// rowsSymbol is the symbol of what the addresses in an array lead to.
func (p *pass) rowsSymbol(key string) *symbol {
	of := p.symbolOf(strings.TrimPrefix(key, rowsPrefix))
	return &symbol{key: key, label: "*" + of.label, space: kernel.Global, bytes: -1, rows: of}
}

// parameterSymbol is the symbol of a parameter as memory, or of the part that an instruction reads.
func parameterSymbol(key string) *symbol {
	s := &symbol{key: key, space: kernel.Constant, bytes: -1}
	index, at, bits := 0, int64(0), 0
	if n, _ := fmt.Sscanf(key, partPrefix+"%d %d %d", &index, &at, &bits); n != 3 {
		fmt.Sscanf(key, blockPrefix+"%d", &index)
	}
	if s.label = fmt.Sprint("param ", index); at != 0 {
		s.label += fmt.Sprintf("%+d", at)
	}
	return s
}

// reads64 reports whether an instruction loads numbers of 64 bits, and its registers.
func reads64(it *ptx.Item) (registers []ptx.Operand, ok bool) {
	if it.Op != "ld" && it.Op != "ldu" || len(it.Args) < 2 || len(it.Mods) == 0 || it.Args[1].Form != ptx.Address {
		return nil, false
	}
	switch it.Mods[len(it.Mods)-1] {
	case "b64", "u64", "s64":
	default:
		return nil, false
	}
	if it.Args[0].Form == ptx.Vector {
		return it.Args[0].Parts, true
	}
	return it.Args[:1], true
}

// load translates a load of numbers of 64 bits, which may be addresses.
func (p *pass) load(it *ptx.Item, registers []ptx.Operand) {
	from := p.operand(&it.Args[1].Parts[0])
	p.code.Instruction(it)
	for i, d := range registers {
		if d.Form != ptx.Name || d.N == 0 {
			continue
		}
		v := p.env[p.flow.ids[d.N]]
		if from.ptr != nil && v.num != nil {
			p.mayBeAddress(d.N, v.num, from.ptr, it.Args[1].Parts[1].Val+int64(8*i))
		}
	}
}

// mayBeAddress gives a register that holds a loaded number, of the place at an address, the address
// that the number is, if something is accessed there.
func (p *pass) mayBeAddress(register int, num kernel.Expr, from *pointer, offset int64) {
	key := loadKey{p.x.at, register}
	kernel.WalkExpr(num, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			p.loads[r.Var] = key
		}
		return true
	})
	if !p.known.loads[key] || from.off.Width != 64 && from.sym.space != kernel.Shared {
		return
	}
	off := from.off.Plus(address.Fixed(from.off.Width, offset), 1)
	switch from.sym.space {
	case kernel.Local:
		if v, ok := p.placeOf(from.sym, off, value{num: num}); ok {
			p.set(p.flow.ids[register], v)
		}
	case kernel.Global, kernel.Constant:
		// What the module itself puts there are addresses of its variables.
		v := p.variable(from.sym.key)
		if s := from.sym; s.rows == nil && !s.unknown && (v == nil || !v.Initialised) && !p.known.symbol(s.key).written && (s.param == nil || p.known.symbol(s.key).strong) {
			p.set(p.flow.ids[register], value{num: num, ptr: p.rowAt(s, off)})
		}
	default:
		// What a shared array holds was stored there by the kernel.
	}
}

// rowAt is the row of the address that lies at an offset of an array.
func (p *pass) rowAt(of *symbol, off address.Offset) *pointer {
	index, wraps := off.Index(8, p.ranges)
	p.assume(wraps)
	row := cexpr.Fold(kernel.Mul, index, kernel.NewConst(kernel.I64, rowLength))
	return &pointer{p.symbolOf(rowsPrefix + of.key), p.bounded(address.Of(row, 64))}
}

// withinRow takes it for granted that an access at an offset of rows stays within its row. Where the
// widths of numbers say so this states nothing, unless integers may stand for the numbers, of which
// products have no width.
func (p *pass) withinRow(s *symbol, off address.Offset) {
	rest := address.Offset{Width: off.Width, Const: off.Const % rowLength}
	products := false
	for _, t := range off.Terms {
		if t.Moving {
			return
		}
		if t.Factor%rowLength == 0 {
			continue
		}
		rest.Terms = append(rest.Terms, t)
		kernel.WalkExpr(t.X, func(e kernel.Expr) bool {
			if b, ok := e.(*kernel.Binary); ok && b.Op == kernel.Mul && !cexpr.IsConst(b.X) && !cexpr.IsConst(b.Y) {
				products = true
			}
			return !products
		})
	}
	if !products {
		return
	}
	v := rest.Sum()
	low, high := kernel.NewConst(kernel.I64, -rowLength/2), kernel.NewConst(kernel.I64, rowLength/2)
	p.out.Assume("accesses through the addresses in " + s.rows.label + " stay within half a terabyte")
	p.out.Emit(&kernel.Assume{Src: p.out.src, Cond: cexpr.Fold(kernel.LAnd, cexpr.Fold(kernel.Le, low, v), cexpr.Fold(kernel.Lt, v, high)), Listed: true})
}

// oneRow reports whether a distance is certainly one within a row, where the symbol has rows: the number
// that two addresses of different rows are apart is not known.
func oneRow(s *symbol, distance address.Offset) bool {
	if s.rows == nil {
		return true
	}
	for _, t := range distance.Terms {
		if t.Moving || t.Factor%rowLength == 0 {
			return false
		}
	}
	return -rowLength/2 < distance.Const && distance.Const < rowLength/2
}

// memberGap is how many bytes apart two constant distances are that belong to different members of a
// parameter, rather than to elements next to each other in one.
const memberGap = 128

// withinMember takes it for granted that the index of an address in a parameter stays within the member
// at the constant distance; all are those at which addresses are found by indices, sorted.
func (p *pass) withinMember(block *symbol, off address.Offset, all []int64) {
	low, high := all[0], int64(-1)
	for i, at := range all {
		switch {
		case i == 0 || at-all[i-1] < memberGap:
		case at <= off.Const:
			low = at
		default:
			if high < 0 {
				high = at
			}
		}
	}
	if high < 0 && low == all[0] {
		return
	}
	place := off.Sum()
	cond := cexpr.Fold(kernel.Le, kernel.NewConst(kernel.I64, low), place)
	if high >= 0 {
		cond = cexpr.Fold(kernel.LAnd, cond, cexpr.Fold(kernel.Lt, place, kernel.NewConst(kernel.I64, high)))
	}
	p.out.Assume(fmt.Sprintf("indices of the addresses in %s stay within the member at +%d", block.label, low))
	p.out.Emit(&kernel.Assume{Src: p.out.src, Cond: cond, Listed: true})
}

// store notes what an instruction that stores does to the places of local arrays.
func (p *pass) store(it *ptx.Item, to *pointer, offset int64) {
	if len(p.known.loads) == 0 {
		return // nothing depends on it
	}
	s := p.known.symbol(to.sym.key)
	if it.Op != "ld" && it.Op != "ldu" && !s.written {
		s.written, p.known.changed = true, true
	}
	if to.sym.space != kernel.Local || it.Op == "ld" || it.Op == "ldu" {
		return
	}
	if it.Op != "st" || len(to.off.Terms) > 0 || len(it.Args) != 2 || len(it.Mods) == 0 || p.g.Loop[p.here] >= 0 {
		p.wild(s)
		return
	}
	t, ok := ptx.TypeNamed(it.Mods[len(it.Mods)-1])
	if !ok {
		p.wild(s)
		return
	}
	n := 1
	if it.Args[1].Form == ptx.Vector {
		n = len(it.Args[1].Parts)
	}
	lo := to.off.Const + offset
	note := storeNote{p.x, lo, lo + int64(n*t.Bytes())}
	if !s.stores[note] {
		if s.stores == nil {
			s.stores = map[storeNote]bool{}
		}
		s.stores[note], p.known.changed = true, true
	}
}

// wild notes that it is not known who stores to an array.
func (p *pass) wild(s *symbolFacts) {
	if !s.wild {
		s.wild, p.known.changed = true, true
	}
}

// keep notes what an instruction has stored to places of a local array.
func (p *pass) keep(it *ptx.Item) {
	if len(p.known.loads) == 0 || it.Op != "st" || len(it.Args) != 2 || it.Args[0].Form != ptx.Address || p.g.Loop[p.here] >= 0 {
		return
	}
	to := p.operand(&it.Args[0].Parts[0])
	t, ok := ptx.TypeNamed(it.Mods[len(it.Mods)-1])
	if to.ptr == nil || to.ptr.sym.space != kernel.Local || len(to.ptr.off.Terms) > 0 || !ok || t.Bytes() != 8 || !t.IsInt() {
		return
	}
	values := it.Args[1:2]
	if it.Args[1].Form == ptx.Vector {
		values = it.Args[1].Parts
	}
	key := to.ptr.sym.key
	if p.places[key] == nil {
		p.places[key] = map[int64]value{}
	}
	for i := range values {
		v := p.operand(&values[i])
		at := to.ptr.off.Const + it.Args[0].Parts[1].Val + int64(8*i)
		p.replaced = append(p.replaced, keptPlace{key, at, p.places[key][at]})
		p.places[key][at] = v
	}
}

// placeOf is what a load at an offset of a local array reads: one of the values that were stored
// before, or another one.
func (p *pass) placeOf(s *symbol, off address.Offset, other value) (value, bool) {
	facts := p.known.symbol(s.key)
	if facts.wild {
		return value{}, false
	}
	var all []int64
	for at, v := range p.places[s.key] {
		stores := 0
		for n := range facts.stores {
			if n.lo < at+8 && at < n.hi {
				stores++
			}
		}
		if stores == 1 && v.defined() && v.alt == nil {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	if len(off.Terms) == 0 {
		at := off.Const
		return p.places[s.key][at], slices.Contains(all, at)
	}
	if len(all) == 0 || len(all) > mostPlaces {
		return value{}, false
	}
	place, wraps := off.Index(1, p.ranges)
	p.assume(wraps)
	v := p.out.Temp(kernel.I64)
	p.out.Emit(&kernel.Assign{Src: p.out.src, Dst: v, X: place})
	for _, at := range slices.Backward(all) {
		is := cexpr.Fold(kernel.Eq, kernel.Ref(v), kernel.NewConst(kernel.I64, at))
		other = value{alt: &choice{is, p.places[s.key][at], other}}
	}
	return other, true
}

// loadComputed is ld.param of a parameter of the kernel at an address that is computed. Each part of
// the parameter that is read with one constant distance and width is a table of its own: nothing
// changes them, so that this only forgets that some places are the same.
func (p *pass) loadComputed(it *ptx.Item, registers []ptx.Operand, t kernel.Type) {
	base := p.operand(&it.Args[1].Parts[0])
	index := 0
	if base.ptr == nil {
		failf(p.x.at, "%s at an address that is not one of a parameter of the kernel", it.Opcode())
	}
	if n, _ := fmt.Sscanf(base.ptr.sym.key, blockPrefix+"%d", &index); n != 1 {
		failf(p.x.at, "%s at an address that is not one of a parameter of the kernel", it.Opcode())
	}
	block, signed := base.ptr.sym, t
	for i, d := range registers {
		if d.Form != ptx.Name || d.Text == "_" {
			continue
		}
		off := base.ptr.off.Plus(address.Fixed(base.ptr.off.Width, it.Args[1].Parts[1].Val+int64(i*t.Bytes())), 1)
		if len(off.Terms) == 0 {
			p.parameterPart(it, d, paramKey{index, int(off.Const), t.Bits}, t)
			continue
		}
		part := p.symbolOf(fmt.Sprintf(partPrefix+"%d %d %d", index, off.Const, t.Bits))
		if elem := p.known.element(part.key); p.known.symbol(part.key).unit > 0 && elem.IsInt() && t.IsInt() {
			t.Signed = elem.Signed
		}
		p.known.access(part.key, t)
		v := p.out.Temp(t)
		if !p.learning {
			a := p.array(part)
			rest := off
			rest.Const = 0
			place, wraps := rest.Index(int64(a.Elem.Bytes()), p.ranges)
			p.assume(wraps)
			raw := v
			if a.Elem != t {
				raw = p.out.Temp(a.Elem)
			}
			p.out.Emit(&kernel.Load{Src: p.out.src, Dst: raw, Acc: kernel.Access{Array: a, Index: place, Width: 1}})
			if raw != v {
				p.out.Emit(&kernel.Assign{Src: p.out.src, Dst: v, X: cexpr.Reinterpret(kernel.Ref(raw), t)})
			}
		}
		e := kernel.Expr(kernel.Ref(v))
		if reg, ok := p.prog.typeOf(&d); ok && t.IsInt() && reg.IsInt() && t.Bits < reg.Bits {
			e = cexpr.Convert(retype(e, signed), reg)
		}
		p.Write(d.N, e)
		if t.IsInt() && t.Bits == 64 {
			key := loadKey{p.x.at, d.N}
			p.loads[v] = key
			if p.known.loads[key] {
				if parts := p.known.rowsOf[index]; !slices.Contains(parts, off.Const) {
					p.known.rowsOf[index] = append(parts, off.Const)
					slices.Sort(p.known.rowsOf[index])
					p.known.changed = true
				}
				p.withinMember(block, off, p.known.rowsOf[index])
				p.set(p.flow.ids[d.N], value{num: e, ptr: p.rowAt(block, off)})
			}
		}
	}
}
