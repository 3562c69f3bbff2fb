package fact

import "gv2/frontend/kernel"

// ReadsVotes reports whether the value that a barrier computes from the arguments of
// threads may matter to k.
func ReadsVotes(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		b, ok := s.(*kernel.Barrier)
		found = found || ok && b.Dst != nil
		return !found
	})
	return found
}
