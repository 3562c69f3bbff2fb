package host

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/source"
)

// Ways into host templates of which the arguments are not known:
//
//	auto [p, q] = make(); run(p);      std::for_each(v.begin(), v.end(), run<int>);
//	void (*f)(double) = run;           C c(1.0);   of template <class T> struct C
//
// They make no instance, but the report says that there may be more, and a launch behind them counts as one of which
// the values are not known, so that what holds at the others is not taken to hold at all launches.

// unknownName is the name of a template argument of which nothing is known: no program can write it.
const unknownName = "?"

// unknownArgument stands for such an argument.
func unknownArgument(p cuda.TemplateParam) cuda.TemplateArg {
	if p.Type != nil {
		return cuda.TemplateArg{Expr: &cuda.Ident{Pos: p.Pos, Name: unknownName}}
	}
	return cuda.TemplateArg{Type: &cuda.TypeExpr{Pos: p.Pos, Form: cuda.NamedType, Name: unknownName}}
}

// elsewhere is u for the ways into the template that are not known.
func (u *use) elsewhere(b *binder) *use {
	var args []cuda.TemplateArg
	for _, p := range b.head.Params {
		if p.Pack {
			break
		}
		args = append(args, unknownArgument(p))
	}
	x := u.with(b.head, args)
	x.Others = x.Others || x.dependsOn(unknownName)
	for _, p := range b.head.Params {
		x.Others = x.Others || u.dependsOn(p.Name) || u.dependsOn(subst.VariableOf(p.Name))
	}
	if x.Others && !x.From.Valid() {
		x.From = b.from
	}
	return x
}

// dependsOn reports whether the use has a name in its arguments.
func (u *use) dependsOn(name string) bool {
	found := false
	look := func(a cuda.TemplateArg) {
		subst.Names(a, func(n string) { found = found || n == name })
	}
	for _, a := range u.Args {
		look(a)
	}
	for _, t := range u.Call {
		if t != nil {
			look(cuda.TemplateArg{Type: t})
		}
	}
	return found
}

// mayCall reports whether token j, which names fn, may lead into it although no use is read there: a call of
// which the arguments are not known, or fn as a value, which others may call.
func mayCall(h *Code, fn *cuda.FuncDecl, j int) bool {
	member := h.isMember(fn) || isMethod(h, fn)
	before, next := h.Token(j-1), h.Text(j+1)
	switch {
	case h.Token(j).Pos.Supplied(), declares(h, fn.Name, j), next == "<<<", next == "=" && h.Text(j+2) != "=":
		return false
	case before.Text == "." || before.Text == "->":
		if !member {
			return false
		}
	case before.Kind == source.Ident && !beforeValues[before.Text]:
		return false // a declaration of something else
	case before.Text == "::" && ofLibrary(fn, h.pathBefore(j)), usingAt(h, j):
		return false
	}
	if next != "(" {
		return next == "<" || !h.isVariable(j) && (member || h.localVariable(j, fn.Name) == nil)
	}
	args, ok := h.arguments(j + 1)
	return !ok || len(beforePack(args)) < len(args) || takes(h, fn, len(args))
}

// beforeValues are words behind which an expression may begin.
var beforeValues = map[string]bool{"return": true, "else": true, "do": true, "case": true, "throw": true, "co_return": true, "co_await": true, "co_yield": true,
	"and": true, "or": true, "not": true, "xor": true, "bitand": true, "bitor": true, "compl": true, "sizeof": true, "delete": true, "template": true, "new": true,
	"and_eq": true, "or_eq": true, "xor_eq": true, "not_eq": true, "goto": false}

// takes reports whether a function may be called with n arguments; a declaration elsewhere may give defaults.
func takes(h *Code, fn *cuda.FuncDecl, n int) bool {
	least := 0
	for _, o := range append(slices.Clone(h.functions[fn.Name]), fn) {
		for i, p := range fn.Params {
			if i < len(o.Params) && (p.Pack || o.Params[i].Pack) {
				return true
			}
		}
	}
	for i, p := range fn.Params {
		given := p.Default != nil
		for _, o := range h.functions[fn.Name] {
			given = given || len(o.Params) == len(fn.Params) && o.Params[i].Default != nil
		}
		if !given {
			least++
		}
	}
	return n >= least && (n <= len(fn.Params) || fn.Variadic)
}

// libraries are namespaces of others, whose functions have the names that everybody uses.
var libraries = map[string]bool{"std": true, "thrust": true, "cub": true, "cuda": true, "at": true, "torch": true, "c10": true, "cutlass": true, "cute": true, "boost": true}

// ofLibrary reports whether a path leads to a library of which fn is no part.
func ofLibrary(fn *cuda.FuncDecl, path []string) bool {
	return len(path) > 0 && libraries[path[0]] && !slices.Contains(fn.Scope, path[0])
}

// usingAt reports whether token j is the name in a using declaration.
func usingAt(h *Code, j int) bool { return h.Text(h.startOf(j)-1) == "using" }

// declares reports whether token j is the name in a declaration of a function or method.
func declares(h *Code, name string, j int) bool {
	pos := h.Token(j).Pos
	return slices.ContainsFunc(h.functions[name], func(fn *cuda.FuncDecl) bool { return fn.Pos == pos }) || h.methodAt[pos]
}

// isMethod reports whether fn is declared in a class.
func isMethod(h *Code, fn *cuda.FuncDecl) bool { return h.methodAt[fn.Pos] }

// noteMethods notes where the methods of classes are declared, and the names of fields.
func noteMethods(h *Code, decls []cuda.Decl) {
	for _, d := range decls {
		r, ok := d.(*cuda.RecordDecl)
		if !ok {
			continue
		}
		for _, m := range r.Methods {
			h.methodAt[m.Pos] = true
		}
		for _, m := range r.Friends {
			h.methodAt[m.Pos] = true
		}
		for _, f := range r.Fields {
			h.fields[f.Name] = append(h.fields[f.Name], f)
		}
		noteMethods(h, r.Nested)
	}
}

// mayMake reports whether token j, which names class template r without arguments, may make an instance of
// it: C c(1.0), D<C>.
func mayMake(h *Code, r *cuda.RecordDecl, j int) bool {
	t, before, next := h.Token(j), h.Text(j-1), h.Token(j+1)
	switch {
	case t.Pos == r.Pos, t.Pos.Supplied(), next.Text == "::", declares(h, r.Name, j), usingAt(h, j):
		return false
	}
	switch before {
	case "struct", "class", "union", "enum", "~", ".", "->", "::":
		if before != "::" || h.Text(j-2) == ">" || h.Text(j-2) == r.Name {
			return false // C<T>::C(...), or a declaration
		}
	}
	if next.Kind != source.Ident && !makes[next.Text] || next.Kind == source.Ident && !h.inFunction(j) && before == "typename" {
		return false
	}
	for _, b := range h.binders(j) {
		if b.record == r || b.fn != nil && (h.memberOf(b.fn) == r || slices.Contains(r.Methods, b.fn)) {
			return false // in the class itself its name is the instance
		}
	}
	return true
}

// makes may stand behind the name of a class template whose arguments are deduced, or of one that is an
// argument itself.
var makes = map[string]bool{"(": true, "{": true, ",": true, ">": true, ">>": true, "...": true, "&": true, "&&": true}

// undeducible reports whether a parameter of fn of which a call passes an argument names template parameter p,
// so that the default of p counts for nothing.
func undeducible(fn *cuda.FuncDecl, p string, args int) bool {
	for i, q := range fn.Params {
		named := false
		if i < args {
			subst.Names(cuda.TemplateArg{Type: q.Type}, func(name string) { named = named || name == p })
		}
		if named {
			return true
		}
	}
	return false
}
