package rewrite

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Aggregated takes apart atomics that one lane executes for those of its warp that have something to store:
//
//	m = ballot(mask, p)                        m = ballot(mask, p)
//	if (lane is the leader)                    if (lane is the leader)
//	  base = atomicAdd(count, popc(m))           atomicAdd(count, 1)
//	base = shfl(mask, base, leader)            if (p) place = atomicAdd(count, 1)
//	... base + popc(m & lanes below) ...       ... place ...
//
// (NVIDIA, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics", 2014.) The lanes in m get places
// that follow each other: what they would get if each of them counted by one, in the order of the lanes and
// with no other thread between them, so every execution of the left is one of the right, as far as these
// places go. That two threads never get one place is known of the right. The leader's own atomic stays, for
// races with other accesses to the counter: a leader need not be in m.
func Aggregated(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	if k.Launch.Threads() == 0 || !fact.TellsReserved(k) {
		return k
	}
	a := &aggregation{k: k, per: fact.NewPerThread(k), sets: map[*kernel.Var][]kernel.Stmt{}, reads: map[*kernel.Var]int{}, names: kernel.NewNames(k)}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			a.sets[v] = append(a.sets[v], s)
		}
		for _, v := range kernel.Reads(s) {
			a.reads[v]++
		}
		return true
	})
	a.look(k.Body)
	out := *k
	for _, g := range a.found {
		body, ok := a.apart(out.Body, g, notes)
		if ok {
			out.Body = body
			out.Vars = append(out.Vars[:len(out.Vars):len(out.Vars)], g.place, g.votes)
		}
	}
	return &out
}

type aggregation struct {
	k     *kernel.Kernel
	per   *fact.PerThread
	sets  map[*kernel.Var][]kernel.Stmt
	reads map[*kernel.Var]int // in how many statements
	names *kernel.Names
	found []*aggregated
}

// aggregated is one such atomic with what belongs to it; votes is whether the thread is one of those that
// it counts for, and place what it gets.
type aggregated struct {
	vote         *kernel.Vote
	reserve      *kernel.If
	atomic       *kernel.Atomic
	passed       *kernel.Shuffle
	votes, place *kernel.Var
}

// look finds them in the lists of statements.
func (a *aggregation) look(list []kernel.Stmt) {
	for i, s := range list {
		for _, inner := range kernel.Blocks(s) {
			a.look(inner)
		}
		sh, is := s.(*kernel.Shuffle)
		if !is || sh.Mode != "idx" || sh.Dst == nil || len(a.sets[sh.Dst]) != 1 || !isNumber(sh.Width, kernel.WarpSize) {
			continue
		}
		from, is := kernel.StripSameWidth(sh.Value).(*kernel.VarRef)
		if !is || a.reads[from.Var] != 1 {
			continue
		}
		j := behindAssigns(list, i)
		if j < 0 {
			continue
		}
		reserve, is := list[j].(*kernel.If)
		if !is || len(reserve.Else) > 0 {
			continue
		}
		atomic := a.reserves(reserve.Then, from.Var)
		if atomic == nil || !a.only(from.Var, reserve.Then) || !a.ofAll(atomic.Acc.Index) {
			continue
		}
		set, is := counted(a.per.Resolved(atomic.Args[0]))
		if !is {
			continue
		}
		v := behindAssigns(list, j)
		if v < 0 {
			continue
		}
		vote, is := list[v].(*kernel.Vote)
		if !is || vote.Dst != set || len(a.sets[set]) != 1 || !a.among(vote, sh) || !a.leads(vote, reserve.Cond, sh.Lane) {
			continue
		}
		a.found = append(a.found, &aggregated{
			vote: vote, reserve: reserve, atomic: atomic, passed: sh,
			votes: &kernel.Var{Name: a.names.At("votes", vote.Src, ""), T: kernel.Type{Kind: kernel.Bool}, Temp: true, Pos: vote.Pos},
			place: &kernel.Var{Name: a.names.At("place", sh.Src, ""), T: atomic.Dst.T, Temp: true, Pos: sh.Pos},
		})
	}
}

// behindAssigns is the statement in front of the one at i, but for those that only compute; -1 if there is
// none.
func behindAssigns(list []kernel.Stmt, i int) int {
	for i--; i >= 0; i-- {
		switch list[i].(type) {
		case *kernel.Assign, *kernel.Havoc:
		default:
			// Others do more than compute.
			return i
		}
	}
	return -1
}

// reserves is the atomic of a branch that does nothing but to add to a counter and to keep what it finds in v.
func (a *aggregation) reserves(list []kernel.Stmt, v *kernel.Var) *kernel.Atomic {
	if len(list) == 0 || len(list) > 2 {
		return nil
	}
	atomic, is := list[0].(*kernel.Atomic)
	if !is || atomic.Op != "add" || atomic.Dst == nil || len(atomic.Args) != 1 || atomic.Acc.Width != 1 || !atomic.Dst.T.IsInt() {
		return nil
	}
	if len(list) == 1 {
		if atomic.Dst != v {
			return nil
		}
		return atomic
	}
	kept, is := list[1].(*kernel.Assign)
	if !is || kept.Dst != v || !kernel.IsRef(kernel.StripSameWidth(kept.X), atomic.Dst) || a.reads[atomic.Dst] != 1 || len(a.sets[atomic.Dst]) != 1 {
		return nil
	}
	return atomic
}

// only reports whether nothing but the branch sets v to a value that matters.
func (a *aggregation) only(v *kernel.Var, branch []kernel.Stmt) bool {
	for _, s := range a.sets[v] {
		switch s := s.(type) {
		case *kernel.Havoc:
			continue
		case *kernel.Assign:
			if isConst(s.X) {
				continue
			}
		default:
			// Others matter.
		}
		if !slices.Contains(branch, s) {
			return false
		}
	}
	return true
}

// ofAll reports whether an index is the same for all threads of a block.
func (a *aggregation) ofAll(index kernel.Expr) bool {
	same := true
	kernel.WalkExpr(a.per.Resolved(index), func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			same = same && e.Var.Param && len(a.sets[e.Var]) == 0
		case *kernel.Builtin:
			same = same && e.Kind != kernel.ThreadIdx
		default:
			// Others are the same where what they are made of is.
		}
		return same
	})
	return same
}

// among reports whether the lanes that vote have the set in common, and are those that pass the result on.
func (a *aggregation) among(vote *kernel.Vote, sh *kernel.Shuffle) bool {
	mask := a.per.Resolved(sh.Mask)
	switch vote.Op {
	case kernel.ActiveMask:
		return kernel.IsRef(stripped(mask), vote.Dst)
	case kernel.Ballot:
		return fact.FullMask(mask) || kernel.ExprString(mask) == kernel.ExprString(a.per.Resolved(vote.Mask))
	}
	return false
}

// leads reports whether the condition holds in the lane of that number, which is one of those that vote, and
// in no other.
func (a *aggregation) leads(vote *kernel.Vote, cond, lane kernel.Expr) bool {
	eq, is := a.per.Resolved(cond).(*kernel.Binary)
	if !is || eq.Op != kernel.Eq {
		return false
	}
	from := stripped(a.per.Resolved(lane))
	first := a.first(vote, from)
	for _, side := range [][2]kernel.Expr{{eq.X, eq.Y}, {eq.Y, eq.X}} {
		own, other := stripped(side[0]), stripped(side[1])
		switch {
		case a.each(own, func(lane int) int64 { return int64(lane) }) && sameNumber(other, from):
			_, constant := from.(*kernel.Const)
			return first || constant && vote.Op == kernel.Ballot && fact.FullMask(a.per.Resolved(vote.Mask))
		case first && isNumber(other, 0) && a.below(own, vote.Dst):
			return true // the first has none below
		}
	}
	return false
}

// sameNumber reports whether two resolved expressions are one number, of whatever type.
func sameNumber(x, y kernel.Expr) bool {
	if c, is := x.(*kernel.Const); is {
		return isNumber(y, c.Val)
	}
	return kernel.ExprString(x) == kernel.ExprString(y)
}

// first reports whether the expression is the number of the first lane in the set.
func (a *aggregation) first(vote *kernel.Vote, e kernel.Expr) bool {
	b, is := e.(*kernel.Binary)
	if !is {
		return false
	}
	n, plus := b.Y.(*kernel.Const)
	if !plus || b.Op != kernel.Sub || n.Val != 1 {
		if b.Op != kernel.Add || !plus || fact.LeastMagnitude(n) != -1 {
			return false
		}
	}
	c, is := stripped(b.X).(*kernel.Call)
	return is && c.Fn == "ffs" && len(c.Args) == 1 && kernel.IsRef(stripped(c.Args[0]), vote.Dst)
}

// each reports whether a resolved expression has in each thread the value that its lane gives.
func (a *aggregation) each(e kernel.Expr, want func(lane int) int64) bool {
	for t := range a.k.Launch.Threads() {
		v, known := a.per.Value(e, t)
		if !known || v != want(t%kernel.WarpSize) {
			return false
		}
	}
	return true
}

// below reports whether a resolved expression counts the lanes of the set below the thread's own.
func (a *aggregation) below(e kernel.Expr, set *kernel.Var) bool {
	c, is := stripped(e).(*kernel.Call)
	if !is || c.Fn != "popc" || len(c.Args) != 1 {
		return false
	}
	and, is := stripped(c.Args[0]).(*kernel.Binary)
	if !is || and.Op != kernel.And {
		return false
	}
	x, y := stripped(and.X), stripped(and.Y)
	if !kernel.IsRef(x, set) {
		x, y = y, x
	}
	return kernel.IsRef(x, set) && a.each(kernel.Op(kernel.And, y, kernel.NewConst(y.Type(), 1<<32-1)), func(lane int) int64 {
		return kernel.NewConst(y.Type(), 1<<lane-1).Val
	})
}

// counted is the variable whose ones a resolved expression counts.
func counted(e kernel.Expr) (*kernel.Var, bool) {
	c, is := stripped(e).(*kernel.Call)
	if !is || c.Fn != "popc" || len(c.Args) != 1 {
		return nil, false
	}
	r, is := stripped(c.Args[0]).(*kernel.VarRef)
	if !is || r.Var.T.Bits != kernel.WarpSize {
		return nil, false
	}
	return r.Var, true
}

// stripped is e without conversions between integers of 32 bits, or to more.
func stripped(e kernel.Expr) kernel.Expr {
	for {
		c, is := e.(*kernel.Convert)
		if !is || !c.T.IsInt() || !c.X.Type().IsInt() || c.T.Bits < c.X.Type().Bits || c.X.Type().Bits < kernel.WarpSize {
			return e
		}
		e = c.X
	}
}

func isNumber(e kernel.Expr, n int64) bool {
	c, is := stripped(e).(*kernel.Const)
	return is && c.Val == n
}

// apart is the body with the atomic of g taken apart, where all that the lanes do with its result is to add
// the number of lanes below.
func (a *aggregation) apart(body []kernel.Stmt, g *aggregated, notes *fact.Notes) (out []kernel.Stmt, ok bool) {
	base := map[*kernel.Var]bool{g.passed.Dst: true}
	for grew := true; grew; {
		grew = false
		for v, sets := range a.sets {
			if copied, is := sets[0].(*kernel.Assign); is && len(sets) == 1 && !base[v] && refersTo(copied.X, base) {
				base[v], grew = true, true
			}
		}
	}
	ok = true
	place := func(e kernel.Expr) kernel.Expr {
		sum, is := e.(*kernel.Binary)
		if !is || sum.Op != kernel.Add {
			return e
		}
		for _, side := range [][2]kernel.Expr{{sum.X, sum.Y}, {sum.Y, sum.X}} {
			if refersTo(side[0], base) && a.below(a.per.Resolved(side[1]), g.vote.Dst) {
				return converted(sum.Type(), kernel.Ref(g.place))
			}
		}
		return e
	}
	out = replaced(body, func(s kernel.Stmt) []kernel.Stmt {
		switch s := s.(type) {
		case *kernel.Vote:
			if s == g.vote {
				arg := s.Arg
				if arg == nil {
					arg = kernel.BoolConst(true)
				}
				return []kernel.Stmt{&kernel.Assign{Src: s.Src, Dst: g.votes, X: arg}, s}
			}
		case *kernel.If:
			if len(s.Then) > 0 && s.Then[0] == kernel.Stmt(g.atomic) {
				counted, branch := *g.atomic, *s
				counted.Dst, counted.Args = nil, []kernel.Expr{kernel.NewConst(g.atomic.Acc.Array.Elem, 1)}
				branch.Then = []kernel.Stmt{&counted}
				return []kernel.Stmt{&branch}
			}
		case *kernel.Shuffle:
			if s == g.passed {
				counted, passed := *g.atomic, *s
				counted.Src = s.Src
				counted.Dst, counted.Args = g.place, []kernel.Expr{kernel.NewConst(g.atomic.Acc.Array.Elem, 1)}
				passed.Value = kernel.NewConst(s.Value.Type(), 0) // which nothing reads
				return []kernel.Stmt{&passed, &kernel.If{
					Src: s.Src, Cond: kernel.Ref(g.votes), Then: []kernel.Stmt{&counted},
					Else: []kernel.Stmt{&kernel.Havoc{Src: s.Src, Dst: g.place, Why: "the place of a lane that has none"}},
				}}
			}
		case *kernel.Assign:
			if base[s.Dst] {
				return nil
			}
		default:
			// Others use it, or do not.
		}
		mapped := kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr { return kernel.MapExpr(e, place) })
		for _, v := range kernel.Reads(mapped) {
			ok = ok && !base[v]
		}
		notes.Copied(s, mapped)
		return []kernel.Stmt{mapped}
	})
	return out, ok
}

// refersTo reports whether e is one of the variables.
func refersTo(e kernel.Expr, to map[*kernel.Var]bool) bool {
	r, is := stripped(e).(*kernel.VarRef)
	return is && to[r.Var]
}
