package weft

import "gv2/runtime/emulate"

// record is an access that is remembered, by some lanes of a warp together. pos
// is the warp's segment, stamp its event where warps run in lock step, else 0.
type record struct {
	lanes      emulate.Lanes
	pos, stamp int32
	site       int32
	warp       int32
}

// together tells whether both are of one segment (in lock step: one event) of a
// warp, so that whatever is ordered after one of them is ordered after the other.
func (r *record) together(s *record) bool {
	return r.warp == s.warp && r.pos == s.pos && r.stamp == s.stamp
}

// later tells, for records of one warp, whether r was made after s.
func (r *record) later(s *record) bool {
	return r.pos > s.pos || r.pos == s.pos && r.stamp > s.stamp
}

// ordering tells which of the lanes of warp w, for an access at (pos, stamp),
// made it before the current point of those that ask. *view is one.
type ordering interface {
	before(w int, pos, stamp int32, lanes emulate.Lanes) emulate.Lanes
}

// answer is what an ordering said about all lanes for a segment of a warp, in one
// era, so that it serves every record of that segment.
type answer struct {
	era        uint64
	pos, stamp int32
	lanes      emulate.Lanes
}

// point is where the accesses that are being made stand: one event, and the
// lanes of it that have the same clock. Neighbouring elements mostly have the
// same history, so the last answer about each warp is kept.
type point struct {
	now     record // without lanes
	order   ordering
	era     uint64
	answers []answer // by warp
	asked   int64    // records looked at
}

func newPoint(warps int) point { return point{answers: make([]answer, warps)} }

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

// ordered gives lanes that made r's access before p, beside other lanes: only
// those of r mean anything.
func (p *point) ordered(r *record) emulate.Lanes {
	p.asked++
	if r.together(&p.now) {
		return 0
	}
	a := &p.answers[r.warp]
	if a.era != p.era || a.pos != r.pos || a.stamp != r.stamp {
		*a = answer{p.era, r.pos, r.stamp, p.order.before(int(r.warp), r.pos, r.stamp, everyLane)}
	}
	return a.lanes
}

// unordered gives the lanes of r that made its access neither before p nor in the
// same thread as all of the given lanes of p's warp.
func (p *point) unordered(r *record, lanes emulate.Lanes) emulate.Lanes {
	others := r.lanes
	if r.warp == p.now.warp && lanes&(lanes-1) == 0 {
		others &^= lanes
	}
	if others == 0 {
		return 0
	}
	return others &^ p.ordered(r)
}
