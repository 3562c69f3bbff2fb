package translate

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
)

// Compilers without optimisation keep the variables of a function in one local array,
//
//	mov.u64 %SPL, __local_depot0; cvta.local.u64 %SP, %SPL; st.u64 [%SP+8], %rd1;
//
// also those that hold addresses, of which nothing would be known when they are read back. So
// a place of it that is only read and written as a whole, at a constant offset, becomes a
// register. The address may go through copies, parameters of inlined functions and constant
// distances, and lie in such a place itself, as this does of a method that returns it. What lies
// behind a place whose address goes elsewhere may belong to an array that begins there, and stays in
// memory.

// cell is a place in a local array.
type cell struct {
	array string
	at    int64
}

// depots finds such places, and replaces them.
type depots struct {
	p *program
	// of is the place that a register holds the address of, and always does; holds is the same
	// for places.
	of    map[int]cell
	holds map[cell]cell
	// sizes are the bytes that are accessed at a place.
	sizes map[cell]int
	// stores counts the instructions that write a place.
	stores map[cell]int
	// memory has the places that stay in memory, or are written more than once: an address that is
	// stored there is lost.
	memory map[cell]bool
	// escapes is the least offset of an array from which on it is not known who accesses it.
	escapes map[string]int64
}

const (
	never        = 1 << 62 // beyond all arrays
	addressBytes = 8       // what an address of 64 bits takes
)

// promote makes registers of the places of local arrays. It reports whether it took for granted
// that no address leads below the place of the array that it was computed from.
func promote(p *program) (granted bool) {
	d := &depots{p: p, memory: map[cell]bool{}}
	if !d.arrays() {
		return false
	}
	// All places are taken to become registers, until nothing speaks against one more.
	for changed := true; changed; {
		d.arrays()
		d.bases()
		for i := range p.insts {
			d.look(&p.insts[i].Item)
		}
		d.overlaps()
		changed = false
		for c := range d.sizes {
			_, holds := d.holds[c]
			if !d.memory[c] && (!d.inRegister(c) || holds && d.stores[c] != 1) {
				d.memory[c], changed = true, true
			}
		}
	}
	for i := range p.insts {
		if c, ok := d.replace(&p.insts[i]); ok && d.escapes[c.array] != never {
			granted = true
		}
	}
	return granted
}

// arrays begins anew, with all local arrays and nothing known of them. It reports whether there are any.
func (d *depots) arrays() bool {
	d.of, d.holds, d.escapes = map[int]cell{}, map[cell]cell{}, map[string]int64{}
	d.sizes, d.stores = map[cell]int{}, map[cell]int{}
	for name, v := range d.p.variables {
		if v.Space == "local" {
			d.escapes[name] = never
		}
	}
	return len(d.escapes) > 0
}

// inRegister reports whether a place becomes a register.
func (d *depots) inRegister(c cell) bool { return c.at+int64(d.sizes[c]) <= d.escapes[c.array] }

// bases finds the registers and the places that hold the address of a place and nothing else.
func (d *depots) bases() {
	writers := make([]int, len(d.p.registers))
	for i := range d.p.insts {
		writes(&d.p.insts[i].Item, func(register int) { writers[register]++ })
	}
	for changed := true; changed; {
		changed = false
		for i := range d.p.insts {
			it := &d.p.insts[i].Item
			if at, held, ok := d.stored(it); ok {
				if _, known := d.holds[at]; !known {
					d.holds[at], changed = held, true
				}
				continue
			}
			c, ok := d.computed(it)
			if !ok || writers[it.Args[0].N] != 1 {
				continue
			}
			if _, known := d.of[it.Args[0].N]; !known {
				d.of[it.Args[0].N], changed = c, true
			}
		}
	}
}

// stored is the place that an instruction stores the address of another to, as a whole and always.
func (d *depots) stored(it *ptx.Item) (at, held cell, ok bool) {
	if it.Guard != nil || it.Op != "st" {
		return at, held, false
	}
	at, t, value, ok := d.accessed(it)
	if !ok || t.Bytes() != addressBytes || d.memory[at] {
		return at, held, false
	}
	held, ok = d.place(&it.Args[value])
	return at, held, ok
}

// computed is the place whose address an instruction computes, or loads.
func (d *depots) computed(it *ptx.Item) (c cell, ok bool) {
	if it.Guard != nil || len(it.Args) < 2 || it.Args[0].Form != ptx.Name || it.Args[0].N == 0 {
		return c, false
	}
	if at, t, _, ok := d.accessed(it); ok {
		c, ok = d.holds[at]
		return c, ok && it.Op == "ld" && t.Bytes() == addressBytes && !d.memory[at]
	}
	c, ok = d.place(&it.Args[1])
	switch {
	case !ok:
	case (it.Op == "mov" || it.Op == "cvta") && len(it.Args) == 2:
		return c, true
	case (it.Op == "add" || it.Op == "sub") && len(it.Args) == 3 && len(it.Mods) == 1 && it.Args[2].Form == ptx.Integer:
		by := it.Args[2].Val
		if it.Op == "sub" {
			by = -by
		}
		c.at += by
		return c, c.at >= 0 && c.at < never
	}
	return c, false
}

// place is the place that an operand is the address of.
func (d *depots) place(o *ptx.Operand) (c cell, ok bool) {
	if o.Form != ptx.Name || o.Not {
		return c, false
	}
	if _, ok := d.escapes[o.Text]; ok {
		return cell{o.Text, 0}, true
	}
	c, ok = d.of[o.N]
	return c, ok && o.N != 0
}

// accessed is the place that an instruction reads or writes as a whole; ok is false for all
// other instructions.
func (d *depots) accessed(it *ptx.Item) (c cell, t kernel.Type, value int, ok bool) {
	if it.Op != "ld" && it.Op != "st" || len(it.Args) != 2 || len(it.Mods) == 0 {
		return c, t, 0, false
	}
	address := 1
	if it.Op == "st" {
		address, value = 0, 1
	}
	a, v := &it.Args[address], &it.Args[value]
	if a.Form != ptx.Address || v.Form == ptx.Vector || v.Form == ptx.Address {
		return c, t, 0, false
	}
	for _, m := range it.Mods[:len(it.Mods)-1] {
		if m != "local" && m != "weak" && m != "volatile" {
			return c, t, 0, false
		}
	}
	if c, ok = d.place(&a.Parts[0]); !ok {
		return c, t, 0, false
	}
	c.at += a.Parts[1].Val
	t, ok = ptx.TypeNamed(it.Mods[len(it.Mods)-1])
	return c, t, value, ok && c.at >= 0
}

// look notes what an instruction does to the arrays.
func (d *depots) look(it *ptx.Item) {
	if c, t, value, ok := d.accessed(it); ok {
		if d.sizes[c] == 0 || d.sizes[c] == t.Bytes() {
			d.sizes[c] = t.Bytes()
		} else {
			d.escape(c.array, c.at)
		}
		if it.Op != "st" {
			return
		}
		d.stores[c]++
		if at, held, ok := d.stored(it); !ok || d.holds[at] != held {
			d.escapesBy(&it.Args[value], 0)
		}
		return
	}
	if c, ok := d.computed(it); ok && d.of[it.Args[0].N] == c {
		return // what bases has found
	}
	if it.Op == "setp" {
		return // what a comparison yields leads nowhere
	}
	offset := int64(0)
	if it.Op == "add" && len(it.Args) == 3 && it.Args[2].Form == ptx.Integer {
		offset = it.Args[2].Val
	}
	for i := range it.Args {
		o := &it.Args[i]
		if o.Form == ptx.Address { // of a vector, or of an atomic
			d.escapesBy(&o.Parts[0], o.Parts[1].Val)
			continue
		}
		d.escapesBy(o, offset)
	}
}

// escapesBy notes that the arrays whose addresses an operand holds are accessed from an
// offset on.
func (d *depots) escapesBy(o *ptx.Operand, offset int64) {
	if c, ok := d.place(o); ok {
		d.escape(c.array, c.at+offset)
	}
	for i := range o.Parts {
		d.escapesBy(&o.Parts[i], offset)
	}
}

func (d *depots) escape(array string, at int64) { d.escapes[array] = min(d.escapes[array], at) }

// overlaps finds places that lie within each other.
func (d *depots) overlaps() {
	for c, size := range d.sizes {
		for at := c.at + 1; at < c.at+int64(size); at++ {
			if d.sizes[cell{c.array, at}] > 0 {
				d.escape(c.array, c.at)
			}
		}
	}
}

// replace makes a copy between registers of an instruction on a place.
func (d *depots) replace(x *inst) (cell, bool) {
	c, t, value, ok := d.accessed(&x.Item)
	if !ok || !d.inRegister(c) {
		return c, false
	}
	name := fmt.Sprintf("%s+%d", c.array, c.at)
	n := d.p.cell(name, kernel.Type{Kind: kernel.Int, Bits: t.Bytes() * 8})
	register, v := ptx.Operand{Form: ptx.Name, Text: name, N: n}, x.Args[value]
	last := x.Mods[len(x.Mods)-1]
	if x.Op == "st" {
		x.Args = []ptx.Operand{register, v}
	} else {
		x.Args = []ptx.Operand{v, register}
	}
	x.Op, x.Mods = "mov", []string{last}
	if r, ok := d.p.typeOf(&v); ok && r.Bits != t.Bits && t.IsInt() {
		// A narrow access widens by the sign of its type, or stores the low bits.
		x.Op, x.Mods = "cvt", []string{last, last}
	}
	return c, true
}
