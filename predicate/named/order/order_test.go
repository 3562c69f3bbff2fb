package order_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/predicate/named/order"
)

func TestOperationsFitIntoAGeneration(t *testing.T) {
	var b order.Barrier[string]
	assert.Equal(t, order.NoThreads, b.Fit(0, 32, 32))
	assert.Equal(t, order.NoMultiple, b.Fit(40, 32, 32))
	assert.Equal(t, order.Fits, b.Fit(40, 32, 1))
	assert.Equal(t, order.TooMany, b.Fit(32, 64, 32))
	require.Equal(t, order.Fits, b.Fit(64, 32, 32))
	b.Register("first", 64, 32, true)
	assert.False(t, b.Complete(0))
	assert.True(t, b.Complete(32), "threads that are gone need not come")
	assert.Equal(t, order.Disagrees, b.Fit(96, 32, 32))
	assert.Equal(t, order.TooMany, b.Fit(64, 64, 32))
	b.Register("second", 64, 32, false)
	require.True(t, b.Complete(0))
	b.Finish()
	assert.Equal(t, int32(2), b.Open())
	assert.True(t, b.Now.Empty())
	assert.Equal(t, []string{"first", "second"}, b.Last.Registrations)
	assert.True(t, b.Last.Heeded)
	assert.Equal(t, order.Fits, b.Fit(96, 32, 32), "the next generation may expect another number")
}

func TestRecyclingIsSafeBehindTheLastGeneration(t *testing.T) {
	waits := func(r *string) bool { return *r == "sync" }
	never := func(*string) bool { return false }
	always := func(*string) bool { return true }
	var b order.Barrier[string]
	assert.Nil(t, b.Unsafe(0, waits, never), "there is no generation before the first")
	b.Register("arrive", 64, 32, false)
	b.Register("sync", 64, 32, true)
	b.Finish()
	assert.Nil(t, b.Unsafe(1, waits, never), "it is known to be complete")
	require.NotNil(t, b.Unsafe(0, waits, always), "a sync is known by nothing but its completion")
	assert.Equal(t, "sync", *b.Unsafe(0, waits, always))

	b.Register("arrive", 32, 32, false)
	b.Finish()
	assert.Nil(t, b.Unsafe(1, waits, always), "arrives alone are behind if each of them is")
	require.NotNil(t, b.Unsafe(1, waits, never))
	assert.Equal(t, "arrive", *b.Unsafe(1, waits, never))
}

func TestClocksJoin(t *testing.T) {
	c, d := order.NewClock(2), order.NewClock(2)
	c.Known[3], d.Known[4] = 5, 6
	c.Released[0], d.Released[1] = 7, 8
	e := c.Clone()
	e.Join(&d)
	assert.Equal(t, int32(5), e.Known[3])
	assert.Equal(t, int32(6), e.Known[4])
	assert.Equal(t, []int32{7, 8}, e.Released)
	assert.Equal(t, []int32{7, -1}, c.Released, "a clone is a clock of its own")

	next := order.Generations{}
	for b := range next {
		next[b] = order.Never
	}
	assert.False(t, next.Reach(&e.Known))
	next[4] = 6
	assert.True(t, next.Reach(&e.Known))
	next[4] = 7
	assert.False(t, next.Reach(&e.Known))
}

// agents are warps that do these operations.
func agents(ops ...[]order.Op) []order.Agent {
	var out []order.Agent
	for _, o := range ops {
		out = append(out, order.Agent{Threads: 32, OneWarp: true, Ops: o})
	}
	return out
}

func sync(b int, count int64) order.Op {
	return order.Op{Barrier: b, Count: count, Waits: true, Aligned: true}
}

func arrive(b int, count int64) order.Op {
	return order.Op{Barrier: b, Count: count, Aligned: true}
}

func TestAProducerAndAConsumerAreOrdered(t *testing.T) {
	// The producer waits for a free buffer and hands it over full, twice.
	blocks := agents(
		[]order.Op{sync(1, 64), arrive(0, 64), sync(1, 64), arrive(0, 64)},
		[]order.Op{arrive(1, 64), sync(0, 64), arrive(1, 64), sync(0, 64)})
	courses, fault := order.Run(blocks, 32)
	require.Nil(t, fault)
	assert.Equal(t, []int32{1, 1, 2, 2}, courses[0].On)
	assert.Equal(t, int32(2), courses[1].Known[4][0], "the consumer ends behind the second buffer")
	fill, drain := order.Next(blocks[0].Ops, courses[0]), order.Next(blocks[1].Ops, courses[1])
	assert.True(t, fill[1].Reach(&courses[1].Known[2]), "what is filled is read behind the sync")
	assert.False(t, fill[1].Reach(&courses[1].Known[1]))
	assert.True(t, drain[2].Reach(&courses[0].Known[3]), "and overwritten after it is read")
}

func TestRunNamesTheFault(t *testing.T) {
	here, there := new(int), new(int)
	block := func(place any) order.Op {
		return order.Op{Count: 64, Waits: true, Aligned: true, Place: place}
	}
	for _, c := range []struct {
		name   string
		agents []order.Agent
		want   *order.Fault
	}{
		{"one place", agents([]order.Op{block(here)}, []order.Op{block(here)}), nil},
		{"two places", agents([]order.Op{block(here)}, []order.Op{block(there)}), &order.Fault{Kind: order.Apart, Agent: 1}},
		{"one that need not", agents([]order.Op{block(here)}, []order.Op{sync(0, 64)}), nil},
		{"no count", agents([]order.Op{sync(0, 0)}), &order.Fault{Kind: order.Miscounted}},
		{"no multiple", agents([]order.Op{sync(0, 40)}), &order.Fault{Kind: order.Miscounted}},
		{"nobody comes", agents([]order.Op{arrive(1, 32), sync(0, 64)}), &order.Fault{Kind: order.Deadlocked, Op: 1}},
		{"crossed", agents([]order.Op{sync(0, 64), sync(1, 64)}, []order.Op{sync(1, 64), sync(0, 64)}), &order.Fault{Kind: order.Deadlocked}},
		// Figure 4 of WEFT looks for syncs only and lets this pass: nothing makes the
		// second warp wait for the first one's arrive before it opens the next generation.
		{"arrives alone", agents([]order.Op{arrive(0, 32)}, []order.Op{arrive(0, 32)}), &order.Fault{Kind: order.Recycled, Agent: 1}},
		{"arrives alone, of one warp", agents([]order.Op{arrive(0, 32), arrive(0, 32)}), nil},
		{"arrives alone, behind another barrier", agents([]order.Op{arrive(0, 32), arrive(1, 64)}, []order.Op{sync(1, 64), arrive(0, 32)}), nil},
		{"a sync that another warp may overtake", agents([]order.Op{sync(0, 64)}, []order.Op{arrive(0, 64), arrive(0, 64)}, []order.Op{arrive(0, 64)}),
			&order.Fault{Kind: order.Recycled, Agent: 1, Op: 1}},
	} {
		_, fault := order.Run(c.agents, 32)
		assert.Equal(t, c.want, fault, c.name)
	}
}
