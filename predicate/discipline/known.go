package discipline

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// known is the state where a condition has that truth; nil where it cannot.
func (a *analysis) known(at kernel.Stmt, st *state, cond kernel.Expr, truth bool) *state {
	if st == nil {
		return nil
	}
	if g, _ := a.singleThread(cond, truth); g != "" {
		st.guard = g
	}
	if l := a.singleLane(cond, truth); l != "" {
		st.lane = l
	}
	if b := a.singleBlock(cond, truth); b != "" {
		st.block = b
	}
	return a.learn(at, st, cond, truth)
}

func (a *analysis) learn(at kernel.Stmt, st *state, cond kernel.Expr, truth bool) *state {
	if st == nil {
		return nil
	}
	switch c := cond.(type) {
	case *kernel.Const:
		if (c.Val != 0) != truth {
			return nil
		}
	case *kernel.Unary:
		if c.Op == kernel.Not {
			return a.learn(at, st, c.X, !truth)
		}
	case *kernel.Convert:
		if c.T == kernel.BoolType && c.X.Type().Kind == kernel.Int {
			return a.learn(at, st, kernel.Op(kernel.Ne, c.X, kernel.NewConst(c.X.Type(), 0)), truth)
		}
	case *kernel.Binary:
		switch {
		case c.Op == kernel.LAnd && truth || c.Op == kernel.LOr && !truth:
			return a.learn(at, a.learn(at, st, c.X, truth), c.Y, truth)
		case c.Op == kernel.LAnd || c.Op == kernel.LOr:
			return neither(a, at, st, c, truth)
		case c.Op.IsComparison():
			return a.compare(at, st, c, truth)
		}
	default:
		// Others tell nothing.
	}
	return st
}

var opposite = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Eq: kernel.Ne, kernel.Ne: kernel.Eq, kernel.Lt: kernel.Ge, kernel.Ge: kernel.Lt, kernel.Gt: kernel.Le, kernel.Le: kernel.Gt}
var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne, kernel.Lt: kernel.Gt, kernel.Gt: kernel.Lt, kernel.Le: kernel.Ge, kernel.Ge: kernel.Le}

// compare learns from a comparison.
func (a *analysis) compare(at kernel.Stmt, st *state, c *kernel.Binary, truth bool) *state {
	op, x, y := c.Op, c.X, c.Y
	if !truth {
		op = opposite[op]
	}
	// A comparison as a number is the comparison.
	if conv, ok := x.(*kernel.Convert); ok && conv.X.Type() == kernel.BoolType {
		if v, is := constant(y); is && (v == 0 || v == 1) && (op == kernel.Eq || op == kernel.Ne) {
			return a.learn(at, st, conv.X, (v == 1) == (op == kernel.Eq))
		}
	}
	if _, is := constant(x); is {
		op, x, y = mirrored[op], y, x
	}
	if c, yes, no, ok := selected(x); ok {
		if k, is := y.(*kernel.Const); is {
			with := func(x *kernel.Const) (bool, bool) {
				f, is := kernel.Fold(kernel.Op(op, x, k)).(*kernel.Const)
				return is && f.Val != 0, is
			}
			then, known := with(yes)
			other, all := with(no)
			if known && all && then != other {
				return a.learn(at, st, c, then)
			}
			return st
		}
	}
	if a.symbolIn(x) == nil {
		op, x, y = mirrored[op], y, x
	}
	v := a.symbolIn(x)
	if v == nil {
		return st
	}
	sym := a.symbols[v]
	sym.of.watched = true
	if sym.of.permits {
		gotPermit(a, st, v, op, x, y)
		return st
	}
	if sym.of.readers && sym.expected != nil {
		readerGot(a, st, v, op, x, y)
		return st
	}
	if r := sym.of.role; r == turns || r == flag || r == counter {
		isTurn(a, st, v, op, x, y)
	}
	if u := a.symbolIn(y); u != nil {
		if op == kernel.Eq && kernel.IsRef(kernel.StripSameWidth(x), v) && kernel.IsRef(kernel.StripSameWidth(y), u) {
			a.turn(st, v, u)
		}
		return st
	}
	switch sym.of.role {
	case lock:
		a.swapped(st, v, op, x, y)
	case counter:
		if sym.stmt == sym.of.publish {
			a.drew(at, st, v, op, x, y)
		} else {
			a.waited(at, st, v, op, x, y)
		}
	case flag:
		if op == kernel.Eq && isZero(y) && kernel.IsRef(kernel.StripSameWidth(x), v) {
			vacancies(st, v, sym)
		}
		a.saw(st, v, kernel.Op(op, x, y))
	case noRole, tickets, serving, turns, series: // what was seen of a series is a number that the translation knows
	}
	return st
}

// selected reads an integer that a condition selects from two constants, through conversions: compilers keep what is true
// as a number of one byte.
func selected(e kernel.Expr) (cond kernel.Expr, yes, no *kernel.Const, ok bool) {
	switch e := e.(type) {
	case *kernel.Cond:
		yes, is := e.X.(*kernel.Const)
		no, also := e.Y.(*kernel.Const)
		return e.C, yes, no, is && also
	case *kernel.Convert:
		cond, yes, no, ok := selected(e.X)
		if !ok {
			return nil, nil, nil, false
		}
		yes, is := kernel.Fold(&kernel.Convert{T: e.T, X: yes}).(*kernel.Const)
		no, also := kernel.Fold(&kernel.Convert{T: e.T, X: no}).(*kernel.Const)
		return cond, yes, no, is && also
	default:
		// Others select nothing.
		return nil, nil, nil, false
	}
}

// symbolIn is the one symbol of a word in an expression.
func (a *analysis) symbolIn(e kernel.Expr) *kernel.Var {
	var found *kernel.Var
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && a.symbols[r.Var] != nil && found == nil {
			found = r.Var
		}
		return true
	})
	return found
}

// swapped learns whether the lock was taken.
func (a *analysis) swapped(st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	c, ok := constant(y)
	i := slices.Index(st.pending, v)
	if !ok || i < 0 && !sym.told || !kernel.IsRef(kernel.StripSameWidth(x), v) {
		return
	}
	if sym.of.array.Elem.Bits == 32 {
		c = int64(int32(c))
	}
	free := sym.of.free
	if sym.of.array.Elem.Bits == 32 {
		free = int64(int32(free))
	}
	if sym.told {
		if op == kernel.Eq || op == kernel.Ne && c == free {
			learnTrial(a, st, sym, op == kernel.Eq && c == free)
		}
		return
	}
	switch {
	case op == kernel.Eq && c == free:
		st.pending = slices.Delete(st.pending, i, i+1)
		a.take(st, hold{of: sym.of, index: sym.index, by: sym.stmt, v: v, acquired: sym.acquires || st.paid[v]})
	case op == kernel.Eq, op == kernel.Ne && c == free:
		st.pending = slices.Delete(st.pending, i, i+1)
		st.refused[v] = true
	}
}

// take adds a lock to those that the thread holds.
func (a *analysis) take(st *state, h hold) {
	for _, other := range st.holds {
		if other.of.single() || h.of.single() {
			continue
		}
		if other.of == h.of && h.of.several() {
			continue // threads that take one after the other end is a premise
		}
		if other.of == h.of {
			a.inOrder = append(a.inOrder, ordered{other.by, h.by, h.of})
			continue
		}
		a.edges[[2]*word{other.of, h.of}] = h.by
	}
	st.holds = append(st.holds, h)
}

// ordered are two statements that take locks of one array, the second while the first is held: the elements must
// grow, so that threads do not wait for each other in a circle.
type ordered struct {
	held, taken kernel.Stmt
	of          *word
}

// turn learns that a ticket is served.
func (a *analysis) turn(st *state, v, u *kernel.Var) {
	s, t := a.symbols[v], a.symbols[u]
	if a.counts(s.stmt) {
		s, t, v, u = t, s, u, v
	}
	if s.of == t.of || !a.counts(t.stmt) || a.counts(s.stmt) || s.of.role == lock {
		return
	}
	if s.of.role != serving || t.of.role != tickets {
		a.pairs[s.of.array] = t.of.array // the next walk knows
		return
	}
	i := slices.Index(st.pending, u)
	if s.of.partner != t.of || s.index != t.index || i < 0 {
		return
	}
	st.pending = slices.Delete(st.pending, i, i+1)
	a.take(st, hold{of: s.of, index: s.index, by: s.stmt, ticket: u, acquired: s.acquires})
}

// drew learns that the thread has drawn the last ticket of a counter.
func (a *analysis) drew(at kernel.Stmt, st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	by, ok := a.offset(x, v)
	if !ok || op != kernel.Eq && (op != kernel.Ge || by < 0) {
		return // x may wrap around at first if it is less than v
	}
	w := sym.of
	if w.down && (op != kernel.Eq || wraps(w, y)) {
		return
	}
	if slices.ContainsFunc(st.sights, func(s sight) bool { return s.of == w && s.last }) {
		return // it has drawn the last already, and a further comparison, as of a loop that uses the number, tells no more
	}
	if !a.claim(w, w.publish, "is compared with the number of arrivals", widened(y), a.left(w, by, 1)) {
		w.fail(at.Source(), "what it is compared with is not known where it is counted up")
		return
	}
	x2 := sight{of: w, last: true, acquired: sym.acquires || st.hasFenced(w, st.guard)}
	if sym.told {
		x2.acquired = sym.acquires
		x2.level = ofBlock
	}
	st.sights = append(st.sights, x2)
	st.block = lastAt + w.array.Name
	if w.guard == "" {
		st.guard = st.block
	}
}

// lastAt names the thread, or block, that comes last at a counter.
const lastAt = "the last at "

// waited learns that all have arrived.
func (a *analysis) waited(at kernel.Stmt, st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	by, ok := a.offset(x, v)
	w := sym.of
	switch {
	case !ok, op != kernel.Eq && (by < 0 || w.down), w.down && wraps(w, y): // x may wrap around at first
		return
	case op == kernel.Eq, op == kernel.Ge:
	case op == kernel.Gt:
		by--
	default:
		return
	}
	if len(w.resets) > 0 {
		w.fail(w.resets[0].Source(), "it is set back here, though others may wait for it")
	}
	if ofPlaces(y) {
		w.fail(at.Source(), "threads wait here for different numbers of arrivals")
	}
	if !a.claim(w, sym.stmt, "is compared with the number of arrivals", widened(y), a.left(w, by, 0)) {
		w.fail(at.Source(), "what it is compared with is not known where it is counted up")
		return
	}
	st.sights = append(st.sights, sight{of: w, acquired: sym.acquires})
}

// wraps reports whether a counter that goes down by several might hold a number also after it has wrapped around: it does not if the number is a constant from 0 on, as what it starts
// with is then the most that all arrivals take from it.
func wraps(w *word, y kernel.Expr) bool {
	c, ok := constant(y)
	return w.step > 1 && (!ok || c < 0)
}

// offset is the number that x adds to v.
func (a *analysis) offset(x kernel.Expr, v *kernel.Var) (int64, bool) {
	x = kernel.StripSameWidth(x)
	if kernel.IsRef(x, v) {
		return 0, true
	}
	b, ok := x.(*kernel.Binary)
	if !ok || b.Op != kernel.Add || !kernel.IsRef(kernel.StripSameWidth(b.X), v) {
		return 0, false
	}
	c, is := constant(b.Y)
	return c, is
}

// widened is an expression as a number of 64 bits.
func widened(e kernel.Expr) kernel.Expr { return kernel.Fold(kernel.Widened(e)) }

// left is what a counter holds when so many arrivals are missing, plus some.
func (a *analysis) left(w *word, plus, missing int64) kernel.Expr {
	if !w.down {
		return a.arrivals(w, plus-missing)
	}
	if w.first == nil {
		return kernel.NewConst(kernel.I64, 0) // it has failed
	}
	all := kernel.Bin(kernel.Mul, a.arrivals(w, 0), kernel.NewConst(kernel.I64, w.step))
	return kernel.Fold(kernel.Bin(kernel.Sub, kernel.Bin(kernel.Add, w.first, kernel.NewConst(kernel.I64, plus+missing*w.step)), all))
}

// arrivals is the number of threads, or of blocks, that count, plus some.
func (a *analysis) arrivals(w *word, plus int64) kernel.Expr {
	var n kernel.Expr = kernel.NewConst(kernel.I64, 1)
	for d := range 3 {
		if w.array.Space != kernel.Shared { // the threads of the block have one of their own
			n = kernel.Bin(kernel.Mul, n, kernel.Widened(a.kernel.Launch.Size(kernel.GridDim, d)))
		}
		if w.guard == "" {
			n = kernel.Bin(kernel.Mul, n, kernel.Widened(a.kernel.Launch.Size(kernel.BlockDim, d)))
		}
	}
	return kernel.Fold(kernel.Bin(kernel.Add, n, kernel.NewConst(kernel.I64, plus)))
}

// claim asks for a proof, behind the access by which the thread looks at the word, that two numbers are equal. It must be
// that thread's: others may compare with another number, and where nobody arrives no claim at the arrival says anything.
// It reports false if the numbers cannot be written there.
func (a *analysis) claim(w *word, look kernel.Stmt, text string, x, y kernel.Expr) bool {
	if at, ok := w.publish.(*kernel.Atomic); ok && at.Op == "inc" {
		limit := at.Args[0]
		if !fact.Stated(limit) {
			return false
		}
		op := kernel.Ge
		if w.array.Again != "" && len(w.resets) == 0 {
			op = kernel.Eq // so that it is 0 again
		}
		a.add(claimed{w.publish, kernel.Op(op, widened(limit), a.arrivals(w, -1)), w, "wraps around behind the last arrival"})
	}
	if !fact.Stated(x) {
		return false
	}
	a.add(claimed{look, kernel.Op(kernel.Eq, x, y), w, text})
	return true
}

func (a *analysis) add(c claimed) {
	if !slices.ContainsFunc(a.claims, func(d claimed) bool {
		return d.of == c.of && d.behind == c.behind && kernel.ExprString(d.cond) == kernel.ExprString(c.cond)
	}) {
		a.claims = append(a.claims, c)
	}
}

// saw learns that a flag was published, if the condition does not hold of what it was at the start.
func (a *analysis) saw(st *state, v *kernel.Var, cond kernel.Expr) {
	sym := a.symbols[v]
	first := kernel.Fold(kernel.MapExpr(cond, func(e kernel.Expr) kernel.Expr {
		if kernel.IsRef(e, v) {
			return kernel.NewConst(v.T, 0)
		}
		return e
	}))
	c, ok := first.(*kernel.Const)
	if !ok || c.Val != 0 {
		return // it may hold of what the flag is at the start
	}
	st.sights = append(st.sights, sight{of: sym.of, by: sym.stmt, index: sym.index, acquired: sym.acquires})
}

// singleThread is a name for the one thread of a block of which a condition has that truth, empty if there
// may be several; exactly is set if it has it for that thread whatever else.
func (a *analysis) singleThread(cond kernel.Expr, truth bool) (name string, exactly bool) {
	return a.single(cond, truth, kernel.ThreadIdx, a.kernel.Launch.BlockDim, a.kernel.Launch.LinearID())
}

// singleBlock is the same for the blocks of the grid.
func (a *analysis) singleBlock(cond kernel.Expr, truth bool) string {
	name, _ := a.single(cond, truth, kernel.BlockIdx, a.kernel.Launch.GridDim, nil)
	return name
}

func (a *analysis) single(cond kernel.Expr, truth bool, kind kernel.BuiltinKind, sizes [3]int, linear kernel.Expr) (name string, exactly bool) {
	at := [3]string{}
	exactly = true
	for _, c := range atoms(cond, truth) {
		if dims := zeroSum(c, kind); len(dims) > 0 {
			for _, d := range dims {
				at[d] = "0"
			}
			continue
		}
		d, v, ok := equality(c, kind, linear)
		if b, is := c.(*kernel.Binary); !ok && is && b.Op == kernel.Ne {
			// Of two there is one other.
			d, v, ok = equality(kernel.Op(kernel.Eq, b.X, b.Y), kind, nil)
			ok = ok && sizes[d] == 2 && v < 2
			v = 1 - v
		}
		switch {
		case !ok:
			exactly = false
		case d < 0 && v == 0:
			at = [3]string{"0", "0", "0"}
		case d < 0:
			at = [3]string{fmt.Sprint("number ", v), "", ""}
			exactly = exactly && a.kernel.Launch.Threads() > int(v)
			return at[0], exactly
		default:
			at[d] = fmt.Sprint(v)
			exactly = exactly && (v == 0 || sizes[d] > 0 && v < int64(sizes[d]))
		}
	}
	for d, n := range sizes {
		switch {
		case n == 1:
			at[d] = "0"
		case at[d] == "":
			return "", false
		}
	}
	return strings.Join(at[:], ","), exactly
}

// zeroSum are the dimensions of places in the launch whose sum a condition says to be 0, two or more; then each of them is.
func zeroSum(e kernel.Expr, kind kernel.BuiltinKind) []int {
	b, ok := e.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return nil
	}
	if v, is := constant(b.Y); !is || v != 0 {
		return nil
	}
	var dims []int
	var add func(e kernel.Expr) bool
	add = func(e kernel.Expr) bool {
		switch e := unnarrowed(e).(type) {
		case *kernel.Binary:
			return e.Op == kernel.Add && add(e.X) && add(e.Y)
		case *kernel.Builtin:
			dims = append(dims, e.Dim)
			return e.Kind == kind
		default:
			// Others may be negative.
			return false
		}
	}
	if !add(b.X) || len(dims) < 2 {
		return nil
	}
	return dims
}

// atoms are the terms of the conjunction that a condition with that truth is.
func atoms(cond kernel.Expr, truth bool) []kernel.Expr {
	switch c := cond.(type) {
	case *kernel.Unary:
		if c.Op == kernel.Not {
			return atoms(c.X, !truth)
		}
	case *kernel.Binary:
		if c.Op == kernel.LAnd && truth || c.Op == kernel.LOr && !truth {
			return append(atoms(c.X, truth), atoms(c.Y, truth)...)
		}
		if x, ok := otherThanNegative(c); ok && truth {
			return atoms(x, true)
		}
		if c.Op.IsComparison() && !truth {
			return []kernel.Expr{kernel.Op(opposite[c.Op], c.X, c.Y)}
		}
	default:
		// Others are one term.
	}
	if !truth {
		return []kernel.Expr{kernel.Negated(cond)}
	}
	return []kernel.Expr{cond}
}

// otherThanNegative is what is left of an alternative to a place in the launch being negative, which none is.
func otherThanNegative(c *kernel.Binary) (kernel.Expr, bool) {
	negative := func(e kernel.Expr) bool {
		b, ok := e.(*kernel.Binary)
		if !ok || b.Op != kernel.Lt {
			return false
		}
		_, place := unnarrowed(b.X).(*kernel.Builtin)
		zero, is := constant(b.Y)
		return place && is && zero == 0
	}
	switch {
	case c.Op == kernel.LOr && negative(c.X):
		return c.Y, true
	case c.Op == kernel.LOr && negative(c.Y):
		return c.X, true
	}
	return nil, false
}

// equality reads an equality of a place in the launch with a constant: d is the dimension, -1 for
// the linear index.
func equality(e kernel.Expr, kind kernel.BuiltinKind, linear kernel.Expr) (d int, v int64, ok bool) {
	b, is := e.(*kernel.Binary)
	if !is || b.Op != kernel.Eq {
		return 0, 0, false
	}
	x, y := b.X, b.Y
	v, is = constant(y)
	if !is {
		x, y = y, x
		if v, is = constant(y); !is {
			return 0, 0, false
		}
	}
	x = unnarrowed(x)
	if t, is := x.(*kernel.Builtin); is && t.Kind == kind {
		return t.Dim, v, v >= 0
	}
	if linear != nil && kernel.ExprString(kernel.Fold(x)) == kernel.ExprString(kernel.Fold(linear)) {
		return -1, v, v >= 0
	}
	return 0, 0, false
}

// unnarrowed drops conversions of integers to types that hold as many values.
func unnarrowed(e kernel.Expr) kernel.Expr {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok || c.T.Kind != kernel.Int || c.X.Type().Kind != kernel.Int || c.T.Bits < c.X.Type().Bits {
			return e
		}
		e = c.X
	}
}

// blockWide reports whether an expression, of the same symbols, is the same in all threads of a block.
func blockWide(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		b, is := e.(*kernel.Builtin)
		ok = ok && !(is && b.Kind == kernel.ThreadIdx)
		return ok
	})
	return ok
}

// blockUniform reports whether a condition is the same for all threads of a block.
func blockUniform(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			ok = ok && e.Var.Param
		case *kernel.Builtin:
			ok = ok && e.Kind != kernel.ThreadIdx
		default:
			// Others are the same if their operands are.
		}
		return ok
	})
	return ok
}
