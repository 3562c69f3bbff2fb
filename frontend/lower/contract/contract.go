// Package contract lowers what GPUVerify's annotations say about the program that they stand in:
// conditions, contracts of functions, invariants of loops, and the values that mean something there
// alone.
//
// In goes a call of an annotation where it stands, and what the language says of expressions and of
// the function at hand (Core); out come statements of the kernel under construction. What the
// annotations are, and what their functions yield, is lower/annotation.
//
// Every call is inlined, so that a contract is a pair of assertions around the body: the precondition
// of a function is an assertion where the call stands, that of a kernel is taken for granted, and a
// postcondition is an assertion behind the body. An annotation holds for the threads that reach it;
// its global form for the others as well.
package contract

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Core is what annotations ask of the language.
type Core struct {
	Out   *object.Output
	An    *object.Analysis
	Model *object.Model
	// Truth, Number and Eval evaluate an expression; Number returns false after a diagnostic.
	Truth   func(cuda.Expr) kernel.Expr
	Number  func(cuda.Expr) (kernel.Expr, bool)
	Eval    func(cuda.Expr) object.Value
	TypeOf  func(cuda.Expr) *ctype.Type
	Convert func(object.Value, *ctype.Type, diag.Pos) object.Value
	// Printed evaluates the arguments of a call that prints them.
	Printed func(*cuda.CallExpr)
	// Here is the function at hand; Within evaluates in another scope of it.
	Here   func() Function
	Within func(*bind.Scope, func())
	Launch kernel.Launch
}

// Function is the function that an annotation stands in.
type Function struct {
	Decl  *cuda.FuncDecl
	Scope *bind.Scope
	// Kernel is set where that is no inlined call.
	Kernel bool
	Terms  *Terms
}

// Terms are what a function says of its whole body.
type Terms struct {
	ensures []ensured
	// wide are the invariants of all its loops.
	wide []*cuda.CallExpr
}

// TermsOf are those of a function with that body, before its statements are looked at.
func TermsOf(body *cuda.Block) Terms { return Terms{wide: annotation.WholeFunction(body)} }

// Annotations are those of one kernel.
type Annotations struct {
	core Core
	spec *spec // the annotation being lowered, nil outside
}

// New are the annotations of the kernel that core lowers.
func New(core Core) *Annotations { return &Annotations{core: core} }

// spec is the annotation whose argument is being lowered.
type spec struct {
	global bool // it holds for threads that do not reach it as well
	ghost  bool // what it reads is no access of the program
	others int  // how many __other_ enclose the expression at hand
	result *object.Place
	olds   map[*cuda.CallExpr]object.Value
}

// Stating reports whether the argument of an annotation is being lowered.
func (a *Annotations) Stating() bool { return a.spec != nil }

// Ghost reports whether what is read is no access of the program.
func (a *Annotations) Ghost() bool { return a.spec != nil && a.spec.ghost }

// State lowers the annotation e, a call of that name.
func (a *Annotations) State(e *cuda.CallExpr, name string) {
	kind := annotation.Of(name)
	switch kind.Form {
	case annotation.Printed:
		a.core.Printed(e)
	case annotation.HostAssertion:
		if len(e.Args) != 1 {
			a.core.Out.Errorf(e.Pos, "assert takes one condition, not %d", len(e.Args))
			return
		}
		a.assertThat(e, a.core.Truth(e.Args[0]), false, "")
	case annotation.Impossible:
		a.core.Out.Emit(&kernel.Assume{Src: a.core.Out.At(e.Pos), Cond: kernel.BoolConst(false)})
	case annotation.FunctionWide, annotation.NothingToSay: // the former was seen when the body began
	default:
		a.statement(e, kind)
	}
}

// statement lowers an annotation that takes a condition or a pointer.
func (a *Annotations) statement(e *cuda.CallExpr, kind annotation.Kind) {
	if len(e.Args) != 1 && kind.Form != annotation.BarrierWide || len(e.Args) == 0 {
		a.core.Out.Errorf(e.Pos, "this takes one argument, not %d", len(e.Args))
		return
	}
	switch kind.Form {
	case annotation.FreshArray:
		a.freshArray(e)
	case annotation.AccessClause:
		a.accesses(e, kind.Write)
	case annotation.Precondition:
		a.requires(e, kind.Global)
	case annotation.Postcondition:
		a.ensures(e, kind.Global)
	case annotation.Assumption:
		cond := a.stated(e.Args[0], &spec{ghost: true})
		a.assumeThat(e.Pos, cond)
	case annotation.Assertion, annotation.Invariance, annotation.BarrierWide:
		if !kind.Candidate { // a guess away from a loop's head helps nobody
			cond, text := said(e.Args[0])
			a.assertThat(e, a.stated(cond, &spec{global: kind.Global, ghost: kind.Form == annotation.Invariance}), kind.Global, text)
		}
	}
}

// assertThat states cond; a constant says the same of every thread. Without a text it is the condition that is told.
func (a *Annotations) assertThat(e *cuda.CallExpr, cond kernel.Expr, global bool, text string) {
	global = global && !cexpr.IsConst(cond)
	if text == "" {
		text = annotation.Spelled(a.core.Out.Cur, cond)
	}
	a.core.Out.Emit(&kernel.Assert{Src: a.core.Out.At(e.Pos), Cond: cond, Text: text, Global: global})
}

// said is the condition of an assertion that says in words what it demands: __assert(n <= max && "no more than there are"). Of assert, people want
// to see the condition.
func said(e cuda.Expr) (cond cuda.Expr, text string) {
	if and, ok := e.(*cuda.BinaryExpr); ok && and.Op == "&&" {
		if lit, is := and.Y.(*cuda.StringLit); is {
			return and.X, lit.Value
		}
	}
	return e, ""
}

// freshArray says that a pointer in a struct leads to an array of its own, which
// gv2 takes for granted of every pointer that a kernel is given.
func (a *Annotations) freshArray(e *cuda.CallExpr) {
	if t := a.core.TypeOf(e.Args[0]); !t.IsPointer() && !t.IsArray() && !t.Bad() {
		a.core.Out.Errorf(e.Pos, "__requires_fresh_array takes a pointer, not a %s", t)
	}
}

// accesses is __reads_from(p) or __writes_to(p): any number of accesses to
// anywhere in what p leads to, with unknown values.
func (a *Annotations) accesses(e *cuda.CallExpr, write bool) {
	v := a.core.Eval(e.Args[0])
	if v.Bad() {
		return
	}
	if v.Ptr == nil {
		a.core.Out.Errorf(e.Pos, "this takes a pointer, not a %s", v.T)
		return
	}
	a.core.Model.SomeAccesses(e.Pos, v.Ptr, write)
}

// Axioms takes the conditions for granted that the file takes for granted of every thread.
func (a *Annotations) Axioms(all []*cuda.AxiomDecl, diags *diag.List) {
	for _, d := range all {
		a.core.Out.Pos = d.Pos
		cond := a.stated(d.X, &spec{ghost: true})
		if c, ok := cond.(*kernel.Const); ok && c.Val == 0 {
			diags.Warnf(d.Pos, "this axiom contradicts the launch: it leaves nothing to verify")
		}
		a.assumeThat(d.Pos, cond)
	}
}

// assumeThat takes cond for granted; what is true anyway is not said.
func (a *Annotations) assumeThat(pos diag.Pos, cond kernel.Expr) {
	if c, ok := cond.(*kernel.Const); ok && c.Val != 0 {
		return
	}
	a.core.Out.Emit(&kernel.Assume{Src: a.core.Out.At(pos), Cond: cond})
}
