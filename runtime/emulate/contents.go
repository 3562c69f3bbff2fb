package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// cell is the content of an element: a value, or the id of an unknown one, 0 if
// nothing has written it. atomics tells which atomic operations have changed it
// since the last store.
type cell struct {
	val     int64
	known   bool
	atomics eval.Atomic
}

// Values of atomics other than an operation that commutes with its own kind.
const (
	noAtomics    eval.Atomic = 0
	mixedAtomics eval.Atomic = 255 // others, and mixtures
)

// atomicKind is the kind of s in cell.atomics. Floating-point sums depend on the
// order, so they count as mixed.
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

// contents are the known contents of an array.
type contents struct {
	elem  eval.Type
	len   int64 // -1 if unknown
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

// atomic changes element i by an operation of one kind; arg is unknown if the
// result is.
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

// joined is the value of type t in width elements of type elem from element i on; ok
// is false if it is unknown.
func joined(elem, t eval.Type, width int, i int64, get func(i int64) operand) (val int64, ok bool) {
	return eval.Join(elem, t, width, func(k int) (int64, bool) {
		part := get(i + int64(k))
		return part.val, part.known
	})
}
