package vc

import "gv2/boogie"

// Nodes are numbered in the order in which boogie.Print reports their lines.

// nodesOf counts the nodes of a procedure.
func nodesOf(p *boogie.Proc) int {
	return len(p.Requires) + len(p.Ensures) + nodes(p.Body)
}

// nodes counts those of statements.
func nodes(ss []boogie.Stmt) int {
	n := 0
	boogie.WalkStmts(ss, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Assert, *boogie.Call:
			n++
		case *boogie.While:
			n += 1 + len(s.Invs)
		}
	})
	return n
}

// goesOn reports whether execution may reach the end of ss.
func goesOn(ss []boogie.Stmt) bool {
	for _, s := range ss {
		switch s := s.(type) {
		case *boogie.Return, *boogie.Break:
			return false
		case *boogie.Assume:
			if b, ok := s.E.(*boogie.BoolLit); ok && !b.Val {
				return false
			}
		case *boogie.If:
			if !goesOn(s.Then) && !goesOn(s.Else) {
				return false
			}
		}
	}
	return true
}
