package fact

import (
	"slices"

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

// Contended are those of some arrays of a kernel with a conflict that is not known. Two atomics are in none. There are as many conflicts as
// pairs of lines, so that none is looked at behind the first one of an array that is not known.
func Contended(k *kernel.Kernel, of []*kernel.Array, known func(Conflict) bool) []*kernel.Array {
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
	return slices.DeleteFunc(slices.Clone(of), func(a *kernel.Array) bool {
		for i, one := range touched[a] {
			for _, two := range touched[a][i:] {
				changes := one.kind == kernel.WriteAccess || two.kind == kernel.WriteAccess
				if (changes || one.kind != two.kind) && !known(Conflict{Array: a, Lines: [2]diag.Pos{one.at, two.at}}) {
					return false
				}
			}
		}
		return true
	})
}
