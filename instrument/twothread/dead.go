package twothread

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// What is logged where a loop begins makes no difference if, whether there is another iteration or not, the block meets before
// the next access to that array: the barrier forgets it. So nobody needs to guess what it is. Loops of pipelines begin so,
// whose threads meet before they read what has arrived.

// deadLogs names the shared arrays of which that holds, for each loop.
type deadLogs map[*predicate.While]map[string]bool

// findDead finds them for threads of one block, whose barriers are those of the whole block.
func findDead(k *kernel.Kernel, body []predicate.Stmt) deadLogs {
	out := deadLogs{}
	var shared []*kernel.Array
	for _, a := range k.Arrays {
		if a.Space == kernel.Shared {
			shared = append(shared, a)
		}
	}
	if len(shared) > 0 {
		out.list(shared, body, nil)
	}
	return out
}

// list looks at the loops of a list, behind which rest is executed.
func (d deadLogs) list(shared []*kernel.Array, list []predicate.Stmt, rest [][]predicate.Stmt) {
	for i, s := range list {
		behind := append([][]predicate.Stmt{list[i+1:]}, rest...)
		switch s := s.(type) {
		case *predicate.If:
			d.list(shared, s.Then, behind)
			d.list(shared, s.Else, behind)
		case *predicate.While:
			for _, a := range shared {
				if next(a, s.Body) == meets && first(a, behind) != accesses {
					if d[s] == nil {
						d[s] = map[string]bool{}
					}
					d[s][a.Name] = true
				}
			}
			d.list(shared, s.Body, append([][]predicate.Stmt{s.Body}, behind...))
		case *predicate.Do: // no loop
		}
	}
}

// step is what threads do first: access an array, meet, or neither.
type step int

const (
	neither step = iota
	accesses
	meets
)

func first(a *kernel.Array, lists [][]predicate.Stmt) step {
	for _, list := range lists {
		if s := next(a, list); s != neither {
			return s
		}
	}
	return neither
}

// next is what threads do first in a list; accesses where that depends on more than the text.
func next(a *kernel.Array, list []predicate.Stmt) step {
	for _, s := range list {
		switch s := s.(type) {
		case *predicate.Do:
			if acc := kernel.Touched(s.Stmt); acc != nil && acc.Array == a {
				return accesses
			}
			if b, ok := s.Stmt.(*kernel.Barrier); ok && fact.OfBlock(b) && s.Pred == nil {
				return meets
			}
		case *predicate.If:
			then, other := next(a, s.Then), next(a, s.Else)
			switch {
			case then == accesses || other == accesses:
				return accesses
			case then == meets && other == meets:
				return meets
			}
		case *predicate.While:
			if next(a, s.Body) == accesses {
				return accesses
			}
		}
	}
	return neither
}
