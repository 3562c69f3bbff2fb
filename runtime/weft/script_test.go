package weft

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// command is one command of WEFT's thread programs, section 3.1, or a WarpSync.
type command struct {
	// r(ead) w(rite) s(ync) a(rrive) y (warp sync); S and A are aligned, and with
	// n = 0 S is __syncthreads
	op rune
	at int // the variable or the barrier
	n  int // threads expected
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

func (c command) registers() bool { return strings.ContainsRune("saSA", c.op) }

func (c command) waits() bool { return c.op == 's' || c.op == 'S' }

func (c command) accesses() bool { return c.op == 'r' || c.op == 'w' }

// step is a command that some lanes of a warp execute together where they can.
type step struct {
	lanes emulate.Lanes
	command
	line int // of the statement; 0 for one of its own
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
	gone     []emulate.Lanes
	at       [][]*emulate.Site // where each lane waits
	barrier  [][]int64
	lockstep bool
	stopped  bool
	events   []event
}

// play runs the script to its end, in the order that a trace prefers.
func play(s script, o Options, races accesses) *player {
	t := newTraceOf(s.exist(), o, races)
	if s.lanes < kernel.WarpSize {
		t.multiple = 1
	}
	sites := s.sites()
	var first *player
	err := t.runOn(context.Background(), func(t *trace) machine {
		p := newPlayer(s, sites, t)
		if first == nil {
			first = p
		}
		return p
	})
	if err != nil {
		panic(err)
	}
	return first
}

func newPlayer(s script, sites [][]*emulate.Site, t *trace) *player {
	p := &player{script: s, trace: t, lockstep: t.o.WarpSync, sites: sites}
	p.blocked = make([]emulate.Lanes, len(s.warps))
	p.gone = make([]emulate.Lanes, len(s.warps))
	for _, steps := range s.warps {
		var left []emulate.Lanes
		for _, st := range steps {
			left = append(left, st.lanes)
		}
		p.left = append(p.left, left)
		p.at = append(p.at, make([]*emulate.Site, s.lanes))
		p.barrier = append(p.barrier, make([]int64, s.lanes))
	}
	return p
}

// sites makes the statements: one for each line that steps name, and one for each
// other step, numbered in order.
func (s script) sites() [][]*emulate.Site {
	var out [][]*emulate.Site
	line := 0
	shared := map[int]*emulate.Site{}
	for _, steps := range s.warps {
		var sites []*emulate.Site
		for _, st := range steps {
			line++
			site := siteOf(st.command, line)
			if st.line > 0 {
				if shared[st.line] == nil {
					shared[st.line] = siteOf(st.command, st.line)
				}
				site = shared[st.line]
			}
			sites = append(sites, site)
		}
		out = append(out, sites)
	}
	return out
}

func siteOf(c command, line int) *emulate.Site {
	src := kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
	s := &emulate.Site{ID: line, Array: -1, Kind: emulate.BarrierSite}
	switch c.op {
	case 's', 'a', 'S', 'A':
		stmt := &kernel.Barrier{Src: src, Kind: kernel.Sync, Aligned: c.op < 'a'}
		if c.n != 0 || c.op != 'S' {
			stmt.Count = &kernel.Const{}
		}
		if !c.waits() {
			stmt.Kind = kernel.Arrive
		}
		op, _ := kernel.SyncOf(stmt)
		s.Stmt, s.Sync = stmt, &op
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
	return !p.stopped && (i >= 0 || p.exist()[w]&^p.live(w) != p.gone[w])
}

func (p *player) Run(_ context.Context, w int) error {
	for !p.stopped {
		i, lanes := p.next(w)
		if i < 0 {
			p.gone[w] = p.exist()[w] &^ p.live(w)
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
	e := event{step: step{lanes: lanes, command: c}, warp: w, index: i}
	if c.registers() && c.at < order.Barriers {
		e.generation = p.trace.barriers[c.at].Open()
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
		p.blocked[w] |= lanes
		for rest := lanes; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros32(rest)
			p.at[w][l], p.barrier[w][l] = site, int64(c.at)
		}
		op := &emulate.BarrierOp{
			Site: site, Warp: w, Lanes: lanes,
			Live: p.live(w) | lanes, ID: int64(c.at), Count: int64(c.n),
		}
		if op.Site.Sync.Count == nil {
			op.Count = int64(p.trace.threads)
		}
		p.trace.Barrier(op)
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
}

func (r *pairRecorder) access(t *trace, a *emulate.Access) {
	var now []recorded
	for _, v := range t.views(a.Warp, a.Lanes) {
		for rest := v.lanes; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros32(rest)
			mine := recorded{
				access: access{a.Warp, l, a.Site.ID}, at: int64(a.Site.Array)<<32 + a.Index[l], write: a.Site.Kind == emulate.WriteSite,
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
