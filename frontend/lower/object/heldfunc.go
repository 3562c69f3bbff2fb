package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Pointers to functions in device memory, and as parameters of the kernel: what
// is stored is the number of the target. Where the file does not say what was
// stored before the kernel starts, it is one of the functions of that type whose
// address the file takes: the host has no other way to the address of a device
// function. That is an assumption of the verdict, which names them. The null
// pointer is among them where the kernel compares the pointer; otherwise the
// kernel relies on there being a function.
//
// Where something else is stored into such memory, by this kernel and through
// another type, nothing is assumed of what is read.

// heldFunctions is what the pointers in m may lead to.
func (an *Analysis) heldFunctions(m *Memory) *Pointees {
	s := m.Slot
	s.Path += "*held"
	return an.Pointees(s)
}

// functionMemory is the memory behind pl, which holds pointers to functions; nil
// after a diagnostic.
func (mem *Model) functionMemory(pl *Place) *Memory {
	if len(pl.Ptr.Targets) != 1 || pl.Ptr.Targets[0].Mem == nil || !pl.Ptr.Targets[0].Mem.T.HoldsFunctions() {
		mem.out.Unsupported(pl.Pos, "a pointer to a function, in memory not declared to hold one; use a variable of that type")
		return nil
	}
	return pl.Ptr.Targets[0].Mem
}

// loadFunction reads the pointer to a function at pl, which lies in memory.
func (mem *Model) loadFunction(pl *Place) Value {
	m := mem.functionMemory(pl)
	if m == nil {
		return Bad
	}
	set := mem.an.heldFunctions(m)
	if !mem.core.Functions(m, pl, set) {
		return Bad
	}
	raw := mem.Load(pl.Pos, pl.Ptr, kernel.U64, pl.T.Volatile)
	p := &Pointer{Elem: pl.T.Elem, Targets: set.Targets, Tag: cexpr.Convert(raw, kernel.I32), Off: ZeroOffset, Open: set}
	mem.OneOf(pl.Pos, p)
	return Value{T: pl.T, Ptr: p}
}

// storeFunction writes p to pl, which lies in memory.
func (mem *Model) storeFunction(pl *Place, p *Pointer) {
	m := mem.functionMemory(pl)
	if m == nil {
		return
	}
	set := mem.an.heldFunctions(m)
	for _, t := range p.Targets {
		if t.Mem != nil || t.isLocal() {
			mem.an.Add(set, []*Target{mem.an.WildTarget})
			continue
		}
		mem.an.Add(set, []*Target{t})
	}
	mem.storesFunction = true
	mem.Store(pl.Pos, pl.Ptr, cexpr.Convert(p.TagOf(), kernel.U64), pl.T.Volatile)
	mem.storesFunction = false
}

// OneOf takes for granted that p is one of its targets, unless it may be a number.
func (mem *Model) OneOf(pos diag.Pos, p *Pointer) {
	known := kernel.Expr(kernel.BoolConst(false))
	for _, t := range p.Targets {
		if t.wild {
			return
		}
		known = cexpr.Binary(kernel.LOr, known, cexpr.Binary(kernel.Eq, p.Tag, kernel.NewConst(kernel.I32, t.ID)))
	}
	mem.out.Emit(&kernel.Assume{Src: mem.out.At(pos), Cond: known, Listed: true})
}

// Spell is the template arguments of t's function.
func (t *Target) Spell() string {
	if t.Args == nil {
		return ""
	}
	return t.Args.Spell(t.Fn.Template)
}

// comparesFunction notes that p is compared, so that it may be null.
func (mem *Model) comparesFunction(p *Pointer) {
	if p.Elem.Form != ctype.FuncForm || mem.core.Stating() {
		return
	}
	flag := &mem.an.ComparesFunctions
	if p.Open != nil {
		flag = &p.Open.Compared
	} else if len(p.Targets) == 1 {
		return
	}
	if !*flag {
		*flag, mem.an.Changed = true, true
	}
}
