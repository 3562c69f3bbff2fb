package inflight

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// warpgroup is how many threads start a product of matrices together (wgmma).
const warpgroup = 4 * kernel.WarpSize

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
	if n := k.Launch.Threads(); first == nil || n < 1 || n%warpgroup != 0 {
		return first
	}
	g := &groupwise{k: k, set: map[*kernel.Var][]kernel.Stmt{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			g.set[v] = append(g.set[v], s)
		}
		return true
	})
	count := &kernel.Var{Name: kernel.NewNames(k).Unused("products"), T: kernel.I64, Temp: true, Pos: k.Pos}
	out := *k
	out.Vars = append(append([]*kernel.Var{}, k.Vars...), count)
	out.Params = append([]*kernel.Var{}, k.Params...)
	out.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		inner = kernel.MapExprs(inner, g.expr)
		if a := kernel.AgentOf(s); a != nil && a.Ends == kernel.MatrixGroup {
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
	k    *kernel.Kernel
	set  map[*kernel.Var][]kernel.Stmt
	same []*kernel.Var
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
		c := g.known(t, mostDefinitions).Of(e)
		if c == nil || t%warpgroup != 0 && c.Val != first.Val {
			return false
		}
		if t%warpgroup == 0 {
			first = c
		}
	}
	return true
}

// mostDefinitions bounds how far definitions of variables are followed.
const mostDefinitions = 6

// known computes for a thread of the block; a variable that one statement sets is what this computes.
func (g *groupwise) known(thread, depth int) *fact.Known {
	return &fact.Known{Launch: g.k.Launch, Thread: g.k.Launch.ThreadAt(thread), Value: func(v *kernel.Var) *kernel.Const {
		if depth == 0 || len(g.set[v]) != 1 {
			return nil
		}
		a, ok := g.set[v][0].(*kernel.Assign)
		if !ok {
			return nil
		}
		return g.known(thread, depth-1).Of(a.X)
	}}
}
