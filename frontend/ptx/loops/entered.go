package loops

import (
	"maps"
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// entered tests loops at their start whose condition holds when they are reached: the first test changes nothing then. Branches
// of which it is known that they are taken, and loops of one round, are what is in them.
//
//	if (n >= 1) { i = 0; do { …; i = i + 1 } while (i < n) }   becomes   if (n >= 1) { for (i = 0; i < n; i = i + 1) … }
func entered(body []kernel.Stmt, launch kernel.Launch) []kernel.Stmt {
	k := atStart(launch)
	k.asked = askedAbout(body)
	return k.block(body)
}

// together takes loops for one of which compilers have written several rounds as one.
func together(body []kernel.Stmt, launch kernel.Launch) []kernel.Stmt {
	if !anyRolled(body) {
		return body
	}
	k := atStart(launch)
	k.asked = askedAbout(body)
	k.readers = map[*kernel.Var]int{}
	readsOf(body, k.readers)
	return k.block(body)
}

// known is what holds at a place: conditions, and values that variables were given, both in terms of values that the variables
// in them still have.
type known struct {
	launch kernel.Launch
	facts  []kernel.Expr
	values map[*kernel.Var]kernel.Expr
	// inFacts are all variables that facts read, here or elsewhere, and inValues those that values read, with whose values they
	// are: most are in few, and only these have to be looked at when one changes.
	inFacts  map[*kernel.Var]bool
	inValues map[*kernel.Var]map[*kernel.Var]bool
	// readers are how often variables are read, where unrolled loops are taken together.
	readers map[*kernel.Var]int
	// asked are the variables that a question may be about (asked.go); nil for all.
	asked map[*kernel.Var]bool
}

func atStart(launch kernel.Launch) *known {
	return &known{launch: launch, values: map[*kernel.Var]kernel.Expr{}, inFacts: map[*kernel.Var]bool{}, inValues: map[*kernel.Var]map[*kernel.Var]bool{}}
}

func (k *known) copy() *known {
	return &known{k.launch, slices.Clone(k.facts), maps.Clone(k.values), k.inFacts, k.inValues, k.readers, k.asked}
}

// forget drops what reads a variable that changes.
func (k *known) forget(v *kernel.Var) {
	if k.inFacts[v] {
		k.facts = slices.DeleteFunc(k.facts, func(e kernel.Expr) bool { return reads(e, v) })
	}
	delete(k.values, v)
	for w := range k.inValues[v] {
		if x := k.values[w]; x != nil && reads(x, v) {
			delete(k.values, w)
		}
	}
}

// forgetAll drops what reads a variable that some statement among the list sets.
func (k *known) forgetAll(list []kernel.Stmt) {
	kernel.Walk(list, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil && k.about(v) {
			k.forget(v)
		}
		return true
	})
}

func (k *known) assume(cond kernel.Expr) {
	for _, fact := range cexpr.Conjuncts(kernel.Fold(cond)) {
		k.facts = append(k.facts, fact)
		eachRead(fact, func(v *kernel.Var) { k.inFacts[v] = true })
	}
}

// mostOfValue is how large a value may be to be kept. Values are put into others, and double in size with each line of a hash.
const mostOfValue = 64

// keep notes that a variable has a value.
func (k *known) keep(v *kernel.Var, x kernel.Expr) {
	if k.asked != nil && v.T.Kind == kernel.Float {
		return // askedAbout does not ask what it is computed from
	}
	size := 0
	kernel.WalkExpr(x, func(kernel.Expr) bool { size++; return size <= mostOfValue })
	if size <= mostOfValue && !reads(x, v) {
		k.values[v] = x
		eachRead(x, func(of *kernel.Var) {
			if k.inValues[of] == nil {
				k.inValues[of] = map[*kernel.Var]bool{}
			}
			k.inValues[of][v] = true
		})
	}
}

func eachRead(e kernel.Expr, f func(*kernel.Var)) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is {
			f(r.Var)
		}
		return true
	})
}

func (k *known) block(list []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(list))
	for i := 0; i < len(list); i++ {
		if k.readers != nil {
			if one, of := k.rolled(list[i:], k.readers); of > 0 {
				out = append(out, one...)
				k.forgetAll(list[i : i+of])
				i += of - 1
				continue
			}
		}
		out = append(out, k.stmt(list[i])...)
	}
	return out
}

func (k *known) stmt(s kernel.Stmt) []kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Assign:
		if !k.about(s.Dst) {
			return []kernel.Stmt{s}
		}
		x := k.now(s.X)
		k.forget(s.Dst)
		k.keep(s.Dst, x)
		return []kernel.Stmt{s}
	case *kernel.If:
		switch {
		case k.holds(s.Cond):
			return k.block(s.Then)
		case k.holds(cexpr.Not(s.Cond)):
			return k.block(s.Else)
		}
		c := *s
		then, other := k.copy(), k.copy()
		then.assume(k.now(s.Cond))
		other.assume(k.now(cexpr.Not(s.Cond)))
		c.Then, c.Else = then.block(s.Then), other.block(s.Else)
		k.forgetAll([]kernel.Stmt{s})
		return []kernel.Stmt{&c}
	case *kernel.Loop:
		return k.loop(s)
	default:
		// Of the others, only what they set makes a difference.
		c := kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return k.copy().block(list) })
		k.forgetAll([]kernel.Stmt{s})
		return []kernel.Stmt{c}
	}
}

func (k *known) loop(s *kernel.Loop) []kernel.Stmt {
	c := *s
	plain := len(c.Head) == 0 && len(c.Invariants) == 0
	first := plain && (c.DoWhile || k.holds(c.Cond))
	if first && !jumps(c.Body) {
		after := k.copy()
		once := append(after.block(after.inlined(c.Body, c.Post)), after.block(c.Post)...)
		if after.holds(cexpr.Not(c.Cond)) {
			*k = *after
			return once
		}
	}
	if c.DoWhile && plain && k.holds(c.Cond) {
		c.DoWhile = false
	}
	k.forgetAll([]kernel.Stmt{s})
	c.Head = k.copy().block(c.Head)
	inside := k.copy()
	if !c.DoWhile && plain {
		inside.assume(inside.now(c.Cond))
	}
	c.Body = inside.block(c.Body)
	return []kernel.Stmt{&c}
}

// inlined is the body of a loop of one round with what the round counts by written as what it begins with.
func (k *known) inlined(body, post []kernel.Stmt) []kernel.Stmt {
	begin := k.copy()
	begin.forgetAll(body)
	counts := map[*kernel.Var]bool{}
	for _, s := range post {
		counts[kernel.Assigned(s)] = true
	}
	maps.DeleteFunc(begin.values, func(v *kernel.Var, _ kernel.Expr) bool { return !counts[v] })
	return kernel.Rewrite(body, func(_, s kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{kernel.MapExprs(s, begin.now)}
	})
}

// jumps reports whether anything in a loop may leave it, or end a round early.
func jumps(list []kernel.Stmt) bool {
	found := false
	kernel.Walk(list, func(s kernel.Stmt) bool {
		switch s.(type) {
		case *kernel.Break, *kernel.Continue, *kernel.Leave, *kernel.Return:
			found = true
		default:
			// The others go on behind them.
		}
		return !found
	})
	return found
}

// now is e with variables that were given a value replaced by it.
func (k *known) now(e kernel.Expr) kernel.Expr {
	return kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok {
			if x := k.values[r.Var]; x != nil && x.Type() == r.Type() {
				return x
			}
		}
		return e
	}))
}

// holds reports whether a condition certainly holds.
func (k *known) holds(cond kernel.Expr) bool {
	for _, c := range cexpr.Conjuncts(k.now(cond)) {
		if !k.follows(c) {
			return false
		}
	}
	return true
}

func (k *known) follows(c kernel.Expr) bool {
	if b, ok := c.(*kernel.Const); ok {
		return b.Val != 0
	}
	for _, f := range k.facts {
		if cexpr.Same(f, c) {
			return true
		}
	}
	x, want, ok := bounds(c)
	if !ok {
		return false
	}
	is := address.Range(x, address.Known{Launch: k.launch})
	for _, f := range k.facts {
		if y, i, ok := bounds(f); ok && cexpr.Same(x, y) {
			is = is.Meet(i)
		}
		if differs(f, x, is.Lo.Int64(), is.Lo.IsInt64()) {
			is = is.Above()
		}
	}
	return is.Within(want)
}

// bounds is an expression and the values of it that meet a comparison with a constant.
func bounds(cond kernel.Expr) (x kernel.Expr, in address.Interval, ok bool) {
	b, is := cond.(*kernel.Binary)
	if !is || !b.Op.IsComparison() || !b.X.Type().IsInt() {
		return nil, in, false
	}
	op, x, y := b.Op, b.X, b.Y
	if _, left := x.(*kernel.Const); left {
		x, y = y, x
		op = mirrored[op]
	}
	c, constant := y.(*kernel.Const)
	if !constant || !x.Type().Signed && c.Val < 0 {
		return nil, in, false
	}
	all := address.OfType(x.Type())
	from, to := address.Interval{Lo: address.Between(c.Val, c.Val).Lo, Hi: all.Hi}, address.Interval{Lo: all.Lo, Hi: address.Between(c.Val, c.Val).Hi}
	switch op {
	case kernel.Lt:
		in = to.Below()
	case kernel.Le:
		in = to
	case kernel.Gt:
		in = from.Above()
	case kernel.Ge:
		in = from
	case kernel.Eq:
		in = from.Meet(to)
	default:
		return nil, in, false // all values but one are no interval
	}
	return plain(x), in, true
}

// mirrored is the comparison with its sides changed.
var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le, kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne,
}

// differs reports whether a fact says that x is not the number.
func differs(fact, x kernel.Expr, n int64, is bool) bool {
	b, ok := fact.(*kernel.Binary)
	if !ok || b.Op != kernel.Ne || !is {
		return false
	}
	c, ok := b.Y.(*kernel.Const)
	return ok && c.Val == n && cexpr.Same(plain(b.X), x)
}

// plain is e without conversions that keep its value.
func plain(e kernel.Expr) kernel.Expr {
	c, ok := e.(*kernel.Convert)
	if !ok || !c.T.IsInt() || !c.X.Type().IsInt() {
		return e
	}
	if x := plain(c.X); address.OfType(x.Type()).Within(address.OfType(c.T)) {
		return x
	}
	return e
}

func reads(e kernel.Expr, v *kernel.Var) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		found = found || kernel.IsRef(e, v)
		return !found
	})
	return found
}
