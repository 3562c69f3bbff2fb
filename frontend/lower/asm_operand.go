package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// operandOf returns what %n or %[name] stands for.
func (a *asmLowering) operandOf(o *ptxOperand) *asmOperand {
	if o.n < 0 {
		if op := a.byName[o.text]; op != nil {
			return op
		}
		a.unsupported("asm: no operand %%[%s]", o.text)
		return nil
	}
	if o.n < len(a.operands) {
		return a.operands[o.n]
	}
	a.unsupported("asm: no operand %%%d", o.n)
	return nil
}

// register finds a declared register, innermost scope first.
func (a *asmLowering) register(name string) *asmRegister {
	for i := len(a.scopes) - 1; i >= 0; i-- {
		if r := a.scopes[i][name]; r != nil {
			return r
		}
	}
	return nil
}

// use returns the value of a register; one without a value gets an arbitrary
// one here.
func (a *asmLowering) use(r *asmRegister) kernel.Expr {
	if !r.written {
		a.havoc(r)
		a.mark(r)
	}
	return &kernel.VarRef{Var: r.v}
}

func (a *asmLowering) havoc(r *asmRegister) {
	a.b.Emit(&kernel.Havoc{Src: a.b.Src(), Dst: r.v, Why: "asm register"})
}

func (a *asmLowering) mark(r *asmRegister) {
	if !r.written {
		r.written = true
		a.fresh = append(a.fresh, r)
	}
}

// set assigns e to a register, reading its bits as the register's type.
func (a *asmLowering) set(r *asmRegister, e kernel.Expr) {
	a.b.Emit(&kernel.Assign{Src: a.b.Src(), Dst: r.v, X: cexpr.Reinterpret(e, r.v.T)})
	a.mark(r)
}

// read returns the value of an operand as type t. After a fault it is a
// constant.
func (a *asmLowering) read(o *ptxOperand, t kernel.Type) kernel.Expr {
	e := a.readPlain(o, t)
	switch {
	case o.not && t.Kind == kernel.Bool:
		return cexpr.Unary(kernel.Not, e)
	case o.not:
		a.unsupported("asm: ! before an operand that is no predicate")
	}
	return e
}

func (a *asmLowering) readPlain(o *ptxOperand, t kernel.Type) kernel.Expr {
	switch o.form {
	case ptxInt:
		if t.Kind == kernel.Float {
			return cexpr.Reinterpret(kernel.NewConst(kernel.Type{Kind: kernel.Int, Bits: t.Bits}, o.val), t)
		}
		return kernel.NewConst(t, o.val)
	case ptxFloat:
		if t.Kind == kernel.Float {
			return &kernel.FloatConst{T: t, Text: o.text}
		}
	case ptxName:
		return a.readName(o, t)
	case ptxOperandRef:
		if op := a.operandOf(o); op != nil {
			return a.readOperand(op, t)
		}
	}
	a.unsupported("asm: operand that is not a number; write it in CUDA")
	return zero(t)
}

// zero is a value to go on with after a fault.
func zero(t kernel.Type) kernel.Expr {
	if t.Kind == kernel.Float {
		return &kernel.FloatConst{T: t, Text: "0.0"}
	}
	return kernel.NewConst(t, 0)
}

func (a *asmLowering) readName(o *ptxOperand, t kernel.Type) kernel.Expr {
	if r := a.register(o.text); r != nil {
		return cexpr.Reinterpret(a.use(r), t)
	}
	if o.text != "" && o.text[0] == '%' {
		if e := a.special(o.text); e != nil {
			return cexpr.Reinterpret(e, t)
		}
		a.unsupported("asm: special register %s; pass the value as an operand", o.text)
		return zero(t)
	}
	if o.text == "WARP_SZ" {
		return kernel.NewConst(t, kernel.WarpSize)
	}
	a.unsupported("asm: no register %s", o.text)
	return zero(t)
}

// readOperand reads %n. A pointer's address is a number nobody knows.
func (a *asmLowering) readOperand(op *asmOperand, t kernel.Type) kernel.Expr {
	switch {
	case op.reg != nil:
		return cexpr.Reinterpret(a.use(op.reg), t)
	case op.arg.Value == nil:
		return cexpr.Reinterpret(emit.Arbitrary(a.b, kernel.U64, "address of a pointer"), t)
	}
	return cexpr.Reinterpret(cexpr.Convert(op.arg.Value, op.t), t)
}

// count reads a small integer, such as a barrier's number, in whatever integer
// type it has: conversions would only hide the constant or variable it is.
func (a *asmLowering) count(o *ptxOperand) kernel.Expr {
	if o.form == ptxOperandRef {
		op := a.operandOf(o)
		if op != nil && op.reg == nil && op.arg.Value != nil && op.arg.Value.Type().IsInt() && op.arg.Value.Type().Bits <= 32 {
			return cexpr.Promote(op.arg.Value)
		}
	}
	return a.read(o, kernel.I32)
}

// write stores e to a destination operand: a register or an output, _ to drop
// it.
func (a *asmLowering) write(o *ptxOperand, e kernel.Expr) {
	r := a.destination(o)
	if r != nil {
		a.set(r, e)
	}
}

// destination returns the register that o names, nil for _ or after a fault.
func (a *asmLowering) destination(o *ptxOperand) *asmRegister {
	switch {
	case o.form == ptxName && o.text == "_":
		return nil
	case o.form == ptxName:
		if r := a.register(o.text); r != nil {
			return r
		}
	case o.form == ptxOperandRef:
		if op := a.operandOf(o); op != nil && op.reg != nil {
			return op.reg
		}
	}
	a.unsupported("asm: an instruction writes something that is no output operand or register")
	return nil
}

// writeArbitrary gives every register of a destination an unknown value.
func (a *asmLowering) writeArbitrary(o *ptxOperand) {
	if o.form == ptxVector || o.form == ptxPair {
		for i := range o.parts {
			a.writeArbitrary(&o.parts[i])
		}
		return
	}
	if r := a.destination(o); r != nil {
		a.havoc(r)
		a.mark(r)
	}
}
