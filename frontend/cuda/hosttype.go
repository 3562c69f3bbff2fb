package cuda

import "strings"

// Types of host expressions, as far as declarations around them tell, and what the
// types of a call's arguments imply for the template that is called.

// mostTyped bounds the expressions that are looked at for one type, initialisers of auto
// among them.
const mostTyped = 200

// hostTyper finds the types of expressions at token i.
type hostTyper struct {
	*parser
	i, steps int
}

// hostType is the type of e at token i, nil if it is not known.
func (p *parser) hostType(i int, e Expr) *TypeExpr {
	t := hostTyper{parser: p, i: i}
	return t.typ(e)
}

// object is the type of e without a reference.
func (t *hostTyper) object(e Expr) *TypeExpr { return referred(t.typ(e)) }

func (t *hostTyper) typ(e Expr) *TypeExpr {
	if t.steps++; t.steps > mostTyped {
		return nil
	}
	switch e := e.(type) {
	case *IntLit, *FloatLit:
		return literalType(e)
	case *CastExpr:
		return e.Type
	case *ConstructExpr:
		return e.Type
	case *Ident:
		return t.variable(e)
	case *IndexExpr:
		return elementType(t.object(e.X))
	case *UnaryExpr:
		return t.unary(e)
	case *BinaryExpr:
		return t.sum(e)
	case *CallExpr:
		return t.call(e)
	}
	return nil
}

func (t *hostTyper) variable(e *Ident) *TypeExpr {
	if len(e.Path) > 0 || e.HasArgs {
		return nil
	}
	v := t.hostVariable(t.i, e.Name)
	switch {
	case v == nil || v.Type.Form == AutoType && v.Init == nil:
		return nil
	case v.Type.Form == AutoType:
		return t.typ(v.Init)
	}
	return v.Type
}

func (t *hostTyper) unary(e *UnaryExpr) *TypeExpr {
	x := t.object(e.X)
	switch {
	case x == nil || e.Postfix:
	case e.Op == "*":
		return pointee(x)
	case e.Op == "&":
		return &TypeExpr{Pos: e.Pos, Form: PointerType, Elem: x}
	case e.Op == "-" || e.Op == "+":
		return x
	}
	return nil
}

// sum knows pointers to which something is added.
func (t *hostTyper) sum(e *BinaryExpr) *TypeExpr {
	if e.Op != "+" && e.Op != "-" {
		return nil
	}
	x := t.object(e.X)
	if pointee(x) == nil && e.Op == "+" {
		x = t.object(e.Y)
	}
	if pointee(x) == nil {
		return nil
	}
	return x
}

// call knows the ways from a vector of Thrust or of the standard library to its
// elements: v.data(), and thrust::raw_pointer_cast of that or of &v[0].
func (t *hostTyper) call(e *CallExpr) *TypeExpr {
	switch f := e.Fun.(type) {
	case *Ident:
		if f.Name == "raw_pointer_cast" && len(e.Args) == 1 {
			return t.object(e.Args[0])
		}
	case *MemberExpr:
		x := t.object(f.X)
		switch elem := vectorElement(x); {
		case f.Name == "data" && elem != nil:
			return &TypeExpr{Pos: e.Pos, Form: PointerType, Elem: elem}
		case f.Name == "get" && pointee(x) != nil:
			return x
		}
	}
	return nil
}

// referred is the type that a reference refers to, and any other type itself.
func referred(t *TypeExpr) *TypeExpr {
	if t != nil && t.Form == ReferenceType {
		return t.Elem
	}
	return t
}

// pointee is what a pointer or an array holds, nil for other types.
func pointee(t *TypeExpr) *TypeExpr {
	if t != nil && (t.Form == PointerType || t.Form == ArrayType) {
		return t.Elem
	}
	return nil
}

func elementType(t *TypeExpr) *TypeExpr {
	if elem := pointee(t); elem != nil {
		return elem
	}
	return vectorElement(t)
}

// vectorElement is T of std::vector<T>, thrust::device_vector<T> and their like.
func vectorElement(t *TypeExpr) *TypeExpr {
	if t == nil || t.Form != NamedType || !strings.HasSuffix(t.Name, "vector") || len(t.Args) == 0 {
		return nil
	}
	return t.Args[0].Type
}

// deduced are the template arguments of the call of fn whose list opens at token open:
// those given, and what the types of the arguments imply. It is nil where a parameter
// stays open that has no default.
func (p *parser) deduced(fn *FuncDecl, given []TemplateArg, i, open int) []TemplateArg {
	if p.match[open] < 0 || len(given) > len(fn.Template.Params) {
		return nil
	}
	r := p.unit.parser(open, int(p.match[open])+1, p.names)
	args := r.arguments()
	if r.failed != nil {
		return nil
	}
	found := substitution{}
	for n, a := range given {
		found[fn.Template.Params[n].Name] = a
	}
	for n, a := range args {
		if n < len(fn.Params) {
			found.match(fn.Template, fn.Params[n].Type, p.hostType(i, a))
		}
	}
	var out []TemplateArg
	for _, param := range fn.Template.Params {
		a, known := found[param.Name]
		switch {
		case known:
			out = append(out, a)
		case param.DefaultType == nil && param.DefaultExpr == nil:
			return nil
		default:
			return out
		}
	}
	return out
}

// match notes what the type parameters in t, a type as fn declares it, stand for where
// an argument has type a.
func (s substitution) match(head *TemplateHead, t, a *TypeExpr) {
	t, a = referred(t), referred(a)
	switch {
	case t == nil || a == nil:
	case t.Form == PointerType:
		s.match(head, t.Elem, pointee(a))
	case t.Form != NamedType || len(t.Path) > 0:
	case t.HasArgs:
		for n := range t.Args {
			if a.Form == NamedType && a.Name == t.Name && n < len(a.Args) {
				s.match(head, t.Args[n].Type, a.Args[n].Type)
			}
		}
	default:
		for _, param := range head.Params {
			if _, known := s[param.Name]; param.Name == t.Name && param.Type == nil && !known {
				s[param.Name] = TemplateArg{Type: a}
			}
		}
	}
}
