package emulate

import "gv2/frontend/kernel"

// expr compiles e and returns the register that holds its value.
func (c *compiler) expr(e kernel.Expr) int32 { return c.exprInto(e, none) }

// optional is expr for an expression that may not be there.
func (c *compiler) optional(e kernel.Expr) int32 {
	if e == nil {
		return none
	}
	return c.expr(e)
}

// exprInto is expr with a proposal for the register.
func (c *compiler) exprInto(e kernel.Expr, dst int32) int32 {
	switch e := e.(type) {
	case *kernel.Const:
		return c.constant(e.Val)
	case *kernel.FloatConst:
		return c.literal(e)
	case *kernel.VarRef:
		return c.variable(e.Var)
	case *kernel.Builtin:
		return c.builtin(*e)
	}
	if reg, ok := c.memo[e]; ok {
		return reg
	}
	reg := c.operation(e, dst)
	if dst == none {
		c.memo[e] = reg
	}
	return reg
}

func (c *compiler) operation(e kernel.Expr, dst int32) int32 {
	in := instr{b: none, c: none, rt: codeOf(e.Type())}
	switch e := e.(type) {
	case *kernel.Unary:
		in.op, in.fn, in.t, in.a = opUnary, uint8(e.Op), codeOf(e.X.Type()), c.expr(e.X)
	case *kernel.Binary:
		in.op, in.fn, in.t = opBinary, uint8(e.Op), codeOf(e.X.Type())
		in.a, in.b = c.expr(e.X), c.expr(e.Y)
	case *kernel.Cond:
		in.op, in.t = opCond, in.rt
		in.a, in.b, in.c = c.expr(e.C), c.expr(e.X), c.expr(e.Y)
	case *kernel.Convert:
		in.op, in.t, in.a = opConvert, codeOf(e.X.Type()), c.expr(e.X)
		if sameBits(in.t, in.rt) && in.t.bits() == in.rt.bits() {
			return in.a
		}
	case *kernel.Call:
		in.op, in.extra = opCall, c.call(e)
	}
	in.cause = c.uncertain(&in, e)
	if dst == none {
		dst = c.temp()
	}
	in.dst = dst
	c.emit(in)
	return dst
}

// uncertain is the cause of an operation whose result may not be known although
// its operands are.
func (c *compiler) uncertain(in *instr, e kernel.Expr) int32 {
	switch e := e.(type) {
	case *kernel.Call:
		if c.calls[in.extra].exact != nil {
			return 0
		}
		return c.cause(cause{kind: fromCall, name: e.Fn, stmt: c.stmt})
	case *kernel.Binary:
		switch e.Op {
		case kernel.Div, kernel.Rem, kernel.Shl, kernel.Shr:
			if !in.t.float() {
				return c.at(fromInteger)
			}
		}
	}
	if in.t.float() || in.rt.float() {
		return c.at(fromFloat)
	}
	return 0
}

func (c *compiler) call(e *kernel.Call) int32 {
	k := call{fn: int32(nameHash(e.Fn)), args: make([]int32, len(e.Args))}
	for i, a := range e.Args {
		k.args[i] = c.expr(a)
	}
	if kernel.IsExact(e) {
		k.exact, k.first = kernel.Exact[e.Fn].Eval, e.Args[0].Type()
	} else {
		k.float = floatFunction(e)
	}
	c.arguments = max(c.arguments, len(e.Args))
	c.calls = append(c.calls, k)
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

// preset makes a register of the block that has its value from the start.
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
	if val, ok := parseFloat(e.T, e.Text); ok {
		return c.constant(val)
	}
	return c.preset(preset{cause: c.at(fromFloat), literal: e.Text, t: codeOf(e.T)})
}

func (c *compiler) variable(v *kernel.Var) int32 {
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
