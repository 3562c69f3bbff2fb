package cuda

import (
	"sort"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Host functions are not parsed. What a variable of theirs may hold is read off
// the tokens: from a place back to the variable's declaration, and through
// parameters to the calls of the function.

// HostExpr is an expression and the place in host code where it is evaluated.
type HostExpr struct {
	Expr  Expr
	at    int
	host  *hostCode
	bound substitution
}

// With is another expression at the same place.
func (x HostExpr) With(e Expr) HostExpr {
	x.Expr = e
	return x
}

// Bound is the argument of the template parameter that a name at this place
// means, if its function is an instance that the file asks for.
func (x HostExpr) Bound(name string) (TemplateArg, bool) {
	a, ok := x.bound[name]
	return a, ok
}

func (h *hostCode) hostExpr(at int, e Expr) HostExpr { return HostExpr{Expr: e, at: at, host: h} }

// HostEvent is one thing that may have given a variable its value.
type HostEvent struct {
	Pos diag.Pos
	// Member is set for name.member = value.
	Member string
	// Maybe is set if the value of before may have stayed.
	Maybe bool
	// Value is what was assigned, its Expr nil where it was not by =.
	Value HostExpr
	// Declared is set for the declaration; its initialiser is at Value's place.
	Declared *VarDecl
	// Why says why the value is not known, empty if it is.
	Why string
	at  int
	// before stands for the value that a reference had before its function.
	before bool
}

// maxCallers bounds the calls of a function whose arguments are looked at.
const maxCallers = 16

// History lists what may have given variable name its value at the place of x,
// the last event first. It ends with an event that is no Maybe, or is nil if the
// variable is not one of the function around.
func (x HostExpr) History(name string) []HostEvent {
	h := &history{hostCode: x.host, name: name, bound: x.bound}
	if !h.back(x.at) {
		return nil
	}
	return h.events
}

// FileHistory lists what gives variable d at file level a value, the declaration
// last.
func (x HostExpr) FileHistory(d *VarDecl) []HostEvent {
	h := &history{hostCode: x.host, name: d.Name}
	for _, i := range x.host.indexed(d.Name) {
		local := history{hostCode: x.host, name: d.Name}
		if i > 0 && h.changes(i) && !local.back(i) {
			h.set(i, true)
		}
	}
	return append(h.events, HostEvent{Pos: d.Pos, Declared: d, Value: x.host.hostExpr(0, d.Init)})
}

// history collects the events of one variable.
type history struct {
	*hostCode
	name   string
	bound  substitution
	events []HostEvent
	done   bool // all of the variable is set for certain
	// inside is set for a reference in the function that gets it; depth and calls
	// count such functions, one in another and all.
	inside bool
	depth  int
	calls  *int
}

func (h *history) add(e HostEvent) {
	e.Value.host, e.Value.bound = h.hostCode, h.bound
	h.events = append(h.events, e)
	h.done = h.done || !e.Maybe && e.Member == ""
}

// back walks from token at to where the variable gets its value for certain;
// false if no declaration is found in the function.
func (h *history) back(at int) bool {
	maybe, dead := false, false
	for i, steps := at-1, 0; i > 0 && steps < maxLookBack; i, steps = i-1, steps+1 {
		m := int(h.match[i])
		t := &h.toks[i]
		switch {
		case t.Text == "{":
			kind, header := h.opened(i)
			if kind == outerBlock || kind == functionBlock || kind == lambdaBlock {
				if h.passedTo(header) || kind != lambdaBlock {
					return h.done
				}
			}
			if kind == loopBlock {
				h.within(at, int(h.match[i]))
			}
			i = h.beforeElse(i, header)
			maybe, dead = false, false
		case m >= 0 && m < i:
			if !dead && h.declaredInFor(m, i) {
				return true
			}
			if h.within(m, i); h.done {
				return true
			}
			i = m
		case t.Kind != source.Ident:
		case t.Text == "case" || t.Text == "default":
			maybe = true
		case t.Text == "break" && maybe:
			dead = true
		case t.Text == h.name && h.reached(i, maybe, dead):
			return true
		}
	}
	return false
}

// reached looks at the name at token i, on the way of control to the place; true ends
// the walk.
func (h *history) reached(i int, maybe, dead bool) bool {
	if h.selected(i) {
		return false
	}
	if h.changes(i) {
		if dead {
			return false
		}
		h.set(i, maybe || h.underCondition(i))
		return h.done
	}
	if !h.declares(i) {
		return false
	}
	d := h.declaredAt(i, h.name)
	if d == nil {
		return false
	}
	h.declared(d, i)
	return true
}

func (h *history) declared(d *VarDecl, i int) {
	e := HostEvent{Pos: d.Pos, Declared: d, Value: h.hostExpr(i, d.Init), at: i}
	if f := d.Type.Form; f == ReferenceType || f == PointerType {
		e.Why = "it is a reference or pointer"
	}
	h.add(e)
}

// declaredInFor finds the declaration in the ( ) of a for statement.
func (h *history) declaredInFor(lo, hi int) bool {
	if h.toks[lo].Text != "(" || h.at1(lo-1) != "for" {
		return false
	}
	for i := lo + 1; i < hi; i++ {
		if h.toks[i].Text == h.name && h.declares(i) && (h.at1(i+1) == "=" || h.at1(i+1) == ":") {
			h.add(HostEvent{Pos: h.toks[i].Pos, Why: "it counts a loop", at: i})
			return true
		}
	}
	return false
}

// within collects the assignments in toks[lo:hi], which may have been executed;
// what stands in the parentheses of a call was.
func (h *history) within(lo, hi int) {
	all := h.indexed(h.name)
	for n := sort.SearchInts(all, lo); n < len(all) && all[n] < hi; n++ {
		if i := all[n]; h.changes(i) {
			call := h.toks[lo].Text == "(" && (h.at1(i-1) == "&" || h.byReference(i))
			h.set(i, !call)
		}
	}
}

// changes reports whether the variable gets another value at token i, its
// declaration apart.
func (h *history) changes(i int) bool {
	return !h.selected(i) && h.isSet(i) && (h.byReference(i) || !h.declares(i))
}

// selected recognises x.name and n::name.
func (h *history) selected(i int) bool {
	switch h.at1(i - 1) {
	case ".", "->", "::":
		return true
	}
	return false
}

// declares recognises a name that follows a type, or a comma of a declaration.
func (h *history) declares(i int) bool {
	switch h.toks[i-1].Text {
	case ",":
		return true
	case ">":
		return h.at1(i-2) != ">"
	case "*", "&":
		return h.isTypeEnd(i - 2)
	}
	return h.isTypeEnd(i - 1)
}

// isTypeEnd recognises a word that may end a type.
func (h *history) isTypeEnd(i int) bool {
	if i < 0 {
		return false
	}
	switch t := &h.toks[i]; t.Text {
	case "return", "else", "case", "do", "goto", "delete", "throw", "sizeof":
		return false
	case "*", "&", ">":
		return true
	default:
		return t.Kind == source.Ident
	}
}

var assignments = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true,
	"|=": true, "^=": true, "<<=": true, ">>=": true, "++": true, "--": true}

// isSet recognises what may change the variable named at token i.
func (h *history) isSet(i int) bool {
	return assignments[h.at1(h.afterMembers(i))] || h.changedBefore(i) || h.byReference(i)
}

// afterMembers is the token after x, x.y or x.y.z that begins at token i.
func (h *history) afterMembers(i int) int {
	for i++; h.at1(i) == "."; {
		i += 2
	}
	return i
}

// byReference recognises f(..., x, ...) where f changes what it is given there.
func (h *history) byReference(i int) bool {
	_, ok := h.referenceOf(i)
	return ok
}

// referenceOf tells which argument of which function the variable at token i is,
// if the function may change it.
func (h *history) referenceOf(i int) (a argument, ok bool) {
	before, after := h.at1(i-1), h.at1(i+1)
	if before != "(" && before != "," || after != ")" && after != "," {
		return a, false
	}
	for i--; i > 0 && h.toks[i].Text != "("; i-- {
		if h.toks[i].Text == "," {
			a.n++
		}
		if m := int(h.match[i]); m >= 0 && m < i {
			i = m
		} else if h.toks[i].Text == "{" || h.toks[i].Text == ";" {
			return a, false
		}
	}
	a.function = h.at1(i - 1)
	return a, len(h.references[a]) > 0
}

// maxReferences bounds functions that pass references on to functions,
// maxReferenceCalls all that are looked at for one variable.
const (
	maxReferences     = 4
	maxReferenceCalls = 100
)

// setBy adds what the function that gets the variable at token i by reference
// assigns to it; false if that is not known.
func (h *history) setBy(i int, maybe bool) bool {
	a, _ := h.referenceOf(i)
	fns := h.references[a]
	if len(fns) != 1 || fns[0].body == nil || h.depth >= maxReferences {
		return false
	}
	if h.calls == nil {
		h.calls = new(int)
	}
	if *h.calls++; *h.calls > maxReferenceCalls {
		return false
	}
	in := &history{hostCode: h.hostCode, name: fns[0].Params[a.n].Name, inside: true, depth: h.depth + 1, calls: h.calls}
	if !in.back(int(h.match[fns[0].body.open])) || in.name == "" {
		return false
	}
	if in.events[len(in.events)-1].before {
		in.events = in.events[:len(in.events)-1]
	}
	for _, e := range in.events {
		e.at, e.Maybe = i, e.Maybe || maybe
		h.events = append(h.events, e)
		h.done = h.done || !e.Maybe && e.Member == ""
	}
	return len(in.events) > 0
}

// argument is a place in the calls of functions of a name.
type argument struct {
	function string
	n        int
}

// noteReferences notes which parameters of the functions are references through
// which they may change something.
func (h *hostCode) noteReferences(decls []Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *FuncDecl:
			for n, q := range d.Params {
				if t := q.Type; t != nil && t.Form == ReferenceType && t.Elem != nil && !t.Elem.Const {
					at := argument{d.Name, n}
					h.references[at] = append(h.references[at], d)
				}
			}
		case *RecordDecl:
			for _, m := range d.Methods {
				h.noteReferences([]Decl{m})
			}
		}
	}
}

// changedBefore recognises ++x, &x and >> x.
func (h *history) changedBefore(i int) bool {
	switch h.at1(i - 1) {
	case "++", "--", ">>":
		return true
	case ">":
		return h.at1(i-2) == ">"
	case "&":
		before := &h.toks[i-2]
		return before.Kind == source.Punct && before.Text != ")" && before.Text != "]" && h.at1(i+1) != "("
	}
	return false
}

// set adds the assignment at token i.
func (h *history) set(i int, maybe bool) {
	if h.byReference(i) && h.setBy(i, maybe) {
		return
	}
	e := HostEvent{Pos: h.toks[i].Pos, Maybe: maybe, at: i}
	op := h.afterMembers(i)
	if op > i+1 {
		e.Member = h.at1(i + 2)
	}
	switch {
	case h.byReference(i):
		e.Why = "it is passed by reference"
	case h.changedBefore(i):
		e.Why = "it is passed by address"
		if before := h.at1(i - 1); before != "&" {
			e.Why = "it is changed"
		}
	case op > i+3:
		e.Why = "a part of it is set"
	case h.at1(op) != "=":
		e.Why = "it is changed by " + h.at1(op)
	default:
		r := h.unit.parser(op+1, len(h.toks)-1, h.names)
		e.Value = h.hostExpr(i, r.initialiser())
		if r.failed != nil {
			e.Why = "its value cannot be read"
		}
	}
	h.add(e)
}

// underCondition recognises an assignment that is a branch without braces.
func (h *history) underCondition(i int) bool {
	switch h.at1(i - 1) {
	case "else", "do", ",", "&&", "||", "?":
		return true
	case ")":
		return true
	}
	return false
}

// beforeElse is the token from which to go on before the block at token i: where
// it is the branch of an else, the branches before it were not taken.
func (h *hostCode) beforeElse(i, header int) int {
	word := i - 1
	if header > 1 {
		word = header - 2
	}
	for word > 0 && h.toks[word].Text == "else" && h.toks[word-1].Text == "}" && h.match[word-1] > 1 {
		i = int(h.match[word-1])
		cond := int(h.match[i-1])
		if h.toks[i-1].Text != ")" || cond < 2 {
			break
		}
		i, word = cond, cond-2
	}
	return i
}

// passedTo adds an event for the parameter of the function whose list opens at
// token open.
func (h *history) passedTo(open int) bool {
	if open < 0 || h.match[open] < 0 {
		return false
	}
	r := h.unit.parser(open, int(h.match[open])+1, newScope(h.names))
	list, _ := r.params()
	if r.failed != nil {
		return false
	}
	for n, q := range list {
		if q.Name == h.name && h.inside {
			h.add(HostEvent{before: true})
			return true
		}
		if q.Name == h.name {
			h.passed(open, n, q)
			return true
		}
	}
	return false
}

// passed adds what the calls of the function pass as its n-th parameter.
func (h *history) passed(open, n int, q *Param) {
	d := &VarDecl{Pos: q.Pos, Name: q.Name, Type: q.Type}
	unknown := HostEvent{Pos: q.Pos, Declared: d, Why: "it is a parameter"}
	name := h.at1(open - 1)
	if h.toks[open-1].Kind != source.Ident || len(h.indexed(name)) > 8*maxCallers {
		h.add(unknown)
		return
	}
	var values []HostExpr
	for _, i := range h.indexed(name) {
		if x, ok := h.argument(i, open, n, q); ok {
			values = append(values, x)
		}
	}
	if len(values) == 0 || len(values) > maxCallers {
		h.add(unknown)
		return
	}
	for i, x := range values {
		h.events = append(h.events, HostEvent{Pos: q.Pos, Maybe: i+1 < len(values), Value: x})
	}
	h.done = true
}

// argument is the n-th argument of the call at token i, if it is one.
func (h *history) argument(i, open, n int, q *Param) (HostExpr, bool) {
	if h.at1(i+1) != "(" || i+1 == open || h.match[i+1] < 0 || h.selected(i) || h.declares(i) && h.at1(i-1) != "," {
		return HostExpr{}, false
	}
	r := h.unit.parser(i+1, int(h.match[i+1])+1, h.names)
	args := r.arguments()
	switch {
	case r.failed != nil:
		return HostExpr{}, false
	case n < len(args):
		return h.hostExpr(i, args[n]), true
	}
	return h.hostExpr(i, q.Default), true
}

// blockKind says what a { opens.
type blockKind int

const (
	plainBlock blockKind = iota
	ifBlock
	loopBlock
	switchBlock
	lambdaBlock
	functionBlock
	outerBlock // a class, a namespace
)

// opened tells what the { at token i opens and where the ( before it is, -1
// without one.
func (h *hostCode) opened(i int) (kind blockKind, header int) {
	before := i - 1
	for before > 0 && (h.toks[before].Text == "const" || h.toks[before].Text == "noexcept") {
		before--
	}
	if before < 0 {
		return outerBlock, -1
	}
	switch t := &h.toks[before]; t.Text {
	case "else", "try", ";", "{", "}", ":", "=", ",", "(":
		return plainBlock, -1
	case "do":
		return loopBlock, -1
	case "]":
		return plainBlock, -1
	case ")":
		if header = int(h.match[before]); header < 1 {
			return outerBlock, -1
		}
	default:
		if t.Kind == source.Pragma {
			return plainBlock, -1
		}
		return outerBlock, -1
	}
	switch h.toks[header-1].Text {
	case "if":
		return ifBlock, header
	case "for", "while":
		return loopBlock, header
	case "switch":
		return switchBlock, header
	case "catch":
		return plainBlock, header
	case "]":
		return lambdaBlock, header
	}
	return functionBlock, header
}

// ClassConstant is the initialiser of the constant name of a class that holds the
// place of x.
//
//	struct S { static const int N = 64; void f() { k<<<1, N>>>(); } };
func (x HostExpr) ClassConstant(name string) (HostExpr, bool) {
	h := &history{hostCode: x.host, name: name}
	for _, i := range x.host.indexed(name) {
		if i == 0 || !h.declares(i) || h.at1(i+1) != "=" {
			continue
		}
		open := h.enclosing(i)
		if open < 0 || open > x.at || int(h.match[open]) < x.at {
			continue
		}
		d := h.declaredAt(i, name)
		if d != nil && d.Init != nil && (d.Constexpr || d.Static && d.Type.Const) {
			return h.hostExpr(i, d.Init), true
		}
	}
	return HostExpr{}, false
}

// enclosing is the { that opens the block of token i, -1 if none is near.
func (h *history) enclosing(i int) int {
	for steps := 0; i > 0 && steps < maxLookBack; steps++ {
		i--
		if m := int(h.match[i]); m >= 0 && m < i {
			i = m
		} else if h.toks[i].Text == "{" {
			return i
		}
	}
	return -1
}
