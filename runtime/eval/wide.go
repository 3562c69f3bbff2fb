package eval

// An access may be to several elements at once that hold one value together, lowest
// bits first.

// Join is the value of type t that width elements of type elem hold together; ok is
// false where they are of other sizes, and where get does not know one of them.
func Join(elem, t Type, width int, get func(k int) (v int64, known bool)) (v int64, ok bool) {
	size := elem.Bits()
	if size == 0 || size*width != t.Bits() {
		return 0, false
	}
	var bits uint64
	for k := range width {
		part, known := get(k)
		if !known {
			return 0, false
		}
		bits |= uint64(part) << (64 - size) >> (64 - size) << (k * size)
	}
	return t.Wrap(int64(bits)), true
}

// Part is element k of a value of type t in width elements of type elem; ok is false
// where they are of other sizes.
func Part(elem, t Type, width, k int, x int64) (v int64, ok bool) {
	size := elem.Bits()
	if size == 0 || size*width != t.Bits() {
		return 0, false
	}
	return elem.Wrap(x >> (k * size)), true
}
