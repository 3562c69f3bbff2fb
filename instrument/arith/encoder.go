// Package arith turns expressions of kernels into expressions of Boogie, for one of two
// threads, in one of two models of C's integers: mathematical or bit-vectors.
//
// An Encoder holds what the value of an expression depends on: which variables are
// uniform, their names and ranges, and the model. The operations that it needs gather in
// a Vocabulary, which declares them. Choose says which model fits a kernel, and Exact
// gives the functions that stand for products of variables their meaning.
package arith

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// Model is one model of C's integers: mathematical or bit-vectors.
type Model interface {
	// Type is the Boogie type of an integer.
	Type(t kernel.Type) boogie.Type
	// integer is the value of an integer expression for a thread.
	integer(e *Encoder, x kernel.Expr, thread int) boogie.Expr
	// compare is x op y on integer operands, as a truth value.
	compare(e *Encoder, op kernel.BinaryOp, x, y kernel.Expr, thread int) boogie.Expr
	// Literal is the constant v of type t.
	Literal(v int64, t kernel.Type) boogie.Expr
	// InRange says that v is a value of t; True where every value is.
	InRange(e *Encoder, v boogie.Expr, t kernel.Type) boogie.Expr
	// Plus and Less work on values of one type t already encoded.
	Plus(e *Encoder, x, y boogie.Expr, t kernel.Type) boogie.Expr
	Less(e *Encoder, orEqual bool, x, y boogie.Expr, t kernel.Type) boogie.Expr
}

// Encoder turns expressions of the kernel IR into Boogie for one of the two
// threads of one procedure. Thread 0 asks for an expression that is uniform.
type Encoder struct {
	Names   *Names
	Uniform map[*kernel.Var]bool
	Pair    fact.Pair
	Model   Model
	Ranges  *fact.Ranges
	Used    *Vocabulary
	// Locals collects the Boogie locals that were named.
	Locals map[string]boogie.Type
	// Aliases are the names of variables that stand for something else.
	Aliases map[*kernel.Var]func(thread int) string
}

// Mathematical reports whether integers are mathematical ones, not bit-vectors.
func (e *Encoder) Mathematical() bool {
	_, ok := e.Model.(intArith)
	return ok
}

// Expr is the value of x for a thread.
func (e *Encoder) Expr(x kernel.Expr, thread int) boogie.Expr {
	switch x.Type().Kind {
	case kernel.Bool:
		return e.truth(x, thread)
	case kernel.Float:
		return e.float(x, thread)
	default:
		return e.Model.integer(e, x, thread)
	}
}

// Variable is the Boogie variable that holds v for a thread.
func (e *Encoder) Variable(v *kernel.Var, thread int) string {
	if name := e.Aliases[v]; name != nil {
		return name(thread)
	}
	name := e.Names.Of(v)
	if v.Param {
		return name
	}
	if !e.Uniform[v] {
		name += key.Suffix(max(thread, 1))
	}
	if _, ok := e.Locals[name]; !ok {
		e.Locals[name] = e.Type(v.T)
	}
	return name
}

// IsUniform reports whether x has the same value for both threads.
func (e *Encoder) IsUniform(x kernel.Expr) bool { return e.Pair.Same(x, e.Uniform) }

// Builtin is the constant for threadIdx and its kind.
func (e *Encoder) Builtin(x *kernel.Builtin, thread int) boogie.Expr {
	if thread == 0 {
		thread = 1
	}
	switch x.Kind {
	case kernel.ThreadIdx:
		return boogie.V(key.ThreadName(x.Dim, thread))
	case kernel.BlockIdx:
		return boogie.V(key.BlockName(e.Pair, x.Dim, thread))
	case kernel.BlockDim:
		return boogie.V(key.BlockDimName(x.Dim))
	default:
		return boogie.V(key.GridDimName(x.Dim))
	}
}

var logicalOps = map[kernel.BinaryOp]string{
	kernel.LAnd: "&&", kernel.LOr: "||", kernel.Implies: "==>",
	kernel.Eq: "==", kernel.Ne: "!=",
}

// truth is the value of a bool expression.
func (e *Encoder) truth(x kernel.Expr, thread int) boogie.Expr {
	switch x := x.(type) {
	case *kernel.Const:
		return &boogie.BoolLit{Val: x.Val != 0}
	case *kernel.VarRef:
		return boogie.V(e.Variable(x.Var, thread))
	case *kernel.Unary:
		return boogie.Not(e.truth(x.X, thread))
	case *kernel.Cond:
		return boogie.If3(e.truth(x.C, thread), e.truth(x.X, thread), e.truth(x.Y, thread))
	case *kernel.Convert:
		return e.Nonzero(x.X, thread)
	case *kernel.Call:
		return e.uninterpreted(x, thread)
	case *kernel.Binary:
		return e.relation(x, thread)
	default:
		// Others are not bool, or have been replaced.
	}
	panic(fmt.Sprintf("instrument: %T is not a truth value", x))
}

func (e *Encoder) relation(x *kernel.Binary, thread int) boogie.Expr {
	switch x.X.Type().Kind {
	case kernel.Int:
		return e.Model.compare(e, x.Op, x.X, x.Y, thread)
	case kernel.Float:
		return e.floatCompare(x, thread)
	}
	a, b := e.truth(x.X, thread), e.truth(x.Y, thread)
	switch x.Op {
	case kernel.LAnd:
		return boogie.And(a, b)
	case kernel.LOr:
		return boogie.Or(a, b)
	case kernel.Implies:
		return boogie.Imp(a, b)
	case kernel.Eq, kernel.Ne:
		return boogie.Op(logicalOps[x.Op], a, b)
	case kernel.And:
		return boogie.And(a, b)
	case kernel.Or:
		return boogie.Or(a, b)
	case kernel.Xor:
		return boogie.Ne(a, b)
	case kernel.Lt:
		return boogie.And(boogie.Not(a), b)
	case kernel.Le:
		return boogie.Imp(a, b)
	case kernel.Gt:
		return boogie.And(a, boogie.Not(b))
	case kernel.Ge:
		return boogie.Imp(b, a)
	}
	panic(fmt.Sprintf("instrument: operator %d on bool", x.Op))
}

// Nonzero is the conversion of x to bool.
func (e *Encoder) Nonzero(x kernel.Expr, thread int) boogie.Expr {
	switch t := x.Type(); t.Kind {
	case kernel.Bool:
		return e.truth(x, thread)
	case kernel.Int:
		return e.Model.compare(e, kernel.Ne, x, &kernel.Const{T: t}, thread)
	default:
		return e.apply(strings.ToUpper(t.String())+"_NONZERO", kernel.BoolType, []kernel.Expr{x}, thread)
	}
}

// float is the value of an opaque floating-point expression.
func (e *Encoder) float(x kernel.Expr, thread int) boogie.Expr {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.FloatConst:
		return boogie.V(e.Used.floatConst(x))
	case *kernel.VarRef:
		e.Used.Type(t)
		return boogie.V(e.Variable(x.Var, thread))
	case *kernel.Unary:
		return e.apply(floatName(t, "NEG"), t, []kernel.Expr{x.X}, thread)
	case *kernel.Binary:
		return e.apply(floatName(t, floatOps[x.Op]), t, []kernel.Expr{x.X, x.Y}, thread)
	case *kernel.Cond:
		return boogie.If3(e.truth(x.C, thread), e.float(x.X, thread), e.float(x.Y, thread))
	case *kernel.Convert:
		return e.conversion(x, thread)
	case *kernel.Call:
		return e.uninterpreted(x, thread)
	default:
		// Others are no floats, or have been replaced.
	}
	panic(fmt.Sprintf("instrument: %T is not a float", x))
}

var floatOps = map[kernel.BinaryOp]string{
	kernel.Add: "ADD", kernel.Sub: "SUB", kernel.Mul: "MUL", kernel.Div: "DIV", kernel.Rem: "REM",
	kernel.Eq: "EQ", kernel.Ne: "NE", kernel.Lt: "LT", kernel.Le: "LE", kernel.Gt: "GT", kernel.Ge: "GE",
}

func floatName(t kernel.Type, op string) string { return "F" + op + fmt.Sprint(t.Bits) }

// floatCompare is uninterpreted, but != is the negation of == and > turned
// around is <.
func (e *Encoder) floatCompare(x *kernel.Binary, thread int) boogie.Expr {
	op, a, b := x.Op, x.X, x.Y
	switch op {
	case kernel.Gt:
		op, a, b = kernel.Lt, b, a
	case kernel.Ge:
		op, a, b = kernel.Le, b, a
	case kernel.Ne:
		return boogie.Not(e.apply(floatName(a.Type(), "EQ"), kernel.BoolType, []kernel.Expr{a, b}, thread))
	}
	return e.apply(floatName(a.Type(), floatOps[op]), kernel.BoolType, []kernel.Expr{a, b}, thread)
}

// conversion is an uninterpreted conversion to or from floating point.
func (e *Encoder) conversion(x *kernel.Convert, thread int) boogie.Expr {
	name := strings.ToUpper(x.X.Type().String() + "_to_" + x.T.String())
	return e.apply(name, x.T, []kernel.Expr{x.X}, thread)
}

// uninterpreted is a call of which only functionality is known.
func (e *Encoder) uninterpreted(x *kernel.Call, thread int) boogie.Expr {
	name := "FN_" + x.Fn
	for _, a := range x.Args {
		name += "_" + a.Type().String()
	}
	return e.apply(name+"_"+x.T.String(), x.T, x.Args, thread)
}

// apply calls an uninterpreted function and sees to its declaration.
func (e *Encoder) apply(name string, result kernel.Type, args []kernel.Expr, thread int) boogie.Expr {
	types := make([]boogie.Type, len(args))
	vals := make([]boogie.Expr, len(args))
	for i, a := range args {
		types[i], vals[i] = e.Type(a.Type()), e.Expr(a, thread)
	}
	return boogie.Fn(e.Used.function(name, e.Type(result), types), vals...)
}

// Type is the Boogie type for a type of the kernel IR.
func (e *Encoder) Type(t kernel.Type) boogie.Type {
	switch t.Kind {
	case kernel.Bool:
		return boogie.Bool
	case kernel.Float:
		return e.Used.Type(t)
	default:
		return e.Model.Type(t)
	}
}
