package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// compiler builds the code for one set of relevant stores.
type compiler struct {
	*code
	program  *Program
	relevant *relevance
	// vars maps relevant variables, and parameters that are used, to registers.
	vars  map[*kernel.Var]int32
	known map[*kernel.Var]int64 // parameters with a value fixed by a precondition
	// consts maps constants' values and builtins to registers of the block.
	consts   map[int64]int32
	builtins map[kernel.Builtin]int32
	// temps are registers for temporaries; the current statement uses the first
	// used of them.
	temps []int32
	used  int
	exprs eval.Compiler
	// leftOut is a register that nothing sets, for what the code leaves out: each lane's value is unknown. It is none where it is not used.
	leftOut int32
	stmt    kernel.Stmt // the statement being compiled
	// open lists the loops and regions around stmt, innermost last.
	open  []openGoal
	exits []int // jumps to the end of the kernel
	start startValues
	ids   map[cause]int32
	// unmasked are the results of __activemask() with uses other than as a
	// mask.
	unmasked map[*kernel.Var]bool
}

// openGoal is a loop or region whose end is not compiled yet.
type openGoal struct {
	node              int32
	lap               int32 // lapOf, of a loop
	breaks, continues []int // jumps to its end, and to its Post
}

// compile builds the code that executes the relevant statements.
func (p *Program) compile(r *relevance) *code {
	c := &compiler{
		code: &code{matters: r.arrays, causes: []cause{{}}, lapsOf: map[int32][]int32{}}, program: p, relevant: r,
		vars: map[*kernel.Var]int32{}, known: map[*kernel.Var]int64{}, consts: map[int64]int32{},
		builtins: map[kernel.Builtin]int32{}, ids: map[cause]int32{{}: 0},
		unmasked: p.unmasked, leftOut: none,
	}
	c.exprs.Registers, c.exprs.Kept = registers{c}, c.keptAtStart
	c.reserve()
	for _, e := range p.kernel.Requires {
		c.require(e)
	}
	c.locate()
	c.block(p.tree.body)
	c.stmt = &kernel.Return{Src: kernel.Src{Pos: p.kernel.Pos}}
	c.land(c.exits)
	c.emit(instr{op: opExit})
	return c.code
}

// reserve makes room for about as many instructions as there will be.
func (c *compiler) reserve() {
	n := 1
	for _, kept := range c.relevant.kept {
		if kept {
			n++
		}
	}
	n += n / 2
	c.instrs, c.stmts = make([]instr, 0, n), make([]kernel.Stmt, 0, n)
}

// require notes the value that a precondition gives a parameter: n == 4, b, !b.
func (c *compiler) require(e kernel.Expr) {
	if b, ok := e.(*kernel.Binary); ok && b.Op == kernel.LAnd {
		c.require(b.X)
		c.require(b.Y)
	} else if v, val, ok := equation(e); ok {
		c.known[v] = val
	}
}

// equation reads e as an equation of a variable and a value.
func equation(e kernel.Expr) (v *kernel.Var, val int64, ok bool) {
	switch e := e.(type) {
	case *kernel.VarRef:
		return e.Var, 1, true
	case *kernel.Unary:
		if ref, isRef := e.X.(*kernel.VarRef); isRef && e.Op == kernel.Not {
			return ref.Var, 0, true
		}
	case *kernel.Binary:
		if e.Op != kernel.Eq || e.X.Type().Kind == kernel.Float {
			return nil, 0, false
		}
		x, y := e.X, e.Y
		if _, isConst := x.(*kernel.Const); isConst {
			x, y = y, x
		}
		ref, isRef := x.(*kernel.VarRef)
		k, isConst := y.(*kernel.Const)
		if isRef && isConst {
			return ref.Var, k.Val, true
		}
	default:
		// Other expressions fix no variable.
	}
	return nil, 0, false
}

// locate assigns registers to threadIdx and the relevant variables. A parameter
// that an assumption constrains is a variable with an initial value.
func (c *compiler) locate() {
	c.locals = 3
	c.threadIdx = [3]int32{none, none, none}
	for _, v := range c.program.kernel.Vars {
		if c.relevant.vars[v] {
			c.vars[v] = c.locals
			c.locals++
		}
	}
	for i := range c.program.tree.nodes {
		s, ok := c.program.tree.nodes[i].stmt.(*kernel.Assume)
		if !ok || !c.relevant.kept[i] {
			continue
		}
		if v, _, ok := equation(s.Cond); ok && v.Param {
			if _, done := c.vars[v]; !done {
				c.vars[v] = c.locals
				c.locals++
				c.presets = append(c.presets, c.param(v, c.vars[v]))
			}
		}
	}
	c.start.from = c.locals
	c.locals += c.start.room(c.relevant.kept)
	c.shared = c.locals
}

// param is the preset of a parameter.
func (c *compiler) param(v *kernel.Var, reg int32) preset {
	val, known := c.known[v]
	return preset{reg: reg, val: val, known: known, param: v, t: eval.TypeOf(v.T),
		cause: c.cause(cause{kind: fromParam, name: v.Name, param: v})}
}

// cause numbers a cause.
func (c *compiler) cause(k cause) int32 {
	id, ok := c.ids[k]
	if !ok {
		id = int32(len(c.causes))
		c.causes = append(c.causes, k)
		c.ids[k] = id
	}
	return id
}

// causeAt is the number of a cause in the statement being compiled. Those of
// one statement have consecutive numbers.
func (c *compiler) causeAt(kind causeKind) int32 {
	for i := len(c.causes) - 1; i > 0 && c.causes[i].stmt == c.stmt; i-- {
		if c.causes[i] == (cause{kind: kind, stmt: c.stmt}) {
			return int32(i)
		}
	}
	c.causes = append(c.causes, cause{kind: kind, stmt: c.stmt})
	return int32(len(c.causes) - 1)
}

// emit appends an instruction and returns its pc.
func (c *compiler) emit(in instr) int {
	c.instrs = append(c.instrs, in)
	c.stmts = append(c.stmts, c.stmt)
	return len(c.instrs) - 1
}

func (c *compiler) here() int32 { return int32(len(c.instrs)) }

// land sets the target of jumps to the next instruction.
func (c *compiler) land(jumps []int) {
	for _, j := range jumps {
		c.instrs[j].to = c.here()
	}
}

// begin starts a statement: temporaries of the previous one are free.
func (c *compiler) begin(s kernel.Stmt) {
	c.stmt, c.used = s, 0
	clear(c.start.changing)
	c.exprs.Begin()
}

func (c *compiler) block(nodes []int32) {
	for _, i := range nodes {
		if c.relevant.kept[i] {
			c.statement(i)
		} else if s := c.relevant.summaries[i]; s != nil {
			c.summarise(i, s)
		}
	}
}

// summarise makes everything unknown that a statement changes.
func (c *compiler) summarise(i int32, s *summary) {
	c.begin(c.program.tree.nodes[i].stmt)
	for _, v := range c.program.kernel.Vars {
		if s.vars[v] {
			c.emit(instr{op: opHavoc, dst: c.vars[v]})
		}
	}
	for array := range s.arrays {
		c.emit(instr{op: opForget, dst: none, array: array})
	}
}

func (c *compiler) statement(i int32) {
	n := &c.program.tree.nodes[i]
	c.begin(n.stmt)
	switch s := n.stmt.(type) {
	case *kernel.If:
		c.branch(n, s)
	case *kernel.Loop:
		c.loop(i, n, s)
	case *kernel.Region:
		c.open = append(c.open, openGoal{node: i})
		c.block(n.parts[0])
		c.close()
	case *kernel.Break, *kernel.Leave, *kernel.Continue:
		c.jump(n)
	case *kernel.Return:
		c.exits = append(c.exits, c.emit(instr{op: opJump}))
	case *kernel.Assign:
		c.assign(s)
	case *kernel.Havoc:
		c.emit(instr{op: opHavoc, dst: c.vars[s.Dst], cause: c.causeAt(fromHavoc)})
	case *kernel.Load, *kernel.Store, *kernel.Atomic:
		c.access(i, n)
	case *kernel.Assert:
		index := int32(-1)
		if x, ok := s.BoundsIndex(); ok {
			index = c.expr(x)
		}
		c.emit(instr{op: opAssert, a: c.expr(s.Cond), b: index, site: n.site})
	case *kernel.Assume:
		c.assume(s)
	default:
		// The rest are the collective operations.
		c.together(n)
	}
}

func (c *compiler) assign(s *kernel.Assign) {
	dst := c.vars[s.Dst]
	if from := c.exprs.ExprInto(s.X, dst); from != dst {
		c.emit(instr{op: opMove, dst: dst, a: from})
	}
}

func (c *compiler) assume(s *kernel.Assume) {
	c.emit(instr{op: opAssume, a: c.expr(s.Cond)})
	if v, val, ok := equation(s.Cond); ok {
		if reg, located := c.vars[v]; located && reg < c.locals {
			c.emit(instr{op: opRefine, dst: reg, a: c.constant(val)})
		}
	}
}

func (c *compiler) branch(n *node, s *kernel.If) {
	test := c.emit(instr{op: opBranch, a: c.expr(s.Cond)})
	c.block(n.parts[0])
	skip := -1
	if c.anyKept(n.parts[1]) {
		c.stmt = s
		skip = c.emit(instr{op: opJump})
	}
	c.land([]int{test})
	c.block(n.parts[1])
	if skip >= 0 {
		c.land([]int{skip})
	}
}

// anyKept reports whether the code executes one of the nodes.
func (c *compiler) anyKept(nodes []int32) bool {
	for _, i := range nodes {
		if c.relevant.kept[i] || c.relevant.summaries[i] != nil {
			return true
		}
	}
	return false
}

func (c *compiler) loop(i int32, n *node, s *kernel.Loop) {
	c.open = append(c.open, openGoal{node: i, lap: c.lapOf(s)})
	lap := c.open[len(c.open)-1].lap
	start := c.here()
	if !s.DoWhile {
		c.block(n.parts[0])
		c.begin(s)
		test := c.emit(instr{op: opTest, a: c.expr(s.Cond)})
		c.body(n)
		c.begin(s)
		c.emit(instr{op: opBack, to: start, lap: lap})
		c.land([]int{test})
		c.close()
		return
	}
	c.body(n)
	c.block(n.parts[0])
	c.begin(s)
	c.emit(instr{op: opAgain, a: c.expr(s.Cond), to: start, lap: lap})
	c.close()
}

// lapOf is 1 + the number of a loop whose iterations count: it has an aligned barrier, and
// lanes may wait elsewhere, so that a warp may arrive in parts. It is 0 for others.
func (c *compiler) lapOf(s *kernel.Loop) int32 {
	if !kernel.NeedsWarps(s) || !kernel.WaitsApart(c.program.kernel) {
		return 0
	}
	c.laps++
	return c.laps
}

// body compiles Body and Post, where continues go.
func (c *compiler) body(n *node) {
	c.block(n.parts[1])
	goal := &c.open[len(c.open)-1]
	c.land(goal.continues)
	c.block(n.parts[2])
}

// close ends the innermost loop or region: jumps out of it continue here.
func (c *compiler) close() {
	last := len(c.open) - 1
	c.land(c.open[last].breaks)
	c.open = c.open[:last]
}

func (c *compiler) jump(n *node) {
	at := c.emit(instr{op: opJump})
	for i := len(c.open) - 1; i >= 0; i-- {
		if g := &c.open[i]; g.node == n.goal {
			if _, ok := n.stmt.(*kernel.Continue); ok {
				g.continues = append(g.continues, at)
			} else {
				g.breaks = append(g.breaks, at)
			}
			return
		}
	}
}

// destination is the register of v, none if v is not relevant.
func (c *compiler) destination(v *kernel.Var) int32 {
	if reg, ok := c.vars[v]; ok && v != nil {
		return reg
	}
	return none
}

func (c *compiler) access(i int32, n *node) {
	acc := kernel.Touched(n.stmt)
	in := instr{dst: none, b: none, c: none, d: none, site: n.site, array: int32(c.program.arrays[acc.Array]), width: int32(acc.Width),
		t: eval.TypeOf(acc.Array.Elem), a: c.expr(acc.Index)}
	switch s := n.stmt.(type) {
	case *kernel.Load:
		in.op, in.dst = opLoad, c.destination(s.Dst)
		if in.dst != none {
			in.rt = eval.TypeOf(s.Dst.T)
		}
		in.fn, in.cause = c.program.loadClass(acc.Array, s.Volatile), c.causeAt(fromLoad)
	case *kernel.Store:
		in.op, in.cause = opStore, c.causeAt(fromLoad)
		if c.tracks(acc.Array) || n.site >= 0 && c.relevant.values[int(n.site)] {
			if s.X != nil {
				in.b, in.rt = c.expr(s.X), eval.TypeOf(s.X.Type())
			} else {
				in.c, in.extra = c.source(i)
			}
		}
	case *kernel.Atomic:
		in.op, in.dst, in.cause = opAtomic, c.destination(s.Dst), c.causeAt(fromAtomic)
		in.fn = uint8(atomicKind(s))
		if in.fn != uint8(mixedAtomics) && len(s.Args) == 1 && c.tracks(acc.Array) {
			in.b = c.expr(s.Args[0])
		}
		in.extra = int32(eval.Truth(s.Op == "sub"))
	default:
		// Others access no memory.
	}
	if agent := kernel.AgentOf(n.stmt); agent != nil && agent.At != nil {
		in.d = c.expr(agent.At.Index)
	}
	c.emit(in)
}

// tracks reports whether the code tracks the contents of a.
func (c *compiler) tracks(a *kernel.Array) bool {
	return a.Space != kernel.Global && c.matters[c.program.arrays[a]]
}

// together compiles collective operations.
func (c *compiler) together(n *node) {
	in := instr{dst: none, a: none, b: none, c: none, d: none, site: n.site}
	switch s := n.stmt.(type) {
	case *kernel.WarpSync:
		in.op, in.fn, in.a = opWarp, syncClass, c.expr(s.Mask)
	case *kernel.Shuffle:
		in.op, in.fn, in.a = opWarp, shuffleClass+uint8(eval.ShuffleOf(s)), c.expr(s.Mask)
		in.dst, in.cause = c.destination(s.Dst), c.causeAt(fromShuffle)
		if in.dst != none {
			in.b, in.c, in.d = c.expr(s.Value), c.expr(s.Lane), c.expr(s.Width)
			in.rt = eval.TypeOf(s.Dst.T)
		}
	case *kernel.Vote:
		in.op, in.fn, in.dst, in.cause = opWarp, voteClass+uint8(s.Op), c.destination(s.Dst), c.causeAt(fromVote)
		if in.dst != none {
			in.rt = eval.TypeOf(s.Dst.T)
		}
		in.aligned = s.Aligned
		if s.Op == kernel.ActiveMask {
			in.op, in.cause, in.masked = opActive, c.causeAt(fromActive), !c.unmasked[s.Dst]
			break
		}
		in.a = c.expr(s.Mask)
		if in.dst != none {
			in.b, in.t = c.expr(s.Arg), eval.TypeOf(s.Arg.Type())
		}
	case *kernel.Async:
		in.op, in.a = opAsync, c.optional(s.Pending)
	default:
		// The other collective operations are those on barriers. A fence adds no order
		// to that of the events.
		op, ok := kernel.SyncOf(s)
		if !ok || !op.Object.Barrier() {
			return
		}
		c.barrier(&in, &op)
	}
	c.emit(in)
}

// barrier compiles an operation on a barrier.
func (c *compiler) barrier(in *instr, op *kernel.SyncOp) {
	if op.Aligned {
		for i := range c.open {
			if lap := c.open[i].lap; lap != 0 {
				c.lapsOf[in.site] = append(c.lapsOf[in.site], lap-1)
			}
		}
	}
	in.op, in.dst, in.cause = opBarrier, c.destination(op.Result), c.causeAt(fromBarrier)
	if m := op.Object.Memory; m != nil {
		in.a = c.expr(m.Index)
	} else {
		in.a = c.expr(op.Object.ID)
	}
	in.b, in.d = c.optional(op.Count), c.optional(op.Token)
	if op.Arrivals != nil {
		in.b = c.expr(op.Arrivals)
	}
	if op.Parity != nil {
		in.d = c.expr(op.Parity)
	}
	if in.dst != none {
		in.c, in.rt = c.optional(op.Arg), eval.TypeOf(op.Result.T)
	}
	if op.Bytes != nil {
		in.c = c.expr(op.Bytes)
	}
}

// unmaskedUses are the variables with uses other than as the mask of a warp
// function.
func unmaskedUses(body []kernel.Stmt) map[*kernel.Var]bool {
	used := map[*kernel.Var]bool{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		mask := kernel.MaskOf(s)
		kernel.Exprs(s, func(e kernel.Expr) {
			if _, plain := e.(*kernel.VarRef); plain && e == mask {
				return
			}
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if ref, ok := e.(*kernel.VarRef); ok {
					used[ref.Var] = true
				}
				return true
			})
		})
		return true
	})
	return used
}
