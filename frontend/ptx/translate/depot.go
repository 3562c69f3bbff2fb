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
// register. What lies behind a place whose address the program computes may belong to an array
// that begins there, and stays in memory.

// cell is a place in a local array.
type cell struct {
	array string
	at    int64
}

// depots finds such places, and replaces them.
type depots struct {
	p *program
	// of is the array that a register holds the address of, and always does.
	of map[string]string
	// sizes are the bytes that are accessed at a place.
	sizes map[cell]int
	// escapes is the least offset of an array from which on it is not known who accesses it.
	escapes map[string]int64
}

// never is beyond all arrays.
const never = 1 << 62

// promote makes registers of the places of local arrays.
func promote(p *program) {
	d := &depots{p: p, of: map[string]string{}, sizes: map[cell]int{}, escapes: map[string]int64{}}
	for name, v := range p.variables {
		if v.Space == "local" {
			d.escapes[name] = never
		}
	}
	if len(d.escapes) == 0 {
		return
	}
	d.bases()
	for i := range p.insts {
		d.look(&p.insts[i].Item)
	}
	d.overlaps()
	for i := range p.insts {
		d.replace(&p.insts[i])
	}
}

// bases finds the registers that hold the address of an array and nothing else.
func (d *depots) bases() {
	writers := map[string]int{}
	for i := range d.p.insts {
		writes(&d.p.insts[i].Item, func(name string) { writers[name]++ })
	}
	for i := range d.p.insts { // in their order: a copy comes behind what it copies
		it := &d.p.insts[i].Item
		if it.Guard != nil || it.Op != "mov" && it.Op != "cvta" || len(it.Args) != 2 || it.Args[0].Form != ptx.Name || it.Args[1].Form != ptx.Name {
			continue
		}
		if array := d.array(it.Args[1].Text); array != "" && writers[it.Args[0].Text] == 1 {
			d.of[it.Args[0].Text] = array
		}
	}
}

// array is the local array that a name stands for, empty if it is none.
func (d *depots) array(name string) string {
	if _, ok := d.escapes[name]; ok {
		return name
	}
	return d.of[name]
}

// place is the place that an instruction reads or writes as a whole; ok is false for all
// other instructions.
func (d *depots) place(it *ptx.Item) (c cell, t kernel.Type, value int, ok bool) {
	if it.Op != "ld" && it.Op != "st" || len(it.Args) != 2 || len(it.Mods) == 0 {
		return c, t, 0, false
	}
	address := 1
	if it.Op == "st" {
		address, value = 0, 1
	}
	a, v := &it.Args[address], &it.Args[value]
	if a.Form != ptx.Address || a.Parts[0].Form != ptx.Name || v.Form == ptx.Vector || v.Form == ptx.Address {
		return c, t, 0, false
	}
	for _, m := range it.Mods[:len(it.Mods)-1] {
		if m != "local" && m != "weak" && m != "volatile" {
			return c, t, 0, false
		}
	}
	c = cell{d.array(a.Parts[0].Text), a.Parts[1].Val}
	t, ok = ptx.TypeNamed(it.Mods[len(it.Mods)-1])
	return c, t, value, ok && c.array != ""
}

// look notes what an instruction does to the arrays.
func (d *depots) look(it *ptx.Item) {
	if c, t, value, ok := d.place(it); ok {
		if d.sizes[c] == 0 || d.sizes[c] == t.Bytes() {
			d.sizes[c] = t.Bytes()
		} else {
			d.escape(c.array, c.at)
		}
		d.escapesBy(&it.Args[value], 0)
		return
	}
	if d.of[firstName(it)] != "" && (it.Op == "mov" || it.Op == "cvta") {
		return // what bases has found
	}
	offset := int64(0)
	if it.Op == "add" && len(it.Args) == 3 && it.Args[2].Form == ptx.Integer && it.Args[2].Val >= 0 {
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

func firstName(it *ptx.Item) string {
	if len(it.Args) == 0 || it.Args[0].Form != ptx.Name {
		return ""
	}
	return it.Args[0].Text
}

// escapesBy notes that the arrays whose addresses an operand holds are accessed from an
// offset on.
func (d *depots) escapesBy(o *ptx.Operand, offset int64) {
	names(o, func(name string) {
		if array := d.array(name); array != "" {
			d.escape(array, offset)
		}
	})
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
func (d *depots) replace(x *inst) {
	c, t, value, ok := d.place(&x.Item)
	if !ok || c.at+int64(d.sizes[c]) > d.escapes[c.array] {
		return
	}
	name := fmt.Sprintf("%s+%d", c.array, c.at)
	d.p.types[name] = kernel.Type{Kind: kernel.Int, Bits: t.Bytes() * 8}
	register, v := ptx.Operand{Form: ptx.Name, Text: name}, x.Args[value]
	last := x.Mods[len(x.Mods)-1]
	if x.Op == "st" {
		x.Args = []ptx.Operand{register, v}
	} else {
		x.Args = []ptx.Operand{v, register}
	}
	x.Op, x.Mods = "mov", []string{last}
	if r, ok := d.p.types[v.Text]; ok && v.Form == ptx.Name && r.Bits != t.Bits && t.IsInt() {
		// A narrow access widens by the sign of its type, or stores the low bits.
		x.Op, x.Mods = "cvt", []string{last, last}
	}
}
