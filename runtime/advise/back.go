package advise

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// Who arrives at a numbered barrier goes on at once, and may arrive for the next generation while those who wait have not yet
// left this one. The way back is missing: those who wait tell at another barrier that they are done.

// toldBack are kernels in which threads that run ahead at a barrier wait, at the end of the body of their loop, for those that
// it gets ahead of, which arrive there at the end of the body of theirs.
func toldBack(k *kernel.Kernel, f *claim.Finding) []change {
	if f.Kind != weft.KindUnsafe || len(f.Accesses) != 2 {
		return nil
	}
	ahead, of := loopAround(k, f.Accesses[0].Src)
	behind, _ := loopAround(k, f.Accesses[1].Src)
	if ahead == nil || behind == nil || ahead == behind || countOf(of) == 0 {
		return nil
	}
	last := behind.Body[len(behind.Body)-1].Source()
	number := unusedNumber(k)
	kind := wait{"barrier", func(src kernel.Src) kernel.Stmt {
		c := *of
		c.Src, c.ID, c.Kind, c.Reduce = src, &kernel.Const{T: kernel.U32, Val: number}, kernel.Sync, kernel.NoReduction
		if sameSource(src, last) {
			c.Kind = kernel.Arrive
		}
		return &c
	}}
	var ends []spot
	for _, loop := range []*kernel.Loop{ahead, behind} {
		ends = append(ends, loopEnds([]place{{nil, 0, []kernel.Stmt{loop}, 0}})[0])
	}
	c := inserted(k, ends, kind)
	c.edits = nil // two lines that differ
	c.text = fmt.Sprintf("a bar.sync %d, %d at the end of the body of the loop at line %d, and a bar.arrive %d, %d at the end of that at line %d",
		number, countOf(of), ahead.Pos.Line, number, countOf(of), behind.Pos.Line)
	return []change{c}
}

// loopAround is the innermost loop around a barrier, and the barrier; nil if it is in none.
func loopAround(k *kernel.Kernel, src kernel.Src) (*kernel.Loop, *kernel.Barrier) {
	path := pathTo(k.Body, func(st kernel.Stmt) bool { _, is := st.(*kernel.Barrier); return is && sameSource(st.Source(), src) })
	if len(path) == 0 {
		return nil, nil
	}
	b, _ := path[len(path)-1].stmt().(*kernel.Barrier)
	for _, p := range slices.Backward(path) {
		if loop, is := p.stmt().(*kernel.Loop); is && b != nil && len(loop.Body) > 0 {
			return loop, b
		}
	}
	return nil, nil
}
