package named

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestChainKnows: a thread that has waited for nothing knows nothing, whatever relays
// are ahead of.
func TestChainKnows(t *testing.T) {
	b := func(id int) *Barrier { return &Barrier{ID: id} }
	one, two, three := b(1), b(2), b(3)
	ahead := func(n int64) Chain { return Chain{{From: one, Via: two, Ahead: n}} }
	assert.EqualValues(t, 0, ahead(1).Known(0))
	assert.EqualValues(t, 5, ahead(1).Known(4))
	assert.EqualValues(t, 3, ahead(-1).Known(4))
	behind := Chain{{From: one, Via: two, Ahead: 2}, {From: two, Via: three, Ahead: -1}}
	assert.EqualValues(t, 0, behind.Known(1), "the second relay has waited for no generation of barrier 2 then")
	assert.EqualValues(t, 3, behind.Known(2))
	assert.Equal(t, one, behind.From())
	assert.Equal(t, three, behind.Via())
}

// TestRelayOf: what a thread passes on is guessed where it does not fall behind.
func TestRelayOf(t *testing.T) {
	all := kernel.ThreadSet{true, true}
	from := &Barrier{ID: 1, Index: 0, Threads: all, Phases: []*Phase{{}}}
	via := &Barrier{ID: 2, Index: 1, Threads: all, Phases: []*Phase{{}}}
	role := &Role{Threads: kernel.ThreadSet{true, false}}
	registers := func(synced ...int64) *Theory {
		r := record{thread: 0}
		for i, s := range synced {
			r.events = append(r.events, event{barrier: 1, gen: int64(i) + 1, now: Counts{Synced: []int64{s, 0}}})
		}
		return &Theory{Runs: &Runs{records: []record{r}}}
	}
	tests := map[string]struct {
		synced []int64
		ahead  int64
		none   bool
	}{
		"in step":        {[]int64{1, 2, 3, 4}, 0, false},
		"one ahead":      {[]int64{2, 3, 4, 5}, 1, false},
		"one behind":     {[]int64{0, 1, 2, 3}, -1, false},
		"twice as fast":  {[]int64{2, 4, 6, 8}, 1, false},
		"falling behind": {[]int64{1, 1, 2, 2}, 0, true},
		"never waiting":  {[]int64{0, 0}, 0, true},
	}
	for name, tt := range tests {
		r := registers(tt.synced...).relayOf(role, from, via)
		if tt.none {
			assert.Nil(t, r, name)
		} else if assert.NotNil(t, r, name) {
			assert.Equal(t, tt.ahead, r.Ahead, name)
		}
	}
	turns := &Barrier{ID: 2, Index: 1, Threads: all, Phases: []*Phase{{}, {}}}
	assert.Nil(t, registers(1, 2).relayOf(role, from, turns), "its generations are not all registrations")
	assert.Nil(t, registers(1, 2).relayOf(&Role{Threads: kernel.ThreadSet{false, false}}, from, via))
}
