package eval

import (
	"strings"

	"gv2/frontend/kernel"
)

// Op is what an instruction computes.
type Op uint8

const (
	OpUnary   Op = iota // Dst := Fn A
	OpBinary            // Dst := A Fn B
	OpChoose            // Dst := A ? B : C
	OpConvert           // Dst := A of type T as type Result
	OpCall              // Dst := Call
)

// None stands for a register that is not there.
const None = -1

// Instr computes one register from others.
type Instr struct {
	Op Op
	// Fn is the kernel.UnaryOp or kernel.BinaryOp.
	Fn        uint8
	T, Result Type // of the operands; of the result
	Dst       int32
	A, B, C   int32
	Call      *Call
}

// Call is an application of a function to registers.
type Call struct {
	Name string
	Args []int32
	Of   []Type // of the arguments
	// Exact is set where the result is certain for all arguments; Compute is nil where
	// it is for none.
	Exact   bool
	Compute Function
}

// Reads reports whether the call only reads the bits of its argument as another type.
func (c *Call) Reads() bool { return strings.HasPrefix(c.Name, "bits_") && len(c.Args) == 1 }

// Registers is where an executor keeps what expressions read and compute.
type Registers interface {
	// Constant, Literal, Variable and Builtin are registers that hold a value from
	// elsewhere.
	Constant(v int64) int32
	Literal(e *kernel.FloatConst) int32
	Variable(v *kernel.Var) int32
	Builtin(e *kernel.Builtin) int32
	// Temporary is a register for the result of an operation, free until the next
	// statement begins.
	Temporary() int32
	// Emit takes the instruction that computes e.
	Emit(in Instr, e kernel.Expr)
}

// Compiler turns expressions into instructions, each after those of its operands. Both
// results of a choice are computed before one is chosen.
type Compiler struct {
	Registers Registers
	// Kept, if it is set, is the register that holds the value of an operation already; ok is false if there is none.
	Kept func(e kernel.Expr) (reg int32, ok bool)
	// memo has the registers of what the current statement has computed.
	memo map[kernel.Expr]int32
}

// Begin starts a statement: what the last one has computed is forgotten.
func (c *Compiler) Begin() {
	if c.memo == nil {
		c.memo = map[kernel.Expr]int32{}
	}
	clear(c.memo)
}

// Expr compiles e and returns the register that will hold its value.
func (c *Compiler) Expr(e kernel.Expr) int32 { return c.ExprInto(e, None) }

// Optional is Expr for an expression that may not be there.
func (c *Compiler) Optional(e kernel.Expr) int32 {
	if e == nil {
		return None
	}
	return c.Expr(e)
}

// ExprInto is Expr with a proposal for the register.
func (c *Compiler) ExprInto(e kernel.Expr, dst int32) int32 {
	switch e := e.(type) {
	case *kernel.Const:
		return c.Registers.Constant(e.Val)
	case *kernel.FloatConst:
		return c.Registers.Literal(e)
	case *kernel.VarRef:
		return c.Registers.Variable(e.Var)
	case *kernel.Builtin:
		return c.Registers.Builtin(e)
	default:
		// Others are operations.
	}
	if c.Kept != nil {
		if reg, ok := c.Kept(e); ok {
			return reg
		}
	}
	if reg, ok := c.memo[e]; ok {
		return reg
	}
	reg := c.operation(e, dst)
	if dst == None {
		c.memo[e] = reg
	}
	return reg
}

func (c *Compiler) operation(e kernel.Expr, dst int32) int32 {
	in := Instr{B: None, C: None, Result: TypeOf(e.Type())}
	switch e := e.(type) {
	case *kernel.Unary:
		in.Op, in.Fn, in.T, in.A = OpUnary, uint8(e.Op), TypeOf(e.X.Type()), c.Expr(e.X)
	case *kernel.Binary:
		in.Op, in.Fn, in.T = OpBinary, uint8(e.Op), TypeOf(e.X.Type())
		in.A, in.B = c.Expr(e.X), c.Expr(e.Y)
	case *kernel.Cond:
		in.Op, in.T = OpChoose, in.Result
		in.A, in.B, in.C = c.Expr(e.C), c.Expr(e.X), c.Expr(e.Y)
	case *kernel.Convert:
		in.Op, in.T, in.A = OpConvert, TypeOf(e.X.Type()), c.Expr(e.X)
		if SameForm(in.T, in.Result) && in.T.Bits() == in.Result.Bits() {
			return in.A
		}
	case *kernel.Call:
		in.Op, in.Call = OpCall, &Call{Name: e.Fn, Exact: kernel.IsExact(e), Compute: FunctionOf(e)}
		for _, a := range e.Args {
			in.Call.Args, in.Call.Of = append(in.Call.Args, c.Expr(a)), append(in.Call.Of, TypeOf(a.Type()))
		}
	default:
		// ExprInto knows the others, or nobody asks for them here.
		panic("eval: one thread cannot compute " + kernel.ExprString(e))
	}
	if dst == None {
		dst = c.Registers.Temporary()
	}
	in.Dst = dst
	c.Registers.Emit(in, e)
	return dst
}
