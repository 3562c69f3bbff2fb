package kernel

// OnlyShared is k without its accesses to global memory that the kernel changes: races on shared
// memory are what is asked for. What k reads there is a value that the program computes and gv2
// does not know. Places of barriers in memory stay.
func OnlyShared(k *Kernel) *Kernel {
	gone := map[*Array]bool{}
	kept := map[*Array]bool{}
	Walk(k.Body, func(s Stmt) bool {
		switch s := s.(type) {
		case *Store:
			gone[s.Acc.Array] = s.Acc.Array.Space == Global
			if s.OfBarrier {
				kept[s.Acc.Array] = true
			}
		case *Atomic:
			gone[s.Acc.Array] = s.Acc.Array.Space == Global
		case *Phase:
			kept[s.At.Array] = true
		default:
			// Others change no memory.
		}
		return true
	})
	for a := range kept {
		delete(gone, a)
	}
	c := *k
	c.Body = Rewrite(k.Body, func(s, inner Stmt) []Stmt {
		acc := Touched(s)
		if acc == nil {
			return []Stmt{inner}
		}
		if load, ok := inner.(*Load); ok && acc.Array.Space == Global && acc.Array.Len < 0 && !gone[acc.Array] && !kept[acc.Array] {
			read := *load
			read.Ghost = true // what nobody changes races with nothing: only its value may matter
			return []Stmt{&read}
		}
		if !gone[acc.Array] {
			return []Stmt{inner}
		}
		var dst *Var
		switch s := s.(type) {
		case *Load:
			dst = s.Dst
		case *Atomic:
			dst = s.Dst
		default:
			// Stores have no result.
		}
		if dst == nil {
			return nil
		}
		return []Stmt{&Havoc{Src: s.Source(), Dst: dst, Why: "global memory", Computed: true}}
	})
	c.Arrays = nil
	for _, a := range k.Arrays {
		if !gone[a] {
			c.Arrays = append(c.Arrays, a)
		}
	}
	c.Assumptions = append([]string{"only races on shared memory matter (--space shared)"}, k.Assumptions...)
	return &c
}
