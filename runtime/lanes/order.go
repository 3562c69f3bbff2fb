package lanes

import (
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

// path is why the access of one side happens before that of another, nil if it does not: from a
// step after the one, by generations that are complete, to a wait before the other.
func (g *Graph) path(from, to Side) []Hop {
	waits := g.waiting()
	w := walk{g: g, reached: make([]int, len(g.Lanes)), came: map[Hop]Hop{}, inside: make([]bool, len(g.Generations))}
	for i, l := range g.Lanes {
		w.reached[i] = len(l.Steps)
	}
	w.lane(from.Lane, from.After, Hop{-1, -1})
	for i := 0; i < len(w.queue); i++ {
		hop := w.queue[i]
		gen := g.Lanes[hop.Lane].Steps[hop.Step].Generation
		if w.inside[gen] || !g.Generations[gen].Complete {
			continue
		}
		w.inside[gen] = true
		for _, end := range waits[gen] {
			if _, been := w.came[end]; !been {
				w.came[end] = hop
			}
			if end.Lane == to.Lane && end.Step < to.After {
				return w.back(end)
			}
			w.lane(end.Lane, end.Step+1, end)
		}
	}
	return nil
}

// waiting are, for each generation, the first steps of lanes that wait for it: later ones follow.
func (g *Graph) waiting() [][]Hop {
	if g.waits != nil {
		return g.waits
	}
	g.waits = make([][]Hop, len(g.Generations))
	for l := range g.Lanes {
		for s, step := range g.Lanes[l].Steps {
			list := &g.waits[step.Generation]
			if step.Kind != Arrives && (len(*list) == 0 || (*list)[len(*list)-1].Lane != l) {
				*list = append(*list, Hop{l, s})
			}
		}
	}
	return g.waits
}

// walk goes along the edges of a graph.
type walk struct {
	g *Graph
	// reached is, for each lane, the first step that is known to come after the start.
	reached []int
	queue   []Hop
	came    map[Hop]Hop
	inside  []bool
}

// lane goes along a lane from a step on, where it was not yet.
func (w *walk) lane(lane, from int, by Hop) {
	for s := from; s < w.reached[lane]; s++ {
		at := Hop{lane, s}
		if _, been := w.came[at]; !been {
			w.came[at] = by
		}
		w.queue = append(w.queue, at)
	}
	w.reached[lane] = min(w.reached[lane], from)
}

// back is the way to a step.
func (w *walk) back(end Hop) []Hop {
	var out []Hop
	for at := end; at.Lane >= 0; at = w.came[at] {
		out = append([]Hop{at}, out...)
	}
	return out
}

// mostPairs bounds the pairs of accesses that are compared.
const mostPairs = 200

// choose is the pair of accesses that is drawn, and whether one happens before the other: a pair
// that nothing orders if there is one. Without a race, the pair is at the lines.
func (r *record) choose(lines [2]int, race *weft.Fault) (pair *[2]touch, ordered bool) {
	// Lanes serve for their threads: what one does, all do.
	g := r.graph(nil, nil)
	lane := map[int]int{}
	for i, l := range g.Lanes {
		for _, threads := range l.Threads {
			for t := threads.From; t <= threads.To; t++ {
				lane[t] = i
			}
		}
	}
	side := func(t touch) Side { return Side{Lane: lane[t.thread], After: r.depth(t.after)} }
	left := mostPairs
	r.pairs(lines, race, func(a, b touch) bool {
		left--
		here := [2]touch{a, b}
		if g.path(side(a), side(b)) != nil || g.path(side(b), side(a)) != nil {
			if pair == nil {
				pair, ordered = &here, true
			}
			return left > 0
		}
		// Two of a warp may be ordered by what is not recorded.
		certain := race != nil || r.warp >= 0 || sameWarp(a.thread, b.thread) < 0
		if certain || pair == nil || ordered {
			pair, ordered = &here, false
		}
		return !certain && left > 0
	})
	return pair, ordered
}

// pairs calls f for each pair of conflicting accesses of different threads that is asked for,
// until it returns false.
func (r *record) pairs(lines [2]int, race *weft.Fault, f func(a, b touch) bool) {
	fits := func(t touch, side int) bool {
		if race != nil {
			at := &race.At[side]
			return t.thread == at.Thread && t.site.Src().Pos == at.Site.Src().Pos
		}
		return t.site.Src().Pos.Line == lines[side]
	}
	second := map[element][]touch{}
	for _, t := range r.seen {
		if fits(t, 1) {
			second[t.element] = append(second[t.element], t)
		}
	}
	for _, a := range r.seen {
		if !fits(a, 0) {
			continue
		}
		for _, b := range second[a.element] {
			if r.warp >= 0 && race == nil && sameWarp(a.thread, b.thread) != r.warp {
				continue
			}
			if a.thread != b.thread && conflict(a.site, b.site) && !f(a, b) {
				return
			}
		}
	}
}

// conflict reports whether one of two accesses writes and not both are atomic.
func conflict(a, b *emulate.Site) bool {
	return (a.Kind != emulate.ReadSite || b.Kind != emulate.ReadSite) && (a.Kind != emulate.AtomicSite || b.Kind != emulate.AtomicSite)
}
