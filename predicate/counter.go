package predicate

import "gv2/frontend/kernel"

// stride is a variable that a loop only changes by adding to it. A counter
// changes by the same step once in every iteration, an accumulator now and then
// by multiples of step.
type stride struct {
	v     *kernel.Var
	step  int64
	by    kernel.Expr // the step where it is no constant; the loop does not change it
	down  bool        // by is taken away
	mixed bool        // an accumulator that goes up and down
}

// strideOf recognises v := v + c and v := v - c; with fixed also v := v + e and
// v := v - e for an e of which fixed holds.
func strideOf(s kernel.Stmt, fixed func(kernel.Expr) bool) *stride {
	as, ok := s.(*kernel.Assign)
	if !ok || as.Dst.T.Kind != kernel.Int {
		return nil
	}
	b, ok := stripSameWidth(as.X).(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub {
		return nil
	}
	x, y := b.X, b.Y
	if b.Op == kernel.Add && !isRef(stripSameWidth(x), as.Dst) {
		x, y = y, x
	}
	if !isRef(stripSameWidth(x), as.Dst) {
		return nil
	}
	if c, ok := stripSameWidth(y).(*kernel.Const); ok {
		step := signedValue(c)
		if b.Op == kernel.Sub {
			step = -step
		}
		if step == 0 {
			return nil
		}
		return &stride{v: as.Dst, step: step}
	}
	if fixed == nil || !fixed(y) {
		return nil
	}
	return &stride{v: as.Dst, by: y, down: b.Op == kernel.Sub}
}

// signedValue is the number of least magnitude that adding c amounts to.
func signedValue(c *kernel.Const) int64 {
	if !c.T.Signed && c.T.Bits < 64 && c.Val >= 1<<(c.T.Bits-1) {
		return c.Val - 1<<c.T.Bits
	}
	return c.Val
}

func isRef(e kernel.Expr, v *kernel.Var) bool {
	r, ok := e.(*kernel.VarRef)
	return ok && r.Var == v
}

// stripSameWidth drops conversions between integers of one width, which change
// nothing modulo 2^width: i += blockDim.x converts to unsigned and back.
func stripSameWidth(e kernel.Expr) kernel.Expr {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok || c.X.Type().Kind != kernel.Int || c.T.Kind != kernel.Int || c.X.Type().Bits != c.T.Bits {
			return e
		}
		e = c.X
	}
}

// each lists the statements of the loop that every iteration executes, if it
// does not leave the loop.
func each(l *kernel.Loop) []kernel.Stmt {
	out := append(l.Head[:len(l.Head):len(l.Head)], l.Post...)
	if jumpsOf(l.Body).continues {
		return out
	}
	return append(out, l.Body...)
}

// changes are the variables that the loop assigns, in order, with the statements
// that do.
type changes struct {
	order []*kernel.Var
	by    map[*kernel.Var][]kernel.Stmt
}

func changesOf(l *kernel.Loop) *changes {
	c := &changes{by: map[*kernel.Var][]kernel.Stmt{}}
	for _, list := range [][]kernel.Stmt{l.Head, l.Body, l.Post} {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				if c.by[v] == nil {
					c.order = append(c.order, v)
				}
				c.by[v] = append(c.by[v], s)
			}
			return true
		})
	}
	return c
}

// fixed reports whether e reads nothing that the loop changes.
func (c *changes) fixed(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is && c.by[r.Var] != nil {
			ok = false
		}
		return ok
	})
	return ok
}

// counters are the variables with one update in each iteration, among the given
// statements of the loop's body.
func (c *changes) counters(stmts []kernel.Stmt, fixed func(kernel.Expr) bool) []*stride {
	var out []*stride
	for _, s := range stmts {
		if st := strideOf(s, fixed); st != nil && len(c.by[st.v]) == 1 {
			out = append(out, st)
		}
	}
	return out
}

// carries reports whether an iteration may read what the one before it has set,
// other than the strides.
func (c *changes) carries(l *kernel.Loop, strides []*stride) bool {
	own := map[*kernel.Var]bool{}
	for _, s := range strides {
		own[s.v] = true
	}
	set := map[*kernel.Var]bool{}
	test := &kernel.If{Cond: l.Cond}
	body := l.Body
	if jumpsOf(body).continues {
		body = []kernel.Stmt{&kernel.Region{Body: body}} // what follows may find it not done
	}
	order := [][]kernel.Stmt{l.Head, {test}, body, l.Post}
	if l.DoWhile {
		order = [][]kernel.Stmt{body, l.Post, l.Head, {test}}
	}
	for _, list := range order {
		if c.readsEarlier(list, own, set) {
			return true
		}
	}
	return false
}

// readsEarlier reports whether a variable that the loop sets, strides apart, is
// read on some path before it is set. set holds those that are, and is extended.
func (c *changes) readsEarlier(stmts []kernel.Stmt, own, set map[*kernel.Var]bool) bool {
	for _, s := range stmts {
		for _, v := range kernel.Reads(s) {
			if c.by[v] != nil && !own[v] && !set[v] {
				return true
			}
		}
		for _, inner := range kernel.Blocks(s) {
			branch := make(map[*kernel.Var]bool, len(set))
			for v := range set {
				branch[v] = true
			}
			if c.readsEarlier(inner, own, branch) {
				return true
			}
		}
		if v := kernel.Assigned(s); v != nil {
			set[v] = true
		}
	}
	return false
}

// uses knows where each variable of a kernel is read, by the position of the
// statement in the text.
type uses struct {
	reads map[*kernel.Var][]int
	spans map[*kernel.Loop]span
}

// span is the positions of a loop's statements. around is the outermost loop that
// it stands in, itself if none; nil for a loop that stands in several places.
type span struct {
	first, last int
	around      *kernel.Loop
}

func usesOf(k *kernel.Kernel) *uses {
	u := &uses{reads: map[*kernel.Var][]int{}, spans: map[*kernel.Loop]span{}}
	u.block(k.Body, 0, nil)
	return u
}

// block numbers the statements from n on and returns the next number.
func (u *uses) block(stmts []kernel.Stmt, n int, around *kernel.Loop) int {
	for _, s := range stmts {
		first, in := n, around
		for _, v := range kernel.Reads(s) {
			u.reads[v] = append(u.reads[v], n)
		}
		l, isLoop := s.(*kernel.Loop)
		if isLoop && around == nil {
			in = l
		}
		n++
		for _, b := range kernel.Blocks(s) {
			n = u.block(b, n, in)
		}
		if isLoop {
			if _, twice := u.spans[l]; twice {
				in = nil
			}
			u.spans[l] = span{first, n - 1, in}
		}
	}
	return n
}

// outlives reports whether v may be read after the loop: behind it, or anywhere
// else in a loop around it.
func (u *uses) outlives(v *kernel.Var, l *kernel.Loop) bool {
	own := u.spans[l]
	if own.around == nil {
		return true
	}
	outer := u.spans[own.around]
	for _, at := range u.reads[v] {
		if at > own.last || outer.first <= at && at < own.first {
			return true
		}
	}
	return false
}

// valued are the arrays that a load takes a value from.
func valued(k *kernel.Kernel) map[*kernel.Array]bool {
	out := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Load); ok && l.Dst != nil {
			out[l.Acc.Array] = true
		}
		return true
	})
	return out
}

// Geometric reports whether the loop counts by doubling or halving (or any
// constant factor): few iterations, and a counter whose powers make every offset
// nonlinear unless it is a constant. What loops in it do is their own matter.
func Geometric(l *kernel.Loop) bool {
	found := false
	update := func(s kernel.Stmt) bool {
		if _, inner := s.(*kernel.Loop); inner {
			return false
		}
		a, ok := s.(*kernel.Assign)
		if !ok || found {
			return !found
		}
		b, ok := stripIntegerCasts(a.X).(*kernel.Binary)
		if !ok {
			return true
		}
		_, byConst := stripIntegerCasts(b.Y).(*kernel.Const)
		r, ofSelf := stripIntegerCasts(b.X).(*kernel.VarRef)
		switch b.Op {
		case kernel.Mul, kernel.Div, kernel.Shl, kernel.Shr:
			found = byConst && ofSelf && r.Var == a.Dst
		}
		return !found
	}
	kernel.Walk(l.Post, update)
	kernel.Walk(l.Body, update)
	return found
}

func stripIntegerCasts(e kernel.Expr) kernel.Expr {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok || c.T.Kind != kernel.Int || c.X.Type().Kind != kernel.Int {
			return e
		}
		e = c.X
	}
}

// loopJumps says which jumps end the loop or its iteration.
type loopJumps struct{ breaks, continues bool }

func jumpsOf(lists ...[]kernel.Stmt) loopJumps {
	var j loopJumps
	for _, list := range lists {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			switch s.(type) {
			case *kernel.Loop:
				return false
			case *kernel.Break:
				j.breaks = true
			case *kernel.Continue:
				j.continues = true
			}
			return true
		})
	}
	return j
}
