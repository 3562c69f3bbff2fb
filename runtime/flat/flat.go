// Package flat turns a kernel into a flat list of instructions with jumps, so that a thread
// that executes it is a place in the list and its registers. Executors that run threads one
// step at a time share it.
//
// In: a kernel with a known launch. Out: a Program.
package flat

import (
	"errors"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// ErrPairs is the error for kernels with assumptions about pairs of threads: no single
// thread can execute them.
var ErrPairs = errors.New("the kernel makes assumptions about pairs of threads")

// Opcode is what an instruction does besides computing its operands.
type Opcode uint8

const (
	Simple Opcode = iota // executes the statement
	Jump                 // continues at To
	Branch               // continues at To if the condition is false
	Exit
)

// Instr is one instruction.
type Instr struct {
	Op Opcode
	To int
	// Code computes the operands of the instruction: its condition, its index, its
	// arguments, each in a register.
	Code  []eval.Instr
	Cond  int32
	Index int32
	Args  []int32
	Stmt  kernel.Stmt
	Dst   int32
	// Array is the position of the array in Kernel.Arrays; None for other instructions.
	Array int32
	// Goes is set for an assertion after which the thread continues, a loop
	// invariant.
	Goes bool
}

// None stands for a register or an array that is not there.
const None = eval.None

// Program is a kernel as instructions.
type Program struct {
	Kernel *kernel.Kernel
	Instrs []Instr
	// Requires are the conditions that the parameters must meet.
	Requires []Instr
	Register map[*kernel.Var]int32
	// First are the initial values of registers that are the same for every thread:
	// constants, and sizes of the launch. Places are the registers of threadIdx and
	// blockIdx.
	First  []int64
	Places map[kernel.Builtin]int32
	// Casts is set if the kernel reinterprets bits as another type.
	Casts bool
}

// Compile compiles a kernel. The error is ErrPairs.
func Compile(k *kernel.Kernel) (*Program, error) {
	p := &Program{Kernel: k, Register: map[*kernel.Var]int32{}, Places: map[kernel.Builtin]int32{}}
	for _, list := range [][]*kernel.Var{k.Params, k.Vars} {
		for _, v := range list {
			p.Register[v] = int32(len(p.First))
			p.First = append(p.First, 0)
		}
	}
	c := &compiler{Program: p, arrays: map[*kernel.Array]int32{}, constants: map[int64]int32{}}
	for i, a := range k.Arrays {
		c.arrays[a] = int32(i)
	}
	c.exprs.Registers = registers{c}
	c.preconditions()
	c.block(k.Body, jumps{})
	c.emit(Instr{Op: Exit, Cond: None, Index: None, Dst: None, Array: None})
	if c.part {
		return nil, ErrPairs
	}
	return p, nil
}
