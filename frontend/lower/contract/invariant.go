package contract

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
)

// Invariants adds to a loop those that the function states for all its loops, and list.
func (a *Annotations) Invariants(loop *kernel.Loop, list []*cuda.CallExpr) {
	for _, e := range slices.Concat(a.core.Here().Terms.wide, list) {
		if inv := a.invariant(e); !annotation.ConstantlyTrue(inv.Cond) {
			loop.Invariants = append(loop.Invariants, inv)
		}
	}
}

func (a *Annotations) invariant(e *cuda.CallExpr) kernel.Invariant {
	kind := annotation.Of(e.Fun.(*cuda.Ident).Name)
	inv := kernel.Invariant{Src: a.core.Out.At(e.Pos), Global: kind.Global, Candidate: kind.Candidate}
	inv.Head = a.core.Out.Block(func() { inv.Cond = a.stated(e.Args[0], &spec{global: kind.Global, ghost: true}) })
	return inv
}
