package rewrite

import "gv2/frontend/kernel"

// WholeBlock spells barriers whose constant count is the number of threads of
// the block like __syncthreads: Count nil. Only a barrier that waits, with a
// constant ID, and only where the launch is known; all others stay.
func WholeBlock(k *kernel.Kernel) *kernel.Kernel {
	threads := int64(k.Launch.Threads())
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		b, ok := s.(*kernel.Barrier)
		if !ok || b.Kind != kernel.Sync || threads == 0 || !isConst(b.ID) {
			return []kernel.Stmt{s}
		}
		if count, ok := b.Count.(*kernel.Const); !ok || count.Val != threads {
			return []kernel.Stmt{s}
		}
		whole := *b
		whole.Count, whole.Spelled = nil, true
		return []kernel.Stmt{&whole}
	})
	return &c
}
