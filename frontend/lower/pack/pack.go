// Package pack expands parameter packs: a list with f(a)... in it becomes one with f(a#0),
// f(a#1) and so on, where a#i names element i of pack a (package bind looks that up), and a
// fold expression becomes the operations it stands for ([temp.variadic], [expr.prim.fold]).
//
// In: a list and, for each name, how many elements it has as a pack. Out: the list without
// expansions, or why it cannot be expanded. Copies of a node are the same whenever they are
// asked for, as variables and calls are told apart by their nodes.
package pack

import (
	"fmt"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
)

// Most bounds the elements of a pack.
const Most = 512

// Length tells how many elements a name has; ok is false for what is no pack.
type Length func(name string) (n int, ok bool)

// Expander makes copies of patterns and keeps them.
type Expander struct{ made map[key]any }

type key struct {
	node any
	as   string
}

// New is an expander without copies.
func New() *Expander { return &Expander{made: map[key]any{}} }

// Element is the name of element i of a pack.
func Element(name string, i int) string { return name + "#" + strconv.Itoa(i) }

// kept is what make returns, the first time that it is asked for.
func kept[T any](x *Expander, node any, as string, make func() T) T {
	k := key{node, as}
	if have, ok := x.made[k]; ok {
		return have.(T)
	}
	made := make()
	x.made[k] = made
	return made
}

// names are the packs among the names of a, and their common length.
func names(a cuda.TemplateArg, length Length) (packs []string, n int, fault string) {
	n = -1
	subst.Names(a, func(name string) {
		k, ok := length(name)
		switch {
		case !ok:
		case n >= 0 && n != k:
			fault = fmt.Sprintf("the packs in this expansion have %d and %d elements", n, k)
		default:
			n = k
			packs = append(packs, name)
		}
	})
	switch {
	case fault != "":
	case n < 0:
		fault = "an expansion in which gv2 finds no pack; write it out"
	case n > Most:
		fault = fmt.Sprintf("a pack of %d elements; %d at most", n, Most)
	}
	return packs, n, fault
}

// Count is the number of elements that an expansion of a has.
func Count(a cuda.TemplateArg, length Length) (n int, fault string) {
	_, n, fault = names(a, length)
	return n, fault
}

// element maps the packs to their elements number i.
func element(packs []string, i int) subst.Map {
	m := subst.Map{}
	for _, name := range packs {
		e := Element(name, i)
		m[name] = cuda.TemplateArg{Type: &cuda.TypeExpr{Form: cuda.NamedType, Name: e}, Expr: &cuda.Ident{Name: e}}
	}
	return m
}

// Exprs is list with its expansions expanded, list itself if it has none.
func (x *Expander) Exprs(list []cuda.Expr, length Length) (out []cuda.Expr, fault string) {
	if !Any(list) {
		return list, ""
	}
	for _, e := range list {
		p, ok := e.(*cuda.PackExpr)
		if !ok {
			out = append(out, e)
			continue
		}
		packs, n, fault := names(cuda.TemplateArg{Expr: p.X}, length)
		if fault != "" {
			return nil, fault
		}
		for i := range n {
			out = append(out, x.expr(p.X, packs, i))
		}
	}
	return out, ""
}

// Any reports whether a list has expansions.
func Any(list []cuda.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*cuda.PackExpr); ok {
			return true
		}
	}
	return false
}

func (x *Expander) expr(e cuda.Expr, packs []string, i int) cuda.Expr {
	return kept(x, e, Element("", i), func() cuda.Expr { return element(packs, i).Expr(e) })
}

// Call is e with the expansions among its arguments expanded.
func (x *Expander) Call(e *cuda.CallExpr, length Length) (*cuda.CallExpr, string) {
	args, fault := x.Exprs(e.Args, length)
	if fault != "" || !Any(e.Args) {
		return e, fault
	}
	return kept(x, e, strconv.Itoa(len(args)), func() *cuda.CallExpr {
		c := *e
		c.Args = args
		return &c
	}), ""
}

// Construct is e with the expansions among its arguments expanded.
func (x *Expander) Construct(e *cuda.ConstructExpr, length Length) (*cuda.ConstructExpr, string) {
	args, fault := x.Exprs(e.Args, length)
	if fault != "" || !Any(e.Args) {
		return e, fault
	}
	return kept(x, e, strconv.Itoa(len(args)), func() *cuda.ConstructExpr {
		c := *e
		c.Args = args
		return &c
	}), ""
}

// List is e with the expansions among its items expanded.
func (x *Expander) List(e *cuda.InitList, length Length) (*cuda.InitList, string) {
	if !Any(e.Items) {
		return e, ""
	}
	items, fault := x.Exprs(e.Items, length)
	if fault == "" && e.Fields != nil {
		fault = "an expansion in a list with designators"
	}
	if fault != "" {
		return e, fault
	}
	return kept(x, e, strconv.Itoa(len(items)), func() *cuda.InitList {
		c := *e
		c.Items = items
		return &c
	}), ""
}

// Args is list with its expansions expanded, list itself if it has none.
func (x *Expander) Args(list []cuda.TemplateArg, length Length) (out []cuda.TemplateArg, fault string) {
	some := false
	for _, a := range list {
		some = some || a.Pack
	}
	if !some {
		return list, ""
	}
	out = []cuda.TemplateArg{}
	for _, a := range list {
		if !a.Pack {
			out = append(out, a)
			continue
		}
		a.Pack = false
		packs, n, fault := names(a, length)
		if fault != "" {
			return nil, fault
		}
		for i := range n {
			out = append(out, element(packs, i).Arg(a))
		}
	}
	return out, ""
}

// Pattern is argument i that the expansion a makes of the packs that the template declares.
func Pattern(a cuda.TemplateArg, head *cuda.TemplateHead, i int) cuda.TemplateArg {
	a.Pack = false
	return element(declared(head), i).Arg(a)
}

func declared(head *cuda.TemplateHead) []string {
	var out []string
	for _, p := range head.Params {
		if p.Pack {
			out = append(out, p.Name)
		}
	}
	return out
}

// Parameter is the parameter for element i of the pack that p declares.
func Parameter(p cuda.TemplateParam, i int) cuda.TemplateParam {
	p.Name, p.Pack = Element(p.Name, i), false
	return p
}

// In reports whether a template has a parameter pack.
func In(head *cuda.TemplateHead) bool { return len(declared(head)) > 0 }

// MayTake reports whether a template has parameters for the arguments of u.
func MayTake(head *cuda.TemplateHead, u *cuda.TemplateUse) bool {
	return len(u.Args) <= len(head.Params) || In(head)
}

// Variadic is the parameter pack of fn, nil if it has none; last is false if other parameters
// follow it.
func Variadic(fn *cuda.FuncDecl) (p *cuda.Param, last bool) {
	for i, p := range fn.Params {
		if p.Pack {
			return p, i == len(fn.Params)-1
		}
	}
	return nil, true
}

// Function is fn, the last parameter of which is a pack, with n parameters in its place.
// Around are the packs that are not of its own template, but of its class.
func (x *Expander) Function(fn *cuda.FuncDecl, n int, around Length) *cuda.FuncDecl {
	return kept(x, fn, strconv.Itoa(n), func() *cuda.FuncDecl {
		c := *fn
		rest := fn.Params[len(fn.Params)-1]
		packs, _, _ := names(cuda.TemplateArg{Type: rest.Type}, around)
		if fn.Template != nil {
			packs = append(packs, declared(fn.Template)...)
		}
		c.Rest, c.Elements = rest, n
		c.Params = append([]*cuda.Param{}, fn.Params[:len(fn.Params)-1]...)
		for i := range n {
			p := *rest
			p.Pack, p.Type = false, element(packs, i).Type(rest.Type)
			if rest.Name != "" {
				p.Name = Element(rest.Name, i)
			}
			c.Params = append(c.Params, &p)
		}
		return &c
	})
}

// Spread is fn with as many parameters in the place of its parameter pack as a call with
// n arguments has for it, fn itself if it has no pack; ok is false if gv2 cannot tell. Env is
// the scope of its class; copied is told of the copy.
func (x *Expander) Spread(fn *cuda.FuncDecl, n int, env *bind.Scope, copied func(c, fn *cuda.FuncDecl)) (out *cuda.FuncDecl, ok bool) {
	rest, last := Variadic(fn)
	if rest == nil || !last {
		return fn, last
	}
	out = x.Function(fn, max(0, n-len(fn.Params)+1), env.Length)
	copied(out, fn)
	return out, true
}

// Fits reports whether the packs in the type of fn's parameter pack have as many elements
// as there are parameters in its place.
func Fits(fn *cuda.FuncDecl, sc *bind.Scope) bool {
	if fn.Rest == nil {
		return true
	}
	n, fault := Count(cuda.TemplateArg{Type: fn.Rest.Type}, sc.Length)
	return fault == "" && n == fn.Elements
}

// BindEmpty binds the parameter pack of fn if it has no elements.
func BindEmpty(fn *cuda.FuncDecl, sc *bind.Scope) {
	if fn.Rest != nil && fn.Elements == 0 {
		sc.Bind(fn.Rest.Name, &bind.Symbol{Pack: &bind.Pack{}})
	}
}

// Bind binds template parameter p, a pack, to arguments; one binds an element.
func Bind(sc *bind.Scope, p cuda.TemplateParam, args []cuda.TemplateArg, one func(*bind.Scope, cuda.TemplateParam, cuda.TemplateArg) bool) bool {
	sc.Bind(p.Name, &bind.Symbol{Pack: &bind.Pack{}})
	for i, a := range args {
		if !one(sc, Parameter(p, i), a) {
			return false
		}
	}
	return true
}

// Explicit binds the parameters of a function template to arguments without expansions; a pack
// takes all that are left.
func Explicit(sc *bind.Scope, head *cuda.TemplateHead, args []cuda.TemplateArg, one func(*bind.Scope, cuda.TemplateParam, cuda.TemplateArg) bool) bool {
	for i, a := range args {
		switch {
		case i >= len(head.Params):
			return false
		case head.Params[i].Pack:
			return Bind(sc, head.Params[i], args[i:], one)
		case !one(sc, head.Params[i], a):
			return false
		}
	}
	return true
}

// Fold is the expression that e stands for.
func (x *Expander) Fold(e *cuda.FoldExpr, length Length) (out cuda.Expr, fault string) {
	pattern, init, right := e.X, e.Y, true
	if pattern == nil {
		pattern, init, right = e.Y, nil, false
	} else if init != nil {
		if _, n, why := names(cuda.TemplateArg{Expr: e.X}, length); n < 0 && why != "" {
			pattern, init, right = e.Y, e.X, false
		}
	}
	packs, n, fault := names(cuda.TemplateArg{Expr: pattern}, length)
	if fault != "" {
		return nil, fault
	}
	out = kept(x, e, strconv.Itoa(n), func() cuda.Expr {
		list := make([]cuda.Expr, n)
		for i := range n {
			list[i] = x.expr(pattern, packs, i)
		}
		return folded(e, list, init, right)
	})
	if out == nil {
		return nil, "a fold with " + e.Op + " over a pack without elements, which has no value"
	}
	return out, ""
}

// Sizeof is sizeof...(name).
func Sizeof(name string, length Length) (*kernel.Const, string) {
	n, ok := length(name)
	if !ok {
		return nil, "sizeof...(" + name + "), which is no pack that gv2 knows; write the count"
	}
	return kernel.NewConst(kernel.U64, int64(n)), ""
}

// folded joins the operands: ((i op a) op b) from the left, (a op (b op i)) from the right;
// nil for an empty list with an operator that has no value for it.
func folded(e *cuda.FoldExpr, list []cuda.Expr, init cuda.Expr, right bool) cuda.Expr {
	if init != nil && right {
		list = append(list, init)
	} else if init != nil {
		list = append([]cuda.Expr{init}, list...)
	}
	if len(list) == 0 {
		return empty(e)
	}
	if !right {
		out := list[0]
		for _, y := range list[1:] {
			out = join(e, out, y)
		}
		return out
	}
	out := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		out = join(e, list[i], out)
	}
	return out
}

func join(e *cuda.FoldExpr, x, y cuda.Expr) cuda.Expr {
	if assigns(e.Op) {
		return &cuda.AssignExpr{Pos: e.Pos, Op: e.Op, X: x, Y: y}
	}
	return &cuda.BinaryExpr{Pos: e.Pos, OpPos: e.Pos, Op: e.Op, X: x, Y: y}
}

func assigns(op string) bool {
	switch op {
	case "==", "!=", "<=", ">=":
		return false
	}
	return strings.HasSuffix(op, "=")
}

// empty is the value of a fold over no elements.
func empty(e *cuda.FoldExpr) cuda.Expr {
	switch e.Op {
	case "&&", "||":
		return &cuda.BoolLit{Pos: e.Pos, Value: e.Op == "&&"}
	case ",":
		return &cuda.CastExpr{Pos: e.Pos, Type: &cuda.TypeExpr{Pos: e.Pos, Form: cuda.NamedType, Name: "void"}, X: &cuda.IntLit{Pos: e.Pos, Decimal: true}}
	}
	return nil
}
