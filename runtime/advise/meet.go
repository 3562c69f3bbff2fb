package advise

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// Threads of different branches meet at barriers that stand at several statements: barrier.sync of the
// whole block, and numbered barriers. One that is missing at the end of an iteration is missing in
// the loop of each of them.

// meeting are barriers like those that the threads of a race meet at, at the end of the body of each
// loop in which they do.
func meeting(k *kernel.Kernel, f *claim.Finding) []change {
	one, two := loopWaiting(k, f.Accesses[0].Src), loopWaiting(k, f.Accesses[1].Src)
	if one == nil || two == nil {
		return nil
	}
	shared := sharedWait(one, two)
	if shared == nil {
		return nil
	}
	kind := like(k, shared)
	var ends []spot
	var lines []int
	rewrite(nil, 0, k.Body, func(_ kernel.Stmt, _ int, list []kernel.Stmt) []kernel.Stmt {
		for _, st := range list {
			loop, is := st.(*kernel.Loop)
			if is && len(loop.Body) > 0 && slices.ContainsFunc(waitsIn(loop.Body), func(b *kernel.Barrier) bool { return sameWait(b, shared) }) {
				ends = append(ends, loopEnds([]place{{nil, 0, []kernel.Stmt{loop}, 0}})[0])
				lines = append(lines, loop.Pos.Line)
			}
		}
		return list
	})
	if len(ends) == 0 {
		return nil
	}
	c := inserted(k, ends, kind)
	c.text = "a " + kind.name + " at the end of the body of the loop at " + linesText(lines) + wouldOrder
	if len(ends) > 1 {
		c.text = "a " + kind.name + " at the end of the bodies of the loops at " + linesText(lines) + wouldOrder
	}
	return []change{c}
}

// loopWaiting is the innermost loop around an access that has such barriers in its body; nil if there is none.
func loopWaiting(k *kernel.Kernel, src kernel.Src) *kernel.Loop {
	for _, p := range slices.Backward(pathTo(k.Body, accessAt(src))) {
		if loop, is := p.stmt().(*kernel.Loop); is && len(waitsIn(loop.Body)) > 0 {
			return loop
		}
	}
	return nil
}

// waitsIn are the barriers of a list at which threads may meet from several statements, but for those of
// loops inside.
func waitsIn(list []kernel.Stmt) []*kernel.Barrier {
	var out []*kernel.Barrier
	kernel.Walk(list, func(st kernel.Stmt) bool {
		if b, is := st.(*kernel.Barrier); is && b.Kind == kernel.Sync && !b.Grid && b.Reduce == kernel.NoReduction && (b.Named() || !b.Aligned) {
			_, fixed := b.ID.(*kernel.Const)
			_, counted := b.Count.(*kernel.Const)
			if (b.ID == nil || fixed) && (b.Count == nil || counted) {
				out = append(out, b)
			}
		}
		_, inner := st.(*kernel.Loop)
		return !inner
	})
	return out
}

// sharedWait is a barrier that both loops have, nil for none.
func sharedWait(one, two *kernel.Loop) *kernel.Barrier {
	for _, b := range waitsIn(one.Body) {
		if slices.ContainsFunc(waitsIn(two.Body), func(o *kernel.Barrier) bool { return sameWait(b, o) }) {
			return b
		}
	}
	return nil
}

func sameWait(a, b *kernel.Barrier) bool {
	return number(a) == number(b) && countOf(a) == countOf(b) && a.Aligned == b.Aligned
}

func number(b *kernel.Barrier) int64 {
	if id, ok := b.ID.(*kernel.Const); ok {
		return id.Val
	}
	return 0
}

// countOf is how many threads a barrier names, 0 for the whole block.
func countOf(b *kernel.Barrier) int64 {
	if n, ok := b.Count.(*kernel.Const); ok {
		return n.Val
	}
	return 0
}

// like is a barrier for the same threads: the same of the whole block, else one whose number nobody
// uses, so that its generations are its own.
func like(k *kernel.Kernel, b *kernel.Barrier) wait {
	name := "barrier.sync"
	if b.Aligned {
		name = "bar.sync"
	}
	id := number(b)
	if b.Named() {
		id = unusedNumber(k)
	}
	text := fmt.Sprintf("%s %d", name, id)
	if b.Count != nil {
		text += fmt.Sprintf(", %d", countOf(b))
	}
	return wait{text, func(src kernel.Src) kernel.Stmt {
		c := *b
		c.Src, c.ID = src, &kernel.Const{T: kernel.U32, Val: id}
		return &c
	}}
}

// mostBarriers is how many barriers a block has.
const mostBarriers = 16

// unusedNumber is the least number that no barrier of the kernel has, 15 if all are used or one is open.
func unusedNumber(k *kernel.Kernel) int64 {
	used := map[int64]bool{0: true}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if b, is := st.(*kernel.Barrier); is {
			if _, fixed := b.ID.(*kernel.Const); fixed || b.ID == nil {
				used[number(b)] = true
			}
		}
		return true
	})
	for id := range int64(mostBarriers) {
		if !used[id] {
			return id
		}
	}
	return mostBarriers - 1
}
