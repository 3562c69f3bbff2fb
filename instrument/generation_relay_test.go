package instrument

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestChainKnows: a thread that has waited for nothing knows nothing, whatever relays
// are ahead of.
func TestChainKnows(t *testing.T) {
	b := func(id int) *namedBarrier { return &namedBarrier{id: id} }
	one, two, three := b(1), b(2), b(3)
	ahead := func(n int64) chain { return chain{{from: one, via: two, ahead: n}} }
	assert.EqualValues(t, 0, ahead(1).known(0))
	assert.EqualValues(t, 5, ahead(1).known(4))
	assert.EqualValues(t, 3, ahead(-1).known(4))
	behind := chain{{from: one, via: two, ahead: 2}, {from: two, via: three, ahead: -1}}
	assert.EqualValues(t, 0, behind.known(1), "the second relay has waited for no generation of barrier 2 then")
	assert.EqualValues(t, 3, behind.known(2))
	assert.Equal(t, one, behind.from())
	assert.Equal(t, three, behind.via())
}

// TestRelayOf: what a thread passes on is guessed where it does not fall behind.
func TestRelayOf(t *testing.T) {
	all := kernel.ThreadSet{true, true}
	from := &namedBarrier{id: 1, index: 0, threads: all, phases: []*phase{{}}}
	via := &namedBarrier{id: 2, index: 1, threads: all, phases: []*phase{{}}}
	role := &class{threads: kernel.ThreadSet{true, false}}
	registers := func(synced ...int64) *generations {
		r := record{thread: 0}
		for i, s := range synced {
			r.events = append(r.events, event{barrier: 1, gen: int64(i) + 1, now: counts{synced: []int64{s, 0}}})
		}
		return &generations{runs: &runs{records: []record{r}}}
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
			assert.Equal(t, tt.ahead, r.ahead, name)
		}
	}
	turns := &namedBarrier{id: 2, index: 1, threads: all, phases: []*phase{{}, {}}}
	assert.Nil(t, registers(1, 2).relayOf(role, from, turns), "its generations are not all registrations")
	assert.Nil(t, registers(1, 2).relayOf(&class{threads: kernel.ThreadSet{false, false}}, from, via))
}
