package loops

import (
	"fmt"
	"reflect"
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// Compilers write several rounds of a loop as one, and what is left over as a loop behind it:
//
//	if ((unsigned)n - 1 < 3) { i = 0; a = 0 }
//	else { k = 0; b = 0; do { B(k); B(k + 1); B(k + 2); B(k + 3); k = k + 4 } while (k != n - (n & 3)); i = k; a = b }
//	c = n & 3; j = f(i)
//	while (c != 0) { B'(j); c = c - 1; j = j + 1 }
//
// Where n >= 1, that is
//
//	i = 0; a = 0; c = 0; j = f(i)
//	while (c < n) { B'(j); c = c + 1; j = j + 1 }
//
// if each B(k + m) is B' in round k + m. Both are executed here symbolically: what counts is a sum over the number of the round
// (canonical.go), what is loaded or computed otherwise a name, and statements are the same if they are once all expressions are
// replaced by their values.

// unrolled is what the parts of such a loop are called here.
type unrolled struct {
	skip, before, behind []kernel.Stmt // assignments where the large loop has no round, before and behind it
	large                *kernel.Loop
	between              []kernel.Stmt // assignments between the loops
	small                *kernel.Loop
	n                    kernel.Expr
	copies               int64
	count                *kernel.Var // c
	set                  map[*kernel.Var]bool
	lost                 bool
	parts                map[string]part
}

// values begins to execute.
func (u *unrolled) values() *canonical {
	return &canonical{values: map[*kernel.Var]linear{}, moving: u.set, lost: &u.lost, parts: u.parts}
}

// anyRolled reports whether loops follow each other as the two of such a loop do.
func anyRolled(list []kernel.Stmt) bool {
	after := false // an if with a loop in it, and assignments only behind it
	for _, s := range list {
		switch s.(type) {
		case *kernel.Assign:
			continue
		case *kernel.Loop:
			if after {
				return true
			}
		default:
			// Others have nothing of it.
		}
		guard, is := s.(*kernel.If)
		after = is && (anyLoop(guard.Then) >= 0 || anyLoop(guard.Else) >= 0)
		if slices.ContainsFunc(kernel.Blocks(s), anyRolled) {
			return true
		}
	}
	return false
}

// rolled is one loop in place of those that a list begins with, and how many statements it stands for; 0 if there are none.
func (k *known) rolled(list []kernel.Stmt, readers map[*kernel.Var]int) (out []kernel.Stmt, of int) {
	u, of := k.partsOf(list)
	if u == nil || !u.private(list[:of], readers) {
		return nil, 0
	}
	u.set, u.parts = assignedIn(list[:of]), map[string]part{}
	m := u.matched()
	if m == nil || u.lost {
		return nil, 0
	}
	m.launch = k.launch
	return m.loop(), of
}

// partsOf recognises the parts.
func (k *known) partsOf(list []kernel.Stmt) (*unrolled, int) {
	guard, ok := list[0].(*kernel.If)
	if !ok {
		return nil, 0
	}
	u := &unrolled{skip: guard.Then}
	long, skips := guard.Else, guard.Cond
	at := anyLoop(long)
	if at < 0 {
		u.skip, long, skips = guard.Else, guard.Then, cexpr.Not(guard.Cond)
		at = anyLoop(long)
	}
	if at < 0 || !onlyAssigns(u.skip) {
		return nil, 0
	}
	u.before, u.large, u.behind = long[:at], long[at].(*kernel.Loop), long[at+1:]
	of := 1
	for ; of < len(list); of++ {
		if _, is := list[of].(*kernel.Assign); !is {
			break
		}
	}
	if of == len(list) {
		return nil, 0
	}
	u.between = list[1:of]
	if u.small, ok = list[of].(*kernel.Loop); !ok || u.small.DoWhile || !plainLoop(u.small) || !u.large.DoWhile {
		return nil, 0
	}
	if !u.counts() || !u.skipsFew(skips) {
		return nil, 0
	}
	if !k.holds(kernel.Op(kernel.Ge, u.n, kernel.NewConst(kernel.I32, 1))) {
		return nil, 0
	}
	return u, of + 1
}

// counts finds n, c and how many rounds the large loop makes of one.
func (u *unrolled) counts() bool {
	cond, ok := u.small.Cond.(*kernel.Binary)
	if !ok || cond.Op != kernel.Ne || !isNumber(cond.Y, 0) {
		return false
	}
	r, ok := kernel.StripSameWidth(cond.X).(*kernel.VarRef)
	if !ok || r.Var.T.Bits != 32 {
		return false
	}
	u.count = r.Var
	for _, s := range u.between {
		a := s.(*kernel.Assign)
		if a.Dst != u.count {
			continue
		}
		rest, ok := kernel.StripSameWidth(a.X).(*kernel.Binary)
		if !ok || rest.Op != kernel.And || u.n != nil {
			return false
		}
		mask, ok := rest.Y.(*kernel.Const)
		if !ok || mask.Val != 1 && mask.Val != 3 && mask.Val != 7 {
			return false
		}
		u.n, u.copies = cexpr.Convert(kernel.StripSameWidth(rest.X), kernel.I32), mask.Val+1
	}
	step, steps := stepsOf(u.small.Post)[u.count]
	return u.n != nil && steps && step == -1
}

// skipsFew reports whether the large loop is left out exactly if n, which is at least 1, is less than what it makes of one round.
func (u *unrolled) skipsFew(cond kernel.Expr) bool {
	b, ok := cond.(*kernel.Binary)
	if !ok || b.Op != kernel.Lt || b.X.Type() != kernel.U32 || !isNumber(b.Y, u.copies-1) {
		return false
	}
	c := &canonical{}
	return c.of(b.X).same(c.of(u.n).plus(constant(-1), 1).modulo(32))
}

func isNumber(e kernel.Expr, n int64) bool {
	c, ok := e.(*kernel.Const)
	return ok && c.Val == n
}

func onlyAssigns(list []kernel.Stmt) bool {
	for _, s := range list {
		if _, ok := s.(*kernel.Assign); !ok {
			return false
		}
	}
	return true
}

// anyLoop is the place of the loop in a list of assignments with one loop that has neither head nor invariants; -1 for others.
func anyLoop(list []kernel.Stmt) int {
	for i, s := range list {
		if l, ok := s.(*kernel.Loop); ok && plainLoop(l) && onlyAssigns(list[:i]) && onlyAssigns(list[i+1:]) {
			return i
		}
	}
	return -1
}

func plainLoop(l *kernel.Loop) bool {
	return len(l.Head) == 0 && len(l.Invariants) == 0 && onlyAssigns(l.Post) && !jumps(l.Body) && atOnce(l.Post)
}

// atOnce reports whether no assignment reads what one before it has set.
func atOnce(list []kernel.Stmt) bool {
	for i, s := range list {
		for _, before := range list[:i] {
			if reads(s.(*kernel.Assign).X, kernel.Assigned(before)) {
				return false
			}
		}
	}
	return true
}

// stepsOf are the constants by which assignments move variables that nothing else moves.
func stepsOf(post []kernel.Stmt) map[*kernel.Var]int64 {
	out, times := map[*kernel.Var]int64{}, map[*kernel.Var]int{}
	for _, s := range post {
		a := s.(*kernel.Assign)
		times[a.Dst]++
		c := &canonical{values: map[*kernel.Var]linear{a.Dst: term("itself")}}
		if !a.Dst.T.IsInt() {
			continue
		}
		if by := c.of(a.X).plus(term("itself"), -1).modulo(a.Dst.T.Bits); len(by.terms) == 0 {
			out[a.Dst] = by.c
		}
	}
	for v, n := range times {
		if n > 1 {
			delete(out, v)
		}
	}
	return out
}

// assignedIn are the variables that statements set.
func assignedIn(lists ...[]kernel.Stmt) map[*kernel.Var]bool {
	out := map[*kernel.Var]bool{}
	for _, list := range lists {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				out[v] = true
			}
			return true
		})
	}
	return out
}

// private reports whether nothing behind the loops reads what they set, but for what the small loop computes other than by counting.
func (u *unrolled) private(list []kernel.Stmt, readers map[*kernel.Var]int) bool {
	inside := map[*kernel.Var]int{}
	readsOf(list, inside)
	results := assignedIn(u.small.Post)
	for v := range stepsOf(u.small.Post) {
		delete(results, v)
	}
	for v := range assignedIn(list) {
		if inside[v] != readers[v] && !results[v] {
			return false
		}
	}
	for v := range assignedIn(u.small.Body) {
		if results[v] {
			return false
		}
	}
	set := assignedIn(list)
	fixed := true
	kernel.WalkExpr(u.n, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && set[r.Var] {
			fixed = false
		}
		return fixed
	})
	return fixed
}

// match is what is known of a loop that is taken together.
type match struct {
	u      *unrolled
	starts map[*kernel.Var]linear // values of the small loop's counters in round 0
	fixed  map[*kernel.Var]linear // and of all that is set before it
	steps  map[*kernel.Var]int64
	launch kernel.Launch
}

// run gives variables the values that assignments give them.
func (c *canonical) run(list []kernel.Stmt) {
	for _, s := range list {
		a := s.(*kernel.Assign)
		c.values[a.Dst] = c.of(a.X)
	}
}

// counters gives variables that move by steps their values in a round.
func (c *canonical) counters(starts map[*kernel.Var]linear, steps map[*kernel.Var]int64, number linear) {
	for v, s := range steps {
		c.values[v] = starts[v].plus(number, s).modulo(v.T.Bits)
	}
}

// matched executes both loops.
func (u *unrolled) matched() *match {
	// The large loop: its counters go by a multiple of the number of copies.
	begin := u.values()
	begin.run(u.before)
	largeSteps := map[*kernel.Var]int64{}
	for v, s := range stepsOf(u.large.Post) {
		if s%u.copies == 0 && begin.values[v].terms != nil {
			largeSteps[v] = s / u.copies
		}
	}
	others := map[*kernel.Var]bool{} // what the large loop carries otherwise
	for v := range assignedIn(u.large.Post) {
		if _, counted := largeSteps[v]; !counted {
			others[v] = true
		}
	}
	inRound := func(number linear, carried string) *canonical {
		c := u.values()
		c.whole = u.copies
		c.counters(begin.values, largeSteps, number)
		for v := range others {
			c.values[v] = term(carried + v.Name)
		}
		return c
	}

	// The small loop begins where the large one ends, or at 0.
	none := u.values()
	none.run(u.skip)
	none.run(u.between)
	last := inRound(term(round).plus(constant(-u.copies), 1), "before ")
	b := &body{c: last, side: "large"}
	for _, s := range u.large.Body {
		b.pass(s)
	}
	last.run(u.large.Post)
	for v := range others {
		last.values[v] = term("carried " + v.Name)
	}
	last.run(u.behind)
	last.run(u.between)
	m := &match{u: u, starts: map[*kernel.Var]linear{}, steps: stepsOf(u.small.Post)}
	delete(m.steps, u.count)
	for v := range m.steps {
		m.starts[v] = none.values[v]
	}
	m.fixed = none.values
	carried := map[*kernel.Var]*kernel.Var{} // of the small loop, and the same of the large one
	for v := range assignedIn(u.small.Post) {
		if _, counted := m.steps[v]; counted || v == u.count {
			continue
		}
		for w := range others {
			if last.values[v].same(term("carried "+w.Name)) && none.values[v].same(begin.values[w]) {
				carried[v] = w
			}
		}
		if carried[v] == nil {
			return nil
		}
	}
	fixed := map[*kernel.Var]bool{} // set between the loops, and not changed any more
	for v := range assignedIn(u.skip, u.behind, u.between) {
		if _, counted := m.steps[v]; !counted && carried[v] == nil && v != u.count {
			fixed[v] = true
		}
	}

	// In round number + later of the small loop, by what it begins with and by the number alone.
	small := func(from *canonical, number linear) *canonical {
		c := u.values()
		c.whole = u.copies
		c.counters(from.values, m.steps, number)
		c.values[u.count] = term("rounds left") // nothing of the large loop is that
		for v := range fixed {
			c.values[v] = from.values[v]
		}
		for v, w := range carried {
			c.values[v] = term("carried " + w.Name)
		}
		return c
	}
	after, alone := small(last, term("later")), small(none, term(round).plus(term("later"), 1))
	if !sameBodies(after, u.small, alone, u.small) || !u.ends(inRound(term(round), "carried ")) {
		return nil
	}
	after.run(u.small.Post)
	alone.run(u.small.Post)
	for v := range carried {
		if !after.values[v].same(alone.values[v]) {
			return nil
		}
	}

	// A round of the large loop is that many of the small one.
	large := inRound(term(round), "carried ")
	left := u.large.Body
	results := map[*kernel.Var]linear{}
	for v, w := range carried {
		results[v] = term("carried " + w.Name)
	}
	for i := range u.copies {
		one := small(none, term(round).plus(constant(i), 1))
		for v, x := range results {
			one.values[v] = x
		}
		var ok bool
		if left, ok = sameSteps(large, left, one, u.small.Body, fmt.Sprint(i)); !ok {
			return nil
		}
		one.run(u.small.Post)
		for v := range results {
			results[v] = one.values[v]
		}
	}
	rest := &body{c: large, side: "large"}
	for _, s := range left {
		if _, ok := s.(*kernel.Assign); !ok {
			return nil
		}
		rest.pass(s)
	}
	large.run(u.large.Post)
	for v, w := range carried {
		if !results[v].same(large.values[w]) {
			return nil
		}
	}
	return m
}

// ends reports whether the large loop ends after as many rounds as n has of its copies: its condition is that the number of the next
// round is not n - (n & (copies - 1)).
func (u *unrolled) ends(c *canonical) bool {
	b := &body{c: c, side: "large"}
	for _, s := range u.large.Body {
		b.pass(s)
	}
	cond := u.large.Cond
	if r, ok := cond.(*kernel.VarRef); ok && len(u.large.Body) > 0 {
		// The test is computed before the counters move.
		last, assigns := u.large.Body[len(u.large.Body)-1].(*kernel.Assign)
		if !assigns || last.Dst != r.Var {
			return false
		}
		cond = last.X
	} else {
		c.run(u.large.Post)
	}
	test, ok := cond.(*kernel.Binary)
	if !ok || test.Op != kernel.Ne || test.X.Type().Bits != 32 || !test.X.Type().IsInt() {
		return false
	}
	left := c.of(test.X).plus(c.of(test.Y), -1).modulo(32)
	plain := &canonical{}
	n := plain.of(u.n)
	rest := plain.of(kernel.Op(kernel.And, u.n, kernel.NewConst(kernel.I32, u.copies-1)))
	want := term(round).plus(constant(u.copies), 1).plus(n, -1).plus(rest, 1).modulo(32)
	return left.same(want) || left.same(want.times(-1).modulo(32))
}

// body follows the statements of a round on one side.
type body struct {
	c    *canonical
	side string
	n    int
}

// pass takes over what a statement sets: the value of an assignment, something of its own for others.
func (b *body) pass(s kernel.Stmt) {
	if a, ok := s.(*kernel.Assign); ok {
		b.c.values[a.Dst] = b.c.of(a.X)
		return
	}
	for v := range assignedIn([]kernel.Stmt{s}) {
		b.n++
		b.c.values[v] = term(fmt.Sprintf("%s %s %d", b.side, v.Name, b.n))
	}
}

func sameBodies(one *canonical, first *kernel.Loop, two *canonical, second *kernel.Loop) bool {
	left, ok := sameSteps(one, first.Body, two, second.Body, "both")
	return ok && len(left) == 0
}

// sameSteps reports whether a list begins with statements that do what those of another list do, and returns what comes behind them. Assignments
// only give values.
func sameSteps(one *canonical, list []kernel.Stmt, two *canonical, of []kernel.Stmt, name string) (left []kernel.Stmt, ok bool) {
	n := 0
	for _, s := range of {
		if a, is := s.(*kernel.Assign); is {
			two.values[a.Dst] = two.of(a.X)
			continue
		}
		for len(list) > 0 {
			a, is := list[0].(*kernel.Assign)
			if !is {
				break
			}
			one.values[a.Dst] = one.of(a.X)
			list = list[1:]
		}
		n++
		if len(list) == 0 || !sameStep(one, list[0], two, s, fmt.Sprintf("%s.%d", name, n)) {
			return nil, false
		}
		list = list[1:]
	}
	if name == "both" || len(of) == 0 {
		for len(list) > 0 {
			if _, is := list[0].(*kernel.Assign); !is {
				break
			}
			list = list[1:]
		}
	}
	return list, true
}

func sameStep(one *canonical, s kernel.Stmt, two *canonical, t kernel.Stmt, name string) bool {
	if a, ok := s.(*kernel.If); ok {
		b, ok := t.(*kernel.If)
		return ok && one.text(a.Cond) == two.text(b.Cond) && sameBranch(one, a.Then, two, b.Then, name+"then") && sameBranch(one, a.Else, two, b.Else, name+"else")
	}
	if len(kernel.Blocks(s)) > 0 || len(kernel.Blocks(t)) > 0 {
		return false // others that are compound
	}
	x, y := valued(one, s, name), valued(two, t, name)
	if !reflect.DeepEqual(x, y) {
		return false
	}
	if v, w := kernel.Assigned(s), kernel.Assigned(t); v != nil {
		one.values[v], two.values[w] = term("result "+name), term("result "+name)
	}
	return true
}

// sameBranch compares what is done under a condition; what is set there has an unknown value behind it.
func sameBranch(one *canonical, list []kernel.Stmt, two *canonical, of []kernel.Stmt, name string) bool {
	a, b := one.copy(), two.copy()
	left, ok := sameSteps(a, list, b, of, name)
	if !ok || !onlyAssigns(left) {
		return false
	}
	for v := range assignedIn(list) {
		one.values[v] = term("first " + name + v.Name)
	}
	for v := range assignedIn(of) {
		two.values[v] = term("second " + name + v.Name)
	}
	return true
}

// valued is a copy of a statement with expressions replaced by their values, and without its place.
func valued(c *canonical, s kernel.Stmt, name string) kernel.Stmt {
	out := kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr {
		return kernel.Ref(&kernel.Var{Name: c.text(kernel.Expr(&kernel.Convert{T: e.Type(), X: e})), T: e.Type()})
	})
	if v := kernel.Assigned(s); v != nil {
		out = kernel.WithAssigned(out, &kernel.Var{Name: name, T: v.T})
	}
	plain := reflect.New(reflect.TypeOf(out).Elem())
	plain.Elem().Set(reflect.ValueOf(out).Elem())
	if src := plain.Elem().FieldByName("Src"); src.IsValid() {
		src.SetZero()
	}
	return plain.Interface().(kernel.Stmt)
}

// loop is the one loop.
func (m *match) loop() []kernel.Stmt {
	u := m.u
	out := append(append([]kernel.Stmt{}, u.skip...), u.between...)
	src := u.small.Src
	c := *u.small
	count := kernel.Ref(u.count)
	number := cexpr.Convert(count, kernel.I32)
	out = append(out, &kernel.Assign{Src: src, Dst: u.count, X: kernel.NewConst(u.count.T, 0)})
	c.Cond = kernel.Op(kernel.Lt, number, u.n)
	later := assignedIn([]kernel.Stmt{u.small})
	byNumber := func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok {
			return e
		}
		step, counted := m.steps[r.Var]
		start := m.starts[r.Var]
		t := r.Var.T
		if fixed, once := m.fixed[r.Var]; once && t.IsInt() && !later[r.Var] && len(fixed.terms) == 0 {
			return kernel.NewConst(t, t.Wrap(fixed.c))
		}
		if !counted || len(start.terms) > 0 {
			return e
		}
		x := cexpr.Fold(kernel.Mul, cexpr.Convert(number, t), kernel.NewConst(t, t.Wrap(step)))
		return cexpr.Fold(kernel.Add, x, kernel.NewConst(t, t.Wrap(start.c)))
	}
	known := address.Known{Launch: m.launch, Vars: map[*kernel.Var]address.Interval{u.count: address.Between(0, 1<<31-1)}}
	byNumbers := func(e kernel.Expr) kernel.Expr { return remainders(kernel.Fold(kernel.MapExpr(e, byNumber)), known) }
	c.Body = kernel.Rewrite(c.Body, func(_, s kernel.Stmt) []kernel.Stmt { return []kernel.Stmt{kernel.MapExprs(s, byNumbers)} })
	c.Post = nil
	for _, s := range u.small.Post {
		a := *s.(*kernel.Assign)
		if _, counted := m.steps[a.Dst]; counted || a.Dst == u.count {
			if a.Dst == u.count || len(m.starts[a.Dst].terms) == 0 {
				continue
			}
		} else {
			a.X = byNumbers(a.X)
		}
		c.Post = append(c.Post, &a)
	}
	c.Post = append(c.Post, &kernel.Assign{Src: src, Dst: u.count, X: kernel.Op(kernel.Add, count, kernel.NewConst(u.count.T, 1))})
	return append(out, &c)
}
