package object

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
func (mem *Model) heldTargets(pl *Place) *Pointees {
	if len(pl.Ptr.Targets) != 1 || pl.Ptr.Targets[0].Mem == nil || !pl.Ptr.Targets[0].Mem.T.IsPointer() {
		mem.out.Unsupported(pl.Pos, "a pointer that is read from memory; pass it as a parameter of the kernel")
		return nil
	}
	s := pl.Ptr.Targets[0].Mem.Slot
	s.Path += "*held"
	return mem.an.Pointees(s)
}

// loadPointer reads the pointer at pl, which lies in memory.
func (mem *Model) loadPointer(pl *Place) Value {
	if !pl.Ptr.inShared() {
		return mem.loadRow(pl)
	}
	set := mem.heldTargets(pl)
	if set == nil || !mem.oneArray(pl.Pos, set) {
		return Bad
	}
	off := mem.Load(pl.Pos, pl.Ptr, kernel.U64, pl.T.Volatile)
	return Value{T: pl.T, Ptr: &Pointer{Elem: pl.T.Elem, Targets: set.Targets, Off: cexpr.Convert(off, kernel.I64)}}
}

// storePointer writes p to pl, which lies in memory.
func (mem *Model) storePointer(pl *Place, p *Pointer) {
	set := mem.heldTargets(pl)
	if set == nil {
		return
	}
	for _, t := range p.Targets {
		if t.Mem == nil {
			mem.out.Unsupported(pl.Pos, "a pointer in memory that leads to no array")
			return
		}
	}
	mem.an.Add(set, p.Targets)
	if mem.oneArray(pl.Pos, set) {
		mem.Store(pl.Pos, pl.Ptr, cexpr.Convert(p.Off, kernel.U64), pl.T.Volatile)
	}
}

// tagStride keeps the numbers for pointers to different arrays apart: no array is as long.
const tagStride = 1 << 40

// handOn writes p to memory from which no pointer is read in this kernel. Of what is written only
// matters whether two pointers are the same: a number for the array and the offset tell that.
func (mem *Model) handOn(pl *Place, p *Pointer) {
	for _, t := range p.Targets {
		if t.Mem == nil && !t.null {
			mem.out.Unsupported(pl.Pos, "a pointer in memory that leads to no array")
			return
		}
		if t.Mem != nil && t.Mem.rowsOf != nil { // the number of its row would be too large
			mem.out.Unsupported(pl.Pos, "a pointer that is read from memory and written to memory again; keep offsets instead")
			return
		}
	}
	which := cexpr.Binary(kernel.Mul, cexpr.Convert(p.TagOf(), kernel.I64), Offset(tagStride))
	mem.asPointers(func() {
		mem.Store(pl.Pos, pl.Ptr, cexpr.Convert(AddOffset(which, p.Off), kernel.U64), pl.T.Volatile)
	})
}

func (mem *Model) oneArray(pos diag.Pos, set *Pointees) bool {
	if len(set.Targets) > 1 {
		mem.out.Unsupported(pos, "pointers in memory that lead to several arrays; keep offsets instead")
		return false
	}
	return true
}
