package emit

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Barriers in memory and asynchronous copies, which programs reach by several ways: instructions,
// built-in functions, libraries.

// Phase emits an operation on the barrier at a place, and the access to its memory that orders it
// after the initialisation, for each array that the barrier may lie in.
func Phase(b Builder, at *Argument, s kernel.Phase) {
	var state kernel.Expr
	if s.Op == kernel.PhaseInit {
		state = Arbitrary(b, kernel.U64, "the state of a barrier")
	}
	at.Deref(kernel.U64, func(acc kernel.Access) { PhaseAt(b, acc, state, s) })
}

// PhaseAt is Phase for one of the arrays; state is what an initialisation stores.
func PhaseAt(b Builder, acc kernel.Access, state kernel.Expr, s kernel.Phase) {
	if acc.Array.Space != kernel.Shared {
		b.Unsupported(b.Src().Pos, "a barrier that is not in shared memory")
		return
	}
	s.Src, s.At = b.Src(), acc
	if s.Op == kernel.PhaseInit {
		// Elements of another type get an arbitrary value of their own.
		if acc.Width == 1 && acc.Array.Elem != kernel.U64 {
			state = nil
		}
		b.Emit(&kernel.Store{Src: b.Src(), Acc: acc, X: state, OfBarrier: true})
	} else {
		b.Emit(&kernel.Load{Src: b.Src(), Acc: acc, OfBarrier: true})
	}
	b.Emit(&s)
}

// Copy is an asynchronous copy of bytes. From is nil where they come from registers.
type Copy struct {
	To, From *Argument
	// Bytes are copied, or Some, an i64, where their number is not constant; Read is how many of Bytes are read, nil for all: the
	// others are set to 0.
	Bytes int64
	Some  kernel.Expr
	Read  kernel.Expr
	Agent kernel.Agent
}

// Start emits the accesses of the agent of a copy.
func (c *Copy) Start(b Builder) {
	if c.Some != nil {
		c.startSome(b)
		return
	}
	agent := c.Agent
	if c.From != nil {
		c.read(b, &agent)
	}
	to := pieceOf(c.To, c.Bytes)
	c.To.Deref(to, func(acc kernel.Access) {
		acc.Width *= int(c.Bytes / int64(to.Bytes()))
		b.Emit(&kernel.Store{Src: b.Src(), Acc: acc, Agent: &agent})
	})
}

// StartReading emits the accesses of the agent of a copy whose target is not known.
func (c *Copy) StartReading(b Builder) {
	agent := c.Agent
	c.read(b, &agent)
}

// read emits what the agent reads.
func (c *Copy) read(b Builder, agent *kernel.Agent) {
	from := pieceOf(c.From, c.Bytes)
	load := func(acc kernel.Access) {
		b.Emit(&kernel.Load{Src: b.Src(), Acc: acc, Agent: agent})
	}
	c.From.Deref(from, func(acc kernel.Access) {
		pieces := c.Bytes / int64(from.Bytes())
		if c.Read == nil {
			acc.Width *= int(pieces)
			load(acc)
			return
		}
		step := int64(acc.Width)
		for i := range pieces {
			part := acc
			part.Index = cexpr.Fold(kernel.Add, acc.Index, kernel.NewConst(kernel.I64, i*step))
			some := cexpr.Fold(kernel.Lt, kernel.NewConst(kernel.I64, i*int64(from.Bytes())), cexpr.Convert(c.Read, kernel.I64))
			b.Emit(&kernel.If{Src: b.Src(), Cond: some, Then: b.Block(func() { load(part) })})
		}
	})
}

// pieceOf is the type by which memory behind p is accessed so that it keeps its elements.
func pieceOf(p *Argument, bytes int64) kernel.Type {
	if n := int64(p.Elem.Bytes()); p.Elem.Bits > 8 && bytes%n == 0 {
		return p.Elem
	}
	t := kernel.U64
	for bytes%int64(t.Bytes()) != 0 {
		t.Bits /= 2
	}
	return t
}

// startSome is Start for a number of bytes that is not constant: a loop over the elements.
func (c *Copy) startSome(b Builder) {
	from, to := pieceOf(c.From, 8), pieceOf(c.To, 8)
	agent := c.Agent
	each := func(p *Argument, t kernel.Type, use func(kernel.Access)) {
		p.Deref(t, func(acc kernel.Access) {
			i := b.Temp(kernel.I64)
			at := &kernel.VarRef{Var: i}
			step := int64(acc.Width)
			acc.Index = cexpr.Fold(kernel.Add, acc.Index, cexpr.Fold(kernel.Mul, at, kernel.NewConst(kernel.I64, step)))
			b.Emit(&kernel.Assign{Src: b.Src(), Dst: i, X: kernel.NewConst(kernel.I64, 0)})
			b.Emit(&kernel.Loop{
				Src:  b.Src(),
				Cond: cexpr.Fold(kernel.Lt, cexpr.Fold(kernel.Mul, at, kernel.NewConst(kernel.I64, int64(t.Bytes()))), c.Some),
				Body: b.Block(func() { use(acc) }),
				Post: []kernel.Stmt{&kernel.Assign{Src: b.Src(), Dst: i, X: cexpr.Fold(kernel.Add, at, kernel.NewConst(kernel.I64, 1))}},
			})
		})
	}
	each(c.From, from, func(acc kernel.Access) { b.Emit(&kernel.Load{Src: b.Src(), Acc: acc, Agent: &agent}) })
	each(c.To, to, func(acc kernel.Access) { b.Emit(&kernel.Store{Src: b.Src(), Acc: acc, Agent: &agent}) })
}
