package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
)

// Annotations are GPUVerify's: calls of functions that say something about the
// program. Those that are statements are here, their value functions in spec.go,
// contracts of functions in contract.go and loop invariants in loop.go.
//
// Every call is inlined, so that a contract is a pair of assertions around the
// body. An annotation holds for the threads that reach it; its global form for
// the others as well.

// annotation lowers the annotation e.
func (l *lowerer) annotation(e *cuda.CallExpr, name string) {
	kind := annotation.Of(name)
	switch kind.Form {
	case annotation.Printed:
		for _, a := range l.callArgs(e.Args) {
			if !a.place().T.Bad() {
				l.argValue(a)
			}
		}
	case annotation.HostAssertion:
		if len(e.Args) != 1 {
			l.Errorf(e.Pos, "assert takes one condition, not %d", len(e.Args))
			return
		}
		l.assertThat(e, l.truthOf(e.Args[0]), false)
	case annotation.Impossible:
		l.out.Emit(&kernel.Assume{Src: l.out.At(e.Pos), Cond: kernel.BoolConst(false)})
	case annotation.FunctionWide, annotation.NothingToSay: // the former was seen when the body began
	default:
		l.statement(e, kind)
	}
}

// statement lowers an annotation that takes a condition or a pointer.
func (l *lowerer) statement(e *cuda.CallExpr, kind annotation.Kind) {
	if len(e.Args) != 1 && kind.Form != annotation.BarrierWide || len(e.Args) == 0 {
		l.Errorf(e.Pos, "this takes one argument, not %d", len(e.Args))
		return
	}
	switch kind.Form {
	case annotation.FreshArray:
		l.freshArray(e)
	case annotation.AccessClause:
		l.accesses(e, kind.Write)
	case annotation.Precondition:
		l.requires(e, kind.Global)
	case annotation.Postcondition:
		l.ensures(e, kind.Global)
	case annotation.Assumption:
		cond := l.stated(e.Args[0], &spec{ghost: true})
		l.assumeThat(e.Pos, cond)
	case annotation.Assertion, annotation.Invariance, annotation.BarrierWide:
		if !kind.Candidate { // a guess away from a loop's head helps nobody
			l.assertThat(e, l.stated(e.Args[0], &spec{global: kind.Global, ghost: kind.Form == annotation.Invariance}), kind.Global)
		}
	}
}

// assertThat states cond; a constant says the same of every thread.
func (l *lowerer) assertThat(e *cuda.CallExpr, cond kernel.Expr, global bool) {
	global = global && !cexpr.IsConst(cond)
	l.out.Emit(&kernel.Assert{Src: l.out.At(e.Pos), Cond: cond, Text: annotation.Spelled(l.out.Cur, cond), Global: global})
}

// freshArray says that a pointer in a struct leads to an array of its own, which
// gv2 takes for granted of every pointer that a kernel is given.
func (l *lowerer) freshArray(e *cuda.CallExpr) {
	if t := l.typeOf(e.Args[0]); !t.IsPointer() && !t.IsArray() && !t.Bad() {
		l.Errorf(e.Pos, "__requires_fresh_array takes a pointer, not a %s", t)
	}
}

// accesses is __reads_from(p) or __writes_to(p): any number of accesses to
// anywhere in what p leads to, with unknown values.
func (l *lowerer) accesses(e *cuda.CallExpr, write bool) {
	v := l.eval(e.Args[0])
	if v.Bad() {
		return
	}
	if v.Ptr == nil {
		l.Errorf(e.Pos, "this takes a pointer, not a %s", v.T)
		return
	}
	l.mem.SomeAccesses(e.Pos, v.Ptr, write)
}

// axioms are the conditions that the file takes for granted of every thread.
func (l *lowerer) axioms() {
	for _, d := range l.prog.names.Axioms {
		l.out.Pos = d.Pos
		cond := l.stated(d.X, &spec{ghost: true})
		if c, ok := cond.(*kernel.Const); ok && c.Val == 0 {
			l.diags.Warnf(d.Pos, "this axiom contradicts the launch: it leaves nothing to verify")
		}
		l.assumeThat(d.Pos, cond)
	}
}

// assumeThat takes cond for granted; what is true anyway is not said.
func (l *lowerer) assumeThat(pos diag.Pos, cond kernel.Expr) {
	if c, ok := cond.(*kernel.Const); ok && c.Val != 0 {
		return
	}
	l.out.Emit(&kernel.Assume{Src: l.out.At(pos), Cond: cond})
}
