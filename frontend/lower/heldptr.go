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
func (l *lowerer) heldTargets(pl *place) *pointees {
	if len(pl.ptr.targets) != 1 || pl.ptr.targets[0].mem == nil || !pl.ptr.targets[0].mem.t.IsPointer() {
		l.Unsupported(pl.pos, "a pointer that is read from memory; pass it as a parameter of the kernel")
		return nil
	}
	s := pl.ptr.targets[0].mem.slot
	s.path += "*held"
	return l.an.pointees(s)
}

// loadPointer reads the pointer at pl, which lies in memory.
func (l *lowerer) loadPointer(pl *place) value {
	set := l.heldTargets(pl)
	if set == nil || !l.oneArray(pl.pos, set) {
		return badValue
	}
	off := l.load(pl.pos, pl.ptr, kernel.U64, pl.t.Volatile)
	return value{t: pl.t, p: &pointer{elem: pl.t.Elem, targets: set.targets, off: cexpr.Convert(off, kernel.I64)}}
}

// storePointer writes p to pl, which lies in memory.
func (l *lowerer) storePointer(pl *place, p *pointer) {
	set := l.heldTargets(pl)
	if set == nil {
		return
	}
	for _, t := range p.targets {
		if t.mem == nil {
			l.Unsupported(pl.pos, "a pointer in memory that leads to no array")
			return
		}
	}
	l.an.add(set, p.targets)
	if l.oneArray(pl.pos, set) {
		l.store(pl.pos, pl.ptr, cexpr.Convert(p.off, kernel.U64), pl.t.Volatile)
	}
}

func (l *lowerer) oneArray(pos diag.Pos, set *pointees) bool {
	if len(set.targets) > 1 {
		l.Unsupported(pos, "pointers in memory that lead to several arrays; keep offsets instead")
		return false
	}
	return true
}
