package weft

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// limitedTo does the second run of a scene with other limits.
func (s *scene) limitedTo(change func(*pairs)) *pairs {
	p := s.program()
	r := settled(p, s.o, func(r *races) { s.play(p, r, 0) })
	q := newPairs(p, s.o, r.suspects())
	change(q)
	s.play(p, q, 0)
	return q
}

// stores are n statements that each store what value says into one element, by
// lane 0 of the warps in turn.
func (s *scene) stores(n int, value func(i int) int64) {
	for i := range n {
		a := s.do(s.site(writes, sharedArray, 1), i%2, 1, zero)
		a.Value, a.ValueKnown = &[kernel.WarpSize]int64{value(i)}, everyLane
	}
}

func fives(int) int64       { return 5 }
func ofItsOwn(i int) int64  { return int64(i) }
func few(q *pairs)          { q.tests = 0 }
func harmful(q *pairs) int  { return count(q, false) }
func harmless(q *pairs) int { return count(q, true) }

func count(q *pairs, benign bool) int {
	n := 0
	for _, f := range q.faults() {
		if f.Benign == benign {
			n++
		}
	}
	return n
}

// TestElementsShareOfTests: once an element has used its share, the run
// compares accesses with the latest ones only, and the counts say so.
func TestElementsShareOfTests(t *testing.T) {
	const n = 200
	s := &scene{blocks: 1}
	s.stores(n, ofItsOwn)
	all := s.limitedTo(func(*pairs) {})
	assert.Equal(t, n*n/4, harmful(all), "each with each of the other warp")
	assert.False(t, all.faults()[0].AtLeast)
	some := s.limitedTo(few)
	assert.Less(t, harmful(some), n*n/8)
	assert.GreaterOrEqual(t, harmful(some), n*defaultLimits().latest/2-defaultLimits().latest*defaultLimits().latest, "each with the latest ones")
	assert.True(t, some.faults()[0].AtLeast)
	assert.Less(t, some.list[0].tests, defaultLimits().fewest+n*(defaultLimits().latest+1)*(testsOfPair+1))
}

// TestHarmlessBeyondTheShare: if all accesses store the same value, the limit
// hides no harmful race.
func TestHarmlessBeyondTheShare(t *testing.T) {
	s := &scene{blocks: 1}
	s.stores(200, fives)
	q := s.limitedTo(few)
	assert.Positive(t, harmless(q))
	assert.Zero(t, harmful(q))
	assert.Empty(t, q.possible())
	s.stores(1, func(int) int64 { return 6 })
	q = s.limitedTo(few)
	assert.Positive(t, harmful(q)+len(q.possible()))
}

// TestPatience: the run continues beyond an element's share until it finds the
// race, and reports it as possible if that takes too long.
func TestPatience(t *testing.T) {
	build := func(between int) *scene {
		s := &scene{blocks: 1}
		w, r := s.site(writes, sharedArray, 1), s.site(reads, sharedArray, 1)
		s.do(r, 0, 2, zero)
		for range between {
			s.do(s.site(reads, sharedArray, 1), 1, 1, zero)
		}
		s.do(w, 1, 1, zero)
		return s
	}
	q := build(30).limitedTo(few)
	require.Equal(t, 1, harmful(q))
	q = build(100).limitedTo(few)
	assert.Empty(t, q.faults())
	assert.Equal(t, []string{"read-write race on tile[0]: not all pairs of threads were compared (0)"}, messages(q.possible()))
}

// TestRoomForEntries: the oldest accesses to an element make room for new ones.
func TestRoomForEntries(t *testing.T) {
	s := &scene{blocks: 1}
	s.stores(200, ofItsOwn)
	q := s.limitedTo(func(q *pairs) { q.entries = 40 })
	assert.LessOrEqual(t, len(q.list[0].log), 40)
	assert.Greater(t, harmful(q), 200*10)
	assert.True(t, q.faults()[0].AtLeast)
}

// TestRoomForTallies: beyond the limit a tally counts for all elements.
func TestRoomForTallies(t *testing.T) {
	s := &scene{blocks: 1}
	w := s.site(writes, sharedArray, 1)
	s.do(w, 0, everyLane, own)
	s.do(w, 1, everyLane, own)
	q := s.limitedTo(func(q *pairs) { q.limits.tallies = 4 })
	require.Len(t, q.faults(), 1)
	f := q.faults()[0]
	assert.Equal(t, []any{int64(5), true, false}, []any{f.Pairs, f.AtLeast, f.Benign})
	q = s.limitedTo(func(q *pairs) { q.limits.tallies = 0 })
	assert.Empty(t, q.faults())
	assert.Len(t, q.possible(), 1)
}

// TestRoomForSuspects: of the elements beyond the limit one stands for those that
// raced in the same way, and races that were not looked at are possible ones.
func TestRoomForSuspects(t *testing.T) {
	s := &scene{blocks: 1}
	w := s.site(writes, sharedArray, 1)
	for warp := range 2 {
		a := s.do(w, warp, everyLane, own)
		a.Value, a.ValueKnown = &[kernel.WarpSize]int64{7: int64(warp)}, everyLane
	}
	p := s.program()
	r := newRaces(p, s.o, nil)
	r.room = 4
	s.play(p, r, 0)
	require.Len(t, r.suspects().list, 5)
	q := newPairs(p, s.o, r.suspects())
	s.play(p, q, 0)
	require.Len(t, q.faults(), 1)
	assert.True(t, q.faults()[0].Benign)
	assert.True(t, q.faults()[0].AtLeast)
	assert.Len(t, q.possible(), 1, "element 7")
}

// TestRoomForGroups: the run compares the groups of an element within its share,
// the first block with all others.
func TestRoomForGroups(t *testing.T) {
	s := &scene{blocks: 40}
	w := s.site(writes, globalArray, 1)
	s.do(w, 0, 1, zero)
	var blocks []int
	for b := range 40 {
		blocks = append(blocks, b)
	}
	run := func(change func(*pairs)) Fault {
		p := s.program()
		r := settled(p, s.o, func(r *races) { s.play(p, r, blocks...) })
		q := newPairs(p, s.o, r.suspects())
		change(q)
		s.play(p, q, blocks...)
		require.Len(t, q.faults(), 1)
		return q.faults()[0]
	}
	assert.EqualValues(t, 40*39/2, run(func(*pairs) {}).Pairs)
	f := run(func(q *pairs) { q.groupTests = 0 })
	assert.True(t, f.AtLeast)
	assert.Greater(t, f.Pairs, int64(200))
	f = run(func(q *pairs) { q.over, q.grace = func() bool { return true }, 300 })
	assert.True(t, f.AtLeast)
	assert.InDelta(t, 290, f.Pairs, 10, "300 comparisons, some of a group with itself")
	f = run(func(q *pairs) { q.over, q.grace = func() bool { return false }, 300 })
	assert.EqualValues(t, 40*39/2, f.Pairs)
	f = run(func(q *pairs) { q.groups = 3 })
	assert.Equal(t, []any{int64(3), true}, []any{f.Pairs, f.AtLeast})
}

// TestLimitsHideNothing runs random programs with narrow limits: every report is
// true, and every racy element is reported, at least as possible.
func TestLimitsHideNothing(t *testing.T) {
	programs := 1500
	if testing.Short() {
		programs = 300
	}
	r, capped := chooser{rand.New(rand.NewSource(11))}, 0
	for range programs {
		s := r.dataflow()
		variants, sites := r.dress(s)
		blocks := 1 + r.Intn(5)/4*2
		p := programOf(arrays(len(s.warps)*kernel.WarpSize, blocks), sites)
		naive := &plain{pairs: map[plainPair]bool{}, same: sameStatements(sites, true)}
		run := func(to ...blockwise) {
			v := varied{to, variants}
			for b := range blocks {
				v.begin(b)
				play(s, Options{}, v)
			}
		}
		run(naive)
		room := 1 + r.Intn(12)
		found := settled(p, Options{}, func(r *races) {
			r.room = room
			run(r)
		})
		q := newPairs(p, Options{}, nil)
		r.narrow(q)
		if suspects := found.suspects(); !suspects.empty() {
			q.watch(suspects.list)
		}
		run(q)
		requireTold(t, naive, q)
		if len(q.cutArrays()) > 0 {
			capped++
		}
	}
	assert.Greater(t, capped, programs/5)
}

// narrow draws limits.
func (r chooser) narrow(q *pairs) {
	q.elements, q.entries = 1+r.Intn(12), r.Intn(12)
	q.groups, q.forgetAt = r.Intn(30), 40
	q.limits.tallies = r.Intn(30)
	q.fewest, q.latest, q.patience = r.Intn(20), 1+r.Intn(3), 1+r.Intn(3)
	q.tests, q.groupTests = 0, 0
	if late := 1 + 7*q.groups; q.elements%2 == 0 {
		q.over, q.grace = func() bool { return true }, late
	}
}

func requireTold(t *testing.T, naive *plain, q *pairs) {
	all, refuted, told := naive.sums(), false, map[raceClass]bool{}
	for c, sum := range q.evaluate().sums {
		most, harm := all[c], c
		if harm.benign = false; c.benign { // a limit may have hidden the harmful pair
			most += all[harm]
		}
		require.LessOrEqual(t, sum.count, most, "%+v", c)
		if !sum.atLeast {
			require.Equal(t, all[c], sum.count, "%+v", c)
		}
		requireExample(t, naive, c, sum.best)
		told[raceClass{array: c.array, lo: c.lo, hi: c.hi}] = true
		refuted = refuted || !c.benign && !c.may
	}
	doubted := false
	for _, f := range q.possible() {
		a, b := q.text[f.At[0].Site.ID], q.text[f.At[1].Site.ID]
		told[raceClass{array: f.Array, lo: min(a, b), hi: max(a, b)}] = true
		doubted = doubted || !f.Benign
	}
	for _, benign := range naive.pairs {
		require.True(t, benign || refuted || doubted)
	}
	for _, s := range q.list {
		a, b := q.text[s.sites[0]], q.text[s.sites[1]]
		require.True(t, told[raceClass{array: s.array, lo: min(a, b), hi: max(a, b)}])
	}
}

// TestReportOfManyRaces: errors first, a hundred at most, and the number of the
// rest.
func TestReportOfManyRaces(t *testing.T) {
	var b strings.Builder
	b.WriteString("__global__ void k(int *out) {\n  __shared__ int flag, s[1];\n")
	for i := range 3 {
		fmt.Fprintf(&b, "  flag = 7; // %d\n", i)
	}
	for range 20 {
		b.WriteString("  s[0] = threadIdx.x;\n")
	}
	b.WriteString("  __syncthreads();\n  out[threadIdx.x] = s[0] + flag;\n}\n")
	k := lowered(t, b.String(), 64)
	report, err := Check(context.Background(), k, Options{IntraGroup: true})
	require.NoError(t, err)
	require.Len(t, report.Faults, mostRaces)
	assert.Equal(t, claim.Refuted, report.Verdicts[kernel.DataRace].Status)
	assert.False(t, report.Faults[0].Benign)
	assert.Equal(t, 20*21/2+6-mostRaces, report.Further)
	last := report.Notes[len(report.Notes)-1]
	assert.Equal(t, "116 more pairs of statements race, 6 of them harmlessly", last.Message)
	assert.Equal(t, 11, last.Site.Src().Pos.Line)
}
