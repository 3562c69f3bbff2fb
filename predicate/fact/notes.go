package fact

import (
	"maps"

	"gv2/frontend/kernel"
)

// Notes is what passes have found out about single statements and variables of the
// kernels that they made, beside these kernels: a statement has no field for it.
//
// A note is about a statement by identity. A pass that puts a copy in the place of a
// statement loses its notes, unless it says with Copied that all of them hold of the copy
// as well; what no longer holds must be copied without. So a pass that moves a statement
// to where its notes do not hold has to copy it. To lose a note is imprecise and never
// wrong, but for the lanes of a __syncwarp: that they reach it together is checked where
// it is known who they are, so Lanes sees to it that this is not forgotten. Notes about
// statements that no kernel has any more do no harm.
//
// A nil Notes has no notes and takes none. Notes are not safe for concurrent use.
type Notes struct {
	disjoint map[*kernel.Store]Disjoint
	spelled  map[*kernel.Barrier]bool
	lanes    map[*kernel.WarpSync][]uint32
	times    map[*kernel.Var]bool
}

// Disjoint is what package scatter finds out about a store. Number is from 1 on. From has
// bit n set if two threads of a block never store to the same element, one here and the
// other at the store with Number n, which is this one or stands before it in the same
// list, both in the same iteration of each loop around them, counted from where they
// entered it. It holds as long as no race has happened before. A pass that lets threads
// be in different iterations has to drop it.
type Disjoint struct {
	Number int
	From   uint64
}

// NewNotes has no notes yet.
func NewNotes() *Notes {
	return &Notes{
		disjoint: map[*kernel.Store]Disjoint{}, spelled: map[*kernel.Barrier]bool{},
		lanes: map[*kernel.WarpSync][]uint32{}, times: map[*kernel.Var]bool{},
	}
}

// Clone has the same notes; new ones of either are not the other's.
func (n *Notes) Clone() *Notes {
	return &Notes{
		disjoint: maps.Clone(n.disjoint), spelled: maps.Clone(n.spelled),
		lanes: maps.Clone(n.lanes), times: maps.Clone(n.times),
	}
}

// Copied says that all notes about old hold of what stands in its place.
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
		// Of others nothing is noted.
	}
}

// CopiedVar says that all notes about old hold of the variable that stands for it in
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

// Disjoint is what is known of threads at a store; the zero value for nothing.
func (n *Notes) Disjoint(s *kernel.Store) Disjoint {
	if n == nil {
		return Disjoint{}
	}
	return n.disjoint[s]
}

// SpellWhole notes that the program names the count of a barrier whose Count is nil, so
// that threads may meet at several statements.
func (n *Notes) SpellWhole(b *kernel.Barrier) {
	if n != nil {
		n.spelled[b] = true
	}
}

// SpelledWhole tells whether that was noted.
func (n *Notes) SpelledWhole(b *kernel.Barrier) bool { return n != nil && n.spelled[b] }

// namedByNote is the mask of each __syncwarp whose lanes are noted, and of no other: a
// reader of the mask alone sees no lane named.
var namedByNote kernel.Expr = kernel.NewConst(kernel.U32, 0)

// NameLanes is a __syncwarp in the place of w of which the masks of the block's threads
// are noted, by linear id; w itself if nobody takes notes.
func (n *Notes) NameLanes(w *kernel.WarpSync, masks []uint32) *kernel.WarpSync {
	if n == nil {
		return w
	}
	named := *w
	named.Mask = namedByNote
	n.lanes[&named] = masks
	return &named
}

// Lanes are the masks that were noted, nil for none. It is a bug to ask of a copy that
// has lost them.
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
// loop: a counter is its start and so many steps, computed unsigned.
func (n *Notes) CountTimes(v *kernel.Var) {
	if n != nil {
		n.times[v] = true
	}
}

// Times tells whether that was noted of v.
func (n *Notes) Times(v *kernel.Var) bool { return n != nil && n.times[v] }
