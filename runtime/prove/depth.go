package prove

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// depth says how far loops are unrolled.
type depth struct {
	// all is the number of iterations of every loop.
	all int
	// inner is the least number for innermost loops without a constant trip
	// count.
	inner int
	// trips unrolls innermost loops with a constant trip count completely,
	// everyTrip all such loops: what stands behind a loop is only reached when
	// the loop is left.
	trips, everyTrip bool
}

// deepestTrip is the largest trip count that loops are unrolled to.
const deepestTrip = 128

// maxUnrolled bounds the statements of an unrolled program.
const maxUnrolled = 50000

// depths is the schedule for a kernel, cheap ones first. It steers the search
// for faults only; no proof depends on it.
func depths(k *kernel.Kernel) []depth {
	out := []depth{
		{all: 2, trips: true},
		{all: 5, trips: true},
		{all: 9, everyTrip: true},
	}
	if n := usualTrip(k); n > 9 {
		out = append(out, depth{all: 2, trips: true, inner: n + 1})
	}
	return out
}

// usualTrip is the largest constant that a loop counts to or steps by: inner
// loops without a constant of their own often run that far.
func usualTrip(k *kernel.Kernel) int {
	n := int64(0)
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if l, ok := st.(*kernel.Loop); ok {
			for _, c := range []int64{bound(l.Cond), step(l)} {
				if c <= deepestTrip {
					n = max(n, c)
				}
			}
		}
		return true
	})
	return int(n)
}

// apply unrolls the program; false if it would become too large, or if some
// loop cannot be unrolled.
func (d *depth) apply(p *boogie.Program) (*boogie.Program, bool) {
	out := boogie.Unroll(p, d.of)
	if boogie.Size(out, maxUnrolled) > maxUnrolled {
		return nil, false
	}
	loops := 0
	for _, decl := range out.Decls {
		if proc, ok := decl.(*boogie.Proc); ok {
			boogie.WalkStmts(proc.Body, func(st boogie.Stmt) {
				if _, ok := st.(*boogie.While); ok {
					loops++
				}
			})
		}
	}
	return out, loops == 0
}

// of is the number of iterations for one loop.
func (d *depth) of(w *boogie.While) int {
	l, ok := w.Tag.(*kernel.Loop)
	if !ok {
		return d.all
	}
	inner := innermost(w)
	trip := tripCount(l)
	switch {
	case trip > 0 && trip <= deepestTrip && (d.everyTrip || d.trips && inner):
		return max(d.all, trip+1)
	case inner && trip == 0:
		return max(d.all, d.inner)
	default:
		return d.all
	}
}

func innermost(w *boogie.While) bool {
	loops := 0
	boogie.WalkStmts(w.Body, func(st boogie.Stmt) {
		if _, ok := st.(*boogie.While); ok {
			loops++
		}
	})
	return loops == 0
}

// tripCount estimates how often a loop with a constant bound runs: the bound
// over the step of its counter, or a number of bits where the counter is shifted
// or multiplied. 0 means that nothing constant is compared.
func tripCount(l *kernel.Loop) int {
	n := bound(l.Cond)
	if n > 0 && geometric(l) {
		return 12
	}
	by := step(l)
	return int((n + by - 1) / by)
}

// bound is the largest constant that the condition compares with.
func bound(cond kernel.Expr) int64 {
	n := int64(0)
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		if c, ok := e.(*kernel.Binary); ok && c.Op.IsComparison() {
			n = max(n, constant(c.X), constant(c.Y))
		}
		return true
	})
	return n
}

// step is the constant that the counter of the loop grows or shrinks by.
func step(l *kernel.Loop) int64 {
	by := int64(1)
	for _, x := range updates(l) {
		if x.Op == kernel.Add || x.Op == kernel.Sub {
			by = max(by, constant(x.X), constant(x.Y))
		}
	}
	return by
}

// geometric reports whether a variable that the condition compares with a constant is shifted,
// multiplied or divided at the end of an iteration. Such a variable beside another that counts to
// the constant says nothing about how far that one gets.
func geometric(l *kernel.Loop) bool {
	compared := map[*kernel.Var]bool{}
	kernel.WalkExpr(l.Cond, func(e kernel.Expr) bool {
		if c, ok := e.(*kernel.Binary); ok && c.Op.IsComparison() && (constant(c.X) > 0 || constant(c.Y) > 0) {
			kernel.WalkExpr(c, func(e kernel.Expr) bool {
				if v, ok := e.(*kernel.VarRef); ok {
					compared[v.Var] = true
				}
				return true
			})
		}
		return true
	})
	for _, st := range l.Post {
		a, ok := st.(*kernel.Assign)
		if !ok || !compared[a.Dst] {
			continue
		}
		if x, ok := strip(a.X).(*kernel.Binary); ok {
			switch x.Op {
			case kernel.Shl, kernel.Shr, kernel.Mul, kernel.Div:
				return true
			}
		}
	}
	return false
}

// updates are the operations that the end of an iteration does on variables.
func updates(l *kernel.Loop) []*kernel.Binary {
	var out []*kernel.Binary
	for _, st := range l.Post {
		if a, ok := st.(*kernel.Assign); ok {
			if x, ok := strip(a.X).(*kernel.Binary); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// constant returns the absolute value of a literal, 0 for everything else.
func constant(e kernel.Expr) int64 {
	c, ok := strip(e).(*kernel.Const)
	if !ok {
		return 0
	}
	return max(c.Val, -c.Val)
}

func strip(e kernel.Expr) kernel.Expr {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok {
			return e
		}
		e = c.X
	}
}
