package models

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
)

// Core is what calls and names of types ask of the language.
type Core struct {
	Out *object.Output
	An  *object.Analysis
	// Place is argument i, evaluated now if it is not yet; Argument reads it for an intrinsic.
	Place    func(i int) *object.Place
	Argument func(i int) emit.Argument
	// Number evaluates an expression to a number; it returns false after a diagnostic.
	Number func(cuda.Expr) (kernel.Expr, bool)
	Lang
	Convert func(object.Value, *ctype.Type, diag.Pos) object.Value
	// Local reports whether a name is one of the function's.
	Local func(name string) bool
}

// Lang says what types and constants mean where the call or the name stands.
type Lang struct {
	Resolve     func(*cuda.TypeExpr) *ctype.Type
	TypeOf      func(cuda.Expr) *ctype.Type
	Constant    func(cuda.Expr) (*kernel.Const, bool)
	Unsupported func(diag.Pos, string, ...any)
}

// Call is a call of a library function or of a member of a group: a library.Call.
type Call struct {
	Memory
	core Core
	name string
	// exprs are the arguments as they are written.
	exprs []cuda.Expr
	templateArgs
}

var _ library.Call = (*Call)(nil)

// NewCall is the call e of a function of that name, with the accesses that m makes.
func NewCall(m *object.Model, core Core, e *cuda.CallExpr, fun *cuda.Ident) *Call {
	return &Call{Memory: Memory{Model: m, At: e.Pos}, core: core, name: fun.Name, exprs: e.Args, templateArgs: templateArgs{core.Lang, fun.Args}}
}

// The function being lowered; statements have the position of the call.

func (c *Call) Emit(s kernel.Stmt)           { c.core.Out.Emit(s) }
func (c *Call) Src() kernel.Src              { return c.core.Out.At(c.At) }
func (c *Call) Assume(text string)           { c.core.Out.Assume(text) }
func (c *Call) Launch() kernel.Launch        { return c.core.Out.Launch() }
func (c *Call) Block(f func()) []kernel.Stmt { return c.core.Out.Block(f) }
func (c *Call) Pos() diag.Pos                { return c.At }
func (c *Call) Name() string                 { return c.name }
func (c *Call) Dim(kind kernel.BuiltinKind, dim int) kernel.Expr {
	return predefined.BuiltinDim(kind, dim, c.core.Out.Launch())
}

func (c *Call) Temp(t kernel.Type) *kernel.Var {
	c.core.Out.Pos = c.At
	return c.core.Out.Temp(t)
}

func (c *Call) Unsupported(pos diag.Pos, format string, args ...any) {
	c.core.Out.Unsupported(pos, format, args...)
}

func (c *Call) Errorf(pos diag.Pos, format string, args ...any) {
	c.core.Out.Errorf(pos, format, args...)
}

func (c *Call) Convert(v library.Value, t *ctype.Type) library.Value {
	return Value(c.core.Convert(Object(v), t, c.At))
}

// Arguments.

func (c *Call) Len() int                         { return len(c.exprs) }
func (c *Call) ArgPos(i int) diag.Pos            { return c.exprs[i].ExprPos() }
func (c *Call) Argument(i int) emit.Argument     { return c.core.Argument(i) }
func (c *Call) ArgObject(i int) library.Object   { return c.core.Place(i) }
func (c *Call) Number(i int) (kernel.Expr, bool) { return c.core.Number(c.exprs[i]) }

// value reads argument i.
func (c *Call) value(i int) object.Value { return c.Model.Rvalue(c.core.Place(i)) }

func (c *Call) Arg(i int) library.Value { return Value(c.value(i)) }

func (c *Call) ArgPointer(i int) (library.Pointer, bool) {
	v := c.value(i)
	switch {
	case v.Bad():
		return nil, false
	case v.Ptr == nil && v.Zero:
		return c.core.An.NullPointer(ctype.Void), true
	case v.Ptr == nil:
		c.Errorf(c.ArgPos(i), "a value of type %s where a pointer is needed", v.T)
		return nil, false
	}
	return v.Ptr, true
}

// AddressOf is the address that p holds, as a number.
func (c *Call) AddressOf(p library.Pointer, t kernel.Type) kernel.Expr {
	return c.Model.AddressOf(p.(*object.Pointer), t, c.At)
}

// Elsewhere is p in the shared memory of another block of the cluster.
func (c *Call) Elsewhere(p library.Pointer, distance kernel.Expr) (library.Pointer, bool) {
	to, ok := c.Model.Elsewhere(p.(*object.Pointer), distance)
	return to, ok
}

func (c *Call) ArgType(i int) *ctype.Type { return c.core.Place(i).T }

// How the call is written.

func (c *Call) TypeOf(i int) *ctype.Type { return c.core.TypeOf(c.exprs[i]) }

func (c *Call) Constant(i int) (int64, bool) { return c.core.integer(c.exprs[i]) }

func (c *Call) IsLambda(i int) bool {
	_, ok := c.exprs[i].(*cuda.LambdaExpr)
	return ok
}

func (c *Call) ArgName(i int) string {
	if id, ok := c.exprs[i].(*cuda.Ident); ok {
		return emit.Identifier(id.Name)
	}
	return ""
}

func (c *Call) FileVariable(i int) string {
	if id, ok := c.exprs[i].(*cuda.Ident); ok && !c.core.Local(id.Name) {
		return strings.Join(append(id.Path[:len(id.Path):len(id.Path)], id.Name), "::")
	}
	return ""
}

func (c *Call) Mentions(name string) bool {
	found := false
	for _, a := range c.exprs {
		cuda.WalkExpr(a, func(x cuda.Expr) bool {
			id, ok := x.(*cuda.Ident)
			found = found || ok && id.Name == name
			return true
		})
	}
	return found
}

func (l Lang) integer(e cuda.Expr) (int64, bool) {
	if x, ok := l.Constant(e); ok {
		return x.Val, true
	}
	return 0, false
}

// templateArgs are library.TemplateArguments.
type templateArgs struct {
	lang Lang
	args []cuda.TemplateArg
}

func (a templateArgs) TemplateLen() int { return len(a.args) }

func (a templateArgs) TemplateType(i int) *ctype.Type {
	if i >= len(a.args) || a.args[i].Type == nil {
		return nil
	}
	return a.lang.Resolve(a.args[i].Type)
}

func (a templateArgs) TemplateConstant(i int) (int64, bool) {
	if i >= len(a.args) || a.args[i].Expr == nil {
		return 0, false
	}
	return a.lang.integer(a.args[i].Expr)
}

// outsideMemory is the slot of memory outside the program, such as a surface's.
type outsideMemory string

func (c *Call) Bytes(name string, write bool) *kernel.Array {
	an := c.core.An
	m := an.NewMemory(object.SlotOf(an.Root, outsideMemory(name), ""), emit.Identifier(name)+"_surface", ctype.Scalars["unsigned char"], kernel.Global)
	m.Label, m.Param, m.Count, m.Raw = name, true, -1, false
	m.Bytes, m.Unit, m.HasUnit = 1, kernel.U8, true
	a := c.Model.Array(m)
	if write {
		c.Model.Wrote(m)
	}
	return a
}

// TypeName is a name that is used as a type: a library.TypeName.
type TypeName struct {
	templateArgs
	te *cuda.TypeExpr
}

var _ library.TypeName = TypeName{}

// NewTypeName is te where it stands.
func NewTypeName(lang Lang, te *cuda.TypeExpr) TypeName {
	return TypeName{templateArgs{lang, te.Args}, te}
}

func (n TypeName) Pos() diag.Pos   { return n.te.Pos }
func (n TypeName) Qualified() bool { return len(n.te.Path) > 0 }

func (n TypeName) Mentions(name string) bool {
	for _, a := range n.te.Args {
		if id, ok := a.Expr.(*cuda.Ident); ok && id.Name == name {
			return true
		}
		if a.Type != nil && a.Type.Name == name {
			return true
		}
	}
	return false
}

func (n TypeName) Unsupported(pos diag.Pos, format string, args ...any) {
	n.lang.Unsupported(pos, format, args...)
}
