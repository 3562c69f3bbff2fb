// Package library models the libraries that come with CUDA and that kernels call:
// cooperative groups, the device side of cuRAND, textures, surfaces, arithmetic on
// pairs of halves, and the memory functions of C. Their headers are beyond any subset
// of C++; what they do to memory and to the other threads is a few statements each.
//
// A model is a Function in a table, under the name that programs call. It gets the
// Call, asks for the arguments that it wants, emits statements and returns the value.
// Types that the library defines stand in a table as well. To add a model, write one
// file with an init that enters its functions and types.
//
// The package sees values, objects and pointers of the program only through Call. It
// knows C's types, but neither syntax nor scopes.
package library

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Value is what an expression yields: one of a scalar, a pointer, or the fields of a
// record. A value of type ctype.Bad stands for a fault that was reported.
type Value struct {
	Type    *ctype.Type
	Expr    kernel.Expr
	Pointer Pointer
	Fields  []Value
}

// Pointer is a pointer of the program. What it leads to only the front end knows.
type Pointer interface {
	// Pointee is the type of what it leads to.
	Pointee() *ctype.Type
}

// Object is a variable of the program or what a pointer leads to.
type Object interface {
	Type() *ctype.Type
}

// Call is a call of a library function. Statements that it emits have its position.
type Call interface {
	emit.Builder
	Arguments
	Spelling
	Memory
	Pos() diag.Pos
	Name() string
	// Convert is the implicit conversion of v to t.
	Convert(v Value, t *ctype.Type) Value
	// Dim is a component of threadIdx and its kind, a constant if the launch says.
	Dim(kind kernel.BuiltinKind, dim int) kernel.Expr
}

// Arguments are those of a call, by number. Each is evaluated when it is asked for,
// except where all are before the function is known.
type Arguments interface {
	Len() int
	ArgPos(i int) diag.Pos
	ArgType(i int) *ctype.Type
	// Arg reads the argument.
	Arg(i int) Value
	// Argument reads it for an intrinsic.
	Argument(i int) emit.Argument
	// ArgObject is the argument as an object, of a value if it is no place.
	ArgObject(i int) Object
	// ArgPointer reads an argument that has to be a pointer, and Number one that has to
	// be a number; they return false after a diagnostic.
	ArgPointer(i int) (Pointer, bool)
	Number(i int) (kernel.Expr, bool)
}

// Spelling is how a call is written.
type Spelling interface {
	// TypeOf is the type of argument i, which is not evaluated.
	TypeOf(i int) *ctype.Type
	// Constant is argument i if it is a constant.
	Constant(i int) (int64, bool)
	// IsLambda reports whether argument i is written as a lambda.
	IsLambda(i int) bool
	// ArgName is the name that argument i is, empty if it is something else.
	ArgName(i int) string
	// FileVariable is the full name that argument i is, empty if it is something else
	// or a local variable.
	FileVariable(i int) string
	// Mentions reports whether a name occurs in the arguments.
	Mentions(name string) bool
	TemplateArguments
}

// TemplateArguments are those of a function or type, by number.
type TemplateArguments interface {
	TemplateLen() int
	// TemplateType is nil where the argument is no type, or there is none.
	TemplateType(i int) *ctype.Type
	TemplateConstant(i int) (int64, bool)
}

// Memory is the memory of the program.
type Memory interface {
	Deref(p Pointer) Object
	Field(o Object, i int) Object
	Read(o Object) Value
	Write(o Object, v Value)
	// Element points to element i of the array o, as one of type t; it returns false
	// if o is not in memory.
	Element(o Object, t *ctype.Type, i kernel.Expr) (Pointer, bool)
	// Elsewhere is p in the shared memory of the block of the cluster that is so many parts behind (kernel.Distance); false
	// if p may lead elsewhere.
	Elsewhere(p Pointer, distance kernel.Expr) (Pointer, bool)
	Load(p Pointer, t kernel.Type) kernel.Expr
	// AddressOf is the address that p holds, as a number of type t.
	AddressOf(p Pointer, t kernel.Type) kernel.Expr
	Store(p Pointer, x kernel.Expr)
	// Access calls use once for each array that p may lead into, inside the case split
	// over these, for what is no plain access to a t.
	Access(p Pointer, t kernel.Type, use func(kernel.Access))
	// SetBlock writes value to n bytes. CopyBlock copies n bytes, between blocks that
	// may overlap if overlap is set.
	SetBlock(dst Pointer, value byte, n int64)
	CopyBlock(dst, src Pointer, n int64, overlap bool)
	// Bytes is an array of bytes that stands for memory of that name outside the
	// program. With write, the call writes it.
	Bytes(name string, write bool) *kernel.Array
}

// Function lowers a call. It returns false if the call is none that the library
// knows, and then has done nothing.
type Function func(c Call) (Value, bool)

// functions are those that are called by that name, with its namespace if it has one.
var functions = map[string]Function{}

// families are functions whose names follow a pattern, for the rest.
var families []family

// family are functions with such names, all of which contain word: most names do not, and then no
// regular expression is compiled.
type family struct {
	word string
	name func() *regexp.Regexp
	f    Function
}

// pattern is a regular expression that is compiled when a name is first compared with
// it, which few programs need.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func define(f Function, names ...string) {
	for _, name := range names {
		if functions[name] != nil {
			panic("library: defined twice: " + name)
		}
		functions[name] = f
	}
}

// Lookup returns the function of that name, nil if there is none.
func Lookup(name string) Function {
	if f := functions[name]; f != nil {
		return f
	}
	for _, fam := range families {
		if strings.Contains(name, fam.word) && fam.name().MatchString(name) {
			return fam.f
		}
	}
	return nil
}

// TypeName is the use of a name as a type.
type TypeName interface {
	TemplateArguments
	Pos() diag.Pos
	// Qualified reports whether a namespace is named.
	Qualified() bool
	// Mentions reports whether a template argument is that name.
	Mentions(name string) bool
	Unsupported(pos diag.Pos, format string, args ...any)
}

// types are the types of the libraries outside namespaces, by name.
var types = map[string]func(TypeName) *ctype.Type{}

// Type returns the type of that name, nil if there is none.
func Type(name string, use TypeName) *ctype.Type {
	if f := types[name]; f != nil {
		return f(use)
	}
	return nil
}

// members call the member functions of the library's types, by what they are for.
var members []memberFunctions

type memberFunctions struct {
	of   func(*ctype.Type) bool
	call func(c Call, o Object) Value
}

// HasMembers reports whether t is a type of a library, whose members Member calls.
func HasMembers(t *ctype.Type) bool {
	return slices.ContainsFunc(members, func(m memberFunctions) bool { return m.of(t) })
}

// Member is a call of the member function that c names on o, whose type HasMembers.
func Member(c Call, o Object) Value {
	i := slices.IndexFunc(members, func(m memberFunctions) bool { return m.of(o.Type()) })
	return members[i].call(c, o)
}

var (
	bad  = Value{Type: ctype.Bad}
	void = Value{Type: ctype.Void}
)

// computed is a scalar that no variable has.
func computed(e kernel.Expr) Value { return Value{Type: ctype.Of(e.Type()), Expr: e} }

// opaque is a record whose contents no program sees.
func opaque(name string) *ctype.Type {
	r := &ctype.Record{Name: name, Unsized: true}
	r.LayOut(ctype.Rules{})
	return r.Type()
}

// standIn calls the built-in function that a library function stands for.
func standIn(c Call, name string, args ...emit.Argument) Value {
	in, ok := intrinsic.Lookup(name)
	if !ok {
		c.Unsupported(c.Pos(), "%s", name)
		return bad
	}
	x, ok := in.Lower(c, c.Pos(), args)
	switch {
	case !ok:
		return bad
	case x == nil:
		return void
	}
	return computed(x)
}

// rank numbers the threads of a block, x fastest.
func rank(c Call) kernel.Expr { return index(c, kernel.ThreadIdx, kernel.BlockDim) }

// index numbers what of counts inside size, x fastest.
func index(c Call, of, size kernel.BuiltinKind) kernel.Expr {
	z := cexpr.Binary(kernel.Mul, c.Dim(size, 1), c.Dim(of, 2))
	y := cexpr.Binary(kernel.Add, c.Dim(of, 1), z)
	return cexpr.Binary(kernel.Add, c.Dim(of, 0), cexpr.Binary(kernel.Mul, c.Dim(size, 0), y))
}

// product is the number of threads of a block or of blocks of the grid.
func product(c Call, size kernel.BuiltinKind) kernel.Expr {
	return cexpr.Binary(kernel.Mul, cexpr.Binary(kernel.Mul, c.Dim(size, 0), c.Dim(size, 1)), c.Dim(size, 2))
}
