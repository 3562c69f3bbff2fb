package flat

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// compiler writes a program.
type compiler struct {
	*Program
	// part is set if something cannot be executed.
	part  bool
	exprs eval.Compiler
	// constants are the registers of constants, temps those of temporaries; the
	// current statement uses the first used of them, and code is its code so far.
	arrays    map[*kernel.Array]int32
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

// preconditions compiles the conditions on the parameters.
func (c *compiler) preconditions() {
	for _, e := range c.Kernel.Requires {
		if kernel.OfPairs(e) {
			c.part = true
			continue
		}
		c.begin()
		cond := c.expr(e)
		c.Requires = append(c.Requires, Instr{Code: c.code, Cond: cond, Index: None})
	}
	c.begin()
}

// emit appends an instruction with the code of its expressions.
func (c *compiler) emit(i Instr) int {
	i.Code = c.code
	c.begin()
	c.Instrs = append(c.Instrs, i)
	return len(c.Instrs) - 1
}

// land sets the target of jumps to the next instruction.
func (c *compiler) land(list []int) {
	for _, at := range list {
		c.Instrs[at].To = len(c.Instrs)
	}
}

func (c *compiler) block(list []kernel.Stmt, j jumps) {
	for _, s := range list {
		c.stmt(s, j)
	}
}

func (c *compiler) stmt(s kernel.Stmt, j jumps) {
	jump := func(list *[]int) { *list = append(*list, c.emit(Instr{Op: Jump, Stmt: s})) }
	switch s := s.(type) {
	case *kernel.If:
		branch := c.emit(Instr{Op: Branch, Cond: c.expr(s.Cond), Index: None, Stmt: s})
		c.block(s.Then, j)
		over := c.emit(Instr{Op: Jump, Stmt: s})
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
		c.emit(Instr{Op: Exit, Stmt: s})
	default:
		// Others continue with the next statement, and have no statements inside.
		c.simple(s)
	}
}

func (c *compiler) loop(l *kernel.Loop, j jumps) {
	var breaks, continues []int
	inner := jumps{&breaks, &continues, j.leaves}
	enter := None
	if l.DoWhile {
		enter = c.emit(Instr{Op: Jump, Stmt: l})
	}
	top := len(c.Instrs)
	c.invariants(l, j)
	c.block(l.Head, j)
	breaks = append(breaks, c.emit(Instr{Op: Branch, Cond: c.expr(l.Cond), Index: None, Stmt: l}))
	if enter != None {
		c.land([]int{enter})
	}
	c.block(l.Body, inner)
	c.land(continues)
	c.block(l.Post, inner)
	c.emit(Instr{Op: Jump, To: top, Stmt: l})
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
		c.emit(Instr{Op: Simple, Stmt: &kernel.Assert{Src: inv.Src, Cond: inv.Cond}, Cond: None, Index: None, Args: c.all(inv.Cond), Dst: None, Array: None, Goes: true})
	}
}

// simple compiles a statement without parts. Annotations about pairs of threads
// cannot be executed.
func (c *compiler) simple(s kernel.Stmt) {
	i := Instr{Op: Simple, Stmt: s, Cond: None, Index: None, Dst: None, Array: None}
	if v := kernel.Assigned(s); v != nil {
		i.Dst = c.Register[v]
	}
	if acc := kernel.Touched(s); acc != nil {
		i.Array, i.Index = c.arrays[acc.Array], c.expr(acc.Index)
	}
	switch s := s.(type) {
	case *kernel.Assign:
		i.Args = c.all(s.X)
	case *kernel.Store:
		if s.X != nil {
			i.Args = c.all(s.X)
		}
	case *kernel.Atomic:
		i.Args = c.all(s.Args...)
	case *kernel.Assert:
		if kernel.OfPairs(s.Cond) {
			return
		}
		i.Args = c.all(s.Cond)
	case *kernel.Assume:
		if kernel.OfPairs(s.Cond) {
			c.part = true
			return
		}
		i.Args = c.all(s.Cond)
	case *kernel.Barrier:
		if s.Arg != nil {
			i.Args = c.all(s.Arg)
		}
	case *kernel.WarpSync:
		i.Args = c.all(s.Mask)
	case *kernel.Shuffle:
		width := s.Width
		if width == nil {
			width = &kernel.Const{T: kernel.I32, Val: kernel.WarpSize}
		}
		i.Args = c.all(s.Mask, s.Value, s.Lane, width)
	case *kernel.Vote:
		if s.Op != kernel.ActiveMask {
			i.Args = c.all(s.Mask, s.Arg)
		}
	default:
		// Others have no operands besides their accesses.
	}
	c.emit(i)
}
