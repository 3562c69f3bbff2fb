package flow

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Function objects with constructors:
//
//	struct Add { int n; float *a; Add(int n, float *a) : n(n), a(a) {} __device__ void operator()(int i); };
//	apply<<<blocks, 256>>>(Add(count, a));
//
// A constructor is followed if it does nothing but give members the values of its parameters. Then its objects are
// nothing but their members, as those without constructors are.

// plainlyConstructed reports whether all constructors of a class are such ones, and copies are those of the compiler.
func (f *function) plainlyConstructed(r *cuda.RecordDecl) bool {
	for _, m := range r.Methods {
		if m.Ctor && !f.plainConstructor(r, m) {
			return false
		}
	}
	return true
}

// constructed reports whether the class has constructors, so that no list of values initialises members directly.
func constructed(r *cuda.RecordDecl) bool {
	for _, m := range r.Methods {
		if m.Ctor {
			return true
		}
	}
	return false
}

// plainConstructor reports whether a constructor only copies parameters into members.
func (f *function) plainConstructor(r *cuda.RecordDecl, m *cuda.FuncDecl) bool {
	if m.Defaulted {
		return len(m.Params) == 0
	}
	if !m.HasBody || m.Template != nil || m.Variadic || m.Deleted {
		return false
	}
	for _, q := range m.Params {
		if q.Pack || q.Default != nil || q.Type == nil || !plainParameter(f, q.Type) {
			return false
		}
	}
	body, faults := m.Body()
	if body == nil || faults.Len() > 0 || len(body.Stmts) > 0 {
		return false
	}
	for _, in := range body.Inits {
		if len(in.Args) > 1 || in.Name == nil || in.Name.Form != cuda.NamedType || len(in.Name.Path) > 0 || in.Name.HasArgs || !hasField(r, in.Name.Name) {
			return false
		}
		for _, x := range in.Args {
			if !plainValue(x) {
				return false
			}
		}
	}
	return true
}

// plainParameter reports whether passing an argument to a parameter of that type runs no code of the file: numbers, sizes and
// pointers, by value or as references to const.
func plainParameter(f *function, t *cuda.TypeExpr) bool {
	if t.Form == cuda.ReferenceType {
		if t = t.Elem; t == nil || !t.Const {
			return false
		}
	}
	if t.Volatile {
		return false
	}
	if t.Form == cuda.PointerType || isDim3(t) || isHandle(t) || isFloating(t) && len(f.prog.records[t.Name]) == 0 {
		return true
	}
	_, number := f.prog.scalarHere(nil, t)
	return number && t.Form == cuda.NamedType && !f.namesLocal(t.Name) && !f.hasTemplateParam(t.Name)
}

// plainValue reports whether an expression is a name, a number, or such with operators that change nothing.
func plainValue(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Ident:
		return len(e.Path) == 0 && !e.HasArgs
	case *cuda.IntLit:
		return true
	case *cuda.BinaryExpr:
		return plainValue(e.X) && plainValue(e.Y)
	case *cuda.CastExpr:
		return e.Type != nil && e.Type.Form == cuda.NamedType && wordsOfTypes(e.Type.Name) && plainValue(e.X)
	default:
		// Others may run code.
		return false
	}
}

func hasField(r *cuda.RecordDecl, name string) bool {
	for _, d := range r.Fields {
		if d.Name == name && !d.Static {
			return true
		}
	}
	return false
}

// constructedBy are the values that a constructor of r gives to members that are numbers or sizes, by their names; nil if
// it is not known. Where the types of the arguments decide which constructor that is, they are what all of them give.
func constructedBy(f *frame, s *State, r *cuda.RecordDecl, args []cuda.Expr) map[string]Value {
	var out map[string]Value
	for _, m := range r.Methods {
		if !m.Ctor || len(m.Params) != len(args) {
			continue
		}
		if m.Defaulted || len(args) == 0 {
			return nil
		}
		given := constructedWith(f, s, r, m, args)
		if given == nil {
			return nil
		}
		if out == nil {
			out = given
		}
		for name, v := range out {
			if o, also := given[name]; !also || !sameValue(v, o) {
				delete(out, name)
			}
		}
	}
	return out
}

// constructedWith is constructedBy for one of the constructors; it is nil where an argument has no type that it takes.
func constructedWith(f *frame, s *State, r *cuda.RecordDecl, by *cuda.FuncDecl, args []cuda.Expr) map[string]Value {
	values := map[string]Value{}
	for i, q := range by.Params {
		t := q.Type
		if t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		k, number := f.fn.prog.scalarHere(nil, t)
		v := f.eval(s, args[i]).integer(f.fn.prog)
		switch {
		case isDim3(t) && !v.object && (v.IsDims || v.X != nil):
			values[q.Name] = v.AsDims()
		case v.object || v.IsDims:
			return nil // a copy, or a conversion
		case number && v.X != nil:
			values[q.Name] = Value{X: cexpr.Convert(v.X, k)}
		}
	}
	out := map[string]Value{}
	body, _ := by.Body()
	for _, in := range body.Inits {
		if len(in.Args) != 1 {
			continue
		}
		if v := initialised(f, s, in.Args[0], values); v.X != nil || v.IsDims {
			out[in.Name.Name] = v
		}
	}
	for _, d := range r.Fields {
		v, given := out[d.Name]
		if !given {
			continue
		}
		k, isNumber := f.scalar(d.Type)
		switch {
		case isNumber && v.X != nil:
			out[d.Name] = number(cexpr.Convert(v.X, k))
		case isDim3(d.Type):
			out[d.Name] = v.AsDims()
		default:
			delete(out, d.Name)
		}
	}
	return out
}

// initialised is the value of a member's initialiser, with those of the parameters.
func initialised(f *frame, s *State, e cuda.Expr, values map[string]Value) Value {
	switch e := e.(type) {
	case *cuda.Ident:
		return values[e.Name]
	case *cuda.IntLit:
		return f.eval(s, e)
	case *cuda.CastExpr:
		if k, ok := f.fn.prog.scalarHere(nil, e.Type); ok {
			if v := initialised(f, s, e.X, values); v.X != nil {
				return number(cexpr.Convert(v.X, k))
			}
		}
	}
	return Value{}
}

// written are the values of the members of an object of class name that e makes, as S(x, y), S{x, y} or {x, y}; nil where it
// makes none.
func written(f *frame, s *State, class string, e cuda.Expr) map[string]Value {
	t := &cuda.TypeExpr{Form: cuda.NamedType, Name: class}
	switch e := e.(type) {
	case *cuda.ConstructExpr:
		if e.Type != nil && e.Type.Form == cuda.NamedType && e.Type.Name == class && len(e.Type.Path) == 0 && namesClass(f, class) {
			return f.members(s, e.Type, e.Args, nil)
		}
	case *cuda.CallExpr:
		if id, is := e.Fun.(*cuda.Ident); is && id.Name == class && len(id.Path) == 0 && !id.HasArgs && namesClass(f, class) {
			return f.members(s, t, e.Args, nil)
		}
	case *cuda.InitList:
		return f.members(s, t, e.Items, e.Fields)
	default:
		// Other objects are not followed.
	}
	return nil
}

// beforeClass are the words behind which a name is that of a class, if it may be one.
var beforeClass = wordSet("struct class typename friend const return else new throw explicit inline constexpr static __host__ __device__ __forceinline__")

// namesClass reports whether name(…) in a function makes an object of the only class of that name: nothing in the
// file gives the name to anything else.
func namesClass(f *frame, name string) bool {
	p := f.fn.prog
	if len(p.records[name]) != 1 || f.fn.own[name] || f.fn.hasParam(name) {
		return false
	}
	for _, i := range p.index(name) {
		switch before := p.code.Token(i - 1); {
		case before.Kind == source.Ident && !beforeClass(before.Text), before.Text == "*", before.Text == "&", before.Text == ">":
			return false // a declaration of something of that name
		}
	}
	return true
}
