package inflight

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Copies that threads start together may be noted by a thread where a loop begins, because no barrier comes between. What is known of
// copies that the thread follows then does not help: the noted access may be of another copy. So there are guesses
// about noted accesses themselves: at the head of the first iteration they are of the copies before the loop, later of those of the
// iteration before.

// noted are the guesses about noted accesses at the head of a loop.
func (p *pass) noted(l loop) []kernel.Expr {
	var out []kernel.Expr
	seen := map[*kernel.Array]bool{}
	for _, s := range p.sites {
		if s.guard == nil {
			if !s.write && !seen[s.acc.Array] && p.before[l.Loop].has(s) {
				seen[s.acc.Array] = true
				for _, c := range l.counters {
					if c.start != nil {
						out = append(out, kernel.Op(kernel.Implies, &kernel.Accessed{Kind: kernel.WriteAccess, Array: s.acc.Array}, kernel.Op(kernel.Eq, kernel.Ref(c.Var), c.start)))
					}
				}
			}
			continue
		}
		kind := kernel.ReadAccess
		if s.write {
			kind = kernel.WriteAccess
		}
		made := kernel.Expr(&kernel.Accessed{Kind: kind, Array: s.acc.Array})
		at := &kernel.AccessIndex{Kind: kind, Array: s.acc.Array}
		for _, c := range l.counters {
			if c.start == nil {
				continue
			}
			first := kernel.Op(kernel.Eq, kernel.Ref(c.Var), c.start)
			out = append(out, kernel.Op(kernel.Implies, made, first))
			now, inside := first, l.inside[s.stmt]
			if inside {
				now = kernel.Negated(first)
			}
			add := func(e kernel.Expr) {
				out = append(out, kernel.Op(kernel.Implies, kernel.AllOf(made, now), e))
			}
			add(s.guard)
			if index := p.lastIndex(s, l, c, inside); index != nil {
				add(kernel.AllOf(kernel.Op(kernel.Le, index, at), kernel.Op(kernel.Lt, at, kernel.Op(kernel.Add, index, number(int64(max(s.acc.Width, 1)))))))
			}
		}
	}
	return out
}

// lastIndex is the index of the last copy of a site over what holds at the head of a loop; nil if that is not known.
func (p *pass) lastIndex(s *site, l loop, c counter, inside bool) kernel.Expr {
	e := s.acc.Index
	for range mostKept {
		by := map[*kernel.Var]kernel.Expr{}
		for _, k := range s.kept {
			if def := p.definition(k.of); def != nil && k.of != p.together.number {
				by[k.of] = def
			}
		}
		e = fact.Replaced(e, by)
	}
	if inside {
		e = fact.Replaced(e, map[*kernel.Var]kernel.Expr{c.Var: kernel.Op(kernel.Sub, kernel.Ref(c.Var), kernel.NewConst(c.Var.T, c.Step))})
	}
	others := fact.Replaced(e, map[*kernel.Var]kernel.Expr{c.Var: kernel.NewConst(c.Var.T, 0)})
	if fact.SetsRead([]kernel.Stmt{l.Loop}, others) {
		return nil
	}
	return e
}

// mostKept bounds how far definitions of kept variables are followed.
const mostKept = 6
