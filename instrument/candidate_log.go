package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// logEmptyRule: no access of that kind is logged when the loop's head is
// reached. It holds for loops that pass a barrier after their last access.
var logEmptyRule = rule{"log-empty", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		out = append(out, boogie.Not(boogie.V(OccurredName(a.kind, a.plan.array.Name))))
	}
	return out
}}

// accessOffsetRule: a logged access of the loop's is at the place that the access
// would touch now, as far as the loop does not change it.
var accessOffsetRule = rule{"access-offset", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		index := l.expand(a.plan.offset(a.acc.Index))
		if a.plan.wide || !l.fixed(index) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.expr(index, 1))))
	}
	return out
}}

// accessGuardRule: an access is logged only if the conditions around it that the
// loop does not change hold for the thread.
var accessGuardRule = rule{"access-guard", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		conds := l.entered()
		if a.pred != nil {
			conds = append(conds, conjuncts(l.expand(a.pred))...)
		}
		for _, c := range conds {
			if l.fixed(c) && !l.isUniform(c) {
				out = append(out, l.logged(a, l.expr(c, 1)))
			}
		}
	}
	return out
}}

// entered lists the conditions under which this loop and those around it were
// entered.
func (l *loopContext) entered() []kernel.Expr {
	var out []kernel.Expr
	for o := l; o != nil; o = o.outer {
		if o.stmt.Outer != nil {
			out = append(out, conjuncts(l.expand(o.stmt.Outer))...)
		}
	}
	return out
}

// mapsEqualRule: both threads see the same contents. It holds where a barrier
// follows the last write.
var mapsEqualRule = rule{"maps-equal", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	if l.pair != predicate.SameBlock {
		return nil
	}
	for _, ap := range l.plan.arrays {
		if ap.content(l.pair, l.plan.intra) == tracked {
			out = append(out, boogie.Eq(boogie.V(ap.name+suffix(1)), boogie.V(ap.name+suffix(2))))
		}
	}
	return out
}}

// logged says: if this access is logged then fact.
func (l *loopContext) logged(a loggedAccess, fact boogie.Expr) boogie.Expr {
	is := boogie.V(a.key())
	if len(l.sitesOf(a)) > 1 {
		source := boogie.V(SourceName(a.kind, a.plan.array.Name))
		is = boogie.And(is, boogie.Eq(source, boogie.I(int64(a.site))))
	}
	return boogie.Imp(is, fact)
}

// maxSources bounds how many statements logSourceRule tells apart.
const maxSources = 24

// logSourceRule: what is logged was logged by a statement that logs to it.
var logSourceRule = rule{"log-source", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	done := map[string]bool{}
	for _, a := range l.accesses {
		sites := l.sitesOf(a)
		if done[a.key()] || len(sites) < 2 || len(sites) > maxSources {
			continue
		}
		done[a.key()] = true
		var any []boogie.Expr
		for _, s := range sites {
			any = append(any, boogie.Eq(boogie.V(SourceName(a.kind, a.plan.array.Name)), boogie.I(int64(s))))
		}
		out = append(out, boogie.Imp(boogie.V(a.key()), boogie.Or(any...)))
	}
	return out
}}

func (l *loopContext) offsetOf(a loggedAccess) boogie.Expr {
	return boogie.V(OffsetName(a.kind, a.plan.array.Name))
}

// conjuncts splits a conjunction.
func conjuncts(x kernel.Expr) []kernel.Expr {
	if b, ok := x.(*kernel.Binary); ok && b.Op == kernel.LAnd {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []kernel.Expr{x}
}
