package kernel

import "fmt"

// WithBounds returns k with an assertion before every access to an array of known
// length, that the access stays within it, and the arrays of unknown length. Reads
// by annotations are not accesses.
func WithBounds(k *Kernel) (checked *Kernel, unknown []*Array) {
	c := *k
	c.Body = bounded(k.Body)
	for _, a := range k.Arrays {
		if a.Len < 0 {
			unknown = append(unknown, a)
		}
	}
	return &c, unknown
}

func bounded(stmts []Stmt) []Stmt {
	out := make([]Stmt, 0, len(stmts))
	for _, s := range stmts {
		switch s := s.(type) {
		case *If:
			c := *s
			c.Then, c.Else = bounded(s.Then), bounded(s.Else)
			out = append(out, &c)
		case *Region:
			c := *s
			c.Body = bounded(s.Body)
			out = append(out, &c)
		case *Loop:
			c := *s
			c.Head, c.Body, c.Post = bounded(s.Head), bounded(s.Body), bounded(s.Post)
			out = append(out, &c)
		default:
			// Others have no statements inside.
			if a := inBounds(s); a != nil {
				out = append(out, a)
			}
			out = append(out, s)
		}
	}
	return out
}

// inBounds asserts that s stays within its array; nil if it certainly does, or
// if the length is unknown.
func inBounds(s Stmt) Stmt {
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
	index := acc.Index
	if c, ok := index.(*Convert); ok && c.T == I64 {
		index = c.X
	}
	text := fmt.Sprintf("index %s of %s, which has %d elements", ExprString(index), acc.Array.Label, acc.Array.Len)
	return &Assert{Src: s.Source(), Cond: cond, Text: text, Bounds: true}
}
