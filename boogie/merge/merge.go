// Package merge makes one procedure of several that execute one program and ask different things about it.
//
// In: a program and groups of its procedures. Out: the program in which the procedures of a group are one, as far as that
// can be. What is asserted stays asserted: if the merged procedure is correct, so is each that it was made of.
//
// The idea: two procedures that were written from one kernel have most statements in common, in the same order. Their
// merged text has these once, and between them those that only one has. Left to what one procedure has, it is that
// procedure again, provided that nothing which the other adds changes what the one reads or writes, jumps, blocks
// or goes on for ever. These are conditions on the statements that are added (see addition), which do not depend on how the
// texts were laid beside each other. So each execution of a procedure is part of one of the merged procedure, and an
// assertion that fails in the former fails in the latter, or another one fails earlier there.
package merge

import (
	"fmt"
	"slices"

	"gv2/boogie"
)

// Group are procedures that are to be one, and what that one is called.
type Group struct {
	Name  string
	Procs []string
}

// Procs merges the procedures of each group. Those that cannot be merged with any before them stay as they are, and so does
// one that nothing is merged with.
func Procs(p *boogie.Program, groups ...Group) *boogie.Program {
	m := &merging{procs: map[string]*boogie.Proc{}, globals: map[string]bool{}}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.Proc:
			m.procs[d.Name] = d
		case *boogie.VarDecl:
			m.globals[d.Name] = true
		}
	}
	in := map[string]*boogie.Proc{} // by the last procedure that went into it, in whose place it stands
	gone := map[string]bool{}
	for _, g := range groups {
		for _, c := range m.group(g) {
			for _, name := range c.of {
				gone[name] = true
			}
			in[c.of[len(c.of)-1]] = c.proc
		}
	}
	out := &boogie.Program{Header: p.Header}
	for _, d := range p.Decls {
		if proc, is := d.(*boogie.Proc); is && gone[proc.Name] {
			if merged := in[proc.Name]; merged != nil {
				out.Decls = append(out.Decls, merged)
			}
			continue
		}
		out.Decls = append(out.Decls, d)
	}
	return withoutUnused(out)
}

// copyOf is a procedure, and the names of those that it was made of.
type copyOf struct {
	proc *boogie.Proc
	of   []string
}

// merging is what is known of the program.
type merging struct {
	procs   map[string]*boogie.Proc
	globals map[string]bool
}

// group are the copies that the procedures of a group become.
func (m *merging) group(g Group) []*copyOf {
	var out []*copyOf
next:
	for _, name := range g.Procs {
		p := m.procs[name]
		if p == nil || p.Body == nil {
			continue
		}
		for _, c := range out {
			merged, ok := m.pair(c.proc, p)
			if !ok {
				merged, ok = m.pair(ordered(c.proc), ordered(p))
			}
			if ok {
				c.proc, c.of = merged, append(c.of, name)
				continue next
			}
		}
		out = append(out, &copyOf{p, []string{name}})
	}
	several := 0
	for _, c := range out {
		if len(c.of) < 2 {
			continue
		}
		c.proc.Name = g.Name
		if several++; several > 1 {
			c.proc.Name = fmt.Sprintf("%s$%d", g.Name, several)
		}
	}
	return out
}

// pair is what two procedures become together.
func (m *merging) pair(a, b *boogie.Proc) (*boogie.Proc, bool) {
	if len(a.Params)+len(a.Results)+len(a.Ensures)+len(a.Attrs)+len(b.Params)+len(b.Results)+len(b.Ensures)+len(b.Attrs) > 0 {
		return nil, false
	}
	locals, ok := joinedLocals(a.Locals, b.Locals)
	if !ok {
		return nil, false
	}
	usedA, usedB := m.used(a), m.used(b)
	requires, ok := m.requires(a.Requires, b.Requires, usedA, usedB)
	if !ok {
		return nil, false
	}
	j := &joining{merging: m, usedA: usedA, usedB: usedB}
	body, ok := j.stmts(a.Body, b.Body)
	if !ok {
		return nil, false
	}
	return &boogie.Proc{
		Comment: slices.Concat(a.Comment, b.Comment), Name: a.Name, Requires: requires,
		Modifies: union(a.Modifies, b.Modifies), Locals: locals, Body: body,
	}, true
}

// joinedLocals are the variables of both; one that both have is the same in both.
func joinedLocals(a, b []boogie.Var) ([]boogie.Var, bool) {
	out := slices.Clone(a)
	for _, v := range b {
		i := slices.IndexFunc(a, func(o boogie.Var) bool { return o.Name == v.Name })
		switch {
		case i < 0:
			out = append(out, v)
		case boogie.TypeString(a[i].T) != boogie.TypeString(v.T):
			return nil, false
		}
	}
	slices.SortFunc(out, func(x, y boogie.Var) int {
		if x.Name < y.Name {
			return -1
		}
		return 1
	})
	return out, true
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// requires are the conditions of both. One that only one procedure has is about variables that are its own, and leaves the
// executions of the other as they are.
func (m *merging) requires(a, b []boogie.Spec, usedA, usedB map[string]bool) ([]boogie.Spec, bool) {
	has := func(list []boogie.Spec, s boogie.Spec) bool {
		return slices.ContainsFunc(list, func(o boogie.Spec) bool { return o.Free == s.Free && boogie.ExprString(o.E) == boogie.ExprString(s.E) })
	}
	var out []boogie.Spec
	given := map[string]bool{}
	for _, s := range a {
		if !has(b, s) && !m.own(s.E, usedB, given) {
			return nil, false
		}
		out = append(out, s)
	}
	for _, s := range b {
		if has(a, s) {
			continue
		}
		if !m.own(s.E, usedA, given) {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// own reports whether a condition on a first state gives values to global variables that the other procedure does not use and that
// have none yet, so that there is such a state.
func (m *merging) own(e boogie.Expr, others, given map[string]bool) bool {
	variable := func(e boogie.Expr) bool {
		id, is := e.(*boogie.Id)
		if !is || !m.globals[id.Name] || others[id.Name] || given[id.Name] {
			return false
		}
		given[id.Name] = true
		return true
	}
	switch e := e.(type) {
	case *boogie.Unary:
		return e.Op == "!" && variable(e.X)
	case *boogie.Binary:
		switch e.Op {
		case "&&":
			return m.own(e.X, others, given) && m.own(e.Y, others, given)
		case "==":
			return variable(e.X) && literal(e.Y)
		}
	}
	return false
}

func literal(e boogie.Expr) bool {
	switch e := e.(type) {
	case *boogie.IntLit, *boogie.BVLit, *boogie.BoolLit:
		return true
	case *boogie.Unary:
		return literal(e.X)
	}
	return false
}

// withoutUnused drops the constants of candidate invariants that went because another procedure had the same one.
func withoutUnused(p *boogie.Program) *boogie.Program {
	used := map[string]bool{}
	for _, d := range p.Decls {
		if proc, is := d.(*boogie.Proc); is {
			boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
				if loop, is := s.(*boogie.While); is {
					for _, inv := range loop.Invs {
						used[inv.Candidate] = true
					}
				}
			})
		}
	}
	out := &boogie.Program{Header: p.Header}
	for _, d := range p.Decls {
		if c, is := d.(*boogie.ConstDecl); is && slices.ContainsFunc(c.Attrs, func(a boogie.Attr) bool { return a.Key == "existential" }) && !used[c.Name] {
			continue
		}
		out.Decls = append(out.Decls, d)
	}
	return out
}
