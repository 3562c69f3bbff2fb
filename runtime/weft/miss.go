package weft

import (
	"cmp"
	"fmt"
	"strconv"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// Two accesses race if no barrier orders them; the report says by how much the
// nearest one misses. To find out, the block of a reported race runs once more, and
// misses records, for both accesses, which generations the thread knew to be
// complete and where it registered next.

// mostExplained is how many races of a report get such an explanation.
const mostExplained = 20

// moment is one access of a race: the generations that its thread knew to be complete,
// and the first on which it registered afterwards, 0 for none. waits are the barriers
// at which the thread ever waits.
type moment struct {
	side
	seen        bool
	known, next order.Generations
	waits       [order.Barriers]bool
}

// of reports whether a thread of these lanes of a warp makes the access.
func (m *moment) of(warp int, lanes emulate.Lanes) bool {
	return m.thread/kernel.WarpSize == warp && lanes>>(m.thread%kernel.WarpSize)&1 != 0
}

// misses watches for given accesses.
type misses struct {
	block  int
	clock  []int32
	wanted []*moment
}

// want adds an access.
func (m *misses) want(s side) *moment {
	for _, known := range m.wanted {
		if known.side == s {
			return known
		}
	}
	out := &moment{side: s}
	m.wanted = append(m.wanted, out)
	return out
}

// begin starts the next block, as races.begin does.
func (m *misses) begin(block int) {
	m.block = max(block, 0)
	clear(m.clock)
}

// access counts events in the same way as pairs.access, so that times agree.
func (m *misses) access(t *trace, a *emulate.Access) {
	m.clock[a.Warp]++
	for _, w := range m.wanted {
		if w.block != m.block || w.time != m.clock[a.Warp] || !w.of(a.Warp, a.Lanes) {
			continue
		}
		lane := emulate.Lanes(1) << (w.thread % kernel.WarpSize)
		for _, v := range t.views(a.Warp, lane) {
			w.seen, w.known = true, v.clock.warps.Known
		}
	}
}

// register notes a registration on a generation.
func (m *misses) register(op *emulate.BarrierOp, generation int32) {
	if op.ID >= order.Barriers {
		return // explanations are about numbered barriers only
	}
	for _, w := range m.wanted {
		if w.block != m.block || !w.of(op.Warp, op.Lanes) {
			continue
		}
		w.waits[op.ID] = w.waits[op.ID] || op.Site.Sync.Waits
		if w.seen && w.next[op.ID] == 0 {
			w.next[op.ID] = generation
		}
	}
}

// explain adds to the messages of races within a block by how much the nearest
// barrier misses, if the kernel has barriers of parts of the block.
func (c *checker) explain(a *attempt, faults []Fault) {
	if c.o.Brief || !ordersParts(c.k) {
		return
	}
	m := &misses{clock: make([]int32, c.p.Warps())}
	var told []*Fault
	var sides [][2]*moment
	for i := range faults {
		f := &faults[i]
		if f.within() && len(told) < mostExplained {
			told = append(told, f)
			sides = append(sides, [2]*moment{m.want(f.sides[0]), m.want(f.sides[1])})
		}
	}
	if len(told) == 0 {
		return
	}
	again := &attempt{blocks: a.blocks, params: c.o.Params, budget: c.o.MaxCommands, sample: c.o.Input}
	if err := c.run(again, m, nil); err != nil && c.ctx.Err() != nil {
		return
	}
	for i, f := range told {
		f.Message += c.nearest(sides[i], f)
	}
}

// within reports whether a race is between two known threads of one block.
func (f *Fault) within() bool {
	return f.Property == kernel.DataRace && len(f.At) == 2 && f.At[0].Block == f.At[1].Block && f.sides[0] != f.sides[1]
}

// ordersParts reports whether a kernel has barriers other than that of the
// block.
func ordersParts(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		id, constant := op.Object.ID.(*kernel.Const)
		return ok && op.Object.Kind == kernel.BlockBarrier &&
			(!op.Waits || op.Count != nil || op.Object.ID != nil && !(constant && id.Val == 0))
	})
}

// nearest is the sentence that names the barrier that would order two accesses if one
// thread waited longer. It prefers a barrier at which that thread waits anyway, and is
// empty if no later generation could order them.
func (c *checker) nearest(two [2]*moment, f *Fault) string {
	if !two[0].seen || !two[1].seen {
		return ""
	}
	least, text := int32(0), ""
	for first := range two {
		for id, next := range two[first].next {
			known, far := two[1-first].known[id], next-two[1-first].known[id]
			if !two[1-first].waits[id] {
				far += 1 << 24
			}
			if next == 0 || text != "" && far >= least {
				continue
			}
			least = far
			text = fmt.Sprintf("; generation %d of barrier %s releases the %s, but the thread of the %s has seen ", next, cmp.Or(c.k.Numbered[id], strconv.Itoa(id)), f.At[first].Kind, f.At[1-first].Kind)
			if known == 0 {
				text += "none"
			} else {
				text += fmt.Sprintf("generation %d", known)
			}
		}
	}
	return text
}
