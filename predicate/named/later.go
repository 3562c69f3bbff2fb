package named

import "gv2/predicate"

// findLater notes for each barrier of the block which named barriers may be used
// behind it.
func (g *Theory) findLater() {
	g.Later = map[*predicate.Do]map[*Barrier]bool{}
	g.laterIn(g.Prog.Body, nil)
}

// laterIn goes backwards through statements, behind which those barriers are used, and
// returns those that are used from their beginning on.
func (g *Theory) laterIn(body []predicate.Stmt, after map[*Barrier]bool) map[*Barrier]bool {
	for i := len(body) - 1; i >= 0; i-- {
		switch s := body[i].(type) {
		case *predicate.Do:
			if g.BlockBarriers[s] {
				g.Later[s] = after
			}
			after = withBarriers(after, g.IDs[s])
		case *predicate.If:
			then, other := g.laterIn(s.Then, after), g.laterIn(s.Else, after)
			for b := range other {
				then = withBarriers(then, []*Barrier{b})
			}
			after = then
		case *predicate.While:
			predicate.EachDo(s.Body, func(d *predicate.Do) { after = withBarriers(after, g.IDs[d]) })
			g.laterIn(s.Body, after)
		}
	}
	return after
}

func withBarriers(set map[*Barrier]bool, more []*Barrier) map[*Barrier]bool {
	if len(more) == 0 {
		return set
	}
	out := map[*Barrier]bool{}
	for b := range set {
		out[b] = true
	}
	for _, b := range more {
		out[b] = true
	}
	return out
}
