package phases

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// How many threads take part may be counted in a word of shared memory: before barriers are initialised, to know what they expect, and
// down again at the end, where the last thread invalidates them. NVIDIA's cuda::pipeline does so, and compilers make one atomic for all
// lanes of a warp that come together:
//
//	m = activemask(); m = match_any(m, &word)
//	if (lane == first lane of m) atomicAdd(&word, popc(m))
//
// match_any gives each lane the lanes of its mask that name the same word, so all that came together. Whichever these are, each
// lane is in one such set, and one lane of each adds how many there are: in the end as much as if each had added one.

// Attended is k in which each thread counts for itself, what it reads of a count is written beside it, and in which nobody invalidates barriers at the end, if that was the last thread's
// to do. It has the faults of k, if what it adds to the assumptions holds.
func Attended(k *kernel.Kernel) *kernel.Kernel {
	if n := k.Launch.Threads(); n < 2 || n > mostThreads || k.Launch.Joined || !fact.Phased(k) || !fact.CountsItself(k.Body) {
		return k
	}
	out := *k
	a := &attendance{k: &out}
	a.find()
	out.Body = a.apart(out.Body)
	known, _, m := start(&out)
	if m != nil {
		return &out
	}
	first := started(out.Body)
	if body, word := a.ended(out.Body); word != nil && first <= len(body) && !fact.TouchesData(body[first:], word.array) {
		if all, ok := known.valueOf(*word); ok && all == int64(k.Launch.Threads()) {
			out.Body = body
			out.Assumptions = append(slices.Clip(out.Assumptions), endsBefore)
		}
	}
	out.Body = append(without(known, out.Body[:first], out.Body[first:]), out.Body[first:]...)
	return &out
}

// without are the statements up to where barriers are used without the counting, in words that nobody looks at later: threads
// do that one after the other, or only add, so that there is no race in it. Where others use a word later, what is
// read of it is written beside it.
func without(known *prefix, before, behind []kernel.Stmt) []kernel.Stmt {
	keep := map[element]bool{}
	kernel.Walk(before, func(s kernel.Stmt) bool {
		if w, e := wordOf(s); w != nil && (w.Dst != nil && known.loaded[s] == nil || !known.follows(e) || fact.TouchesData(behind, e.array)) {
			keep[e] = true
		}
		return true
	})
	return kernel.Rewrite(before, func(s, inner kernel.Stmt) []kernel.Stmt {
		w, e := wordOf(s)
		out := []kernel.Stmt{inner}
		if w != nil && !keep[e] {
			out = nil
		}
		if c := known.loaded[s]; c != nil {
			out = append(out, &kernel.Assign{Src: s.Source(), Dst: kernel.Assigned(s), X: c})
		}
		return out
	})
}

// wordOf is the atomic that a statement is, and its element, nil for others.
func wordOf(s kernel.Stmt) (*kernel.Atomic, element) {
	a, ok := s.(*kernel.Atomic)
	if !ok {
		return nil, element{}
	}
	c, constant := a.Acc.Index.(*kernel.Const)
	if !constant || a.Acc.Array.Space != kernel.Shared {
		return nil, element{}
	}
	return a, element{a.Acc.Array, c.Val}
}

// endsBefore is what is left open about the end of barriers: copies that nobody waits for, and what lanes have done for which another one
// counts (match_any lets them meet, and orders no memory).
const endsBefore = "all that threads and copies do at barriers in memory is over when the last thread invalidates them"

type attendance struct {
	k *kernel.Kernel
	// sets are the variables that are the lanes that came together with the thread, set is how often each variable is set.
	sets map[*kernel.Var]bool
	set  map[*kernel.Var]int
	per  *fact.PerThread
}

// find finds the sets of lanes.
func (a *attendance) find() {
	a.sets, a.set, a.per = map[*kernel.Var]bool{}, map[*kernel.Var]int{}, fact.NewPerThread(a.k)
	kernel.Walk(a.k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			a.set[v]++
		}
		return true
	})
	var lists func(list []kernel.Stmt)
	lists = func(list []kernel.Stmt) {
		for i, s := range list {
			if m, ok := s.(*kernel.Vote); ok && m.Op == kernel.MatchAny && i > 0 && a.set[m.Dst] == 1 && a.ofAll(m.Arg) {
				// Right behind the mask: nobody has gone another way.
				v, active := list[i-1].(*kernel.Vote)
				a.sets[m.Dst] = active && v.Op == kernel.ActiveMask && a.set[v.Dst] == 1 && kernel.IsRef(kernel.StripSameWidth(m.Mask), v.Dst)
			}
			for _, inner := range kernel.Blocks(s) {
				lists(inner)
			}
		}
	}
	lists(a.k.Body)
}

// ofAll reports whether an expression is the same for all threads of a block.
func (a *attendance) ofAll(e kernel.Expr) bool {
	same := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			same = same && e.Var.Param && a.set[e.Var] == 0
		case *kernel.Builtin:
			same = same && e.Kind != kernel.ThreadIdx
		case *kernel.Const, *kernel.Binary, *kernel.Unary, *kernel.Convert:
		default:
			// Others may read memory, or the thread.
			same = false
		}
		return same
	})
	return same
}

// apart lets each lane add one where one lane adds how many they are, and needs no result: right behind, where all of them come.
func (a *attendance) apart(list []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(list))
	var together *kernel.Var
	for _, s := range list {
		one := a.eachOne(s, together)
		switch s := s.(type) {
		case *kernel.Vote:
			if together = nil; a.sets[s.Dst] {
				together = s.Dst
			}
		case *kernel.Assign:
		default:
			// Others may end, or lead elsewhere.
			together = nil
		}
		if one != nil {
			s = one
		}
		out = append(out, kernel.MapBlocks(s, a.apart))
	}
	return out
}

// eachOne is the atomic by which each lane of a set counts itself, in place of s, by which one counts them all; nil if s is something else.
func (a *attendance) eachOne(s kernel.Stmt, together *kernel.Var) kernel.Stmt {
	f, ok := s.(*kernel.If)
	if !ok || together == nil || len(f.Then) != 1 || len(f.Else) > 0 {
		return nil
	}
	add, ok := f.Then[0].(*kernel.Atomic)
	if !ok || add.Op != "add" || add.Dst != nil || len(add.Args) != 1 || !add.Acc.Array.Elem.IsInt() || !a.ofAll(add.Acc.Index) {
		return nil
	}
	if m, ok := a.counted(add.Args[0]); !ok || m != together || !a.first(f.Cond, m) {
		return nil
	}
	one := *add
	one.Args = []kernel.Expr{kernel.NewConst(add.Args[0].Type(), 1)}
	return &one
}

// counted is the set of lanes that an expression counts.
func (a *attendance) counted(e kernel.Expr) (*kernel.Var, bool) {
	c, ok := kernel.StripSameWidth(a.per.Resolved(e)).(*kernel.Call)
	if !ok || c.Fn != "popc" || len(c.Args) != 1 {
		return nil, false
	}
	r, ok := kernel.StripSameWidth(c.Args[0]).(*kernel.VarRef)
	return varOf(r), ok && a.sets[r.Var]
}

func varOf(r *kernel.VarRef) *kernel.Var {
	if r == nil {
		return nil
	}
	return r.Var
}

// first reports whether a condition holds in one lane of the set, and in no other: a lane whose number is that of its first or its last one.
func (a *attendance) first(cond kernel.Expr, m *kernel.Var) bool {
	eq, ok := a.per.Resolved(cond).(*kernel.Binary)
	if !ok || eq.Op != kernel.Eq {
		return false
	}
	return a.isLane(eq.X) && a.member(eq.Y, m) || a.isLane(eq.Y) && a.member(eq.X, m)
}

// isLane reports whether an expression is the number of each thread's lane.
func (a *attendance) isLane(e kernel.Expr) bool {
	for t := range a.k.Launch.Threads() {
		known := fact.Known{Launch: a.k.Launch, Thread: a.k.Launch.ThreadAt(t), Value: func(*kernel.Var) *kernel.Const { return nil }}
		if c := known.Of(e); c == nil || c.Val != int64(t%kernel.WarpSize) {
			return false
		}
	}
	return true
}

// member reports whether an expression is the number of the first lane, or of the last, of a set that is not empty.
func (a *attendance) member(e kernel.Expr, m *kernel.Var) bool {
	e = kernel.StripSameWidth(e)
	switch e := e.(type) {
	case *kernel.Call: // clz(brev(m))
		return e.Fn == "clz" && len(e.Args) == 1 && isCall(e.Args[0], "brev", m)
	case *kernel.Binary: // 31 - clz(m), ffs(m) - 1
		return e.Op == kernel.Sub && (isNumber(e.X, kernel.WarpSize-1) && isCall(e.Y, "clz", m) || isNumber(e.Y, 1) && isCall(e.X, "ffs", m))
	case *kernel.Cond: // 31 - x < 0 ? -1 : x, as compilers find the first one
		b, ok := e.C.(*kernel.Binary)
		if !ok || b.Op != kernel.Lt || !isNumber(b.Y, 0) || !a.member(e.Y, m) {
			return false
		}
		rest, ok := kernel.StripSameWidth(b.X).(*kernel.Binary)
		return ok && rest.Op == kernel.Sub && isNumber(rest.X, kernel.WarpSize-1) && rest.Type().Signed && kernel.ExprString(rest.Y) == kernel.ExprString(e.Y) && a.member(rest.Y, m)
	default:
		// Others are other lanes, or none.
		return false
	}
}

func isCall(e kernel.Expr, fn string, m *kernel.Var) bool {
	c, ok := kernel.StripSameWidth(e).(*kernel.Call)
	return ok && c.Fn == fn && len(c.Args) == 1 && m.T.Bits == kernel.WarpSize && kernel.IsRef(kernel.StripSameWidth(c.Args[0]), m)
}

func isNumber(e kernel.Expr, n int64) bool {
	c, ok := kernel.StripSameWidth(e).(*kernel.Const)
	return ok && c.Val == n
}

// ended are statements without their end, the last ones, in which threads count down, and the one that comes to zero invalidates barriers;
// and the word, nil if there is no such end. If all threads that there are were counted before, the last one is behind whatever
// others do. Threads may jump over the end: then nobody is the last one.
func (a *attendance) ended(list []kernel.Stmt) ([]kernel.Stmt, *element) {
	last := len(list) - 1
	if last < 0 {
		return nil, nil
	}
	if r, ok := list[last].(*kernel.Region); ok {
		body, word := a.ended(r.Body)
		if word == nil {
			return nil, nil
		}
		body = withoutLeaves(body, r.Label)
		if !fact.Leaves(body, r.Label) {
			return append(slices.Clip(list[:last]), body...), word
		}
		region := *r
		region.Body = body
		return append(slices.Clip(list[:last]), &region), word
	}
	for n := last; n >= max(last-mostEnd, 0); n-- {
		e := &ending{a: a}
		if e.list(list[n:]) && (e.lanes == nil || e.led) {
			for n > 0 && isVote(list[n-1]) {
				n--
			}
			return slices.Clip(list[:n]), &element{e.word.Array, e.word.Index.(*kernel.Const).Val}
		}
	}
	return nil, nil
}

func isVote(s kernel.Stmt) bool {
	_, ok := s.(*kernel.Vote)
	return ok
}

// withoutLeaves is the body of a region without jumps to its end from where it ends anyway.
func withoutLeaves(list []kernel.Stmt, label string) []kernel.Stmt {
	if len(list) == 0 {
		return list
	}
	before, last := slices.Clip(list[:len(list)-1]), list[len(list)-1]
	switch s := last.(type) {
	case *kernel.Leave:
		if s.Label == label {
			return withoutLeaves(before, label)
		}
	case *kernel.If:
		f := *s
		f.Then, f.Else = withoutLeaves(s.Then, label), withoutLeaves(s.Else, label)
		return append(before, &f)
	default:
		// Others go on as they are.
	}
	return list
}

// mostEnd is how many statements stand before the last one of an end.
const mostEnd = 8

// started is the place behind the first barrier of the block that comes after all initialisations.
func started(body []kernel.Stmt) int {
	from := lastInit(body) + 1
	for i, s := range body[from:] {
		if b, ok := s.(*kernel.Barrier); ok && whole(b) {
			return from + i + 1
		}
	}
	return len(body)
}

// ending is the end of barriers as it is read, statement by statement.
type ending struct {
	a     *attendance
	word  *kernel.Access
	old   *kernel.Var
	lanes *kernel.Var // that one of them, as led says, counts together; nil for the thread alone
	led   bool
	// released and acquired say that the count orders what comes before the one of a thread and behind the one of the last.
	released, acquired bool
}

// list reads statements of which only the last has others in it. Whatever decides which threads count: if one does not, none is the last.
func (e *ending) list(list []kernel.Stmt) bool {
	for i, s := range list {
		switch s := s.(type) {
		case *kernel.Assign:
		case *kernel.Vote:
			if s.Op != kernel.ActiveMask && !e.a.sets[s.Dst] {
				return false
			}
		case *kernel.Fence:
			if s.Scope == kernel.WarpScope || s.Inits || s.Lives {
				return false
			}
			e.order(s.Order())
		case *kernel.Atomic:
			if e.word != nil || s.Scope == kernel.WarpScope || !e.down(s) {
				return false
			}
			e.released = e.released || s.Order >= kernel.Release
			e.order(s.Order)
		case *kernel.If:
			if i != len(list)-1 || len(s.Else) > 0 {
				return false
			}
			if e.word != nil {
				return e.released && e.acquired && e.isLast(s.Cond) && fact.OnlyInvalidates(s.Then)
			}
			if !e.list(s.Then) {
				return false
			}
			e.led = e.led || e.lanes != nil && e.a.first(s.Cond, e.lanes)
			return true
		default:
			// Others do more than to count.
			return false
		}
	}
	return false
}

// order notes what a fence orders, or the atomic itself.
func (e *ending) order(order kernel.MemoryOrder) {
	if e.word == nil {
		e.released = e.released || order >= kernel.Release
	} else {
		e.acquired = e.acquired || order == kernel.Acquire || order >= kernel.AcquireRelease
	}
}

// down reads an atomic that takes the thread, or the lanes that it counts, off a word.
func (e *ending) down(s *kernel.Atomic) bool {
	_, constant := s.Acc.Index.(*kernel.Const)
	if s.Acc.Array.Space != kernel.Shared || !constant || s.Acc.Width > 1 || s.Acc.Member != nil || s.Acc.Far || s.Dst == nil || len(s.Args) != 1 {
		return false
	}
	n := kernel.StripSameWidth(e.a.per.Resolved(s.Args[0]))
	switch minus, ok := n.(*kernel.Unary); {
	case s.Op == "add" && ok && minus.Op == kernel.Neg:
		n = minus.X
	case s.Op == "add" && isNumber(n, n.Type().Wrap(-1)):
		n = kernel.NewConst(n.Type(), 1)
	case s.Op != "sub":
		return false
	}
	m, together := e.a.counted(n)
	if together {
		e.lanes = m
	}
	e.word, e.old = &s.Acc, s.Dst
	return together || isNumber(n, 1)
}

// isLast reports whether a condition says that nobody is left but the thread, or the lanes that it counts.
func (e *ending) isLast(cond kernel.Expr) bool {
	eq, ok := e.a.per.Resolved(cond).(*kernel.Binary)
	if !ok || eq.Op != kernel.Eq {
		return false
	}
	n := eq.Y
	if !kernel.IsRef(kernel.StripSameWidth(eq.X), e.old) {
		if n = eq.X; !kernel.IsRef(kernel.StripSameWidth(eq.Y), e.old) {
			return false
		}
	}
	if e.lanes == nil {
		return isNumber(n, 1)
	}
	m, ok := e.a.counted(n)
	return ok && m == e.lanes
}
