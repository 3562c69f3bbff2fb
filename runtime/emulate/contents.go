package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// cell is the content of an element: a value or, where it is not known, an id,
// 0 if nobody has written it. atomics tells what atomic operations have changed
// it since the last store.
type cell struct {
	val     int64
	known   bool
	atomics eval.Atomic
}

// What atomics tells beside an operation whose order does not matter among its kind.
const (
	noAtomics    eval.Atomic = 0
	mixedAtomics eval.Atomic = 255 // others, and mixtures
)

// atomicKind is what s leaves in cell.atomics. Floating-point sums depend on the
// order.
func atomicKind(s *kernel.Atomic) eval.Atomic {
	op := eval.AtomicOf(s)
	if op == eval.Sub {
		op = eval.Add
	}
	if s.Acc.Width != 1 || !s.Acc.Array.Elem.IsInt() || !op.Commutes() {
		return mixedAtomics
	}
	return op
}

// contents are those of an array, as far as they are known.
type contents struct {
	elem  eval.Type
	len   int64 // -1 where it is not known
	cells []cell
	far   map[int64]cell // elements beyond maxCells
}

// maxCells is how many elements of an array are stored densely, firstCells of
// them from the start.
const (
	firstCells = 1 << 16
	maxCells   = 1 << 20
)

func newContents(a *kernel.Array) *contents {
	return &contents{elem: eval.TypeOf(a.Elem), len: a.Len, cells: make([]cell, max(0, min(a.Len, firstCells)))}
}

// get is element i; outside of the array nothing is known.
func (c *contents) get(i int64) cell {
	switch {
	case i >= 0 && i < int64(len(c.cells)):
		return c.cells[i]
	case i < 0 || c.len >= 0 && i >= c.len:
		return cell{}
	}
	return c.far[i]
}

// set changes element i, if there is one.
func (c *contents) set(i int64, to cell) {
	switch {
	case i >= 0 && i < int64(len(c.cells)):
		c.cells[i] = to
	case i < 0 || c.len >= 0 && i >= c.len:
	case i < maxCells:
		grown := make([]cell, min(maxCells, max(2*i, 1024)))
		copy(grown, c.cells)
		c.cells = grown
		c.cells[i] = to
	default:
		if c.far == nil {
			c.far = map[int64]cell{}
		}
		c.far[i] = to
	}
}

// atomic changes element i by an operation of one kind; arg is not known where
// the result is not.
func (c *contents) atomic(i int64, kind eval.Atomic, arg operand, id int64) {
	old := c.get(i)
	if old.atomics != noAtomics && old.atomics != kind {
		kind = mixedAtomics
	}
	to := cell{val: id, atomics: kind}
	if old.known && arg.known && kind != mixedAtomics {
		to.val, to.known = kind.Updated(c.elem, old.val, arg.val, 0), true
	}
	c.set(i, to)
}

// joined is the value of type t that width elements of type elem hold from element i
// on; ok is false if that is not known.
func joined(elem, t eval.Type, width int, i int64, get func(i int64) operand) (val int64, ok bool) {
	return eval.Join(elem, t, width, func(k int) (int64, bool) {
		part := get(i + int64(k))
		return part.val, part.known
	})
}
