package kernel

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
)

// WithBounds returns k with an assertion before every access to an array of known
// length, and to every member of a struct that is an array, that the access stays within it.
// Reads by annotations are not accesses.
func WithBounds(k *Kernel) *Kernel {
	c := *k
	c.Body = k.guarded(k.Body, nil, func(a *Assert) Stmt { return a })
	return &c
}

// WithExtents is WithBounds where arrays have the lengths that launches tell, too, as it assumes.
func WithExtents(k *Kernel) *Kernel {
	c := *k
	c.Body = k.guarded(k.Body, k.Extents, func(a *Assert) Stmt { return a })
	for _, e := range k.Extents {
		c.Assumptions = append(slices.Clone(c.Assumptions), e.Text)
	}
	return &c
}

// UnknownLengths are assumptions, a sentence each, about arrays whose length is not known.
func (k *Kernel) UnknownLengths() []string {
	var names, dynamic []string
	for _, a := range k.Arrays {
		list := &names
		if a.Space == Shared {
			list = &dynamic
		}
		told := slices.ContainsFunc(k.Extents, func(e Extent) bool { return e.Array == a })
		if a.Len < 0 && !told && !slices.Contains(*list, a.Label) {
			*list = append(*list, a.Label)
		}
	}
	var out []string
	if len(names) == 1 {
		out = append(out, "accesses stay within "+names[0]+", whose length is not known")
	} else if len(names) > 1 {
		out = append(out, "accesses stay within "+Listed(names)+", whose lengths are not known")
	}
	if len(dynamic) > 0 {
		out = append(out, "accesses stay within "+Listed(dynamic)+" of dynamic shared memory, whose size is not known (--shared-bytes)")
	}
	return out
}

// Listed joins names as people do: a, b and c.
func Listed(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// InsideArrays returns k with the assumption, before every access to an array of known length,
// that the access stays within it: what WithBounds asserts.
func InsideArrays(k *Kernel) *Kernel {
	c := *k
	c.Body = k.guarded(k.Body, nil, func(a *Assert) Stmt { return &Assume{Src: a.Src, Cond: a.Cond, Listed: true} })
	return &c
}

// guarded puts guards of the bounds before accesses, as guard makes them of assertions.
func (k *Kernel) guarded(stmts []Stmt, extents []Extent, guard func(*Assert) Stmt) []Stmt {
	return Rewrite(stmts, func(_, s Stmt) []Stmt {
		var out []Stmt
		for _, a := range append(k.inBounds(s), k.inExtent(s, extents)...) {
			out = append(out, guard(a))
		}
		return append(out, s)
	})
}

// AccessesMembers reports whether some access may leave a member of a struct and stay in the
// array around it.
func AccessesMembers(k *Kernel) bool {
	found := false
	Walk(k.Body, func(s Stmt) bool {
		acc := Touched(s)
		found = found || acc != nil && acc.Member != nil
		return !found
	})
	return found
}

// Bounded is what an access has to stay within: an array or a member of known length.
type Bounded struct {
	Index Expr
	Of    *Array
}

// BoundsOf lists what the access of s itself has to stay within. Reads by annotations are no accesses.
func BoundsOf(s Stmt) []Bounded {
	acc := Touched(s)
	if load, ok := s.(*Load); acc == nil || ok && load.Ghost {
		return nil
	}
	var out []Bounded
	if acc.Array.Len >= 0 {
		out = append(out, Bounded{acc.Index, acc.Array})
	}
	if acc.Member != nil {
		out = append(out, Bounded{acc.Member.Index, acc.Member.Of})
	}
	return out
}

// inBounds asserts that s stays within its array, and within the member of a struct that it
// accesses; nothing about what it certainly stays within, or whose length is unknown.
func (k *Kernel) inBounds(s Stmt) []*Assert {
	var out []*Assert
	for _, b := range BoundsOf(s) {
		acc := Touched(s)
		last := NewConst(I64, b.Of.Len-int64(acc.Width))
		cond := Fold(&Binary{
			Op: LAnd,
			X:  &Binary{Op: Le, X: NewConst(I64, 0), Y: b.Index},
			Y:  &Binary{Op: Le, X: b.Index, Y: last},
		})
		if c, ok := cond.(*Const); ok && c.Val != 0 {
			continue
		}
		text := fmt.Sprintf("%s, where %s has %s", k.written(s.Source(), b), b.Of.Label, diag.Count(b.Of.Len/int64(max(b.Of.Scale, 1)), "element"))
		out = append(out, &Assert{Src: s.Source(), Cond: cond, Text: text, Bounds: true, Array: b.Of})
	}
	return out
}

// inExtent asserts that s stays within its array, if that has one of those lengths.
func (k *Kernel) inExtent(s Stmt, extents []Extent) []*Assert {
	acc := Touched(s)
	if load, ok := s.(*Load); acc == nil || ok && load.Ghost {
		return nil
	}
	i := slices.IndexFunc(extents, func(e Extent) bool { return e.Array == acc.Array })
	if i < 0 {
		return nil
	}
	count := extents[i].Count
	cond := Fold(&Binary{
		Op: LAnd,
		X:  &Binary{Op: Le, X: NewConst(I64, 0), Y: acc.Index},
		Y:  &Binary{Op: Le, X: acc.Index, Y: &Binary{Op: Sub, X: count, Y: NewConst(I64, int64(acc.Width))}},
	})
	text := fmt.Sprintf("%s, where %s has %s elements", k.written(s.Source(), Bounded{acc.Index, acc.Array}), acc.Array.Label, ExprString(inDeclared(count, acc.Array)))
	return []*Assert{{Src: s.Source(), Cond: cond, Text: text, Bounds: true, Array: acc.Array}}
}

// inDeclared is a number of elements as one of those that the declaration has, for messages.
func inDeclared(count Expr, a *Array) Expr {
	if a.Scale > 1 {
		count = &Binary{Op: Div, X: count, Y: NewConst(I64, int64(a.Scale))}
	}
	return MapExpr(Fold(count), func(e Expr) Expr {
		if c, ok := e.(*Convert); ok && c.T == I64 {
			return c.X
		}
		return e
	})
}

// written is an access as the source has it, else with the names of the IR.
func (k *Kernel) written(at Src, b Bounded) string {
	if text := k.Written[at.Pos]; text != "" {
		return text
	}
	index := MapExpr(b.Index, func(e Expr) Expr {
		if c, ok := e.(*Convert); ok && c.T == I64 {
			return c.X // which every index is converted to
		}
		return e
	})
	return b.Of.Label + "[" + ExprString(index) + "]"
}

// BoundsIndex is the index that an assertion of Bounds is about, if it still has its form.
func (a *Assert) BoundsIndex() (index Expr, ok bool) {
	both, ok := a.Cond.(*Binary)
	if !ok || !a.Bounds || both.Op != LAnd {
		return nil, false
	}
	low, ok := both.X.(*Binary)
	if !ok || low.Op != Le {
		return nil, false
	}
	return low.Y, true
}
