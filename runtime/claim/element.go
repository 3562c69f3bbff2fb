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
	index := DeclaredIndex(a, offset)
	text = Element(a, index)
	name, named := kernel.PartName(a.Parts, offset-index*int64(max(a.Scale, 1)))
	return text + name, named
}
