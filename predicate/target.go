package predicate

import "gv2/frontend/kernel"

// targetKind tells the places that a jump can go to.
type targetKind int

const (
	endOfThread    targetKind = iota // Return
	endOfRegion                      // Leave
	endOfLoop                        // Break
	endOfIteration                   // Continue
)

// target is where a jump goes: the end of the thread (stmt nil), of a Region, of
// a Loop, or of the Body of a Loop.
type target struct {
	kind targetKind
	stmt kernel.Stmt
}

// enclosing lists the loops and regions around a statement, innermost first.
type enclosing struct {
	stmt  kernel.Stmt
	outer *enclosing
}

// enter returns the list inside stmt.
func (in *enclosing) enter(stmt kernel.Stmt) *enclosing { return &enclosing{stmt: stmt, outer: in} }

// targetOf returns where s jumps to; ok is false if s is no jump. A jump without
// its loop or region ends the thread: Check of the kernel rejects it earlier.
func targetOf(s kernel.Stmt, in *enclosing) (t target, ok bool) {
	switch s := s.(type) {
	case *kernel.Return:
		return target{}, true
	case *kernel.Break:
		return in.loop(endOfLoop), true
	case *kernel.Continue:
		return in.loop(endOfIteration), true
	case *kernel.Leave:
		return in.region(s.Label), true
	}
	return target{}, false
}

func (in *enclosing) loop(kind targetKind) target {
	for e := in; e != nil; e = e.outer {
		if l, ok := e.stmt.(*kernel.Loop); ok {
			return target{kind: kind, stmt: l}
		}
	}
	return target{}
}

func (in *enclosing) region(label string) target {
	for e := in; e != nil; e = e.outer {
		if r, ok := e.stmt.(*kernel.Region); ok && r.Label == label {
			return target{kind: endOfRegion, stmt: r}
		}
	}
	return target{}
}

// isJump reports whether no thread goes on behind s.
func isJump(s kernel.Stmt) bool {
	switch s.(type) {
	case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
		return true
	}
	return false
}

// escaping returns the jumps in the list that leave it.
func escaping(stmts []kernel.Stmt, in *enclosing) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		if t, ok := targetOf(s, in); ok {
			if t.stmt == nil { // the thread's end, or a target outside the list
				out = append(out, s)
			}
			continue
		}
		inner := in
		switch s.(type) {
		case *kernel.Loop, *kernel.Region:
			inner = in.enter(s)
		}
		for _, b := range kernel.Blocks(s) {
			out = append(out, escaping(b, inner)...)
		}
	}
	return out
}
