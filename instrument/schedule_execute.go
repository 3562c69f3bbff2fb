package instrument

import (
	"slices"

	"gv2/frontend/kernel"
)

// execution is the one execution of a schedule's block.
type execution struct {
	classes  []*scheduled
	barriers [mostIDs]openBarrier
	// done are the operations that each class has done; knows is what its threads
	// know, waits the barrier that they wait at, -1 for none.
	done  []int
	knows []generationOf
	waits []int
}

// openBarrier is a barrier and the generation that registers.
type openBarrier struct {
	complete   int64
	registered int64
	node       generationOf // what its registrants know
	now, last  []registrant
}

// registrant is an operation of the threads of a class, the n-th of theirs.
type registrant struct {
	class, n int
	operation
}

// execute finds the generations of the operations and what is known before them. It
// reports whether all threads come to their ends, no count is wrong, and each
// operation on a generation comes after the one before is complete.
func (s *schedule) execute() bool {
	n := len(s.classes)
	x := &execution{classes: s.classes, done: make([]int, n), knows: make([]generationOf, n), waits: make([]int, n)}
	for i := range x.waits {
		x.waits[i] = -1
	}
	for _, c := range s.classes {
		c.known = make([]generationOf, len(c.ops)+1)
	}
	for moved := true; moved; {
		moved = false
		for i := range s.classes {
			for x.ready(i) {
				if !x.operate(i) {
					return false
				}
				moved = true
			}
		}
	}
	for i, c := range s.classes {
		if x.done[i] < len(c.ops) || x.waits[i] >= 0 {
			return false
		}
		c.known[len(c.ops)] = x.knows[i]
	}
	return true
}

func (x *execution) ready(class int) bool {
	return x.waits[class] < 0 && x.done[class] < len(x.classes[class].ops)
}

// operate does the next operation of the threads of a class, one after the other. No
// generation becomes complete in between, since none may take more than it expects.
func (x *execution) operate(class int) bool {
	c, n := x.classes[class], x.done[class]
	op := &c.ops[n]
	b := &x.barriers[op.id]
	threads := int64(c.threads.size())
	if !b.accepts(op, threads) || !x.recycles(b, op.id, class) {
		return false
	}
	op.gen = b.complete + 1
	c.known[n] = x.knows[class]
	b.node.learn(&x.knows[class])
	b.now = append(b.now, registrant{class, n, *op})
	b.registered += threads
	x.done[class]++
	if op.stmt.Kind == kernel.Sync {
		x.waits[class] = op.id
	}
	if b.registered == op.count {
		x.finish(b, op.id)
	}
	return true
}

// accepts checks the count, alone and with those of the same generation, and that
// threads that meet at __syncthreads() do so at one statement.
func (b *openBarrier) accepts(op *operation, threads int64) bool {
	if op.count <= 0 || op.count%kernel.WarpSize != 0 || b.registered+threads > op.count {
		return false
	}
	return !slices.ContainsFunc(b.now, func(r registrant) bool {
		return r.count != op.count || whole(r.stmt) && whole(op.stmt) && r.do != op.do
	})
}

// whole reports whether a statement is __syncthreads() or its like.
func whole(s *kernel.Barrier) bool { return s.Count == nil && !s.Spelled }

// recycles checks that the generation before is complete in every execution. Where
// nobody has waited for it, all its arrives have to be known to be over: its thread
// has done something since that is, or they are an instruction of the same warp.
func (x *execution) recycles(b *openBarrier, id, class int) bool {
	know := &x.knows[class]
	if b.complete == 0 || know[id] >= b.complete {
		return true
	}
	for _, r := range b.last {
		own := r.class == class && r.stmt.Aligned && x.classes[class].inOneWarp()
		if r.stmt.Kind == kernel.Sync || !own && !x.over(r, know) {
			return false
		}
	}
	return true
}

func (c *scheduled) inOneWarp() bool {
	r := c.threads.runs()
	return r[0].first/kernel.WarpSize == r[len(r)-1].last/kernel.WarpSize
}

func (x *execution) over(r registrant, know *generationOf) bool {
	done := x.classes[r.class].ops[r.n+1 : x.done[r.class]]
	return slices.ContainsFunc(done, func(op operation) bool { return op.gen <= know[op.id] })
}

// finish completes a generation: those that wait for it go on and know what all its
// registrants knew.
func (x *execution) finish(b *openBarrier, id int) {
	b.complete++
	b.node[id] = b.complete
	for _, r := range b.now {
		if r.stmt.Kind == kernel.Sync {
			x.knows[r.class].learn(&b.node)
			x.waits[r.class] = -1
		}
	}
	b.last, b.now, b.registered, b.node = b.now, nil, 0, generationOf{}
}
