package flat

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Place sets the registers that hold a thread's coordinates.
func (p *Program) Place(regs []int64, thread, block [3]int64) {
	for b, r := range p.Places {
		if b.Kind == kernel.ThreadIdx {
			regs[r] = thread[b.Dim]
		} else {
			regs[r] = block[b.Dim]
		}
	}
}

// Certain reports whether every compilation of the program gives an instruction, which is no call, this
// result: floating-point numbers are rounded in more than one way.
func Certain(x *eval.Instr, regs []int64) bool {
	sure := eval.Certain
	switch x.Op {
	case eval.OpUnary:
		_, sure = eval.Unary(kernel.UnaryOp(x.Fn), x.T, regs[x.A])
	case eval.OpBinary:
		_, sure = eval.Binary(kernel.BinaryOp(x.Fn), x.T, regs[x.A], regs[x.B])
	case eval.OpConvert:
		_, sure = eval.Convert(x.T, x.Result, regs[x.A])
	default:
		// A choice is one of its operands.
	}
	return sure == eval.Certain
}

// Result is the result of an instruction that is no call, or the reason why it has none.
// Unless wrap is set, signed integers must not overflow.
func Result(x *eval.Instr, regs []int64, wrap bool) (v int64, why string) {
	var sure eval.Surety
	switch x.Op {
	case eval.OpUnary:
		v, sure = eval.Unary(kernel.UnaryOp(x.Fn), x.T, regs[x.A])
	case eval.OpBinary:
		op, a, b := kernel.BinaryOp(x.Fn), regs[x.A], regs[x.B]
		if !wrap && eval.Overflows(op, x.T, a, b) {
			return 0, "a signed integer overflows"
		}
		v, sure = eval.Binary(op, x.T, a, b)
	case eval.OpConvert:
		v, sure = eval.Convert(x.T, x.Result, regs[x.A])
	case eval.OpChoose:
		if v = regs[x.C]; regs[x.A] != 0 {
			v = regs[x.B]
		}
	case eval.OpCall:
		panic("flat: a call is the executor's")
	}
	if sure == eval.Undefined {
		return 0, "the result of an operation is undefined"
	}
	return v, ""
}
