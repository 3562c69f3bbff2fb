package object

import (
	"context"

	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// maxStatements bounds what one kernel may become by inlining.
const maxStatements = 300_000

// Output is the kernel that a pass builds, an emit.Builder. It knows nothing of C++:
// statements come in, and names, origins and the order of assignments are kept.
type Output struct {
	Kernel  *kernel.Kernel
	reports *diag.List
	// inlined is the chain of calls that the code being lowered came through.
	inlined func() []diag.Pos

	Cur []kernel.Stmt // the block being built
	Pos diag.Pos      // of the expression being lowered

	names   emit.Names
	assumed map[string]bool
	emitted int
	Stopped bool // too much of something, and then a diagnostic was given, or ctx is done
	ctx     context.Context
	worked  int // statements of the source so far, to look at ctx once in a while
	// assignedAt numbers the last assignment to each of the user's variables, serial
	// is the last number: what was read before may have to be kept (mark, keep).
	assignedAt map[*kernel.Var]int
	serial     int
	// acted counts the statements that may change memory.
	acted int
}

// NewOutput is an output that builds k and reports faults to reports.
func NewOutput(ctx context.Context, k *kernel.Kernel, reports *diag.List, inlined func() []diag.Pos) *Output {
	return &Output{
		ctx: ctx, Kernel: k, reports: reports, inlined: inlined, Pos: k.Pos,
		names: emit.Names{}, assumed: map[string]bool{}, assignedAt: map[*kernel.Var]int{},
	}
}

var _ emit.Builder = (*Output)(nil)

// Emit appends s to the current block.
func (o *Output) Emit(s kernel.Stmt) {
	if !o.Spend(1) {
		return
	}
	if v := kernel.Assigned(s); v != nil && !v.Temp {
		o.serial++
		o.assignedAt[v] = o.serial
	}
	switch s.(type) {
	case *kernel.Assign, *kernel.Load, *kernel.Havoc, *kernel.Assume, *kernel.Assert, *kernel.If, *kernel.Loop, *kernel.Region, *kernel.Leave:
	default: // what is inside of others was counted when it was emitted
		o.acted++
	}
	o.Cur = append(o.Cur, s)
}

// lookEvery is after how many statements lowering looks at its context.
const lookEvery = 64

// Late reports whether lowering has ended, because of a limit or because nobody waits for
// it. It is asked before each statement of the source.
func (o *Output) Late() bool {
	if o.worked++; o.worked%lookEvery == 0 && o.ctx.Err() != nil {
		o.Stopped = true
	}
	return o.Stopped
}

// Spend counts statements against the bound on inlining.
func (o *Output) Spend(n int) bool {
	if o.emitted += n; o.emitted > maxStatements && !o.Stopped {
		o.Unsupported(o.Pos, "inlining exceeds %d statements; split the kernel", maxStatements)
		o.Stopped = true
	}
	return !o.Stopped
}

// Block returns the statements that f emits.
func (o *Output) Block(f func()) []kernel.Stmt {
	outer := o.Cur
	o.Cur = nil
	f()
	inner := o.Cur
	o.Cur = outer
	return inner
}

// At is the origin of a statement for the source at pos. In code that gv2 supplies that is
// the call which led there.
func (o *Output) At(pos diag.Pos) kernel.Src {
	pos, calls := userPlace(pos, o.inlined())
	return kernel.Src{Pos: pos, Calls: calls}
}

// userPlace is the innermost place of the user's, of pos and the calls that led to it, and
// the calls that led there.
func userPlace(pos diag.Pos, calls []diag.Pos) (diag.Pos, []diag.Pos) {
	for pos.Supplied() && len(calls) > 0 {
		n := len(calls) - 1
		pos, calls = calls[n], calls[:n]
	}
	return pos, calls
}

// UserPlace is the place to report for pos: a call of the user's where pos is in code that
// gv2 supplies.
func (o *Output) UserPlace(pos diag.Pos) diag.Pos {
	pos, _ = userPlace(pos, o.inlined())
	return pos
}

// Src is the origin of what is emitted for the expression at hand.
func (o *Output) Src() kernel.Src { return o.At(o.Pos) }

// Launch is the kernel's, as far as it is known.
func (o *Output) Launch() kernel.Launch { return o.Kernel.Launch }

// Unsupported reports what gv2 does not model.
func (o *Output) Unsupported(pos diag.Pos, format string, args ...any) {
	o.reports.Unsupportedf(o.UserPlace(pos), format, args...)
}

// Errorf reports what the language does not allow.
func (o *Output) Errorf(pos diag.Pos, format string, args ...any) {
	o.reports.Errorf(o.UserPlace(pos), format, args...)
}

// Assume adds a sentence to the kernel's assumptions, once.
func (o *Output) Assume(text string) {
	if !o.assumed[text] {
		o.assumed[text] = true
		o.Kernel.Assumptions = append(o.Kernel.Assumptions, text)
	}
}

// Unique returns name, or name_1, name_2 and so on if it is taken.
func (o *Output) Unique(name string) string { return o.names.Unique(name) }

// Variable makes a variable of the kernel named after the source.
func (o *Output) Variable(name string, t kernel.Type, pos diag.Pos) *kernel.Var {
	v := &kernel.Var{Name: o.Unique(name), T: t, Pos: pos}
	o.Kernel.Vars = append(o.Kernel.Vars, v)
	return v
}

// Temp makes a fresh temporary.
func (o *Output) Temp(t kernel.Type) *kernel.Var {
	v := o.Variable("t", t, o.Pos)
	v.Temp = true
	return v
}

// Arbitrary returns an unknown value of type t.
func (o *Output) Arbitrary(pos diag.Pos, t kernel.Type, why string) kernel.Expr {
	v := o.Temp(t)
	o.Emit(&kernel.Havoc{Src: o.At(pos), Dst: v, Why: why})
	return &kernel.VarRef{Var: v}
}

// LabelOf is the label at *label, made when it is first needed.
func (o *Output) LabelOf(label *string, name string) string {
	if *label == "" {
		*label = o.Unique(name)
	}
	return *label
}

// snapshot is the value that e has now, whatever is assigned later.
func (o *Output) snapshot(e kernel.Expr) kernel.Expr {
	if _, ok := e.(*kernel.Const); ok {
		return e
	}
	t := o.Temp(e.Type())
	o.Emit(&kernel.Assign{Src: o.Src(), Dst: t, X: e})
	return &kernel.VarRef{Var: t}
}

// Held is v in variables that nothing changes.
func (o *Output) Held(v Value) Value {
	if v.Bad() {
		return v
	}
	return MapValue(v, func(x kernel.Expr) kernel.Expr { return o.Stable(o.Pos, x) })
}

// Stable returns e as something that later statements do not change.
func (o *Output) Stable(pos diag.Pos, e kernel.Expr) kernel.Expr {
	if lasting(e) {
		return e
	}
	v := o.Temp(e.Type())
	o.Emit(&kernel.Assign{Src: o.At(pos), Dst: v, X: e})
	return &kernel.VarRef{Var: v}
}

// lasting reports whether e is small and reads no variable of the user's.
func lasting(e kernel.Expr) bool {
	return !changesSince(e, func(v *kernel.Var) bool { return !v.Temp && !v.Param })
}

// changesSince reports whether e reads a variable that changed says yes for; it
// says yes to large expressions without looking further.
func changesSince(e kernel.Expr, changed func(*kernel.Var) bool) bool {
	nodes, found := 0, false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if nodes++; nodes > 64 {
			found = true
		}
		if r, ok := e.(*kernel.VarRef); ok && changed(r.Var) {
			found = true
		}
		return !found
	})
	return found
}
