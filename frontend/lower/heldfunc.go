package lower

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
func (an *analysis) heldFunctions(m *memory) *pointees {
	s := m.slot
	s.path += "*held"
	return an.pointees(s)
}

// functionMemory is the memory behind pl, which holds pointers to functions; nil
// after a diagnostic.
func (mem *memoryModel) functionMemory(pl *place) *memory {
	if len(pl.ptr.targets) != 1 || pl.ptr.targets[0].mem == nil || !pl.ptr.targets[0].mem.t.HoldsFunctions() {
		mem.out.Unsupported(pl.pos, "a pointer to a function, in memory that was not declared to hold such; use a variable of that type")
		return nil
	}
	return pl.ptr.targets[0].mem
}

// loadFunction reads the pointer to a function at pl, which lies in memory.
func (mem *memoryModel) loadFunction(pl *place) value {
	m := mem.functionMemory(pl)
	if m == nil {
		return badValue
	}
	set := mem.an.heldFunctions(m)
	if !mem.core.functions(m, pl, set) {
		return badValue
	}
	raw := mem.load(pl.pos, pl.ptr, kernel.U64, pl.t.Volatile)
	p := &pointer{elem: pl.t.Elem, targets: set.targets, tag: cexpr.Convert(raw, kernel.I32), off: zeroOff, open: set}
	mem.oneOf(pl.pos, p)
	return value{t: pl.t, p: p}
}

// storeFunction writes p to pl, which lies in memory.
func (mem *memoryModel) storeFunction(pl *place, p *pointer) {
	m := mem.functionMemory(pl)
	if m == nil {
		return
	}
	set := mem.an.heldFunctions(m)
	for _, t := range p.targets {
		if t.mem != nil || t.isLocal() {
			mem.an.add(set, []*target{mem.an.wild})
			continue
		}
		mem.an.add(set, []*target{t})
	}
	mem.storesFunction = true
	mem.store(pl.pos, pl.ptr, cexpr.Convert(p.tagOf(), kernel.U64), pl.t.Volatile)
	mem.storesFunction = false
}

// oneOf takes for granted that p is one of its targets, unless it may be a number.
func (mem *memoryModel) oneOf(pos diag.Pos, p *pointer) {
	known := kernel.Expr(kernel.BoolConst(false))
	for _, t := range p.targets {
		if t.wild {
			return
		}
		known = cexpr.Binary(kernel.LOr, known, cexpr.Binary(kernel.Eq, p.tag, kernel.NewConst(kernel.I32, t.id)))
	}
	mem.out.Emit(&kernel.Assume{Src: mem.out.at(pos), Cond: known, Listed: true})
}

// spell is the template arguments of t's function.
func (t *target) spell() string {
	if t.args == nil {
		return ""
	}
	return t.args.spell(t.fn.Template)
}

// comparesFunction notes that p is compared, so that it may be null.
func (mem *memoryModel) comparesFunction(p *pointer) {
	if p.elem.Form != ctype.FuncForm || mem.core.stating() {
		return
	}
	flag := &mem.an.comparesFunctions
	if p.open != nil {
		flag = &p.open.compared
	} else if len(p.targets) == 1 {
		return
	}
	if !*flag {
		*flag, mem.an.changed = true, true
	}
}
