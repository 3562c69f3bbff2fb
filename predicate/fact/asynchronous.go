package fact

import "gv2/frontend/kernel"

// Asynchronous reports whether agents make accesses for threads of k, or k is about such work.
func Asynchronous(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		_, about := s.(*kernel.Async)
		return about || kernel.AgentOf(s) != nil
	})
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
