package weft

import (
	"context"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// Follower is told what happens in an execution of a block, in the order of that execution. Where
// the block is well synchronised, happens-before is the same in all others.
type Follower interface {
	// Begin starts an execution. A second one replaces the first: it explains a fault better.
	Begin()
	// Operates is called for each operation on a barrier, when it registers or when its wait returns.
	Operates(*Operation)
	// Completes is called when a generation is complete, before those that waited for it go on.
	Completes(barrier, generation int)
	// Meets is called where lanes of a warp meet, as in __syncwarp.
	Meets(*emulate.WarpOp)
	// Accesses is called for each access to memory.
	Accesses(*emulate.Access)
}

// Operation is an operation of some lanes of a warp on a generation of a barrier.
type Operation struct {
	Site  *emulate.Site
	Warp  int
	Lanes emulate.Lanes
	// Barrier tells the barriers of a block apart: it is the number of one that has a number,
	// and Name is what the program calls one that lies in memory.
	Barrier    int
	Name       string
	Generation int
	// Registers and Waits tell which of the two it does: a __syncthreads() does both.
	Registers, Waits bool
}

// Follow executes a block as Check does, and tells f; nil stands for any block. The error says why
// the execution ended early, or is ctx's. That threads are left waiting is none.
func Follow(ctx context.Context, k *kernel.Kernel, o Options, block *[3]int, f Follower) error {
	p, err := emulate.Compile(k)
	if err != nil {
		return err
	}
	c := &checker{opaque: map[int]bool{}}
	for {
		t := newTrace(p, o.withDefaults(), following{f})
		err := t.followed(ctx, block, c.opaque, f)
		if !c.restart(err) {
			return err
		}
	}
}

// followed runs the block, and again in a patient schedule after a fault of recycling.
func (t *trace) followed(ctx context.Context, block *[3]int, opaque map[int]bool, f Follower) error {
	eo := emulate.Options{
		Params: t.o.Params, Block: block, MaxCommands: t.o.MaxCommands, Sample: t.o.Input,
		Opaque: opaque, Together: t.o.WarpSync, ArrivesWait: true,
	}
	t.follower = f
	f.Begin()
	err := t.drive(ctx, t.program.Start(eo, t))
	if err != nil || !t.violated(kernel.Recycling) {
		return err
	}
	other := newTrace(t.program, t.o, t.races)
	other.follower, other.patient = f, true
	f.Begin()
	return other.drive(ctx, t.program.Start(eo, other))
}

// following passes accesses on to a follower.
type following struct{ to Follower }

func (f following) access(_ *trace, a *emulate.Access) { f.to.Accesses(a) }

// tell passes an operation on to the follower, if there is one.
func (t *trace) tell(id int, site *emulate.Site, warp int, lanes emulate.Lanes, generation int32, registers bool) {
	if t.follower == nil {
		return
	}
	t.follower.Operates(&Operation{
		Site: site, Warp: warp, Lanes: lanes, Barrier: id, Name: t.barriers[id].label(), Generation: int(generation),
		Registers: registers, Waits: site.Sync.Waits,
	})
}
