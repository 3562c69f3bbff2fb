package unit

import (
	"strings"

	"gv2/frontend/kernel"
)

// closeUnused narrows a launch whose grid or block is open in every dimension to
// x and the dimensions that the kernel looks at: a kernel that never reads
// blockIdx.y is not meant to be launched with several blocks in y, where all of
// them would do the same work and race for its results. What was narrowed is
// returned as assumptions.
func closeUnused(k *kernel.Kernel) (kernel.Launch, []string) {
	l := k.Launch
	var sentences []string
	if l.GridDim == [3]int{} {
		used := looksAt(k, kernel.BlockIdx, kernel.GridDim)
		for d := range used {
			used[d] = used[d] || d == 0 || l.Cluster[d] > 1
		}
		if closed := closeDims(&l.GridDim, used); closed != "" {
			sentences = append(sentences, "the grid has one block in "+closed+", which the kernel does not use")
		}
	}
	if l.BlockDim == [3]int{} {
		used := looksAt(k, kernel.ThreadIdx, kernel.BlockDim)
		used[0] = true
		if closed := closeDims(&l.BlockDim, used); closed != "" {
			sentences = append(sentences, "a block has one thread in "+closed+", which the kernel does not use")
		}
	}
	return l, sentences
}

// closeDims sets the dimensions that are not used to 1 and names them.
func closeDims(dims *[3]int, used [3]bool) string {
	var names []string
	for d := range dims {
		if !used[d] {
			dims[d] = 1
			names = append(names, string("xyz"[d]))
		}
	}
	return strings.Join(names, " and ")
}

// looksAt reports in which dimensions the kernel reads one of the built-ins.
func looksAt(k *kernel.Kernel, kinds ...kernel.BuiltinKind) [3]bool {
	var used [3]bool
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, ok := e.(*kernel.Builtin); ok {
					for _, kind := range kinds {
						used[b.Dim] = used[b.Dim] || b.Kind == kind
					}
				}
				return true
			})
		})
		return true
	})
	return used
}
