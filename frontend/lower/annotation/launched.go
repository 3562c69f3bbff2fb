package annotation

import (
	"maps"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Scalar names a parameter of a kernel that is a number: fields of other parameters may
// have the same name.
type Scalar struct {
	Name string
	Pos  diag.Pos
}

// Names are the names of scalars, in order.
func Names(scalars map[Scalar]kernel.Expr) []string {
	names := map[string]bool{}
	for s := range scalars {
		names[s.Name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Launched enters into k what holds at every launch. Those conditions that are on
// parameters alone become preconditions of k; the others, which look at the sizes of grid
// and block too, are returned, to be assumed where the kernel begins. The sentences say
// what was entered. Parameters are looked up in values; a condition on another one is left
// out, and so is what cannot hold for the sizes and parameters that the user gave: the
// user knows of another launch.
func Launched(k *kernel.Kernel, holds []kernel.Precondition, values map[Scalar]kernel.Expr) (rest []kernel.Expr, sentences []string) {
	for _, p := range holds {
		cond, readable := inKernel(k, p.Cond, values)
		if _, constant := cond.(*kernel.Const); !readable || constant || p.Of != "" {
			continue
		}
		sentences = append(sentences, p.Text)
		if OnlyParams(cond) {
			k.Requires = append(k.Requires, cond)
			k.FromLaunch++
		} else {
			rest = append(rest, cond)
		}
	}
	return rest, sentences
}

// Untold are the overlaps of k of which no condition of launches tells how far apart the pointers are.
func Untold(k *kernel.Kernel) []kernel.Overlap {
	return slices.DeleteFunc(slices.Clone(k.Overlaps), func(o kernel.Overlap) bool {
		return o.Distance != "" && slices.ContainsFunc(k.Requires[len(k.Requires)-k.FromLaunch:], func(cond kernel.Expr) bool {
			eq, is := cond.(*kernel.Binary)
			if !is || eq.Op != kernel.Eq {
				return false
			}
			v, is := eq.X.(*kernel.VarRef)
			if !is || v.Var.Name != o.Distance {
				return false
			}
			others := true
			kernel.WalkExpr(eq.Y, func(e kernel.Expr) bool {
				r, is := e.(*kernel.VarRef)
				others = others && !(is && r.Var == v.Var) // in_offset == (int)in_offset tells nothing
				return others
			})
			return others
		})
	})
}

// inKernel is an expression over parameters and sizes in terms of the kernel; false if it reads a parameter
// that is not among the values.
func inKernel(k *kernel.Kernel, x kernel.Expr, values map[Scalar]kernel.Expr) (y kernel.Expr, readable bool) {
	readable = true
	y = kernel.Fold(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			x := values[Scalar{e.Var.Name, e.Var.Pos}]
			if x == nil || x.Type() != e.Var.T {
				readable = false
				return e
			}
			return x
		case *kernel.Builtin:
			if e.Kind == kernel.GridDim || e.Kind == kernel.BlockDim {
				return k.Launch.Size(e.Kind, e.Dim)
			}
		default:
			// Operators stay as they are.
		}
		return e
	}))
	return y, readable
}
