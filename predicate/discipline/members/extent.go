package members

import (
	"cmp"
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// extent is where an access may lie: in n elements from at on, but for multiples of by.
type extent struct {
	congruence
	n int64
}

// extentOf is the member that an access stays within, or, if it is to no array that is a member, what is known of its index.
func (sp *Splitting) extentOf(s kernel.Stmt) extent {
	acc := kernel.Touched(s)
	if acc.Member == nil {
		e := extent{sp.congruence(acc.Index), int64(acc.Width)}
		if r := sp.ranges.Of(acc.Index); e.by == 1 && r.Within(fact.Span(0, 1<<mostBits-1)) {
			e = extent{congruence{0, r.Lo}, r.Hi - r.Lo + e.n}
		}
		return e
	}
	d := difference{terms: map[string]kernel.Expr{}, times: map[string]int64{}}
	d.add(acc.Index, 1)
	d.add(acc.Member.Index, -1)
	out := congruence{0, d.base}
	for text, n := range d.times {
		of := sp.congruence(d.terms[text])
		out = congruence{gcd(out.by, n*of.by), out.at + n*of.at}
	}
	if d.large || abs(out.by) >= 1<<mostBits || abs(out.at) >= 1<<mostBits {
		out = anyNumber
	}
	return extent{out, acc.Member.Of.Len}
}

// difference is a sum of 64 bits in which what is added and subtracted is left out.
type difference struct {
	base  int64
	terms map[string]kernel.Expr
	times map[string]int64
	large bool
}

func (d *difference) add(e kernel.Expr, by int64) {
	d.large = d.large || abs(by) >= 1<<mostBits || abs(d.base) >= 1<<mostBits
	if d.large {
		return
	}
	if c, ok := e.(*kernel.Const); ok {
		d.large = abs(c.Val) >= 1<<mostBits
		d.base += by * c.Val
		return
	}
	if b, ok := e.(*kernel.Binary); ok && e.Type() == kernel.I64 {
		c, times, constant := fact.ConstOperand(b)
		switch {
		case b.Op == kernel.Add:
			d.add(b.X, by)
			d.add(b.Y, by)
			return
		case b.Op == kernel.Sub:
			d.add(b.X, by)
			d.add(b.Y, -by)
			return
		case b.Op == kernel.Mul && constant && abs(times) < 1<<mostBits:
			d.add(c, by*times)
			return
		}
	}
	text := kernel.ExprString(e)
	d.terms[text] = e
	if d.times[text] += by; d.times[text] == 0 {
		delete(d.times, text)
	}
}

// byMember groups accesses by the members that they are to, or the ranges of their indices, where these lie apart in each element of an array of structs, or in the only one: period is the
// size of an element, 0 if there is one.
func (sp *Splitting) byMember(accesses []kernel.Stmt) (period int64, groups [][]kernel.Stmt) {
	for _, s := range accesses {
		period = gcd(period, sp.extentOf(s).by)
	}
	type placed struct {
		stmt    kernel.Stmt
		from, n int64
	}
	var all []placed
	for _, s := range accesses {
		e := sp.extentOf(s)
		from := modulo(e.at, period)
		if period != 0 && from+e.n > period {
			return period, nil
		}
		all = append(all, placed{s, from, e.n})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.from, b.from) })
	end := int64(0)
	for i, p := range all {
		if i == 0 || p.from >= end {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], p.stmt)
		end = max(end, p.from+p.n)
	}
	return period, groups
}

// withinMembers takes for granted that accesses stay within their members, as far as that is not seen.
func (sp *Splitting) withinMembers(group []kernel.Stmt) {
	for _, s := range group {
		acc := kernel.Touched(s)
		m := acc.Member
		if m == nil || sp.ranges.Of(m.Index).Within(fact.Span(0, m.Of.Len-int64(acc.Width))) {
			continue
		}
		sp.within[m.Of.Label] = true
	}
}

// Taken are the premises under which arrays were taken apart.
func (sp *Splitting) Taken() []string {
	if len(sp.within) == 0 {
		return sp.premises
	}
	return append(sp.premises, "accesses stay within "+kernel.Listed(slices.Sorted(maps.Keys(sp.within)))+" (--check-array-bounds checks it)")
}

// assumed is a list in which what these premises say stands in front of the accesses.
func assumed(stmts []kernel.Stmt, within map[string]bool) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		if acc := kernel.Touched(s); acc != nil && acc.Member != nil && within[acc.Member.Of.Label] {
			i, last := acc.Member.Index, kernel.NewConst(kernel.I64, acc.Member.Of.Len-int64(acc.Width))
			out = append(out, &kernel.Assume{Src: s.Source(), Cond: kernel.Op(kernel.LAnd, kernel.Op(kernel.Ge, i, kernel.NewConst(kernel.I64, 0)), kernel.Op(kernel.Le, i, last))})
		}
		out = append(out, kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return assumed(list, within) }))
	}
	return out
}
