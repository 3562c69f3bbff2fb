package kernel

// What annotations speak of and programs cannot: the other one of the two
// threads that stand for all, whether a thread takes part, and which accesses
// were made. These expressions occur in Assert, Assume and Invariant only, and
// only a translation of two threads can state them.

// AccessKind tells the accesses that an annotation asks about.
type AccessKind int

const (
	ReadAccess AccessKind = iota
	WriteAccess
)

// Other is the value that X has for the other thread; its type is that of X.
// Inside it, Enabled is the other thread's.
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
// last barrier: some access, for the log holds one of them. Atomics are neither
// reads nor writes.
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
func OfPairs(e Expr) bool {
	found := false
	WalkExpr(e, func(e Expr) bool {
		switch e.(type) {
		case *Other, *Enabled, *Accessed, *AccessIndex:
			found = true
		}
		return !found
	})
	return found
}

// PairStatement is the first statement of the kernel that only a translation of
// two threads can state, and what it is: an expression of pairs, a form that
// holds for threads that take no part, or a barrier of the grid. ok is false if
// there is none.
func PairStatement(k *Kernel) (src Src, what string, ok bool) {
	note := func(s Src, w string) {
		if !ok {
			src, what, ok = s, w, true
		}
	}
	Walk(k.Body, func(s Stmt) bool {
		Exprs(s, func(e Expr) {
			if OfPairs(e) {
				note(s.Source(), "an annotation about two threads or their accesses")
			}
		})
		switch s := s.(type) {
		case *Assert:
			if s.Global {
				note(s.Src, "a global assertion")
			}
		case *Barrier:
			if s.Grid {
				note(s.Src, "a barrier of the whole grid")
			}
		case *Loop:
			for _, inv := range s.Invariants {
				if inv.Global || inv.Candidate {
					note(inv.Src, "a global or candidate invariant")
				}
			}
		}
		return !ok
	})
	return src, what, ok
}
