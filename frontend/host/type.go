package host

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/host/typed"
)

// Types of host expressions, from the declarations around them, and the template
// arguments that the types of a call's arguments imply.

// mostTyped bounds the expressions visited for one type, including initialisers of auto.
const mostTyped = 200

// typer finds the types of expressions at token i.
type typer struct {
	code     *Code
	i, steps int
}

// typeOf is the type of e at token i, nil if unknown.
func (h *Code) typeOf(i int, e cuda.Expr) *cuda.TypeExpr {
	t := typer{code: h, i: i}
	return t.typ(e)
}

// object is the type of e without a reference.
func (t *typer) object(e cuda.Expr) *cuda.TypeExpr { return typed.Referred(t.typ(e)) }

func (t *typer) typ(e cuda.Expr) *cuda.TypeExpr {
	if t.steps++; t.steps > mostTyped {
		return nil
	}
	switch e := e.(type) {
	case *cuda.IntLit, *cuda.FloatLit, *cuda.BoolLit:
		return literalType(e)
	case *cuda.SizeofExpr:
		return typed.Named(e.Pos, "unsigned long")
	case *cuda.CastExpr:
		return e.Type
	case *cuda.ConstructExpr:
		return t.made(e.Type, e.Args)
	case *cuda.Ident:
		return t.variable(e)
	case *cuda.IndexExpr:
		if x := t.object(e.X); !typed.OfDevice(x) {
			return typed.Element(x)
		}
	case *cuda.UnaryExpr:
		return t.unary(e)
	case *cuda.BinaryExpr:
		return t.binary(e)
	case *cuda.MemberExpr:
		return t.field(e)
	case *cuda.CallExpr:
		return t.call(e)
	case *cuda.CondExpr:
		return t.either(e)
	}
	return nil
}

// either is the type of x and y in c ? x : y, of which one may be nullptr.
func (t *typer) either(e *cuda.CondExpr) *cuda.TypeExpr {
	x, y := t.typ(e.X), t.typ(e.Y)
	_, noX := e.X.(*cuda.NullLit)
	_, noY := e.Y.(*cuda.NullLit)
	switch {
	case noX && typed.Pointee(y) != nil:
		return y
	case noY && typed.Pointee(x) != nil:
		return x
	case x == nil || y == nil:
		return nil
	case (cuda.TemplateArg{Type: x}).Text() == (cuda.TemplateArg{Type: y}).Text():
		return x
	}
	x, y = typed.Decayed(typed.Referred(x)), typed.Decayed(typed.Referred(y))
	if x != nil && y != nil && (cuda.TemplateArg{Type: x}).Text() == (cuda.TemplateArg{Type: y}).Text() {
		return x
	}
	return typed.Arithmetic(e.ExprPos(), x, y)
}

func (t *typer) variable(e *cuda.Ident) *cuda.TypeExpr {
	if len(e.Path) > 0 || e.HasArgs {
		return nil
	}
	v := t.code.localVariable(t.i, e.Name)
	switch {
	case v == nil || v.Type.Form == cuda.AutoType && v.Init == nil:
		return nil
	case v.Type.Form == cuda.AutoType:
		return t.typ(v.Init)
	case v.Init != nil:
		return t.made(v.Type, []cuda.Expr{v.Init})
	}
	return t.made(v.Type, v.Ctor)
}

// made is the type of an object of type of that is made of args: the class template that it names, with the arguments that
// follow; nil if they are not known.
func (t *typer) made(of *cuda.TypeExpr, args []cuda.Expr) *cuda.TypeExpr {
	if of == nil || of.Form != cuda.NamedType || of.HasArgs || len(of.Path) > 0 {
		return of
	}
	r := classNamed(t.code, of.Name)
	if r == nil {
		return of
	}
	if len(args) == 1 {
		if list, ok := args[0].(*cuda.InitList); ok {
			args = list.Items
		}
	}
	if t.steps++; t.steps > mostTyped {
		return nil
	}
	return implicitClass(t.code, r, args, t.i)
}

func (t *typer) unary(e *cuda.UnaryExpr) *cuda.TypeExpr {
	if index, ok := e.X.(*cuda.IndexExpr); ok && e.Op == "&" && typed.OfDevice(t.object(index.X)) {
		return nil // a thrust::device_ptr
	}
	x := t.object(e.X)
	switch {
	case e.Op == "!":
		return typed.Named(e.Pos, "bool")
	case x == nil || e.Postfix:
	case e.Op == "*":
		return typed.Pointee(x)
	case e.Op == "&":
		return &cuda.TypeExpr{Pos: e.Pos, Form: cuda.PointerType, Elem: x}
	case e.Op == "-" || e.Op == "+" || e.Op == "~":
		return typed.Arithmetic(e.Pos, x, typed.Named(e.Pos, "int"))
	}
	return nil
}

// binary is the type of a pointer plus an integer, and of what is computed from numbers.
func (t *typer) binary(e *cuda.BinaryExpr) *cuda.TypeExpr {
	switch e.Op {
	case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		if typed.Arithmetic(e.Pos, t.object(e.X), t.object(e.Y)) == nil {
			return nil
		}
		return typed.Named(e.Pos, "bool")
	case "<<", ">>":
		x := t.object(e.X)
		if typed.Arithmetic(e.Pos, x, t.object(e.Y)) == nil {
			return nil
		}
		return typed.Arithmetic(e.Pos, x, typed.Named(e.Pos, "int"))
	case "+", "-", "*", "/", "%", "&", "|", "^":
		x, y := t.object(e.X), t.object(e.Y)
		switch {
		case e.Op == "+" && typed.Pointee(x) == nil && typed.Pointee(y) != nil && typed.Arithmetic(e.Pos, x, x) != nil:
			return typed.Decayed(y)
		case (e.Op == "+" || e.Op == "-") && typed.Pointee(x) != nil && typed.Arithmetic(e.Pos, y, y) != nil:
			return typed.Decayed(x)
		}
		return typed.Arithmetic(e.Pos, x, y)
	}
	return nil
}

// field is the type of x.name, if the class of x is one of the file and has one member of that name.
func (t *typer) field(e *cuda.MemberExpr) *cuda.TypeExpr {
	x := t.object(e.X)
	if e.Arrow {
		x = typed.Pointee(x)
	}
	if x == nil || x.Form != cuda.NamedType || len(x.Path) > 0 {
		return nil
	}
	if x.HasArgs {
		return t.fieldOf(x, e.Name)
	}
	var found *cuda.RecordDecl
	for _, d := range t.code.decls {
		if r, ok := d.(*cuda.RecordDecl); ok && r.Name == x.Name {
			if found != nil || r.Template != nil || len(r.Bases) > 0 || r.Opaque != "" {
				return nil
			}
			found = r
		}
	}
	if found == nil {
		return nil
	}
	for _, f := range found.Fields {
		if f.Name == e.Name && f.Type != nil && typed.Arithmetic(e.Pos, typed.Elements(f.Type), typed.Elements(f.Type)) != nil { // a word of the language
			return f.Type
		}
	}
	return nil
}

// call is the type of calls that lead from a vector of Thrust or of the
// standard library to its elements: v.data(), and thrust::raw_pointer_cast of
// that or of &v[0].
func (t *typer) call(e *cuda.CallExpr) *cuda.TypeExpr {
	switch f := e.Fun.(type) {
	case *cuda.Ident:
		if f.Name == "raw_pointer_cast" && len(e.Args) == 1 {
			if u, ok := e.Args[0].(*cuda.UnaryExpr); ok && u.Op == "&" {
				if index, ok := u.X.(*cuda.IndexExpr); ok {
					return typed.PointerTo(typed.Element(t.object(index.X)))
				}
			}
			return t.object(e.Args[0])
		}
		of := &cuda.TypeExpr{Pos: f.Pos, Path: f.Path, PathArgs: f.PathArgs, Name: f.Name, Args: f.Args, HasArgs: f.HasArgs}
		if len(e.Args) == 0 && subst.Constant(of) != nil {
			return of
		}
		if made := t.made(of, e.Args); made != of {
			return made
		}
		return t.returned(f, e)
	case *cuda.MemberExpr:
		if strings.HasSuffix(f.Name, "data_ptr") && len(f.Args) == 1 && f.Args[0].Type != nil { // of PyTorch's tensors
			elem := *f.Args[0].Type
			elem.Const = elem.Const || strings.HasPrefix(f.Name, "const_")
			return &cuda.TypeExpr{Pos: e.Pos, Form: cuda.PointerType, Elem: &elem}
		}
		x := t.object(f.X)
		switch elem := typed.VectorElement(x); {
		case f.Name == "data" && elem != nil:
			return &cuda.TypeExpr{Pos: e.Pos, Form: cuda.PointerType, Elem: elem}
		case f.Name == "get" && typed.Pointee(x) != nil:
			return x
		}
	}
	return nil
}

// deduced are the template arguments of the call of fn whose list opens at token open:
// those given, and what the types of the arguments imply. It is nil if a parameter
// without a default stays open.
func (h *Code) deduced(fn *cuda.FuncDecl, given []cuda.TemplateArg, i, open int) []cuda.TemplateArg {
	if h.Match(open) < 0 || len(given) > len(fn.Template.Params) {
		return nil
	}
	args, ok := h.arguments(open)
	if !ok {
		return nil
	}
	types := make([]*cuda.TypeExpr, len(args))
	for n, a := range args {
		if (n < len(fn.Params) || restOf(fn) != "") && a != nil {
			types[n] = h.meantType(i, h.typeOf(i, a))
		}
	}
	return implied(fn, given, types)
}

// implied are the template arguments of fn that are given, and what the types of its
// arguments imply; nil if a parameter without a default stays open.
func implied(fn *cuda.FuncDecl, given []cuda.TemplateArg, types []*cuda.TypeExpr) []cuda.TemplateArg {
	if len(given) > len(fn.Template.Params) {
		return nil
	}
	found := substitution{}
	for n, a := range given {
		found[fn.Template.Params[n].Name] = a
	}
	for n, t := range types {
		if n < len(fn.Params) {
			if q := fn.Params[n].Type; q != nil && q.Form != cuda.ReferenceType {
				t = typed.Decayed(typed.Referred(t))
			}
			found.match(fn.Template, fn.Params[n].Type, t)
		}
	}
	out := []cuda.TemplateArg{}
	for _, param := range fn.Template.Params {
		a, known := found[param.Name]
		switch {
		case param.Pack && param.Name == restOf(fn) && len(given) < len(fn.Template.Params):
			for _, t := range types[min(len(fn.Params)-1, len(types)):] {
				if t = typed.Referred(t); t == nil {
					return nil
				}
				value := *t
				value.Const = false
				out = append(out, cuda.TemplateArg{Type: &value})
			}
			return append(out, packEnd)
		case known:
			out = append(out, a)
		case param.DefaultType == nil && param.DefaultExpr == nil, undeducible(fn, param.Name, len(types)):
			return nil
		default:
			return out
		}
	}
	return out
}

// match notes the types for the type parameters in t, a parameter's declared type, if
// an argument has type a.
func (s substitution) match(head *cuda.TemplateHead, t, a *cuda.TypeExpr) {
	t, a = typed.Referred(t), typed.Referred(a)
	switch {
	case t == nil || a == nil:
	case t.Form == cuda.PointerType:
		s.match(head, t.Elem, typed.Pointee(a))
	case t.Form != cuda.NamedType || len(t.Path) > 0:
	case t.HasArgs:
		for n := range t.Args {
			if a.Form == cuda.NamedType && a.Name == t.Name && n < len(a.Args) {
				s.match(head, t.Args[n].Type, a.Args[n].Type)
			}
		}
	default:
		for _, param := range head.Params {
			if _, known := s[param.Name]; param.Name == t.Name && param.Type == nil && !param.Template && !known {
				if t.Const && a.Const { // the T of const T
					c := *a
					c.Const = false
					a = &c
				}
				s[param.Name] = cuda.TemplateArg{Type: a}
			}
		}
	}
}

// restOf is the template parameter pack, the last of fn's, whose elements are the types of the last arguments of a call;
// empty if fn has none.
func restOf(fn *cuda.FuncDecl) string {
	if len(fn.Params) == 0 || len(fn.Template.Params) == 0 {
		return ""
	}
	last, pack := fn.Params[len(fn.Params)-1], fn.Template.Params[len(fn.Template.Params)-1]
	if t := last.Type; !last.Pack || !pack.Pack || t == nil || t.Form != cuda.NamedType || t.Name != pack.Name || len(t.Path) > 0 || t.HasArgs {
		return ""
	}
	return pack.Name
}
