package fact

import "gv2/frontend/kernel"

// Asynchronous reports whether agents make accesses for threads of k, or k is about such work.
func Asynchronous(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		_, about := s.(*kernel.Async)
		return about || kernel.AgentOf(s) != nil
	})
}

// ByAgents are the arrays that agents access.
func ByAgents(k *kernel.Kernel) map[*kernel.Array]bool {
	out := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil && kernel.AgentOf(s) != nil {
			out[acc.Array] = true
		}
		return true
	})
	return out
}

// CopiesArrive reports whether the end of copies is an arrival at a barrier in memory (cp.async.mbarrier.arrive).
func CopiesArrive(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		p, is := s.(*kernel.Phase)
		return is && p.Op == kernel.PhaseArrive && p.Agent != nil
	})
}

// Together is the first copy that all threads of the block start together, nil if there is none.
func Together(k *kernel.Kernel) kernel.Stmt {
	var found kernel.Stmt
	kernel.Any(k.Body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); a != nil && a.Collective {
			found = s
		}
		return found != nil
	})
	return found
}

// MovesGroups reports whether the statements start operations that end with groups of a kind, commit
// such groups or wait for them.
func MovesGroups(stmts []kernel.Stmt, kind kernel.Completion) bool {
	return kernel.Any(stmts, func(s kernel.Stmt) bool {
		a, about := s.(*kernel.Async)
		agent := kernel.AgentOf(s)
		return about && a.Op != kernel.AsyncFence && a.Of == kind || agent != nil && agent.Ends == kind
	})
}

// Phased reports whether k has operations on barriers in memory.
func Phased(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool { _, is := s.(*kernel.Phase); return is })
}

// Operates reports whether statements have that operation on a barrier in memory.
func Operates(stmts []kernel.Stmt, op kernel.PhaseOp) bool {
	return kernel.Any(stmts, func(s kernel.Stmt) bool {
		p, is := s.(*kernel.Phase)
		return is && p.Op == op
	})
}

// Sets reports whether statements may set a variable.
func Sets(stmts []kernel.Stmt, v *kernel.Var) bool {
	return kernel.Any(stmts, func(s kernel.Stmt) bool { return kernel.Assigned(s) == v })
}

// SetsRead reports whether statements may set a variable that e reads.
func SetsRead(stmts []kernel.Stmt, e kernel.Expr) bool {
	return kernel.Any(stmts, func(s kernel.Stmt) bool {
		v := kernel.Assigned(s)
		return v != nil && ReadsVar(e, v)
	})
}
