package discipline

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// heldAt is an access, and what took a lock that is held there.
type heldAt struct{ access, by kernel.Stmt }

// notesShared notes which element of a lock a block holds at an access, for its other threads: what took it says so in terms of the one thread's variables. Where an
// expression has the same symbols at the access, in variables that all threads of the block agree on, as the number of a tile in a loop over tiles, it is the same element.
func notesShared(a *analysis, h hold, s kernel.Stmt, st *state) {
	key := heldAt{s, h.by}
	x := a.elements[h.by]
	if h.level != ofBlock || h.byWarp() || x == nil || a.stated(x) {
		return
	}
	if a.uniform == nil {
		a.uniform = fact.Uniform(a.kernel, fact.SameBlock)
	}
	here := inProgram(a, st.values, x)
	if here != nil && !a.uniform.Expr(here) {
		here = nil
	}
	if old, seen := a.shared[key]; seen && (old == nil || here == nil || kernel.ExprString(old) != kernel.ExprString(here)) {
		here = nil
	}
	a.shared[key] = here
}
