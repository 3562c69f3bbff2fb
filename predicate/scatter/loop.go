package scatter

import (
	"errors"
	"maps"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// loop executes a loop. Where the iterations of one that is in no other are too much to execute, as 32 rounds of a sort by one bit
// each are, the run goes back to where it began, once, and one arbitrary iteration stands for all.
func (r *runner) loop(w *predicate.While) error {
	if r.inLoop {
		return r.iterations(w)
	}
	entry, disjoint, placed, spoilt, work := r.state.clone(), maps.Clone(r.disjoint), maps.Clone(r.placed), maps.Clone(r.spoilt), r.work
	r.inLoop = true
	defer func() { r.inLoop = false }()
	err := r.iterations(w)
	if !errors.Is(err, errBudget) || r.shortened || r.nodes.count() > maxNodes {
		return err
	}
	r.shortened = true
	r.state, r.disjoint, r.placed, r.spoilt, r.work = entry, disjoint, placed, spoilt, work
	return r.arbitrary(w)
}

// iterations executes iterations as long as it is known which threads are in them.
// After that one arbitrary iteration stands for all others.
func (r *runner) iterations(w *predicate.While) error {
	for range maxIterations {
		more, known := r.guard(w)
		if !known {
			return r.arbitrary(w)
		}
		if !more {
			return nil
		}
		if err := r.block(w.Body); err != nil {
			return err
		}
	}
	return errBudget
}

// guard reports whether some thread is in the loop, if that is known.
func (r *runner) guard(w *predicate.While) (more, known bool) {
	for _, g := range r.eval(w.Guard) {
		c, ok := g.known()
		if !ok {
			return false, false
		}
		more = more || c != 0
	}
	return more, true
}

// changes are the variables and arrays that a loop's body may write.
type changes struct {
	vars   []*kernel.Var
	arrays map[*kernel.Array]bool
}

func (c *changes) collect(stmts []predicate.Stmt, seen map[*kernel.Var]bool) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *predicate.Do:
			if v := kernel.Assigned(s.Stmt); v != nil && !seen[v] {
				seen[v] = true
				c.vars = append(c.vars, v)
			}
			_, load := s.Stmt.(*kernel.Load)
			if acc := kernel.Touched(s.Stmt); acc != nil && !load {
				c.arrays[acc.Array] = true
			}
		case *predicate.If:
			c.collect(s.Then, seen)
			c.collect(s.Else, seen)
		case *predicate.While:
			c.collect(s.Body, seen)
		}
	}
}

// steady is what holds for a variable at the head of a loop, in all iterations.
type steady int

const (
	equal   steady = iota // the same for all threads
	shifted               // its value before the loop plus a number that is the same for all
	any                   // nothing
)

// arbitrary executes one iteration from a state that stands for that of every
// iteration: variables have their values before the loop, shifted by the same
// number for all threads, if an iteration preserves that, and arbitrary ones
// otherwise. The state after the loop is one of those at its head.
func (r *runner) arbitrary(w *predicate.While) error {
	c := &changes{arrays: map[*kernel.Array]bool{}}
	c.collect(w.Body, map[*kernel.Var]bool{})
	entry := map[*kernel.Var][]value{}
	kinds := map[*kernel.Var]steady{}
	for _, v := range c.vars {
		entry[v] = r.variable(v)
		kinds[v] = r.steadiness(v, entry[v])
	}
	r.rounds.unsettle()
	defer r.rounds.unsettle()
	// Weaken the hypotheses until an iteration preserves them. Each round drops at least one, so this ends.
	outside := r.trial
	for {
		r.forget(c, entry, kinds)
		head := r.state.clone()
		r.trial = true
		err := r.iteration(w)
		r.trial = outside
		if err != nil {
			return err
		}
		kept := r.kept(c, head, kinds)
		r.state = head
		if kept {
			break
		}
	}
	// In a trial of an outer loop, stores are compared only once the hypotheses of that loop hold, too.
	if outside {
		return nil
	}
	head := r.state.clone()
	err := r.iteration(w)
	r.state = head
	return err
}

// steadiness is the first hypothesis about a variable, which kept weakens if an iteration refutes
// it.
func (r *runner) steadiness(v *kernel.Var, entry []value) steady {
	switch {
	case r.uniform[v] || allSame(entry):
		return equal
	case v.T.Kind != kernel.Int:
		return any
	}
	for _, x := range entry {
		if _, ok := x.sole(); !ok {
			return any
		}
	}
	return shifted
}

// forget makes the state that of an arbitrary iteration.
func (r *runner) forget(c *changes, entry map[*kernel.Var][]value, kinds map[*kernel.Var]steady) {
	for _, v := range c.vars {
		switch kinds[v] {
		case equal:
			r.vars[v] = r.common(v.T)
		case shifted:
			by := single(r.nodes.fresh(typeBounds(v.T)))
			r.vars[v] = r.each(func(t int) value { return just(entry[v][t][0].form.plus(by, 1)) })
		default:
			r.vars[v] = r.unknown(v.T)
		}
	}
	for a := range c.arrays {
		clear(r.cells[a])
	}
}

// iteration executes the body for the threads that are in the loop.
func (r *runner) iteration(w *predicate.While) error {
	defer r.rounds.unsettle()
	if !w.Uniform {
		return r.block(w.Body)
	}
	g, ok := r.eval(w.Guard)[0].sole()
	if !ok {
		return r.block(w.Body)
	}
	return r.given(r.nodes.truth(g), w.Body)
}

// kept reports whether the iteration executed from head preserves all hypotheses,
// and weakens those that it does not.
func (r *runner) kept(c *changes, head state, kinds map[*kernel.Var]steady) bool {
	all := true
	for _, v := range c.vars {
		holds := true
		switch kinds[v] {
		case equal:
			holds = r.uniform[v] || allSame(r.variable(v))
		case shifted:
			holds = shiftedAlike(head.vars[v], r.variable(v))
		}
		if !holds {
			kinds[v] = any
			all = false
		}
	}
	return all
}

// shiftedAlike reports whether the values of all threads have changed by the
// same number.
func shiftedAlike(from, to []value) bool {
	var by form
	for t := range from {
		f, okF := from[t].sole()
		g, okG := to[t].sole()
		if !okF || !okG {
			return false
		}
		d := g.plus(f, -1)
		if t == 0 {
			by = d
		}
		if !d.equal(by) {
			return false
		}
	}
	return true
}
