package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/contract"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Options are what the command line says about one kernel.
type Options struct {
	Launch kernel.Launch
	// Params fixes scalar parameters: name to C literal.
	Params map[string]string
	// Typed are names of Params that were written otherwise, p.n for p_n.
	Typed map[string]string
	// SharedBytes is the size of dynamic shared memory, -1 if not known.
	SharedBytes int64
	// UnknownConstants forgets the initial contents of __constant__ variables that
	// are not const: the host may have written them.
	UnknownConstants bool
	// Holds are conditions over parameters, by name, and the sizes of grid and block, which
	// hold at every launch of the kernel.
	Holds []kernel.Precondition
	// Same has the pointer parameters that are the same pointer as another one: its name.
	Same map[string]string
	// Offsets has how many elements behind that one some of them are.
	Offsets map[string]int64
	// Overlaps has those of which the distance to that one is not known.
	Overlaps map[string]kernel.Overlap
}

const (
	// callCost is what an inlined call counts besides its statements.
	callCost    = 8
	maxInlining = 200
	maxDepth    = 20_000
)

// lowerer is one pass over one kernel. Its methods are C++: what names, expressions,
// statements and declarations mean. What it makes goes to out, through mem where
// values are read and written.
type lowerer struct {
	prog  *program
	an    *object.Analysis
	opts  Options
	fn    *cuda.FuncDecl
	out   *object.Output
	mem   *object.Model
	diags diag.List

	frame *frame // the function at hand
	depth int    // of nested expressions
	notes *contract.Annotations
	// methodPath is set while a member function's parameters are looked at.
	methodPath []string
	// target is set while a conversion function template's parameters are looked for: what it has to
	// convert to.
	target *ctype.Type
	// converting is set while a conversion of the user's is looked for.
	converting bool
	// unevaluated counts the operands of decltype and sizeof around what is being looked at: calls
	// there have their type alone.
	unevaluated int
	// called is the declared result type of the function called last, calledAt the place of the call.
	called   *ctype.Type
	calledAt diag.Pos
	// tables are the contents of memory that a function declares, found where that stands, staticOf the
	// classes of static members.
	tables    map[*object.Memory][]kernel.Const
	staticOf  map[*object.Memory]*ctype.Record
	paramSeen map[string]bool // scalar parameters, of those that options fix
	// scalars are the values of parameters of numbers when the kernel begins.
	scalars map[annotation.Scalar]kernel.Expr
}

// Unsupported reports what gv2 does not model, with what to write instead.
func (l *lowerer) Unsupported(pos diag.Pos, format string, args ...any) {
	l.out.Unsupported(pos, format, args...)
}

// Errorf reports what C++ does not allow.
func (l *lowerer) Errorf(pos diag.Pos, format string, args ...any) {
	l.out.Errorf(pos, format, args...)
}
