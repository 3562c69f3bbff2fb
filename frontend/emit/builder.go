// Package emit is the narrow side of a front end: what the models of single
// operations (CUDA's device functions, PTX instructions) need of the function that
// is being lowered, and the statements that several of them emit.
//
// A model gets a Builder and evaluated Arguments, and emits statements of the
// kernel IR. It learns nothing of the language that the call was written in, so
// one model serves all front ends and is tested over a recorder (emittest).
package emit

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Builder is the function being lowered, as a model of an operation sees it.
type Builder interface {
	// Emit appends s to the current block.
	Emit(s kernel.Stmt)
	// Src is the origin of the statement being lowered.
	Src() kernel.Src
	// Temp makes a fresh temporary.
	Temp(t kernel.Type) *kernel.Var
	// Unsupported reports what gv2 does not model, with what to write instead.
	Unsupported(pos diag.Pos, format string, args ...any)
	// Errorf reports what the language does not allow.
	Errorf(pos diag.Pos, format string, args ...any)
	// Assume adds a sentence to the kernel's assumptions, once.
	Assume(text string)
	// Launch is the size of block and grid as far as it is known.
	Launch() kernel.Launch
	// Block collects the statements that f emits instead of appending them.
	Block(f func()) []kernel.Stmt
}

// Argument is an evaluated argument of a call, or an operand of an instruction.
type Argument struct {
	Pos   diag.Pos
	Value kernel.Expr // scalar rvalue; nil for pointers and structs
	// Deref, for pointers, calls use once per array that the pointer may point
	// to, inside the case split over its targets; elem is the access type.
	Deref     func(elem kernel.Type, use func(acc kernel.Access))
	Elem      kernel.Type // pointee scalar type, for pointers
	IsPointer bool
	// Number is, for pointers, the address as a number of 64 bits; nil where nobody asks for it.
	Number func() kernel.Expr
	// Descriptor is set for a number that describes a matrix in shared memory.
	Descriptor *Descriptor
	// Assign stores into a scalar lvalue (asm outputs); nil for other arguments.
	Assign func(e kernel.Expr)
}

// Descriptor is a number made of the address of a matrix, which At points to, and of bits that are
// constant (PTX ISA, "Matrix descriptor format").
type Descriptor struct {
	At   Argument
	Bits uint64
}

// Addresses is a Builder that follows the addresses of memory through the variables of the kernel.
type Addresses interface {
	Builder
	// AddressIn is the pointer that a number is the address of; false if it is not known to be one.
	AddressIn(x kernel.Expr) (Argument, bool)
}

// Arbitrary returns a fresh variable about which only its type is known; why tells
// readers of the IR what it stands for.
func Arbitrary(b Builder, t kernel.Type, why string) kernel.Expr {
	v := b.Temp(t)
	b.Emit(&kernel.Havoc{Src: b.Src(), Dst: v, Why: why})
	return &kernel.VarRef{Var: v}
}

// NeverReached ends the threads that reach this point, and makes it an assumption of the
// verdict that there are none.
func NeverReached(b Builder, sentence string) {
	b.Assume(sentence)
	b.Emit(&kernel.Assume{Src: b.Src(), Cond: kernel.BoolConst(false), Listed: true})
}

// Identifier makes name one that C allows.
func Identifier(name string) string {
	ok := name != ""
	for i := 0; i < len(name); i++ {
		ok = ok && isLetter(name[i], i > 0)
	}
	if ok {
		return name
	}
	b := []byte(name)
	for i := range b {
		if !isLetter(b[i], i > 0) {
			b[i] = '_'
		}
	}
	if len(b) == 0 {
		return "unnamed"
	}
	return string(b)
}

func isLetter(c byte, digits bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digits && c >= '0' && c <= '9'
}
