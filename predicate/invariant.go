package predicate

import "gv2/frontend/kernel"

// maxInvariant bounds the nodes of an invariant after expansion of its
// temporaries, each of which may have many uses.
const maxInvariant = 10_000

// invariants states the user's invariants as expressions for the threads that
// entered the loop and did not jump out of it. cur is the predicate at the loop's
// entry, arrived that of the threads about to test the condition.
func (p *predicator) invariants(l *kernel.Loop, stay, cur, arrived *kernel.Var) []Invariant {
	pred := cur
	if p.uniform.Exits(l) {
		pred = stay
	}
	var out []Invariant
	for _, inv := range l.Invariants {
		cond, ok := p.invariant(inv)
		if ok {
			out = append(out, Invariant{
				Src: inv.Src, Pred: refOrNil(pred), Enabled: refOrNil(arrived), Cond: cond, Global: inv.Global, Candidate: inv.Candidate,
			})
		}
	}
	return out
}

// invariant replaces the temporaries that inv.Head computes by their values.
func (p *predicator) invariant(inv kernel.Invariant) (kernel.Expr, bool) {
	values := map[*kernel.Var]kernel.Expr{}
	sizes := map[*kernel.Var]int{}
	for _, s := range inv.Head {
		a, ok := s.(*kernel.Assign)
		if !ok {
			p.diags.Unsupportedf(inv.Pos, "a loop invariant that reads memory or calls a function with side effects; "+
				"state it over variables, and load what it needs into one first")
			return nil, false
		}
		size := expandedSize(a.X, sizes)
		if size > maxInvariant {
			p.diags.Unsupportedf(inv.Pos, "a loop invariant this large; split it into several")
			return nil, false
		}
		values[a.Dst], sizes[a.Dst] = substitute(a.X, values), size
	}
	if expandedSize(inv.Cond, sizes) > maxInvariant {
		p.diags.Unsupportedf(inv.Pos, "a loop invariant this large; split it into several")
		return nil, false
	}
	return substitute(inv.Cond, values), true
}

// expandedSize counts the nodes of e with variables replaced by values of the
// given sizes.
func expandedSize(e kernel.Expr, sizes map[*kernel.Var]int) int {
	n := 0
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		n++
		if r, ok := e.(*kernel.VarRef); ok {
			n += sizes[r.Var]
		}
		return true
	})
	return n
}

func substitute(e kernel.Expr, values map[*kernel.Var]kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && values[r.Var] != nil {
			return values[r.Var]
		}
		return e
	})
}
