package lower

import (
	"strconv"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/contract"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/jump"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/ranged"
)

// program is a file, and the instances of its classes in all passes.
type program struct {
	names   *lookup.Table
	records map[recordKey]*ctype.Type
	made    int // records so far, to number them
	packs   *pack.Expander
	ranges  ranged.Loops
}

func newProgram(f *cuda.File) *program {
	return &program{names: lookup.Of(f), records: map[recordKey]*ctype.Type{}, packs: pack.New()}
}

// recordKey names an instance of a record: its template arguments, and the
// instance of the class that it is declared in.
type recordKey struct {
	decl  *cuda.RecordDecl
	outer *ctype.Record
	args  string
}

// frame is a function being lowered: the kernel, or an inlined call.
type frame struct {
	outer  *frame
	inst   *object.Instance
	fn     *cuda.FuncDecl
	args   string        // template arguments, spelled
	in     *ctype.Record // whose member fn is
	path   []string      // where names are looked up at file level
	decl   cuda.Decl     // what is being looked at there, where that is not fn
	scope  *bind.Scope
	calls  []diag.Pos    // the calls it came through, outermost first
	this   *object.Place // of a member function
	depth  int
	result *object.Cell  // where return puts its value; nil for void and kernels
	ret    *object.Place // what a function that returns a reference returned
	label  string        // of the region that return leaves; empty in a kernel
	leaves int           // returns lowered so far
	rtype  *ctype.Type
	tail   bool         // the statement being lowered ends the function's body
	jumps  jump.Targets // enclosing loops, switches and labels
	terms  contract.Terms
}

// instance tells the instances of fr's function apart, by template arguments.
func (fr *frame) instance() string {
	if fr.in == nil {
		return fr.args
	}
	return strconv.Itoa(fr.in.ID) + fr.args
}

// slot names variable decl of the current frame.
func (l *lowerer) slot(decl any, path string) object.Slot {
	return object.SlotOf(l.frame.inst, decl, path)
}

// in runs f as if it stood in another frame's place: declarations at file level
// are evaluated where they are written.
func (l *lowerer) in(fr *frame, f func()) {
	outer := l.frame
	if outer != nil {
		fr.outer, fr.calls, fr.depth = outer, outer.calls, outer.depth
	}
	if fr.inst == nil {
		fr.inst = l.an.Root
	}
	l.frame = fr
	f()
	l.frame = outer
}

// class is what C++ knows of a record besides its layout.
type class struct {
	env     *bind.Scope    // where its member functions look names up
	args    []*bind.Symbol // of the template that it is an instance of
	closure *closure       // of the type of a lambda, which has no fields
}

// classOf is the class of r. CUDA's own records have an empty one.
func classOf(r *ctype.Record) *class {
	if c, ok := r.Class.(*class); ok {
		return c
	}
	return &class{}
}

// closure is a lambda where it was evaluated.
type closure struct {
	expr  *cuda.LambdaExpr
	fn    *cuda.FuncDecl
	scope *bind.Scope
	this  *object.Place
	path  []string
}
