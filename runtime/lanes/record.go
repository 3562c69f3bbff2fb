package lanes

import (
	"math/bits"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

// record keeps what each thread of a block does to barriers, and the accesses at some lines.
type record struct {
	threads int
	wanted  func(diag.Pos) bool // the statements whose accesses are kept; nil for none
	// warp is the one whose lanes' meetings among themselves are kept, -1 for none: of all warps
	// they would be many, and each warp a lane of its own.
	warp int

	generations []Generation
	at          map[instance]int // into generations
	order       []int            // the complete ones, in that order
	// last is, for each thread, its latest step, as an index into steps; steps that several
	// threads have made after the same ones are one.
	last  []int
	steps []step
	next  map[step]int
	seen  []touch
}

// instance is a generation of a barrier.
type instance struct{ barrier, generation int }

// step is an operation on a barrier after another step, 0 for none.
type step struct {
	before int
	Step
}

// touch is an access to an element that is kept, made after step.
type touch struct {
	site          *emulate.Site
	thread, after int
	element       element
}

// element is a place in memory. Base is that of emulate.Access.
type element struct {
	array       int
	base, index int64
}

// mostTouches bounds the accesses that are kept.
const mostTouches = 1 << 18

func newRecord(threads int, wanted func(diag.Pos) bool) *record {
	return &record{threads: threads, wanted: wanted, warp: -1}
}

// Begin implements weft.Follower.
func (r *record) Begin() {
	r.generations, r.at, r.order = nil, map[instance]int{}, nil
	r.last, r.steps, r.next, r.seen = make([]int, r.threads), make([]step, 1), map[step]int{}, nil
}

// generation is the index of a generation, which is added if it is new.
func (r *record) generation(key instance, name string, warp bool) int {
	g, ok := r.at[key]
	if !ok {
		g = len(r.generations)
		r.at[key] = g
		r.generations = append(r.generations, Generation{Barrier: key.barrier, Name: name, Number: key.generation, Warp: warp})
	}
	return g
}

// Operates implements weft.Follower.
func (r *record) Operates(op *weft.Operation) {
	s := Step{Generation: r.generation(instance{op.Barrier, op.Generation}, op.Name, false), Site: op.Site}
	switch {
	case !op.Waits:
		s.Kind = Arrives
	case !op.Registers:
		s.Kind = Waits
	}
	r.add(op.Warp, op.Lanes, s)
}

// Completes implements weft.Follower.
func (r *record) Completes(barrier, generation int) {
	g := r.generation(instance{barrier, generation}, "", false)
	r.generations[g].Complete = true
	r.order = append(r.order, g)
}

// Meets implements weft.Follower. A meeting is a generation of its own.
func (r *record) Meets(op *emulate.WarpOp) {
	if op.Warp != r.warp || op.Lanes&(op.Lanes-1) == 0 {
		return
	}
	g := r.generation(instance{-1, len(r.generations)}, "", true)
	r.generations[g].Complete = true
	r.order = append(r.order, g)
	r.add(op.Warp, op.Lanes, Step{Generation: g, Site: op.Site})
}

func (r *record) add(warp int, lanes emulate.Lanes, s Step) {
	for ; lanes != 0; lanes &= lanes - 1 {
		t := warp*kernel.WarpSize + bits.TrailingZeros32(uint32(lanes))
		if t >= r.threads {
			return
		}
		key := step{r.last[t], s}
		n, ok := r.next[key]
		if !ok {
			n = len(r.steps)
			r.steps = append(r.steps, key)
			r.next[key] = n
		}
		r.last[t] = n
	}
}

// Accesses implements weft.Follower.
func (r *record) Accesses(a *emulate.Access) {
	if r.wanted == nil || len(r.seen) >= mostTouches || !r.wanted(a.Site.Src().Pos) {
		return
	}
	for lanes := a.Lanes; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros32(uint32(lanes))
		t := a.Warp*kernel.WarpSize + lane
		index := a.Index[lane]
		if a.Uniform {
			index = a.Index[bits.TrailingZeros32(uint32(a.Lanes))]
		}
		for i := range int64(max(a.Site.Width, 1)) {
			r.seen = append(r.seen, touch{a.Site, t, r.last[t], element{a.Site.Array, a.Base, index + i}})
		}
	}
}

// stepsOf are the steps that end with a step, in the order of the program.
func (r *record) stepsOf(last int) []Step {
	n := r.depth(last)
	out := make([]Step, n)
	for i := last; i != 0; i = r.steps[i].before {
		n--
		out[n] = r.steps[i].Step
	}
	return out
}

// depth is how many steps end with a step.
func (r *record) depth(last int) int {
	n := 0
	for i := last; i != 0; i = r.steps[i].before {
		n++
	}
	return n
}
