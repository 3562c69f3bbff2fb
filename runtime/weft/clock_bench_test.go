package weft

import (
	"context"
	"fmt"
	"testing"

	"gv2/runtime/emulate"
)

// idle is a block that does nothing itself: benchmarks hand the trace its
// operations.
type idle struct{}

func (idle) Ready(int) bool                             { return false }
func (idle) Run(context.Context, int) error             { return nil }
func (idle) Stop()                                      {}
func (idle) Release(int, emulate.Lanes, emulate.Result) {}
func (idle) Places(int) []emulate.Place                 { return nil }

func idleTrace(warps int) *trace {
	exist := make([]emulate.Lanes, warps)
	for w := range exist {
		exist[w] = everyLane
	}
	t := newTraceOf(exist, Options{Rule: CUDA}, nil)
	t.machine = idle{}
	return t
}

// operation is an aligned barrier operation of a warp.
func (t *trace) operation(site *emulate.Site, w, id, count int) {
	t.Barrier(&emulate.BarrierOp{
		Site: site, Warp: w, Lanes: everyLane, Live: everyLane,
		ID: int64(id), Count: int64(count),
	})
}

// patterns are generations of a block: the operations of one round.
var patterns = []struct {
	name  string
	round func(t *trace, warps int, sync, arrive *emulate.Site)
}{
	{"whole block", func(t *trace, warps int, sync, _ *emulate.Site) {
		for w := range warps {
			t.operation(sync, w, 0, 32*warps)
		}
	}},
	// One warp of each team hands over to the others, then all of it meet.
	{"teams", func(t *trace, warps int, sync, arrive *emulate.Site) {
		size := max(2, warps/8)
		for w := 0; w < warps; w += size {
			id := w / size * 2
			t.operation(arrive, w, id, 32*size)
			for other := w + 1; other < w+size; other++ {
				t.operation(sync, other, id, 32*size)
			}
			for each := w; each < w+size; each++ {
				t.operation(sync, each, id+1, 32*size)
			}
		}
	}},
}

// BenchmarkBarriers gives the time of one operation of a warp: it grows neither
// with the generations nor, by much, with the warps.
func BenchmarkBarriers(b *testing.B) {
	sync, arrive := siteOf(command{'S', 0, 1}, 1), siteOf(command{'A', 0, 1}, 2)
	for _, p := range patterns {
		for _, warps := range []int{2, 8, 32} {
			for _, generations := range []int{512, 2048, 8192} {
				b.Run(fmt.Sprintf("%s/warps=%d/generations=%d", p.name, warps, generations), func(b *testing.B) {
					b.ReportAllocs()
					operations := int64(0)
					for b.Loop() {
						t := idleTrace(warps)
						for int(t.stats.DynamicBarriers) < generations {
							p.round(t, warps, sync, arrive)
						}
						if len(t.faults) > 0 {
							b.Fatal(t.faults[0].Message)
						}
						operations += t.stats.Commands / 32
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(operations), "ns/operation")
				})
			}
		}
	}
}
