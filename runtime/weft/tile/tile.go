// Package tile says how the lanes of a warp share out what they access together (kernel.WarpAccess). Each element belongs to one
// lane, by how the warp shares out the line that the access is to and by its place in it. So two of them that share
// out alike from the same element on are in each thread's own order. If two lines that are shared out alike
// overlap in part, an element of both may belong to two lanes, and nothing of that sort is assumed.
package tile

import (
	"math/bits"

	"gv2/runtime/emulate"
)

// Tiles are the elements at which lines begin that a warp has shared out.
type Tiles map[sharing]map[int64]bool

// sharing is a way to share out elements of an array by a warp.
type sharing struct {
	warp, array int
	how         string
}

// Share is how the elements of an access of a warp are shared out, empty if there may be two ways.
// ok is false for one without a meaning, as its lanes pass different addresses.
func (t Tiles) Share(a *emulate.Access) (how string, ok bool) {
	if a.Unknown != 0 || a.Base != 0 {
		return "", true
	}
	first := a.Index[bits.TrailingZeros32(a.Lanes)]
	for left := a.Lanes; left != 0 && !a.Uniform; left &= left - 1 {
		if a.Index[bits.TrailingZeros32(left)] != first {
			return "", false
		}
	}
	key := sharing{a.Warp, a.Site.Array, a.Site.Warp}
	lines := t[key]
	if lines == nil {
		lines = map[int64]bool{}
		t[key] = lines
	}
	lines[first] = true
	for shift := int64(1); shift < int64(a.Site.Width); shift++ {
		if lines[first-shift] || lines[first+shift] {
			return "", true
		}
	}
	return a.Site.Warp, true
}
