package unit

import (
	"slices"

	"gv2/frontend/kernel"
)

// withLimits states what CUDA allows of sizes that are open: at most 65,535 blocks in y and
// z, and 1,024 threads in a block. Sizes at which the kernel does not look need no limit.
func withLimits(k *kernel.Kernel) *kernel.Kernel {
	var out []kernel.Stmt
	most := func(kind kernel.BuiltinKind, d, n int) {
		cond := kernel.Op(kernel.Le, &kernel.Builtin{Kind: kind, Dim: d}, kernel.Unsigned(int64(n)))
		out = append(out, &kernel.Assume{Src: kernel.Src{Pos: k.Pos}, Cond: cond, Listed: true})
	}
	blocks := looksAt(k, kernel.BlockIdx, kernel.GridDim)
	for d := 1; d < 3; d++ {
		if k.Launch.GridDim[d] == 0 && blocks[d] {
			most(kernel.GridDim, d, kernel.MostGridDim[d])
		}
	}
	known := 1
	for _, n := range k.Launch.BlockDim {
		known *= max(n, 1)
	}
	threads := looksAt(k, kernel.ThreadIdx, kernel.BlockDim)
	for d, n := range k.Launch.BlockDim {
		if n == 0 && threads[d] && known > 1 {
			most(kernel.BlockDim, d, min(kernel.MostBlockDim[d], kernel.MostThreads/min(known, kernel.MostThreads)))
		}
	}
	if len(out) == 0 {
		return k
	}
	c := *k
	c.Body = slices.Concat(out, k.Body)
	return &c
}
