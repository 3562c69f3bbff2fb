package interp

import (
	"slices"

	"gv2/boogie"
)

func (c *compiler) call(st *boogie.Call, s *scope) {
	proc := c.d.procs[st.F]
	if proc == nil || len(proc.Params) != len(st.Args) || len(proc.Results) != len(st.Results) {
		faultf("call %s: no such procedure", st.F)
	}
	switch {
	case proc.Body == nil || !inlined(proc):
		c.contract(st, proc, s)
	// Recursion cannot be expanded: runs that reach the call end as Unknown.
	case slices.Contains(c.calls, st.F) || len(c.calls) > maxDepth:
		c.emit(opGiveUp, 0, 0, 0, 0)
	default:
		c.expandCall(st, proc, s)
	}
}

// contract is a call by contract: it checks the precondition, gives everything
// that may change any value, and assumes the postcondition.
func (c *compiler) contract(st *boogie.Call, proc *boogie.Proc, s *scope) {
	inner := c.arguments(st, proc, s, len(proc.Modifies) == 0)
	for _, r := range proc.Requires {
		if !r.Free {
			c.check(r.E, inner, r.Tag, st.Tag)
		}
	}
	names := map[string]bool{}
	for _, e := range proc.Ensures {
		c.oldNames(e.E, names)
	}
	inner.old = c.keep(names)
	var changed []string
	for _, v := range proc.Results {
		c.declareInner(inner, v)
		changed = append(changed, v.Name)
	}
	// The havoc and the assumptions form a segment, so that a repair can make the
	// postcondition hold.
	after := []boogie.Stmt{&boogie.Havoc{Names: append(changed, proc.Modifies...)}}
	for _, e := range proc.Ensures {
		after = append(after, &boogie.Assume{E: e.E})
	}
	if len(changed)+len(proc.Modifies)+len(proc.Ensures) > 0 {
		c.block(after, inner)
	}
	c.results(st, proc, inner, s)
}

// arguments is a scope in which the parameters are the arguments. If lazy, each
// use evaluates its argument, which suits a precondition: nothing changes the
// arguments before it.
func (c *compiler) arguments(st *boogie.Call, proc *boogie.Proc, s *scope, lazy bool) *scope {
	inner := &scope{up: c.globals, vars: map[string]place{}}
	for i, p := range proc.Params {
		if lazy || c.unchanging(st.Args[i], s) {
			if v, ok := st.Args[i].(*boogie.Id); !ok || lazy {
				inner.vars[p.Name] = place{t: p.T, lazy: &exprIn{st.Args[i], s}}
			} else {
				inner.vars[p.Name], _ = s.find(v.Name)
			}
			continue
		}
		c.temps = 0
		v := c.value(st.Args[i], s, c.slot())
		inner.vars[p.Name] = place{reg: v.reg, t: v.t}
	}
	return inner
}

// unchanging reports whether an argument is a literal or a variable that the
// callee cannot change.
func (c *compiler) unchanging(e boogie.Expr, s *scope) bool {
	switch e := e.(type) {
	case *boogie.BoolLit, *boogie.IntLit, *boogie.BVLit:
		return true
	case *boogie.Id:
		_, global := c.globals.vars[e.Name]
		p, ok := s.find(e.Name)
		return ok && !global && p.lazy == nil
	}
	return false
}

func (c *compiler) declareInner(s *scope, v boogie.Var) {
	if _, again := s.vars[v.Name]; again {
		faultf("%s is declared twice", v.Name)
	}
	s.vars[v.Name] = place{reg: c.slot(), t: v.T}
}

// results assigns the results of a call.
func (c *compiler) results(st *boogie.Call, proc *boogie.Proc, inner, s *scope) {
	for i, v := range proc.Results {
		c.emit(opMov, 0, c.assigned(st.Results[i], s).reg, inner.vars[v.Name].reg, 0)
	}
}

// expandCall writes the body of the callee in place of the call.
func (c *compiler) expandCall(st *boogie.Call, proc *boogie.Proc, s *scope) {
	inner := c.arguments(st, proc, s, false)
	for _, r := range proc.Requires {
		if r.Free {
			c.assume(r.E, inner)
		} else {
			c.check(r.E, inner, r.Tag, st.Tag)
		}
	}
	for _, v := range slices.Concat(proc.Results, proc.Locals) {
		c.declareInner(inner, v)
		if !havockedFirst(proc.Body, v.Name) {
			c.pick(v.Name, inner, "")
		}
	}
	names := map[string]bool{}
	for _, e := range proc.Ensures {
		c.oldNames(e.E, names)
	}
	boogie.WalkStmts(proc.Body, func(st boogie.Stmt) {
		for _, e := range exprsOf(st) {
			c.oldNames(e, names)
		}
	})
	inner.old = c.keep(names)
	// The callee has its own breaks and returns: save those of the caller.
	breaks := c.breaks
	c.breaks, c.calls, c.exits = nil, append(c.calls, proc.Name), append(c.exits, nil)
	inner.logs = tracked(proc)
	c.block(proc.Body, inner)
	k := len(c.exits) - 1
	c.patch(c.exits[k])
	c.breaks, c.calls, c.exits = breaks, c.calls[:len(c.calls)-1], c.exits[:k]
	for _, e := range proc.Ensures {
		if e.Free {
			c.assume(e.E, inner)
		} else {
			c.check(e.E, inner, e.Tag, st.Tag)
		}
	}
	c.results(st, proc, inner, s)
}

// havockedFirst reports whether a body begins with a havoc of the variable, so
// that its value on entry does not matter.
func havockedFirst(body []boogie.Stmt, name string) bool {
	if len(body) == 0 {
		return false
	}
	h, ok := body[0].(*boogie.Havoc)
	return ok && slices.Contains(h.Names, name)
}
