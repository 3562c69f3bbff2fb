package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// flagRule: a flag that each iteration clears, and then sets under a condition, says behind the loop that the
// condition held in the last iteration. That is the iteration of the counter's value where a break ended the loop,
// in which the condition of the break held, and else the one before.
//
//	for (int i = 0; i < n; i++) {
//	  computed = false;
//	  if (tx >= i + 1 && tx < 255 - i) { computed = true; … }
//	  __syncthreads();
//	  if (i == n - 1) break;
//	  …
//	}
//	if (computed) out[…] = …
var flagRule = rule{"flag", func(l *Loop) []boogie.Expr {
	if l.Stmt.Loop == nil || l.Stmt.Loop.Cond == nil {
		return nil
	}
	before, set := l.before(), l.settings()
	stopped, next := l.ended()
	var out []boogie.Expr
	guess := func(when, c kernel.Expr, with map[*kernel.Var]kernel.Expr) {
		if l.fixedBut(c, constants(before)) {
			out = append(out, l.both(kernel.Bin(kernel.Implies, when, fact.Replaced(c, with))))
		}
	}
	for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
		if kernel.IsRef(l.Stmt.Guard, v) {
			continue // predicateGuardRule's
		}
		flag := kernel.Ref(v)
		if v.T.Kind != kernel.Bool {
			flag = kernel.Bin(kernel.Ne, flag, kernel.NewConst(v.T, 0))
		}
		for _, c := range l.setWhen(v, set[v]) {
			if stopped != nil {
				guess(kernel.Bin(kernel.LAnd, stopped, flag), c, nil)
			}
			if next != nil {
				guess(kernel.Bin(kernel.LAnd, next, flag), c, before)
			}
		}
	}
	if len(out) > 0 && stopped != nil {
		for _, c := range left(set[l.Stmt.Guard.(*kernel.VarRef).Var]) {
			guess(stopped, c, nil)
		}
	}
	return out
}}

// ended are the conditions under which the loop was left by a break, and under which an iteration has come to its end.
// Each is nil where nothing says so.
func (l *Loop) ended() (stopped, next kernel.Expr) {
	if going, ok := l.Stmt.Guard.(*kernel.VarRef); ok && l.Changes[going.Var] {
		stopped = kernel.Bin(kernel.LAnd, l.Stmt.Loop.Cond, kernel.Negated(going))
		if l.Stmt.Outer != nil {
			stopped = kernel.Bin(kernel.LAnd, l.Stmt.Outer, stopped)
		}
	}
	for _, c := range l.Counters {
		if c.Op == kernel.Add && fact.ReadsVar(l.Stmt.Loop.Cond, c.Var) {
			next = kernel.Bin(kernel.Ne, kernel.Ref(c.Var), kernel.Ref(c.Start))
			if stopped != nil {
				next = kernel.Bin(kernel.LAnd, next, kernel.Negated(stopped))
			}
			break
		}
	}
	return stopped, next
}

// setting is an assignment of the loop's body, with the conditions that it stands under.
type setting struct {
	x     kernel.Expr
	under []kernel.Expr
	inner bool // in a loop within the loop
}

// settings are the assignments of the body to each variable.
func (l *Loop) settings() map[*kernel.Var][]setting {
	out := map[*kernel.Var][]setting{}
	var walk func(body []predicate.Stmt, under []kernel.Expr, inner bool)
	walk = func(body []predicate.Stmt, under []kernel.Expr, inner bool) {
		for _, s := range body {
			switch s := s.(type) {
			case *predicate.Do:
				v := kernel.Assigned(s.Stmt)
				if v == nil {
					continue
				}
				conds := append([]kernel.Expr{}, under...)
				if s.Pred != nil {
					conds = append(conds, kernel.Conjuncts(l.inside(s.Pred))...)
				}
				set := setting{under: conds, inner: inner}
				if a, ok := s.Stmt.(*kernel.Assign); ok {
					set.x = a.X
				}
				out[v] = append(out[v], set)
			case *predicate.If:
				walk(s.Then, append(under[:len(under):len(under)], kernel.Conjuncts(l.inside(s.Cond))...), inner)
				walk(s.Else, append(under[:len(under):len(under)], kernel.Negated(l.inside(s.Cond))), inner)
			case *predicate.While:
				walk(s.Body, under, true)
			}
		}
	}
	walk(l.Stmt.Body, nil, false)
	return out
}

// setWhen is the condition under which an iteration leaves the flag set: it is cleared, then set under a condition,
// or it is assigned the condition.
func (l *Loop) setWhen(v *kernel.Var, sets []setting) []kernel.Expr {
	if v.T.Kind != kernel.Bool && v.T.Kind != kernel.Int {
		return nil
	}
	if len(sets) == 1 && v.T.Kind == kernel.Bool && sets[0].x != nil && !sets[0].inner && !isConst(sets[0].x) {
		return kernel.Conjuncts(l.inside(sets[0].x))
	}
	if len(sets) != 2 || sets[0].inner || sets[1].inner || !isZero(sets[0].x) || !isConst(sets[1].x) || isZero(sets[1].x) {
		return nil
	}
	return sets[1].under
}

// inside replaces what the loop assigns once by its value; names of values from before the loop stay, and with them
// what products and quotients these are.
func (l *Loop) inside(x kernel.Expr) kernel.Expr {
	return kernel.MapExpr(x, func(x kernel.Expr) kernel.Expr {
		r, ok := x.(*kernel.VarRef)
		if !ok || !l.Changes[r.Var] || r.Var.T.Kind != kernel.Bool {
			return x
		}
		if y := l.of.Definition(r.Var); y != nil {
			return l.inside(y)
		}
		return x
	})
}

func isConst(x kernel.Expr) bool {
	_, ok := x.(*kernel.Const)
	return ok
}

func isZero(x kernel.Expr) bool {
	c, ok := x.(*kernel.Const)
	return ok && c.Val == 0
}

// left is the condition of the one break that clears the variable that keeps the loop going.
func left(sets []setting) []kernel.Expr {
	var found []kernel.Expr
	for _, s := range sets {
		if !isZero(s.x) {
			continue
		}
		if found != nil {
			return nil
		}
		found = s.under
	}
	return found
}
