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
func (in *enclosing) enter(stmt kernel.Stmt) *enclosing { return &enclosing{stmt, in} }

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
			return target{kind, l}
		}
	}
	return target{}
}

func (in *enclosing) region(label string) target {
	for e := in; e != nil; e = e.outer {
		if r, ok := e.stmt.(*kernel.Region); ok && r.Label == label {
			return target{endOfRegion, r}
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

// trimJumps returns the statements without those that follow a jump, which no
// thread reaches, and without jumps to where the control flow goes anyway: the
// return at the end of a kernel, the leave at the end of an inlined function.
// tail holds the targets that the end of the list falls through to.
func trimJumps(stmts []kernel.Stmt, tail []target, in *enclosing) []kernel.Stmt {
	for i, s := range stmts {
		if isJump(s) {
			stmts = stmts[:i+1]
			break
		}
	}
	for len(stmts) > 0 {
		t, ok := targetOf(stmts[len(stmts)-1], in)
		if !ok || !contains(tail, t) {
			break
		}
		stmts = stmts[:len(stmts)-1]
	}
	out := make([]kernel.Stmt, len(stmts))
	for i, s := range stmts {
		var after []target
		if i == len(stmts)-1 {
			after = tail
		}
		out[i] = trimInside(s, after, in)
	}
	return out
}

func trimInside(s kernel.Stmt, tail []target, in *enclosing) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		c := *s
		c.Then = trimJumps(s.Then, tail, in)
		c.Else = trimJumps(s.Else, tail, in)
		return &c
	case *kernel.Region:
		c := *s
		inner := in.enter(&c)
		c.Body = trimJumps(s.Body, append(tail[:len(tail):len(tail)], target{endOfRegion, &c}), inner)
		return &c
	case *kernel.Loop:
		c := *s
		inner := in.enter(&c)
		c.Head = trimJumps(s.Head, nil, inner)
		c.Body = trimJumps(s.Body, []target{{endOfIteration, &c}}, inner)
		c.Post = trimJumps(s.Post, nil, inner)
		return &c
	}
	return s
}

func contains(list []target, t target) bool {
	for _, u := range list {
		if u == t {
			return true
		}
	}
	return false
}
