package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Execution needs a flat kernel: a list of instructions with jumps, so that a thread
// is a place in it and its registers.

type opcode uint8

const (
	opSimple opcode = iota
	opJump
	opBranch // jumps if the condition is false
	opExit
)

// instr is one instruction.
type instr struct {
	op opcode
	to int
	// code computes the operands of the instruction: its condition, its index, its
	// arguments, each in a register.
	code  []eval.Instr
	cond  int32
	index int32
	args  []int32
	stmt  kernel.Stmt
	dst   int32
	array *array
	// goes is set for an assertion after which the thread continues, a loop
	// invariant.
	goes bool
}

const none = eval.None

// Compile compiles a kernel for Run. The error is ErrUnsupported.
func Compile(k *kernel.Kernel) (*Program, error) {
	p := &Program{kernel: k, regs: map[*kernel.Var]int32{}, arrays: map[*kernel.Array]*array{}, places: map[kernel.Builtin]int32{}}
	for _, list := range [][]*kernel.Var{k.Params, k.Vars} {
		for _, v := range list {
			p.regs[v] = int32(len(p.first))
			p.first = append(p.first, 0)
		}
	}
	for i, a := range k.Arrays {
		p.arrays[a] = &array{Array: a, number: i}
	}
	c := &compiler{Program: p, constants: map[int64]int32{}}
	c.exprs.Registers = registers{c}
	c.uses()
	c.preconditions()
	c.block(k.Body, jumps{})
	c.emit(instr{op: opExit})
	if c.part || kernel.UnknownObject(k.Body) != nil {
		return nil, ErrUnsupported
	}
	for _, n := range p.compared {
		p.hints = append(p.hints, n-1, n, n+1)
	}
	slices.Sort(p.hints)
	p.hints = slices.Compact(p.hints)
	return p, nil
}

// compiler writes a program.
type compiler struct {
	*Program
	// part is set if something cannot be executed.
	part  bool
	exprs eval.Compiler
	// constants are the registers of constants, temps those of temporaries; the
	// current statement uses the first used of them, and code is its code so far.
	constants map[int64]int32
	temps     []int32
	used      int
	code      []eval.Instr
}

// jumps collects the jump instructions of a statement list by their goals; land
// sets their targets once these are known.
type jumps struct {
	breaks, continues *[]int
	leaves            map[string]*[]int
}

// uses finds what the kernel does with arrays, and the integers that it compares with.
func (c *compiler) uses() {
	kernel.Walk(c.kernel.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			c.arrays[s.Acc.Array].written = true
		case *kernel.Atomic:
			a := c.arrays[s.Acc.Array]
			a.written, a.counts = true, a.counts || s.Dst != nil
		default:
			// Others change no memory.
		}
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, ok := e.(*kernel.Binary); ok && b.Op.IsComparison() {
					c.hint(b.X)
					c.hint(b.Y)
				}
				return true
			})
		})
		return true
	})
}

func (c *compiler) hint(e kernel.Expr) {
	if n, ok := e.(*kernel.Const); ok && n.T.IsInt() && !slices.Contains(c.compared, n.Val) {
		c.compared = append(c.compared, n.Val)
	}
}

// preconditions compiles the conditions on the parameters.
func (c *compiler) preconditions() {
	for _, e := range c.kernel.Requires {
		if kernel.OfPairs(e) {
			c.part = true
			continue
		}
		c.begin()
		cond := c.expr(e)
		c.requires = append(c.requires, instr{code: c.code, cond: cond, index: none})
	}
	c.begin()
}

// emit appends an instruction with the code of its expressions.
func (c *compiler) emit(i instr) int {
	i.code = c.code
	c.begin()
	c.instrs = append(c.instrs, i)
	return len(c.instrs) - 1
}

// land sets the target of jumps to the next instruction.
func (c *compiler) land(list []int) {
	for _, at := range list {
		c.instrs[at].to = len(c.instrs)
	}
}

func (c *compiler) block(list []kernel.Stmt, j jumps) {
	for _, s := range list {
		c.stmt(s, j)
	}
}

func (c *compiler) stmt(s kernel.Stmt, j jumps) {
	jump := func(list *[]int) { *list = append(*list, c.emit(instr{op: opJump, stmt: s})) }
	switch s := s.(type) {
	case *kernel.If:
		branch := c.emit(instr{op: opBranch, cond: c.expr(s.Cond), index: none, stmt: s})
		c.block(s.Then, j)
		over := c.emit(instr{op: opJump, stmt: s})
		c.land([]int{branch})
		c.block(s.Else, j)
		c.land([]int{over})
	case *kernel.Loop:
		c.loop(s, j)
	case *kernel.Region:
		var ends []int
		inner := jumps{j.breaks, j.continues, map[string]*[]int{s.Label: &ends}}
		for label, list := range j.leaves {
			inner.leaves[label] = list
		}
		c.block(s.Body, inner)
		c.land(ends)
	case *kernel.Break:
		jump(j.breaks)
	case *kernel.Continue:
		jump(j.continues)
	case *kernel.Leave:
		jump(j.leaves[s.Label])
	case *kernel.Return:
		c.emit(instr{op: opExit, stmt: s})
	default:
		// Others continue with the next statement, and have no statements inside.
		c.simple(s)
	}
}

func (c *compiler) loop(l *kernel.Loop, j jumps) {
	var breaks, continues []int
	inner := jumps{&breaks, &continues, j.leaves}
	enter := none
	if l.DoWhile {
		enter = c.emit(instr{op: opJump, stmt: l})
	}
	top := len(c.instrs)
	c.invariants(l, j)
	c.block(l.Head, j)
	breaks = append(breaks, c.emit(instr{op: opBranch, cond: c.expr(l.Cond), index: none, stmt: l}))
	if enter != none {
		c.land([]int{enter})
	}
	c.block(l.Body, inner)
	c.land(continues)
	c.block(l.Post, inner)
	c.emit(instr{op: opJump, to: top, stmt: l})
	c.land(breaks)
}

// invariants compiles the user's invariants of a loop, as assertions at its head.
func (c *compiler) invariants(l *kernel.Loop, j jumps) {
	for i := range l.Invariants {
		inv := &l.Invariants[i]
		if inv.Candidate || inv.Global || kernel.OfPairs(inv.Cond) {
			continue
		}
		c.block(inv.Head, j)
		c.emit(instr{op: opSimple, stmt: &kernel.Assert{Src: inv.Src, Cond: inv.Cond}, cond: none, index: none, args: c.all(inv.Cond), dst: none, goes: true})
	}
}

// simple compiles a statement without parts. Annotations about pairs of threads
// cannot be executed.
func (c *compiler) simple(s kernel.Stmt) {
	i := instr{op: opSimple, stmt: s, cond: none, index: none, dst: none}
	if v := kernel.Assigned(s); v != nil {
		i.dst = c.regs[v]
	}
	if acc := kernel.Touched(s); acc != nil {
		i.array, i.index = c.arrays[acc.Array], c.expr(acc.Index)
	}
	switch s := s.(type) {
	case *kernel.Assign:
		i.args = c.all(s.X)
	case *kernel.Store:
		if s.X != nil {
			i.args = c.all(s.X)
		}
	case *kernel.Atomic:
		i.args = c.all(s.Args...)
	case *kernel.Assert:
		if kernel.OfPairs(s.Cond) {
			return
		}
		i.args = c.all(s.Cond)
	case *kernel.Assume:
		if kernel.OfPairs(s.Cond) {
			c.part = true
			return
		}
		i.args = c.all(s.Cond)
	case *kernel.Barrier:
		op, _ := kernel.SyncOf(s)
		c.part = c.part || !whole(&op)
		if s.Arg != nil {
			i.args = c.all(s.Arg)
		}
	case *kernel.WarpSync:
		i.args = c.all(s.Mask)
	case *kernel.Shuffle:
		width := s.Width
		if width == nil {
			width = &kernel.Const{T: kernel.I32, Val: kernel.WarpSize}
		}
		i.args = c.all(s.Mask, s.Value, s.Lane, width)
	case *kernel.Vote:
		if s.Op != kernel.ActiveMask {
			i.args = c.all(s.Mask, s.Arg)
		}
	default:
		// Others have no operands besides their accesses.
	}
	c.emit(i)
}

// whole reports whether every thread of the block, or of the grid, takes part in a
// barrier, and its number is constant. A barrier that names the number of its
// threads does not count, since they may meet at several statements.
func whole(op *kernel.SyncOp) bool {
	_, fixed := op.Object.ID.(*kernel.Const)
	return op.Registers && op.Waits && (op.Object.ID == nil || fixed) && op.Count == nil
}
