package host

import (
	"sort"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// The possible values of a variable of a host function are found in the tokens: from a
// place back to the variable's declaration, and through parameters to the calls of the
// function. The walk follows control backwards. An assignment in a branch, in a loop or
// under a condition may not have been executed, so it leaves the earlier value possible
// (Event.Maybe); code before a break in another case of a switch cannot reach the place
// at all.

// Expr is an expression and the place in host code where it is evaluated.
type Expr struct {
	Expr  cuda.Expr
	at    int
	host  *Code
	bound substitution
}

// With is another expression at the same place.
func (x Expr) With(e cuda.Expr) Expr {
	x.Expr = e
	return x
}

func (h *Code) exprAt(at int, e cuda.Expr) Expr { return Expr{Expr: e, at: at, host: h} }

// Event is an assignment or the like that may have given a variable its value.
type Event struct {
	Pos diag.Pos
	// Member is set for name.member = value.
	Member string
	// Maybe is set if the earlier value may remain.
	Maybe bool
	// Value is the assigned value, its Expr nil without an =.
	Value Expr
	// Declared is set for the declaration; its initialiser is at Value's place.
	Declared *cuda.VarDecl
	// Why says why the value is unknown, empty if it is known.
	Why string
	at  int
	// before stands for the value of a reference before the call of its function.
	before bool
}

// maxCallers bounds the calls of a function whose arguments count as possible values.
const maxCallers = 16

// history collects the events of one variable.
type history struct {
	code   *Code
	name   string
	bound  substitution
	events []Event
	done   bool // the whole variable is certainly set
	// inside is set for a reference in the called function; depth counts such
	// functions nested in each other, calls all of them.
	inside bool
	depth  int
	calls  *int
}

func (h *history) add(e Event) {
	e.Value.host, e.Value.bound = h.code, h.bound
	h.events = append(h.events, e)
	h.done = h.done || !e.Maybe && e.Member == ""
}

// back walks from token at back to where the variable certainly gets its value;
// false if it finds no declaration in the function.
func (h *history) back(at int) bool {
	maybe, dead := false, false
	for i, steps := at-1, 0; i > 0 && steps < maxLookBack; i, steps = i-1, steps+1 {
		m := h.code.Match(i)
		t := h.code.Token(i)
		switch {
		case t.Text == "{":
			kind, header := h.code.opened(i)
			if kind == outerBlock || kind == functionBlock || kind == lambdaBlock {
				// The start of the function: the variable may be a parameter. A lambda without it captures
				// the variable from the function around it, so there the walk continues.
				if h.passedTo(header) || kind != lambdaBlock {
					return h.done
				}
			}
			if kind == loopBlock {
				// Assignments later in the body of a loop may come from the iteration before.
				h.within(at, h.code.Match(i))
			}
			// Leave the block: what precedes it was executed before all of it.
			i = h.code.beforeElse(i, header)
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

// reached handles the name at token i, which control passes on its way to the place;
// true ends the walk.
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
	d := h.code.declaredAt(i, h.name)
	if d == nil {
		return false
	}
	h.declared(d, i)
	return true
}

func (h *history) declared(d *cuda.VarDecl, i int) {
	e := Event{Pos: d.Pos, Declared: d, Value: h.code.exprAt(i, d.Init), at: i}
	if f := d.Type.Form; f == cuda.ReferenceType || f == cuda.PointerType {
		e.Why = "it is a reference or pointer"
	}
	h.add(e)
}

// declaredInFor finds the declaration in the ( ) of a for statement.
func (h *history) declaredInFor(lo, hi int) bool {
	if h.code.Text(lo) != "(" || h.code.Text(lo-1) != "for" {
		return false
	}
	for i := lo + 1; i < hi; i++ {
		if h.code.Text(i) == h.name && h.declares(i) && (h.code.Text(i+1) == "=" || h.code.Text(i+1) == ":") {
			h.add(Event{Pos: h.code.Token(i).Pos, Why: "it counts a loop", at: i})
			return true
		}
	}
	return false
}

// within collects the assignments in tokens lo to hi, which may have been executed; those
// in the parentheses of a call certainly have been.
func (h *history) within(lo, hi int) {
	all := h.code.indexed(h.name)
	for n := sort.SearchInts(all, lo); n < len(all) && all[n] < hi; n++ {
		if i := all[n]; h.changes(i) {
			call := h.code.Text(lo) == "(" && (h.code.Text(i-1) == "&" || h.byReference(i))
			h.set(i, !call)
		}
	}
}

// changes reports whether the variable gets another value at token i, other
// than by its declaration.
func (h *history) changes(i int) bool {
	return !h.selected(i) && h.isSet(i) && (h.byReference(i) || !h.declares(i))
}

// selected recognises x.name and n::name.
func (h *history) selected(i int) bool {
	switch h.code.Text(i - 1) {
	case ".", "->", "::":
		return true
	}
	return false
}

// declares recognises a name that follows a type, or a comma of a declaration.
func (h *history) declares(i int) bool {
	switch h.code.Text(i - 1) {
	case ",":
		return true
	case ">":
		return h.code.Text(i-2) != ">"
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
	switch t := h.code.Token(i); t.Text {
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

// isSet recognises syntax that may change the variable named at token i.
func (h *history) isSet(i int) bool {
	return assignments[h.code.Text(h.afterMembers(i))] || h.changedBefore(i) || h.byReference(i)
}

// afterMembers is the token after x, x.y or x.y.z that begins at token i.
func (h *history) afterMembers(i int) int {
	for i++; h.code.Text(i) == "."; {
		i += 2
	}
	return i
}

// byReference recognises f(..., x, ...) for an f that may change that argument.
func (h *history) byReference(i int) bool {
	_, ok := h.referenceOf(i)
	return ok
}

// referenceOf finds the argument of a call as which the variable at token i is
// passed, if the function may change it.
func (h *history) referenceOf(i int) (a argument, ok bool) {
	before, after := h.code.Text(i-1), h.code.Text(i+1)
	if before != "(" && before != "," || after != ")" && after != "," {
		return a, false
	}
	for i--; i > 0 && h.code.Text(i) != "("; i-- {
		if h.code.Text(i) == "," {
			a.n++
		}
		if m := h.code.Match(i); m >= 0 && m < i {
			i = m
		} else if h.code.Text(i) == "{" || h.code.Text(i) == ";" {
			return a, false
		}
	}
	a.function = h.code.Text(i - 1)
	return a, len(h.code.references[a]) > 0
}

// maxReferences bounds the nesting of functions that pass references on,
// maxReferenceCalls all such calls for one variable.
const (
	maxReferences     = 4
	maxReferenceCalls = 100
)

// setBy adds the assignments by the function that gets the variable at token i
// by reference; false if they are unknown.
func (h *history) setBy(i int, maybe bool) bool {
	a, _ := h.referenceOf(i)
	fns := h.code.references[a]
	// Several functions of the name: it is unknown which one is called.
	if len(fns) != 1 || h.depth >= maxReferences {
		return false
	}
	body, defined := h.code.Body(fns[0])
	if !defined {
		return false
	}
	if h.calls == nil {
		h.calls = new(int)
	}
	if *h.calls++; *h.calls > maxReferenceCalls {
		return false
	}
	in := &history{code: h.code, name: fns[0].Params[a.n].Name, inside: true, depth: h.depth + 1, calls: h.calls}
	if !in.back(h.code.Match(body)) || in.name == "" {
		return false
	}
	// The last event stands for the value before the call, to which the walk of the caller leads anyway.
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

// argument is a position in the calls of functions with some name.
type argument struct {
	function string
	n        int
}

// noteReferences notes the parameters that are references through which the
// functions may change arguments.
func (h *Code) noteReferences(decls []cuda.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *cuda.FuncDecl:
			for n, q := range d.Params {
				if t := q.Type; t != nil && t.Form == cuda.ReferenceType && t.Elem != nil && !t.Elem.Const {
					at := argument{d.Name, n}
					h.references[at] = append(h.references[at], d)
				}
			}
		case *cuda.RecordDecl:
			for _, m := range d.Methods {
				h.noteReferences([]cuda.Decl{m})
			}
		}
	}
}

// changedBefore recognises ++x, &x and >> x.
func (h *history) changedBefore(i int) bool {
	switch h.code.Text(i - 1) {
	case "++", "--", ">>":
		return true
	case ">":
		return h.code.Text(i-2) == ">"
	case "&":
		before := h.code.Token(i - 2)
		return before.Kind == source.Punct && before.Text != ")" && before.Text != "]" && h.code.Text(i+1) != "("
	}
	return false
}

// set adds the assignment at token i.
func (h *history) set(i int, maybe bool) {
	if h.byReference(i) && h.setBy(i, maybe) {
		return
	}
	e := Event{Pos: h.code.Token(i).Pos, Maybe: maybe, at: i}
	op := h.afterMembers(i)
	if op > i+1 {
		e.Member = h.code.Text(i + 2)
	}
	switch {
	case h.byReference(i):
		e.Why = "it is passed by reference"
	case h.changedBefore(i):
		e.Why = "it is passed by address"
		if before := h.code.Text(i - 1); before != "&" {
			e.Why = "it is changed"
		}
	case op > i+3:
		e.Why = "a part of it is set"
	case h.code.Text(op) != "=":
		e.Why = "it is changed by " + h.code.Text(op)
	default:
		r := h.code.Read(op+1, h.code.Len()-1)
		e.Value = h.code.exprAt(i, r.Initialiser())
		if r.Failed() {
			e.Why = "its value cannot be read"
		}
	}
	h.add(e)
}

// underCondition recognises an assignment that is a branch without braces.
func (h *history) underCondition(i int) bool {
	switch h.code.Text(i - 1) {
	case "else", "do", ",", "&&", "||", "?":
		return true
	case ")":
		return true
	}
	return false
}

// beforeElse is the token from which the walk continues before the block at token i:
// control in the branch of an else did not pass the branches before it.
func (h *Code) beforeElse(i, header int) int {
	word := i - 1
	if header > 1 {
		word = header - 2
	}
	for word > 0 && h.Text(word) == "else" && h.Text(word-1) == "}" && h.Match(word-1) > 1 {
		i = h.Match(word - 1)
		cond := h.Match(i - 1)
		if h.Text(i-1) != ")" || cond < 2 {
			break
		}
		i, word = cond, cond-2
	}
	return i
}

// passedTo adds an event for the parameter of the function whose list opens at
// token open.
func (h *history) passedTo(open int) bool {
	if open < 0 || h.code.Match(open) < 0 {
		return false
	}
	r := h.code.ReadLocal(open, h.code.Match(open)+1)
	list := r.Params()
	if r.Failed() {
		return false
	}
	for n, q := range list {
		if q.Name == h.name && h.inside {
			h.add(Event{before: true})
			return true
		}
		if q.Name == h.name {
			h.passed(open, n, q)
			return true
		}
	}
	return false
}

// passed adds the values that the calls of the function pass as its n-th parameter.
func (h *history) passed(open, n int, q *cuda.Param) {
	d := &cuda.VarDecl{Pos: q.Pos, Name: q.Name, Type: q.Type}
	unknown := Event{Pos: q.Pos, Declared: d, Why: "it is a parameter"}
	name := h.code.Text(open - 1)
	if h.code.Token(open-1).Kind != source.Ident || len(h.code.indexed(name)) > 8*maxCallers {
		h.add(unknown)
		return
	}
	var values []Expr
	for _, i := range h.code.indexed(name) {
		if x, ok := h.argument(i, open, n, q); ok {
			values = append(values, x)
		}
	}
	if len(values) == 0 || len(values) > maxCallers {
		h.add(unknown)
		return
	}
	for i, x := range values {
		h.events = append(h.events, Event{Pos: q.Pos, Maybe: i+1 < len(values), Value: x})
	}
	h.done = true
}

// argument is the n-th argument of the call at token i, if it is one.
func (h *history) argument(i, open, n int, q *cuda.Param) (Expr, bool) {
	if h.code.Text(i+1) != "(" || i+1 == open || h.code.Match(i+1) < 0 || h.selected(i) || h.declares(i) && h.code.Text(i-1) != "," {
		return Expr{}, false
	}
	r := h.code.Read(i+1, h.code.Match(i+1)+1)
	args := r.Arguments()
	switch {
	case r.Failed():
		return Expr{}, false
	case n < len(args):
		return h.code.exprAt(i, args[n]), true
	}
	return h.code.exprAt(i, q.Default), true
}

// blockKind is the kind of block that a { opens.
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

// opened finds what kind of block the { at token i opens, and the ( before it,
// -1 if there is none.
func (h *Code) opened(i int) (kind blockKind, header int) {
	before := i - 1
	for before > 0 && (h.Text(before) == "const" || h.Text(before) == "noexcept") {
		before--
	}
	if before < 0 {
		return outerBlock, -1
	}
	switch t := h.Token(before); t.Text {
	case "else", "try", ";", "{", "}", ":", "=", ",", "(":
		return plainBlock, -1
	case "do":
		return loopBlock, -1
	case "]":
		return plainBlock, -1
	case ")":
		if header = h.Match(before); header < 1 {
			return outerBlock, -1
		}
	default:
		if t.Kind == source.Pragma {
			return plainBlock, -1
		}
		return outerBlock, -1
	}
	switch h.Text(header - 1) {
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
