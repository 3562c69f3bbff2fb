package emulate

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// lowered translates the only kernel of a text for a block of that many threads.
func lowered(t testing.TB, text string, threads ...int) *kernel.Kernel {
	t.Helper()
	launch := kernel.Launch{BlockDim: [3]int{1, 1, 1}}
	copy(launch.BlockDim[:], threads)
	return kerneltest.Lower(t, text, launch)
}

func compiled(t testing.TB, text string, threads ...int) *Program {
	t.Helper()
	p, err := Compile(lowered(t, text, threads...))
	require.NoError(t, err)
	return p
}

// recorder writes the events of a block, one a line, and releases the threads
// of a barrier when as many as it expects have arrived.
type recorder struct {
	block  *Block
	lines  []string
	come   map[int64]int64
	counts map[int64]int64 // votes of a reduction
	quiet  bool
}

func (r *recorder) line(format string, args ...any) {
	if !r.quiet {
		r.lines = append(r.lines, fmt.Sprintf(format, args...))
	}
}

// ranges prints a set of lanes: 0-15,31.
func ranges(lanes Lanes) string {
	if lanes == 0 {
		return "-"
	}
	var out []string
	for l := 0; l < 32; l++ {
		if lanes>>l&1 == 0 {
			continue
		}
		from := l
		for l < 31 && lanes>>(l+1)&1 != 0 {
			l++
		}
		if from == l {
			out = append(out, fmt.Sprint(l))
		} else {
			out = append(out, fmt.Sprintf("%d-%d", from, l))
		}
	}
	return strings.Join(out, ",")
}

// numbers prints a row: 5 if all are the same, 3+4l if they grow with the lane
// by a constant, else all of them.
func numbers(lanes Lanes, v *row) string {
	first := bits.TrailingZeros32(lanes)
	var step int64
	if rest := lanes & (lanes - 1); rest != 0 {
		second := bits.TrailingZeros32(rest)
		step = (v[second] - v[first]) / int64(second-first)
	}
	var all []string
	line := true
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		line = line && v[l] == v[first]+step*int64(l-first)
		all = append(all, fmt.Sprint(v[l]))
	}
	switch {
	case line && step == 0:
		return all[0]
	case line:
		return fmt.Sprintf("%d%+dl", v[first]-step*int64(first), step)
	}
	return strings.Join(all, " ")
}

func (r *recorder) Access(a *Access) {
	text := map[SiteKind]string{ReadSite: "read", WriteSite: "write", AtomicSite: "atomic"}[a.Site.Kind]
	if a.May {
		text = "may " + text
	}
	text += " " + r.block.run.state.program.kernel.Arrays[a.Site.Array].Name
	if a.Lanes != 0 {
		base := ""
		if a.Base != 0 {
			base = "?+"
		}
		text += fmt.Sprintf(" %s[%s%s]", ranges(a.Lanes), base, numbers(a.Lanes, a.Index))
	}
	if a.Unknown != 0 {
		text += fmt.Sprintf(" %s[?]", ranges(a.Unknown))
	}
	if a.Site.Width > 1 {
		text += fmt.Sprintf(" x%d", a.Site.Width)
	}
	if a.Value != nil && a.ValueKnown != 0 {
		text += " = " + numbers(a.ValueKnown, a.Value)
	}
	r.line("%d: w%d %s", a.Site.Src().Pos.Line, a.Warp, text)
}

func (r *recorder) Barrier(op *BarrierOp) {
	kind := map[kernel.BarrierKind]string{kernel.Sync: "sync", kernel.Arrive: "arrive"}[op.Site.Stmt.(*kernel.Barrier).Kind]
	text := fmt.Sprintf("%d: w%d %s %d/%d %s", op.Site.Src().Pos.Line, op.Warp, kind, op.ID, op.Count, ranges(op.Lanes))
	if op.ArgKnown != 0 {
		text += fmt.Sprintf(" arg %s of %s", ranges(op.Arg), ranges(op.ArgKnown))
	}
	r.line("%s", text)
	r.come[op.ID] += int64(bits.OnesCount32(op.Lanes))
	r.counts[op.ID] += int64(bits.OnesCount32(op.Arg))
	if r.come[op.ID] < op.Count {
		return
	}
	result := Result{Known: true, Value: r.counts[op.ID]}
	r.come[op.ID], r.counts[op.ID] = 0, 0
	for w := range r.block.run.state.warps {
		for _, p := range r.block.Places(w) {
			if p.State == AtBarrier && p.ID == op.ID {
				r.block.Release(w, p.Lanes, result)
			}
		}
	}
}

func (r *recorder) WarpSync(op *WarpOp) {
	r.line("%d: w%d syncwarp %s", op.Site.Src().Pos.Line, op.Warp, ranges(op.Lanes))
}

func (r *recorder) Assert(op *AssertOp) {
	text := fmt.Sprintf("%d: w%d assert", op.Site.Src().Pos.Line, op.Warp)
	if op.May {
		text += " may"
	}
	r.line("%s false %s open %s", text, ranges(op.False), ranges(op.Open))
}

func (r *recorder) Async(a *AsyncOp) {
	r.line("w%d %s %s", a.Warp, strings.TrimSuffix(kernel.PrintStmts([]kernel.Stmt{a.Stmt}), "\n"), ranges(a.Lanes))
}

func (r *recorder) Together(warp int, lanes Lanes) { r.line("w%d together %s", warp, ranges(lanes)) }

// record runs a block and returns its events and the places of the threads that
// did not exit.
func record(p *Program, o Options) (lines []string, err error) {
	r := &recorder{come: map[int64]int64{}, counts: map[int64]int64{}}
	r.block = p.Start(o, r)
	err = r.run()
	for w := range r.block.run.state.warps {
		for _, at := range r.block.Places(w) {
			switch at.State {
			case AtBarrier:
				r.line("%d: w%d left %s at barrier %d", at.Site.Src().Pos.Line, w, ranges(at.Lanes), at.ID)
			case AtWarp:
				r.line("%d: w%d left %s", at.Site.Src().Pos.Line, w, ranges(at.Lanes))
			}
		}
	}
	return r.lines, err
}

// run lets the warps take turns until none can continue.
func (r *recorder) run() error {
	for ran := true; ran; {
		ran = false
		for w := range r.block.run.state.warps {
			if r.block.Ready(w) {
				ran = true
				if err := r.block.Run(context.Background(), w); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
