package fact

import "gv2/frontend/kernel"

// maxTable bounds how many constants of an initialiser the prover is given.
const maxTable = 1024

// Tabled reports whether the translation states the contents of an array that nobody changes: integers and
// truth values, not too many of them.
func Tabled(a *kernel.Array) bool {
	return a.Init != nil && a.Len >= 0 && a.Len <= maxTable && a.Elem.Kind != kernel.Float
}

// untold reports whether a load from an array that no thread writes yields what its declaration fixes and the translation
// takes as arbitrary.
func untold(s *kernel.Load) bool {
	a := s.Acc.Array
	return a.Space != kernel.Shared && (a.Fixed || a.Init != nil && (!Tabled(a) || s.Acc.Width > 1 && s.Dst != nil && s.Dst.T.Kind == kernel.Float))
}
