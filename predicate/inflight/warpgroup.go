package inflight

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// warpgroup is how many threads start a product of matrices together (wgmma).
const warpgroup = 4 * kernel.WarpSize

const scatteredText = "whether the four warps of a warpgroup start the same products depends on more than their numbers and what is the same for the whole block"

// scattered is the first product for which it is not known that the threads of each warpgroup start the same ones, nil if there is
// none: what they decide is the same for all of them, by their number and by what is the same for all threads of
// the block.
func scattered(k *kernel.Kernel) kernel.Stmt {
	first := kernel.Stmt(nil)
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); first == nil && a != nil && a.Ends == kernel.MatrixGroup {
			first = s
		}
		return first == nil
	})
	if first == nil || k.Launch.Threads() < 1 {
		return first
	}
	g := &groupwise{k: k, threads: fact.ThreadsOf(k)}
	product := func(s kernel.Stmt) bool {
		a := kernel.AgentOf(s)
		return a != nil && a.Ends == kernel.MatrixGroup
	}
	n := k.Launch.Threads()
	for t := n - n%warpgroup; t < n; t++ { // an incomplete warpgroup
		if g.threads.Reach(t, k.Body, product) {
			return first
		}
	}
	count := &kernel.Var{Name: kernel.NewNames(k).Unused("products"), T: kernel.I64, Temp: true, Pos: k.Pos}
	out := *k
	out.Vars = append(append([]*kernel.Var{}, k.Vars...), count)
	out.Params = append([]*kernel.Var{}, k.Params...)
	out.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		inner = kernel.MapExprs(inner, g.expr)
		if product(s) {
			return []kernel.Stmt{&kernel.Assign{Src: s.Source(), Dst: count, X: kernel.Op(kernel.Add, kernel.Ref(count), number(1))}, inner}
		}
		return []kernel.Stmt{inner}
	})
	out.Body = append([]kernel.Stmt{&kernel.Assign{Src: kernel.Src{Pos: k.Pos}, Dst: count, X: number(0)}}, out.Body...)
	out.Params = append(out.Params, g.same...)
	if !fact.Uniform(&out, fact.SameBlock).Var(count) {
		return first
	}
	return nil
}

// groupwise puts parameters in place of what is the same for all threads of a warpgroup.
type groupwise struct {
	k       *kernel.Kernel
	threads *fact.Threads
	same    []*kernel.Var
}

func (g *groupwise) expr(e kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if _, constant := e.(*kernel.Const); constant || !g.constant(e) {
			return e
		}
		v := &kernel.Var{Name: "same", T: e.Type(), Param: true, Pos: g.k.Pos}
		g.same = append(g.same, v)
		return kernel.Ref(v)
	})
}

// constant reports whether e is the same for all threads of each warpgroup.
func (g *groupwise) constant(e kernel.Expr) bool {
	var first *kernel.Const
	for t := range g.k.Launch.Threads() {
		c := g.threads.Of(t, e)
		if c == nil || t%warpgroup != 0 && c.Val != first.Val {
			return false
		}
		if t%warpgroup == 0 {
			first = c
		}
	}
	return true
}
