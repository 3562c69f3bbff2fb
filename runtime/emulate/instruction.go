package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// opcode is what an instruction does. The first ones compute a value from
// registers and have no other effect.
type opcode uint8

const (
	opMove    opcode = iota // dst := a
	opUnary                 // dst := fn a
	opBinary                // dst := a fn b
	opCond                  // dst := a ? b : c
	opConvert               // dst := a of type t as type rt
	opCall                  // dst := calls[extra]
	opHavoc                 // dst is not known
	opRefine                // dst, where not known, is a

	opLoad   // dst := array[a]
	opStore  // array[a] := b
	opAtomic // array[a] := fn(array[a], b, c)

	opForget // array of the thread: not known any more

	opJump   // forwards
	opBack   // backwards: the end of an iteration
	opBranch // an If: goes on where a holds, else to
	opTest   // a loop's condition at its head: goes on where a holds, else to
	opAgain  // a loop's condition at its end: to where a holds, else goes on

	opBarrier // number or element a, count b, contribution c, generation d, result dst
	opWarp    // warp synchronisation of class fn, mask a; value b, lane c, width d
	opActive  // dst := the lanes that execute this together

	opAssert // a
	opAssume // a
	opExit
)

// computes reports whether op only sets its destination, from registers.
func (op opcode) computes() bool { return op < opLoad }

// none stands for a register that is not there.
const none = -1

// instr is an instruction. Registers below code.locals belong to a warp, the
// others (constants, parameters, temporaries) to the block.
type instr struct {
	op         opcode
	fn         uint8
	t, rt      eval.Type // of the operands, of the result
	masked     bool      // opActive: only masks of warp functions use the result
	dst        int32
	a, b, c, d int32
	to         int32 // of jumps
	array      int32 // of accesses
	width      int32 // of accesses
	site       int32
	extra      int32
	cause      int32 // why the result is not known where the operands are
}

// call is an application of a function.
type call struct {
	fn   int32 // stands for the function's name
	args []int32
	// compute is nil where the result is never known.
	compute eval.Function
}

// code is a kernel in flat form, compiled for one choice of relevant stores.
// Instructions stand in the order of the text, so that lanes that jump forwards
// meet the others again at the higher pc.
type code struct {
	instrs []instr
	stmts  []kernel.Stmt // of each instruction
	locals int32         // registers of a warp
	shared int32         // registers of the block
	// threadIdx are local registers, none where not used.
	threadIdx [3]int32
	presets   []preset
	calls     []call
	causes    []cause
	matters   []bool // arrays whose contents are relevant
	// arguments are the most that a call has.
	arguments int
}

// preset is a register's value at the start of a block.
type preset struct {
	reg     int32
	val     int64
	known   bool
	cause   int32
	param   *kernel.Var // set if it is a parameter
	t       eval.Type
	literal string // set if it is a literal that is not known exactly
	block   int    // 1 + dimension if it is blockIdx
	grid    int    // 1 + dimension if it is gridDim
}
