package predicate

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// trimJumps returns the statements without those that follow a jump, which no
// thread reaches, and without jumps to where control goes anyway: the return at
// the end of a kernel, the leave at the end of an inlined function. tail holds
// the targets to which control falls through at the end of the list.
func trimJumps(stmts []kernel.Stmt, tail []fact.Target, in *fact.Enclosing) []kernel.Stmt {
	for i, s := range stmts {
		if fact.IsJump(s) {
			stmts = stmts[:i+1]
			break
		}
	}
	for len(stmts) > 0 {
		t, ok := fact.TargetOf(stmts[len(stmts)-1], in)
		if !ok || !slices.Contains(tail, t) {
			break
		}
		stmts = stmts[:len(stmts)-1]
	}
	out := make([]kernel.Stmt, len(stmts))
	for i, s := range stmts {
		var after []fact.Target
		if i == len(stmts)-1 {
			after = tail
		}
		out[i] = trimInside(s, after, in)
	}
	return out
}

func trimInside(s kernel.Stmt, tail []fact.Target, in *fact.Enclosing) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		c := *s
		c.Then = trimJumps(s.Then, tail, in)
		c.Else = trimJumps(s.Else, tail, in)
		return &c
	case *kernel.Region:
		c := *s
		inner := in.Enter(&c)
		c.Body = trimJumps(s.Body, append(tail[:len(tail):len(tail)], fact.Target{Kind: fact.EndOfRegion, Stmt: &c}), inner)
		return &c
	case *kernel.Loop:
		c := *s
		inner := in.Enter(&c)
		c.Head = trimJumps(s.Head, nil, inner)
		c.Body = trimJumps(s.Body, []fact.Target{{Kind: fact.EndOfIteration, Stmt: &c}}, inner)
		c.Post = trimJumps(s.Post, nil, inner)
		return &c
	default:
		// Others have no statements inside.
	}
	return s
}
