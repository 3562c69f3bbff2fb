package condition

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// Where nothing in the file says how large blocks are, the size is one that the user presumes for
// every such kernel. A fault for that size says little about a kernel that is written for
// another one: if the kernel is proved for an ordinary size, its verdict is conditional.

// The limits of that.
const (
	mostBlocks   = 6 // sizes to decide for
	mostRefuted  = 4 // of them
	largestInRow = 32
	mostInBlock  = 1024
)

// otherBlocks makes a refuted kernel conditional where it is proved for blocks of another size,
// and the size for which it is refuted is only presumed. It reports whether it did.
func (p *precondition) otherBlocks(r *verdict.Result) bool {
	if p.opts.Blocks == nil {
		return false
	}
	refuted := 0
	for _, block := range p.blocks() {
		if p.over() || refuted == mostRefuted {
			break
		}
		k := p.opts.Blocks(block)
		if k == nil {
			continue
		}
		again, ok := p.decideWith(k, p.opts.Encoding.Properties, mostBlocks-1, effortOfTry)
		switch {
		case !ok:
			return false
		case again.Outcome == verdict.KernelProved:
			p.concludeBlock(r, block, again)
			return true
		case again.Outcome == verdict.KernelRefuted:
			refuted++
		}
	}
	d := p.k.Launch.BlockDim
	text := fmt.Sprintf("nothing in the file says how large blocks are: that of %s is presumed", blockText(d))
	if refuted > 0 {
		text += fmt.Sprintf("; it is refuted for %d other ordinary sizes, and proved for none that was tried", refuted)
	}
	r.Notes = append(r.Notes, claim.Note{Message: text})
	return false
}

func blockText(d [3]int) string { return fmt.Sprintf("%d,%d,%d threads", d[0], d[1], d[2]) }

// concludeBlock makes the verdict conditional on the size of blocks.
func (p *precondition) concludeBlock(r *verdict.Result, block [3]int, proof verdict.Result) {
	var under conjunction
	for d, n := range block {
		if d > 0 && n == 1 && p.k.Launch.BlockDim[d] == 1 {
			continue
		}
		size, _ := wide(&kernel.Builtin{Kind: kernel.BlockDim, Dim: d}, blockNames[d])
		a := compared(kernel.Eq, size, number(int64(n)))
		under = append(under, &a)
	}
	p.conclude(r, under, proof)
	r.Notes = append(r.Notes, claim.Note{Message: fmt.Sprintf("nothing in the file says how large blocks are: the faults outside of the condition are for the %s that are presumed", blockText(p.k.Launch.BlockDim))})
}

// blocks are ordinary sizes other than the kernel's: those that its shared arrays and constants
// suggest, and usual ones. A kernel that uses threadIdx.y has blocks of two dimensions.
func (p *precondition) blocks() [][3]int {
	flat, constants := true, constantsOf(p.k)
	if k := p.opts.Blocks([3]int{largestInRow, 2, 1}); k != nil && fact.LooksAtRows(k) {
		flat, constants = false, constantsOf(k) // those beside threadIdx.y, too
	}
	var lengths []int
	enter := func(n int64) {
		if n >= 2 && n <= mostInBlock && !slices.Contains(lengths, int(n)) {
			lengths = append(lengths, int(n))
		}
	}
	for _, a := range p.k.Arrays {
		if a.Space != kernel.Shared {
			continue
		}
		for _, n := range a.Dims {
			// One more is what keeps columns in different banks, or a border.
			enter(n &^ 1)
		}
	}
	for _, n := range constants {
		if n&(n-1) == 0 {
			enter(n)
		}
	}
	for _, n := range []int64{kernel.WarpSize, 2 * kernel.WarpSize, 4 * kernel.WarpSize, 16 * kernel.WarpSize, mostInBlock, 16} {
		enter(n)
	}
	var out [][3]int
	for _, n := range lengths {
		b := [3]int{n, 1, 1}
		if !flat {
			if n > largestInRow {
				continue
			}
			b[1] = n
		}
		if b != p.k.Launch.BlockDim && len(out) < mostBlocks {
			out = append(out, b)
		}
	}
	return out
}
