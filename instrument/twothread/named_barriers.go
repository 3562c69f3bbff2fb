package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate"
)

// NamedBarriers is the encoding of barriers that a part of the block meets at, as one
// procedure has it. It takes the place of LOG and CHECK and of the barriers: the writer
// calls it at each access and each operation on a barrier.
type NamedBarriers interface {
	// AsksLog reports whether accesses are logged by LOG as well, since annotations ask
	// about them.
	AsksLog() bool
	Access(w *Writer, d *predicate.Do, kind key.AccessKind, acc kernel.Access)
	Barrier(w *Writer, d *predicate.Do, s *kernel.Barrier)
	// WarpSync is a __syncwarp of the threads that p1 and p2 hold for.
	WarpSync(w *Writer, src kernel.Src, p1, p2 boogie.Expr)
	// Assume states an assumption about accesses and reports whether it did; else it is
	// stated of the log of LOG.
	Assume(w *Writer, pred kernel.Expr, s *kernel.Assume) bool
	// Enter is called where a loop is reached, Iterate where an iteration begins.
	Enter(w *Writer, l *candidate.Loop)
	Iterate(w *Writer, s *predicate.While)
	// Uses reports whether the procedure has a use for a rule of candidates; candidates
	// are those that the encoding itself has for a loop.
	Uses(rule string) bool
	Candidates(w *Writer, l *candidate.Loop) []boogie.Expr
}

// elsewhere hands an access to the encoding of named barriers, which compares accesses
// in its own way; it reports whether LOG and CHECK have nothing to do with it.
func (w *Writer) elsewhere(kind key.AccessKind, acc kernel.Access) bool {
	if w.Named == nil || w.Named.AsksLog() {
		return false
	}
	w.Named.Access(w, w.at, kind, acc)
	return true
}
