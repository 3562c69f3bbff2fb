package fact

import "gv2/frontend/kernel"

// Signals are the arrays through which threads signal each other with volatile accesses:
// flags, status words, tickets. An array is one
//   - if a volatile read of it in a loop decides whether the loop goes on (a thread waits), or
//   - if a volatile read of it decides a branch, and no volatile store writes to it what a
//     volatile read of it gave: what is read, changed and written back is data, as the partial
//     sums of a reduction within a warp; or
//   - if it is in global memory and an assertion depends on a volatile read of it: the assertion
//     says which of the values are right that the schedule may bring.
func Signals(k *kernel.Kernel) map[*kernel.Array]bool {
	type signals struct{}
	return Once(k, signals{}, func() map[*kernel.Array]bool { return findSignals(k) })
}

func findSignals(k *kernel.Kernel) map[*kernel.Array]bool {
	f := signalFinder{of: map[*kernel.Var]arraySet{}, signals: arraySet{}, branched: arraySet{}, updated: arraySet{}}
	for f.grew = true; f.grew; {
		f.grew = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			f.flow(s)
			return true
		})
	}
	f.list(k.Body, nil)
	out := map[*kernel.Array]bool{}
	for a := range f.signals {
		out[a] = true
	}
	for a := range f.branched {
		if !f.updated[a] {
			out[a] = true
		}
	}
	return out
}

type arraySet map[*kernel.Array]bool

// signalFinder follows the values of volatile reads through variables.
type signalFinder struct {
	of                         map[*kernel.Var]arraySet
	signals, branched, updated arraySet
	grew                       bool
}

// flow notes what a statement gives to the variable that it sets.
func (f *signalFinder) flow(s kernel.Stmt) {
	dst := kernel.Assigned(s)
	if dst == nil {
		return
	}
	switch s := s.(type) {
	case *kernel.Load:
		if s.Volatile {
			f.give(dst, s.Acc.Array)
		}
	case *kernel.Assign:
		for a := range f.read(s.X) {
			f.give(dst, a)
		}
	default:
		// What others give is a value of its own: the old one of an atomic, a vote.
	}
}

func (f *signalFinder) give(v *kernel.Var, a *kernel.Array) {
	if f.of[v] == nil {
		f.of[v] = arraySet{}
	}
	if !f.of[v][a] {
		f.of[v][a], f.grew = true, true
	}
}

// read are the arrays whose volatile contents an expression depends on.
func (f *signalFinder) read(e kernel.Expr) arraySet {
	out := arraySet{}
	if e == nil {
		return out
	}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if v, ok := e.(*kernel.VarRef); ok {
			for a := range f.of[v.Var] {
				out[a] = true
			}
		}
		return true
	})
	return out
}

// list looks at statements in a loop, nil if there is none, or the arrays that it reads.
func (f *signalFinder) list(list []kernel.Stmt, polled arraySet) {
	for _, s := range list {
		switch s := s.(type) {
		case *kernel.If:
			leaves := jumps(s.Then) || jumps(s.Else)
			for a := range f.read(s.Cond) {
				f.branched[a] = true
				if leaves && polled[a] {
					f.signals[a] = true
				}
			}
			f.list(s.Then, polled)
			f.list(s.Else, polled)
		case *kernel.Loop:
			inner := polledIn(s)
			for a := range f.read(s.Cond) {
				f.branched[a] = true
				if inner[a] {
					f.signals[a] = true
				}
			}
			for _, part := range kernel.Blocks(s) {
				f.list(part, inner)
			}
		case *kernel.Assert:
			for a := range f.read(s.Cond) {
				if a.Space == kernel.Global {
					f.signals[a] = true
				}
			}
		case *kernel.Store:
			if s.Volatile && s.X != nil && f.read(s.X)[s.Acc.Array] {
				f.updated[s.Acc.Array] = true
			}
		default:
			// Regions have statements inside; the rest decides and stores nothing.
			for _, part := range kernel.Blocks(s) {
				f.list(part, polled)
			}
		}
	}
}

// polledIn are the arrays of which a loop has volatile reads.
func polledIn(l *kernel.Loop) arraySet {
	out := arraySet{}
	kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Load); ok && l.Volatile {
			out[l.Acc.Array] = true
		}
		return true
	})
	return out
}

// jumps reports whether statements may leave a loop around them.
func jumps(list []kernel.Stmt) bool {
	return kernel.Any(list, func(s kernel.Stmt) bool {
		switch s.(type) {
		case *kernel.Break, *kernel.Return, *kernel.Leave:
			return true
		default:
			// Others go on with the next statement of the loop.
			return false
		}
	})
}
