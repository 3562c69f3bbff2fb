package annotation

import (
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Call is a call of a function in the argument of an annotation.
type Call interface {
	emit.Builder
	Pos() diag.Pos
	Name() string
	Len() int
	// Truth evaluates argument i as a condition; after a fault it is true.
	Truth(i int) kernel.Expr
	// Number evaluates argument i, which has to be a number. It returns false after a
	// diagnostic, as the others do.
	Number(i int) (kernel.Expr, bool)
	// Base is the number of the array that argument i points to.
	Base(i int) (kernel.Expr, bool)
	// Offset is where argument i points in its array, in bytes.
	Offset(i int) (kernel.Expr, bool)
	// Arrays joins f over the arrays that argument i may lead to; none is what holds
	// where it leads nowhere.
	Arrays(i int, none kernel.Expr, f func(*kernel.Array) kernel.Expr) (kernel.Expr, bool)
	// Other has the other thread evaluate what f evaluates.
	Other(f func())
	// EnabledOnly reports whether only threads that reach the annotation evaluate it.
	EnabledOnly() bool
}

// Function is one of GPUVerify's.
type Function struct {
	// args is the number of arguments, -1 for any.
	args int
	// value lowers a call; it returns false after a diagnostic.
	value func(c Call) (kernel.Expr, bool)
	// Contract is set, and value is not, for what a contract knows of the function
	// that it belongs to.
	Contract Contract
}

// Contract is what a contract knows of a call of its function.
type Contract int

const (
	NoContract Contract = iota
	Result              // what the function returned
	Old                 // the argument as it was when the function began
)

// functions are those with fixed names; families whose names carry types are in
// ofFamily.
var functions = map[string]Function{
	"__implies":           {2, implies, NoContract},
	"__enabled":           {0, enabled, NoContract},
	"__dominator_enabled": {0, refused("whether a thread is enabled elsewhere; use __enabled"), NoContract},
	"__is_pow2":           {1, isPow2, NoContract},
	"__mod_pow2":          {2, modPow2, NoContract},

	"__other_int": {1, other, NoContract}, "__other_bool": {1, other, NoContract}, "__other_ptr_base": {1, other, NoContract},
	"__uniform_int": {1, uniform, NoContract}, "__uniform_bool": {1, uniform, NoContract},
	"__uniform_ptr_base": {1, uniform, NoContract},
	"__distinct_int":     {1, distinct, NoContract}, "__distinct_bool": {1, distinct, NoContract},
	"__distinct_ptr_base": {1, distinct, NoContract},
	"__all":               {1, all, NoContract}, "__exclusive": {1, exclusive, NoContract}, "__at_most_one": {1, exclusive, NoContract},

	"__read": {1, accessed, NoContract}, "__write": {1, accessed, NoContract},
	"__no_read": {1, accessed, NoContract}, "__no_write": {1, accessed, NoContract},
	"__read_implies": {2, accessImplies, NoContract}, "__write_implies": {2, accessImplies, NoContract},
	"__read_offset_bytes": {1, accessOffset, NoContract}, "__write_offset_bytes": {1, accessOffset, NoContract},
	"__ptr_base": {1, pointerBase, NoContract}, "__ptr_offset_bytes": {1, pointerOffset, NoContract},
	"__box_bytes": {1, boxBytes, NoContract},

	"__return_val_int": {-1, nil, Result}, "__return_val_bool": {-1, nil, Result}, "__return_val_ptr": {-1, nil, Result},
	"__return_val_funptr": {-1, nil, Result}, "__return_val_int4": {-1, nil, Result}, "__return_val": {-1, nil, Result},
	"__old_int": {1, nil, Old}, "__old_bool": {1, nil, Old},

	"__atomic_has_taken_value": {3, refused("the values that an atomic has taken; state it over variables"), NoContract},
}

// Lookup returns the function of that name, false if there is none.
func Lookup(name string) (Function, bool) {
	if f, ok := functions[name]; ok {
		return f, true
	}
	if kernel.HoldsNamed(name) != 0 {
		return Function{1, refused("what an array holds is said in a __requires of the kernel that says nothing else"), NoContract}, true
	}
	return ofFamily(name)
}

// OnlyInAnnotation reports whether a name means something in annotations alone:
// __all is a warp function as well.
func OnlyInAnnotation(name string) bool {
	_, known := Lookup(name)
	return known && name != "__all"
}

// Takes reports whether f takes that many arguments, and reports it at pos if not.
func (f Function) Takes(n int, name string, b emit.Builder, pos diag.Pos) bool {
	if n == f.args || f.args < 0 {
		return true
	}
	b.Errorf(pos, "%s takes %s, not %d", name, diag.Count(f.args, "argument"), n)
	return false
}

// Value is the call's, where f is no Contract's. It returns false after a diagnostic.
func (f Function) Value(c Call) (kernel.Expr, bool) { return f.value(c) }

func refused(what string) func(Call) (kernel.Expr, bool) {
	return func(c Call) (kernel.Expr, bool) {
		c.Unsupported(c.Pos(), "%s: %s", c.Name(), what)
		return nil, false
	}
}

func implies(c Call) (kernel.Expr, bool) {
	x, y := c.Truth(0), c.Truth(1)
	return cexpr.Binary(kernel.Implies, x, y), true
}

// enabled is true where only enabled threads are looked at.
func enabled(c Call) (kernel.Expr, bool) {
	if c.EnabledOnly() {
		return kernel.BoolConst(true), true
	}
	return &kernel.Enabled{}, true
}

// isPow2 is x & (x - 1) == 0.
func isPow2(c Call) (kernel.Expr, bool) {
	x, ok := c.Number(0)
	if !ok {
		return nil, false
	}
	below := cexpr.Binary(kernel.Sub, x, cexpr.I32(1))
	return cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, x, below), cexpr.I32(0)), true
}

// modPow2 is x modulo y for a power of two y: (y - 1) & x.
func modPow2(c Call) (kernel.Expr, bool) {
	x, okX := c.Number(0)
	y, okY := c.Number(1)
	if !okX || !okY {
		return nil, false
	}
	return cexpr.Binary(kernel.And, cexpr.Binary(kernel.Sub, y, cexpr.I32(1)), x), true
}

// both evaluates the argument for the thread itself and for the other one. What is
// the same for all threads stays what it is.
func both(c Call) (own, other kernel.Expr, ok bool) {
	arg := func() (kernel.Expr, bool) {
		switch {
		case strings.HasSuffix(c.Name(), "ptr_base"):
			return c.Base(0)
		case strings.HasSuffix(c.Name(), "int"):
			return c.Number(0)
		}
		return c.Truth(0), true
	}
	if own, ok = arg(); !ok {
		return nil, nil, false
	}
	var x kernel.Expr
	c.Other(func() { x, ok = arg() })
	if !ok {
		return nil, nil, false
	}
	if OnlyParams(x) {
		return own, x, true
	}
	return own, &kernel.Other{X: x}, true
}

func other(c Call) (kernel.Expr, bool) {
	_, x, ok := both(c)
	return x, ok
}

// related compares an expression of the two threads.
func related(c Call, op kernel.BinaryOp) (kernel.Expr, bool) {
	own, other, ok := both(c)
	if !ok {
		return nil, false
	}
	return cexpr.Binary(op, own, other), true
}

func uniform(c Call) (kernel.Expr, bool)  { return related(c, kernel.Eq) }
func distinct(c Call) (kernel.Expr, bool) { return related(c, kernel.Ne) }
func all(c Call) (kernel.Expr, bool)      { return related(c, kernel.LAnd) }

func exclusive(c Call) (kernel.Expr, bool) {
	x, ok := related(c, kernel.LAnd)
	if !ok {
		return nil, false
	}
	return cexpr.Unary(kernel.Not, x), true
}

func pointerBase(c Call) (kernel.Expr, bool) { return c.Base(0) }

func pointerOffset(c Call) (kernel.Expr, bool) {
	x, ok := c.Offset(0)
	if !ok {
		return nil, false
	}
	return cexpr.Convert(x, kernel.U64), true
}

// boxBytes is how many bytes a box of the tensor map at an address has, a size_t.
func boxBytes(c Call) (kernel.Expr, bool) {
	offset, ok := c.Offset(0)
	if !ok {
		return nil, false
	}
	at, constant := kernel.Fold(offset).(*kernel.Const)
	arrays := 0
	x, ok := c.Arrays(0, kernel.NewConst(kernel.U64, 0), func(a *kernel.Array) kernel.Expr {
		arrays++
		if !constant {
			return kernel.NewConst(kernel.U64, 0)
		}
		return kernel.BoxSize(a.Label, at.Val)
	})
	if ok && (!constant || arrays > 1) {
		c.Unsupported(c.Pos(), "%s of a map whose place is not known; give the address of a parameter, or of a member of one", c.Name())
		return nil, false
	}
	return x, ok
}

func accessKind(name string) kernel.AccessKind {
	if strings.Contains(name, "write") {
		return kernel.WriteAccess
	}
	return kernel.ReadAccess
}

// wasAccessed is __read(p) or __write(p).
func wasAccessed(c Call) (kernel.Expr, bool) {
	return c.Arrays(0, kernel.BoolConst(false), func(a *kernel.Array) kernel.Expr {
		return &kernel.Accessed{Kind: accessKind(c.Name()), Array: a}
	})
}

func accessed(c Call) (kernel.Expr, bool) {
	x, ok := wasAccessed(c)
	if !ok {
		return nil, false
	}
	if strings.HasPrefix(c.Name(), "__no_") {
		x = cexpr.Unary(kernel.Not, x)
	}
	return x, true
}

func accessImplies(c Call) (kernel.Expr, bool) {
	x, ok := wasAccessed(c)
	if !ok {
		return nil, false
	}
	return cexpr.Binary(kernel.Implies, x, c.Truth(1)), true
}

// accessOffset is the index of the access in bytes, a size_t.
func accessOffset(c Call) (kernel.Expr, bool) {
	return c.Arrays(0, kernel.NewConst(kernel.U64, 0), func(a *kernel.Array) kernel.Expr {
		index := &kernel.Convert{T: kernel.U64, X: &kernel.AccessIndex{Kind: accessKind(c.Name()), Array: a}}
		return cexpr.Binary(kernel.Mul, index, kernel.NewConst(kernel.U64, int64(a.Elem.Bytes())))
	})
}

// typeWords are the types in names such as __add_noovfl_unsigned_int.
var typeWords = map[string]kernel.Type{
	"char": kernel.I8, "short": kernel.I16, "int": kernel.I32, "long": kernel.I64,
	"unsigned_char": kernel.U8, "unsigned_short": kernel.U16, "unsigned_int": kernel.U32, "unsigned_long": kernel.U64,
}

// ofFamily recognises the functions whose names carry a type: __add_noovfl_int,
// __add_noovfl_unsigned_int_3, __add_int, __ite_int.
func ofFamily(name string) (Function, bool) {
	if name == "__add" {
		return sum(nil), true
	}
	if name == "__ite" {
		return ifThenElse(nil), true
	}
	for _, family := range []struct {
		prefix string
		make   func(t *kernel.Type) Function
	}{{"__add_noovfl_", sum}, {"__add_", sum}, {"__ite_", ifThenElse}} {
		rest, ok := strings.CutPrefix(name, family.prefix)
		if !ok {
			continue
		}
		if t, ok := typeWords[rest]; ok {
			return family.make(&t), true
		}
		if i := strings.LastIndexByte(rest, '_'); i > 0 && family.prefix == "__add_noovfl_" {
			if t, ok := typeWords[rest[:i]]; ok && isNumber(rest[i+1:]) {
				return noOverflow(t), true
			}
		}
	}
	return Function{}, false
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// numbers evaluates all arguments as numbers of type t, or of their own.
func numbers(c Call, t *kernel.Type) ([]kernel.Expr, bool) {
	var out []kernel.Expr
	for i := range c.Len() {
		x, ok := c.Number(i)
		if !ok {
			return nil, false
		}
		if t != nil {
			x = cexpr.Convert(x, *t)
		}
		out = append(out, x)
	}
	return out, true
}

// sum is the sum of its arguments.
func sum(t *kernel.Type) Function {
	return Function{args: -1, value: func(c Call) (kernel.Expr, bool) {
		xs, ok := numbers(c, t)
		if !ok {
			return nil, false
		}
		sum := cexpr.I32(0)
		for i, x := range xs {
			if i == 0 {
				sum = x
				continue
			}
			sum = cexpr.Binary(kernel.Add, sum, x)
		}
		if t != nil {
			sum = cexpr.Convert(sum, *t)
		}
		return sum, true
	}}
}

// noOverflow is whether the sum of the arguments is a value of type t.
func noOverflow(t kernel.Type) Function {
	return Function{args: -1, value: func(c Call) (kernel.Expr, bool) {
		xs, ok := numbers(c, &t)
		if !ok {
			return nil, false
		}
		if t.Bits > 32 {
			c.Unsupported(c.Pos(), "%s: overflow of 64 bits", c.Name())
			return nil, false
		}
		sum := kernel.Expr(kernel.NewConst(kernel.I64, 0))
		for _, x := range xs {
			sum = cexpr.Binary(kernel.Add, sum, cexpr.Convert(x, kernel.I64))
		}
		narrow := cexpr.Convert(cexpr.Convert(sum, t), kernel.I64)
		return cexpr.Binary(kernel.Eq, sum, narrow), true
	}}
}

// ifThenElse is c ? x : y.
func ifThenElse(t *kernel.Type) Function {
	return Function{args: -1, value: func(c Call) (kernel.Expr, bool) {
		if c.Len() != 3 {
			c.Errorf(c.Pos(), "%s takes 3 arguments, not %d", c.Name(), c.Len())
			return nil, false
		}
		cond := c.Truth(0)
		x, okX := c.Number(1)
		y, okY := c.Number(2)
		if !okX || !okY {
			return nil, false
		}
		if t != nil {
			x, y = cexpr.Convert(x, *t), cexpr.Convert(y, *t)
		} else {
			x, y = cexpr.Usual(x, y)
		}
		return kernel.FoldNode(&kernel.Cond{C: cond, X: x, Y: y}), true
	}}
}
