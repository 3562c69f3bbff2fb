package kernel

// Claims that a thread made an access. The log of the translation holds any one
// access, or none: it can refute that there is none, but never show that there is
// one. So an access that a condition claims becomes a variable of the thread,
//
//	done := false    at the start, and after each barrier at which the thread waits
//	done := true     after each access of that kind to the array
//
// which tells whether the thread has made it since its last barrier. If the
// condition excludes an access, Accessed stays: a statement about any one access
// holds for all.

// WithClaims returns k with such variables in place of the accesses that its
// annotations claim; k itself if there are none. A condition that also refers to
// the index of an access, or that an access may make either true or false, stays
// as it is.
func WithClaims(k *Kernel) *Kernel {
	c := &claims{made: map[Accessed]*Var{}, taken: map[string]bool{}}
	for _, v := range append(k.Vars[:len(k.Vars):len(k.Vars)], k.Params...) {
		c.taken[v.Name] = true
	}
	for _, a := range k.Arrays {
		c.taken[a.Name] = true
	}
	body := c.conditions(k.Body)
	if len(c.vars) == 0 {
		return k
	}
	out := *k
	out.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], c.vars...)
	var start []Stmt
	for _, v := range c.vars {
		start = append(start, &Assign{Src: Src{Pos: k.Pos}, Dst: v, X: BoolConst(false)})
	}
	out.Body = append(start, c.events(body)...)
	return &out
}

type claims struct {
	made  map[Accessed]*Var
	vars  []*Var
	taken map[string]bool
}

// variable is true if the thread has made that access.
func (c *claims) variable(a Accessed, pos Src) *Var {
	v := c.made[a]
	if v == nil {
		name := map[AccessKind]string{ReadAccess: "has_read_", WriteAccess: "has_written_"}[a.Kind] + a.Array.Name
		for c.taken[name] {
			name += "_"
		}
		c.taken[name] = true
		v = &Var{Name: name, T: BoolType, Temp: true, Pos: pos.Pos}
		c.made[a] = v
		c.vars = append(c.vars, v)
	}
	return v
}

// conditions replaces claimed accesses in annotations.
func (c *claims) conditions(stmts []Stmt) []Stmt {
	out := make([]Stmt, 0, len(stmts))
	for _, s := range stmts {
		s = MapBlocks(s, c.conditions)
		switch s.(type) {
		case *Assert, *Assume, *Loop:
			src := s.Source()
			s = MapExprs(s, func(e Expr) Expr { return c.condition(e, src) })
		default:
			// Others have no condition that the user states.
		}
		out = append(out, s)
	}
	return out
}

func (c *claims) condition(e Expr, src Src) Expr {
	index := func(e Expr) bool { _, ok := e.(*AccessIndex); return ok }
	if !OfAccesses(e) || has(e, index) {
		return e
	}
	return c.claim(e, true, src)
}

// claim replaces the accesses that must have happened if e holds; or, without
// positive, if it does not hold.
func (c *claims) claim(e Expr, positive bool, src Src) Expr {
	switch e := e.(type) {
	case *Accessed:
		if positive {
			return &VarRef{Var: c.variable(*e, src)}
		}
	case *Unary:
		if e.Op == Not {
			return &Unary{Op: Not, X: c.claim(e.X, !positive, src)}
		}
	case *Binary:
		switch {
		case e.Op == Implies:
			return &Binary{Op: Implies, X: c.claim(e.X, !positive, src), Y: c.claim(e.Y, positive, src)}
		case e.Type() == BoolType && (e.Op.IsLogical() || e.Op == And || e.Op == Or):
			return &Binary{Op: e.Op, X: c.claim(e.X, positive, src), Y: c.claim(e.Y, positive, src)}
		}
	case *Cond:
		if !OfAccesses(e.C) {
			return &Cond{C: e.C, X: c.claim(e.X, positive, src), Y: c.claim(e.Y, positive, src)}
		}
	case *Other:
		return &Other{X: c.claim(e.X, positive, src)}
	default:
		// Others claim nothing that a variable could replace: they stay as they are.
	}
	return e
}

// events sets the variables at accesses and barriers.
func (c *claims) events(stmts []Stmt) []Stmt {
	out := make([]Stmt, 0, len(stmts))
	for _, s := range stmts {
		out = append(out, MapBlocks(s, c.events))
		switch s := s.(type) {
		case *Load:
			if !s.Ghost {
				out = c.set(out, s.Src, true, Accessed{ReadAccess, s.Acc.Array})
			}
		case *Store:
			out = c.set(out, s.Src, true, Accessed{WriteAccess, s.Acc.Array})
		case *Barrier:
			if s.Kind != Arrive {
				for _, v := range c.vars {
					out = append(out, &Assign{Src: s.Src, Dst: v, X: BoolConst(false)})
				}
			}
		default:
			// Others are no events that an annotation asks about.
		}
	}
	return out
}

func (c *claims) set(out []Stmt, src Src, to bool, a Accessed) []Stmt {
	if v := c.made[a]; v != nil {
		out = append(out, &Assign{Src: src, Dst: v, X: BoolConst(to)})
	}
	return out
}
