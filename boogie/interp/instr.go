package interp

// instr is one instruction. Unless noted otherwise, a is the register of the
// result, b and c are those of the operands, and bits is the width of
// bit-vectors.
type instr struct {
	op      op
	bits    uint8
	a, b, c int32
}

type op uint16

// The operations. Bit-vectors are held as unsigned patterns, truth values as 0
// and 1, maps as handles.
const (
	opNop op = iota
	opMov
	// Integers; these trap if the result leaves 64 bits, and on division by 0.
	opAdd
	opSub
	opMul
	opNeg
	opDiv
	opMod
	opModBig // b mod 2^64 or more: b itself unless negative
	// Comparisons.
	opEq
	opNe
	opLt
	opLe
	opUlt
	opUle
	opSlt
	opSle
	opNot
	opAnd
	opOr
	// Bit-vectors.
	opBVAdd
	opBVSub
	opBVMul
	opBVNeg
	opBVNot
	opBVAnd
	opBVOr
	opBVXor
	opBVShl
	opBVLshr
	opBVAshr
	opBVUdiv
	opBVUrem
	opBVSdiv
	opBVSrem
	opBVSmod
	opSignExt // bits of b to c bits
	opExtract // bits [c+bits:c] of b
	opConcat  // b ++ c, c being bits wide
	// Maps and functions.
	opSelect1 // b[c]
	opSelect2 // b[c, next register]
	opUpdate1 // a := a[b := c]
	opUpdate2 // a := a[b, b+1 := c]
	opMapEq
	opUnify // makes maps a and b equal, or ends the run
	opFunc  // uninterpreted function b of the registers from c on
	// Control: a is the target.
	opJump
	opJumpIf
	opJumpIfNot
	opJumpEq
	opJumpNe
	opJumpLt
	opJumpLe
	opJumpUlt
	opJumpUle
	opFlip   // jumps or not
	opGiveUp // traps
	opDone
	opStop // end of a separate piece of code
	// Choice and its repair.
	opBegun   // the run has chosen its constants
	opSegment // segment a begins
	opPick    // a := a value of chooser b, unknown c of the segment or -1
	opBlocked // assumption a does not hold
	opPassed  // assumption a holds
	opCleared // selector a: its log must be empty here
	// Checks and candidates.
	opFail   // check a does not hold
	opMiss   // miss a: a check fails only if b and c meet
	opCand   // candidate b: jump to a if it is refuted already
	opRefute // candidate a is false
	// Loops.
	opEnter // loop a
	opHead  // head of loop a
	opCover // edge a
	opTruth // edge a if b is false, the next one if it is true
)

// trap tells what to do when an operation in the code from start to end leaves
// 64 bits: evaluate the expression with integers of any size.
type trap struct {
	start, end int32
	e          exprIn
	// dst gets the value; -1 for a condition, which continues at yes or at no.
	dst     int32
	pattern bool // the value is a bit-vector
	yes, no int32
	// open is the pc at which to continue if the value cannot be computed; -1 ends
	// the run.
	open int32
}
