package advise

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// atomically are kernels in which the accesses of a race are atomic: what reads beside an atomic,
// and what reads an element and writes it again with something added.
func atomically(k *kernel.Kernel, f *claim.Finding) []change {
	one, two := &f.Accesses[0], &f.Accesses[1]
	across := f.BetweenBlocks()
	for _, pair := range [][2]*claim.Access{{one, two}, {two, one}} {
		if pair[0].Kind == "read" && pair[1].Kind == "atomic" {
			return readAtomically(k, pair[0].Src, across)
		}
	}
	if one.Src.Pos.Line == two.Src.Pos.Line && one.Src.Pos.File == two.Src.Pos.File {
		return addedAtomically(k, one.Src, across)
	}
	return nil
}

// readAtomically are kernels that read by an atomic at a place, and at all places within the same
// loop that read the array.
func readAtomically(k *kernel.Kernel, src kernel.Src, across bool) []change {
	var name string
	var array *kernel.Array
	reads := func(wanted func(*kernel.Load) bool) (change, []int) {
		c := *k
		var lines []int
		c.Body = kernel.MapStmts(k.Body, func(st kernel.Stmt) kernel.Stmt {
			load, ok := st.(*kernel.Load)
			if !ok || load.Acc.Width > 1 || load.Ghost || load.Acc.Array.Elem.Kind != kernel.Int || load.Acc.Array.ReadOnly || !wanted(load) {
				return st
			}
			name, array = claim.ArrayLabel(load.Acc.Array), load.Acc.Array
			lines = append(lines, load.Pos.Line)
			return &kernel.Atomic{Src: load.Src, Op: "or", Dst: load.Dst, Acc: load.Acc, Args: []kernel.Expr{kernel.NewConst(load.Acc.Array.Elem, 0)}}
		})
		return change{
			kernel: &c, across: across,
			text: fmt.Sprintf("reading %s at %s by an atomic, as atomicOr(&..., 0), would not race", name, linesText(lines)),
		}, lines
	}
	one, lines := reads(func(load *kernel.Load) bool { return load.Pos == src.Pos })
	if len(lines) == 0 {
		return nil
	}
	of := array
	path := pathTo(k.Body, accessAt(src))
	ends := loopEnds(path)
	if len(ends) == 0 {
		return []change{one}
	}
	inside := map[kernel.Stmt]bool{}
	kernel.Walk([]kernel.Stmt{ends[0].owner}, func(st kernel.Stmt) bool {
		inside[st] = true
		return true
	})
	if all, more := reads(func(load *kernel.Load) bool { return load.Acc.Array == of && inside[load] }); len(more) > len(lines) {
		return []change{one, all}
	}
	return []change{one}
}

// addedAtomically is a kernel in which x[i] += y and the like at a line are atomic.
func addedAtomically(k *kernel.Kernel, src kernel.Src, across bool) []change {
	c := *k
	name := ""
	c.Body = rewrite(nil, 0, k.Body, func(_ kernel.Stmt, _ int, list []kernel.Stmt) []kernel.Stmt {
		for i, st := range list {
			load, ok := st.(*kernel.Load)
			if !ok || load.Dst == nil || load.Ghost || load.Acc.Width > 1 || load.Pos.Line != src.Pos.Line || load.Pos.File != src.Pos.File {
				continue
			}
			for j := i + 1; j < len(list) && j < i+4; j++ {
				store, ok := list[j].(*kernel.Store)
				if !ok || store.Acc.Array != load.Acc.Array || store.Acc.Width > 1 || kernel.ExprString(store.Acc.Index) != kernel.ExprString(load.Acc.Index) {
					continue
				}
				term := addend(store.X, load.Dst)
				if term == nil {
					continue
				}
				name = claim.ArrayLabel(load.Acc.Array)
				atomic := &kernel.Atomic{Src: store.Src, Op: "add", Acc: load.Acc, Args: []kernel.Expr{term}}
				list = slices.Replace(slices.Clone(list), j, j+1, kernel.Stmt(atomic))
				return slices.Delete(list, i, i+1)
			}
		}
		return list
	})
	if name == "" {
		return nil
	}
	return []change{{kernel: &c, across: across, text: fmt.Sprintf("adding to %s at line %d by atomicAdd would not race", name, src.Pos.Line)}}
}

// addend is what is added to a variable, nil if the expression is no such sum.
func addend(x kernel.Expr, v *kernel.Var) kernel.Expr {
	for {
		c, ok := x.(*kernel.Convert)
		if !ok || c.T.Kind != c.X.Type().Kind {
			break
		}
		x = c.X
	}
	sum, ok := x.(*kernel.Binary)
	if !ok || sum.Op != kernel.Add {
		return nil
	}
	is := func(e kernel.Expr) bool {
		for {
			c, ok := e.(*kernel.Convert)
			if !ok || c.T.Kind != c.X.Type().Kind {
				return kernel.IsRef(e, v)
			}
			e = c.X
		}
	}
	switch {
	case is(sum.X):
		return asType(sum.Y, v.T)
	case is(sum.Y):
		return asType(sum.X, v.T)
	}
	return nil
}

// asType is an expression in a type.
func asType(e kernel.Expr, t kernel.Type) kernel.Expr {
	if e.Type() == t {
		return e
	}
	return &kernel.Convert{T: t, X: e}
}
