package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// accessTakenRule: where an array is indexed by what an atomic counter returned,
// a logged offset is a value that was taken from the counter.
var accessTakenRule = rule{"access-taken", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		index := kernel.StripIntegerCasts(a.index)
		r, ok := index.(*kernel.VarRef)
		if !ok {
			continue
		}
		predicate.EachDo(l.stmt.Body, func(d *predicate.Do) {
			s, ok := d.Stmt.(*kernel.Atomic)
			if !ok || s.Dst == nil || !l.returns(s, r.Var) || !l.fixed(s.Acc.Index) {
				return
			}
			if f := l.taken(a, s); f != nil {
				out = append(out, f)
			}
		})
	}
	return out
}}

// returns reports whether v is what the atomic returned, itself or copied.
func (l *loopContext) returns(s *kernel.Atomic, v *kernel.Var) bool {
	if s.Dst == v {
		return true
	}
	def := l.of.definition(v)
	return def != nil && kernel.IsRef(kernel.StripIntegerCasts(def), s.Dst)
}

func (l *loopContext) taken(a access, s *kernel.Atomic) boogie.Expr {
	if !l.enc.Mathematical() && a.typ.Bits != s.Dst.T.Bits {
		return nil
	}
	if taken := l.of.taken(s, l.offsetOf(a)); taken != nil {
		return l.logged(a, taken)
	}
	return nil
}
