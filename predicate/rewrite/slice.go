package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Slice returns k without the parts that are irrelevant by r, the relevance of k.
//
//   - Assignments to irrelevant variables are gone; a load into one keeps its
//     access and loses its destination, an atomic and a barrier likewise.
//   - A store to an array whose contents do not matter keeps its access. Its
//     value is nil, unless it is cheap to compare (see Values); an atomic's arguments go.
//   - A shuffle or vote whose result is irrelevant stays, without its value, where
//     some threads of the warp may miss it.
//   - Ifs, loops and regions with nothing left are gone, even if such a loop might
//     not end.
func Slice(k *kernel.Kernel, r *fact.Relevance, notes *fact.Notes) *kernel.Kernel {
	c := *k
	c.Body = slicer{r, notes}.block(k.Body)
	used := map[*kernel.Var]bool{}
	arrays := map[*kernel.Array]bool{}
	kernel.Walk(c.Body, func(s kernel.Stmt) bool {
		for _, v := range kernel.Reads(s) {
			used[v] = true
		}
		if v := kernel.Assigned(s); v != nil {
			used[v] = true
		}
		if a := kernel.Touched(s); a != nil {
			arrays[a.Array] = true
		}
		return true
	})
	for a := range kernel.AskedAccesses(&c) {
		arrays[a.Array] = true
	}
	c.Vars, c.Arrays = nil, nil
	for _, v := range k.Vars {
		if used[v] {
			c.Vars = append(c.Vars, v)
		}
	}
	for _, a := range k.Arrays {
		if arrays[a] {
			c.Arrays = append(c.Arrays, a)
		}
	}
	return &c
}

// slicer drops everything outside the relevance.
type slicer struct {
	of    *fact.Relevance
	notes *fact.Notes
}

func (r slicer) block(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		if r.of.Kept(s) {
			out = append(out, r.leaf(kernel.MapBlocks(s, r.block)))
		}
	}
	return out
}

func (r slicer) leaf(s kernel.Stmt) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Load:
		if s.Dst != nil && !r.of.Vars[s.Dst] {
			c := *s
			c.Dst = nil
			return &c
		}
	case *kernel.Store:
		if !r.of.Arrays[s.Acc.Array] && !r.of.Cheap(s) {
			c := *s
			c.X = nil
			r.notes.Copied(s, &c)
			return &c
		}
	case *kernel.Atomic:
		c := *s
		if s.Dst != nil && !r.of.Vars[s.Dst] {
			c.Dst = nil
		}
		if !r.of.Arrays[s.Acc.Array] {
			c.Args = nil
		}
		return &c
	case *kernel.Shuffle, *kernel.Vote:
		if !r.of.Vars[kernel.Assigned(s)] {
			return withoutValue(s)
		}
	case *kernel.Barrier:
		if s.Dst != nil && !r.of.Vars[s.Dst] {
			c := *s
			c.Dst, c.Arg, c.Reduce = nil, nil, kernel.NoReduction
			r.notes.Copied(s, &c)
			return &c
		}
	default:
		// Others have no value to leave out.
	}
	return s
}

// withoutValue is an exchange without its value, for which only the threads that reach it matter.
func withoutValue(s kernel.Stmt) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Shuffle:
		c := *s
		c.Value, c.Lane, c.Width = zero(s.Value.Type()), kernel.NewConst(kernel.I32, 0), kernel.NewConst(kernel.I32, kernel.WarpSize)
		return &c
	case *kernel.Vote:
		c := *s
		c.Arg = zero(s.Arg.Type())
		return &c
	default:
		// Others exchange nothing within a warp.
	}
	return s
}

func zero(t kernel.Type) kernel.Expr {
	if t.Kind == kernel.Float {
		return &kernel.FloatConst{T: t, Text: "0"}
	}
	return kernel.NewConst(t, 0)
}
