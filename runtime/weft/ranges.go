package weft

import (
	"fmt"
	"math/bits"

	"gv2/runtime/emulate"
	"gv2/runtime/weft/naming"
)

// threadSet is a set of threads of a block, by warp.
type threadSet []emulate.Lanes

// noThreads is an empty set of the trace's block.
func (t *trace) noThreads() threadSet { return make(threadSet, len(t.warps)) }

// lanesOf is the set of some lanes of one warp.
func (t *trace) lanesOf(w int, lanes emulate.Lanes) threadSet {
	s := t.noThreads()
	s[w] = lanes
	return s
}

// allThreads is the whole block.
func (t *trace) allThreads() threadSet {
	s := t.noThreads()
	for w := range t.warps {
		s[w] = t.warps[w].exist
	}
	return s
}

func (s threadSet) count() int {
	n := 0
	for _, lanes := range s {
		n += bits.OnesCount32(lanes)
	}
	return n
}

// add puts the threads of r into s.
func (s threadSet) add(r threadSet) {
	for w, lanes := range r {
		s[w] |= lanes
	}
}

// and returns the threads that are in both.
func (s threadSet) and(r threadSet) threadSet {
	out := make(threadSet, len(s))
	for w := range s {
		out[w] = s[w] & r[w]
	}
	return out
}

// without returns the threads of s that are not in r.
func (s threadSet) without(r threadSet) threadSet {
	out := make(threadSet, len(s))
	for w := range s {
		out[w] = s[w] &^ r[w]
	}
	return out
}

// first is the least thread, or -1.
func (s threadSet) first() int {
	for w, lanes := range s {
		if lanes != 0 {
			return thread(w, firstLane(lanes))
		}
	}
	return -1
}

// ranges lists the set as runs of consecutive threads.
func (s threadSet) ranges() []Range {
	var out []Range
	for w, lanes := range s {
		for lanes != 0 {
			from := bits.TrailingZeros32(lanes)
			n := bits.TrailingZeros32(^(lanes >> from))
			lanes &^= (1<<n - 1) << from
			first, last := thread(w, from), thread(w, from+n-1)
			if k := len(out) - 1; k >= 0 && out[k].To == first-1 {
				out[k].To = last
			} else {
				out = append(out, Range{From: first, To: last})
			}
		}
	}
	return out
}

// verb returns one for a single thread, else many.
func (s threadSet) verb(one, many string) string {
	if s.count() == 1 {
		return one
	}
	return many
}

// place is a statement's file and line; in an inlined function, those of the
// innermost call: barriers mostly have a function of their own.
func place(s *emulate.Site) string {
	src := s.Src()
	pos := src.Pos
	if len(src.Calls) > 0 {
		pos = src.Calls[len(src.Calls)-1]
	}
	return fmt.Sprintf("%s:%d", pos.File, pos.Line)
}

// names are what the threads of a trace are called.
func names(t *trace) naming.Names {
	if t.program == nil {
		return naming.Names{}
	}
	return naming.Names{Launch: t.program.Kernel().Launch}
}

// named names the threads of a set.
func named(t *trace, s threadSet) string { return names(t).Set(s.ranges()) }
