package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate"
)

// namedBarriers is the encoding of barriers that a part of the block meets at, as one
// procedure has it. It takes the place of LOG and CHECK and of the barriers: accesses and
// operations on barriers are told to it where they stand.
type namedBarriers interface {
	// asksLog reports whether accesses are logged by LOG as well, since annotations ask
	// about them.
	asksLog() bool
	access(w *writer, d *predicate.Do, kind key.AccessKind, acc kernel.Access)
	barrier(w *writer, d *predicate.Do, s *kernel.Barrier)
	// warpSync is a __syncwarp of the threads that p1 and p2 hold for.
	warpSync(w *writer, src kernel.Src, p1, p2 boogie.Expr)
	// assume states an assumption about accesses and reports whether it did; else it is
	// stated of the log of LOG.
	assume(w *writer, pred kernel.Expr, s *kernel.Assume) bool
	// enter and iterate are told where a loop is reached, and an iteration begins.
	enter(w *writer, l *candidate.Loop)
	iterate(w *writer, s *predicate.While)
	// uses reports whether the procedure has a use for a rule of candidates; candidates
	// are those that the encoding itself has for a loop.
	uses(rule string) bool
	candidates(w *writer, l *candidate.Loop) []boogie.Expr
}

// elsewhere hands an access to the encoding of named barriers, which compares accesses
// in its own way; it reports whether LOG and CHECK have nothing to do with it.
func (w *writer) elsewhere(kind key.AccessKind, acc kernel.Access) bool {
	if w.gen == nil || w.gen.asksLog() {
		return false
	}
	w.gen.access(w, w.at, kind, acc)
	return true
}
