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
// elements of its declaration.
func DeclaredIndex(a *kernel.Array, offset int64) int64 {
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
		subscript = subscripts(a.Dims, index)
	}
	label := ArrayLabel(a)
	if before, after, found := strings.Cut(label, "[]"); found {
		return before + subscript + after
	}
	if len(a.Dims) == 0 && a.Len == 1 && index == 0 && !a.Param {
		return label
	}
	return label + subscript
}

// subscripts spells a flat index over the declared dimensions, row by row.
func subscripts(dims []int64, index int64) string {
	parts := make([]string, len(dims))
	for i := len(dims) - 1; i > 0; i-- {
		if dims[i] <= 0 {
			return fmt.Sprintf("[%d]", index)
		}
		parts[i] = fmt.Sprintf("[%d]", index%dims[i])
		index /= dims[i]
	}
	parts[0] = fmt.Sprintf("[%d]", index)
	return strings.Join(parts, "")
}

// ArrayLabel is the name of an array in the program, or in the IR where it has none there.
func ArrayLabel(a *kernel.Array) string {
	if a.Label != "" {
		return a.Label
	}
	return a.Name
}

// ElementPart names an element of the IR's array, which may be a part of one that the
// user declared, such as a member of a struct.
func ElementPart(a *kernel.Array, offset int64) string {
	text := Element(a, DeclaredIndex(a, offset))
	if a.Scale > 1 {
		text = fmt.Sprintf("part %d of %s", offset%int64(a.Scale), text)
	}
	return text
}
