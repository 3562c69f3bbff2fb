package vc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Condition is what is to be shown of one procedure.
type Condition struct {
	Name string
	// Text declares constants and asserts that a check fails: the procedure is correct
	// where Prelude and Text have no model.
	Text string
	// Checks are the assertions, in the order of the program.
	Checks []*Check
	// Candidates are the constants that guard invariants of inference, with those whose
	// checks hold whatever the rest.
	Candidates []string
	// Asks are the Boolean terms whose values in a model Read wants.
	Asks []string

	m      *Module
	t      *table
	w      *writer
	blocks []*block
	locals []variable
	params map[string]*term
	needed map[*term]bool
	// standIns state what the symbols of standIn mean.
	standIns []*term
	// one leaves assumptions out; nil where all are kept.
	one *oneThread
}

// Condition makes that of a procedure.
func (m *Module) Condition(name string) (*Condition, error) {
	return m.condition(name, m.symmetric && !m.opts.Infer)
}

// WithAll makes that of a procedure with all assumptions.
func (m *Module) WithAll(name string) (*Condition, error) { return m.condition(name, false) }

// Fewer reports whether assumptions are left out: what is not shown may follow from all of them; see WithAll.
func (c *Condition) Fewer() bool { return c.one != nil && c.one.fewer }

func (m *Module) condition(name string, fewer bool) (*Condition, error) {
	p := m.procs[name]
	if p == nil || p.Body == nil {
		return nil, fmt.Errorf("no procedure %s with a body", name)
	}
	l := &lowering{m: m, t: newTable(m.opaque), made: map[string]int{}, guarded: map[string]bool{}}
	if err := l.procedure(p); err != nil {
		return nil, fmt.Errorf("procedure %s: %w", name, err)
	}
	c := &Condition{
		Name: name, Checks: l.checks, Candidates: l.candidates, m: m, t: l.t, w: newWriter(m.opts.Curry, "d!"),
		blocks: l.blocks, locals: l.locals, params: l.frames[0].params, needed: map[*term]bool{},
	}
	if m.symmetric {
		c.halve()
	}
	if fewer {
		c.one = newOneThread(c.t)
	}
	for i := len(c.blocks) - 1; i >= 0; i-- {
		c.precondition(c.blocks[i])
	}
	c.write()
	return c, nil
}

// precondition finds the weakest precondition of b. Every edge leads to a later block,
// whose precondition is known by then.
func (c *Condition) precondition(b *block) {
	rest := c.t.yes
	c.one.join(b)
	for _, e := range b.succs {
		var where []*term
		if e.to.wp != c.t.yes {
			for _, p := range e.phis {
				// What no later block mentions may be anything.
				if c.needed[p.symbol] {
					where = append(where, c.one.about(e.to, c.t.equal(p.symbol, p.value), e.to.wp))
				}
			}
		}
		rest = c.t.and(rest, c.t.implies(c.t.and(where...), e.to.wp))
	}
	for i := len(b.cmds) - 1; i >= 0; i-- {
		switch cmd := b.cmds[i]; {
		case cmd.assume != nil:
			rest = c.t.implies(c.one.about(b, cmd.assume, rest), rest)
		case cmd.define != nil:
			if rest != c.t.yes {
				c.need(rest)
				if c.needed[cmd.define.symbol] {
					rest = c.t.implies(c.one.about(b, c.t.equal(cmd.define.symbol, cmd.define.value), rest), rest)
				}
			}
		case cmd.check != nil:
			shown := cmp.Or(cmd.check.half, cmd.check.term)
			cmd.check.shown = c.standIn(shown)
			on := c.t.or(c.t.symbol(cmd.check.Off, boolSort), cmd.check.shown)
			if !c.m.opts.Infer || cmd.check.Candidate == "" {
				rest = c.t.implies(c.one.about(b, cmd.check.term, rest), rest)
			}
			rest = c.t.and(on, rest)
			c.one.check(b, shown)
		}
	}
	c.need(rest)
	b.wp = c.standIn(rest)
	c.need(b.wp)
}

// standIn returns a symbol that is true if x is, for an x whose value a model may not
// tell. Conditions hold the symbol where a false x is a fault, so
// that one direction is enough.
func (c *Condition) standIn(x *term) *term {
	if !x.opaque {
		return x
	}
	s := c.t.symbol("s!"+strconv.Itoa(len(c.standIns)), boolSort)
	c.standIns = append(c.standIns, c.t.implies(x, s))
	c.need(x)
	return s
}

// need notes the terms below x.
func (c *Condition) need(x *term) {
	stack := []*term{x}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c.needed[x] {
			continue
		}
		c.needed[x] = true
		stack = append(stack, x.args...)
		if x.quant != nil {
			for _, trigger := range x.quant.triggers {
				stack = append(stack, trigger...)
			}
		}
	}
}

// write makes Text and Asks.
func (c *Condition) write() {
	named := map[*term]bool{}
	for _, b := range c.blocks {
		named[b.wp] = true
		for _, cmd := range b.cmds {
			if cmd.check != nil {
				named[cmd.check.shown] = true
			}
		}
	}
	entry := c.blocks[0].wp
	delete(named, nil) // of what no execution reaches
	given := slices.Clone(c.standIns)
	if len(c.m.opts.Operators) > 0 {
		given = append(given, c.productFacts(append(slices.Clone(given), entry))...)
	}
	c.w.share(append(slices.Clone(given), entry), named)
	for _, x := range append(given, c.t.not(entry)) {
		c.w.WriteString("(assert ")
		c.w.term(x)
		c.w.WriteString(")\n")
	}
	c.Text = c.w.String()
	asked := map[string]bool{}
	for x := range named {
		if name, ok := c.spelling(x); ok && !asked[name] {
			asked[name] = true
		}
	}
	for _, x := range c.t.terms {
		if name, ok := c.spelling(x); ok && asked[name] {
			asked[name] = false
			c.Asks = append(c.Asks, name)
		}
	}
}

// spelling is how the text calls x: by a name, or a symbol or its negation. It is false
// for what the text does not mention.
func (c *Condition) spelling(x *term) (string, bool) {
	switch {
	case c.w.names[x] != "":
		return c.w.names[x], true
	case x.op == opSymbol:
		return x.text, c.w.known[x.text] || c.mentioned(x)
	case x.op == "not":
		name, ok := c.spelling(x.args[0])
		return "(not " + name + ")", ok
	}
	return "", false
}

// mentioned reports whether the text has the constant x of the program.
func (c *Condition) mentioned(x *term) bool {
	return c.needed[x] && x.op == opSymbol && c.m.constant(x.text)
}

// Symbol is how the text calls a constant of the program.
func (c *Condition) Symbol(constant string) string { return constName(constant) }
