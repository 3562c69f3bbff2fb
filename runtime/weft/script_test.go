package weft

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// command is one command of WEFT's thread programs, section 3.1, or a WarpSync.
type command struct {
	op rune // r(ead) w(rite) s(ync) a(rrive) y (warp sync)
	at int  // the variable or the barrier
	n  int  // threads expected
}

func (c command) String() string {
	switch c.op {
	case 'r', 'w':
		return fmt.Sprintf("%c%d", c.op, c.at)
	case 'y':
		return "y"
	}
	return fmt.Sprintf("%c%d,%d", c.op, c.at, c.n)
}

func (c command) registers() bool { return c.op == 's' || c.op == 'a' }

func (c command) accesses() bool { return c.op == 'r' || c.op == 'w' }

// step is a command that some lanes of a warp execute together where they can.
type step struct {
	lanes emulate.Lanes
	command
}

// script is a block: the steps of each warp, those of one lane in its program
// order. A thread's program is the steps that have its lane.
type script struct {
	lanes int // of each warp
	warps [][]step
}

func (s script) String() string {
	var out strings.Builder
	for w, steps := range s.warps {
		fmt.Fprintf(&out, "warp %d:", w)
		for _, st := range steps {
			fmt.Fprintf(&out, " %0*b:%v", s.lanes, st.lanes, st.command)
		}
		out.WriteString("\n")
	}
	return out.String()
}

func (s script) exist() []emulate.Lanes {
	out := make([]emulate.Lanes, len(s.warps))
	for w := range out {
		out[w] = 1<<s.lanes - 1
	}
	return out
}

// event is what a script's machine did, in order.
type event struct {
	step
	warp, index int // index of the step
	generation  int32
}

// player executes a script as emulate would execute a kernel.
type player struct {
	script
	trace    *trace
	sites    [][]*emulate.Site
	left     [][]emulate.Lanes // of each step, the lanes that have not executed it
	blocked  []emulate.Lanes
	at       [][]*emulate.Site // where each lane waits
	barrier  [][]int64
	lockstep bool
	stopped  bool
	events   []event
}

// play runs the script to its end.
func play(s script, o Options, races accesses) *player {
	p := &player{script: s, trace: newTraceOf(s.exist(), o, races), lockstep: o.WarpSync}
	p.trace.multiple = 1
	p.blocked = make([]emulate.Lanes, len(s.warps))
	line := 0
	for _, steps := range s.warps {
		var sites []*emulate.Site
		var left []emulate.Lanes
		for _, st := range steps {
			line++
			sites = append(sites, siteOf(st.command, line))
			left = append(left, st.lanes)
		}
		p.sites, p.left = append(p.sites, sites), append(p.left, left)
		p.at = append(p.at, make([]*emulate.Site, s.lanes))
		p.barrier = append(p.barrier, make([]int64, s.lanes))
	}
	if err := p.trace.drive(context.Background(), p); err != nil {
		panic(err)
	}
	return p
}

func siteOf(c command, line int) *emulate.Site {
	src := kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
	s := &emulate.Site{ID: line, Array: -1, Kind: emulate.BarrierSite}
	switch c.op {
	case 's':
		s.Stmt = &kernel.Barrier{Src: src, Kind: kernel.Sync, Count: &kernel.Const{}}
	case 'a':
		s.Stmt = &kernel.Barrier{Src: src, Kind: kernel.Arrive, Count: &kernel.Const{}}
	case 'r':
		s.Stmt, s.Kind, s.Array, s.Width = &kernel.Load{Src: src}, emulate.ReadSite, 0, 1
	case 'w':
		s.Stmt, s.Kind, s.Array, s.Width = &kernel.Store{Src: src}, emulate.WriteSite, 0, 1
	case 'y':
		s.Stmt, s.Kind = &kernel.WarpSync{Src: src}, emulate.WarpSite
	}
	return s
}

// next returns a step of warp w that can execute and the lanes that can, or -1.
func (p *player) next(w int) (int, emulate.Lanes) {
	busy := p.blocked[w]
	for i, left := range p.left[w] {
		ready := left &^ busy
		if p.warps[w][i].op == 'y' && ready != left {
			ready = 0
		}
		if ready != 0 {
			return i, ready
		}
		busy |= left
	}
	return -1, 0
}

func (p *player) Ready(w int) bool {
	i, _ := p.next(w)
	return i >= 0 && !p.stopped
}

func (p *player) Run(_ context.Context, w int) error {
	for !p.stopped {
		i, lanes := p.next(w)
		if i < 0 {
			break
		}
		p.left[w][i] &^= lanes
		if p.lockstep {
			p.trace.Together(w, lanes)
		}
		p.execute(w, i, lanes)
	}
	return nil
}

func (p *player) execute(w, i int, lanes emulate.Lanes) {
	c, site := p.warps[w][i].command, p.sites[w][i]
	e := event{step: step{lanes, c}, warp: w, index: i}
	if c.registers() {
		e.generation = p.trace.barriers[c.at].done + 1
	}
	p.events = append(p.events, e)
	switch {
	case c.op == 'y':
		p.trace.WarpSync(&emulate.WarpOp{Site: site, Warp: w, Lanes: lanes})
	case c.accesses():
		var index [kernel.WarpSize]int64
		for l := range index {
			index[l] = int64(c.at)
		}
		p.trace.Access(&emulate.Access{Site: site, Warp: w, Lanes: lanes, Uniform: true, Index: &index})
	default:
		if c.op == 's' {
			p.blocked[w] |= lanes
			for rest := lanes; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros32(rest)
				p.at[w][l], p.barrier[w][l] = site, int64(c.at)
			}
		}
		p.trace.Barrier(&emulate.BarrierOp{
			Site: site, Stmt: site.Stmt.(*kernel.Barrier), Warp: w, Lanes: lanes,
			Live: p.live(w) | lanes, ID: int64(c.at), Count: int64(c.n),
		})
	}
}

// live are the lanes of a warp that wait or have steps left.
func (p *player) live(w int) emulate.Lanes {
	live := p.blocked[w]
	for _, left := range p.left[w] {
		live |= left
	}
	return live
}

func (p *player) Stop() { p.stopped = true }

func (p *player) Release(w int, lanes emulate.Lanes, _ emulate.Result) {
	if lanes&^p.blocked[w] != 0 {
		panic("release of lanes that do not wait")
	}
	p.blocked[w] &^= lanes
}

func (p *player) Places(w int) []emulate.Place {
	var out []emulate.Place
	for l := range p.lanes {
		place := emulate.Place{Lanes: 1 << l, State: emulate.Exited}
		switch {
		case p.blocked[w]>>l&1 != 0:
			place.State, place.Site, place.ID = emulate.AtBarrier, p.at[w][l], p.barrier[w][l]
		case p.live(w)>>l&1 != 0:
			place.State = emulate.Ready
			for i, left := range p.left[w] {
				if left>>l&1 != 0 {
					place.State, place.Site = emulate.AtWarp, p.sites[w][i]
					break
				}
			}
		}
		out = append(out, place)
	}
	return out
}

// pairRecorder finds races the plain way: it keeps all accesses and tests each
// against all earlier ones.
type pairRecorder struct {
	all   []recorded
	races map[[2]access]bool
}

// access is a thread and the index of its step.
type access struct{ warp, lane, index int }

type recorded struct {
	access
	at         int64
	write      bool
	pos, stamp int32
	line       int
}

func (r *pairRecorder) access(t *trace, a *emulate.Access) {
	var now []recorded
	for _, v := range t.views(a.Warp, a.Lanes) {
		for rest := v.lanes; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros32(rest)
			mine := recorded{
				access: access{a.Warp, l, a.Site.ID}, at: a.Index[l], write: a.Site.Kind == emulate.WriteSite,
				pos: t.position(a.Warp), stamp: t.stamp(a.Warp),
			}
			for _, old := range append(r.all, now...) {
				if old.at != mine.at || !old.write && !mine.write || old.warp == mine.warp && old.lane == l {
					continue
				}
				if v.before(old.warp, old.pos, old.stamp, 1<<old.lane) == 0 {
					r.races[[2]access{old.access, mine.access}] = true
				}
			}
			now = append(now, mine)
		}
	}
	r.all = append(r.all, now...)
}
