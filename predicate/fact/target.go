package fact

import "gv2/frontend/kernel"

// targetKind is the kind of place to which a jump can go.
type targetKind int

const (
	endOfThread    targetKind = iota // Return
	EndOfRegion                      // Leave
	EndOfLoop                        // Break
	EndOfIteration                   // Continue
)

// Target is the destination of a jump: the end of the thread (Stmt nil), of a
// Region, of a Loop, or of the Body of a Loop.
type Target struct {
	Kind targetKind
	Stmt kernel.Stmt
}

// Enclosing lists the loops and regions around a statement, innermost first.
type Enclosing struct {
	stmt  kernel.Stmt
	outer *Enclosing
}

// Enter returns the list inside stmt.
func (in *Enclosing) Enter(stmt kernel.Stmt) *Enclosing { return &Enclosing{stmt: stmt, outer: in} }

// TargetOf returns the target of s; ok is false if s is no jump. A jump without
// its loop or region ends the thread: Check of the kernel rejects it earlier.
func TargetOf(s kernel.Stmt, in *Enclosing) (t Target, ok bool) {
	switch s := s.(type) {
	case *kernel.Return:
		return Target{}, true
	case *kernel.Break:
		return in.loop(EndOfLoop), true
	case *kernel.Continue:
		return in.loop(EndOfIteration), true
	case *kernel.Leave:
		return in.region(s.Label), true
	default:
		// Others continue with the next statement.
	}
	return Target{}, false
}

func (in *Enclosing) loop(kind targetKind) Target {
	for e := in; e != nil; e = e.outer {
		if l, ok := e.stmt.(*kernel.Loop); ok {
			return Target{Kind: kind, Stmt: l}
		}
	}
	return Target{}
}

func (in *Enclosing) region(label string) Target {
	for e := in; e != nil; e = e.outer {
		if r, ok := e.stmt.(*kernel.Region); ok && r.Label == label {
			return Target{Kind: EndOfRegion, Stmt: r}
		}
	}
	return Target{}
}

// IsJump reports whether no thread continues after s.
func IsJump(s kernel.Stmt) bool {
	switch s.(type) {
	case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
		return true
	default:
		// Others continue with the next statement.
	}
	return false
}

// Escaping returns the jumps in the list that leave it.
func Escaping(stmts []kernel.Stmt, in *Enclosing) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		if t, ok := TargetOf(s, in); ok {
			if t.Stmt == nil { // the thread's end, or a target outside the list
				out = append(out, s)
			}
			continue
		}
		inner := in
		switch s.(type) {
		case *kernel.Loop, *kernel.Region:
			inner = in.Enter(s)
		default:
			// Nothing jumps to the end of others.
		}
		for _, b := range kernel.Blocks(s) {
			out = append(out, Escaping(b, inner)...)
		}
	}
	return out
}
