package rewrite

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// ValidatedReads makes the plain first read of a compare-and-swap loop an atomic one, as in the
// loop of the CUDA C++ Programming Guide ("Atomic Functions"):
//
//	old = *p;
//	do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (seen != old);
//
// What is read goes nowhere but into the operands of the compare-and-swap of that location, and
// into the comparison with what that returned: whatever the read yields, a wrong value makes
// the compare-and-swap fail and is forgotten. That is so only if the compare-and-swap compares
// with that very value, and what it stores depends on what was read through that value alone.
// It counts as atomic if the location is read plainly nowhere else. The kernel's assumptions
// name the line.
func ValidatedReads(k *kernel.Kernel) *kernel.Kernel {
	swaps, plain := map[*kernel.Array]bool{}, map[*kernel.Array][]*kernel.Load{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Atomic:
			swaps[s.Acc.Array] = swaps[s.Acc.Array] || s.Op == "cas" && s.Dst != nil
		case *kernel.Load:
			if !s.Ghost && s.Dst != nil {
				plain[s.Acc.Array] = append(plain[s.Acc.Array], s)
			}
		default:
			// Others read no memory.
		}
		return true
	})
	var defs *fact.Definitions
	validated := map[kernel.Stmt]bool{}
	c := *k
	c.Assumptions = slices.Clone(k.Assumptions)
	for _, a := range k.Arrays {
		if !swaps[a] || len(plain[a]) == 0 || a.Space != kernel.Shared && a.Space != kernel.Global {
			continue
		}
		if defs == nil {
			defs = fact.ReachingDefinitions(k)
		}
		all := true
		for _, l := range plain[a] {
			all = all && newValidation(k, defs, l).holds()
		}
		if !all {
			continue
		}
		for _, l := range plain[a] {
			validated[l] = true
			c.Assumptions = append(c.Assumptions, fmt.Sprintf("the plain read of %s at %s, which a compare-and-swap validates, counts as atomic", a.Label, l.Pos))
		}
	}
	if len(validated) == 0 {
		return k
	}
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		l, ok := s.(*kernel.Load)
		if !ok || !validated[s] {
			return s
		}
		var zero kernel.Expr = kernel.NewConst(l.Acc.Array.Elem, 0)
		if l.Acc.Array.Elem.Kind == kernel.Float {
			zero = &kernel.FloatConst{T: l.Acc.Array.Elem, Text: "0.0"}
		}
		return &kernel.Atomic{Src: l.Src, Op: "add", Dst: l.Dst, Acc: l.Acc, Args: []kernel.Expr{zero}}
	})
	return &c
}

// validation looks at what becomes of a value that is read.
type validation struct {
	k    *kernel.Kernel
	defs *fact.Definitions
	read *kernel.Load
	// from are the definitions that the value may have reached.
	from map[int]bool
	// swaps are the compare-and-swaps of the location, by the definitions of what they return
	// and of copies of that.
	swaps map[int]*kernel.Atomic
	// assigns and loads are the statements of definitions.
	assigns map[int]*kernel.Assign
	loads   map[int]*kernel.Load
}

func newValidation(k *kernel.Kernel, defs *fact.Definitions, read *kernel.Load) *validation {
	v := &validation{k: k, defs: defs, read: read, from: map[int]bool{}, swaps: map[int]*kernel.Atomic{}, assigns: map[int]*kernel.Assign{}, loads: map[int]*kernel.Load{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		at := defs.At[s]
		switch s := s.(type) {
		case *kernel.Atomic:
			if at != nil && v.swapsHere(s) && s.Dst != nil {
				v.swaps[at.Dst] = s
			}
		case *kernel.Load:
			if at != nil && at.Dst >= 0 {
				v.loads[at.Dst] = s
			}
		case *kernel.Assign: // a copy stands behind the compare-and-swap
			if at != nil && at.Dst >= 0 {
				v.assigns[at.Dst] = s
			}
			if r := bitsOf(s.X); r != nil && at != nil && sameBits(r.Var.T, s.Dst.T) {
				if swap := v.swaps[at.Reads[r.Var]]; swap != nil {
					v.swaps[at.Dst] = swap
				}
			}
		default:
			// Others copy nothing.
		}
		return true
	})
	return v
}

// swapsHere reports whether a is a compare-and-swap of the location that was read.
func (v *validation) swapsHere(a *kernel.Atomic) bool {
	return a.Op == "cas" && len(a.Args) == 2 && a.Acc.Array == v.read.Acc.Array && a.Acc.Width == v.read.Acc.Width &&
		kernel.ExprString(a.Acc.Index) == kernel.ExprString(v.read.Acc.Index)
}

// holds reports whether the value goes only where a compare-and-swap validates it.
func (v *validation) holds() bool {
	at := v.defs.At[v.read]
	if at == nil || at.Dst < 0 || len(v.swaps) == 0 || v.indexChanges() {
		return false
	}
	v.from[at.Dst] = true
	ok := true
	for grown := true; grown && ok; {
		grown = v.join()
		kernel.Walk(v.k.Body, func(s kernel.Stmt) bool {
			at := v.defs.At[s]
			if !ok || at == nil || !v.reads(at) {
				return ok
			}
			switch s := s.(type) {
			case *kernel.Assign:
				if s.Dst.T == kernel.BoolType && v.compares(s.X, at) {
					break // it tells no more than the compare-and-swap does
				}
				grown = grown || !v.from[at.Dst]
				v.from[at.Dst] = true
			case *kernel.Atomic:
				ok = v.swapsHere(s) && v.validates(s)
			case *kernel.If:
				ok = v.compares(s.Cond, at)
			case *kernel.Loop:
				ok = len(s.Invariants) == 0 && v.compares(s.Cond, at)
			default:
				// Others may depend on the value.
				ok = false
			}
			return ok
		})
	}
	return ok
}

// validates reports whether a compare-and-swap, which gets the value, compares with it: with what
// the location held when it was read or when the compare-and-swap was last tried. What it
// stores must come from the same reading of it.
func (v *validation) validates(swap *kernel.Atomic) bool {
	reads := v.defs.At[swap].Reads
	expected := bitsOf(swap.Args[0])
	if expected == nil {
		return false
	}
	seen := v.origin(reads[expected.Var])
	if !v.found(seen, map[int]bool{}) {
		return false
	}
	ok := true
	kernel.WalkExpr(swap.Args[1], func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is {
			ok = ok && v.through(reads[r.Var], seen)
		}
		return ok
	})
	return ok
}

// origin is the definition that n is a copy of. A copy and its origin are equal wherever the
// copy is the definition that reaches: the origin cannot have moved on without it.
func (v *validation) origin(n int) int {
	for {
		s := v.assigns[n]
		if s == nil {
			return n
		}
		r := bitsOf(s.X)
		if r == nil || !sameBits(r.Var.T, s.Dst.T) {
			return n
		}
		n = v.defs.At[s].Reads[r.Var]
	}
}

// found reports whether n is what was found in the location, on every path to it.
func (v *validation) found(n int, visited map[int]bool) bool {
	n = v.origin(n)
	if visited[n] || v.swaps[n] != nil {
		return true
	}
	visited[n] = true
	if l := v.loads[n]; l != nil {
		return l.Acc.Array == v.read.Acc.Array && l.Acc.Width == v.read.Acc.Width &&
			kernel.ExprString(l.Acc.Index) == kernel.ExprString(v.read.Acc.Index)
	}
	from := v.defs.Nodes[n].From
	for _, m := range from {
		if !v.found(m, visited) {
			return false
		}
	}
	return len(from) > 0
}

// through reports whether n depends on the value only by way of the definition seen. A join
// does not: it may be of an earlier round of the loop.
func (v *validation) through(n, seen int) bool {
	if n = v.origin(n); n == seen || !v.from[n] {
		return true
	}
	s := v.assigns[n]
	if s == nil {
		return false
	}
	for _, m := range v.defs.At[s].Reads {
		if !v.through(m, seen) {
			return false
		}
	}
	return true
}

// indexChanges reports whether the index reads variables with more than one definition: it
// might then be of another location where the compare-and-swap is.
func (v *validation) indexChanges() bool {
	changes := false
	kernel.WalkExpr(v.read.Acc.Index, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			n := 0
			for _, d := range v.defs.Nodes {
				if d.Var == r.Var && d.Real {
					n++
				}
			}
			changes = changes || n > 1
		}
		return !changes
	})
	return changes
}

// join adds the definitions in which paths meet; it reports whether there are new ones.
func (v *validation) join() bool {
	grown := false
	for again := true; again; {
		again = false
		for n, d := range v.defs.Nodes {
			if !v.from[n] && slices.ContainsFunc(d.From, func(m int) bool { return v.from[m] }) {
				v.from[n], again, grown = true, true, true
			}
		}
	}
	return grown
}

func (v *validation) reads(at *fact.Occurrence) bool {
	for _, n := range at.Reads {
		if v.from[n] {
			return true
		}
	}
	return false
}

// compares reports whether a condition is whether the compare-and-swap found what it was to
// find.
func (v *validation) compares(cond kernel.Expr, at *fact.Occurrence) bool {
	for {
		if not, ok := cond.(*kernel.Unary); ok && not.Op == kernel.Not {
			cond = not.X
			continue
		}
		break
	}
	b, ok := cond.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq && b.Op != kernel.Ne {
		return false
	}
	for _, side := range [][2]kernel.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		returned, seen := bitsOf(side[0]), bitsOf(side[1])
		if returned == nil || seen == nil {
			continue
		}
		swap := v.swaps[at.Reads[returned.Var]]
		if swap == nil {
			continue
		}
		expected := bitsOf(swap.Args[0])
		if expected != nil && v.origin(v.defs.At[swap].Reads[expected.Var]) == v.origin(at.Reads[seen.Var]) {
			return true
		}
	}
	return false
}

// bitsOf is the variable that e has the bits of: itself, or as an integer of the other sign, which compilers' output
// reads registers as. Two such values are equal where the variables are.
func bitsOf(e kernel.Expr) *kernel.VarRef {
	for {
		switch x := e.(type) {
		case *kernel.VarRef:
			return x
		case *kernel.Convert:
			if !sameBits(x.T, x.X.Type()) {
				return nil
			}
			e = x.X
		default:
			// Others yield other bits.
			return nil
		}
	}
}

// sameBits reports whether a conversion between two types changes no bit.
func sameBits(a, b kernel.Type) bool {
	return a == b || a.IsInt() && b.IsInt() && a.Bits == b.Bits
}
