package fact

import "gv2/frontend/kernel"

// cheapStores returns the stores whose value is cheap: an integer expression over
// constants, parameters, built-ins and variables that are set only to such
// expressions, under conditions of that kind. A floating-point constant is cheap
// as well, arithmetic on it is not. With loads, a value loaded from memory that
// nothing writes is as cheap as its index, and the number of an arbitrarily
// chosen iteration and floating-point operations, which are opaque functions, are cheap, too.
func cheapStores(k *kernel.Kernel, loads bool) map[kernel.Stmt]bool {
	c := &costs{uses: map[*kernel.Var][]*kernel.Var{}, costly: map[*kernel.Var]bool{}, loads: loads}
	if loads {
		c.written = Written(k)
	}
	c.block(k.Body, nil)
	c.spread()
	stores := map[kernel.Stmt]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if st, ok := s.(*kernel.Store); ok && st.Acc.Width == 1 && c.cheap(st.X) {
			stores[s] = true
		}
		return true
	})
	return stores
}

// storedTo are the arrays of the stores.
func storedTo(stores map[kernel.Stmt]bool) map[*kernel.Array]bool {
	arrays := map[*kernel.Array]bool{}
	for s := range stores {
		arrays[s.(*kernel.Store).Acc.Array] = true
	}
	return arrays
}

// costs finds the variables that are not cheap.
type costs struct {
	loads   bool
	written map[*kernel.Array]bool
	uses    map[*kernel.Var][]*kernel.Var // by variable read: the variables set
	costly  map[*kernel.Var]bool
	work    []*kernel.Var
}

// block adds the statements under the control of guard, a stand-in variable
// that is costly if a condition around it is.
func (c *costs) block(stmts []kernel.Stmt, guard *kernel.Var) {
	for _, s := range stmts {
		inner := guard
		switch s := s.(type) {
		case *kernel.If:
			inner = c.under(guard, s.Cond)
		case *kernel.Loop:
			inner = c.under(guard, s.Cond)
		case *kernel.Assign:
			c.set(s.Dst, s.X, guard)
		case *kernel.Load:
			switch {
			case s.Dst == nil:
			case c.loads && !c.written[s.Acc.Array] && !s.Volatile && s.Acc.Width == 1:
				c.set(s.Dst, s.Acc.Index, guard)
			default:
				c.mark(s.Dst)
			}
		case *kernel.Havoc:
			if !c.loads {
				c.mark(s.Dst)
			}
		default:
			// The values that others set are not cheap.
			if v := kernel.Assigned(s); v != nil {
				c.mark(v)
			}
		}
		for _, b := range kernel.Blocks(s) {
			c.block(b, inner)
		}
	}
}

func (c *costs) under(guard *kernel.Var, cond kernel.Expr) *kernel.Var {
	v := &kernel.Var{}
	c.set(v, cond, guard)
	return v
}

func (c *costs) set(v *kernel.Var, x kernel.Expr, guard *kernel.Var) {
	if guard != nil {
		c.uses[guard] = append(c.uses[guard], v)
	}
	ok := cheapOperations(x, c.loads, func(r *kernel.Var) bool {
		c.uses[r] = append(c.uses[r], v)
		return true
	})
	if !ok {
		c.mark(v)
	}
}

func (c *costs) mark(v *kernel.Var) {
	if !c.costly[v] {
		c.costly[v] = true
		c.work = append(c.work, v)
	}
}

func (c *costs) spread() {
	for len(c.work) > 0 {
		v := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		for _, u := range c.uses[v] {
			c.mark(u)
		}
	}
}

func (c *costs) cheap(x kernel.Expr) bool {
	return x != nil && cheapOperations(x, c.loads, func(v *kernel.Var) bool { return !c.costly[v] })
}

// cheapOperations reports whether x has only integer operations, or with floats any, or is a
// constant or variable, and variable holds for each variable in it.
func cheapOperations(x kernel.Expr, floats bool, variable func(*kernel.Var) bool) bool {
	ok := true
	kernel.WalkExpr(x, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			ok = variable(e.Var) && ok
		case *kernel.Call:
			ok = ok && floats
		case *kernel.Convert:
			_, constant := e.X.(*kernel.Const)
			ok = ok && (floats || constant || e.T.Kind != kernel.Float && e.X.Type().Kind != kernel.Float)
		case *kernel.Unary:
			ok = ok && (floats || e.X.Type().Kind != kernel.Float)
		case *kernel.Binary:
			ok = ok && (floats || e.X.Type().Kind != kernel.Float)
		default:
			// Others cost nothing.
		}
		return true
	})
	return ok
}
