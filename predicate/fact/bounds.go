package fact

import "gv2/frontend/kernel"

// MayLeaveArrays reports whether an access may be outside its array, of those whose length
// is known: whether nothing is gained from the ranges of variables alone, if no arithmetic
// overflows.
func MayLeaveArrays(k *kernel.Kernel) bool {
	type mayLeaveArrays struct{}
	return Once(k, mayLeaveArrays{}, func() bool {
		var ranges *Ranges
		return kernel.Any(k.Body, func(s kernel.Stmt) bool {
			acc := kernel.Touched(s)
			if load, ok := s.(*kernel.Load); acc == nil || acc.Array.Len < 0 || ok && load.Ghost {
				return false
			}
			if ranges == nil {
				ranges = NewRanges(k)
			}
			return !ranges.Of(acc.Index).Within(Span(0, acc.Array.Len-int64(acc.Width)))
		})
	})
}
