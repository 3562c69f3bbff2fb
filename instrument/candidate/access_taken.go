package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// accessTakenRule: where an array is indexed by what an atomic counter returned,
// a logged offset is a value that was taken from the counter. Of an index that is a multiple of it and some more, as of
// out[item * 128 + threadIdx.x], the value is a quotient.
var accessTakenRule = rule{"access-taken", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		index := kernel.StripIntegerCasts(a.Index)
		r, ok := index.(*kernel.VarRef)
		predicate.EachDo(l.Stmt.Body, func(d *predicate.Do) {
			s, is := d.Stmt.(*kernel.Atomic)
			if !is || s.Dst == nil || !l.Fixed(s.Acc.Index) {
				return
			}
			if !ok {
				out = append(out, l.quotients(a, s)...)
			} else if l.returns(s, r.Var) {
				if f := l.taken(a, s, l.offsetOf(a)); f != nil {
					out = append(out, f)
				}
			}
		})
	}
	return out
}}

// quotients are the same where the index is a multiple of what the atomic returned and some more: less than the multiple, or what
// the loop does not change.
func (l *Loop) quotients(a Access, s *kernel.Atomic) []boogie.Expr {
	if !l.Enc.Mathematical() || a.Wide {
		return nil
	}
	var out []boogie.Expr
	index := l.of.Expand(a.Index)
	for _, t := range fact.LinearOf(index).Atoms() {
		r, ok := kernel.StripIntegerCasts(t.Atom).(*kernel.VarRef)
		if !ok || t.Coef < 1 || !l.returns(s, r.Var) {
			continue
		}
		by := boogie.I(t.Coef)
		add := func(offset boogie.Expr) {
			if f := l.taken(a, s, boogie.Op("div", offset, by)); f != nil {
				out = append(out, f)
			}
		}
		if rest := fact.Replaced(index, map[*kernel.Var]kernel.Expr{r.Var: kernel.NewConst(r.Var.T, 0)}); l.Fixed(rest) {
			more := boogie.Op("-", l.offsetOf(a), l.Enc.Expr(rest, 1))
			out = append(out, l.logged(a, boogie.Eq(boogie.Op("mod", more, by), boogie.I(0))))
			add(more)
			continue
		}
		add(l.offsetOf(a))
	}
	return out
}

// returns reports whether v is what the atomic returned, itself or copied, or is assumed to be that.
func (l *Loop) returns(s *kernel.Atomic, v *kernel.Var) bool {
	for range mostCopies {
		if s.Dst == v || l.assumedToBe(s.Dst, v) {
			return true
		}
		r, ok := kernel.StripIntegerCasts(l.of.Definition(v)).(*kernel.VarRef)
		if !ok {
			return false
		}
		v = r.Var
	}
	return false
}

// mostCopies bounds how often a value is copied.
const mostCopies = 4

// assumedToBe reports whether the loop assumes that two variables are the same.
func (l *Loop) assumedToBe(x, y *kernel.Var) bool {
	found := false
	predicate.EachDo(l.Stmt.Body, func(d *predicate.Do) {
		if s, ok := d.Stmt.(*kernel.Assume); ok {
			c, is := s.Cond.(*kernel.Binary)
			if is && c.Op == kernel.LAnd {
				c, is = c.X.(*kernel.Binary)
			}
			found = found || is && c.Op == kernel.Eq && (kernel.IsRef(c.X, x) && kernel.IsRef(c.Y, y) || kernel.IsRef(c.X, y) && kernel.IsRef(c.Y, x))
		}
	})
	return found
}

func (l *Loop) taken(a Access, s *kernel.Atomic, value boogie.Expr) boogie.Expr {
	if !l.Enc.Mathematical() && a.Type.Bits != s.Dst.T.Bits {
		return nil
	}
	if taken := l.of.Taken(s, value); taken != nil {
		return l.logged(a, taken)
	}
	return nil
}
