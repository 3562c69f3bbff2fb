package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Pointers to classes and to their bases: a base that is not the first lies behind the
// start of the object, and a conversion moves the pointer there ([conv.ptr],
// [expr.static.cast]). A null pointer stays null wherever its offset goes: only its tag
// counts.

// ConvertPointer is p as a pointer to elem. A pointer to a class becomes one to its
// base; with down, as in an explicit cast, also the other way round. Between other
// types only the type changes.
func (mem *Model) ConvertPointer(p *Pointer, elem *ctype.Type, down bool) *Pointer {
	if p.Elem.IsRecord() && elem.IsRecord() && p.Elem.Rec != elem.Rec && !p.OnlyNull() {
		if off, ok := p.Elem.Rec.BaseOffset(elem.Rec); ok {
			return p.With(elem, mem.ShiftOffset(p, Offset(off), 1, false))
		}
		if off, ok := elem.Rec.BaseOffset(p.Elem.Rec); ok && down {
			return p.With(elem, mem.ShiftOffset(p, Offset(off), 1, true))
		}
	}
	return p.With(elem, p.Off)
}

// alike are p and q as pointers to one class, where one of them leads to a base of
// the other's.
func (mem *Model) alike(p, q *Pointer) (*Pointer, *Pointer) {
	if !p.Elem.IsRecord() || !q.Elem.IsRecord() || p.Elem.Rec == q.Elem.Rec {
		return p, q
	}
	if _, ok := p.Elem.Rec.BaseOffset(q.Elem.Rec); ok {
		return mem.ConvertPointer(p, q.Elem, false), q
	}
	if _, ok := q.Elem.Rec.BaseOffset(p.Elem.Rec); ok {
		return p, mem.ConvertPointer(q, p.Elem, false)
	}
	return p, q
}

// sameOffset is whether p and q, which lead to one target, lead to one place in it:
// all null pointers do.
func sameOffset(p, q *Pointer) kernel.Expr {
	same := cexpr.Binary(kernel.Eq, p.Off, q.Off)
	for _, t := range p.Targets {
		if t.null && len(p.Targets) > 1 {
			return cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, t.ID)), same)
		}
	}
	return same
}

// Cast is the object at pl as one of type t, as (T &)x has it: a base of it, what it is
// a base of, or with reinterpret the same bytes read differently.
func (mem *Model) Cast(pl *Place, t *ctype.Type, reinterpret bool) *Place {
	if base, ok := mem.BasePlace(pl, t); ok && !reinterpret {
		base.T = base.T.Qualified(t.Const, t.Volatile)
		return base
	}
	p := mem.Address(pl)
	if reinterpret {
		return mem.Deref(pl.Pos, p.With(t, p.Off))
	}
	return mem.Deref(pl.Pos, mem.ConvertPointer(p, t, true))
}
