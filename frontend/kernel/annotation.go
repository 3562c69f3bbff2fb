package kernel

// What annotations speak of and programs cannot: the other one of the two
// threads that stand for all, whether a thread takes part, and which accesses
// were made. These expressions occur in Assert, Assume and Invariant only, and
// only a translation of two threads can state them.

// AccessKind tells what an access does to memory. Annotations ask about reads and
// writes only.
type AccessKind int

const (
	ReadAccess AccessKind = iota
	WriteAccess
	AtomicAccess
)

// Other is the value that X has for the other thread; its type is that of X.
// Inside it, Enabled is the other thread's. What X reads for a thread that takes
// no part is what its variables held when it last did.
//
//	other(i)
type Other struct {
	X Expr
}

// Enabled is whether the thread takes part in the statement at hand: its
// predicate. In a loop invariant it is whether the thread has been in the loop up
// to now.
//
//	enabled
type Enabled struct{}

// Accessed is whether the thread made an access of that kind to Array since the
// last barrier that orders it before what the other thread does: one of the grid,
// or of the block where they are of one block. It stands for any one of them, for
// the log holds one. Atomics are neither reads nor writes.
//
//	read(tile)   written(tile)
type Accessed struct {
	Kind  AccessKind
	Array *Array
}

// AccessIndex is the index, i64 and in elements of Array, of the access that
// Accessed tells of; arbitrary where there is none.
//
//	read_index(tile)   write_index(tile)
type AccessIndex struct {
	Kind  AccessKind
	Array *Array
}

func (e *Other) Type() Type       { return e.X.Type() }
func (e *Enabled) Type() Type     { return BoolType }
func (e *Accessed) Type() Type    { return BoolType }
func (e *AccessIndex) Type() Type { return I64 }

func (*Other) isExpr()       {}
func (*Enabled) isExpr()     {}
func (*Accessed) isExpr()    {}
func (*AccessIndex) isExpr() {}

// OfPairs reports whether e speaks of more than its own thread's values: whether
// one of the forms above is in it.
func OfPairs(e Expr) bool { return OfOther(e) || OfAccesses(e) }

// OfOther reports whether e speaks of the other thread, or of who takes part.
func OfOther(e Expr) bool {
	return has(e, func(e Expr) bool {
		switch e.(type) {
		case *Other, *Enabled:
			return true
		default:
			// Others are of the thread itself.
		}
		return false
	})
}

// OfAccesses reports whether e speaks of accesses that were made.
func OfAccesses(e Expr) bool {
	return has(e, func(e Expr) bool {
		switch e.(type) {
		case *Accessed, *AccessIndex:
			return true
		default:
			// Others ask about no access.
		}
		return false
	})
}

func has(e Expr, is func(Expr) bool) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		found = found || is(e)
		return !found
	})
	return found
}

// RelatesThreads reports whether s itself states something of two threads, or of
// threads that take no part in it: who of them is where matters then.
func RelatesThreads(s Stmt) bool {
	switch s := s.(type) {
	case *Assert:
		return s.Global || OfOther(s.Cond)
	case *Assume:
		return OfOther(s.Cond)
	case *Loop:
		for _, inv := range s.Invariants {
			if inv.RelatesThreads() {
				return true
			}
		}
	default:
		// Others have no condition that the user states.
	}
	return false
}

// RelatesThreads is the same of an invariant.
func (inv *Invariant) RelatesThreads() bool { return inv.Global || OfOther(inv.Cond) }

// AskedAccesses are the kinds of access to each array that an annotation of the
// kernel asks about.
func AskedAccesses(k *Kernel) map[Accessed]bool {
	asked := map[Accessed]bool{}
	Walk(k.Body, func(s Stmt) bool {
		Exprs(s, func(e Expr) {
			WalkExpr(e, func(e Expr) bool {
				switch e := e.(type) {
				case *Accessed:
					asked[*e] = true
				case *AccessIndex:
					asked[Accessed(*e)] = true
				default:
					// Others ask about no access.
				}
				return true
			})
		})
		return true
	})
	return asked
}
