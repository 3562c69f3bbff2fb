package flow

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// Statements of host functions for packages that follow something else than numbers.

// Form is how control goes through a statement.
type Form int

// The forms of statements; Plain ones are executed once, as often as control passes.
const (
	Plain  Form = iota // Head
	Scope              // { Body }
	Branch             // if (Init; Head) Body else Else
	Loop               // for (Init; Head; Post) Body, and while; a range-based for has its declaration as Init
	Until              // do Body while (Head)
	Switch             // switch (Init; Head) Body
	Label              // a label, and those of a switch
	Jump               // goto
	Return             // return Head;
	Leave              // break; or, with Again set, continue;
	Throw              // throw Head;
	Try                // try { Body } catch Else
)

// Statement is a statement of tokens Lo to Hi-1.
type Statement struct {
	Form             Form
	Lo, Hi           int
	Init, Head, Post *Piece
	Body, Else       []*Statement
	Again            bool
	// Range marks a range-based for.
	Range bool
}

// Piece is a declaration or an expression of tokens Lo to Hi-1; Expr and Decls are nil where it could not be read. Names are
// the tokens that Decls declare, Closures the lambdas in it.
type Piece struct {
	Lo, Hi   int
	Expr     cuda.Expr
	Decls    []*cuda.VarDecl
	Names    []int
	Closures []*Closure
}

// Closure is a lambda, which begins at Pos; { and } of its body are tokens Lo and Hi.
type Closure struct {
	Pos    diag.Pos
	Lo, Hi int
	Params []*cuda.Param
	Body   []*Statement
}

// Statements are those of the body of fn; ok is false if it has none.
func (p *Program) Statements(fn *cuda.FuncDecl) (list []*Statement, ok bool) {
	b, defined := p.bodyOf(fn)
	if !defined {
		return nil, false
	}
	f := p.functionOf(b)
	return viewed(f, f.body), f.ready
}

var forms = map[stmtKind]Form{blockStmt: Scope, ifStmt: Branch, forStmt: Loop, rangeStmt: Loop, whileStmt: Loop, doStmt: Until, switchStmt: Switch,
	caseStmt: Label, defaultStmt: Label, labelStmt: Label, gotoStmt: Jump, returnStmt: Return, leaveStmt: Leave, throwStmt: Throw, tryStmt: Try}

func viewed(f *function, list []*stmt) []*Statement {
	var out []*Statement
	for _, s := range list {
		v := &Statement{Form: forms[s.kind], Lo: s.lo, Hi: s.hi, Init: pieceOf(f, s.init), Head: pieceOf(f, s.head), Post: pieceOf(f, s.post), Again: s.word == "continue", Range: s.kind == rangeStmt}
		v.Body, v.Else = viewed(f, s.body), viewed(f, s.els)
		out = append(out, v)
	}
	return out
}

func pieceOf(f *function, p *part) *Piece {
	if p == nil {
		return nil
	}
	v := &Piece{Lo: p.lo, Hi: p.hi, Expr: p.expr, Decls: p.decls, Names: p.names}
	for i := p.lo; i < p.hi; i++ {
		if body := f.lambdaBody(i, p.hi); body.hi > 0 {
			in := f.lambdaAt(body)
			v.Closures = append(v.Closures, &Closure{Pos: f.prog.code.Token(i).Pos, Lo: body.lo, Hi: body.hi, Params: in.params, Body: viewed(in, in.body)})
			i = body.hi
		}
	}
	if v.Expr == nil && v.Decls == nil && len(v.Closures) > 0 { // with launches in them, which are no expressions
		c := f.prog.code
		q := f.partBy(p.lo, p.hi, c.ReadOutside, c.ReadOutside)
		v.Expr, v.Decls, v.Names = q.expr, q.decls, q.names
	}
	return v
}

// Class is the only class of that name that the file defines, nil if there is none.
func (p *Program) Class(name string) *cuda.RecordDecl {
	var found *cuda.RecordDecl
	for _, r := range p.records[name] {
		if r.Forward || r.Pos.Supplied() {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	return found
}

// OwnClass is the class of which fn is a method, nil if it is none or not clear.
func (p *Program) OwnClass(fn *cuda.FuncDecl) *cuda.RecordDecl {
	b, defined := p.bodyOf(fn)
	if !defined {
		return nil
	}
	return p.functionOf(b).classAround()
}

// Global is the variable of that name at file level, nil if there is none or more than one.
func (p *Program) Global(name string) *cuda.VarDecl {
	if list := p.globals[name]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// FieldTypes are the types of all members of that name that classes of the file have.
func (p *Program) FieldTypes(name string) []*cuda.TypeExpr {
	var out []*cuda.TypeExpr
	for _, d := range p.fields[name] {
		out = append(out, d.Type)
	}
	return out
}

// Calls reports whether tokens lo to hi-1 call or launch something of the file.
func (p *Program) Calls(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if p.code.Text(i) == "<<<" || p.code.Token(i).Kind == source.Ident && p.Called(p.code.Text(i)) {
			return true
		}
	}
	return false
}

// Candidates are the functions of that name, methods or others, that have a body and take n arguments.
func (p *Program) Candidates(name string, n int, methods bool) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, fn := range p.functions[name] {
		pack := len(fn.Params) > 0 && fn.Params[len(fn.Params)-1].Pack
		if _, defined := p.bodyOf(fn); !defined || p.IsMethod(fn) != methods || fn.Global || fn.Pos.Supplied() || n > len(fn.Params) && !pack && !fn.Variadic || n < p.Least(fn) && !(pack && n == len(fn.Params)-1) {
			continue
		}
		out = append(out, fn)
	}
	return out
}

// Constant is the number that a constant expression in fn is.
func (p *Program) Constant(fn *cuda.FuncDecl, e cuda.Expr) (n int64, known bool) {
	c, ok := p.names.Constants(fn)(e)
	if !ok || !c.T.IsInt() && c.T.Kind != kernel.Bool {
		return 0, false
	}
	return c.Val, true
}

// ClassWith is the only class that has a member of that name, nil if there is none or more.
func (p *Program) ClassWith(field string) *cuda.RecordDecl {
	var found *cuda.RecordDecl
	for name, list := range p.records {
		for _, r := range list {
			for _, d := range r.Fields {
				if d.Name == field && !r.Forward {
					if found != nil || p.Class(name) == nil {
						return nil
					}
					found = r
				}
			}
		}
	}
	return found
}

// InUnion reports whether a union of the file has a member of that name, and no class has one.
func (p *Program) InUnion(field string) bool {
	is := false
	for _, list := range p.records {
		for _, r := range list {
			for _, d := range r.Fields {
				if d.Name == field && r.Kind != "union" {
					return false
				}
				is = is || d.Name == field
			}
		}
	}
	return is
}

// Functions are the functions of that name that are no methods and no kernels.
func (p *Program) Functions(name string) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, fn := range p.functions[name] {
		if _, defined := p.bodyOf(fn); defined && !p.IsMethod(fn) && !fn.Global && !fn.Pos.Supplied() {
			out = append(out, fn)
		}
	}
	return out
}

// All are the functions of that name in the file, methods and those without a body, too.
func (p *Program) All(name string) []*cuda.FuncDecl {
	return slices.DeleteFunc(slices.Clone(p.functions[name]), func(fn *cuda.FuncDecl) bool { return fn.Pos.Supplied() })
}

// Globals are the variables at file level, by name.
func (p *Program) Globals() map[string][]*cuda.VarDecl { return p.globals }

// Naming are the functions of the host in whose bodies a name stands, or which initialise a member by it, and where it stands in them.
func (p *Program) Naming(name string) (fns []*cuda.FuncDecl, at []int) {
	for _, i := range p.index(name) {
		if b, within := p.around(i); within && !b.fn.Global && (!b.fn.Device || b.fn.Host) && !b.fn.Pos.Supplied() {
			at = append(at, i)
			if !slices.Contains(fns, b.fn) {
				fns = append(fns, b.fn)
			}
		}
	}
	return fns, at
}

// IsNumber reports whether t names a type of numbers in fn.
func (p *Program) IsNumber(fn *cuda.FuncDecl, t *cuda.TypeExpr) bool {
	_, is := p.names.Scalar(fn, t)
	return is
}

// Names reports whether the body of fn has a name for which is holds.
func (p *Program) Names(fn *cuda.FuncDecl, is func(name string) bool) bool {
	b, defined := p.bodyOf(fn)
	for i := b.lo; defined && i < b.hi; i++ {
		if p.code.Token(i).Kind == source.Ident && is(p.code.Text(i)) {
			return true
		}
	}
	return false
}

// IsConstant reports whether name is a variable or parameter of fn that is an object of that class and const.
func IsConstant(p *Program, fn *cuda.FuncDecl, name, class string) bool {
	b, defined := p.bodyOf(fn)
	if !defined {
		return false
	}
	list := p.functionOf(b).declared[name]
	return len(list) > 0 && !slices.ContainsFunc(list, func(t *cuda.TypeExpr) bool {
		return t == nil || t.Form != cuda.NamedType || t.Name != class || len(t.Path) > 0 || !t.Const
	})
}

// Alias is the type of which a name is another one in fn, nil if it is none or not clear.
func (p *Program) Alias(fn *cuda.FuncDecl, t *cuda.TypeExpr) *cuda.TypeExpr {
	if t.HasArgs || len(t.Path) > 0 {
		return nil
	}
	if b, defined := p.bodyOf(fn); defined {
		if local, is := p.functionOf(b).types[t.Name]; is {
			return local
		}
	}
	if list := p.aliases[t.Name]; len(list) == 1 && list[0].Template == nil && len(p.records[t.Name]) == 0 && !templateParam(fn, t.Name) {
		return list[0].Type
	}
	return nil
}

// Local reports whether fn itself declares a type of that name.
func (p *Program) Local(fn *cuda.FuncDecl, name string) bool {
	b, defined := p.bodyOf(fn)
	if !defined {
		return false
	}
	_, is := p.functionOf(b).types[name]
	return is
}
