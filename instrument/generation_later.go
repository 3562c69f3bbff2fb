package instrument

import "gv2/predicate"

// findLater notes for each barrier of the block which named barriers may be used
// behind it.
func (g *generations) findLater() {
	g.later = map[*predicate.Do]map[*namedBarrier]bool{}
	g.laterIn(g.prog.Body, nil)
}

// laterIn goes backwards through statements, behind which those barriers are used, and
// returns those that are used from their beginning on.
func (g *generations) laterIn(body []predicate.Stmt, after map[*namedBarrier]bool) map[*namedBarrier]bool {
	for i := len(body) - 1; i >= 0; i-- {
		switch s := body[i].(type) {
		case *predicate.Do:
			if g.cuts[s] {
				g.later[s] = after
			}
			after = withBarriers(after, g.ids[s])
		case *predicate.If:
			then, other := g.laterIn(s.Then, after), g.laterIn(s.Else, after)
			for b := range other {
				then = withBarriers(then, []*namedBarrier{b})
			}
			after = then
		case *predicate.While:
			predicate.EachDo(s.Body, func(d *predicate.Do) { after = withBarriers(after, g.ids[d]) })
			g.laterIn(s.Body, after)
		}
	}
	return after
}

func withBarriers(set map[*namedBarrier]bool, more []*namedBarrier) map[*namedBarrier]bool {
	if len(more) == 0 {
		return set
	}
	out := map[*namedBarrier]bool{}
	for b := range set {
		out[b] = true
	}
	for _, b := range more {
		out[b] = true
	}
	return out
}
