package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// expr compiles e and returns the register that holds its value.
func (c *compiler) expr(e kernel.Expr) int32 { return c.exprs.Expr(e) }

// optional is expr for an expression that may be nil.
func (c *compiler) optional(e kernel.Expr) int32 { return c.exprs.Optional(e) }

// registers gives the shared compiler of expressions access to the registers of
// the warp and of the block.
type registers struct{ code *compiler }

func (r registers) Constant(v int64) int32             { return r.code.constant(v) }
func (r registers) Literal(e *kernel.FloatConst) int32 { return r.code.literal(e) }
func (r registers) Variable(v *kernel.Var) int32       { return r.code.variable(v) }
func (r registers) Builtin(e *kernel.Builtin) int32    { return r.code.builtin(*e) }
func (r registers) Temporary() int32                   { return r.code.temp() }

// Emit adds the cause of a result that is unknown although the operands are known.
func (r registers) Emit(x eval.Instr, e kernel.Expr) {
	in := instr{op: operations[x.Op], fn: x.Fn, t: x.T, rt: x.Result, dst: x.Dst, a: x.A, b: x.B, c: x.C}
	if x.Call != nil {
		in.extra = r.code.call(x.Call)
	}
	in.cause = r.code.uncertain(&in, e)
	r.code.emit(in)
}

var operations = [...]opcode{eval.OpUnary: opUnary, eval.OpBinary: opBinary, eval.OpChoose: opCond, eval.OpConvert: opConvert, eval.OpCall: opCall}

// uncertain is the cause for an operation whose result may be unknown although
// its operands are known.
func (c *compiler) uncertain(in *instr, e kernel.Expr) int32 {
	switch e := e.(type) {
	case *kernel.Call:
		if kernel.IsExact(e) {
			return 0
		}
		return c.cause(cause{kind: fromCall, name: e.Fn, stmt: c.stmt})
	case *kernel.Binary:
		switch e.Op {
		case kernel.Div, kernel.Rem, kernel.Shl, kernel.Shr:
			if !in.t.Float() {
				return c.causeAt(fromInteger)
			}
		}
	default:
		// With known operands the others have a known result.
	}
	if in.t.Float() || in.rt.Float() {
		return c.causeAt(fromFloat)
	}
	return 0
}

func (c *compiler) call(x *eval.Call) int32 {
	c.arguments = max(c.arguments, len(x.Args))
	c.calls = append(c.calls, call{fn: int32(nameHash(x.Name)), args: x.Args, compute: x.Compute})
	return int32(len(c.calls) - 1)
}

// temp is a register for a temporary of the current statement.
func (c *compiler) temp() int32 {
	if c.used == len(c.temps) {
		c.temps = append(c.temps, c.shared)
		c.shared++
	}
	c.used++
	return c.temps[c.used-1]
}

// preset makes a register of the block with an initial value.
func (c *compiler) preset(p preset) int32 {
	p.reg = c.shared
	c.shared++
	c.presets = append(c.presets, p)
	return p.reg
}

func (c *compiler) constant(val int64) int32 {
	reg, ok := c.consts[val]
	if !ok {
		reg = c.preset(preset{val: val, known: true})
		c.consts[val] = reg
	}
	return reg
}

func (c *compiler) literal(e *kernel.FloatConst) int32 {
	if val, sure := eval.Literal(e); sure == eval.Certain {
		return c.constant(val)
	}
	return c.preset(preset{cause: c.causeAt(fromFloat), literal: e.Text, t: eval.TypeOf(e.T)})
}

func (c *compiler) variable(v *kernel.Var) int32 {
	if c.relevant.leavesOut(v) {
		if c.leftOut == none {
			c.leftOut = c.shared
			c.shared++
		}
		return c.leftOut
	}
	reg, ok := c.vars[v]
	if !ok {
		reg = c.preset(c.param(v, 0))
		c.vars[v] = reg
	}
	return reg
}

// builtin is the register of threadIdx, blockIdx or gridDim.
func (c *compiler) builtin(b kernel.Builtin) int32 {
	launch := c.program.kernel.Launch
	switch b.Kind {
	case kernel.ThreadIdx:
		if launch.BlockDim[b.Dim] == 1 {
			return c.constant(0)
		}
		c.threadIdx[b.Dim] = int32(b.Dim)
		return int32(b.Dim)
	case kernel.BlockDim:
		return c.constant(int64(launch.BlockDim[b.Dim]))
	case kernel.GridDim:
		if n := launch.GridDim[b.Dim]; n > 0 {
			return c.constant(int64(n))
		}
	case kernel.BlockIdx:
		if launch.GridDim[b.Dim] == 1 {
			return c.constant(0)
		}
	}
	reg, ok := c.builtins[b]
	if !ok {
		dim := "xyz"[b.Dim : b.Dim+1]
		p := preset{cause: c.cause(cause{kind: fromLaunch, name: "gridDim." + dim}), grid: b.Dim + 1}
		if b.Kind == kernel.BlockIdx {
			p.grid, p.cause, p.block = 0, c.cause(cause{kind: fromBlock, name: "blockIdx." + dim}), b.Dim+1
		}
		reg = c.preset(p)
		c.builtins[b] = reg
	}
	return reg
}
