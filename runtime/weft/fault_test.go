package weft

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/runtime/emulate"
)

// on is a step of a whole warp at a line.
func on(line int, op rune, at, n int) step { return part32(everyLane, line, op, at, n) }

// part32 is a step of some lanes.
func part32(lanes emulate.Lanes, line int, op rune, at, n int) step {
	return step{lanes: lanes, command: command{op, at, n}, line: line}
}

const (
	lowerHalf emulate.Lanes = 1<<16 - 1
	upperHalf               = everyLane &^ lowerHalf
)

// told is a fault in the notation of the tests.
func told(f Fault) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s: %s\n", f.Property, f.Kind, f.Message)
	for _, p := range f.At {
		fmt.Fprintf(&out, "  %s\n", toldParty(p))
	}
	for _, b := range f.Barriers {
		fmt.Fprintf(&out, "  barrier %d.%d: %d of %d, waiting %s at %d\n", b.ID, b.Generation, b.Registered, b.Expected,
			toldRanges(b.Waiting), b.Site.Src().Pos.Line)
		for _, p := range b.From {
			fmt.Fprintf(&out, "    from %s\n", toldParty(p))
		}
		for _, p := range b.Missing {
			fmt.Fprintf(&out, "    missing %s\n", toldParty(p))
		}
	}
	return out.String()
}

func toldParty(p Party) string {
	line := "-"
	if p.Site != nil {
		line = fmt.Sprint(p.Site.Src().Pos.Line)
	}
	return fmt.Sprintf("%s at %s: %d of %s", p.Kind, line, p.Thread, toldRanges(p.Threads))
}

func toldRanges(ranges []Range) string {
	var out []string
	for _, r := range ranges {
		out = append(out, fmt.Sprintf("%d-%d", r.From, r.To))
	}
	return strings.Join(out, ",")
}

// faultCases are blocks of 32-lane warps with their faults.
var faultCases = []struct {
	name  string
	rule  Rule
	warps [][]step
	want  []string
}{
	{
		name:  "paper's circular wait",
		warps: [][]step{{on(6, 'S', 0, 64), on(7, 'S', 1, 64)}, {on(9, 'S', 1, 64), on(10, 'S', 0, 64)}},
		want: []string{`deadlock circular-wait: deadlock: threads 0-31 wait at barrier 0 (generation 1: expects 64, has 32), threads 32-63 wait at barrier 1 (generation 1: expects 64, has 32), and each could only be completed by threads that wait at the other
  wait at 6: 0 of 0-31
  wait at 9: 32 of 32-63
  barrier 0.1: 32 of 64, waiting 0-31 at 6
    from sync at 6: 0 of 0-31
    missing wait at 9: 32 of 32-63
  barrier 1.1: 32 of 64, waiting 32-63 at 9
    from sync at 9: 32 of 32-63
    missing wait at 6: 0 of 0-31
`},
	},
	{
		name: "circle of three, in the second generation",
		warps: [][]step{
			{on(1, 'S', 1, 96), on(2, 'S', 1, 64), on(3, 'S', 3, 64)},
			{on(1, 'S', 1, 96), on(4, 'S', 2, 64), on(5, 'S', 1, 64)},
			{on(1, 'S', 1, 96), on(6, 'S', 3, 64), on(7, 'S', 2, 64)},
		},
		want: []string{`deadlock circular-wait: deadlock: threads 0-31 wait at barrier 1 (generation 2: expects 64, has 32), threads 32-63 wait at barrier 2 (generation 1: expects 64, has 32), threads 64-95 wait at barrier 3 (generation 1: expects 64, has 32), and each could only be completed by threads that wait at another
  wait at 2: 0 of 0-31
  wait at 4: 32 of 32-63
  wait at 6: 64 of 64-95
  barrier 1.2: 32 of 64, waiting 0-31 at 2
    from sync at 2: 0 of 0-31
    missing wait at 4: 32 of 32-63
    missing wait at 6: 64 of 64-95
  barrier 2.1: 32 of 64, waiting 32-63 at 4
    from sync at 4: 32 of 32-63
    missing wait at 2: 0 of 0-31
    missing wait at 6: 64 of 64-95
  barrier 3.1: 32 of 64, waiting 64-95 at 6
    from sync at 6: 64 of 64-95
    missing wait at 2: 0 of 0-31
    missing wait at 4: 32 of 32-63
`},
	},
	{
		name:  "count too large",
		warps: [][]step{{on(8, 'S', 1, 96)}, {on(8, 'S', 1, 96)}, {on(9, 'w', 0, 0)}},
		want: []string{`deadlock missing-participants: deadlock: threads 0-63 wait at barrier 1 (generation 1: expects 96, has 64), and too few threads can still arrive: threads 64-95 have exited
  wait at 8: 0 of 0-63
  barrier 1.1: 64 of 96, waiting 0-63 at 8
    from sync at 8: 0 of 0-63
    missing exit at -: 64 of 64-95
`},
	},
	{
		name:  "count beyond the block",
		warps: [][]step{{on(8, 'A', 1, 128)}, {on(9, 'S', 1, 128)}},
		want: []string{`deadlock missing-participants: deadlock: threads 32-63 wait at barrier 1 (generation 1: expects 128, has 64), and the block has only 64 threads
  wait at 9: 32 of 32-63
  barrier 1.1: 64 of 128, waiting 32-63 at 9
    from arrive at 8: 0 of 0-31
    from sync at 9: 32 of 32-63
`},
	},
	{
		name: "starved barrier holds up another one",
		warps: [][]step{
			{on(1, 'S', 1, 64), on(2, 'S', 2, 64)},
			{on(3, 'S', 2, 64)},
			{on(4, 'w', 0, 0)},
		},
		want: []string{`deadlock circular-wait: deadlock: threads 0-31 wait at barrier 1 (generation 1: expects 64, has 32), threads 32-63 wait at barrier 2 (generation 1: expects 64, has 32), and each could only be completed by threads that wait at the other
  wait at 1: 0 of 0-31
  wait at 3: 32 of 32-63
  barrier 1.1: 32 of 64, waiting 0-31 at 1
    from sync at 1: 0 of 0-31
    missing wait at 3: 32 of 32-63
  barrier 2.1: 32 of 64, waiting 32-63 at 3
    from sync at 3: 32 of 32-63
    missing wait at 1: 0 of 0-31
`},
	},
	{
		name:  "arrive runs ahead",
		warps: [][]step{{on(9, 'A', 1, 64), on(9, 'A', 1, 64), on(9, 'A', 1, 64)}, {on(11, 'S', 1, 64), on(11, 'S', 1, 64), on(11, 'S', 1, 64)}},
		want: []string{"barrier-recycling unsafe-recycling: the arrive of threads 0-31 for generation 2 of barrier 1 is not ordered after generation 1: nothing makes them wait until threads 32-63 have synced at k.cu:11, so both may fall into one generation, one use of the barrier\n" +
			"  arrive at 9: 0 of 0-31\n  sync at 11: 32 of 32-63\n"},
	},
	{
		name: "recycling after arrives alone",
		warps: [][]step{
			{on(1, 'A', 1, 64), on(2, 'S', 2, 64)},
			{on(3, 'A', 1, 64)},
			{on(4, 'S', 2, 64), on(5, 'S', 1, 32)},
		},
		want: []string{"barrier-recycling unsafe-recycling: thread 64's sync for generation 2 of barrier 1 is not ordered after generation 1: that one consists of arrives alone, and thread 32's at k.cu:3 may come later, so the two may swap places; barrier 1 is used with different counts: 64 at k.cu:1, 32 at k.cu:5\n" +
			"  sync at 5: 64 of 64-95\n  arrive at 3: 32 of 32-63\n"},
	},
	{
		name: "recycling after arrives alone, each of them before",
		warps: [][]step{
			{on(1, 'A', 1, 64), on(2, 'A', 2, 96)},
			{on(3, 'A', 1, 64), on(6, 'A', 2, 96)},
			{on(4, 'S', 2, 96), on(5, 'S', 1, 32)},
		},
	},
	{
		name:  "a warp recycles what it completed by aligned arrives",
		warps: [][]step{{on(1, 'A', 1, 32), on(2, 'S', 1, 32)}},
	},
	{
		name:  "lanes that are not together recycle what they completed by arrives",
		warps: [][]step{{on(1, 'a', 1, 32), on(2, 's', 1, 32)}},
		want: []string{"barrier-recycling unsafe-recycling: thread 0's sync for generation 2 of barrier 1 is not ordered after generation 1: that one consists of arrives alone, and thread 1's at k.cu:1 may come later, so the two may swap places\n" +
			"  sync at 2: 0 of 0-31\n  arrive at 1: 1 of 0-31\n"},
	},
	{
		name:  "__syncwarp in between",
		warps: [][]step{{on(1, 'a', 1, 32), on(2, 'y', 0, 0), on(3, 's', 1, 32)}},
	},
	{
		name:  "__syncwarp before and after an arrive",
		warps: [][]step{{on(1, 'y', 0, 0), part32(lowerHalf, 2, 'a', 1, 32), part32(upperHalf, 2, 'a', 1, 32), on(3, 'y', 0, 0), on(4, 's', 1, 32)}},
	},
	{
		name: "a count that lets a barrier go without the producer",
		warps: [][]step{
			{on(1, 'S', 2, 96), on(2, 'A', 1, 96)},
			{on(3, 'A', 2, 96), on(4, 'S', 1, 64), on(5, 'A', 2, 96)},
			{on(3, 'A', 2, 96), on(4, 'S', 1, 64), on(5, 'A', 2, 96)},
		},
		want: []string{
			"barrier-recycling unsafe-recycling: the arrive of threads 64-95 for generation 2 of barrier 2 is not ordered after generation 1: nothing makes them wait until threads 0-31 have synced at k.cu:1, so both may fall into one generation, one use of the barrier; barrier 1 is used with different counts: 64 at k.cu:4, 96 at k.cu:2\n" +
				"  arrive at 5: 64 of 64-95\n  sync at 1: 0 of 0-31\n",
			"barrier-recycling unsafe-recycling: the arrive of threads 0-31 for generation 2 of barrier 1 is not ordered after generation 1: nothing makes them wait until threads 32-63 have synced at k.cu:4, so both may fall into one generation, one use of the barrier\n" +
				"  arrive at 2: 0 of 0-31\n  sync at 4: 32 of 32-63\n",
		},
	},
	{
		name:  "counts that disagree",
		warps: [][]step{{on(1, 'A', 1, 64)}, {on(2, 'S', 1, 96)}, {}},
		want: []string{"barrier-count counts-disagree: barrier 1 expects 96 threads here and 64 in thread 0's arrive at k.cu:1, which is the same generation, 1\n" +
			"  sync at 2: 32 of 32-63\n  arrive at 1: 0 of 0-31\n"},
	},
	{
		name:  "one barrier with two counts, one after the other",
		warps: [][]step{{on(1, 'S', 1, 64), on(2, 'S', 1, 96)}, {on(1, 'S', 1, 64), on(2, 'S', 1, 96)}, {on(3, 'S', 0, 0)}},
		want: []string{`deadlock circular-wait: deadlock: threads 0-63 wait at barrier 1 (generation 2: expects 96, has 64), threads 64-95 wait at barrier 0 (generation 1: expects 96, has 32), and each could only be completed by threads that wait at the other
  wait at 2: 0 of 0-63
  wait at 3: 64 of 64-95
  barrier 1.2: 64 of 96, waiting 0-63 at 2
    from sync at 2: 0 of 0-63
    missing wait at 3: 64 of 64-95
  barrier 0.1: 32 of 96, waiting 64-95 at 3
    from sync at 3: 64 of 64-95
    missing wait at 2: 0 of 0-63
`},
	},
	{
		name:  "too many",
		warps: [][]step{{part32(lowerHalf, 1, 's', 1, 32)}, {on(2, 's', 1, 32)}},
		want:  []string{"barrier-count too-many: 48 threads register on generation 1 of barrier 1, which expects 32\n  sync at 2: 32 of 32-63\n  sync at 1: 0 of 0-15\n"},
	},
	{
		name:  "id out of range",
		warps: [][]step{{on(8, 'S', 15, 32), on(8, 'S', 16, 32)}},
		want:  []string{"barrier-count id-out-of-range: threads 0-31 name barrier 16, which does not exist: a block has barriers 0 to 15\n  sync at 8: 0 of 0-31\n"},
	},
	{
		name:  "count zero",
		warps: [][]step{{on(8, 'A', 1, 0)}},
		want:  []string{"barrier-count count-zero: barrier 1 expects 0 threads\n  arrive at 8: 0 of 0-31\n"},
	},
	{
		name:  "count below zero",
		warps: [][]step{{on(8, 'A', 1, -64)}},
		want:  []string{"barrier-count count-zero: barrier 1 expects -64 threads\n  arrive at 8: 0 of 0-31\n"},
	},
	{
		name:  "count no multiple",
		warps: [][]step{{on(8, 'S', 1, 48)}, {on(8, 'S', 1, 48)}},
		want:  []string{"barrier-count count-not-multiple: barrier 1 expects 48 threads, which is not a multiple of the warp size 32\n  sync at 8: 0 of 0-31\n"},
	},
	{
		name:  "part of a warp",
		warps: [][]step{{part32(lowerHalf, 3, 's', 1, 32), part32(upperHalf, 5, 'S', 0, 0), on(6, 'w', 0, 0)}},
		want: []string{"barrier-divergence partial-warp: barrier divergence: only threads 16-31 of warp 0 execute this barrier, which all threads of a warp must execute together; threads 0-15 wait at k.cu:3\n" +
			"  sync at 5: 16 of 16-31\n  wait at 3: 0 of 0-15\n"},
	},
	{
		name:  "different statements",
		warps: [][]step{{on(8, 'S', 0, 0)}, {on(11, 'S', 0, 0)}, {on(11, 'S', 0, 0)}},
		want: []string{"barrier-divergence different-statements: barrier divergence: threads 0-31 are at this barrier while threads 32-63 are at another one at k.cu:11\n" +
			"  sync at 8: 0 of 0-31\n  sync at 11: 32 of 32-63\n"},
	},
	{name: "different statements, Volta", rule: Volta, warps: [][]step{{on(8, 'S', 0, 0)}, {on(11, 'S', 0, 0)}}},
	{name: "different statements that name the count", warps: [][]step{{on(8, 'S', 0, 64)}, {on(11, 'S', 0, 64)}}},
	{
		name:  "early exit",
		warps: [][]step{{on(8, 'S', 0, 0)}, {}, {on(8, 'S', 0, 0)}},
		want: []string{`barrier-divergence early-exit: barrier divergence: threads 0-31 and 64-95 wait here for the whole block, but threads 32-63 have exited
  wait at 8: 0 of 0-31,64-95
  exit at -: 32 of 32-63
  barrier 0.1: 64 of 96, waiting 0-31,64-95 at 8
    from sync at 8: 0 of 0-31,64-95
    missing exit at -: 32 of 32-63
`},
	},
	{name: "early exit, Volta", rule: Volta, warps: [][]step{{on(8, 'S', 0, 0), on(9, 'S', 0, 0)}, {}, {on(8, 'S', 0, 0)}}},
	{name: "late exit, Volta", rule: Volta, warps: [][]step{{on(8, 'S', 0, 0)}, {on(7, 'S', 0, 0), on(8, 'w', 0, 0), on(9, 'S', 0, 0)}}},
	{
		name:  "early exit from a barrier that names the count, Volta",
		rule:  Volta,
		warps: [][]step{{on(8, 'S', 1, 64)}, {}},
		want: []string{`deadlock missing-participants: deadlock: threads 0-31 wait at barrier 1 (generation 1: expects 64, has 32), and too few threads can still arrive: threads 32-63 have exited
  wait at 8: 0 of 0-31
  barrier 1.1: 32 of 64, waiting 0-31 at 8
    from sync at 8: 0 of 0-31
    missing exit at -: 32 of 32-63
`},
	},
	{
		name:  "lanes that never come to __syncwarp",
		warps: [][]step{{part32(upperHalf, 3, 's', 1, 32), on(5, 'y', 0, 0)}},
		want: []string{"barrier-divergence warp-wait: barrier divergence: threads 0-15 wait here for other threads of the warp, which never arrive\n" +
			"  wait at 5: 0 of 0-15\n  wait at 3: 16 of 16-31\n"},
	},
	{
		name:  "order through a third warp",
		warps: [][]step{{on(1, 'w', 0, 0), on(2, 'A', 4, 64)}, {on(3, 'S', 4, 64), on(4, 'A', 7, 64)}, {on(5, 'S', 7, 64), on(6, 'r', 0, 0)}},
	},
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		t.Run(c.name, func(t *testing.T) {
			rule := c.rule
			if rule == "" {
				rule = CUDA
			}
			p := play(script{lanes: 32, warps: c.warps}, Options{Rule: rule}, nil)
			var got []string
			for _, f := range p.trace.faults {
				require.Equal(t, -1, f.Array)
				got = append(got, told(f))
			}
			require.Equal(t, strings.Join(c.want, ""), strings.Join(got, ""))
			if len(c.want) == 0 {
				require.True(t, p.trace.ended)
			}
		})
	}
}

func TestArrivalsLeftAtExit(t *testing.T) {
	p := play(script{lanes: 32, warps: [][]step{
		{on(1, 'A', 1, 96), on(2, 'A', 2, 32), on(2, 'A', 2, 64)}, {on(1, 'A', 1, 96)}, {},
	}}, Options{Rule: CUDA}, nil)
	require.True(t, p.trace.ended)
	require.Empty(t, p.trace.faults)
	require.Len(t, p.trace.notes, 3)
	require.Equal(t, "generation 1 of barrier 2 is completed by arrives alone: no thread waits for it", p.trace.notes[0].Message)
	require.Equal(t, "2 of 3 warps have arrived at barrier 1, generation 1, when the block ends; the hardware forgets them", p.trace.notes[1].Message)
	require.Equal(t, "1 of 2 warps has arrived at barrier 2, generation 2, when the block ends; the hardware forgets them", p.trace.notes[2].Message)
	require.EqualValues(t, 1, p.trace.stats.DynamicBarriers)
	require.EqualValues(t, 4*32, p.trace.stats.Commands)
}
