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
	opRefine                // dst := a in lanes where dst is unknown

	opLoad   // dst := array[a]
	opStore  // array[a] := b, or what sources[extra-1] reads from element c on
	opAtomic // array[a] := fn(array[a], b, c)

	opForget // make array of the thread unknown

	opJump   // forwards
	opBack   // backwards: the end of an iteration
	opBranch // an If: continues if a holds, else jumps
	opTest   // a loop's condition at its head: continues if a holds, else jumps
	opAgain  // a loop's condition at its end: jumps if a holds, else continues

	opBarrier // number or element a, count or arrivals b, contribution or bytes c, generation d, result dst
	opAsync   // an operation on asynchronous operations, a: how many groups may be pending
	opWarp    // warp synchronisation of class fn, mask a; value b, lane c, width d
	opActive  // dst := the lanes that execute this together

	opAssert // a; b: an index to tell, -1 for none
	opAssume // a
	opExit
)

// computes reports whether op only sets its destination, from registers.
func (op opcode) computes() bool { return op < opLoad }

// none stands for a missing register.
const none = -1

// instr is an instruction. Registers below code.locals belong to a warp, the
// others (constants, parameters, temporaries) to the block.
type instr struct {
	op         opcode
	fn         uint8
	t, rt      eval.Type // of the operands, of the result
	masked     bool      // opActive: only masks of warp functions use the result
	aligned    bool      // opWarp: the whole warp executes it together
	dst        int32
	a, b, c, d int32
	to         int32 // of jumps
	lap        int32 // of jumps backwards: 1 + the number of the loop, if its iterations are counted
	array      int32 // of accesses
	width      int32 // of accesses
	site       int32
	extra      int32
	cause      int32 // why the result is unknown if the operands are known
}

// call is an application of a function.
type call struct {
	fn   int32 // the hash of the function's name
	args []int32
	// compute is nil if the result is never known.
	compute eval.Function
}

// code is a kernel in flat form, compiled for one set of relevant stores.
// Instructions have the order of the text, so that lanes that jump forwards
// meet the others again at the higher pc.
type code struct {
	instrs []instr
	stmts  []kernel.Stmt // of each instruction
	locals int32         // registers of a warp
	shared int32         // registers of the block
	// threadIdx are local registers, none if not used.
	threadIdx [3]int32
	presets   []preset
	// first is what each warp computes before it starts (see startValues).
	first   []instr
	calls   []call
	sources []instr // what asynchronous copies read: loads of one element
	causes  []cause
	matters []bool // arrays whose contents are relevant
	// laps is the number of loops whose iterations are counted, lapsOf are those around the
	// barrier of a site.
	laps   int32
	lapsOf map[int32][]int32
	// arguments is the largest number of arguments of a call.
	arguments int
}

// preset is the initial value of a register.
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
