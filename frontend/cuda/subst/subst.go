// Package subst replaces names in types and expressions by what they stand for, as a
// template does with its parameters.
package subst

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// Map has the arguments by the names that they replace. The type of a variable is under
// Variable(name).
type Map map[string]cuda.TemplateArg

// Variable is the key of the type of a variable. With it decltype(v) is that type,
// v.name a name in it, and v itself, if it is a std::integral_constant, its value.
func Variable(name string) string { return "decltype(" + name + ")" }

// VariableOf is the variable of which key is the type, key itself if it is no such key.
func VariableOf(key string) string {
	if name, is := strings.CutPrefix(key, "decltype("); is {
		return strings.TrimSuffix(name, ")")
	}
	return key
}

// Unreadable stands in front of a name of which it is not known what it means, so that nothing takes it for another one.
const Unreadable = "?"

// maxDepth bounds the nesting of what is replaced.
const maxDepth = 200

// Arg is a with all names replaced.
func (s Map) Arg(a cuda.TemplateArg) cuda.TemplateArg { return (&replacer{s: s}).arg(a) }

// Type is t with all names replaced, nil for nil.
func (s Map) Type(t *cuda.TypeExpr) *cuda.TypeExpr { return (&replacer{s: s}).typ(t) }

// Expr is e with all names replaced, nil for nil.
func (s Map) Expr(e cuda.Expr) cuda.Expr { return (&replacer{s: s}).expr(e) }

type replacer struct {
	s     Map
	depth int
}

func (r *replacer) arg(a cuda.TemplateArg) cuda.TemplateArg {
	if a.Pack { // its packs are not the elements that names stand for
		return a
	}
	if id, ok := a.Expr.(*cuda.Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		if by, ok := r.s[id.Name]; ok {
			if by.Expr = placed(by.Expr, id.Pos); by.Type != nil && !by.Type.Pos.Valid() {
				t := *by.Type
				t.Pos = id.Pos
				by.Type = &t
			}
			return by
		}
	}
	if a.Type != nil && a.Expr == nil {
		if v := r.called(a.Type); v != nil {
			return cuda.TemplateArg{Expr: v}
		}
		a.Type = r.typ(a.Type)
		return a
	}
	if a.Type != nil { // a name that is a type or a value
		t, e := r.typ(a.Type), r.expr(a.Expr)
		if t != a.Type && t.Form != cuda.NamedType {
			e = nil
		}
		if _, name := e.(*cuda.Ident); e != nil && !name {
			t = nil
		}
		return cuda.TemplateArg{Type: t, Expr: e}
	}
	a.Expr = r.expr(a.Expr)
	return a
}

// called is the value of c() where that was read as the type of a function, nil if it is one.
func (r *replacer) called(t *cuda.TypeExpr) cuda.Expr {
	if t.Form != cuda.FuncType || len(t.Params) > 0 || t.Elem == nil || t.Elem.Form != cuda.NamedType {
		return nil
	}
	if of := r.variable(&cuda.Ident{Name: t.Elem.Name, Path: t.Elem.Path}); of != nil {
		return Constant(of)
	}
	return nil
}

func (r *replacer) args(list []cuda.TemplateArg) []cuda.TemplateArg {
	if list == nil {
		return nil
	}
	out := make([]cuda.TemplateArg, len(list))
	for i, a := range list {
		out[i] = r.arg(a)
	}
	return out
}

// path replaces names in a::b<T>:: and returns the arguments of its parts too. The first
// part may be a name that stands for a type.
func (r *replacer) path(path []string, args [][]cuda.TemplateArg) ([]string, [][]cuda.TemplateArg) {
	var out []string
	var outArgs [][]cuda.TemplateArg
	some := false
	for i, part := range path {
		name, _, _ := strings.Cut(part, "<")
		var own []cuda.TemplateArg
		if i < len(args) {
			own = r.args(args[i])
		}
		if by, ok := r.s[name]; ok && i == 0 && !ofDecltype(part) && by.Type != nil && by.Type.Form == cuda.NamedType {
			t := by.Type
			out, outArgs = append(out, t.Path...), append(outArgs, padded(t.PathArgs, len(t.Path))...)
			name = t.Name
			if t.HasArgs {
				own = t.Args
			}
			some = some || t.PathArgs != nil
		}
		if i == 0 && ofDecltype(part) && len(own) == 1 && own[0].Type != nil && own[0].Type.Form == cuda.NamedType {
			t := own[0].Type
			out, outArgs = append(out, t.Path...), append(outArgs, padded(t.PathArgs, len(t.Path))...)
			name, own, some = t.Name, nil, some || t.PathArgs != nil
			if t.HasArgs {
				own = t.Args
			}
		} else if ofDecltype(part) {
			out, outArgs, some = append(out, part), append(outArgs, own), true
			continue
		}
		some = some || own != nil
		out, outArgs = append(out, name+written(own)), append(outArgs, own)
	}
	if !some {
		outArgs = nil
	}
	return out, outArgs
}

func padded(args [][]cuda.TemplateArg, n int) [][]cuda.TemplateArg {
	return append(append([][]cuda.TemplateArg{}, args...), make([][]cuda.TemplateArg, n-len(args))...)
}

// ofDecltype recognises decltype(x) as a part of a path, whose argument is the type.
func ofDecltype(part string) bool { return strings.HasPrefix(part, "decltype(") }

// written is what template arguments add to a part of a path.
func written(args []cuda.TemplateArg) string {
	if args == nil {
		return ""
	}
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = a.Text()
	}
	return "<" + strings.Join(parts, ",") + ">"
}

func (r *replacer) typ(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil {
		return nil
	}
	if r.depth++; r.depth > maxDepth {
		r.depth--
		return t
	}
	defer func() { r.depth-- }()
	c := *t
	switch t.Form {
	case cuda.NamedType:
		by, ok := r.s[t.Name]
		if ok && len(t.Path) == 0 && by.Type != nil {
			n := *by.Type
			if t.HasArgs { // the argument is a template
				n.Args, n.HasArgs = r.args(t.Args), true
			}
			n.Const, n.Volatile = n.Const || t.Const, n.Volatile || t.Volatile
			if !n.Pos.Valid() {
				n.Pos = t.Pos
			}
			return &n
		}
		c.Args = r.args(t.Args)
		c.Path, c.PathArgs = r.path(t.Path, t.PathArgs)
		return &c
	case cuda.DecltypeType:
		if id, ok := t.Len.(*cuda.Ident); ok && len(id.Path) == 0 {
			if by, ok := r.s[Variable(id.Name)]; ok {
				return by.Type
			}
		}
		c.Len = r.expr(t.Len)
		return &c
	}
	c.Elem = r.typ(t.Elem)
	c.Len = r.expr(t.Len)
	c.Params = nil
	for _, p := range t.Params { // of a function
		q := *p
		if !p.Pack {
			q.Type = r.typ(p.Type)
		}
		c.Params = append(c.Params, &q)
	}
	return &c
}

func (r *replacer) exprs(list []cuda.Expr) []cuda.Expr {
	var out []cuda.Expr
	for _, e := range list {
		out = append(out, r.expr(e))
	}
	return out
}

func (r *replacer) expr(e cuda.Expr) cuda.Expr {
	if r.depth++; r.depth > maxDepth {
		r.depth--
		return e
	}
	defer func() { r.depth-- }()
	switch e := e.(type) {
	case *cuda.Ident:
		return r.ident(e)
	case *cuda.UnaryExpr:
		c := *e
		c.X = r.expr(e.X)
		return &c
	case *cuda.BinaryExpr:
		c := *e
		c.X, c.Y = r.expr(e.X), r.expr(e.Y)
		return &c
	case *cuda.CondExpr:
		c := *e
		c.C, c.X, c.Y = r.expr(e.C), r.expr(e.X), r.expr(e.Y)
		return &c
	case *cuda.AssignExpr:
		c := *e
		c.X, c.Y = r.expr(e.X), r.expr(e.Y)
		return &c
	case *cuda.IndexExpr:
		c := *e
		c.X, c.I = r.expr(e.X), r.expr(e.I)
		return &c
	case *cuda.InitList:
		c := *e
		c.Items = r.exprs(e.Items)
		return &c
	case *cuda.CastExpr:
		c := *e
		c.Type, c.X = r.typ(e.Type), r.expr(e.X)
		if e.Style == cuda.OfDeclaration {
			return Typed(c.X, c.Type)
		}
		return &c
	case *cuda.ConstructExpr:
		c := *e
		c.Type, c.At, c.Args = r.typ(e.Type), r.expr(e.At), r.exprs(e.Args)
		return &c
	case *cuda.SizeofExpr:
		return r.sizeof(e)
	case *cuda.MemberExpr:
		if t := r.variable(e.X); t != nil && !e.Arrow {
			return nameIn(t, e.Name, e)
		}
		c := *e
		c.X, c.Args = r.expr(e.X), r.args(e.Args)
		return &c
	case *cuda.CallExpr:
		if t := r.variable(e.Fun); t != nil && len(e.Args) == 0 {
			if v := Constant(t); v != nil { // its operator()
				return v
			}
		}
		c := *e
		c.Fun, c.Args = r.expr(e.Fun), r.exprs(e.Args)
		return &c
	}
	return e
}

// placed is e, at pos if it is a name without a place of its own.
func placed(e cuda.Expr, pos diag.Pos) cuda.Expr {
	id, ok := e.(*cuda.Ident)
	if !ok || id.Pos.Valid() {
		return e
	}
	c := *id
	c.Pos = pos
	return &c
}

func (r *replacer) ident(e *cuda.Ident) cuda.Expr {
	if len(e.Path) == 0 && !e.HasArgs {
		if by, ok := r.s[e.Name]; ok && by.Expr != nil {
			return placed(by.Expr, e.Pos)
		}
		if t := r.variable(e); t != nil {
			if v := Constant(t); v != nil { // its conversion to the value's type
				return v
			}
		}
		return e
	}
	if len(e.Path) == 1 && ofDecltype(e.Path[0]) && len(e.PathArgs) == 1 && len(e.PathArgs[0]) == 1 {
		t := r.typ(e.PathArgs[0][0].Type)
		for t != nil && t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		if t != nil && t.Form == cuda.NamedType && !e.HasArgs {
			return nameIn(t, e.Name, e)
		}
	}
	c := *e
	c.Args = r.args(e.Args)
	c.Path, c.PathArgs = r.path(e.Path, e.PathArgs)
	return &c
}

// sizeof is sizeof T and sizeof(T), which are the same where T may be a type.
func (r *replacer) sizeof(e *cuda.SizeofExpr) cuda.Expr {
	c := *e
	c.Type = r.typ(e.Type)
	if id, ok := e.X.(*cuda.Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		if by, ok := r.s[id.Name]; ok && by.Type != nil {
			c.Type, c.X = by.Type, nil
			return &c
		}
	}
	c.X = r.expr(e.X)
	return &c
}

// variable is the type of the variable that e names, nil if it is not known.
func (r *replacer) variable(e cuda.Expr) *cuda.TypeExpr {
	id, ok := e.(*cuda.Ident)
	if !ok || len(id.Path) > 0 || id.HasArgs {
		return nil
	}
	t := r.s[Variable(id.Name)].Type
	for t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	return t
}

// nameIn is t::name, at once where it is the value of a constant's type.
func nameIn(t *cuda.TypeExpr, name string, e cuda.Expr) cuda.Expr {
	if name == "value" {
		if v := Constant(t); v != nil {
			return v
		}
	}
	if t.Form != cuda.NamedType {
		return e
	}
	args := t.Args
	if !t.HasArgs {
		args = nil
	}
	path := append(append([]string{}, t.Path...), t.Name+written(args))
	id := &cuda.Ident{Pos: e.ExprPos(), Path: path, Name: name}
	if args != nil || t.PathArgs != nil {
		id.PathArgs = append(padded(t.PathArgs, len(t.Path)), args)
	}
	return id
}

// Typed is e as a value of type t, the declared type of a constant or of a template's parameter: 300 is 44 as an
// unsigned char. It is e itself where t adds nothing, or may be an enumeration of which e names a value.
func Typed(e cuda.Expr, t *cuda.TypeExpr) cuda.Expr {
	if e == nil || t == nil || t.Form != cuda.NamedType || t.Record != nil || t.Enum != nil {
		return e
	}
	arithmetic := arithmeticTypes[t.Name] && !t.HasArgs && (len(t.Path) == 0 || t.Path[len(t.Path)-1] == "std")
	switch x := e.(type) {
	case *cuda.IntLit:
		if t.Name == "int" && x.Value < 1<<31 && !x.Unsigned && x.Long == 0 && !x.Char {
			return e
		}
	case *cuda.BoolLit:
		if t.Name == "bool" {
			return e
		}
	case *cuda.Ident:
		if !arithmetic {
			return e
		}
	case *cuda.CastExpr:
		if !arithmetic || (cuda.TemplateArg{Type: x.Type}).Text() == (cuda.TemplateArg{Type: unqualified(t)}).Text() {
			return e
		}
	case *cuda.InitList, *cuda.ConstructExpr, *cuda.LambdaExpr, *cuda.StringLit:
		return e
	}
	return &cuda.CastExpr{Pos: e.ExprPos(), Style: cuda.OfDeclaration, Type: unqualified(t), X: e}
}

var arithmeticTypes = map[string]bool{"bool": true, "char": true, "signed char": true, "unsigned char": true, "short": true, "unsigned short": true, "int": true,
	"unsigned int": true, "unsigned": true, "long": true, "unsigned long": true, "long long": true, "unsigned long long": true, "float": true, "double": true,
	"size_t": true, "ssize_t": true, "ptrdiff_t": true, "int8_t": true, "uint8_t": true, "int16_t": true, "uint16_t": true, "int32_t": true, "uint32_t": true,
	"int64_t": true, "uint64_t": true, "uint": true, "ushort": true, "uchar": true, "ulong": true}

func unqualified(t *cuda.TypeExpr) *cuda.TypeExpr {
	c := *t
	c.Const, c.Volatile = false, false
	return &c
}

// Constant is the value of a type that stands for one, std::integral_constant<T, v> and
// its like; nil for other types.
func Constant(t *cuda.TypeExpr) cuda.Expr {
	if t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 && t.Path[len(t.Path)-1] != "std" {
		return nil
	}
	switch t.Name {
	case "true_type", "false_type":
		return &cuda.BoolLit{Pos: t.Pos, Value: t.Name == "true_type"}
	case "bool_constant":
		if len(t.Args) == 1 {
			return t.Args[0].Expr
		}
	case "integral_constant":
		if len(t.Args) == 2 && t.Args[1].Expr != nil && t.Args[0].Type != nil {
			return &cuda.CastExpr{Pos: t.Pos, Type: t.Args[0].Type, X: t.Args[1].Expr}
		}
	}
	return nil
}

// Names calls f with each unqualified name in a, and with the first part of each
// qualified one.
func Names(a cuda.TemplateArg, f func(name string)) {
	walkArg(a, f, 0)
}

func walkArg(a cuda.TemplateArg, f func(string), depth int) {
	if a.Pack { // an expansion of its own
		return
	}
	walkType(a.Type, f, depth+1)
	walkExpr(a.Expr, f, depth+1)
}

func walkPath(path []string, args [][]cuda.TemplateArg, f func(string), depth int) {
	if len(path) > 0 && !ofDecltype(path[0]) {
		name, _, _ := strings.Cut(path[0], "<")
		f(name)
	}
	for _, list := range args {
		for _, a := range list {
			walkArg(a, f, depth)
		}
	}
}

func walkType(t *cuda.TypeExpr, f func(string), depth int) {
	if t == nil || depth > maxDepth {
		return
	}
	if t.Form == cuda.NamedType {
		if len(t.Path) == 0 {
			f(t.Name)
		}
		walkPath(t.Path, t.PathArgs, f, depth)
		for _, a := range t.Args {
			walkArg(a, f, depth)
		}
	}
	walkType(t.Elem, f, depth+1)
	walkExpr(t.Len, f, depth+1)
	for _, p := range t.Params {
		if !p.Pack {
			walkType(p.Type, f, depth+1)
		}
	}
}

func walkExpr(e cuda.Expr, f func(string), depth int) {
	if depth > maxDepth {
		return
	}
	all := func(list ...cuda.Expr) {
		for _, x := range list {
			walkExpr(x, f, depth+1)
		}
	}
	switch e := e.(type) {
	case *cuda.Ident:
		if len(e.Path) == 0 {
			f(e.Name)
		}
		walkPath(e.Path, e.PathArgs, f, depth)
		for _, a := range e.Args {
			walkArg(a, f, depth)
		}
	case *cuda.UnaryExpr:
		all(e.X)
	case *cuda.BinaryExpr:
		all(e.X, e.Y)
	case *cuda.CondExpr:
		all(e.C, e.X, e.Y)
	case *cuda.CastExpr:
		walkType(e.Type, f, depth+1)
		all(e.X)
	case *cuda.ConstructExpr:
		walkType(e.Type, f, depth+1)
		all(e.At)
		all(e.Args...)
	case *cuda.SizeofExpr:
		walkType(e.Type, f, depth+1)
		all(e.X)
	case *cuda.MemberExpr:
		all(e.X)
	case *cuda.CallExpr:
		all(e.Fun)
		all(e.Args...)
	case *cuda.AssignExpr:
		all(e.X, e.Y)
	case *cuda.IndexExpr:
		all(e.X, e.I)
	case *cuda.InitList:
		all(e.Items...)
	}
}
