package interp

import (
	"slices"

	"gv2/boogie"
)

// start writes the beginning of a run: constants, parameters and global
// variables get values that meet the axioms and the precondition. Variables
// that the conditions define (x == e, !x, m[0] == 7) get that value, the run
// chooses the rest, and each condition stands right after the last choice on
// which it depends, so that a repair has few values to try.
func (c *compiler) start(proc *boogie.Proc, s *scope) {
	st := &starter{c: c, s: s, open: map[string]boogie.Type{}}
	for _, list := range [][]boogie.Var{c.d.consts, proc.Params, c.d.globals} {
		for _, v := range list {
			if _, unique := c.d.unique[v.Name]; !unique {
				st.order = append(st.order, v.Name)
				st.open[v.Name] = v.T
			}
		}
	}
	for _, a := range c.d.axioms {
		st.add(a)
	}
	for _, r := range proc.Requires {
		st.add(r.E)
	}
	st.hoist(proc.Body)
	for _, name := range st.order {
		if _, isMap := st.open[name].(*boogie.MapType); isMap {
			st.tabulate(name)
		}
	}
	c.starting = true
	c.segment(st.statements(), s)
	c.starting = false
}

type starter struct {
	c     *compiler
	s     *scope
	order []string
	// open are the variables without a value yet.
	open  map[string]boogie.Type
	facts []boogie.Expr
	out   []boogie.Stmt
}

// add adds the conjuncts of a condition.
func (st *starter) add(e boogie.Expr) {
	st.facts = append(st.facts, st.c.d.split(e, 0)...)
}

// hoist adds the assumptions about constants that every execution reaches before
// the first loop.
func (st *starter) hoist(body []boogie.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *boogie.While, *boogie.Return:
			return
		case *boogie.Assume:
			names := mentions(s.E)
			constant := !quantified(s.E) && len(names) > 0
			for name := range names {
				_, is := st.c.constants.vars[name]
				constant = constant && is
			}
			if constant {
				st.add(s.E)
			}
		}
	}
}

// statements is the choices and conditions in order.
func (st *starter) statements() []boogie.Stmt {
	st.settle()
	for _, name := range st.order {
		if st.open[name] == nil {
			continue
		}
		if !st.define(name) {
			st.out = append(st.out, &boogie.Havoc{Names: []string{name}})
		}
		delete(st.open, name)
		st.settle()
	}
	return st.out
}

// settle writes the conditions whose variables all have values.
func (st *starter) settle() {
	st.facts = slices.DeleteFunc(st.facts, func(e boogie.Expr) bool {
		if !st.closed(e) {
			return false
		}
		st.out = append(st.out, &boogie.Assume{E: e})
		return true
	})
}

// closed reports whether all variables of e have values.
func (st *starter) closed(e boogie.Expr) bool {
	for name := range mentions(e) {
		if st.open[name] != nil {
			return false
		}
	}
	return true
}

// define gives a variable the value that a condition states for it, if one does.
func (st *starter) define(name string) bool {
	for i, e := range st.facts {
		value := definition(e, name)
		if value == nil || mentions(value)[name] || !st.closed(value) {
			continue
		}
		st.facts = slices.Delete(st.facts, i, i+1)
		st.out = append(st.out, &boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{value}})
		return true
	}
	return false
}

// definition is the value that e gives the variable, nil if it gives none.
func definition(e boogie.Expr, name string) boogie.Expr {
	is := func(e boogie.Expr) bool {
		id, ok := e.(*boogie.Id)
		return ok && id.Name == name
	}
	switch e := e.(type) {
	case *boogie.Id:
		if is(e) {
			return boogie.True
		}
	case *boogie.Unary:
		if e.Op == "!" && is(e.X) {
			return boogie.False
		}
	case *boogie.Binary:
		switch {
		case e.Op != "==" && e.Op != "<==>":
		case is(e.X):
			return e.Y
		case is(e.Y):
			return e.X
		}
	}
	return nil
}

// tabulate turns the conditions m[0] == 7 for a map into the map's table: runs
// choose the map with these elements.
func (st *starter) tabulate(name string) {
	t := &table{at: map[[2]int64]int64{}}
	st.facts = slices.DeleteFunc(st.facts, func(e boogie.Expr) bool {
		key, v, ok := element(e, name)
		if !ok {
			return false
		}
		old, known := t.at[key]
		if known && old != v {
			return false
		}
		t.at[key] = v
		return true
	})
	if len(t.at) > 0 {
		st.c.tables[name] = t
	}
}

// element reads m[0] == 7 with literals.
func element(e boogie.Expr, name string) (key [2]int64, v int64, ok bool) {
	b, is := e.(*boogie.Binary)
	if !is || b.Op != "==" {
		return key, 0, false
	}
	s, is := b.X.(*boogie.Select)
	if !is || len(s.Keys) > 2 {
		return key, 0, false
	}
	if id, is := s.M.(*boogie.Id); !is || id.Name != name {
		return key, 0, false
	}
	for i, k := range s.Keys {
		if key[i], ok = pattern(k); !ok {
			return key, 0, false
		}
	}
	v, ok = pattern(b.Y)
	return key, v, ok
}

// pattern is the value of a literal in a register.
func pattern(e boogie.Expr) (int64, bool) {
	if l, ok := e.(*boogie.BVLit); ok {
		return int64(l.Val), l.Bits <= 64
	}
	return literalValue(e)
}
