package fact

import (
	"maps"

	"gv2/frontend/kernel"
)

// Notes holds the results of passes about single statements and variables of the kernels
// that they made, in side tables: a statement has no field for them.
//
// A note is about a statement by identity. A pass that replaces a statement by a copy
// loses its notes, unless it calls Copied because all of them hold for the copy as well;
// a statement whose notes no longer hold must be copied without that call. So a pass that
// moves a statement to where its notes do not hold must copy it. The loss of a note is
// imprecise and never wrong, except for the lanes of a __syncwarp: the check that they
// reach it together needs to know them, so Lanes fails if they are lost. Notes about
// statements that no kernel has any more do no harm.
//
// A nil Notes has no notes and takes none. Notes are not safe for concurrent use.
type Notes struct {
	disjoint map[*kernel.Store]Disjoint
	spelled  map[*kernel.Barrier]bool
	lanes    map[*kernel.WarpSync][]uint32
	times    map[*kernel.Var]bool
	apart    map[*kernel.Array]bool
}

// Disjoint is the result of package scatter about a store. Numbers start at 1. From has
// bit n set if two threads of a block never store to the same element, one here and the
// other at the store with Number n, which is this one or precedes it in the same list,
// both in the same iteration of each loop around them, counted from its entry. It holds
// as long as no race has happened before. A pass that lets threads be in different
// iterations must drop it.
type Disjoint struct {
	Number int
	From   uint64
}

// NewNotes has no notes yet.
func NewNotes() *Notes {
	return &Notes{
		disjoint: map[*kernel.Store]Disjoint{}, spelled: map[*kernel.Barrier]bool{},
		lanes: map[*kernel.WarpSync][]uint32{}, times: map[*kernel.Var]bool{}, apart: map[*kernel.Array]bool{},
	}
}

// Clone has the same notes; later notes of one do not appear in the other.
func (n *Notes) Clone() *Notes {
	return &Notes{
		disjoint: maps.Clone(n.disjoint), spelled: maps.Clone(n.spelled),
		lanes: maps.Clone(n.lanes), times: maps.Clone(n.times), apart: maps.Clone(n.apart),
	}
}

// Copied notes that all notes about old hold for its replacement.
func (n *Notes) Copied(old, copied kernel.Stmt) {
	if n == nil || old == copied {
		return
	}
	switch s := old.(type) {
	case *kernel.Store:
		if a, ok := n.disjoint[s]; ok {
			n.disjoint[copied.(*kernel.Store)] = a
		}
	case *kernel.Barrier:
		if n.spelled[s] {
			n.spelled[copied.(*kernel.Barrier)] = true
		}
	case *kernel.WarpSync:
		if masks, ok := n.lanes[s]; ok {
			n.lanes[copied.(*kernel.WarpSync)] = masks
		}
	default:
		// Others have no notes.
	}
}

// CopiedVar notes that all notes about old hold for the variable that replaces it in
// some places.
func (n *Notes) CopiedVar(old, copied *kernel.Var) {
	if n != nil && n.times[old] {
		n.times[copied] = true
	}
}

// NoteDisjoint notes that threads are disjoint at a store.
func (n *Notes) NoteDisjoint(s *kernel.Store, a Disjoint) {
	if n != nil {
		n.disjoint[s] = a
	}
}

// Disjoint is the note about a store; the zero value if there is none.
func (n *Notes) Disjoint(s *kernel.Store) Disjoint {
	if n == nil {
		return Disjoint{}
	}
	return n.disjoint[s]
}

// NoteApart notes that threads of different blocks never meet in an array, as package scatter
// tells: it holds as long as nothing goes wrong within a block, for the accesses that the kernel
// has and for copies of them.
func (n *Notes) NoteApart(a *kernel.Array) {
	if n != nil {
		n.apart[a] = true
	}
}

// Apart reports whether NoteApart has noted that.
func (n *Notes) Apart(a *kernel.Array) bool { return n != nil && n.apart[a] }

// SpellWhole notes that the program names the count of a barrier whose Count is nil, so
// that threads may meet at several statements.
func (n *Notes) SpellWhole(b *kernel.Barrier) {
	if n != nil {
		n.spelled[b] = true
	}
}

// SpelledWhole reports whether SpellWhole has noted that.
func (n *Notes) SpelledWhole(b *kernel.Barrier) bool { return n != nil && n.spelled[b] }

// namedByNote is the mask of each __syncwarp whose lanes are noted, and of no other: a
// reader of the mask alone sees no named lane.
var namedByNote kernel.Expr = kernel.NewConst(kernel.U32, 0)

// NameLanes is a __syncwarp to replace w, with the masks of the block's threads, by
// linear id, as a note; w itself if n is nil.
func (n *Notes) NameLanes(w *kernel.WarpSync, masks []uint32) *kernel.WarpSync {
	if n == nil {
		return w
	}
	named := *w
	named.Mask = namedByNote
	n.lanes[&named] = masks
	return &named
}

// Lanes are the noted masks, nil for none. A call for a copy that has lost them is a
// bug.
func (n *Notes) Lanes(w *kernel.WarpSync) []uint32 {
	var masks []uint32
	if n != nil {
		masks = n.lanes[w]
	}
	if masks == nil && w.Mask == namedByNote {
		panic("fact: the lanes of a __syncwarp were noted, and a pass has lost them")
	}
	return masks
}

// CountTimes notes that v is the number of iterations that a pass chose in place of a
// loop: a counter is its start plus that many steps, computed unsigned.
func (n *Notes) CountTimes(v *kernel.Var) {
	if n != nil {
		n.times[v] = true
	}
}

// Times reports whether CountTimes has noted that for v.
func (n *Notes) Times(v *kernel.Var) bool { return n != nil && n.times[v] }
