// Package intrinsic holds the functions that the CUDA compiler knows without a
// declaration in the program: barriers and fences, warp functions, atomics, cached
// loads and stores, integer and floating-point functions, clocks.
//
// A call comes in with its evaluated arguments; statements go out through an
// emit.Builder, and the value of the call is returned. The package sees neither
// syntax trees nor C++ types, so a front end for another language can use it as
// it is. A function that gv2 does not model is in the table too, and refuses the
// call with what to write instead: a name that is looked up here in vain is not
// CUDA's.
//
// To add a function, add one line to the file of its family (define for a
// function with its own expansion, defineExact for one that package kernel
// computes, defineFixed and defineMath for uninterpreted ones); a new family is
// a file with a function that defines it, and an entry of everyday or rest.
package intrinsic

import (
	"sync"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Function is a function that the CUDA compiler knows without a declaration in
// the program.
type Function struct {
	Name string
	// min and max bound the number of arguments.
	min, max int
	expand   expansion
}

// expansion emits the statements of one call and returns its value, nil for
// void. A fault is reported through the call, and then the value is ignored.
type expansion func(c *call) kernel.Expr

// functions is filled by the families, one file each, when a name is first looked up: those
// that most kernels use, and the rest, which are many, for a name that is not among the former.
var (
	functions = make(map[string]*Function, 128)
	filling   sync.Mutex
	filled    int // of families
)

// families define their functions in this order.
func families() []func() {
	return []func(){
		func() { defineBarriers(); defineAtomics(); defineWarps(); defineLoads() },
		func() { defineIntegers(); defineFloats(); defineMaths(); defineOrdered(); defineUnknown() },
	}
}

// defined is the function of that name, nil if there is none.
func defined(name string) *Function {
	filling.Lock()
	defer filling.Unlock()
	in := functions[name]
	for all := families(); in == nil && filled < len(all); in = functions[name] {
		all[filled]()
		filled++
	}
	return in
}

// define adds the names to the table, all with the same expansion.
func define(min, max int, f expansion, names ...string) {
	for _, name := range names {
		if _, twice := functions[name]; twice {
			panic("intrinsic: defined twice: " + name)
		}
		functions[name] = &Function{name, min, max, f}
	}
}

// Lookup returns the function of that name. A function that the program itself
// defines hides CUDA's; the caller looks for it first.
func Lookup(name string) (*Function, bool) {
	if in := defined(name); in != nil {
		return in, true
	}
	if in := patternFunction(name); in != nil {
		return in, true
	}
	return nil, false
}

// Lower emits the statements of a call at pos through b and returns its value,
// nil for void. It returns false after a diagnostic.
func (in *Function) Lower(b emit.Builder, pos diag.Pos, args []emit.Argument) (e kernel.Expr, ok bool) {
	if len(args) < in.min || len(args) > in.max {
		b.Errorf(pos, "%s is called with %s; it takes %s", in.Name, diag.Count(len(args), "argument"), span(in.min, in.max))
		return nil, false
	}
	c := &call{b: b, pos: pos, name: in.Name, args: args}
	e = in.expand(c)
	if c.failed {
		return nil, false
	}
	return e, true
}

func span(min, max int) string {
	digits := func(n int) string { return string(rune('0' + n)) }
	if min == max {
		return digits(min)
	}
	return digits(min) + " to " + digits(max)
}

// call is one call of an intrinsic while it is expanded.
type call struct {
	b      emit.Builder
	pos    diag.Pos
	name   string
	args   []emit.Argument
	failed bool
}

// unsupported reports what gv2 does not model about this call.
func (c *call) unsupported(pos diag.Pos, format string, args ...any) {
	c.failed = true
	c.b.Unsupported(pos, format, args...)
}

// value returns argument i, a number. After a fault it is a constant.
func (c *call) value(i int) kernel.Expr {
	if v := c.args[i].Value; v != nil {
		return v
	}
	if !c.failed {
		c.unsupported(c.args[i].Pos, "%s with an argument that is not a number; pass the members one by one", c.name)
	}
	return kernel.NewConst(kernel.I32, 0)
}

// as returns argument i converted to t.
func (c *call) as(i int, t kernel.Type) kernel.Expr { return cexpr.Convert(c.value(i), t) }

// pointer returns argument i if it points to numbers of a known type.
func (c *call) pointer(i int) (*emit.Argument, bool) {
	a := &c.args[i]
	if a.IsPointer && a.Deref != nil && a.Elem.Bits > 0 {
		return a, true
	}
	if !c.failed {
		c.unsupported(a.Pos, "%s needs a pointer to a number here; access the members one by one", c.name)
	}
	return nil, false
}

// arbitrary returns a fresh variable about which only its type is known.
func (c *call) arbitrary(t kernel.Type, why string) kernel.Expr {
	return emit.Arbitrary(c.b, t, why)
}
