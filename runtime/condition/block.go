package condition

import (
	"fmt"
	"slices"
	"strings"
	"time"

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
	mostBlocks    = 6 // sizes to decide for
	mostRefuted   = 4 // of them
	mostPursued   = 2 // of those, with an ordinary condition besides
	largestInRow  = 32
	shortestBlock = 8 // of one row, that a constant of the kernel may mean
	mostInBlock   = 1024
)

// otherBlocks makes a refuted kernel conditional where it is proved for blocks of another size,
// and the size for which it is refuted is only presumed. It reports whether it did.
func (p *precondition) otherBlocks(r *verdict.Result) bool {
	if p.opts.Blocks == nil {
		return false
	}
	refuted, tried := 0, 0
	for _, block := range p.blocks() {
		if p.over() || refuted == mostRefuted {
			break
		}
		k := p.opts.Blocks(block)
		if k == nil {
			continue
		}
		tried++
		again, ok := p.decideWith(k, p.opts.Encoding.Properties, mostBlocks-1, effortOfTry)
		switch {
		case !ok:
			return false
		case again.Outcome == verdict.KernelProved:
			p.concludeBlock(r, block, again)
			return true
		case again.Outcome == verdict.KernelRefuted:
			refuted++
			p.others = append(p.others, otherBlock{block, k, again})
		}
	}
	if tried == 0 {
		return false
	}
	d := p.k.Launch.BlockDim
	text := fmt.Sprintf("nothing in the file says how large blocks are: that of %s is presumed", blockText(d))
	if slices.Contains(d[:], 0) {
		text = "nothing in the file says how large blocks are"
	}
	if refuted > 0 {
		text += fmt.Sprintf("; it is refuted for %d other ordinary sizes, and proved for none that was tried", refuted)
	}
	p.presumed = claim.Note{Message: text}
	r.Notes = append(r.Notes, p.presumed)
	return false
}

// otherBlock is a size of blocks, with the kernel for it, which is refuted.
type otherBlock struct {
	block  [3]int
	k      *kernel.Kernel
	result verdict.Result
}

// pursueBlocks looks for ordinary conditions for the sizes for which otherBlocks found the kernel
// refuted: a kernel that is written for 16 rows of 16 may want a width besides. It reports whether
// it found one.
func (p *precondition) pursueBlocks(r *verdict.Result) bool {
	pursued := 0
	for _, o := range p.others {
		if pursued == mostPursued || p.over() {
			return false
		}
		if boundsBeside(o.k, &o.result) {
			continue
		}
		pursued++
		of := &precondition{ctx: p.ctx, k: o.k, opts: p.opts, engines: p.engines, clean: map[int]bool{}, arith: arithOf(&o.result, p.opts.Encoding.Arith), until: p.until, found: takenBy(&o.result)}
		of.opts.Blocks = nil
		if !p.until.IsZero() {
			of.until = time.Now().Add(time.Until(p.until) / time.Duration(mostPursued+1-pursued))
		}
		found := of.ordinary(&o.result)
		p.spent.Runs += of.spent.Runs
		p.spent.Solver += of.spent.Solver
		p.cut = p.cut || of.cut
		if !found {
			continue
		}
		condition := o.result.Condition
		if strings.Contains(condition, "||") {
			condition = "(" + condition + ")"
		}
		r.Notes = slices.DeleteFunc(r.Notes, func(n claim.Note) bool { return n.Message == p.presumed.Message })
		p.concludeUnder(r, p.sizeIs(o.block), condition, o.result)
		for _, n := range o.result.Notes {
			if n.Message == readAsNumbers {
				r.Notes = append(r.Notes, n)
			}
		}
		return true
	}
	return false
}

func blockText(d [3]int) string { return fmt.Sprintf("%d,%d,%d threads", d[0], d[1], d[2]) }

// concludeBlock makes the verdict conditional on the size of blocks.
func (p *precondition) concludeBlock(r *verdict.Result, block [3]int, proof verdict.Result) {
	p.concludeUnder(r, p.sizeIs(block), "", proof)
}

// concludeUnder is that for a size of blocks and another condition besides, empty for none.
func (p *precondition) concludeUnder(r *verdict.Result, size conjunction, besides string, proof verdict.Result) {
	text := size.text()
	if besides != "" {
		text += " && " + besides
	}
	p.conclude(r, size, proof)
	tellCondition(r, text)
	outside := fmt.Sprintf("the %s that are presumed", blockText(p.k.Launch.Program().BlockDim))
	if d := p.k.Launch.Program().BlockDim; slices.Contains(d[:], 0) {
		outside = "others"
	}
	r.Notes = append(r.Notes, claim.Note{Message: "nothing in the file says how large blocks are: the faults outside of the condition are for " + outside})
}

// sizeIs is the condition that blocks have a size.
func (p *precondition) sizeIs(block [3]int) conjunction {
	var under conjunction
	for d, n := range block {
		if d > 0 && n == 1 && p.k.Launch.Program().BlockDim[d] == 1 {
			continue
		}
		size, _ := wide(&kernel.Builtin{Kind: kernel.BlockDim, Dim: d}, blockNames[d])
		a := compared(kernel.Eq, size, number(int64(n)))
		under = append(under, &a)
	}
	return under
}

// blocks are ordinary sizes other than the kernel's: those that its shared arrays and constants
// suggest, and usual ones. A kernel that uses threadIdx.y has blocks of two dimensions.
func (p *precondition) blocks() [][3]int {
	flat, constants := true, constantsOf(p.k)
	threads := p.k.Launch.Program().Threads()
	for _, rows := range []int{2, threads / largestInRow} {
		if k := p.opts.Blocks([3]int{largestInRow, rows, 1}); rows > 1 && k != nil && fact.LooksAtRows(k) {
			flat, constants = false, constantsOf(k) // those beside threadIdx.y, too
		}
	}
	var lengths []int
	enter := func(n int64) {
		if n >= 2 && n <= mostInBlock && !slices.Contains(lengths, int(n)) {
			lengths = append(lengths, int(n))
		}
	}
	var shared, short []int64
	for _, a := range p.k.Arrays {
		if a.Space != kernel.Shared {
			continue
		}
		if n := a.Dims; flat && len(n) == 1 && n[0] <= kernel.WarpSize {
			// Mostly it has an element for each warp, rather than one for each thread.
			shared, short = append(shared, kernel.WarpSize*n[0]), append(short, n[0])
			continue
		}
		shared = append(shared, a.Dims...)
	}
	for _, n := range append(shared, short...) {
		// One more is what keeps columns in different banks, or a border.
		enter(n &^ 1)
	}
	for _, n := range constants {
		if n&(n-1) == 0 && (!flat || n >= shortestBlock) {
			enter(n)
		}
	}
	for _, n := range []int64{kernel.WarpSize, 2 * kernel.WarpSize, 4 * kernel.WarpSize, 16 * kernel.WarpSize, mostInBlock, 16} {
		enter(n)
	}
	var out [][3]int
	if rows := threads / largestInRow; !flat && threads%largestInRow == 0 && rows > 1 && p.opts.Blocks([3]int{largestInRow, rows, 1}) != nil {
		out = append(out, [3]int{largestInRow, rows, 1}) // a row is a warp
	}
	for _, n := range lengths {
		b := [3]int{n, 1, 1}
		if !flat {
			if n > largestInRow {
				continue
			}
			b[1] = n
		}
		if b != p.k.Launch.Program().BlockDim && !slices.Contains(out, b) && len(out) < mostBlocks {
			out = append(out, b)
		}
	}
	return out
}
