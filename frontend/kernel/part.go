package kernel

import "fmt"

// Part is a part of an array's elements that the declaration gives a name: a member of a
// struct. Elements of the IR's array may be smaller than those of the declaration, and its
// parts tell which member each of them belongs to.
type Part struct {
	// Name is how the part is written behind what it is a part of: .key.
	Name string
	// At and Size are where it lies and how large it is, in elements of the IR's array.
	At, Size int64
	// Dims are its dimensions where it is an array.
	Dims []int64
	// Parts are those of one of its elements, in the order of declaration; none for scalars.
	Parts []Part
}

// PartName is how the element at offset from the beginning of the declaration's element is
// written behind that: .key, .v[1], .in.b. False if no member is there.
func PartName(parts []Part, offset int64) (string, bool) {
	for i := range parts {
		p := &parts[i]
		if offset < p.At || offset >= p.At+p.Size {
			continue
		}
		count := int64(1)
		for _, n := range p.Dims {
			count *= n
		}
		if count <= 0 || p.Size%count != 0 {
			return "", false
		}
		each := p.Size / count
		inside, name := (offset-p.At)%each, p.Name+Subscripts(p.Dims, (offset-p.At)/each)
		if len(p.Parts) > 0 {
			rest, ok := PartName(p.Parts, inside)
			if !ok {
				return "", false
			}
			return name + rest, true
		}
		if inside != 0 {
			return "", false
		}
		return name, true
	}
	return "", false
}

// Subscripts spells a flat index over dimensions, row by row; nothing for none.
func Subscripts(dims []int64, index int64) string {
	text := ""
	for i := len(dims) - 1; i >= 0; i-- {
		at := index
		if i > 0 {
			if dims[i] <= 0 {
				return fmt.Sprintf("[%d]", index)
			}
			at, index = index%dims[i], index/dims[i]
		}
		text = fmt.Sprintf("[%d]", at) + text
	}
	return text
}
