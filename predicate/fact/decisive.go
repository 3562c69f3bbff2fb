package fact

import "gv2/frontend/kernel"

// Decisive are the variables and the arrays whose contents may decide which statements threads execute, how often, and on which elements: what comes
// into conditions, indices and the arguments of anything but assignments and accesses, and what that is computed from. The
// flow of data is followed whatever the order of statements. Unlike Relevance it counts that loops end.
type Decisive struct {
	Vars   map[*kernel.Var]bool
	Arrays map[*kernel.Array]bool
	// all is set if there are statements that move data in ways that are not followed here.
	all bool
}

// Array reports whether what an array holds may decide something, Var whether the value of a variable may.
func (d *Decisive) Array(a *kernel.Array) bool { return d.all || d.Arrays[a] }

// Var is told above.
func (d *Decisive) Var(v *kernel.Var) bool { return d.all || d.Vars[v] }

// DecisiveOf computes it, once for a kernel.
func DecisiveOf(k *kernel.Kernel) *Decisive {
	type decisive struct{}
	return Once(k, decisive{}, func() *Decisive {
		d := &Decisive{Vars: map[*kernel.Var]bool{}, Arrays: map[*kernel.Array]bool{}}
		for n := -1; n != len(d.Vars)+len(d.Arrays); {
			n = len(d.Vars) + len(d.Arrays)
			kernel.Any(k.Body, func(s kernel.Stmt) bool {
				d.stmt(s)
				return false
			})
		}
		return d
	})
}

func (d *Decisive) stmt(s kernel.Stmt) {
	acc, dst := kernel.Touched(s), kernel.Assigned(s)
	if acc != nil {
		d.uses(acc.Index)
	}
	switch s := s.(type) {
	case *kernel.Assign:
		if d.Vars[s.Dst] {
			d.uses(s.X)
		}
		return
	case *kernel.Load:
		if d.Vars[s.Dst] {
			d.Arrays[s.Acc.Array] = true
		}
		return
	case *kernel.Store:
		if s.X != nil && d.Arrays[s.Acc.Array] {
			d.uses(s.X)
		}
		if s.X != nil {
			return
		}
	case *kernel.Atomic:
		if dst != nil && d.Vars[dst] {
			d.Arrays[s.Acc.Array] = true
		}
		if d.Arrays[s.Acc.Array] {
			for _, e := range s.Args {
				d.uses(e)
			}
		}
		return
	case *kernel.Havoc:
		return
	case *kernel.If, *kernel.Loop, *kernel.Region, *kernel.Leave, *kernel.Break, *kernel.Continue, *kernel.Return, *kernel.Barrier, *kernel.Fence, *kernel.Assume, *kernel.Assert, *kernel.Shuffle, *kernel.Vote, *kernel.WarpSync:
	default:
		// Copies and the like move data.
		d.all = true
	}
	kernel.Exprs(s, d.uses)
	if acc != nil {
		d.Arrays[acc.Array] = true
	}
}

func (d *Decisive) uses(e kernel.Expr) {
	if e == nil {
		return
	}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if v, ok := e.(*kernel.VarRef); ok {
			d.Vars[v.Var] = true
		}
		return true
	})
}
