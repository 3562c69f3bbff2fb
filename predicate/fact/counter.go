package fact

import (
	"maps"

	"gv2/frontend/kernel"
)

// Stride is a variable that a loop changes only by adding to it. A counter
// changes by the same step once in every iteration, an accumulator sometimes,
// by multiples of step.
type Stride struct {
	Var   *kernel.Var
	Step  int64
	By    kernel.Expr // the step if it is no constant; the loop does not change it
	Down  bool        // By is subtracted
	Mixed bool        // an accumulator that goes up and down
}

// StrideOf recognises v := v + c and v := v - c; with fixed also v := v + e and
// v := v - e for an e for which fixed holds.
func StrideOf(s kernel.Stmt, fixed func(kernel.Expr) bool) *Stride {
	as, ok := s.(*kernel.Assign)
	if !ok || as.Dst.T.Kind != kernel.Int {
		return nil
	}
	b, ok := kernel.StripSameWidth(as.X).(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub {
		return nil
	}
	x, y := b.X, b.Y
	if b.Op == kernel.Add && !kernel.IsRef(kernel.StripSameWidth(x), as.Dst) {
		x, y = y, x
	}
	if !kernel.IsRef(kernel.StripSameWidth(x), as.Dst) {
		return nil
	}
	if c, ok := kernel.StripSameWidth(y).(*kernel.Const); ok {
		step := LeastMagnitude(c)
		if b.Op == kernel.Sub {
			step = -step
		}
		if step == 0 {
			return nil
		}
		return &Stride{Var: as.Dst, Step: step}
	}
	if fixed == nil || !fixed(y) {
		return nil
	}
	return &Stride{Var: as.Dst, By: y, Down: b.Op == kernel.Sub}
}

// EveryIteration lists the statements of the loop that every iteration executes, if it
// does not leave the loop.
func EveryIteration(l *kernel.Loop) []kernel.Stmt {
	out := append(l.Head[:len(l.Head):len(l.Head)], l.Post...)
	if LoopJumpsOf(l.Body).Continues {
		return out
	}
	return append(out, l.Body...)
}

// Changes are the variables that the loop assigns, in order, with the assigning
// statements.
type Changes struct {
	Order []*kernel.Var
	By    map[*kernel.Var][]kernel.Stmt
}

// ChangesOf finds the assignments in Head, Body and Post of l.
func ChangesOf(l *kernel.Loop) *Changes {
	c := &Changes{By: map[*kernel.Var][]kernel.Stmt{}}
	for _, list := range [][]kernel.Stmt{l.Head, l.Body, l.Post} {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				if c.By[v] == nil {
					c.Order = append(c.Order, v)
				}
				c.By[v] = append(c.By[v], s)
			}
			return true
		})
	}
	return c
}

// Fixed reports whether e reads nothing that the loop changes.
func (c *Changes) Fixed(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is && c.By[r.Var] != nil {
			ok = false
		}
		return ok
	})
	return ok
}

// Counters are the variables with one update in each iteration, among the given
// statements of the loop's body.
func (c *Changes) Counters(stmts []kernel.Stmt, fixed func(kernel.Expr) bool) []*Stride {
	var out []*Stride
	for _, s := range stmts {
		if st := StrideOf(s, fixed); st != nil && len(c.By[st.Var]) == 1 {
			out = append(out, st)
		}
	}
	return out
}

// Carries reports whether an iteration may read variables, other than the
// strides, that the previous one has set.
func (c *Changes) Carries(l *kernel.Loop, strides []*Stride) bool {
	own := map[*kernel.Var]bool{}
	for _, s := range strides {
		own[s.Var] = true
	}
	return c.iterationReadsEarlier(l, own, map[*kernel.Var]bool{})
}

// iterationReadsEarlier is readsEarlier of one iteration of l.
func (c *Changes) iterationReadsEarlier(l *kernel.Loop, own, set map[*kernel.Var]bool) bool {
	test := &kernel.If{Cond: l.Cond}
	body := l.Body
	if LoopJumpsOf(body).Continues {
		body = []kernel.Stmt{&kernel.Region{Body: body}} // code after it may execute without it
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

// readsEarlier reports whether a variable that the loop sets, other than
// strides, is read on some path before it is set. set holds the variables set so
// far, and is extended.
func (c *Changes) readsEarlier(stmts []kernel.Stmt, own, set map[*kernel.Var]bool) bool {
	for _, s := range stmts {
		if l, ok := s.(*kernel.Loop); ok {
			// Later iterations of it find at least what the first one finds; it may have none.
			if c.iterationReadsEarlier(l, own, maps.Clone(set)) {
				return true
			}
			continue
		}
		for _, v := range kernel.Reads(s) {
			if c.By[v] != nil && !own[v] && !set[v] {
				return true
			}
		}
		for _, inner := range kernel.Blocks(s) {
			if c.readsEarlier(inner, own, maps.Clone(set)) {
				return true
			}
		}
		if v := kernel.Assigned(s); v != nil {
			set[v] = true
		}
	}
	return false
}

// Uses holds the reads of each variable of a kernel, by the position of the
// statement in the text.
type Uses struct {
	reads map[*kernel.Var][]int
	spans map[*kernel.Loop]span
}

// span is the positions of a loop's statements. around is the outermost loop
// around it, itself if none; nil for a loop that occurs in several places.
type span struct {
	first, last int
	around      *kernel.Loop
}

// UsesOf numbers the statements of k.
func UsesOf(k *kernel.Kernel) *Uses {
	u := &Uses{reads: map[*kernel.Var][]int{}, spans: map[*kernel.Loop]span{}}
	u.block(k.Body, 0, nil)
	return u
}

// block numbers the statements from n on and returns the next number.
func (u *Uses) block(stmts []kernel.Stmt, n int, around *kernel.Loop) int {
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

// Outlives reports whether v may be read after the loop: in the code that
// follows it, or anywhere else in a loop around it.
func (u *Uses) Outlives(v *kernel.Var, l *kernel.Loop) bool {
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

// Loaded are the arrays from which a load takes a value.
func Loaded(k *kernel.Kernel) map[*kernel.Array]bool {
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
// nonlinear unless it is a constant. Inner loops do not count.
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
		b, ok := kernel.StripIntegerCasts(a.X).(*kernel.Binary)
		if !ok {
			return true
		}
		_, byConst := kernel.StripIntegerCasts(b.Y).(*kernel.Const)
		r, ofSelf := kernel.StripIntegerCasts(b.X).(*kernel.VarRef)
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

// LoopJumps tells which jumps end the loop or its iteration.
type LoopJumps struct{ Breaks, Continues bool }

// LoopJumpsOf finds the jumps of the loop with these lists of statements: those in inner
// loops belong to the inner loops.
func LoopJumpsOf(lists ...[]kernel.Stmt) LoopJumps {
	var j LoopJumps
	for _, list := range lists {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			switch s.(type) {
			case *kernel.Loop:
				return false
			case *kernel.Break:
				j.Breaks = true
			case *kernel.Continue:
				j.Continues = true
			default:
				// Others stay in the loop, or leave more than it.
			}
			return true
		})
	}
	return j
}
