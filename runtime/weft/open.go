package weft

import (
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// openAccess is a statement that accesses unknown elements, so that it may
// race.
type openAccess struct {
	site  *emulate.Site
	count int64 // such accesses, over all threads
}

// siteCount counts a statement's accesses to unknown elements.
type siteCount struct {
	count            int64
	open, openBlocks int // its place in races.open and races.openBlocks, from 1
}

// wholeArray checks accesses to unknown elements: they may touch any element, so
// they stay open unless they are ordered with all conflicting accesses to the
// array. Two accesses with known elements do not conflict here; cells and rows
// compare them.
type wholeArray struct {
	known, unknown [3]latest // by kind: reads, writes, atomics
	// kinds of access in this block and in earlier ones
	knownKinds, unknownKinds kindSet
	pastKnown, pastUnknown   kindSet
	// conflict is set once an unknown access was not ordered with a conflicting
	// one; conflictBlocks if one conflicts with another block.
	conflict, conflictBlocks bool
	sites                    []*emulate.Site // with unknown accesses
}

func (w *wholeArray) nextBlock() {
	for k := range w.known {
		w.known[k].clear()
		w.unknown[k].clear()
	}
	w.pastKnown |= w.knownKinds
	w.pastUnknown |= w.unknownKinds
	w.knownKinds, w.unknownKinds = 0, 0
}

// latest holds the latest access of each thread, by warp: an access ordered after
// that is ordered after the thread's earlier ones. Nil is none.
type latest []latestOfWarp

// latestOfWarp has the latest event in front, and for lanes that were not in it
// their own latest one. An older event of a lane may remain: the later one
// stands for it.
type latestOfWarp struct {
	front  record
	others emulate.Lanes
	own    *[kernel.WarpSize]record // of others
}

func (l latest) clear() {
	for w := range l {
		l[w].front.lanes, l[w].others = 0, 0
	}
}

// keep enters an access at p by the given lanes.
func (l *latest) keep(p *point, lanes emulate.Lanes) {
	if *l == nil {
		*l = make(latest, len(p.answers))
	}
	for int(p.now.warp) >= len(*l) {
		*l = append(*l, latestOfWarp{})
	}
	w := &(*l)[p.now.warp]
	if !w.front.together(&p.now) {
		w.putAside(lanes)
		w.front = p.now
	}
	w.front.lanes |= lanes
	if lanes == everyLane {
		w.others = 0
	}
}

// putAside moves the front event of lanes other than the given ones to own.
func (w *latestOfWarp) putAside(lanes emulate.Lanes) {
	aside := w.front.lanes &^ lanes
	if aside != 0 && w.own == nil {
		w.own = new([kernel.WarpSize]record)
	}
	w.others |= aside
	for ; aside != 0; aside &= aside - 1 {
		l := firstLane(aside)
		w.own[l] = w.front
		w.own[l].lanes = 1 << l
	}
}

// clash reports whether one of the accesses is not ordered before p for the
// given lanes.
func (l latest) clash(p *point, lanes emulate.Lanes) bool {
	for i := range l {
		w := &l[i]
		if p.unordered(&w.front, lanes) != 0 {
			return true
		}
		for others := w.others; others != 0; others &= others - 1 {
			if p.unordered(&w.own[firstLane(others)], lanes) != 0 {
				return true
			}
		}
	}
	return false
}

// unknownElements checks an event at the current point for conflicts that involve
// unknown elements.
func (r *races) unknownElements(array *arrayCells, a *emulate.Access, lanes emulate.Lanes) {
	w := &array.whole
	known, unknown := a.Lanes&lanes, a.Unknown&lanes
	if unknown != 0 {
		r.countUnknown(w, a.Site, unknown)
	}
	if array.within && !w.conflict {
		w.conflict = w.clash(&r.point, r.kind, known, unknown)
		w.keep(&r.point, r.kind, known, unknown)
		if w.conflict {
			r.openSites(w.sites)
		}
	}
	if array.across && !w.conflictBlocks {
		if r.baseVaries {
			known, unknown = 0, known|unknown
			w.note(a.Site)
		}
		w.conflictBlocks = w.cross(r.kind, known, unknown, r.block < 0)
		if w.conflictBlocks {
			r.openSites(w.sites)
		}
	}
}

// note lists a statement whose elements are unknown, or differ between blocks.
func (w *wholeArray) note(site *emulate.Site) {
	if !slices.Contains(w.sites, site) {
		w.sites = append(w.sites, site)
	}
}

// countUnknown counts accesses of a statement with unknown elements.
func (r *races) countUnknown(w *wholeArray, site *emulate.Site, unknown emulate.Lanes) {
	s := &r.sites[site.ID]
	if s.count == 0 {
		w.note(site)
	}
	s.count += int64(bits.OnesCount32(unknown))
	if w.conflict || w.conflictBlocks {
		r.openSites([]*emulate.Site{site})
	}
}

// openSites enters statements of one array into the lists of open ones, or brings
// their counts up to date.
func (r *races) openSites(sites []*emulate.Site) {
	for _, site := range sites {
		w, s := &r.arrays[site.Array].whole, &r.sites[site.ID]
		if w.conflict || w.conflictBlocks && r.block >= 0 {
			s.open = enter(&r.open, s.open, site, s.count)
		} else {
			s.openBlocks = enter(&r.openBlocks, s.openBlocks, site, s.count)
		}
	}
}

// enter sets the count of a statement in a list, where it is at the given place,
// counted from 1, or is appended. It returns the place.
func enter(list *[]openAccess, place int, site *emulate.Site, count int64) int {
	if place == 0 {
		*list = append(*list, openAccess{site: site})
		place = len(*list)
	}
	(*list)[place-1].count = count
	return place
}

// clash reports whether accesses at p conflict with others that are not ordered
// before them, and one of the two has an unknown element.
func (w *wholeArray) clash(p *point, kind accessKind, known, unknown emulate.Lanes) bool {
	all := known | unknown
	if kind == writes && unknown != 0 && all&(all-1) != 0 {
		return true // lanes of one event
	}
	for k := range w.known {
		if withinBlock[kind]&(1<<k) == 0 {
			continue
		}
		if unknown != 0 && w.known[k].clash(p, unknown) || w.unknown[k].clash(p, all) {
			return true
		}
	}
	return false
}

// keep enters accesses at p.
func (w *wholeArray) keep(p *point, kind accessKind, known, unknown emulate.Lanes) {
	k := min(kind, atomics)
	if known != 0 {
		w.known[k].keep(p, known)
	}
	if unknown != 0 {
		w.unknown[k].keep(p, unknown)
	}
}

// cross reports whether accesses conflict with those of another block, and one of
// the two has an unknown element; alike means that every block does the same.
func (w *wholeArray) cross(kind accessKind, known, unknown emulate.Lanes, alike bool) bool {
	set, against := setOf(kind, false), betweenBlocks[kind]
	if known != 0 {
		w.knownKinds |= set
	}
	if unknown != 0 {
		w.unknownKinds |= set
	}
	pastKnown, pastUnknown := w.pastKnown, w.pastUnknown
	if alike {
		pastKnown, pastUnknown = w.knownKinds, w.unknownKinds
	}
	return unknown != 0 && against&(pastKnown|pastUnknown) != 0 || known != 0 && against&pastUnknown != 0
}
