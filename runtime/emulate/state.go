package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// state is the state of a block: registers, known contents of memory, and the places
// of each warp's lanes. Its methods compute values; execution decides the order of
// steps and reports events.
type state struct {
	program   *Program
	code      *code
	warps     []warp
	shared    []register  // constants, parameters, temporaries: code.shared of them, from code.locals on
	memory    []*contents // by array, nil if contents are not tracked
	relied    []bool      // by array: some load of it was known
	pool      pool
	symbols   symbols
	objects   []Object // barriers in memory, in the order of first use
	sample    uint64   // Options.Sample, 0 if the current load is not to be sampled
	keepBases bool     // Options.KeepBases

	// w is the running warp; depth counts the unknown conditions around its current
	// place: if there are any, what it does may not happen.
	w     *warp
	depth int

	// Rows that are used again and again.
	scratch   register
	x, y, z   row
	index     row
	arguments []int64
}

// warp is the state of the threads of a warp.
type warp struct {
	regs   []register
	groups []group
	live   Lanes // not exited
	waits  []wait
	locals []*private // local arrays, by array
	meet   meeting
	told   Lanes // by Observer.Together
	// laps are the iterations that each lane has begun of each loop in which they count.
	laps []lap
}

type lap = [kernel.WarpSize]uint32

// turn counts an iteration of lanes.
func (w *warp) turn(loop int32, lanes Lanes) {
	for ; lanes != 0; lanes &= lanes - 1 {
		w.laps[loop][bits.TrailingZeros32(lanes)]++
	}
}

// round is a number for the iterations of loops that all of the lanes are in, -1 if they are
// in different ones.
func (w *warp) round(loops []int32, lanes Lanes) int64 {
	sum := uint64(0)
	first := bits.TrailingZeros32(lanes)
	for _, loop := range loops {
		own := &w.laps[loop]
		for left := lanes; left != 0; left &= left - 1 {
			if own[bits.TrailingZeros32(left)] != own[first] {
				return -1
			}
		}
		sum = eval.Scramble(sum ^ uint64(own[first]))
	}
	return int64(sum >> 1)
}

// wait is a set of lanes that wait at a barrier.
type wait struct {
	lanes Lanes
	pc    int32 // of the barrier
	id    int64
}

func newState(p *Program, o Options) state {
	s := state{
		program: p, code: p.codeFor(o), sample: o.Sample, keepBases: o.KeepBases,
		symbols: symbols{on: len(o.Values) > 0, salt: saltOf(p, o.Block)},
	}
	s.shared = make([]register, s.code.shared-s.code.locals)
	s.arguments = make([]int64, s.code.arguments)
	s.warps = make([]warp, p.Warps())
	for i := range s.warps {
		s.startWarp(i)
	}
	for i := range s.code.presets {
		s.preset(&s.code.presets[i], o)
	}
	for i := range s.warps {
		s.w = &s.warps[i]
		for j := range s.code.first {
			s.compute(&s.code.first[j], s.w.live)
		}
	}
	s.w = nil
	s.memory = make([]*contents, len(p.kernel.Arrays))
	s.relied = make([]bool, len(p.kernel.Arrays))
	for i, a := range p.kernel.Arrays {
		if a.Space == kernel.Shared && s.code.matters[i] && !o.Opaque[i] {
			s.memory[i] = newContents(a)
		}
	}
	return s
}

// saltOf is a number that differs between the blocks of a grid.
func saltOf(p *Program, block *[3]int) int64 {
	if block == nil {
		return 0
	}
	grid := p.kernel.Launch.GridDim
	return int64(block[0]) + int64(grid[0])*(int64(block[1])+int64(grid[1])*int64(block[2]))
}

func (s *state) startWarp(i int) {
	w := &s.warps[i]
	w.live = s.program.WarpLanes(i)
	w.groups = append(make([]group, 0, 4), group{0, w.live})
	w.regs = make([]register, s.code.locals)
	w.laps = make([]lap, s.code.laps)
	w.locals = make([]*private, len(s.program.kernel.Arrays))
	dims := s.program.kernel.Launch.BlockDim
	for d, reg := range s.code.threadIdx {
		if reg == none {
			continue
		}
		v := s.pool.vector(&w.regs[reg])
		v.known = allLanes
		for l := range v.v {
			t := i*kernel.WarpSize + l
			v.v[l] = int64([3]int{t % dims[0], t / dims[0] % dims[1], t / dims[0] / dims[1]}[d])
		}
	}
}

// preset sets a register to its initial value.
func (s *state) preset(p *preset, o Options) {
	r := register{val: p.val, known: p.known}
	if p.param != nil {
		if v, ok := o.Params[p.param.Name]; ok {
			r.val, r.known = p.t.Wrap(v), true
		}
	}
	if p.block > 0 && o.Block != nil {
		r.val, r.known = int64(o.Block[p.block-1]), true
	}
	if !r.known {
		r.val, r.same, r.aff = s.symbols.input(p), true, &affine{base: p.symbol(), lanes: allLanes}
	}
	if p.reg >= s.code.locals {
		s.shared[p.reg-s.code.locals] = r
		return
	}
	for i := range s.warps {
		s.warps[i].regs[p.reg] = r
	}
}

// deliver gives the result of a reduction to lanes.
func (s *state) deliver(t *warp, pc int32, lanes Lanes, r Result) {
	in := &s.code.instrs[pc]
	if in.dst == none {
		return
	}
	value := register{val: in.rt.Wrap(r.Value), known: r.Known}
	if !r.Known {
		value.val, value.same = s.symbols.fresh(in.cause), true
	}
	s.pool.assign(&t.regs[in.dst], &value, lanes, t.live)
}

// places lists the places of the lanes of warp w.
func (s *state) places(w int) []Place {
	t := &s.warps[w]
	var out []Place
	rest := t.live
	for _, at := range t.waits {
		out = append(out, Place{Lanes: at.lanes, State: AtBarrier, Site: s.siteAt(at.pc), ID: at.id})
		rest &^= at.lanes
	}
	for left := t.meet.lanes; left != 0; {
		pc, lanes := t.meet.first(left)
		out = append(out, Place{Lanes: lanes, State: AtWarp, Site: s.siteAt(pc)})
		left &^= lanes
		rest &^= lanes
	}
	if rest != 0 {
		out = append(out, Place{Lanes: rest, State: Ready})
	}
	if gone := s.program.WarpLanes(w) &^ t.live; gone != 0 {
		out = append(out, Place{Lanes: gone, State: Exited})
	}
	return out
}

func (s *state) siteAt(pc int32) *Site { return &s.program.Sites[s.code.instrs[pc].site] }

// exit is the pc at which threads end.
func (s *state) exit() int32 { return int32(len(s.code.instrs)) - 1 }
