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

// OnlyReads reports whether s reads memory and leaves it as it is.
func OnlyReads(s Stmt) bool {
	if a, ok := s.(*Atomic); ok {
		return a.Op == "load"
	}
	_, load := s.(*Load)
	return load
}

// AtomicLoads returns an atomic that only loads, on an array on which that makes a
// difference: one that is also read without atomics, or has atomics of block scope. It is
// nil if there is none; elsewhere an atomic load races with what an update there would
// race with.
func AtomicLoads(k *Kernel) *Atomic {
	loads := map[*Array]*Atomic{}
	reads := map[*Array]bool{}
	Walk(k.Body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Load:
			reads[s.Acc.Array] = true
		case *Atomic:
			reads[s.Acc.Array] = reads[s.Acc.Array] || s.Scope == BlockScope && s.Acc.Array.Space == Global
			if s.Op == "load" && loads[s.Acc.Array] == nil {
				loads[s.Acc.Array] = s
			}
		default:
			// Others access no memory.
		}
		return true
	})
	var first *Atomic
	for _, a := range k.Arrays {
		if loads[a] != nil && reads[a] && first == nil {
			first = loads[a]
		}
	}
	return first
}
