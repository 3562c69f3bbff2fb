package lanes

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/emulate"
)

func TestLongestRepetition(t *testing.T) {
	for _, c := range []struct {
		list          string
		period, times int
	}{
		{"", 0, 0},
		{"a b c", 0, 0},
		{"a a", 0, 0},
		{"a a a", 1, 3},
		{"a b a b a b c", 2, 3},
		{"a a a b a a a b a a a b", 4, 3}, // as much as possible, not as short as possible
		{"b a a a a", 0, 0},
	} {
		period, times := longest(strings.Fields(c.list))
		assert.Equal(t, [2]int{c.period, c.times}, [2]int{period, times}, c.list)
	}
}

// rounds is two lanes that hand over a buffer n times, and what comes before and after that.
func rounds(n int) *Graph {
	site := func(id int) *emulate.Site { return &emulate.Site{ID: id} }
	write, read, start := site(1), site(2), site(3)
	g := &Graph{Lanes: make([]Lane, 2), Ended: true}
	add := func(lane int, s *emulate.Site, k Kind) {
		g.Lanes[lane].Steps = append(g.Lanes[lane].Steps, Step{Generation: len(g.Generations), Site: s, Kind: k})
	}
	add(0, start, Syncs)
	add(1, start, Syncs)
	g.Generations = append(g.Generations, Generation{Barrier: 0, Number: 1, Complete: true})
	for i := range n {
		add(0, write, Arrives)
		add(1, read, Syncs)
		g.Generations = append(g.Generations, Generation{Barrier: 1, Number: i + 1, Complete: true})
		add(1, read, Arrives)
		add(0, write, Syncs)
		g.Generations = append(g.Generations, Generation{Barrier: 2, Number: i + 1, Complete: true})
	}
	return g
}

func TestRepeatedGenerationsAreDrawnOnce(t *testing.T) {
	c := NewChart(rounds(100))
	require.Len(t, c.Rows, 3)
	assert.Zero(t, c.Rows[0].Repeats)
	assert.Equal(t, [2]int{100, 2}, [2]int{c.Rows[1].Repeats, c.Rows[1].Period})
	last := c.Generations[c.Rows[2].Until]
	assert.Equal(t, "barrier 2, generation 100", last.Label())
}

func TestWhatConcernsThePairIsDrawnApart(t *testing.T) {
	g := rounds(10)
	// Lane 0 has 1 step before the rounds and 2 a round: the write is in round 5, the read after it.
	g.Pair = &Pair{First: 0, Sides: [2]Side{{Lane: 0, After: 9}, {Lane: 1, After: 10}}}
	g.Pair.Path = g.path(g.Pair.Sides[0], g.Pair.Sides[1])
	require.Equal(t, []Hop{{0, 9}, {1, 9}}, g.Pair.Path)
	c := NewChart(g)
	var repeats []int
	sides := 0
	for _, r := range c.Rows {
		if r.Repeats > 0 {
			repeats = append(repeats, r.Repeats)
		}
		if r.Side >= 0 {
			sides++
		}
	}
	assert.Equal(t, 2, sides)
	assert.Equal(t, []int{4, 5}, repeats)
}

func TestTwoThreadsThatDoTheSameAreOrderedByASync(t *testing.T) {
	g := rounds(0)
	assert.Equal(t, []Hop{{0, 0}}, g.path(Side{Lane: 0}, Side{Lane: 0, After: 1}))
	assert.Nil(t, g.path(Side{Lane: 0, After: 1}, Side{Lane: 0, After: 1}))
}

func TestOrderGoesThroughCompleteGenerationsOnly(t *testing.T) {
	g := rounds(2)
	writes, reads := Side{Lane: 0, After: 1}, Side{Lane: 1, After: 2}
	assert.Equal(t, []Hop{{0, 1}, {1, 1}}, g.path(writes, reads))
	assert.Nil(t, g.path(reads, writes), "the read of round 1 is before the write of round 2 only")
	assert.Equal(t, []Hop{{1, 2}, {0, 2}}, g.path(reads, Side{Lane: 0, After: 3}))
	g.Generations[1].Complete = false
	assert.Equal(t, []Hop{{0, 3}, {1, 3}}, g.path(writes, Side{Lane: 1, After: 4}), "by the next handover")
	assert.Nil(t, g.path(writes, reads))
}

func TestEarlyArrivesAndLateWaitsHaveRowsOfTheirOwn(t *testing.T) {
	site := &emulate.Site{}
	g := &Graph{
		Lanes: []Lane{
			{Steps: []Step{{1, site, Arrives}, {0, site, Syncs}}},                     // arrives early on 1
			{Steps: []Step{{0, site, Syncs}, {1, site, Syncs}}},                       // in order
			{Steps: []Step{{0, site, Arrives}, {1, site, Arrives}, {0, site, Waits}}}, // waits late for 0
		},
		Generations: []Generation{{Barrier: 1, Number: 1, Complete: true}, {Barrier: 2, Number: 1, Complete: true}},
	}
	type row struct {
		generation int
		alone      bool
		marks      int
	}
	var got []row
	for _, r := range NewChart(g).Rows {
		got = append(got, row{r.Generation, r.Alone, len(r.Marks)})
	}
	assert.Equal(t, []row{{1, true, 1}, {0, false, 3}, {1, false, 2}, {0, true, 1}}, got)
}
