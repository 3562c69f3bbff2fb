package vc

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Found is what a model shows.
type Found struct {
	// Checks are those that fail: one, or in a condition for inference all candidates
	// that the model refutes.
	Checks []*Check
	// At is the captured state that execution passed last; empty if there was none.
	At string
	// Define declares names for State, and must be sent before its terms are asked for.
	Define string
	// State are the integers, bit-vectors and Booleans of the program in that state, or
	// before the procedure where there is none. What the condition does not depend on is
	// not among them.
	State []Value
}

// Value is a variable or constant of the program, the term that has its value, and the
// term that is true where the model decides that value.
type Value struct {
	Name, Term, Known string
	sort              *sort
}

// AtMost is the condition that the value is not negative and at most n; empty for truth
// values.
func (v Value) AtMost(n int64) string {
	limit := strconv.FormatInt(n, 10)
	switch bits := v.sort.bits; {
	case v.sort == intSort:
		return "(<= 0 " + v.Term + " " + limit + ")"
	case bits > 0 && bits < 64 && n >= 1<<bits:
		return "true"
	case bits > 0:
		return "(bvule " + v.Term + " (_ bv" + limit + " " + strconv.Itoa(bits) + "))"
	}
	return ""
}

// constant reports whether a symbol is a constant of the program.
func (m *Module) constant(symbol string) bool {
	name, ok := strings.CutSuffix(strings.Trim(symbol, "|"), "@")
	if !ok {
		return false
	}
	_, ok = m.consts[name]
	return ok
}

// Read finds the execution that a model stands for: from the entry along blocks whose
// preconditions are false to a check that is false. values are the values of the Asks.
// It returns false where they show none, as values that the solver is unsure of may.
func (c *Condition) Read(values map[string]bool) (*Found, bool) {
	value := func(x *term) (bool, bool) {
		switch x.op {
		case opTrue:
			return true, true
		case opFalse:
			return false, true
		}
		name, ok := c.spelling(x)
		if !ok {
			return false, false
		}
		v, ok := values[name]
		return v, ok
	}
	found := &Found{}
	var state *captured
	phis := map[*term]*term{}
	b := c.blocks[0]
	for b != nil {
		for _, cmd := range b.cmds {
			if cmd.state != nil {
				state = cmd.state
			}
			if cmd.define != nil {
				phis[cmd.define.symbol] = cmd.define.value
			}
			if cmd.check == nil {
				continue
			}
			if v, ok := value(cmd.check.shown); !ok || v {
				continue
			}
			found.Checks = append(found.Checks, cmd.check)
			if !c.m.opts.Infer || cmd.check.Candidate == "" {
				c.describe(found, state, phis)
				return found, true
			}
		}
		var next *block
		for _, e := range b.succs {
			if v, ok := value(e.to.wp); ok && !v {
				next = e.to
				for _, p := range e.phis {
					phis[p.symbol] = p.value
				}
				break
			}
		}
		b = next
	}
	return found, len(found.Checks) > 0
}

// describe gives found the terms of the state.
func (c *Condition) describe(found *Found, state *captured, phis map[*term]*term) {
	r := &resolver{c: c, phis: phis, done: map[*term]resolved{}}
	var names []string
	var terms []*term
	add := func(name string, x *term) {
		if x.sort != intSort && x.sort != boolSort && x.sort.bits == 0 {
			return
		}
		if y := r.resolve(x); y.term != nil && y.known != c.t.no {
			names, terms = append(names, name), append(terms, y.term, y.known)
		}
	}
	for name, x := range c.params {
		add(name, x)
	}
	store := c.initial()
	if state != nil {
		found.At, store = state.name, state.store
	}
	for i, x := range store {
		add(c.locals[i].name, x)
	}
	for name, t := range c.m.consts {
		if s, err := c.m.sorts.of(t); err == nil && !c.m.cands[name] {
			add(name, c.t.symbol(constName(name), s))
		}
	}
	begin := c.w.Len()
	c.w.share(slices.Clone(terms), nil)
	found.Define = c.w.String()[begin:]
	text := func(x *term) string {
		begin := c.w.Len()
		c.w.term(x)
		return c.w.String()[begin:]
	}
	for i, name := range names {
		found.State = append(found.State, Value{name, text(terms[2*i]), text(terms[2*i+1]), terms[2*i].sort})
	}
	slices.SortFunc(found.State, func(x, y Value) int { return strings.Compare(x.Name, y.Name) })
}

// initial is the store at the entry.
func (c *Condition) initial() []*term {
	out := make([]*term, len(c.locals))
	for i, v := range c.locals {
		out[i] = c.t.symbol(quoted(v.name+"@1"), v.sort)
	}
	return out
}

// resolver rewrites terms of one path to what the text of the condition declares: a
// constant for what paths disagree on becomes the value on this path.
type resolver struct {
	c    *Condition
	phis map[*term]*term
	done map[*term]resolved
}

// resolved is a term, nil if there is none, and when its value does not depend on what
// the text does not declare.
type resolved struct{ term, known *term }

func (r *resolver) resolve(x *term) resolved {
	if y, ok := r.done[x]; ok {
		return y
	}
	y := r.rewrite(x)
	r.done[x] = y
	return y
}

func (r *resolver) rewrite(x *term) resolved {
	t := r.c.t
	switch {
	case x.op == opSymbol:
		if r.c.w.known[x.text] || r.c.mentioned(x) || r.c.m.shared[x.text] {
			return resolved{x, t.yes}
		}
		if v := r.phis[x]; v != nil {
			return r.resolve(v)
		}
		return resolved{t.anyOf(x.sort), t.no}
	case r.c.w.names[x] != "", len(x.args) == 0:
		return resolved{x, t.yes}
	case x.quant != nil:
		return resolved{nil, t.no}
	}
	args, known := make([]*term, len(x.args)), make([]*term, len(x.args))
	for i, a := range x.args {
		y := r.resolve(a)
		if y.term == nil {
			return resolved{nil, t.no}
		}
		args[i], known[i] = y.term, y.known
	}
	if x.op == "ite" {
		return resolved{t.ite(args[0], args[1], args[2]), t.and(known[0], t.ite(args[0], known[1], known[2]))}
	}
	return resolved{t.node(x.op, x.text, x.sort, args...), t.and(known...)}
}

// anyOf is some value of a sort, nil for sorts without literals.
func (t *table) anyOf(s *sort) *term {
	switch {
	case s == boolSort:
		return t.no
	case s == intSort:
		return t.integer(new(big.Int))
	case s.bits > 0:
		return t.vector(new(big.Int), s.bits)
	}
	return nil
}
