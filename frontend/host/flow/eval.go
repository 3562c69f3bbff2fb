package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/host/ratio"
	"gv2/frontend/kernel"
)

// Eval is the value of e at the place of the state.
func (s *State) Eval(e cuda.Expr) Value {
	if e == nil {
		return unknown("it cannot be read")
	}
	return s.frame.eval(s, e).integer(s.frame.fn.prog)
}

func (f *frame) eval(s *State, e cuda.Expr) Value {
	p := f.fn.prog
	p.steps++
	if p.steps > maxSteps {
		return unknown("it takes too many steps to compute")
	}
	if f.nesting++; f.nesting > maxNesting {
		f.nesting--
		return unknown("it takes too many steps to compute")
	}
	defer func() { f.nesting-- }()
	switch e := e.(type) {
	case *cuda.IntLit:
		return literal(e)
	case *cuda.BoolLit:
		return number(kernel.BoolConst(e.Value))
	case *cuda.Ident:
		return f.name(s, e)
	case *cuda.MemberExpr:
		return f.member(s, e)
	case *cuda.UnaryExpr:
		return f.unary(s, e)
	case *cuda.BinaryExpr:
		return f.binary(s, e)
	case *cuda.CondExpr:
		return f.conditional(s, e)
	case *cuda.CastExpr:
		if e.Style == "const_cast" || e.Style == "reinterpret_cast" {
			break
		}
		return f.construct(s, e.Type, []cuda.Expr{e.X})
	case *cuda.ConstructExpr:
		return f.construct(s, e.Type, e.Args)
	case *cuda.InitList:
		if e.Fields == nil {
			return f.dims(s, e.Items)
		}
	case *cuda.CallExpr:
		return f.call(s, e)
	case *cuda.IndexExpr:
		return f.element(s, e)
	case *cuda.SizeofExpr:
		return f.sizeof(s, e)
	case *cuda.FloatLit:
		return floating(ratio.Literal(e))
	}
	return unknown("it is not a constant")
}

// literal has the type that C gives it.
func literal(e *cuda.IntLit) Value {
	if e.Char {
		return number(kernel.NewConst(kernel.I8, int64(e.Value)))
	}
	types := []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U64}
	for _, t := range types {
		switch {
		case e.Unsigned && t.Signed, e.Long > 0 && t.Bits < 64, e.Decimal && !e.Unsigned && !t.Signed:
			continue
		case t.Signed && e.Value > 1<<(t.Bits-1)-1, !t.Signed && t.Bits < 64 && e.Value >= 1<<t.Bits:
			continue
		}
		return number(kernel.NewConst(t, int64(e.Value)))
	}
	return unknown("it is too large")
}

// constant evaluates a constant expression of the file.
func (f *frame) constant(e cuda.Expr, name string) Value {
	p := f.fn.prog
	eval := p.fixed[f.fn.fn]
	if eval == nil {
		fn := f.fn.fn
		if fn == nil {
			fn = &cuda.FuncDecl{}
		}
		eval = p.names.Constants(fn)
		p.fixed[f.fn.fn] = eval
	}
	if c, ok := eval(e); ok && (c.T.IsInt() || c.T.Kind == kernel.Bool) {
		return number(c)
	}
	return unknown("%s %s", name, Runtime)
}

// name is a variable, a constant, or a template parameter.
func (f *frame) name(s *State, id *cuda.Ident) Value {
	if s.opaque {
		return unknown("%s %s (gv2 does not follow the code around it)", id.Name, Runtime)
	}
	if len(id.Path) > 0 || id.HasArgs {
		for _, part := range id.Path {
			if _, local := f.fn.types[part]; local || f.fn.hasTemplateParam(part) {
				return unknown("%s %s", id.Name, Runtime)
			}
		}
		e := f.withArguments(id)
		if e == nil {
			return unknown("%s %s", id.Name, Runtime)
		}
		return f.constant(e, id.Name)
	}
	if why, bad := f.fn.unstable[id.Name]; bad {
		return unknown("%s %s (%s)", id.Name, Runtime, why)
	}
	if i := f.find(s, id.Name); i >= 0 {
		if s.touched[i] {
			return unknown("%s %s (it is changed there)", id.Name, Runtime)
		}
		return s.values[i]
	}
	if a, ok := f.bound[id.Name]; ok {
		if a.Expr == nil {
			return unknown("%s %s", id.Name, Runtime)
		}
		outer := &frame{fn: &function{prog: f.fn.prog}, up: nil}
		v := outer.constant(a.Expr, id.Name)
		if c, ok := v.X.(*kernel.Const); ok {
			if t, ok := f.templateType(id.Name); ok {
				return number(cexpr.Convert(c, t))
			}
			return unknown("%s %s", id.Name, Runtime)
		}
		return v
	}
	if f.fn.hasTemplateParam(id.Name) {
		return unknown("%s %s", id.Name, Runtime)
	}
	if v, ok := f.ofClass(s, id.Name); ok {
		return v
	}
	return f.constant(id, id.Name)
}

// withArguments is a name with template arguments, as in is_same_v<T, float>, with the parameters of the
// function's template replaced; nil if it names what only the function knows.
func (f *frame) withArguments(id *cuda.Ident) cuda.Expr {
	by, ok := subst.Map{}, true
	subst.Names(cuda.TemplateArg{Expr: id}, func(name string) {
		a, bound := f.bound[name]
		_, local := f.fn.types[name]
		switch {
		case name == id.Name && !bound:
		case bound && closed(a):
			by[name] = a
		case bound, local, f.fn.own[name], f.fn.hasTemplateParam(name):
			ok = false
		}
	})
	if !ok {
		return nil
	}
	return by.Expr(id)
}

// closed reports whether an argument is a literal or a word of the language, which mean the same
// everywhere.
func closed(a cuda.TemplateArg) bool {
	switch a.Expr.(type) {
	case *cuda.IntLit, *cuda.BoolLit:
		return a.Type == nil
	case nil:
		return a.Type != nil && a.Type.Form == cuda.NamedType && len(a.Type.Path) == 0 && wordsOfTypes(a.Type.Name)
	}
	return false
}

// templateType is the type of a template parameter that is a number.
func (f *frame) templateType(name string) (kernel.Type, bool) {
	if f.fn.fn == nil || f.fn.fn.Template == nil {
		return kernel.Type{}, false
	}
	for _, q := range f.fn.fn.Template.Params {
		if q.Name == name && q.Type != nil {
			if q.Type.Form == cuda.AutoType {
				return kernel.Type{}, false
			}
			return f.scalar(q.Type)
		}
	}
	return kernel.Type{}, false
}

func (f *frame) scalar(t *cuda.TypeExpr) (kernel.Type, bool) { return f.fn.scalarOf(t, f.bound, 0) }

// ofClass is a member of the class around the function; ok is false if it has none of
// that name.
func (f *frame) ofClass(s *State, name string) (v Value, ok bool) {
	hidden := unknown("%s %s (it may be a member of a class)", name, Runtime)
	classes := f.classes()
	for _, r := range classes {
		if r == nil || len(r.Bases) > 0 || r.Opaque != "" {
			return hidden, !f.fn.prog.onlyGlobal(name)
		}
		members := r.Fields
		for _, n := range r.Nested {
			if v, isVar := n.(*cuda.VarDecl); isVar && r.Template != nil { // of other classes the scope of the function tells
				members = append(slices.Clone(members), v)
			}
		}
		for _, d := range members {
			if d.Name != name {
				continue
			}
			if slices.ContainsFunc(classes, func(o *cuda.RecordDecl) bool { return o != r && o.Name == r.Name && !o.Forward }) {
				return hidden, true // of a specialisation, or of a class of that name in another namespace
			}
			if d.Init != nil && (d.Constexpr || d.Static && d.Type.Const && !d.Type.Volatile) {
				if v := f.eval(&State{frame: f}, d.Init); v.X != nil {
					if t, ok := f.scalar(d.Type); ok {
						return number(cexpr.Convert(v.X, t)), true
					}
				}
			}
			return hidden, true
		}
		for _, m := range r.Methods {
			if m.Name == name {
				return hidden, true
			}
		}
		for _, n := range r.Nested {
			if e, isEnum := n.(*cuda.EnumDecl); isEnum && slices.ContainsFunc(e.Values, func(v cuda.EnumValue) bool { return v.Name == name }) {
				return hidden, true
			}
		}
	}
	return Value{}, false
}

// classes are the classes around the function, nil for one that is not known.
func (f *frame) classes() []*cuda.RecordDecl {
	var out []*cuda.RecordDecl
	if f.fn.in != nil {
		out = append(out, f.fn.in)
	}
	if f.fn.fn == nil {
		return out
	}
	for _, part := range f.fn.fn.Scope {
		name, _, _ := strings.Cut(part, "<") // C<T>::run
		out = append(out, f.fn.prog.records[name]...)
	}
	return out
}

func (f *frame) sizeof(s *State, e *cuda.SizeofExpr) Value {
	if e.Type == nil {
		if id, ok := e.X.(*cuda.Ident); ok && len(id.Path) == 0 {
			_, local := f.fn.types[id.Name]
			if a, bound := f.bound[id.Name]; (bound && a.Type != nil || local) && f.find(s, id.Name) < 0 { // sizeof(T)
				return f.sizeof(s, &cuda.SizeofExpr{Pos: e.Pos, Align: e.Align, Type: &cuda.TypeExpr{Pos: e.Pos, Form: cuda.NamedType, Name: id.Name}})
			}
			if i := f.find(s, id.Name); i >= 0 && s.at(i).kind == numberSlot && !e.Align && f.fn.unstable[id.Name] == "" {
				return number(kernel.NewConst(kernel.U64, int64(s.at(i).k.Bytes())))
			}
			if s.at(f.find(s, id.Name)) == nil && f.fn.unstable[id.Name] == "" && !f.fn.own[id.Name] {
				return f.constant(e, "sizeof")
			}
		}
		return unknown("sizeof %s", Runtime)
	}
	t := f.plainType(e.Type)
	if t == nil {
		return unknown("sizeof %s", Runtime)
	}
	c := *e
	c.Type = t
	return f.constant(&c, "sizeof")
}

// plainType is t with template parameters replaced, nil if it names what only the
// function knows.
func (f *frame) plainType(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil || len(t.PathArgs) > 0 {
		return t
	}
	c := *t
	if t.Form == cuda.NamedType && len(t.Path) == 0 {
		if a, ok := f.bound[t.Name]; ok {
			return a.Type
		}
		if local, ok := f.fn.types[t.Name]; ok {
			if local == nil || local.Name == t.Name {
				return nil
			}
			return f.plainType(local)
		}
		if f.fn.hasTemplateParam(t.Name) {
			return nil
		}
	}
	if t.Elem != nil {
		if c.Elem = f.plainType(t.Elem); c.Elem == nil {
			return nil
		}
	}
	if t.Len != nil && t.Form != cuda.ArrayType {
		return nil
	}
	if len(t.Args) > 0 || t.Form == cuda.ArrayType && t.Len != nil {
		for _, a := range t.Args {
			if a.Expr != nil && a.Type == nil {
				return nil
			}
			if a.Type != nil && f.plainType(a.Type) == nil {
				return nil
			}
		}
		if t.Form == cuda.ArrayType {
			return nil
		}
	}
	return &c
}

// member is v.x.
func (f *frame) member(s *State, e *cuda.MemberExpr) Value {
	if v, ok := f.field(s, e); ok {
		return v
	}
	if v, ok := f.path(s, e); ok {
		return v
	}
	if e.Arrow {
		return unknown("%s %s", e.Name, Runtime)
	}
	v := f.eval(s, e.X)
	if v.config != nil {
		for i, name := range [3]string{"gridDim", "blockDim", "dynamicSmemBytes"} {
			if name == e.Name {
				return v.config[i]
			}
		}
	}
	for d, name := range [3]string{"x", "y", "z"} {
		if name == e.Name && v.IsDims {
			if v.Dims[d] == nil {
				return Value{Why: v.reason()}
			}
			return number(v.Dims[d])
		}
	}
	if id, ok := e.X.(*cuda.Ident); ok {
		return unknown("%s.%s %s", id.Name, e.Name, Runtime)
	}
	return unknown("%s %s", e.Name, Runtime)
}

func (f *frame) unary(s *State, e *cuda.UnaryExpr) Value {
	ops := map[string]kernel.UnaryOp{"-": kernel.Neg, "~": kernel.BitNot, "!": kernel.Not}
	if e.Op == "++" || e.Op == "--" || e.Op == "&" || e.Op == "*" {
		return unknown("it is not a constant")
	}
	v := f.eval(s, e.X)
	if v.X == nil {
		return v.unknownNumber()
	}
	if e.Op == "+" {
		return number(cexpr.Promote(v.X))
	}
	if op, ok := ops[e.Op]; ok {
		return number(cexpr.Unary(op, v.X))
	}
	return unknown("it is not a constant")
}

// unknownNumber is a value of which only the reason counts.
func (v Value) unknownNumber() Value { return Value{Why: v.reason()} }

var binaryOps = map[string]kernel.BinaryOp{"+": kernel.Add, "-": kernel.Sub, "*": kernel.Mul, "/": kernel.Div, "%": kernel.Rem,
	"&": kernel.And, "|": kernel.Or, "^": kernel.Xor, "<<": kernel.Shl, ">>": kernel.Shr, "&&": kernel.LAnd, "||": kernel.LOr,
	"==": kernel.Eq, "!=": kernel.Ne, "<": kernel.Lt, "<=": kernel.Le, ">": kernel.Gt, ">=": kernel.Ge}

func (f *frame) binary(s *State, e *cuda.BinaryExpr) Value {
	if e.Op == "," {
		return f.eval(s, e.Y)
	}
	x, y := f.eval(s, e.X), f.eval(s, e.Y)
	if c, ok := x.X.(*kernel.Const); ok && (e.Op == "&&" || e.Op == "||") && (c.Val != 0) == (e.Op == "||") {
		return number(kernel.BoolConst(e.Op == "||")) // whatever stands on the other side
	}
	return f.fn.prog.arith(e.Op, x, y)
}

// arith is x op y in C's arithmetic.
func (p *Program) arith(op string, x, y Value) Value {
	o, ok := binaryOps[op]
	switch {
	case (x.ratio != nil || y.ratio != nil) && !ok:
		return unknown(inFloats)
	case x.ratio != nil || y.ratio != nil:
		return floats(o, x, y)
	case x.X == nil:
		return x.unknownNumber()
	case y.X == nil:
		return y.unknownNumber()
	case !ok, op != "+" && op != "*" && p.sharesUnseen(x.X, y.X):
		return unknown("it is not a constant")
	}
	if c, isConst := y.X.(*kernel.Const); isConst {
		switch width := int64(cexpr.PromotedType(x.X.Type()).Bits); {
		case (op == "/" || op == "%") && c.Val == 0:
			return unknown("it is not a constant")
		case (op == "<<" || op == ">>") && (c.Val < 0 || c.Val >= width):
			return unknown("it is not a constant")
		}
	} else if op == "<<" || op == ">>" {
		return unknown("it is not a constant")
	}
	return number(cexpr.Binary(o, x.X, y.X))
}

func (f *frame) conditional(s *State, e *cuda.CondExpr) Value {
	c := f.eval(s, e.C)
	if c.X == nil {
		return c.unknownNumber()
	}
	truth := cexpr.Truth(c.X)
	if k, ok := truth.(*kernel.Const); ok {
		if k.Val != 0 {
			return f.eval(s, e.X)
		}
		return f.eval(s, e.Y)
	}
	x, y := f.eval(s, e.X), f.eval(s, e.Y)
	switch {
	case x.X == nil:
		return x.unknownNumber()
	case y.X == nil:
		return y.unknownNumber()
	}
	a, b := x.X, y.X
	if a.Type() != b.Type() {
		a, b = cexpr.Usual(a, b)
	}
	v := number(kernel.FoldNode(&kernel.Cond{C: truth, X: a, Y: b}))
	v.object = x.object || y.object
	return v
}

// construct is T(x), (T)x, T{x, y}.
func (f *frame) construct(s *State, t *cuda.TypeExpr, args []cuda.Expr) Value {
	if isDim3(t) {
		return f.dims(s, args)
	}
	if k, ok := f.scalar(t); ok && len(args) == 1 {
		v := f.eval(s, args[0]).integer(f.fn.prog)
		if v.X == nil {
			return v.unknownNumber()
		}
		return number(cexpr.Convert(v.X, k))
	}
	if k, ok := f.scalar(t); ok && len(args) == 0 {
		return number(cexpr.Convert(cexpr.I32(0), k))
	}
	if isFloating(t) {
		if len(args) == 1 {
			if r := f.eval(s, args[0]).inFloat(ratio.Bits(t)); r != nil {
				return floating(r)
			}
		}
		return unknown(inFloats)
	}
	return unknown("it is not a constant")
}

// dims is dim3(x, y, z).
func (f *frame) dims(s *State, parts []cuda.Expr) Value {
	v := Value{IsDims: true, Dims: [3]kernel.Expr{cexpr.U32(1), cexpr.U32(1), cexpr.U32(1)}}
	if len(parts) > 3 {
		return unknown("it cannot be read")
	}
	if len(parts) == 1 {
		return f.eval(s, parts[0]).integer(f.fn.prog).AsDims() // dim3(d) may copy a dim3
	}
	for d, e := range parts {
		x := f.eval(s, e).integer(f.fn.prog)
		if x.X == nil {
			v.Dims[d], v.Why = nil, x.reason()
			continue
		}
		v.Dims[d] = cexpr.Convert(x.X, kernel.U32)
	}
	return v
}

// call is min, max, dim3(...), or a function of the file that only computes.
func (f *frame) call(s *State, e *cuda.CallExpr) Value {
	if m, isMember := e.Fun.(*cuda.MemberExpr); isMember {
		if n, known := vectorSize(f, s, e); known {
			return n
		}
		return f.method(m)
	}
	id, ok := e.Fun.(*cuda.Ident)
	if !ok {
		return unknown("it %s", Runtime)
	}
	p := f.fn.prog
	result := unknown("the result of %s %s", id.Name, Runtime)
	if s.opaque || f.find(s, id.Name) >= 0 || f.fn.own[id.Name] {
		return result
	}
	std := len(id.Path) == 0 || len(id.Path) == 1 && id.Path[0] == "std"
	switch own := len(p.functions[id.Name]) > 0; {
	case id.Name == "dim3" && len(id.Path) == 0:
		return f.dims(s, e.Args)
	case std && !own && !id.HasArgs && len(e.Args) == 1:
		if v, ok := f.rounded(s, id.Name, e); ok {
			return v
		}
	case (id.Name == "min" || id.Name == "max") && len(e.Args) == 2 && std && !own && !id.HasArgs:
		return f.extreme(s, id.Name, e)
	}
	if len(id.Path) == 0 {
		if v, ok := f.inlinedValue(s, id, e); ok {
			return v
		}
	}
	return result
}

func (f *frame) extreme(s *State, name string, e *cuda.CallExpr) Value {
	x, y := f.eval(s, e.Args[0]), f.eval(s, e.Args[1])
	switch {
	case x.X == nil:
		return x.unknownNumber()
	case y.X == nil:
		return y.unknownNumber()
	}
	a, b := x.X, y.X
	if a.Type() != b.Type() {
		// CUDA's own min and max of two types convert as an operator does, but for mixed signs.
		if a.Type().Signed != b.Type().Signed {
			return unknown("it is not a constant")
		}
		a, b = cexpr.Usual(a, b)
	}
	op := kernel.Lt
	if name == "max" {
		op = kernel.Gt
	}
	return number(kernel.FoldNode(&kernel.Cond{C: cexpr.Binary(op, a, b), X: a, Y: b}))
}
