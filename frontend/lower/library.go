package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/models"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
)

// Calls of library functions as package library sees them: the C++ side of
// library.Call and library.TypeName.

// libraryCall is a call of a library function or of a member of a group.
type libraryCall struct {
	models.Memory
	l    *lowerer
	pos  diag.Pos
	name string
	// exprs are the arguments as they are written, template those of the function.
	exprs    []cuda.Expr
	template []cuda.TemplateArg
	// args are the evaluated arguments. Of a function of cooperative groups each is
	// set when the model asks for it, as some look at types or constants alone.
	args []*callArg
}

// newLibraryCall is a call of fun; args are nil where the model evaluates them.
func (l *lowerer) newLibraryCall(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *libraryCall {
	c := &libraryCall{Memory: models.Memory{Model: l.mem, At: e.Pos}, l: l, pos: e.Pos, name: fun.Name, exprs: e.Args, template: fun.Args, args: make([]*callArg, len(e.Args))}
	for i := range args {
		c.args[i] = &args[i]
	}
	return c
}

// lowerLibrary lowers c by f; nil if f does not know such a call.
func (l *lowerer) lowerLibrary(e cuda.Expr, c *libraryCall, f library.Function) *object.Place {
	v, known := f(c)
	if !known {
		return nil
	}
	l.out.Pos = c.pos // an argument may have been evaluated last
	switch {
	case v.Type.Bad():
		return &object.BadPlace
	case v.Type == ctype.Void:
		return &voidPlace
	}
	return valuePlace(e, models.Object(v))
}

// groupFunction is a call of a function in cooperative_groups; nil if fun is not one
// of those.
func (l *lowerer) groupFunction(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	if !l.prog.names.InNamespace(fun.Path, "cooperative_groups") {
		return nil
	}
	f := library.GroupFunction(fun.Name)
	if f == nil {
		return nil
	}
	return l.lowerLibrary(e, l.newLibraryCall(e, fun, nil), f)
}

// libraryMember is a call of a member function of the library's object at o.
func (l *lowerer) libraryMember(e *cuda.CallExpr, o *object.Place, fun *cuda.MemberExpr) *object.Place {
	args := l.callArgs(e.Args)
	c := l.newLibraryCall(e, &cuda.Ident{Name: fun.Name}, args)
	return l.lowerLibrary(e, c, func(library.Call) (library.Value, bool) { return library.Member(c, o), true })
}

// pairOperator is x op y or -x on pairs of halves, as CUDA's headers define it; ok is
// false for other operands.
func (l *lowerer) pairOperator(op string, args []callArg) (object.Value, bool) {
	if op == "-" && len(args) == 1 && library.PairOperator(kernel.Sub, args[0].t(), args[0].t()) {
		v, ok := library.NegatedPair(models.Value(l.argValue(args[0])))
		return models.Object(v), ok
	}
	k, known := binaryOps[op]
	if !known || len(args) != 2 || !library.PairOperator(k, args[0].t(), args[1].t()) {
		return object.Bad, false
	}
	x, y := l.argValue(args[0]), l.argValue(args[1])
	return models.Object(library.Pairwise(k, models.Value(x), models.Value(y))), true
}

// The function being lowered; statements have the position of the call.

func (c *libraryCall) Emit(s kernel.Stmt)           { c.l.out.Emit(s) }
func (c *libraryCall) Src() kernel.Src              { return c.l.out.At(c.pos) }
func (c *libraryCall) Assume(text string)           { c.l.out.Assume(text) }
func (c *libraryCall) Launch() kernel.Launch        { return c.l.out.Launch() }
func (c *libraryCall) Block(f func()) []kernel.Stmt { return c.l.out.Block(f) }
func (c *libraryCall) Pos() diag.Pos                { return c.pos }
func (c *libraryCall) Name() string                 { return c.name }
func (c *libraryCall) Dim(kind kernel.BuiltinKind, dim int) kernel.Expr {
	return predefined.BuiltinDim(kind, dim, c.l.opts.Launch)
}

func (c *libraryCall) Temp(t kernel.Type) *kernel.Var {
	c.l.out.Pos = c.pos
	return c.l.out.Temp(t)
}

func (c *libraryCall) Unsupported(pos diag.Pos, format string, args ...any) {
	c.l.Unsupported(pos, format, args...)
}

func (c *libraryCall) Errorf(pos diag.Pos, format string, args ...any) {
	c.l.Errorf(pos, format, args...)
}

func (c *libraryCall) Convert(v library.Value, t *ctype.Type) library.Value {
	return models.Value(c.l.convertTo(models.Object(v), t, c.pos))
}

// Arguments.

// arg is argument i, evaluated now if it is not yet.
func (c *libraryCall) arg(i int) callArg {
	if c.args[i] == nil {
		a := c.l.callArg(c.exprs[i])
		c.args[i] = &a
	}
	return *c.args[i]
}

func (c *libraryCall) Len() int                         { return len(c.exprs) }
func (c *libraryCall) ArgPos(i int) diag.Pos            { return c.exprs[i].ExprPos() }
func (c *libraryCall) Argument(i int) emit.Argument     { return c.l.argument(c.arg(i)) }
func (c *libraryCall) ArgObject(i int) library.Object   { return c.arg(i).place() }
func (c *libraryCall) Number(i int) (kernel.Expr, bool) { return c.l.scalar(c.exprs[i]) }

func (c *libraryCall) Arg(i int) library.Value {
	v := c.l.argValue(c.arg(i))
	if v.Bad() {
		v = object.Bad
	}
	return models.Value(v)
}

func (c *libraryCall) ArgPointer(i int) (library.Pointer, bool) {
	a := c.arg(i)
	v := c.l.argValue(a)
	switch {
	case v.Bad():
		return nil, false
	case v.Ptr == nil && v.Zero:
		return c.l.an.NullPointer(ctype.Void), true
	case v.Ptr == nil:
		c.l.Errorf(a.pos, "a value of type %s where a pointer is needed", v.T)
		return nil, false
	}
	return v.Ptr, true
}

func (c *libraryCall) ArgType(i int) *ctype.Type {
	if t := c.arg(i).t(); t != nil {
		return t
	}
	return ctype.Bad
}

// How the call is written.

func (c *libraryCall) TypeOf(i int) *ctype.Type { return c.l.typeOf(c.exprs[i]) }

func (c *libraryCall) Constant(i int) (int64, bool) { return c.l.integerConstant(c.exprs[i]) }

func (l *lowerer) integerConstant(e cuda.Expr) (int64, bool) {
	if x, ok := l.constant(e); ok {
		return x.Val, true
	}
	return 0, false
}

func (c *libraryCall) IsLambda(i int) bool {
	_, ok := c.exprs[i].(*cuda.LambdaExpr)
	return ok
}

func (c *libraryCall) ArgName(i int) string {
	if id, ok := c.exprs[i].(*cuda.Ident); ok {
		return emit.Identifier(id.Name)
	}
	return ""
}

func (c *libraryCall) FileVariable(i int) string {
	if id, ok := c.exprs[i].(*cuda.Ident); ok && c.l.frame.scope.Find(id.Name) == nil {
		return strings.Join(append(id.Path[:len(id.Path):len(id.Path)], id.Name), "::")
	}
	return ""
}

func (c *libraryCall) Mentions(name string) bool {
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

func (c *libraryCall) TemplateLen() int               { return len(c.template) }
func (c *libraryCall) TemplateType(i int) *ctype.Type { return c.l.templateType(c.template, i) }
func (c *libraryCall) TemplateConstant(i int) (int64, bool) {
	return c.l.templateConstant(c.template, i)
}

func (l *lowerer) templateType(args []cuda.TemplateArg, i int) *ctype.Type {
	if i >= len(args) || args[i].Type == nil {
		return nil
	}
	return l.resolve(args[i].Type)
}

func (l *lowerer) templateConstant(args []cuda.TemplateArg, i int) (int64, bool) {
	if i >= len(args) || args[i].Expr == nil {
		return 0, false
	}
	return l.integerConstant(args[i].Expr)
}

// outsideMemory is the slot of memory outside the program, such as a surface's.
type outsideMemory string

func (c *libraryCall) Bytes(name string, write bool) *kernel.Array {
	l := c.l
	m := l.an.NewMemory(object.SlotOf(l.an.Root, outsideMemory(name), ""), emit.Identifier(name)+"_surface", ctype.Scalars["unsigned char"], kernel.Global)
	m.Label, m.Param, m.Count, m.Raw = name, true, -1, false
	m.Bytes, m.Unit, m.HasUnit = 1, kernel.U8, true
	a := l.mem.Array(m)
	if write {
		l.mem.Wrote(m)
	}
	return a
}

// libraryTypeName is a name that is used as a type.
type libraryTypeName struct {
	l  *lowerer
	te *cuda.TypeExpr
}

// libraryType is a type that a library defines; nil if te names none.
func (l *lowerer) libraryType(te *cuda.TypeExpr) *ctype.Type {
	return library.Type(te.Name, libraryTypeName{l, te})
}

// groupNamed is a group type; nil if te names none.
func (l *lowerer) groupNamed(te *cuda.TypeExpr) *ctype.Type {
	if !l.prog.names.InNamespace(te.Path, "cooperative_groups") {
		return nil
	}
	return library.GroupType(te.Name, libraryTypeName{l, te})
}

func (n libraryTypeName) Pos() diag.Pos                  { return n.te.Pos }
func (n libraryTypeName) Qualified() bool                { return len(n.te.Path) > 0 }
func (n libraryTypeName) TemplateLen() int               { return len(n.te.Args) }
func (n libraryTypeName) TemplateType(i int) *ctype.Type { return n.l.templateType(n.te.Args, i) }

func (n libraryTypeName) TemplateConstant(i int) (int64, bool) {
	return n.l.templateConstant(n.te.Args, i)
}

func (n libraryTypeName) Mentions(name string) bool {
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

func (n libraryTypeName) Unsupported(pos diag.Pos, format string, args ...any) {
	n.l.Unsupported(pos, format, args...)
}
