package weft

import "gv2/runtime/emulate"

// record is an earlier access by some lanes of a warp together. pos is the
// warp's segment, stamp its event if warps run in lock step, else 0.
type record struct {
	lanes      emulate.Lanes
	pos, stamp int32
	site       int32
	warp       int32
}

// together reports whether both are of one segment (in lock step: one event) of a
// warp, so that whatever is ordered after one of them is ordered after the other.
func (r *record) together(s *record) bool {
	return r.warp == s.warp && r.pos == s.pos && r.stamp == s.stamp
}

// later reports, for records of one warp, whether r was made after s.
func (r *record) later(s *record) bool {
	return r.pos > s.pos || r.pos == s.pos && r.stamp > s.stamp
}

// ordering tells which lanes of warp w made an access at (pos, stamp) before
// the point that the ordering stands for. *view is one.
type ordering interface {
	before(w int, pos, stamp int32, lanes emulate.Lanes) emulate.Lanes
}

// answer caches the result of an ordering for all lanes in a segment of a warp.
// It serves every record of that segment within one era.
type answer struct {
	era        uint64
	pos, stamp int32
	lanes      emulate.Lanes
}

// point is the place of the current accesses in the order: one event, and those
// of its lanes that share a clock. Neighbouring elements mostly have the same
// history, so point keeps the last answer about each warp.
type point struct {
	now     record // without lanes
	order   ordering
	era     uint64
	answers []answer // by warp
	asked   int64    // records compared
	self    *selfOrder
	// tile is how a warp shares out the elements of the access, empty for one that is none of a warp or may
	// share its elements out in two ways; sites are those of the program.
	tile  string
	sites []emulate.Site
}

func newPoint(warps int) point { return point{answers: make([]answer, warps)} }

// newPointOf is newPoint for a program.
func newPointOf(p *emulate.Program) point {
	out := newPoint(p.Warps())
	out.sites = p.Sites
	return out
}

// alike reports whether a warp shared the elements that r records out as it does at p: each lane has made
// its own part of both accesses.
func (p *point) alike(r *record) bool {
	return p.tile != "" && r.warp == p.now.warp && p.sites[r.site].Warp == p.tile
}

// moveTo makes p the point of an event of that site.
func (p *point) moveTo(a *emulate.Access, pos, stamp int32, order ordering) {
	p.era++
	p.order = order
	p.now = record{pos: pos, stamp: stamp, site: int32(a.Site.ID), warp: int32(a.Warp)}
}

// at is the record of lanes making the current access.
func (p *point) at(lanes emulate.Lanes) record {
	r := p.now
	r.lanes = lanes
	return r
}

// ordered gives a set of lanes; those of r in it made r's access before p, the
// others mean nothing.
func (p *point) ordered(r *record) emulate.Lanes {
	p.asked++
	if p.alike(r) {
		return everyLane
	}
	if p.self != nil {
		return p.orderedAsync(r)
	}
	if r.together(&p.now) {
		return 0
	}
	a := &p.answers[r.warp]
	if a.era != p.era || a.pos != r.pos || a.stamp != r.stamp {
		*a = answer{p.era, r.pos, r.stamp, p.order.before(int(r.warp), r.pos, r.stamp, everyLane)}
	}
	return a.lanes
}

// unordered gives the lanes of r whose access is not ordered before p. If a
// single lane makes the current access, it is not among them: a thread does not
// race with itself.
func (p *point) unordered(r *record, lanes emulate.Lanes) emulate.Lanes {
	others := r.lanes
	if lanes&(lanes-1) == 0 && p.ownWarp(r) {
		others &^= lanes & p.ownLanes(r)
	}
	if others == 0 {
		return 0
	}
	return others &^ p.ordered(r)
}
