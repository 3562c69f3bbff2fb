package emulate

import "gv2/frontend/kernel"

// cell is the content of an element: a value or, where it is not known, an id,
// 0 if nobody has written it. atomics tells what atomic operations have changed
// it since the last store.
type cell struct {
	val     int64
	known   bool
	atomics uint8
}

// Kinds of atomic operations whose order does not matter among themselves.
const (
	noAtomics uint8 = iota
	addAtomics
	andAtomics
	orAtomics
	xorAtomics
	minAtomics
	maxAtomics
	mixedAtomics // others, and mixtures
)

// atomicKind is the kind of an atomic on acc. Floating-point sums depend on the
// order.
func atomicKind(op string, acc *kernel.Access) uint8 {
	if acc.Width != 1 || !acc.Array.Elem.IsInt() {
		return mixedAtomics
	}
	switch op {
	case "add", "sub":
		return addAtomics
	case "and":
		return andAtomics
	case "or":
		return orAtomics
	case "xor":
		return xorAtomics
	case "min":
		return minAtomics
	case "max":
		return maxAtomics
	}
	return mixedAtomics
}

// contents are those of an array, as far as they are known.
type contents struct {
	elem  typeCode
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
	return &contents{elem: codeOf(a.Elem), len: a.Len, cells: make([]cell, max(0, min(a.Len, firstCells)))}
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
func (c *contents) atomic(i int64, kind uint8, arg operand, id int64) {
	old := c.get(i)
	if old.atomics != noAtomics && old.atomics != kind {
		kind = mixedAtomics
	}
	to := cell{val: id, atomics: kind}
	if old.known && arg.known && kind != mixedAtomics {
		to.val, to.known = c.elem.wrap(combine(kind, c.elem, old.val, arg.val)), true
	}
	c.set(i, to)
}

func combine(kind uint8, t typeCode, x, y int64) int64 {
	switch kind {
	case addAtomics:
		return x + y
	case andAtomics:
		return x & y
	case orAtomics:
		return x | y
	case xorAtomics:
		return x ^ y
	}
	if (compare(kernel.Lt, t, x, y) != 0) == (kind == minAtomics) {
		return x
	}
	return y
}

// joined is the value of type t that width elements of type elem hold from
// element i on, lowest first; ok is false if that is not known.
func joined(elem, t typeCode, width int, i int64, get func(int64) operand) (val int64, ok bool) {
	size := elem.bits()
	if size == 0 || size*width != t.bits() {
		return 0, false
	}
	var bits uint64
	for k := range width {
		part := get(i + int64(k))
		if !part.known {
			return 0, false
		}
		bits |= uint64(part.val) << (64 - size) >> (64 - size) << (k * size)
	}
	return t.wrap(int64(bits)), true
}

// part is element k of a value of type t in elements of type elem.
func part(elem, t typeCode, width, k int, x operand) operand {
	size := elem.bits()
	if !x.known || size == 0 || size*width != t.bits() {
		return operand{}
	}
	return operand{elem.wrap(x.val >> (k * size)), true}
}
