package kernel

// MixedAtomics are the arrays on which k has atomics of different widths. Two such
// atomics are not atomic to each other where their bytes overlap (PTX ISA, "Morally
// Strong Operations": operations that overlap only in part are not morally strong).
func MixedAtomics(k *Kernel) map[*Array]bool {
	width := map[*Array]int{}
	mixed := map[*Array]bool{}
	Walk(k.Body, func(s Stmt) bool {
		if a, ok := s.(*Atomic); ok {
			if w, seen := width[a.Acc.Array]; seen && w != a.Acc.Width {
				mixed[a.Acc.Array] = true
			}
			width[a.Acc.Array] = a.Acc.Width
		}
		return true
	})
	return mixed
}
