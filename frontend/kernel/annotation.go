package kernel

// Expressions for annotations alone: the other one of the two threads that
// stand for all, whether a thread takes part, and which accesses threads made.
// They occur in Assert, Assume and Invariant only, and only a translation of
// two threads can state them.

// AccessKind is the effect of an access on memory. Annotations refer to reads and
// writes only.
type AccessKind int

const (
	ReadAccess AccessKind = iota
	WriteAccess
	AtomicAccess
)

// Other is the value that X has for the other thread; its type is that of X.
// Inside it, Enabled is the other thread's. For a thread that does not take part
// X reads the values that its variables had when it last did.
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
// or of the block if both are of one block. It stands for any one such access,
// because the log holds one. Atomics are neither reads nor writes.
//
//	read(tile)   written(tile)
type Accessed struct {
	Kind  AccessKind
	Array *Array
}

// AccessIndex is the index, i64 and in elements of Array, of the access of
// Accessed; arbitrary if there is none.
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

// OfPairs reports whether e depends on more than its own thread's values:
// whether it contains one of the forms above.
func OfPairs(e Expr) bool { return OfOther(e) || OfAccesses(e) }

// OfOther reports whether e refers to the other thread, or to whether threads take part.
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

// OfAccesses reports whether e refers to accesses that threads made.
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

// RelatesThreads reports whether s itself states something about two threads, or
// about threads that do not take part in it: then it matters which of them are
// where.
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

// KeepsPairs reports whether one of the statements outside of annotations, as the assignment of a variable, holds
// what annotations say of two threads: no thread can compute that.
func KeepsPairs(stmts []Stmt) bool {
	found := false
	Walk(stmts, func(s Stmt) bool {
		switch s.(type) {
		case *Assert, *Assume:
			return true
		default:
			// Others are executed by one thread.
		}
		Exprs(s, func(e Expr) { found = found || OfPairs(e) })
		return !found
	})
	return found
}
