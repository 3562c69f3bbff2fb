package fact

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Conflict is two lines with accesses to an array that threads share, of which one may change
// what the other reads or writes: a race if the same element is meant and nothing orders them.
type Conflict struct {
	Array *kernel.Array
	// Lines are positions without columns, the same twice for what a line does itself.
	Lines [2]diag.Pos
}

// touch is a kind of access on a line.
type touch struct {
	kind kernel.AccessKind
	at   diag.Pos
}

// Conflicts are the conflicts of a kernel's text, in the order of its arrays. Two atomics are
// none.
func Conflicts(k *kernel.Kernel) []Conflict {
	touched := map[*kernel.Array][]touch{}
	seen := map[*kernel.Array]map[touch]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		acc, kind, ok := kernel.AccessOf(s)
		if load, is := s.(*kernel.Load); !ok || is && load.Ghost || acc.Array.Space != kernel.Global && acc.Array.Space != kernel.Shared {
			return true
		}
		at := s.Source().Pos
		t := touch{kind: kind, at: diag.Pos{File: at.File, Line: at.Line}}
		if seen[acc.Array] == nil {
			seen[acc.Array] = map[touch]bool{}
		}
		if !seen[acc.Array][t] {
			seen[acc.Array][t] = true
			touched[acc.Array] = append(touched[acc.Array], t)
		}
		return true
	})
	var out []Conflict
	for _, a := range k.Arrays {
		listed := map[[2]diag.Pos]bool{}
		for i, one := range touched[a] {
			for _, two := range touched[a][i:] {
				changes := one.kind == kernel.WriteAccess || two.kind == kernel.WriteAccess
				lines := [2]diag.Pos{one.at, two.at}
				if (changes || one.kind != two.kind) && !listed[lines] {
					listed[lines], listed[[2]diag.Pos{two.at, one.at}] = true, true
					out = append(out, Conflict{Array: a, Lines: lines})
				}
			}
		}
	}
	return out
}
