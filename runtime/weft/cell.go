package weft

import (
	"slices"

	"gv2/runtime/emulate"
)

// cell holds records of the accesses to one element, as few as stand for all of
// them.
//
// As long as nothing races, the plain writes are ordered one after the other, so
// the last one stands for those before it: an access that is not ordered after an
// earlier one is not ordered after the last. A write that raced with nothing is
// ordered after every access before it, so it also replaces reads and atomics. A
// read stands for reads ordered before it, an atomic for atomics; neither stands
// for the other, for they do not conflict with the same accesses. (The idea of
// keeping the last write and few reads is FastTrack's: Flanagan and Freund, PLDI
// 2009.)
//
// An access that may not happen stands for no access that does. Such accesses
// have a layer of their own, which follows the same rules.
type cell struct {
	write record // lanes 0: none
	read  record // the latest; further ones are in the rest
	count uint32 // accesses in this block
	epoch int32  // the block whose accesses it holds
	rest  int32  // index of more records, 0: none
	state cellState
	now   kindSet // kinds of access in this block
	past  kindSet // and in the blocks before it
}

type cellState uint8

const (
	raced          cellState = 1 << iota // two accesses of one block raced
	mayRaced                             // they raced for some inputs
	racedAcross                          // accesses of two blocks raced
	mayRacedAcross                       // they raced for some inputs
)

// layer holds records of one element.
type layer struct {
	write          record
	reads, atomics []record
}

// rest holds what does not fit into a cell: of accesses that happen, reads
// besides the latest and atomics; and all accesses that may happen.
type rest struct {
	sure, may layer
}

func (l *layer) clear() {
	l.write.lanes = 0
	l.reads, l.atomics = l.reads[:0], l.atomics[:0]
}

func (l *layer) empty() bool {
	return l.write.lanes == 0 && len(l.reads) == 0 && len(l.atomics) == 0
}

func (t *rest) clear() {
	t.sure.clear()
	t.may.clear()
}

// clash returns a record that conflicts with an access of that kind at p by the
// given lanes and is not ordered before it, nil if there is none.
func (l *layer) clash(p *point, kind accessKind, lanes emulate.Lanes) *record {
	if l.write.lanes != 0 && p.unordered(&l.write, lanes) != 0 {
		return &l.write
	}
	against := withinBlock[kind]
	if against&atomicSet != 0 {
		if r := firstUnordered(l.atomics, p, lanes); r != nil {
			return r
		}
	}
	if against&readSet != 0 {
		return firstUnordered(l.reads, p, lanes)
	}
	return nil
}

func firstUnordered(list []record, p *point, lanes emulate.Lanes) *record {
	for i := range list {
		if p.unordered(&list[i], lanes) != 0 {
			return &list[i]
		}
	}
	return nil
}

// keep enters an access at p that raced with nothing in l.
func (l *layer) keep(p *point, kind accessKind, lanes emulate.Lanes) {
	switch kind {
	case reads:
		l.reads = admit(l.reads, p, lanes)
	case writes:
		l.clear()
		l.write = p.at(lanes)
	default:
		l.atomics = admit(l.atomics, p, lanes)
	}
}

// admit adds an access at p to records of its kind.
func admit(list []record, p *point, lanes emulate.Lanes) []record {
	if r := latestTogether(list, &p.now); r != nil {
		r.lanes |= lanes
		return list
	}
	return add(list, p.at(lanes), p, lanes)
}

// latestTogether finds a record that one like r may join.
func latestTogether(list []record, r *record) *record {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].together(r) {
			return &list[i]
		}
	}
	return nil
}

// fewRecords is the initial capacity of a list.
const fewRecords = 2

// add appends a record. When room runs out it drops those for which an access at
// p by the given lanes stands, so that a list is never longer than twice what is
// needed, and an addition takes constant time on average.
func add(list []record, r record, p *point, lanes emulate.Lanes) []record {
	if room := cap(list); room == 0 {
		list = make([]record, 0, fewRecords)
	} else if len(list) == room {
		if list = outlasting(list, p, lanes); len(list) > room/2 {
			list = slices.Grow(list, room)
		}
	}
	return append(list, r)
}

// outlasting drops from the records the lanes for which an access at p by the
// given lanes stands.
func outlasting(list []record, p *point, lanes emulate.Lanes) []record {
	kept := list[:0]
	for i := range list {
		r := list[i]
		r.lanes &^= p.ordered(&r)
		if r.warp == p.now.warp {
			r.lanes &^= lanes | laterLanes(kept, &r) | laterLanes(list[i+1:], &r)
		}
		if r.lanes != 0 {
			kept = append(kept, r)
		}
	}
	return kept
}

// laterLanes are the lanes in the list with a record after r of the same warp: a
// thread's later access stands for its earlier ones.
func laterLanes(list []record, r *record) emulate.Lanes {
	var out emulate.Lanes
	for i := range list {
		if list[i].warp == r.warp && list[i].later(r) {
			out |= list[i].lanes
		}
	}
	return out
}
