package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// globalUse is what the file does with a variable at file level.
type globalUse struct {
	decl *cuda.VarDecl
	// changed: something in the file gives it a value; out: its address or a reference to
	// it is passed on.
	changed, out bool
	// why says why nothing is known of it.
	why string
	// value is what it holds if nothing changes it.
	value *Value
}

// globalOf is the variable of that name at file level, nil if there is none of numbers
// or a dim3.
func (p *Program) globalOf(name string) *globalUse {
	if g, known := p.global[name]; known {
		return g
	}
	p.global[name] = nil
	list := p.globals[name]
	if len(list) == 0 {
		return nil
	}
	g := &globalUse{decl: list[0]}
	p.global[name] = g
	switch d := g.decl; {
	case len(list) > 1:
		g.why = "it is declared more than once"
		return g
	case d.Type == nil || d.Type.Volatile || d.Type.Form == cuda.ReferenceType:
		g.why = "it is a reference or volatile"
		return g
	case d.Space != cuda.NoSpace:
		g.why = "it is not in the host's memory"
		return g
	case d.Extern, !d.Static && len(p.functions["main"]) == 0:
		g.changed = true // by another file
	}
	p.surveyGlobal(g)
	return g
}

// surveyGlobal looks at every mention of a global in the file.
func (p *Program) surveyGlobal(g *globalUse) {
	name := g.decl.Name
	note := func(e effect, why string) {
		switch e {
		case writes:
			g.changed = true
		case escapes:
			g.changed, g.out = true, true
		case unclear:
			g.why = why
		case reads:
		}
	}
	seen := map[int]bool{}
	for _, i := range p.index(name) {
		if p.code.Token(i).Pos.Supplied() && !g.decl.Pos.Supplied() {
			continue // a variable of gv2's own
		}
		b, in := p.around(i)
		if !in {
			if p.code.Token(i).Pos == g.decl.Pos {
				continue
			}
			outside := &function{prog: p}
			lo := i
			for lo > 0 && i-lo < 500 && p.code.Text(lo-1) != ";" && p.code.Text(lo-1) != "}" {
				lo--
			}
			note(outside.effectAt(&part{span: span{lo, i + 1}}, i, nil))
			continue
		}
		if seen[b.lo] {
			continue
		}
		seen[b.lo] = true
		f := p.functionOf(b)
		switch {
		case f.hasParam(name) || f.hasTemplateParam(name):
		case f.own[name]:
			if !f.declaredFirst(name, i) {
				note(unclear, "a local variable has its name")
			}
		default:
			if why := f.unstable[name]; why != "" {
				note(unclear, why)
			} else if f.out[name] {
				note(escapes, "")
			} else if f.changed[name] {
				note(writes, "")
			}
		}
	}
}

// declaredFirst reports whether the first mention, at token i, declares a variable for
// the whole function.
func (f *function) declaredFirst(name string, i int) bool {
	for _, s := range f.body {
		if s.kind == declStmt && s.holds(i) {
			for _, at := range s.head.names {
				if at == i {
					return true
				}
			}
		}
	}
	return false
}

// onlyGlobal reports whether something at file level has that name: it is used before a
// class that is not known is guessed to have a member of that name.
func (p *Program) onlyGlobal(string) bool { return false }

// operators reports whether the file overloads operators that host code may call.
func (p *Program) operators() bool {
	if p.overloads == nil {
		ofDevice := map[diag.Pos]bool{}
		for name, fns := range p.functions {
			for _, fn := range fns {
				if strings.HasPrefix(name, "operator") && (fn.Device && !fn.Host && !fn.Const || fn.Deleted) {
					ofDevice[fn.Pos] = true
				}
			}
		}
		any := slices.ContainsFunc(p.index("operator"), func(i int) bool { pos := p.code.Token(i).Pos; return !pos.Supplied() && !ofDevice[pos] && !p.calls(i) })
		p.overloads = &any
	}
	return *p.overloads
}

// calls reports whether token i, the word operator, declares the operator of calls: x(…) of a name that is no function counts as
// a call of anything anyway.
func (p *Program) calls(i int) bool { return p.code.Text(i+1) == "(" && p.code.Text(i+2) == ")" }

// operatorIn reports whether an operator that the file overloads may stand in a part: conversions, and
// calls of objects, stand nowhere to be seen.
func (p *Program) operatorIn(q *part) bool {
	if p.symbols == nil {
		p.symbols = map[string]bool{}
		for _, i := range p.index("operator") {
			after := p.code.Token(i + 1)
			switch {
			case p.code.Token(i).Pos.Supplied(), p.calls(i):
			case after.Kind == source.Ident || after.Text == "(" || after.Text == "\"":
				p.symbols[""] = true
			default:
				p.symbols[after.Text] = true
			}
		}
	}
	for symbol := range p.symbols {
		for j := q.lo; j < q.hi; j++ {
			if t := p.code.Text(j); strings.HasPrefix(t, symbol) || strings.HasPrefix(symbol, t) {
				return true
			}
		}
	}
	return false
}

// callsBut is calls without the call or launch of the name at token but, which happens
// when all else is evaluated.
func (f *function) callsBut(p *part, but int) (other, any bool) {
	c := f.prog.code
	operators := f.prog.operators() && f.prog.operatorIn(p)
	for i := p.lo; i < p.hi; i++ {
		t := c.Token(i)
		if t.Kind == source.Ident {
			switch t.Text {
			case "co_await", "throw":
				other, any = true, true
			case "new", "delete":
				if !f.allocates(i, p.hi) {
					other, any = true, true
				}
			}
		}
		if t.Kind == source.Ident && operators && !f.plainName(t.Text) {
			other, any = true, true
		}
		if t.Text != "(" && t.Text != "{" || i == p.lo {
			continue
		}
		before := c.Token(i - 1)
		switch {
		case i-1 == but:
		case before.Kind == source.Ident:
			o, a := f.runs(i - 1)
			other, any = other || o, any || a
		case before.Text == ">" && c.Text(i-2) == ">" && c.Text(i-3) == ">":
			any = any || but < 0
		case before.Text == ">":
			if lt := f.angle(i - 1); lt > 0 && c.Token(lt-1).Kind == source.Ident {
				if lt-1 == but {
					continue
				}
				o, a := f.runs(lt - 1)
				other, any = other || o, any || a
			} else {
				other, any = true, true
			}
		case (before.Text == ")" || before.Text == "]") && t.Text == "(":
			if m := c.Match(i - 1); before.Text == ")" && m > 0 && f.scalarType(m+1, i-1) {
				continue
			}
			other, any = true, true
		}
	}
	for _, d := range p.decls {
		if _, ok := f.scalar(d.Type); !ok && d.Type.Form == cuda.NamedType && !isDim3(d.Type) && !isConfig(d.Type) && !f.container(d.Type) && !isFloating(d.Type) {
			if len(f.prog.records[d.Type.Name]) > 0 && !f.inert(d.Type) {
				other, any = true, true
			}
		}
	}
	return other, any
}

// isNumber reports whether a type is certainly one of numbers.
func (f *function) isNumber(t *cuda.TypeExpr) bool {
	_, ok := f.scalar(t)
	return ok || isDim3(t) || isFloating(t)
}

// plainName reports whether a name is surely no object of a class with operators.
func (f *function) plainName(name string) bool {
	for _, t := range f.declared[name] {
		if f.numbers && t.Form == cuda.NamedType && len(t.Path) == 0 && f.hasTemplateParam(t.Name) {
			continue
		}
		if !f.isNumber(t) && t.Form != cuda.PointerType {
			return false
		}
	}
	if !f.own[name] {
		for _, d := range f.prog.fields[name] {
			if !f.isNumber(d.Type) && d.Type.Form != cuda.PointerType {
				return false
			}
		}
		for _, d := range f.prog.globals[name] {
			if d.Type == nil || d.Type.Form == cuda.NamedType && len(f.prog.records[d.Type.Name]) > 0 {
				return false
			}
		}
	}
	return true
}

// runs is what a call of the name at token i runs.
func (f *function) runs(i int) (other, any bool) {
	c := f.prog.code
	name, path := c.Text(i), ""
	if c.Text(i-1) == "::" {
		path = c.Text(i - 2)
	}
	switch name {
	case "if", "while", "switch", "for", "sizeof", "decltype", "alignof", "noexcept", "static_assert", "return", "catch",
		"static_cast", "reinterpret_cast", "dynamic_cast", "const_cast", "dim3",
		"int", "unsigned", "long", "short", "char", "float", "double", "bool", "signed", "size_t":
		return false, false
	}
	member := c.Text(i-1) == "." || c.Text(i-1) == "->"
	if f.own[name] && !member {
		runs := slices.ContainsFunc(f.declared[name], func(t *cuda.TypeExpr) bool { return !f.isNumber(t) })
		runs = runs || len(f.declared[name]) == 0
		return runs, runs // a function object, or the constructor of a declared object
	}
	if slices.ContainsFunc(f.prog.fields[name], func(d *cuda.VarDecl) bool { return !f.isNumber(d.Type) }) {
		return true, true // what the member holds is called
	}
	if member && f.prog.readsOnly(name) && !f.ofDeclaredClass(i) {
		return false, false
	}
	if fns := f.prog.functions[name]; len(fns) > 0 || path == "std" {
		if path == "std" && (name == "forward" || name == "move") {
			return false, false
		}
		if len(fns) > 0 && !member && !slices.ContainsFunc(fns, func(fn *cuda.FuncDecl) bool { return !f.prog.isPure(fn) }) {
			return false, false
		}
		if len(fns) > 0 {
			return true, true
		}
	}
	if len(f.prog.records[name]) > 0 {
		runs := !f.inert(&cuda.TypeExpr{Form: cuda.NamedType, Name: name})
		return runs, runs
	}
	if (name == "min" || name == "max" || name == "ceil" || name == "sqrt" || name == "log2") && !member {
		return false, false
	}
	if _, ok := f.scalar(&cuda.TypeExpr{Form: cuda.NamedType, Name: name}); ok && !member {
		return false, false
	}
	return member || !copying(name, path), member || path != "" || !f.quiet(i)
}

// isPure reports whether a function changes nothing but its own variables.
func (p *Program) isPure(fn *cuda.FuncDecl) bool {
	return p.isPureWith(fn, false, false)
}

// isPureWith is isPure; with numbers, template parameters are types of numbers. With stores, it may write through pointers,
// too: what it returns is computed from its own variables, which no pointer leads to.
func (p *Program) isPureWith(fn *cuda.FuncDecl, numbers, stores bool) bool {
	numbers = numbers && fn.Template != nil
	key := pureKey{fn, numbers, stores}
	if pure, known := p.pure[key]; known {
		return pure
	}
	p.pure[key] = false // one that calls itself is not
	b, ok := p.bodyOf(fn)
	if !ok || fn.Global {
		return false
	}
	f := p.functionOf(b)
	if numbers {
		f = &function{prog: p, fn: b.fn, in: b.record, span: b.span, params: b.fn.Params, numbers: true}
		f.parse()
	}
	pure := !f.jumps
	for _, q := range fn.Params {
		if q.Type == nil || q.Type.Form == cuda.ReferenceType && (q.Type.Elem == nil || !q.Type.Elem.Const) {
			pure = false
		}
	}
	for name := range f.changed {
		pure = pure && (f.own[name] && f.unstable[name] == "" && !f.out[name])
	}
	f.parts(f.body, func(q *part) {
		other, any := f.calls(q)
		pure = pure && q.parsed && !other && !any && (stores || !f.stores(q))
		for _, d := range q.decls {
			pure = pure && !d.Static && !d.Extern
		}
	})
	p.pure[key] = pure
	return pure
}

func (p *Program) bodyOf(fn *cuda.FuncDecl) (body, bool) {
	for _, b := range p.bodies {
		if b.fn == fn {
			return b, true
		}
	}
	return body{}, false
}

// parts calls do for every part of statements.
func (f *function) parts(list []*stmt, do func(*part)) {
	for _, s := range list {
		for _, p := range []*part{s.init, s.head, s.post} {
			if p != nil {
				do(p)
			}
		}
		f.parts(s.body, do)
		f.parts(s.els, do)
	}
}

// anyStore is stores.
func (f *function) anyStore(p *part) bool {
	c := f.prog.code
	declared := map[int]bool{}
	for _, i := range p.names {
		declared[i] = true
	}
	for i := p.lo; i < p.hi; i++ {
		if !assignments[c.Text(i)] {
			continue
		}
		target := i - 1
		if op := c.Text(i); (op == "++" || op == "--") && c.Token(i+1).Kind == source.Ident && (i == p.lo || c.Token(target).Kind != source.Ident) {
			target = i + 1
		}
		if declared[target] {
			continue
		}
		for c.Text(target-1) == "." {
			target -= 2
		}
		if c.Token(target).Kind != source.Ident || target < p.lo || !f.plainTarget(c.Text(target)) || c.Text(target-1) == "->" || c.Text(target-1) == "::" || c.Text(target-1) == "*" {
			return true
		}
	}
	return false
}

// plainTarget reports whether name is a variable of numbers, a dim3 or the like, of the
// function.
func (f *function) plainTarget(name string) bool {
	list := f.declared[name]
	for _, t := range list {
		if t == nil || t.Form == cuda.ReferenceType || t.Form == cuda.ArrayType {
			return false
		}
		if t.Form == cuda.NamedType {
			if _, ok := f.scalar(t); !ok && !isDim3(t) && !isConfig(t) && !isFloating(t) {
				return false
			}
		}
	}
	return len(list) > 0
}
