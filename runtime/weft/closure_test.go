package weft

import (
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// closure is WEFT's Figure 4 taken literally, over the events of one trace: the
// relation R with its transitive closure. It is the oracle of the clocks for
// blocks too large to explore, and of lock step.
type closure struct {
	events []event
	// nodes are the commands: one for each lane of an event, or, in lock step, one
	// for each event.
	nodes  []node
	before [][]uint64 // bit y of row x: x happens before y
}

type node struct {
	event int
	lanes emulate.Lanes
}

func newClosure(events []event, lockstep bool) *closure {
	c := &closure{events: events}
	for i, e := range events {
		if lockstep {
			c.nodes = append(c.nodes, node{i, e.lanes})
			continue
		}
		for rest := e.lanes; rest != 0; rest &= rest - 1 {
			c.nodes = append(c.nodes, node{i, rest & -rest})
		}
	}
	c.before = make([][]uint64, len(c.nodes))
	for x := range c.nodes {
		c.before[x] = make([]uint64, (len(c.nodes)+63)/64)
		for y := range c.nodes {
			if x != y && c.edge(c.nodes[x], c.nodes[y]) {
				c.before[x][y/64] |= 1 << (y % 64)
			}
		}
	}
	c.close()
	return c
}

// edge: program order, arrive before sync and sync before sync of a generation,
// and all lanes of one WarpSync.
func (c *closure) edge(x, y node) bool {
	e, f := c.events[x.event], c.events[y.event]
	switch {
	case e.warp == f.warp && x.lanes&y.lanes != 0 && x.event < y.event:
		return true
	case e.registers() && f.op == 's' && e.at == f.at:
		return e.generation == f.generation
	}
	return x.event == y.event && e.op == 'y'
}

func (c *closure) close() {
	for k := range c.nodes {
		for x := range c.nodes {
			if c.has(x, k) {
				for i, word := range c.before[k] {
					c.before[x][i] |= word
				}
			}
		}
	}
}

func (c *closure) has(x, y int) bool { return c.before[x][y/64]>>(y%64)&1 != 0 }

// recycled is the check of lines 18 to 23: whether each sync of a generation,
// and each arrive of one that has no sync, happens before what precedes each
// operation on the next one.
func (c *closure) recycled() bool {
	syncs := map[[2]int]bool{}
	for _, e := range c.events {
		if e.op == 's' {
			syncs[[2]int{e.at, int(e.generation)}] = true
		}
	}
	for x, one := range c.nodes {
		e := c.events[one.event]
		if !e.registers() || e.op == 'a' && syncs[[2]int{e.at, int(e.generation)}] {
			continue
		}
		for y, two := range c.nodes {
			f := c.events[two.event]
			if f.registers() && f.at == e.at && f.generation == e.generation+1 && !c.ahead(x, y) {
				return false
			}
		}
	}
	return true
}

// ahead reports whether x happens before, or is, a command that precedes y in
// y's threads.
func (c *closure) ahead(x, y int) bool {
	two := c.nodes[y]
	for z, n := range c.nodes {
		if n.event < two.event && c.events[n.event].warp == c.events[two.event].warp && n.lanes&two.lanes != 0 &&
			(z == x || c.has(x, z)) {
			return true
		}
	}
	return false
}

func (c *closure) races(p *player) map[[2]access]bool {
	out := map[[2]access]bool{}
	for x, one := range c.nodes {
		for y := range c.nodes[:x+1] {
			two := c.nodes[y]
			e, f := c.events[one.event], c.events[two.event]
			if !e.accesses() || !f.accesses() || e.at != f.at || e.op == 'r' && f.op == 'r' || c.has(x, y) || c.has(y, x) {
				continue
			}
			for a := one.lanes; a != 0; a &= a - 1 {
				for b := two.lanes; b != 0; b &= b - 1 {
					i, j := bits.TrailingZeros32(a), bits.TrailingZeros32(b)
					if e.warp != f.warp || i != j {
						out[ordered(p.named(e, i), p.named(f, j))] = true
					}
				}
			}
		}
	}
	return out
}

func (p *player) named(e event, lane int) access {
	return access{e.warp, lane, p.sites[e.warp][e.index].ID}
}

// dataflow is a script of several warps that mostly use barriers as they should:
// rounds in which some of the lanes meet at a barrier, between accesses.
func (r chooser) dataflow() script {
	s := script{lanes: 1 + r.Intn(4), warps: make([][]step, 2+r.Intn(4))}
	full := emulate.Lanes(1)<<s.lanes - 1
	teams := make([][]emulate.Lanes, 4)
	for b := range teams {
		teams[b] = r.team(len(s.warps), full)
	}
	for range 3 + r.Intn(8) {
		b := r.Intn(len(teams))
		if r.Intn(8) == 0 {
			teams[b] = r.team(len(s.warps), full)
		}
		masks, n := teams[b], 0
		for _, lanes := range masks {
			n += bits.OnesCount32(lanes)
		}
		for w := range s.warps {
			r.work(&s.warps[w], full)
			if masks[w] == 0 {
				continue
			}
			c := command{op: 's', at: b, n: n}
			if r.Intn(4) == 0 {
				c.op = 'a'
			}
			s.warps[w] = append(s.warps[w], step{lanes: masks[w], command: c})
		}
	}
	for w := range s.warps {
		r.work(&s.warps[w], full)
	}
	return s
}

// team is the lanes of each warp that meet at a barrier.
func (r chooser) team(warps int, full emulate.Lanes) []emulate.Lanes {
	masks := make([]emulate.Lanes, warps)
	for w := range masks {
		if masks[w] = full; r.Intn(3) == 0 {
			masks[w] = emulate.Lanes(r.Intn(int(full) + 1))
		}
	}
	return masks
}

// work is some accesses and WarpSyncs of one warp.
func (r chooser) work(steps *[]step, full emulate.Lanes) {
	for range r.Intn(3) {
		st := step{lanes: emulate.Lanes(1 + r.Intn(int(full))), command: command{op: []rune("rwyy")[r.Intn(4)], at: r.Intn(3)}}
		if r.Intn(2) == 0 {
			st.lanes = full
		}
		*steps = append(*steps, st)
	}
}

func TestClocksAgreeWithTheClosedRelation(t *testing.T) {
	for name, lockstep := range map[string]bool{"free": false, "lock step": true} {
		t.Run(name, func(t *testing.T) {
			programs := 4000
			if testing.Short() {
				programs = 800
			}
			r := chooser{rand.New(rand.NewSource(2))}
			tally := map[kernel.Property]int{}
			for range programs {
				s := r.dataflow()
				found := &pairRecorder{races: map[[2]access]bool{}}
				p := play(s, Options{WarpSync: lockstep}, found)
				tally[outcome(p.trace)]++
				if !p.trace.ended || p.trace.stopped {
					continue
				}
				oracle := newClosure(p.events, lockstep)
				require.Equal(t, oracle.recycled(), len(p.trace.faults) == 0, "%v%v", s, p.trace.faults)
				races := map[[2]access]bool{}
				for pair := range found.races {
					races[ordered(pair[0], pair[1])] = true
				}
				require.Equal(t, oracle.races(p), races, "%v", s)
			}
			t.Log(tally)
			require.Greater(t, tally["proved"], programs/20)
			require.Greater(t, tally[kernel.Recycling], programs/20)
		})
	}
}

// TestLockStepPassesOn: the knowledge that a lane gets from one in lock step
// with it reaches the lanes that it meets later, though neither of them did
// anything in between.
func TestLockStepPassesOn(t *testing.T) {
	tr := newTraceOf([]emulate.Lanes{0b111}, Options{WarpSync: true}, nil)
	tr.machine = idle{}
	meet := &emulate.WarpOp{Site: siteOf(command{op: 'y'}, 1), Lanes: 0b011}
	tr.Together(0, 0b011)
	tr.WarpSync(meet)
	tr.Together(0, 0b100)
	pos := tr.position(0)
	tr.Access(&emulate.Access{Site: siteOf(command{op: 'w'}, 2), Lanes: 0b100})
	tr.Together(0, 0b101)
	tr.Together(0, 0b001)
	tr.WarpSync(meet)
	tr.Together(0, 0b010)
	views := tr.views(0, 0b010)
	require.Len(t, views, 1)
	require.EqualValues(t, 0b100, views[0].before(0, pos, pos, 0b100))
}
