package interp

import "slices"

// mapNode is a map: a root, whose elements are arbitrary, or another map with one
// element changed. Maps are immutable, so variables may share them; a handle is
// an index into machine.maps.
//
// The elements of a root are not stored. They follow from its seed and the key,
// so all of them are fixed when the root is made, and nothing in the run can
// influence them.
type mapNode struct {
	parent int32 // of a changed map; -1 for a root
	// same is the map that unify made a root equal to, -1 if there is none.
	same int32
	// seen is set once something depends on the elements of a root.
	seen bool
	key  [2]int64
	val  int64    // of the changed element, or the seed of a root
	of   *chooser // of the maps that a root is one of
}

// table holds the elements of a root that the program fixes.
type table struct{ at map[[2]int64]int64 }

// read is an element of a root that the run has read.
type read struct {
	root int32
	key  [2]int64
}

// maxReads bounds the reads that a run remembers.
const maxReads = 4096

// node makes room for a map. Its fields are set one by one: to copy a whole node costs runs on maps a
// tenth of their time.
func (m *machine) node() (*mapNode, int64) {
	at := len(m.maps)
	if at == cap(m.maps) {
		m.maps = slices.Grow(m.maps, 1)
	}
	m.maps = m.maps[:at+1]
	return &m.maps[at], int64(at)
}

// newMap makes a map of arbitrary elements.
func (m *machine) newMap(seed uint64, c *chooser) int64 {
	n, handle := m.node()
	n.parent, n.same, n.seen, n.val, n.of = -1, -1, false, int64(seed), c
	return handle
}

// resolve follows the chain of maps that unify made equal.
func (m *machine) resolve(h int32) int32 {
	for m.maps[h].same >= 0 {
		h = m.maps[h].same
	}
	return h
}

func (m *machine) lookup(handle int64, key [2]int64) int64 {
	h := m.resolve(int32(handle))
	for m.maps[h].parent >= 0 {
		m.steps++
		if m.maps[h].key == key {
			return m.maps[h].val
		}
		h = m.resolve(m.maps[h].parent)
	}
	n := &m.maps[h]
	n.seen = true
	if m.begun && len(m.reads) < maxReads {
		m.reads = append(m.reads, read{h, key})
	}
	return m.element(n, key)
}

// element is an element of a root.
func (m *machine) element(n *mapNode, key [2]int64) int64 {
	if n.of.table != nil {
		if v, ok := n.of.table.at[key]; ok {
			return v
		}
	}
	r, c := hash(hash(uint64(n.val), key[0]), key[1]), n.of.elem
	if v := c.home() + int64(r>>8%max(m.small, 1)); m.small > 0 && v <= c.hi && (c.kind == intKind || c.kind == bvKind) {
		return c.pattern(v)
	}
	return m.sample(c, r)
}

func (m *machine) update(handle int64, key [2]int64, val int64) int64 {
	h := m.resolve(int32(handle))
	n, handle := m.node()
	n.parent, n.same, n.seen, n.key, n.val = h, -1, false, key, val
	return handle
}

// root is the root of a map, and the keys of its changed elements.
func (m *machine) root(handle int64) (int32, [][2]int64) {
	var keys [][2]int64
	h := m.resolve(int32(handle))
	for m.maps[h].parent >= 0 {
		m.steps++
		keys = append(keys, m.maps[h].key)
		h = m.resolve(m.maps[h].parent)
	}
	return h, keys
}

// equal compares maps. Two different roots are independent random functions, so
// they differ somewhere. That is certain enough only if there are many more
// keys than a run can read, so known is false for few keys. bits is the size of
// a key.
func (m *machine) equal(a, b int64, bits uint8) (same, known bool) {
	ra, ka := m.root(a)
	rb, kb := m.root(b)
	if ra != rb {
		m.maps[ra].seen, m.maps[rb].seen = true, true
		return false, bits >= 16
	}
	for _, keys := range [][][2]int64{ka, kb} {
		for _, k := range keys {
			if m.lookup(a, k) != m.lookup(b, k) {
				return false, true
			}
		}
	}
	return true, true
}

// unify makes two maps equal: a root of which the run has read nothing becomes
// the other map. It reports whether they are equal now.
func (m *machine) unify(a, b int64) bool {
	x, y := m.resolve(int32(a)), m.resolve(int32(b))
	if x == y {
		return true
	}
	if m.free(x) && !m.under(y, x) {
		m.maps[x].same = y
		return true
	}
	if m.free(y) && !m.under(x, y) {
		m.maps[y].same = x
		return true
	}
	same, known := m.equal(a, b, 64)
	return same && known
}

// free reports whether h is a root that nothing depends on yet.
func (m *machine) free(h int32) bool {
	n := &m.maps[h]
	return n.parent < 0 && !n.seen && n.of.table == nil
}

// under reports whether the map h is the root r with changes.
func (m *machine) under(h, r int32) bool {
	found, _ := m.root(int64(h))
	return found == r
}
