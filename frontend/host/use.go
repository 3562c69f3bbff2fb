package host

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// maxLookBack bounds the tokens to search for the declaration to which a use
// refers.
const maxLookBack = 8_000

// maxStatement bounds the steps from a name back to the start of its declaration.
const maxStatement = 3000

// use is a use of a kernel template, with facts from the host code around it.
type use struct {
	*cuda.TemplateUse
	// open is the token <<< of a launch, 0 if the use is no launch.
	open int
	// bound has the template parameters of the host function around the use, if
	// they are known.
	bound substitution
}

// Uses are the places anywhere in the file, host functions included, that instantiate
// a kernel template, and those that may make instances of which the arguments are not known. Host functions are not parsed, so it scans all tokens.
func (h *Code) Uses() []*cuda.TemplateUse {
	if h.Code == nil {
		return nil
	}
	kernels := map[string]bool{}
	for _, d := range h.decls {
		if fn, ok := d.(*cuda.FuncDecl); ok && fn.Global && fn.Template != nil {
			kernels[fn.Name] = true
		}
	}
	if len(kernels) == 0 {
		return nil
	}
	var uses []*cuda.TemplateUse
	seen := map[string]bool{}
	for i := 0; i < h.Len()-1; i++ {
		t := h.Token(i)
		if t.Kind != source.Ident || !kernels[t.Text] {
			continue
		}
		if h.late() {
			return nil
		}
		if next := h.Text(i + 1); next == "<" || next == "<<<" || next == ")" {
			u, end := h.templateUse(i)
			if u.Fault != "" {
				i = end // skip the tokens that the use consists of
			}
			if next == ")" && u.open == 0 {
				if named := namedAlone(h, i); named != nil && !seen[named.key()] {
					seen[named.key()] = true
					uses = append(uses, named.TemplateUse)
				}
				continue
			}
			for _, u := range h.expanded(u, i) {
				if key := u.key(); !seen[key] {
					seen[key] = true
					uses = append(uses, u.TemplateUse)
				}
			}
		} else if named := namedAlone(h, i); named != nil && !seen[named.key()] {
			seen[named.key()] = true
			uses = append(uses, named.TemplateUse)
		}
	}
	return uses
}

// namedAlone is a use for the instances that whoever gets the kernel template that token i names may launch, nil if the
// token names something else, or nobody gets it.
//
//	void (*f)(float *) = k;    launch(k, p);    return k;
func namedAlone(h *Code, i int) *use {
	name, before := h.Text(i), h.Token(i-1)
	switch h.Text(i + 1) {
	case ",", ";", ")", "}", ">", ":":
	default:
		return nil
	}
	switch {
	case h.Token(i).Pos.Supplied(), before.Text == ".", before.Text == "->", before.Kind == source.Ident && !notTypes[before.Text], usingAt(h, i),
		declares(h, name, i), h.localVariable(i, name) != nil:
		return nil
	}
	if call := h.callBefore(i); call >= 0 && aboutKernels(h.Text(call)) {
		return nil
	}
	if b := h.blockOf(i); b < 0 && h.Text(i+1) != ";" && h.Text(i+1) != "}" {
		return nil // a parameter of a declaration
	}
	pos := h.Token(i).Pos
	return &use{TemplateUse: &cuda.TemplateUse{Pos: pos, Path: h.pathBefore(i), Name: name, Others: true, From: pos}}
}

// key differs between uses that may mean different instances.
func (u *use) key() string {
	parts := append(append([]string{}, u.Path...), u.Text(), u.Fault)
	if u.Others {
		parts = append(parts, u.From.String())
	}
	for _, t := range u.Call {
		if t == nil {
			parts = append(parts, "?")
		} else {
			parts = append(parts, cuda.TemplateArg{Type: t}.Text())
		}
	}
	return strings.Join(parts, "\x00")
}

// templateUse reads the use at toks[i] and returns the token after it.
func (h *Code) templateUse(i int) (u *use, end int) {
	r := h.Read(i+1, h.Len()-1)
	u = &use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(i).Pos, Path: h.pathBefore(i), Name: h.Text(i)}}
	if r.Is("<") {
		u.Args = r.TemplateArgs()
	}
	if r.Failed() {
		u.Args, u.Fault = nil, r.Fault()
		return u, r.Pos()
	}
	for n, a := range u.Args {
		u.Args[n] = h.meant(i, a)
	}
	if open := h.launchAfter(i, r.Pos()); open > 0 {
		u.open = open
		u.Call = h.launchTypes(i, u.open)
	}
	return u, r.Pos()
}

// launchAfter is the <<< behind the name of a kernel, which is token i and ends before
// token end; 0 if there is none. The name may stand in parentheses.
//
//	k<<<1, 32>>>()    (k<int>)<<<1, 32>>>()
func (h *Code) launchAfter(i, end int) int {
	if i = h.startOf(i); h.Text(i-1) == "::" { // ::k, of no namespace
		i--
	}
	for h.Text(i-1) == "(" && h.Text(end) == ")" && h.Match(i-1) == end {
		i, end = i-1, end+1
	}
	if h.Text(end) == "<<<" {
		return end
	}
	return 0
}

// pathBefore reads a::b:: backwards.
func (h *Code) pathBefore(i int) []string {
	var path []string
	for ; i >= 2 && h.Text(i-1) == "::" && h.Token(i-2).Kind == source.Ident; i -= 2 {
		path = append([]string{h.Text(i - 2)}, path...)
	}
	return h.WithoutInline(path)
}

// launchTypes reads <<<...>>>(a, b), with <<< at token open, and returns the types of
// a and b that follow from declarations before token i, nil for others.
func (h *Code) launchTypes(i, open int) []*cuda.TypeExpr {
	pos := h.afterChevrons(open)
	if h.Text(pos) != "(" || h.Match(pos) < 0 {
		return nil
	}
	var types []*cuda.TypeExpr
	end := h.Match(pos)
	for pos++; pos < end; pos++ {
		first := pos
		for pos < end && h.Text(pos) != "," {
			if h.Text(pos) == "<" {
				next := behindLess(h, i, pos, end)
				if next < 0 {
					return types // a comma may follow that separates no arguments
				}
				pos = next
				continue
			}
			if m := h.Match(pos); m > pos {
				pos = m // over a bracket with all it holds
			}
			pos++
		}
		if h.Text(pos-1) == "..." {
			types = append(types, expansion(h.argumentType(i, first, pos-1)))
			continue
		}
		types = append(types, h.argumentType(i, first, pos))
	}
	return types
}

// behindLess is the token where an argument goes on that has a < at token at: behind the > of a list of template arguments,
// or behind the < of a comparison; -1 where it is not known which of the two it is and a comma depends on that.
func behindLess(h *Code, i, at, end int) int {
	list := h.Read(at, end)
	list.TemplateArgs()
	commas, closing := false, false
	for n := at + 1; n < end; n++ {
		if !list.Failed() && n >= list.Pos() {
			break
		}
		if m := h.Match(n); m > n {
			n = m
			continue
		}
		commas = commas || h.Text(n) == ","
		closing = closing || strings.HasPrefix(h.Text(n), ">")
	}
	next, number := h.Text(list.Pos()), h.Token(list.Pos()).Kind == source.Number
	switch {
	case list.Failed() && !(commas && closing), !list.Failed() && number, h.localVariable(i, h.Text(at-1)) != nil:
		return at + 1 // a < b
	case list.Failed():
		return -1
	case !commas:
		return list.Pos() // Size<4>::v; the same arguments if it is a < b > c
	case next == "(" || next == "::" || next == "{":
		return list.Pos() // data.ptr<int, 4>()
	}
	return -1
}

// argumentType is the type of the argument toks[lo:hi], nil if unknown.
func (h *Code) argumentType(i, lo, hi int) *cuda.TypeExpr {
	if h.Text(lo) == "(" {
		// A cast to an unknown type does not parse as an expression.
		r := h.Read(lo+1, h.Match(lo))
		if t := r.TypeID(); !r.Failed() && hi > h.Match(lo)+1 {
			return h.meantType(i, t)
		}
	}
	r := h.Read(lo, hi)
	e := r.Assign()
	if r.Failed() || !r.AtEnd() {
		return nil
	}
	return h.meantType(i, h.typeOf(i, e))
}

// literalType is the type of a literal, nil if it has none that is known here.
func literalType(e cuda.Expr) *cuda.TypeExpr {
	name := ""
	switch e := e.(type) {
	case *cuda.BoolLit:
		name = "bool"
	case *cuda.IntLit:
		switch {
		case e.Wide != "":
			name = e.Wide
		case e.Char:
			name = "char"
		default:
			name = integerType(e)
		}
	case *cuda.FloatLit:
		if name = "double"; e.Float {
			name = "float"
		}
	}
	if name == "" {
		return nil
	}
	return typed.Named(e.ExprPos(), name)
}

// integerType is the first type of those that the form of an integer allows that holds it [lex.icon], empty if there is none.
func integerType(e *cuda.IntLit) string {
	unsigned := []string{"unsigned int", "unsigned long", "unsigned long long"}[e.Long]
	switch {
	case e.Unsigned && e.Value > 1<<32-1 && e.Long == 0:
		return "unsigned long"
	case e.Unsigned:
		return unsigned
	case e.Long == 0 && e.Value < 1<<31:
		return "int"
	case e.Long == 0 && e.Value < 1<<32 && !e.Decimal:
		return "unsigned int"
	case e.Value < 1<<63:
		return []string{"long", "long", "long long"}[e.Long]
	case e.Decimal:
		return ""
	case e.Long == 0:
		return "unsigned long"
	}
	return unsigned
}
