package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// The disciplines are recognised by what atomics compare with and store, which may stand in variables:
//
//	int expected;
//	do expected = 0; while (!lock.compare_exchange_weak(expected, 1));
//
// simplified is k with those numbers in their places: the values that are the same on every way there.
func simplified(k *kernel.Kernel) *kernel.Kernel {
	vary := func(s kernel.Stmt) bool {
		at, ok := s.(*kernel.Atomic)
		return ok && slices.ContainsFunc(at.Args, func(x kernel.Expr) bool {
			_, is := constant(x)
			return !is
		})
	}
	if !slices.ContainsFunc(parts(k.Body), vary) {
		return k
	}
	k = scalars(k)
	all := map[*kernel.Array]bool{}
	for _, array := range k.Arrays {
		all[array] = true
	}
	a := newAnalysis(k, nil, all, nil, nil, nil)
	a.args, a.copied = map[*kernel.Atomic][]kernel.Expr{}, map[*kernel.Assign]kernel.Expr{}
	a.run()
	if a.work > mostWork {
		return k
	}
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		if as, ok := s.(*kernel.Assign); ok && a.copied[as] != nil {
			return &kernel.Assign{Src: as.Src, Dst: as.Dst, X: a.copied[as]}
		}
		at, ok := s.(*kernel.Atomic)
		if !ok || len(a.args[at]) != len(at.Args) {
			return s
		}
		changed := *at
		changed.Args = slices.Clone(at.Args)
		for i, x := range a.args[at] {
			if _, is := constant(x); is && x.Type() == at.Args[i].Type() {
				changed.Args[i] = x
			}
		}
		return &changed
	})
	return &c
}

// withoutIgnored is k with exchanges whose result nobody uses as the stores that they are: a flag may be set by one.
func withoutIgnored(k *kernel.Kernel) *kernel.Kernel {
	exchange := func(s kernel.Stmt) *kernel.Atomic {
		if at, ok := s.(*kernel.Atomic); ok && at.Op == "exch" && at.Dst != nil {
			return at
		}
		return nil
	}
	all := parts(k.Body)
	if !slices.ContainsFunc(all, func(s kernel.Stmt) bool { return exchange(s) != nil }) {
		return k
	}
	used := map[*kernel.Var]bool{}
	for n := -1; n != len(used); {
		n = len(used)
		for _, s := range all {
			if as, ok := s.(*kernel.Assign); ok && !used[as.Dst] {
				continue // of something that nobody uses
			}
			kernel.Exprs(s, func(e kernel.Expr) {
				kernel.WalkExpr(e, func(e kernel.Expr) bool {
					if r, ok := e.(*kernel.VarRef); ok {
						used[r.Var] = true
					}
					return true
				})
			})
		}
	}
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		at := exchange(s)
		if at == nil || used[at.Dst] {
			return s
		}
		store := *at
		store.Dst = nil
		return &store
	})
	return &c
}

// operands notes the values of the operands of an atomic: those that are the same as on the ways before.
func (a *analysis) operands(s *kernel.Atomic, st *state) {
	old, seen := a.args[s]
	now := make([]kernel.Expr, len(s.Args))
	for i, x := range s.Args {
		now[i] = a.value(st, x)
		if seen && kernel.ExprString(old[i]) != kernel.ExprString(now[i]) {
			now[i] = x // not the same
		}
	}
	if !seen {
		a.args[s] = now
		return
	}
	for i := range now {
		if _, is := constant(old[i]); is {
			old[i] = now[i]
		}
	}
}

// copies notes the constant that an assignment of a variable to another one copies, where it is the same on all ways.
func copies(a *analysis, s *kernel.Assign, st *state) {
	if _, ok := s.X.(*kernel.VarRef); !ok || a.args == nil {
		return
	}
	now := st.values[s.Dst]
	if _, is := constant(now); !is || now.Type() != s.Dst.T {
		now = nil
	}
	old, seen := a.copied[s]
	if seen && (old == nil || now == nil || kernel.ExprString(old) != kernel.ExprString(now)) {
		now = nil
	}
	a.copied[s] = now
}

// scalars is k with variables for the elements of private arrays that are only accessed one by one and at constant
// places, such as those of variables whose address is taken.
func scalars(k *kernel.Kernel) *kernel.Kernel {
	type element struct {
		array *kernel.Array
		at    int64
	}
	plain := map[*kernel.Array]bool{}
	for _, array := range k.Arrays {
		plain[array] = array.Space == kernel.Local
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		if acc == nil {
			return true
		}
		at, ok := constant(acc.Index)
		ok = ok && at >= 0 && (acc.Array.Len < 0 || at < acc.Array.Len) && acc.Width == 1 && acc.Member == nil
		switch s := s.(type) {
		case *kernel.Load:
			ok = ok && !s.Ghost && !s.OfBarrier && s.Dst != nil && s.Dst.T == acc.Array.Elem
		case *kernel.Store:
			ok = ok && !s.OfBarrier && s.X != nil && s.X.Type() == acc.Array.Elem
		default:
			// Others need the memory.
			ok = false
		}
		plain[acc.Array] = plain[acc.Array] && ok
		return true
	})
	names, vars := kernel.NewNames(k), map[element]*kernel.Var{}
	c := *k
	c.Vars = slices.Clone(k.Vars)
	of := func(acc *kernel.Access) *kernel.Var {
		at, _ := constant(acc.Index)
		e := element{acc.Array, at}
		if vars[e] == nil {
			vars[e] = &kernel.Var{Name: names.Unused(acc.Array.Name), T: acc.Array.Elem, Temp: true}
			c.Vars = append(c.Vars, vars[e])
		}
		return vars[e]
	}
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		acc := kernel.Touched(s)
		if acc == nil || !plain[acc.Array] {
			return s
		}
		switch s := s.(type) {
		case *kernel.Load:
			return &kernel.Assign{Src: s.Src, Dst: s.Dst, X: kernel.Ref(of(acc))}
		case *kernel.Store:
			return &kernel.Assign{Src: s.Src, Dst: of(acc), X: s.X}
		default:
			// There are no others.
		}
		return s
	})
	c.Body = chosen(c.Body)
	return &c
}

// chosen is a list with choices in place of branches that only assign a variable, so that what a condition tells of a lock is
// not lost where the ways meet: a compare-and-exchange that fails assigns what it has found.
func chosen(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		switch s := s.(type) {
		case *kernel.If:
			c := *s
			c.Then, c.Else = chosen(s.Then), chosen(s.Else)
			if x := choice(&c); x != nil {
				out = append(out, x)
				continue
			}
			out = append(out, &c)
		case *kernel.Loop:
			c := *s
			c.Head, c.Body, c.Post = chosen(s.Head), chosen(s.Body), chosen(s.Post)
			out = append(out, &c)
		case *kernel.Region:
			c := *s
			c.Body = chosen(s.Body)
			out = append(out, &c)
		default:
			// Others have no statements inside.
			out = append(out, s)
		}
	}
	return out
}

// choice is the assignment that a branch is which copies a variable or a constant to a variable, nil for other branches.
func choice(s *kernel.If) kernel.Stmt {
	if len(s.Then) != 1 || len(s.Else) > 0 {
		return nil
	}
	as, ok := s.Then[0].(*kernel.Assign)
	if !ok {
		return nil
	}
	switch as.X.(type) {
	case *kernel.Const, *kernel.VarRef:
	default:
		// Others may overflow, or divide.
		return nil
	}
	return &kernel.Assign{Src: as.Src, Dst: as.Dst, X: &kernel.Cond{C: s.Cond, X: as.X, Y: kernel.Ref(as.Dst)}}
}
