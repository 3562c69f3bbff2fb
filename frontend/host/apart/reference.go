package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// References: variables that are other names of something else. A type may be that of a reference without telling so:
//
//	using R = float *&;    typedef P &R;    decltype((x)) v = x;    decltype(auto) v = (x);

// refers reports whether what is declared with a type is a reference.
func refers(f *frame, t *cuda.TypeExpr) bool {
	if t == nil {
		return false
	}
	switch t.Form {
	case cuda.ReferenceType:
		return true
	case cuda.DecltypeType:
		return t.Parens || refersTo(f, t.Len)
	case cuda.NamedType:
		return f.file.referenceName(t.Name)
	default:
		return false
	}
}

// holdsReferences reports whether what has a type of a library has references to variables in it: std::tuple<float *&>.
func holdsReferences(f *frame, t *cuda.TypeExpr) bool {
	if t == nil || t.Form != cuda.NamedType || t.Name == "function" {
		return false
	}
	return slices.ContainsFunc(t.Args, func(a cuda.TemplateArg) bool {
		return a.Type != nil && (refers(f, a.Type) && !isNumber(bare(a.Type)) || a.Type.Name == "reference_wrapper" && !numbersOf(a.Type) || holdsReferences(f, a.Type))
	})
}

// numbersOf reports whether the first argument of a template is a type of numbers.
func numbersOf(t *cuda.TypeExpr) bool { return len(t.Args) > 0 && isNumber(t.Args[0].Type) }

// refersTo reports whether decltype(e) is the type of a reference, for an e that is no name in parentheses.
func refersTo(f *frame, e cuda.Expr) bool {
	switch e := e.(type) {
	case nil:
		return false
	case *cuda.Ident:
		key := f.variableOf(e.Name)
		return key != "" && refers(f, f.file.types[key])
	case *cuda.MemberExpr:
		t := f.typeOf(e)
		return t != nil && t.Form == cuda.ReferenceType
	case *cuda.UnaryExpr:
		return e.Op == "*" || (e.Op == "++" || e.Op == "--") && !e.Postfix
	case *cuda.IndexExpr, *cuda.AssignExpr, *cuda.CondExpr, *cuda.CallExpr, *cuda.CastExpr:
		return true
	default:
		return false
	}
}

// declaresReference reports whether a declaration is one of a reference; token is its name.
func declaresReference(f *frame, d *cuda.VarDecl, token int) bool {
	if t := d.Type; t != nil && t.Form == cuda.AutoType && t.Decltype {
		return f.file.code.Text(token+1) == "=" && f.file.code.Text(token+2) == "(" || refersTo(f, d.Init)
	}
	return refers(f, d.Type)
}

// bind makes a place another name of what its initialiser names, if it is a reference; done is false where it is none, or the
// initialiser names no place.
func bind(f *frame, s *state, l *place, refers bool, e cuda.Expr) (done bool) {
	if list, is := e.(*cuda.InitList); is && len(list.Items) == 1 {
		e = list.Items[0]
	}
	if !refers || e == nil {
		return false
	}
	places := f.place(s, e)
	if len(places) == 0 {
		return false
	}
	s.names[l.key] = places
	for _, of := range places {
		s.shared[of.name] = true
	}
	return true
}

// referenceName reports whether something in the file makes a name that of a type of references.
func (p *Program) referenceName(name string) bool {
	if strings.Contains(name, "reference") && name != "reference_wrapper" {
		return true
	}
	if p.references == nil {
		p.references = map[string]bool{}
		for before := -1; before < len(p.references); { // using Q = R;
			before = len(p.references)
			p.findReferences()
		}
	}
	return p.references[name]
}

func (p *Program) findReferences() {
	c := p.code
	for i := range c.Len() {
		word := c.Text(i)
		if word != "using" && word != "typedef" {
			continue
		}
		end := i
		for end < c.Len() && c.Text(end) != ";" && end < i+60 {
			if m := c.Match(end); m > end {
				end = m
			}
			end++
		}
		name, last := i+1, end-1 // using R = T;
		if word == "typedef" {
			name, last = end-1, end-2
		}
		if end >= c.Len() || c.Token(name).Kind != source.Ident || last <= i || word == "using" && c.Text(i+2) != "=" {
			continue
		}
		if t := c.Text(last); t == "&" || t == "&&" || p.references[t] || strings.Contains(t, "reference") && t != "reference_wrapper" || referenceWithin(c, i, end) {
			p.references[c.Text(name)] = true
		}
	}
}

// referenceWithin reports whether a name between two tokens makes references of types.
func referenceWithin(c *cuda.Code, lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if t := c.Text(i); strings.HasPrefix(t, "add_") && strings.Contains(t, "reference") || t == "decltype" {
			return true
		}
	}
	return false
}
