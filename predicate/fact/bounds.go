package fact

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// WithinArrays is what every proof takes for granted, in words, before somebody has looked
// which arrays it is about.
const WithinArrays = "array accesses stay within their arrays"

// MayLeaveArrays reports whether an access may be outside its array, of those whose length
// is known: whether nothing is gained from the ranges of variables alone, if no arithmetic
// overflows.
func MayLeaveArrays(k *kernel.Kernel) bool { return len(LeftArrays(k)) > 0 }

// LeftArrays are the arrays of known length of which an access may be outside, for all that
// the ranges of variables tell: those of the kernel in its order, then members of structs.
func LeftArrays(k *kernel.Kernel) []*kernel.Array {
	left := leavingOf(k).arrays
	out := slices.DeleteFunc(slices.Clone(k.Arrays), func(a *kernel.Array) bool { return !left[a] })
	return append(out, leavingOf(k).members...)
}

// LeavesMember reports whether an access at that place may be outside the member of a struct
// that it is to.
func LeavesMember(k *kernel.Kernel, at diag.Pos) bool { return leavingOf(k).places[at] }

// leaving is which accesses may leave what they are to.
type leaving struct {
	arrays  map[*kernel.Array]bool
	members []*kernel.Array
	places  map[diag.Pos]bool // of those to members
}

func leavingOf(k *kernel.Kernel) *leaving {
	type leftArrays struct{}
	return Once(k, leftArrays{}, func() *leaving {
		out := &leaving{arrays: map[*kernel.Array]bool{}, places: map[diag.Pos]bool{}}
		var ranges *Ranges
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			for _, b := range kernel.BoundsOf(s) {
				acc := kernel.Touched(s)
				if out.arrays[b.Of] {
					continue
				}
				if ranges == nil {
					ranges = NewRanges(k)
				}
				switch {
				case ranges.Of(b.Index).Within(Span(0, b.Of.Len-int64(acc.Width))):
				case b.Of == acc.Array:
					out.arrays[b.Of] = true
				default:
					out.places[s.Source().Pos] = true
					if !slices.ContainsFunc(out.members, func(a *kernel.Array) bool { return a.Label == b.Of.Label }) {
						out.members = append(out.members, b.Of)
					}
				}
			}
			return true
		})
		return out
	})
}
