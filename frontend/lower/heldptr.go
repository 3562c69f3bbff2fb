package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Pointers in shared memory. All that one variable holds must lead to one array:
// what is stored is the offset, and reading it gives the array and that offset.
// An offset that nobody stored is arbitrary.

// heldTargets is what the pointers in the memory behind pl lead to; nil after a
// diagnostic.
func (mem *memoryModel) heldTargets(pl *place) *pointees {
	if len(pl.ptr.targets) != 1 || pl.ptr.targets[0].mem == nil || !pl.ptr.targets[0].mem.t.IsPointer() {
		mem.out.Unsupported(pl.pos, "a pointer that is read from memory; pass it as a parameter of the kernel")
		return nil
	}
	s := pl.ptr.targets[0].mem.slot
	s.path += "*held"
	return mem.an.pointees(s)
}

// loadPointer reads the pointer at pl, which lies in memory.
func (mem *memoryModel) loadPointer(pl *place) value {
	set := mem.heldTargets(pl)
	if set == nil || !mem.oneArray(pl.pos, set) {
		return badValue
	}
	off := mem.load(pl.pos, pl.ptr, kernel.U64, pl.t.Volatile)
	return value{t: pl.t, p: &pointer{elem: pl.t.Elem, targets: set.targets, off: cexpr.Convert(off, kernel.I64)}}
}

// storePointer writes p to pl, which lies in memory.
func (mem *memoryModel) storePointer(pl *place, p *pointer) {
	set := mem.heldTargets(pl)
	if set == nil {
		return
	}
	for _, t := range p.targets {
		if t.mem == nil {
			mem.out.Unsupported(pl.pos, "a pointer in memory that leads to no array")
			return
		}
	}
	mem.an.add(set, p.targets)
	if mem.oneArray(pl.pos, set) {
		mem.store(pl.pos, pl.ptr, cexpr.Convert(p.off, kernel.U64), pl.t.Volatile)
	}
}

func (mem *memoryModel) oneArray(pos diag.Pos, set *pointees) bool {
	if len(set.targets) > 1 {
		mem.out.Unsupported(pos, "pointers in memory that lead to several arrays; keep offsets instead")
		return false
	}
	return true
}
