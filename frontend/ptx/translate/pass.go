package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
	"gv2/frontend/ptx/cfg"
)

// pass is one translation of a kernel.
type pass struct {
	prog   *program
	blocks []*block
	g      *cfg.Graph
	flow   *flow
	known  *knowledge
	opts   Options
	out    *out
	code   *ptx.Code

	// learning passes are there for what they learn alone: they leave out the instructions that
	// teach nothing, and all accesses.
	learning bool

	// env is the value of each register at the place that is translated; undo restores it.
	env  []value
	undo []undone
	x    *inst // being translated
	here int   // its block

	stmts [][]kernel.Stmt // of each block
	conds []kernel.Expr   // by which it branches
	ends  []kernel.Src    // where its branch is
	meets [][]*meet
	// edges are the values that edges carry to the meets of their target.
	edges map[[2]int][]value
	// after are the copies on edges behind a loop that has changed its variables.
	after map[[2]int][]copied

	// ranges are the launch and the variables of which earlier passes found a range.
	ranges address.Known

	symbols   map[string]*symbol
	order     []string // of symbols
	paramVars map[paramKey]kernel.Expr
	paramSeen map[string]bool
	// votes count the reads of variables as signed numbers, less those as unsigned ones.
	votes   map[string]int
	varKeys map[*kernel.Var]string
	// numbers are the variables of numbers that meet, kepts those that hold an expression,
	// wanting those that want has looked at.
	numbers map[*kernel.Var]meetKey
	kepts   map[*kernel.Var]kernel.Expr
	wanting map[*kernel.Var]bool
	// loads are the variables that hold what was loaded; places are what local arrays hold, replaced
	// restores it.
	loads    map[*kernel.Var]loadKey
	places   map[string]map[int64]value
	replaced []keptPlace
}

// undone is the value that a register had.
type undone struct {
	register int
	old      value
}

func newCode(p *pass) *ptx.Code {
	code := ptx.NewCode(p.out, p)
	code.Places, code.Mixed = places{p}, p.prog.flushes.Mixed()
	return code
}

// block translates a block and those that it dominates.
func (p *pass) block(ctx context.Context, b int) {
	if ctx.Err() != nil {
		return
	}
	mark, kept := len(p.undo), len(p.replaced)
	p.out.cur = nil
	p.begin(b)
	p.here = b
	if o := p.g.Origin[b]; o >= 0 {
		blk := p.blocks[o]
		for i := range blk.insts {
			p.instruction(&blk.insts[i])
		}
		p.finishBlock(b, blk)
	}
	p.stmts[b] = p.out.cur
	for _, s := range p.g.Succs[b] {
		p.carry(b, s)
	}
	for _, c := range p.g.Children[b] {
		p.block(ctx, c)
	}
	for len(p.undo) > mark {
		last := p.undo[len(p.undo)-1]
		p.env[last.register] = last.old
		p.undo = p.undo[:len(p.undo)-1]
	}
	for len(p.replaced) > kept {
		last := p.replaced[len(p.replaced)-1]
		p.places[last.key][last.at] = last.old
		p.replaced = p.replaced[:len(p.replaced)-1]
	}
}

// set gives a register a value.
func (p *pass) set(register int, v value) {
	p.undo = append(p.undo, undone{register, p.env[register]})
	p.env[register] = v
}

// beginNumber makes the variable of numbers that meet.
func (p *pass) beginNumber(m *meet, of register) kernel.Expr {
	facts, key := p.known.meet(m.key), fmt.Sprintf("meet %d %d", m.key.block, m.key.register)
	m.v = p.out.variable(strings.TrimPrefix(of.name, "%"), p.signed(key, of.t))
	p.varKeys[m.v], p.numbers[m.v] = key, m.key
	if r := address.Between(facts.lo, facts.hi); facts.ranged && r.Within(address.OfType(m.v.T)) {
		p.ranges.Vars[m.v] = r
	}
	return kernel.Ref(m.v)
}

// signed is an integer type with the sign that the variable of a key is mostly read with.
func (p *pass) signed(key string, t kernel.Type) kernel.Type {
	if t.IsInt() && t.Bits >= 32 {
		t.Signed = !p.known.unsigned[key] || p.known.counted[key]
	}
	return t
}

// finishBlock computes the condition of a block's branch.
func (p *pass) finishBlock(b int, blk *block) {
	if blk.end != nil {
		p.out.src = blk.end.src
	}
	p.ends[b] = p.out.src
	if len(p.g.Succs[b]) < 2 {
		return
	}
	switch {
	case blk.test.guard != nil:
		p.conds[b] = p.code.Value(&blk.end.Item, blk.test.guard, kernel.BoolType)
	case blk.test.index != nil:
		i := p.code.Value(&blk.end.Item, blk.test.index, kernel.I32)
		p.conds[b] = cexpr.Fold(kernel.Eq, i, kernel.NewConst(kernel.I32, blk.test.value))
	}
}

// instruction translates one instruction.
func (p *pass) instruction(x *inst) {
	p.x = x
	p.out.src = x.src
	if p.learning && !x.teaches {
		return
	}
	if x.Guard == nil {
		p.plain(x)
		p.keep(&x.Item)
		return
	}
	cond := p.code.Value(&x.Item, x.Guard, kernel.BoolType)
	var registers []int
	writes(&x.Item, func(register int) {
		if r := p.flow.ids[register]; !slices.Contains(registers, r) {
			registers = append(registers, r)
			p.defined(register)
		}
	})
	old := make([]value, len(registers))
	for i, r := range registers {
		old[i] = p.env[r]
	}
	stmts := p.out.Block(func() { p.plain(x) })
	if len(stmts) > 0 {
		p.out.Emit(&kernel.If{Src: x.src, Cond: cond, Then: stmts})
	}
	for i, r := range registers {
		of := p.flow.registers[r]
		v := p.choose(cond, p.env[r], old[i], p.prog.registers[of].t)
		if v.ptr != nil {
			v.ptr = &pointer{v.ptr.sym, p.bounded(v.ptr.off)}
		} else if v.num != nil {
			v.num = p.kept(of, v.num)
		}
		p.set(r, v)
	}
}

// choose is one of two values, by a condition.
func (p *pass) choose(cond kernel.Expr, x, y value, t kernel.Type) value {
	if x.ptr != nil && y.ptr != nil && x.ptr.sym == y.ptr.sym && x.ptr.off.Width == y.ptr.off.Width {
		return value{ptr: &pointer{x.ptr.sym, chosen(cond, x.ptr.off, y.ptr.off)}}
	}
	if (x.ptr != nil || x.alt != nil || y.ptr != nil || y.alt != nil) && max(x.depth(), y.depth()) < mostChoices && t.IsInt() {
		return value{alt: &choice{cond, x, y}}
	}
	return value{num: kernel.FoldNode(&kernel.Cond{C: cond, X: retype(p.number(x), t), Y: retype(p.number(y), t)})}
}

// plain translates an instruction without its guard.
func (p *pass) plain(x *inst) {
	it := &x.Item
	if wrong := ptx.Miscounted(it); wrong != "" {
		p.Unsupported(it, "%s", wrong)
	}
	switch {
	case it.Op == "ld" && len(it.Mods) > 1 && strings.HasPrefix(it.Mods[0], "param"):
		p.loadParam(it)
	case it.Op == "assertfail":
		p.out.Emit(&kernel.Assert{Src: x.src, Cond: kernel.BoolConst(false), Text: "assert"})
	case p.onSurface(it):
	case it.Op == "alloca":
		p.allocated(it)
	case p.onAddresses(it):
	case it.Op == "ld" || it.Op == "ldu":
		if registers, ok := reads64(it); ok {
			p.load(it, registers)
			return
		}
		p.code.Instruction(it)
	default:
		p.code.Instruction(it)
	}
}

// defined gives a register without a value an arbitrary one.
func (p *pass) defined(register int) value {
	r := p.flow.ids[register]
	if v := p.env[r]; v.defined() {
		return v
	}
	v := value{num: emit.Arbitrary(p.out, p.prog.registers[register].t, "register without a value")}
	p.set(r, v)
	return v
}

// number is a value as a number.
func (p *pass) number(v value) kernel.Expr {
	if v.num != nil {
		return v.num
	}
	if v.alt != nil {
		x, y := p.number(v.alt.x), p.number(v.alt.y)
		return kernel.FoldNode(&kernel.Cond{C: v.alt.cond, X: x, Y: retype(y, x.Type())})
	}
	if v.ptr.sym.rows != nil {
		return p.computed(kernel.Type{Kind: kernel.Int, Bits: v.ptr.off.Width}, "number")
	}
	if v.ptr.sym.space == kernel.Local && len(p.known.loads) > 0 {
		p.wild(p.known.symbol(v.ptr.sym.key))
	}
	base := p.addressOf(v.ptr.sym)
	off := v.ptr.off
	if len(off.Terms) == 0 && off.Const == 0 && base.Type().Bits == off.Width {
		return base
	}
	t := kernel.Type{Kind: kernel.Int, Bits: off.Width}
	return sum(kernel.Add, cexpr.Convert(base, t), cexpr.Convert(off.Sum(), t))
}

// Register is the register that an operand names.
func (p *pass) Register(o *ptx.Operand) (n int, t kernel.Type, ok bool) {
	if o.Text == ptx.CarryFlag {
		return carryFlag, kernel.BoolType, true
	}
	t, ok = p.prog.typeOf(o)
	return o.N, t, ok
}

// Read is the value of a register as type t.
func (p *pass) Read(register int, t kernel.Type) kernel.Expr {
	e := p.number(p.defined(register))
	from := e.Type()
	if from.IsInt() && t.IsInt() {
		p.vote(e, t)
		if t.Bits > from.Bits { // zeros come in front
			from.Signed = false
			return cexpr.Convert(retype(e, from), t)
		}
	}
	return retype(e, t)
}

// vote counts how the variables of e are read, if their bits are read as type t.
func (p *pass) vote(e kernel.Expr, t kernel.Type) {
	if e.Type().Bits != t.Bits {
		return
	}
	switch e := e.(type) {
	case *kernel.VarRef:
		if key, ok := p.varKeys[e.Var]; ok && t.Signed {
			p.votes[key]++
		} else if ok {
			p.votes[key]--
		}
	case *kernel.Convert:
		if e.X.Type().IsInt() {
			p.vote(e.X, t)
		}
	case *kernel.Binary:
		if e.Op <= kernel.Mul {
			p.vote(e.X, t)
			p.vote(e.Y, t)
		}
	default:
		// Others have a sign of their own.
	}
}

// Write gives a register a value.
func (p *pass) Write(register int, e kernel.Expr) {
	t := p.prog.registers[register].t
	from := e.Type()
	switch {
	case from.IsInt() && t.IsInt() && from.Bits != t.Bits:
		e = cexpr.Convert(e, t)
	case from.IsInt() && t.IsInt():
		e = withSign(asArithmetic(e), p.ranges)
	case from != t:
		e = cexpr.Reinterpret(e, t)
	}
	p.write(register, value{num: p.kept(register, e)})
}

// kept is e, or a variable that holds it if it is large.
func (p *pass) kept(register int, e kernel.Expr) kernel.Expr {
	bound := mostNodes
	if e.Type().Kind == kernel.Float {
		bound = 1
	}
	if size(e, bound) <= bound {
		return e
	}
	if t := e.Type(); t.IsInt() && t.Bits == 64 {
		if e = p.keptInside(register, e); size(e, 3*bound) <= 3*bound {
			return e
		}
	}
	return p.variableFor(register, e)
}

// keptInside is a large number of 64 bits. What it is made from of 32 bits is kept, so that an
// address that it becomes part of shows the size of elements.
func (p *pass) keptInside(register int, e kernel.Expr) kernel.Expr {
	if size(e, mostNodes/3) <= mostNodes/3 {
		return e
	}
	switch x := e.(type) {
	case *kernel.Convert:
		switch from := x.X.Type(); {
		case from.IsInt() && from.Bits < 64:
			return cexpr.Convert(p.variableFor(register, x.X), x.T)
		case from.IsInt():
			return cexpr.Convert(p.keptInside(register, x.X), x.T)
		}
	case *kernel.Binary:
		_, constant := x.Y.(*kernel.Const)
		switch {
		case x.Op == kernel.Add || x.Op == kernel.Sub:
			return cexpr.Fold(x.Op, p.keptInside(register, x.X), p.keptInside(register, x.Y))
		case (x.Op == kernel.Mul || x.Op == kernel.Shl) && constant:
			return cexpr.Fold(x.Op, p.keptInside(register, x.X), x.Y)
		}
	default:
		// Others are kept as a whole.
	}
	return p.variableFor(register, e)
}

// variableFor is a variable that holds e.
func (p *pass) variableFor(register int, e kernel.Expr) kernel.Expr {
	v := p.out.variable(strings.TrimPrefix(p.prog.registers[register].name, "%"), e.Type())
	v.Temp = true
	p.kepts[v] = e
	p.out.Emit(&kernel.Assign{Src: p.out.src, Dst: v, X: e})
	return kernel.Ref(v)
}

// write gives a register a value, number or address. The instruction has to be known to
// write it: the analysis of registers rests on that.
func (p *pass) write(register int, v value) {
	written := false
	writes(&p.x.Item, func(n int) { written = written || n == register })
	if !written {
		failf(p.x.at, "instruction %s writes %s in a way that gv2 does not know", p.x.Opcode(), p.prog.registers[register].name)
	}
	p.set(p.flow.ids[register], v)
}

// Operand is not PTX of a module: %0 stands for nothing.
func (p *pass) Operand(int, string) *ptx.Binding { return nil }

// Unsupported reports an instruction that gv2 does not model.
func (p *pass) Unsupported(it *ptx.Item, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	text = strings.TrimSuffix(text, "; write it in CUDA")
	at := p.prog.f.At
	if p.x != nil {
		at = p.x.at
	}
	panic(fault{at, text})
}
