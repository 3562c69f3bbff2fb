package inflight

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// loop is a loop of the kernel with what is known of its counters.
type loop struct {
	*kernel.Loop
	counters []counter
	inside   map[kernel.Stmt]bool
}

// counter is a variable to which every iteration adds a constant; start is its value before the
// loop, nil if that is not known.
type counter struct {
	*fact.Stride
	start kernel.Expr
}

// findLoops lists the loops, and where variables are set.
func (p *pass) findLoops(list []kernel.Stmt) {
	if p.set == nil {
		p.set = map[*kernel.Var][]kernel.Stmt{}
		kernel.Walk(p.k.Body, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				p.set[v] = append(p.set[v], s)
			}
			return true
		})
	}
	for i, s := range list {
		if l, ok := s.(*kernel.Loop); ok {
			found := loop{Loop: l, inside: map[kernel.Stmt]bool{}}
			kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
				found.inside[s] = true
				return true
			})
			for _, c := range fact.ChangesOf(l).Counters(fact.EveryIteration(l), nil) {
				if c.By == nil && !c.Mixed {
					found.counters = append(found.counters, counter{c, startOf(list[:i], c.Var)})
				}
			}
			p.loops = append(p.loops, found)
		}
		for _, inner := range kernel.Blocks(s) {
			p.findLoops(inner)
		}
	}
}

// startOf is what the last of some statements assigns to a variable, nil if it is not one of them.
func startOf(before []kernel.Stmt, v *kernel.Var) kernel.Expr {
	for _, s := range slices.Backward(before) {
		if a, ok := s.(*kernel.Assign); ok && a.Dst == v {
			return a.X
		}
	}
	return nil
}

// steady reports whether a variable has one value as long as it is used: it is a parameter, or set once and
// outside of loops.
func (p *pass) steady(v *kernel.Var) bool {
	switch len(p.set[v]) {
	case 0:
		return true
	case 1:
		return !slices.ContainsFunc(p.loops, func(l loop) bool { return l.inside[p.set[v][0]] })
	}
	return false
}

// definition is the one expression that is assigned to a variable, nil if there are others.
func (p *pass) definition(v *kernel.Var) kernel.Expr {
	if len(p.set[v]) != 1 {
		return nil
	}
	a, ok := p.set[v][0].(*kernel.Assign)
	if !ok || reads(a.X, v) {
		return nil
	}
	return a.X
}

func reads(e kernel.Expr, v *kernel.Var) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		found = found || kernel.IsRef(e, v)
		return !found
	})
	return found
}

// Guesses of distances: a counter may be as many groups ahead of those that are committed, or behind.
const (
	leastAhead = -4
	mostAhead  = 8
)

// guesses are what may hold of groups and followed copies at the head of a loop in which they change.
func (p *pass) guesses(l *kernel.Loop) []kernel.Invariant {
	at := slices.IndexFunc(p.loops, func(o loop) bool { return o.Loop == l })
	here := p.loops[at]
	var out []kernel.Invariant
	guess := func(e kernel.Expr) {
		out = append(out, kernel.Invariant{Src: l.Src, Cond: e, Candidate: true})
	}
	for _, e := range p.noted(here) {
		guess(e)
	}
	for _, kind := range kinds {
		groups := p.groups[kind]
		if groups == nil || !fact.MovesGroups([]kernel.Stmt{l}, kind) {
			continue
		}
		some := sometimes(l, kind)
		guess(kernel.Op(kernel.Le, number(0), kernel.Ref(groups)))
		if p.together.number != nil {
			for _, e := range within(-1, 1, groups, p.together.number, 1) {
				guess(e)
			}
		}
		for _, c := range here.counters {
			for _, e := range apart(groups, c.Var, c.Step) {
				if some != nil {
					e = kernel.Op(kernel.Implies, some, e)
				}
				guess(e)
			}
		}
		for _, s := range p.sites {
			switch {
			case s.ends != kind || !s.leads():
			case !p.before[l].has(s):
				guess(kernel.Negated(kernel.Ref(s.follows)))
			default:
				if some != nil {
					guess(kernel.Op(kernel.Implies, kernel.Ref(s.follows), some))
				}
				for _, e := range append(p.guessesOf(s), p.earlier(s, here)...) {
					guess(kernel.Op(kernel.Implies, kernel.Ref(s.follows), e))
				}
			}
		}
	}
	return out
}

// tested reports whether a condition that computes nothing decides before each iteration.
func tested(l *kernel.Loop) bool { return !l.DoWhile && len(l.Head) == 0 }

// sometimes is when an iteration ends a group, over what holds at the head of the loop: where conditions hold that the loop does not
// change, or else if there is a further iteration; nil for always.
func sometimes(l *kernel.Loop, kind kernel.Completion) kernel.Expr {
	if commits(fact.EveryIteration(l), kind) {
		return nil
	}
	var conds []kernel.Expr
	for list := l.Body; !commits(list, kind); {
		at := slices.IndexFunc(list, func(s kernel.Stmt) bool { return fact.MovesGroups([]kernel.Stmt{s}, kind) })
		if at < 0 {
			break
		}
		i, ok := list[at].(*kernel.If)
		if !ok {
			break
		}
		if !fact.SetsRead([]kernel.Stmt{l}, i.Cond) {
			conds = append(conds, i.Cond)
		}
		list = i.Then
	}
	switch {
	case len(conds) > 0:
		return kernel.AllOf(conds...)
	case tested(l):
		return l.Cond
	}
	return nil
}

// commits reports whether a group ends in a list itself, not only in what is in its statements.
func commits(list []kernel.Stmt, kind kernel.Completion) bool {
	return slices.ContainsFunc(list, func(s kernel.Stmt) bool {
		a, ok := s.(*kernel.Async)
		return ok && a.Op == kernel.AsyncCommit && a.Of == kind
	})
}

// commitsBefore is how many commits stand before a copy that is in no loop.
func (p *pass) commitsBefore(at *site) int64 {
	n, seen := int64(0), false
	kernel.Walk(p.k.Body, func(s kernel.Stmt) bool {
		seen = seen || s == at.stmt
		if a, ok := s.(*kernel.Async); ok && !seen && a.Op == kernel.AsyncCommit && a.Of == at.ends {
			n++
		}
		return true
	})
	return n
}

// apart are the guesses that a counter goes with a number of groups.
func apart(groups, v *kernel.Var, step int64) []kernel.Expr {
	return within(leastAhead, mostAhead, groups, v, step)
}

// within are such guesses with the counter ahead by from least to most.
func within(least, most int64, groups, v *kernel.Var, step int64) []kernel.Expr {
	var out []kernel.Expr
	for d := least; d <= most; d++ {
		scaled := kernel.Ref(groups)
		if step != 1 {
			scaled = kernel.Op(kernel.Mul, number(step), scaled)
		}
		out = append(out, kernel.Op(kernel.Eq, scaled, kernel.Op(kernel.Add, kernel.Widened(kernel.Ref(v)), number(d*step))))
	}
	return out
}

// guessesOf are what may hold of the followed copy of a statement.
func (p *pass) guessesOf(s *site) []kernel.Expr {
	group, groups := kernel.Ref(s.group), kernel.Ref(p.groups[s.ends])
	out := []kernel.Expr{
		kernel.Op(kernel.Le, number(0), group),
		kernel.Op(kernel.Le, group, groups),
		kernel.Op(kernel.Lt, group, groups),
	}
	if s.guard != nil {
		out = append(out, s.then(s.guard))
		out = append(out, within(-1, 1, s.group, s.as(p.together.number), 1)...)
	}
	if !slices.ContainsFunc(p.loops, func(l loop) bool { return l.inside[s.stmt] }) {
		out = append(out, kernel.Op(kernel.Eq, group, number(p.commitsBefore(s))))
	}
	behind := map[int64]bool{1: true, 2: true}
	for _, n := range p.waits[s.ends] {
		behind[n], behind[n+1], behind[n+2] = true, true, true
	}
	for d := range int64(mostAhead + 3) {
		if behind[d] {
			out = append(out, kernel.Op(kernel.Ge, group, kernel.Op(kernel.Sub, groups, number(d))))
		}
	}
	for _, k := range s.kept {
		if def := p.definition(k.of); def != nil {
			out = append(out, kernel.Op(kernel.Eq, kernel.Ref(k.as), s.then(def)))
		}
		for _, l := range p.loops {
			if l.inside[s.stmt] {
				out = append(out, counted(s, l, k)...)
			}
		}
	}
	return out
}

// earlier are the guesses that a copy of the open group was started in an earlier iteration of a loop.
func (p *pass) earlier(s *site, l loop) []kernel.Expr {
	var out []kernel.Expr
	for _, c := range l.counters {
		at := slices.IndexFunc(s.kept, func(k kept) bool { return k.of == c.Var })
		if at < 0 || !l.inside[s.stmt] {
			continue
		}
		from, to := kernel.Widened(kernel.Ref(s.kept[at].as)), kernel.Widened(kernel.Ref(c.Var))
		if c.Step < 0 {
			from, to = to, from
		}
		past := kernel.Op(kernel.Le, kernel.Op(kernel.Add, from, number(max(c.Step, -c.Step))), to)
		open := kernel.Op(kernel.Eq, kernel.Ref(s.group), kernel.Ref(p.groups[s.ends]))
		out = append(out, past, kernel.Op(kernel.Implies, open, past))
	}
	return out
}

// counted are the guesses about a kept value that is a counter of a loop around the copy.
func counted(s *site, l loop, k kept) []kernel.Expr {
	at := slices.IndexFunc(l.counters, func(c counter) bool { return c.Var == k.of })
	if at < 0 {
		return nil
	}
	c := l.counters[at]
	out := apart(s.group, k.as, c.Step)
	if tested(l.Loop) {
		out = append(out, s.then(l.Cond))
	}
	if c.start == nil {
		return out
	}
	from, to := c.start, kernel.Ref(k.as)
	if c.Step < 0 {
		from, to = to, from
	}
	out = append(out, kernel.Op(kernel.Le, from, to))
	if c.Step != 1 && c.Step != -1 {
		far := kernel.Op(kernel.Sub, kernel.Widened(to), kernel.Widened(from))
		out = append(out, kernel.Op(kernel.Eq, kernel.Op(kernel.Rem, far, number(max(c.Step, -c.Step))), number(0)))
	}
	return out
}

func number(n int64) kernel.Expr { return kernel.NewConst(kernel.I64, n) }
