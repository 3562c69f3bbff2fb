package fact

import (
	"slices"

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
// the ranges of variables tell, in the order of the kernel.
func LeftArrays(k *kernel.Kernel) []*kernel.Array {
	type leftArrays struct{}
	return Once(k, leftArrays{}, func() []*kernel.Array {
		var ranges *Ranges
		left := map[*kernel.Array]bool{}
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			acc := kernel.Touched(s)
			if load, ok := s.(*kernel.Load); acc == nil || acc.Array.Len < 0 || left[acc.Array] || ok && load.Ghost {
				return true
			}
			if ranges == nil {
				ranges = NewRanges(k)
			}
			if !ranges.Of(acc.Index).Within(Span(0, acc.Array.Len-int64(acc.Width))) {
				left[acc.Array] = true
			}
			return true
		})
		return slices.DeleteFunc(slices.Clone(k.Arrays), func(a *kernel.Array) bool { return !left[a] })
	})
}
