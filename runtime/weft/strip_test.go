package weft

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/emulate"
)

// someLanes is an ordering by which just these lanes are ordered.
type someLanes emulate.Lanes

func (s someLanes) before(_ int, _, _ int32, lanes emulate.Lanes) emulate.Lanes {
	return lanes & emulate.Lanes(s)
}

// touches holds the lanes that accessed each element of a row.
type touches [rowSize]emulate.Lanes

// strip draws a strip of a warp, with the true accesses.
func (r chooser) strip(warp int32) (*strip, *touches) {
	s, t := &strip{record: record{warp: warp, pos: int32(r.Intn(3)), lanes: r.lanes() & (r.Uint32() | 1<<r.Intn(32))}}, &touches{}
	if s.lanes == 0 {
		s.lanes = 1
	}
	width := 1
	defer func() { s.width = int32(width) }()
	switch s.how = relation(r.Intn(3)); s.how {
	case each:
		s.slots = r.Uint32() | 1
		for slot := range t {
			if s.slots>>slot&1 != 0 {
				t[slot] = s.lanes
			}
		}
		return s, t
	case affine:
		s.base, s.stride = int32(r.Intn(9)-4), []int32{1, 1, 2, 3, -1}[r.Intn(5)]
		if s.stride < 0 {
			s.base += 31
		} else {
			width += r.Intn(int(s.stride))
		}
	}
	for left := s.lanes; left != 0; left &= left - 1 {
		l := firstLane(left)
		slot := int(s.base) + int(s.stride)*l
		if s.how == loose {
			slot = r.Intn(rowSize)
		}
		for end := slot + width; slot < end; slot++ {
			if slot >= 0 && slot < rowSize {
				t[slot] |= 1 << l
				s.slots |= 1 << slot
			}
		}
	}
	return s, t
}

// conflicts are the elements that two different threads accessed, without an
// order of old's before now's.
func conflicts(old, now *touches, late emulate.Lanes, oneWarp bool) (out slots) {
	for slot := range old {
		for left := old[slot] & late; left != 0; left &= left - 1 {
			others := now[slot]
			if oneWarp {
				others &^= left & -left
			}
			if others != 0 {
				out |= 1 << slot
			}
		}
	}
	return out
}

// TestConflict compares with the accesses of single threads.
func TestConflict(t *testing.T) {
	r, vague := chooser{rand.New(rand.NewSource(1))}, 0
	const rounds = 100_000
	for range rounds {
		old, did := r.strip(int32(r.Intn(2)))
		now, does := r.strip(0)
		ordered := []emulate.Lanes{0, everyLane, r.Uint32(), r.lanes()}[r.Intn(4)]
		p := newPoint(2)
		p.era, p.order, p.now = 1, someLanes(ordered), record{warp: 0, pos: 3}
		both := old.slots & now.slots & (r.Uint32() | r.Uint32())
		want := conflicts(did, does, ^ordered, old.warp == 0) & both
		sure, open := p.conflict(old, now, both)
		require.Zero(t, sure&^want, "%+v %+v", old, now)
		require.Zero(t, want&^(sure|open), "%+v %+v", old, now)
		if open != 0 {
			vague++
			require.True(t, old.how == loose || now.how == loose)
		}
		if p.standsFor(old, now) {
			left := *did
			for slot := range left {
				if now.slots>>slot&1 != 0 && old.warp == 0 {
					left[slot] &^= does[slot]
				}
			}
			require.Zero(t, conflicts(&left, &touches{0: everyLane}, ^ordered, false)&now.slots, "%+v %+v", old, now)
		}
	}
	assert.Greater(t, vague, rounds/100)
	assert.Less(t, vague, rounds/2)
}

// TestJoin: a strip joined with another one describes the accesses of both
// exactly, unless it is loose.
func TestJoin(t *testing.T) {
	r, joined := chooser{rand.New(rand.NewSource(2))}, map[relation]int{}
	for range 50_000 {
		s, did := r.strip(0)
		u, does := r.strip(0)
		if r.Intn(2) == 0 && s.how != loose {
			u, does = r.like(s)
		}
		sum := *s
		if sum.join(u) {
			joined[s.how]++
		} else {
			require.Equal(t, *s, sum)
		}
		sum.merge(u)
		require.Equal(t, s.slots|u.slots, sum.slots)
		require.Equal(t, s.lanes|u.lanes, sum.lanes)
		for slot := range did {
			if sum.how != loose && sum.slots>>slot&1 != 0 {
				require.Equal(t, did[slot]|does[slot], sum.at(slot), "%+v %+v", s, u)
			}
		}
	}
	for _, how := range []relation{each, affine, loose} {
		assert.Greater(t, joined[how], 500)
	}
}

// like draws a strip that has much in common with s, which is not loose.
func (r chooser) like(s *strip) (*strip, *touches) {
	u, t := *s, &touches{}
	if s.how == each {
		if r.Intn(2) == 0 {
			u.slots = r.Uint32() | 2
		} else {
			u.lanes = r.Uint32() | 2
		}
		for slot := range t {
			if u.slots>>slot&1 != 0 {
				t[slot] = u.lanes
			}
		}
		return &u, t
	}
	u.slots, u.lanes = 0, r.Uint32()|1
	for left := u.lanes; left != 0; left &= left - 1 {
		l := firstLane(left)
		if slot := int(u.base) + int(u.stride)*l; slot >= 0 && slot < rowSize {
			t[slot] = 1 << l
			u.slots |= 1 << slot
		}
	}
	return &u, t
}
