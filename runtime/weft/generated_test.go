package weft

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/emulate"
)

// lowered translates the only kernel of a text for a block of that many threads.
func lowered(t testing.TB, text string, threads int) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, kerneltest.Block(threads))
}

// traced executes a block of a kernel.
func traced(t testing.TB, text string, threads int, o Options, races accesses) *trace {
	t.Helper()
	p, err := emulate.Compile(lowered(t, text, threads))
	require.NoError(t, err)
	if o.Rule == "" {
		o.Rule = CUDA
	}
	tr := newTrace(p, o, races)
	require.NoError(t, tr.run(context.Background(), emulate.Options{Together: o.WarpSync}))
	return tr
}

// text writes a script as a kernel: a lane of it is unit threads of a warp, and
// the step with number i stands in line i.
func (s script) text(unit int) string {
	var out strings.Builder
	out.WriteString("__global__ void k(int *out) { __shared__ int s[64]; int w = threadIdx.x / 32, l = threadIdx.x % 32, x = 0; ")
	for w, steps := range s.warps {
		fmt.Fprintf(&out, "if (w == %d) { ", w)
		for _, st := range steps {
			if st.lanes != 1<<s.lanes-1 {
				fmt.Fprintf(&out, "if (l / %d == %d) ", unit, bits.TrailingZeros32(st.lanes))
			}
			out.WriteString(st.statement(s.lanes, unit) + "\n")
		}
		out.WriteString("} ")
	}
	out.WriteString(" out[threadIdx.x] = x; }\n")
	return out.String()
}

// statement is a command in CUDA; the barriers of parts of a warp are not
// aligned.
func (c command) statement(lanes, unit int) string {
	aligned := "bar"
	if lanes > 1 {
		aligned = "barrier"
	}
	switch c.op {
	case 'r':
		return fmt.Sprintf("x += s[%d + l %% %d];", 32*c.at, unit)
	case 'w':
		return fmt.Sprintf("s[%d + l %% %d] = x;", 32*c.at, unit)
	case 's':
		return fmt.Sprintf("asm volatile(\"%s.sync %d, %d;\" ::: \"memory\");", aligned, c.at, c.n*unit)
	case 'a':
		return fmt.Sprintf("asm volatile(\"%s.arrive %d, %d;\" ::: \"memory\");", aligned, c.at, c.n*unit)
	}
	return "__syncwarp();"
}

// firstLanes keeps the races between the first lanes of units, by line.
func firstLanes(r *pairRecorder, unit int, lines map[int]int) map[[2]access]bool {
	out := map[[2]access]bool{}
	for pair := range r.races {
		x, y := pair[0], pair[1]
		if x.lane%unit != 0 || y.lane%unit != 0 {
			continue
		}
		x, y = access{x.warp, x.lane / unit, lines[x.index]}, access{y.warp, y.lane / unit, lines[y.index]}
		out[ordered(x, y)] = true
	}
	return out
}

// TestKernelsAgreeWithAllInterleavings takes random scripts through the front end
// and the emulator, each lane of a script as many threads: a whole warp with
// aligned barriers, or half of one with barriers that are not.
func TestKernelsAgreeWithAllInterleavings(t *testing.T) {
	for name, lanes := range map[string]int{"warps": 1, "half warps": 2} {
		t.Run(name, func(t *testing.T) {
			programs := 2000
			if testing.Short() {
				programs = 600
			}
			r, unit := chooser{rand.New(rand.NewSource(3))}, 32/lanes
			tally := map[kernel.Property]int{}
			for range programs {
				s := r.script()
				if s.lanes != lanes || !s.wholeWarps(unit) {
					continue
				}
				p := play(s, Options{}, nil)
				if lanes > 1 && arrivesOnly(p) {
					continue // the threads of half a warp are not ordered among themselves
				}
				oracle, text := explore(s), s.text(unit)
				found := &pairRecorder{races: map[[2]access]bool{}}
				tr := traced(t, text, 32*len(s.warps), Options{}, found)
				proved := tr.ended && len(tr.faults) == 0
				require.Equal(t, oracle.wellSynchronised(), proved, "%s%v", text, tr.faults)
				tally[outcome(tr)]++
				if proved {
					lines := map[int]int{}
					for i := range tr.program.Sites {
						lines[i] = tr.program.Sites[i].Src().Pos.Line
					}
					races := firstLanes(found, unit, lines)
					want := oracle.races()
					require.Equal(t, want, races, "%s", text)
					if len(races) > 0 {
						tally["with races"]++
					}
				}
			}
			t.Log(tally)
			for _, kind := range []kernel.Property{"proved", kernel.Deadlock, kernel.Recycling, "with races"} {
				require.Greater(t, tally[kind], programs/200, kind)
			}
		})
	}
}

// wholeWarps reports whether every barrier expects a multiple of 32 threads.
func (s script) wholeWarps(unit int) bool {
	for _, steps := range s.warps {
		for _, st := range steps {
			if st.registers() && st.n*unit%kernel.WarpSize != 0 {
				return false
			}
		}
	}
	return true
}
