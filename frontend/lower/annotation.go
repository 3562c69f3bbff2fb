package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Annotations are GPUVerify's: calls of functions that say something about the
// program. Those that are statements are here, their value functions in spec.go,
// contracts of functions in contract.go and loop invariants in loop.go.
//
// Every call is inlined, so that a contract is a pair of assertions around the
// body. An annotation holds for the threads that reach it; its global form for
// the others as well.

// annotationForm says what a statement's annotation is.
type annotationForm int

const (
	noAnnotation annotationForm = iota
	assertion
	assumption
	invariance // of a loop; elsewhere an assertion
	precondition
	postcondition
	functionWide  // invariant of every loop of the function
	barrierWide   // invariant at a barrier
	freshArray    // of a pointer that a struct holds
	accessClause  // the function may access what the pointer leads to
	impossible    // no thread comes here
	nothingToSay  // has no meaning for gv2
	printed       // printf
	hostAssertion // assert
)

// annotationKind is a form with its variations.
type annotationKind struct {
	form      annotationForm
	global    bool
	candidate bool
	write     bool // of an accessClause
}

var annotationKinds = map[string]annotationKind{
	"printf": {form: printed},
	"assert": {form: hostAssertion},

	"__assert":                         {form: assertion},
	"__unsafe_assert":                  {form: assertion},
	"__global_assert":                  {form: assertion, global: true},
	"__unsafe_global_assert":           {form: assertion, global: true},
	"__candidate_assert":               {form: assertion, candidate: true},
	"__unsafe_candidate_assert":        {form: assertion, candidate: true},
	"__candidate_global_assert":        {form: assertion, global: true, candidate: true},
	"__unsafe_candidate_global_assert": {form: assertion, global: true, candidate: true},

	"__assume":              {form: assumption},
	"__builtin_assume":      {form: assumption},
	"__builtin_unreachable": {form: impossible},

	"__invariant":                  {form: invariance},
	"__global_invariant":           {form: invariance, global: true},
	"__candidate_invariant":        {form: invariance, candidate: true},
	"__candidate_global_invariant": {form: invariance, global: true, candidate: true},
	"__global_candidate_invariant": {form: invariance, global: true, candidate: true},

	"__requires":             {form: precondition},
	"__global_requires":      {form: precondition, global: true},
	"__requires_fresh_array": {form: freshArray},
	"__ensures":              {form: postcondition},
	"__global_ensures":       {form: postcondition, global: true},

	"__function_wide_invariant":           {form: functionWide, global: true},
	"__function_wide_candidate_invariant": {form: functionWide, global: true, candidate: true},
	"__candidate_function_wide_invariant": {form: functionWide, global: true, candidate: true},

	"__reads_from":         {form: accessClause},
	"__reads_from_local":   {form: accessClause},
	"__reads_from_global":  {form: accessClause},
	"__writes_to":          {form: accessClause, write: true},
	"__writes_to_local":    {form: accessClause, write: true},
	"__writes_to_global":   {form: accessClause, write: true},
	"__read_permission":    {form: nothingToSay},
	"__array_snapshot":     {form: noAnnotation},
	"__barrier_invariant":  {form: barrierWide},
	"__non_temporal_loads": {form: nothingToSay},

	"__non_temporal_loads_begin": {form: nothingToSay},
	"__non_temporal_loads_end":   {form: nothingToSay},
}

// annotationOf recognises the name of an annotation that is a statement.
func annotationOf(name string) annotationKind {
	if strings.HasPrefix(name, "__barrier_invariant") {
		return annotationKind{form: barrierWide}
	}
	return annotationKinds[name]
}

// isAnnotation reports whether a call of fun among cands is an annotation: the
// program may declare what GPUVerify's headers do, but not define it.
func isAnnotation(fun *cuda.Ident, cands []*cuda.FuncDecl) bool {
	if len(fun.Path) > 0 || annotationOf(fun.Name).form == noAnnotation {
		return false
	}
	for _, fn := range cands {
		if fn.HasBody || !strings.HasPrefix(fun.Name, "__") {
			return false
		}
	}
	return true
}

// annotation lowers the annotation e.
func (l *lowerer) annotation(e *cuda.CallExpr, name string) {
	kind := annotationOf(name)
	switch kind.form {
	case printed:
		for _, a := range l.callArgs(e.Args) {
			if !a.place().t.Bad() {
				l.argValue(a)
			}
		}
	case hostAssertion:
		if len(e.Args) != 1 {
			l.Errorf(e.Pos, "assert takes one condition, not %d", len(e.Args))
			return
		}
		l.assertThat(e, l.truthOf(e.Args[0]), false)
	case impossible:
		l.Emit(&kernel.Assume{Src: l.at(e.Pos), Cond: kernel.BoolConst(false)})
	case functionWide, nothingToSay: // the former was seen when the body began
	default:
		l.statement(e, kind)
	}
}

// statement lowers an annotation that takes a condition or a pointer.
func (l *lowerer) statement(e *cuda.CallExpr, kind annotationKind) {
	if len(e.Args) != 1 && kind.form != barrierWide || len(e.Args) == 0 {
		l.Errorf(e.Pos, "this takes one argument, not %d", len(e.Args))
		return
	}
	switch kind.form {
	case freshArray:
		l.freshArray(e)
	case accessClause:
		l.accesses(e, kind.write)
	case precondition:
		l.requires(e, kind.global)
	case postcondition:
		l.ensures(e, kind.global)
	case assumption:
		cond := l.stated(e.Args[0], &spec{ghost: true})
		l.assumeThat(e.Pos, cond)
	case assertion, invariance, barrierWide:
		if !kind.candidate { // a guess away from a loop's head helps nobody
			l.assertThat(e, l.stated(e.Args[0], &spec{global: kind.global, ghost: kind.form == invariance}), kind.global)
		}
	}
}

// assertThat states cond; a constant says the same of every thread.
func (l *lowerer) assertThat(e *cuda.CallExpr, cond kernel.Expr, global bool) {
	global = global && !constantExpr(cond)
	l.Emit(&kernel.Assert{Src: l.at(e.Pos), Cond: cond, Text: l.spelled(cond), Global: global})
}

// spelled is x as a user may have written it: temporaries that hold what was just read
// of an array are the element.
func (l *lowerer) spelled(x kernel.Expr) string {
	return kernel.ExprString(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok || !r.Var.Temp {
			return e
		}
		for i := len(l.cur) - 1; i >= 0; i-- {
			if load, ok := l.cur[i].(*kernel.Load); ok && load.Dst == r.Var {
				if text := l.spelledElement(&load.Acc); text != "" {
					return &kernel.VarRef{Var: &kernel.Var{Name: text, T: r.Var.T}}
				}
			}
		}
		return e
	}))
}

// spelledElement spells an element of an array of one dimension, empty for others.
func (l *lowerer) spelledElement(acc *kernel.Access) string {
	a, index := acc.Array, acc.Index
	if a.Scale > 1 || len(a.Dims) > 1 {
		return ""
	}
	if c, ok := index.(*kernel.Convert); ok {
		index = c.X
	}
	subscript := "[" + l.spelled(index) + "]"
	if before, after, found := strings.Cut(a.Label, "[]"); found {
		return before + subscript + after
	}
	if len(a.Dims) == 0 && a.Len == 1 && !a.Param {
		return a.Label
	}
	return a.Label + subscript
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
	if v.bad() {
		return
	}
	if v.p == nil {
		l.Errorf(e.Pos, "this takes a pointer, not a %s", v.t)
		return
	}
	l.someAccesses(e.Pos, v.p, write)
}

// someAccesses is any number of accesses to anywhere in what p leads to.
func (l *lowerer) someAccesses(pos diag.Pos, p *pointer, write bool) {
	if p.onlyNull() || p.noMemory() {
		return // there is nothing to access
	}
	loop := &kernel.Loop{Src: l.at(pos)}
	loop.Head = l.Block(func() { loop.Cond = l.arbitrary(pos, kernel.BoolType, "how many accesses there are") })
	loop.Body = l.Block(func() {
		l.split(pos, p, func(m *memory) { l.someAccess(pos, m, write) })
	})
	l.Emit(loop)
}

func (l *lowerer) someAccess(pos diag.Pos, m *memory, write bool) {
	a := l.array(m)
	at := kernel.Access{Array: a, Index: l.arbitrary(pos, kernel.I64, "where the access is"), Width: 1}
	switch {
	case !write:
		l.Emit(&kernel.Load{Src: l.at(pos), Dst: l.Temp(a.Elem), Acc: at})
	case m.readOnly:
		l.wroteReadOnly(pos, m)
	default:
		l.wrote(m)
		l.Emit(&kernel.Store{Src: l.at(pos), Acc: at, X: l.arbitrary(pos, a.Elem, "what is written")})
	}
}

// axioms are the conditions that the file takes for granted of every thread.
func (l *lowerer) axioms() {
	for _, d := range l.prog.axioms {
		l.pos = d.Pos
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
	l.Emit(&kernel.Assume{Src: l.at(pos), Cond: cond})
}

var _ emit.Builder = (*lowerer)(nil)
