package vc

import (
	"fmt"
	"slices"

	"gv2/boogie"
)

// call lowers a call: of an inlined procedure by its body, of any other by its contract.
func (l *lowering) call(s *boogie.Call) error {
	f := l.frame()
	node := f.node
	f.node++
	if err := harmlessOnly(s.Attrs); err != nil {
		return err
	}
	p := l.m.procs[s.F]
	if p == nil {
		return fmt.Errorf("call of %s, which is not declared", s.F)
	}
	if len(s.Args) != len(p.Params) || len(s.Results) != len(p.Results) {
		return fmt.Errorf("call of %s with %d arguments and %d results", s.F, len(s.Args), len(s.Results))
	}
	params := map[string]*term{}
	scope := l.scope()
	for i, a := range s.Args {
		x, err := scope.expr(a)
		if err != nil {
			return err
		}
		want, err := l.m.sorts.of(p.Params[i].T)
		if err != nil {
			return err
		}
		if x.sort != want {
			return fmt.Errorf("argument %d of %s has another type", i+1, s.F)
		}
		params[p.Params[i].Name] = l.named(p.Params[i].Name, x)
	}
	var results []*term
	var err error
	if p.inline && p.Body != nil {
		results, err = l.inlined(p, params, node)
	} else {
		results, err = l.contract(p, params, node)
	}
	if err != nil {
		return fmt.Errorf("call of %s: %w", s.F, err)
	}
	if l.cur == nil {
		return nil
	}
	for i, name := range s.Results {
		slot, err := l.slot(name)
		if err != nil {
			return err
		}
		if l.store[slot].sort != results[i].sort {
			return fmt.Errorf("result %d of %s has another type", i+1, s.F)
		}
		l.store[slot] = results[i]
	}
	return nil
}

// enter starts the frame of a called procedure, and checks what it requires. As in
// Boogie, free requires clauses say nothing to callers.
func (l *lowering) enter(p *procedure, params map[string]*term, node int) error {
	f := &frame{
		proc: p, params: params, slots: map[string]int{}, old: slices.Clone(l.store),
		node: p.first + len(p.Requires) + len(p.Ensures),
	}
	l.frames = append(l.frames, f)
	return l.clauses(p.Requires, func(i int, x *term) {
		if !p.Requires[i].Free {
			l.check(Check{Node: node, Related: p.first + i}, x)
		}
	})
}

// exit ends the frame and returns the values of the results.
func (l *lowering) exit(size int) []*term {
	f := l.frame()
	l.frames = l.frames[:len(l.frames)-1]
	if l.cur == nil {
		return nil
	}
	var out []*term
	for _, v := range f.proc.Results {
		out = append(out, l.store[f.slots[v.Name]])
	}
	l.store = l.store[:size:size]
	return out
}

// inlined lowers the body in place of the call. What it ensures is checked, too, unless
// it is free, which then says nothing.
func (l *lowering) inlined(p *procedure, params map[string]*term, node int) ([]*term, error) {
	for _, f := range l.frames {
		if f.proc == p {
			return nil, fmt.Errorf("the procedure is inlined and calls itself")
		}
	}
	size := len(l.store)
	if err := l.enter(p, params, node); err != nil {
		return nil, err
	}
	if l.cur != nil {
		if err := l.declare(p.Results); err != nil {
			return nil, err
		}
		if err := l.declare(p.Locals); err != nil {
			return nil, err
		}
		if err := l.stmts(p.Body); err != nil {
			return nil, err
		}
		l.leave()
		err := l.clauses(p.Ensures, func(i int, x *term) {
			if !p.Ensures[i].Free {
				l.check(Check{Node: p.first + len(p.Requires) + i, Related: -1}, x)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return l.exit(size), nil
}

// contract changes what the procedure may modify, and assumes what it ensures.
func (l *lowering) contract(p *procedure, params map[string]*term, node int) ([]*term, error) {
	size := len(l.store)
	if err := l.enter(p, params, node); err != nil {
		return nil, err
	}
	if l.cur == nil {
		return l.exit(size), nil
	}
	for _, name := range p.Modifies {
		i, ok := l.globals[name]
		if !ok {
			return nil, fmt.Errorf("modifies %s, which is not a global variable", name)
		}
		l.store[i] = l.fresh(name, l.store[i].sort)
	}
	if err := l.declare(p.Results); err != nil {
		return nil, err
	}
	if err := l.clauses(p.Ensures, func(_ int, x *term) { l.assume(x) }); err != nil {
		return nil, err
	}
	return l.exit(size), nil
}
