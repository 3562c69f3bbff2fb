package ptx

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// binding returns what %n or %[name] stands for.
func (c *Code) binding(o *Operand) *Binding {
	if x := c.source.Operand(o.N, o.Text); x != nil {
		return x
	}
	if o.N < 0 {
		c.unsupported("no operand %%[%s]", o.Text)
	} else {
		c.unsupported("no operand %%%d", o.N)
	}
	return nil
}

// register finds a declared register by its name, innermost scope first.
func (c *Code) register(o *Operand) *Register {
	if c.program != nil {
		if n, t, ok := c.program.Register(o); ok {
			return c.numbered(n, t)
		}
		return nil
	}
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if r := c.scopes[i][o.Text]; r != nil {
			return r
		}
	}
	return nil
}

// numbered is register n of a program.
func (c *Code) numbered(n int, t kernel.Type) *Register {
	for len(c.numbers) <= n {
		c.numbers = append(c.numbers, nil)
	}
	if c.numbers[n] == nil {
		if len(c.slab) == 0 {
			c.slab = make([]Register, 256)
		}
		c.slab[0] = Register{n: n, t: t}
		c.numbers[n], c.slab = &c.slab[0], c.slab[1:]
	}
	return c.numbers[n]
}

// Use returns the value of r; a register without one gets an arbitrary value here.
func (c *Code) Use(r *Register) kernel.Expr {
	if r.v == nil {
		return c.program.Read(r.n, r.t)
	}
	if !r.written {
		c.b.Emit(&kernel.Havoc{Src: c.b.Src(), Dst: r.v, Why: "asm register"})
		c.mark(r)
	}
	return &kernel.VarRef{Var: r.v}
}

// havoc gives r a value that the instruction computes and gv2 does not know.
func (c *Code) havoc(r *Register) {
	if r.v == nil {
		v := c.b.Temp(r.t)
		c.b.Emit(&kernel.Havoc{Src: c.b.Src(), Dst: v, Why: c.item.opcode(), Computed: true})
		c.program.Write(r.n, &kernel.VarRef{Var: v})
		return
	}
	c.b.Emit(&kernel.Havoc{Src: c.b.Src(), Dst: r.v, Why: "asm register", Computed: true})
}

// mark notes that r has a value from here on. Under a guard that is not so for threads
// that skip the instruction: guarded asks which registers these are.
func (c *Code) mark(r *Register) {
	if !r.written {
		r.written = true
		c.fresh = append(c.fresh, r)
	}
}

// Set assigns e to r, whose type its bits are read as.
func (c *Code) Set(r *Register, e kernel.Expr) {
	if r.v == nil {
		c.program.Write(r.n, e)
		return
	}
	c.b.Emit(&kernel.Assign{Src: c.b.Src(), Dst: r.v, X: cexpr.Reinterpret(e, r.v.T)})
	c.mark(r)
}

// read returns the value of an operand as type t. After a fault it is a
// constant.
func (c *Code) read(o *Operand, t kernel.Type) kernel.Expr {
	e := c.readPlain(o, t)
	switch {
	case o.Not && t.Kind == kernel.Bool:
		return cexpr.Unary(kernel.Not, e)
	case o.Not:
		c.unsupported("! before an operand that is not a predicate")
	}
	return e
}

// readPlain is read without a ! before the operand.
func (c *Code) readPlain(o *Operand, t kernel.Type) kernel.Expr {
	switch o.Form {
	case Integer:
		if t.Kind == kernel.Float {
			return cexpr.Reinterpret(kernel.NewConst(kernel.Type{Kind: kernel.Int, Bits: t.Bits}, o.Val), t)
		}
		return kernel.NewConst(t, o.Val)
	case Float:
		if e := floatOperand(o, t); e != nil {
			return e
		}
	case Name:
		return c.readName(o, t)
	case Reference:
		if op := c.binding(o); op != nil {
			return c.readBinding(op, t)
		}
	}
	c.unsupported("operand that is not a number")
	return zero(t)
}

// zero is a value to go on with after a fault.
func zero(t kernel.Type) kernel.Expr {
	if t.Kind == kernel.Float {
		return &kernel.FloatConst{T: t, Text: "0.0"}
	}
	return kernel.NewConst(t, 0)
}

// readName is the value of a declared register, else of a special one.
func (c *Code) readName(o *Operand, t kernel.Type) kernel.Expr {
	if c.program != nil {
		if n, _, ok := c.program.Register(o); ok {
			return c.program.Read(n, t)
		}
	} else if r := c.register(o); r != nil {
		return cexpr.Reinterpret(c.Use(r), t)
	}
	if o.Text != "" && o.Text[0] == '%' {
		if e := c.special(o.Text); e != nil {
			return cexpr.Reinterpret(e, t)
		}
		c.unsupported("special register %s; pass the value as an operand", o.Text)
		return zero(t)
	}
	if o.Text == "WARP_SZ" {
		return kernel.NewConst(t, kernel.WarpSize)
	}
	c.unsupported("no register %s", o.Text)
	return zero(t)
}

// readBinding reads %n. A pointer's address is a number nobody knows.
func (c *Code) readBinding(op *Binding, t kernel.Type) kernel.Expr {
	switch {
	case op.Register != nil:
		return cexpr.Reinterpret(c.Use(op.Register), t)
	case op.Argument.Value == nil && op.Argument.Number != nil:
		return cexpr.Reinterpret(cexpr.Convert(op.Argument.Number(), op.Type), t)
	case op.Argument.Value == nil:
		return cexpr.Reinterpret(emit.Arbitrary(c.b, kernel.U64, "address of a pointer"), t)
	}
	return cexpr.Reinterpret(cexpr.Convert(op.Argument.Value, op.Type), t)
}

// count reads a small integer, such as a barrier's number, in whatever integer
// type it has: conversions would only hide the constant or variable it is.
func (c *Code) count(o *Operand) kernel.Expr {
	if o.Form == Reference {
		op := c.binding(o)
		if op != nil && op.Register == nil && op.Argument.Value != nil && op.Argument.Value.Type().IsInt() && op.Argument.Value.Type().Bits <= 32 {
			return cexpr.Promote(op.Argument.Value)
		}
	}
	return c.read(o, kernel.I32)
}

// write stores e to a destination operand: a register or an output, _ to drop
// it.
func (c *Code) write(o *Operand, e kernel.Expr) {
	r := c.destination(o)
	if r != nil {
		c.Set(r, e)
	}
}

// destination returns the register that o names, nil for _ or after a fault.
func (c *Code) destination(o *Operand) *Register {
	switch {
	case o.Form == Name && o.Text == "_":
		return nil
	case o.Form == Name:
		if r := c.register(o); r != nil {
			return r
		}
	case o.Form == Reference:
		if op := c.binding(o); op != nil && op.Register != nil {
			return op.Register
		}
	}
	c.unsupported("an instruction writes something that is neither an output operand nor a register")
	return nil
}

// writeArbitrary gives every register of a destination an unknown value.
func (c *Code) writeArbitrary(o *Operand) {
	if o.Form == Vector || o.Form == Pair {
		for i := range o.Parts {
			c.writeArbitrary(&o.Parts[i])
		}
		return
	}
	if r := c.destination(o); r != nil {
		c.havoc(r)
		c.mark(r)
	}
}

// floatOperand is a floating-point number, or its bits where t is an integer type; nil if
// it has not the width of t.
func floatOperand(o *Operand, t kernel.Type) kernel.Expr {
	switch {
	case t.Kind == kernel.Float && o.Text != "":
		return &kernel.FloatConst{T: t, Text: o.Text}
	case o.Bits == 0 || o.Bits != t.Bits:
		return nil
	}
	bits := kernel.NewConst(kernel.Type{Kind: kernel.Int, Bits: o.Bits}, o.Val)
	return cexpr.Reinterpret(bits, t)
}
