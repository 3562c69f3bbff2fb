package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// builder is what an intrinsic needs of the function being lowered.
type builder interface {
	// emit appends s to the current block.
	emit(s kernel.Stmt)
	// src is the origin of the statement being lowered.
	src() kernel.Src
	// temp makes a fresh temporary.
	temp(t kernel.Type) *kernel.Var
	unsupported(pos diag.Pos, format string, args ...any)
	errorf(pos diag.Pos, format string, args ...any)
	// assume adds a sentence to the kernel's assumptions, once.
	assume(text string)
	launch() kernel.Launch
	// block collects the statements that f emits instead of appending them.
	block(f func()) []kernel.Stmt
}

// argument is an evaluated argument of a call.
type argument struct {
	pos   diag.Pos
	value kernel.Expr // scalar rvalue; nil for pointers and structs
	// deref, for pointers, calls use once per array that the pointer may point
	// to, inside the case split over its targets; elem is the access type.
	deref func(elem kernel.Type, use func(acc kernel.Access))
	elem  kernel.Type // pointee scalar type, for pointers
	isPtr bool
	// assign stores into a scalar lvalue (asm outputs); nil for other arguments.
	assign func(e kernel.Expr)
}

func arbitrary(b builder, t kernel.Type, why string) kernel.Expr {
	v := b.temp(t)
	b.emit(&kernel.Havoc{Src: b.src(), Dst: v, Why: why})
	return &kernel.VarRef{Var: v}
}

func neverReached(b builder, sentence string) {
	b.assume(sentence)
	b.emit(&kernel.Assume{Src: b.src(), Cond: kernel.BoolConst(false)})
}
