package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// accessTakenRule: where an array is indexed by what an atomic counter returned,
// a logged offset is a value that was taken from the counter.
var accessTakenRule = rule{"access-taken", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		index := kernel.StripIntegerCasts(a.Index)
		r, ok := index.(*kernel.VarRef)
		if !ok {
			continue
		}
		predicate.EachDo(l.Stmt.Body, func(d *predicate.Do) {
			s, ok := d.Stmt.(*kernel.Atomic)
			if !ok || s.Dst == nil || !l.returns(s, r.Var) || !l.Fixed(s.Acc.Index) {
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
func (l *Loop) returns(s *kernel.Atomic, v *kernel.Var) bool {
	if s.Dst == v {
		return true
	}
	def := l.of.Definition(v)
	return def != nil && kernel.IsRef(kernel.StripIntegerCasts(def), s.Dst)
}

func (l *Loop) taken(a Access, s *kernel.Atomic) boogie.Expr {
	if !l.Enc.Mathematical() && a.Type.Bits != s.Dst.T.Bits {
		return nil
	}
	if taken := l.of.Taken(s, l.offsetOf(a)); taken != nil {
		return l.logged(a, taken)
	}
	return nil
}
