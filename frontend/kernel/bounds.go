package kernel

import (
	"fmt"
	"slices"
	"strings"
)

// WithBounds returns k with an assertion before every access to an array of known
// length, that the access stays within it. Reads by annotations are not accesses.
func WithBounds(k *Kernel) *Kernel {
	c := *k
	c.Body = k.bounded(k.Body)
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
		if a.Len < 0 && !slices.Contains(*list, a.Label) {
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

func (k *Kernel) bounded(stmts []Stmt) []Stmt {
	out := make([]Stmt, 0, len(stmts))
	for _, s := range stmts {
		switch s := s.(type) {
		case *If:
			c := *s
			c.Then, c.Else = k.bounded(s.Then), k.bounded(s.Else)
			out = append(out, &c)
		case *Region:
			c := *s
			c.Body = k.bounded(s.Body)
			out = append(out, &c)
		case *Loop:
			c := *s
			c.Head, c.Body, c.Post = k.bounded(s.Head), k.bounded(s.Body), k.bounded(s.Post)
			out = append(out, &c)
		default:
			// Others have no statements inside.
			if a := k.inBounds(s); a != nil {
				out = append(out, a)
			}
			out = append(out, s)
		}
	}
	return out
}

// inBounds asserts that s stays within its array; nil if it certainly does, or
// if the length is unknown.
func (k *Kernel) inBounds(s Stmt) Stmt {
	acc := Touched(s)
	if load, ok := s.(*Load); acc == nil || acc.Array.Len < 0 || ok && load.Ghost {
		return nil
	}
	last := NewConst(I64, acc.Array.Len-int64(acc.Width))
	cond := Fold(&Binary{
		Op: LAnd,
		X:  &Binary{Op: Le, X: NewConst(I64, 0), Y: acc.Index},
		Y:  &Binary{Op: Le, X: acc.Index, Y: last},
	})
	if c, ok := cond.(*Const); ok && c.Val != 0 {
		return nil
	}
	text := fmt.Sprintf("%s, where %s has %d elements", k.written(s.Source(), acc), acc.Array.Label, acc.Array.Len/int64(max(acc.Array.Scale, 1)))
	return &Assert{Src: s.Source(), Cond: cond, Text: text, Bounds: true, Array: acc.Array}
}

// written is an access as the source has it, else with the names of the IR.
func (k *Kernel) written(at Src, acc *Access) string {
	if text := k.Written[at.Pos]; text != "" {
		return text
	}
	index := MapExpr(acc.Index, func(e Expr) Expr {
		if c, ok := e.(*Convert); ok && c.T == I64 {
			return c.X // which every index is converted to
		}
		return e
	})
	return acc.Array.Label + "[" + ExprString(index) + "]"
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
