package ctype

// Span is a number of bytes from an offset on.
type Span struct{ Offset, Size int64 }

// Padding are the bytes of r that belong to none of its members, as copies of the whole object may write them, in pieces of a power of two
// that are aligned like numbers of that size. What lies inside members is theirs. Bytes at the end in which a class
// derived from r may keep members do not count.
func (r *Record) Padding() []Span {
	if r.Union || r.Unsized {
		return nil
	}
	used := make([]bool, r.dataSize)
	for _, f := range r.Fields {
		from, size := f.Offset, f.Type.Size()
		if f.Bits != nil {
			from = f.Bits.Start + f.Bits.Shift/8
			size = f.Bits.Start + (f.Bits.Shift+int64(f.Bits.Width)+7)/8 - from
		}
		for i := from; i < min(from+size, r.dataSize); i++ {
			used[i] = true
		}
	}
	var out []Span
	for at := int64(0); at < r.dataSize; at++ {
		if used[at] {
			continue
		}
		size := int64(1)
		for free := func(n int64) bool {
			for i := at; i < at+n; i++ {
				if i >= r.dataSize || used[i] {
					return false
				}
			}
			return true
		}; 2*size <= 8 && at%(2*size) == 0 && 2*size <= r.Align && free(2*size); {
			size *= 2
		}
		out = append(out, Span{at, size})
		at += size - 1
	}
	return out
}
