package claim

import (
	"fmt"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// ScalarText is a value in the range of its C type.
func ScalarText(t kernel.Type, n int64) string {
	n = t.Wrap(n)
	if !t.Signed {
		return strconv.FormatUint(uint64(n), 10)
	}
	return strconv.FormatInt(n, 10)
}

// DeclaredIndex turns an offset in elements of the IR's array into the index in
// elements of its declaration, within the block's own part in a joined kernel.
func DeclaredIndex(a *kernel.Array, offset int64) int64 {
	if a.Part > 0 && offset >= 0 {
		offset %= a.Part
	}
	if a.Scale > 1 {
		return offset / int64(a.Scale)
	}
	return offset
}

// Element prints an array's element as the user would write it: tile[3],
// tile[3][4], p[7].x.
func Element(a *kernel.Array, index int64) string {
	subscript := "[" + strconv.FormatInt(index, 10) + "]"
	if len(a.Dims) > 1 && index >= 0 {
		subscript = kernel.Subscripts(a.Dims, index)
	}
	label := ArrayLabel(a)
	if before, after, found := strings.Cut(label, "[]"); found {
		return before + subscript + after
	}
	if len(a.Dims) == 0 && a.Len == int64(max(a.Scale, 1)) && index == 0 && !a.Param {
		return label
	}
	return label + subscript
}

// ArrayLabel is the name of an array in the program, or in the IR where it has none there.
func ArrayLabel(a *kernel.Array) string {
	if a.Label != "" {
		return a.Label
	}
	return a.Name
}

// Accessed names an element of the IR's array as what the user declared: that element of
// it, or a member where that is a struct, as in in[1].key.
func Accessed(a *kernel.Array, offset int64) string {
	text, _ := accessed(a, offset)
	return text
}

// ElementPart is Accessed, and tells parts apart that have no name.
func ElementPart(a *kernel.Array, offset int64) string {
	text, named := accessed(a, offset)
	if a.Scale > 1 && !named {
		text = fmt.Sprintf("part %d of %s", offset%int64(a.Scale), text)
	}
	return text
}

func accessed(a *kernel.Array, offset int64) (text string, named bool) {
	whose := ""
	if a.Part > 0 && offset >= 0 {
		whose, offset = fmt.Sprintf(" of block %d", offset/a.Part), offset%a.Part
	}
	index := DeclaredIndex(a, offset)
	text = Element(a, index)
	name, named := kernel.PartName(a.Parts, offset-index*int64(max(a.Scale, 1)))
	return text + name + whose, named
}

// ElementName prints an array's element as in the source: tile[3], tile[3][4],
// p[7].x, or only the name of a variable. The index counts elements of the IR's
// array; several of them may make one element of the declared array. Of a joined
// kernel it names the block of the cluster whose element it is.
func ElementName(a *kernel.Array, index int64) string {
	whose := ""
	if a.Part > 0 {
		rank := floorDivide(index, a.Part)
		whose, index = fmt.Sprintf(" of block %d", rank), index-rank*a.Part
	}
	unit := index
	if a.Scale > 1 {
		index = floorDivide(index, int64(a.Scale))
	}
	name, _ := kernel.PartName(a.Parts, unit-index*int64(max(a.Scale, 1)))
	return declaredName(a, index) + name + whose
}

func declaredName(a *kernel.Array, index int64) string {
	label, subscript := ArrayLabel(a), subscripts(a.Dims, index)
	if before, after, found := strings.Cut(label, "[]"); found {
		return before + subscript + after
	}
	if len(a.Dims) == 0 && !a.Param && index == 0 && (a.Len == int64(max(a.Scale, 1)) || a.Part > 0) {
		return label
	}
	return label + subscript
}

// floorDivide rounds down, so that elements before the start of an array keep different names.
func floorDivide(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// subscripts spells a flat index over declared dimensions, row by row. An index
// out of bounds stays flat.
func subscripts(dims []int64, index int64) string {
	flat := "[" + strconv.FormatInt(index, 10) + "]"
	if len(dims) < 2 || index < 0 {
		return flat
	}
	out := ""
	for i := len(dims) - 1; i > 0; i-- {
		if dims[i] <= 0 {
			return flat
		}
		out = fmt.Sprintf("[%d]%s", index%dims[i], out)
		index /= dims[i]
	}
	return fmt.Sprintf("[%d]%s", index, out)
}

// ElementOf names the barrier that an access is to, the first of an array where that is not known.
func ElementOf(a *kernel.Access) string {
	if c, ok := a.Index.(*kernel.Const); ok {
		return ElementName(a.Array, c.Val)
	}
	return ElementName(a.Array, 0)
}
