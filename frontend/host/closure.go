package host

import (
	"fmt"
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// Lambdas of the host for the device:
//
//	for_each(n, [=] __device__ (int i) { a[i] = b[i]; });
//
// Such a lambda is an object whose members are copies of what it captures. It is written as one, so that
// all that is known of objects that kernels get holds of it:
//
//	struct __lambda_6_15 { float *a; const float *b; __device__ void operator()(int i) const { a[i] = b[i]; } };
//	for_each(n, __lambda_6_15{a, b});
//
// A lambda that captures what is no variable of numbers, pointers or a class of the file stays as it is.

// WithoutLambdas are the tokens of the file, which were toks, with its lambdas for the device as objects; ok
// is false if it has none that can be.
func (h *Code) WithoutLambdas(toks []source.Token) (out []source.Token, ok bool) {
	if h.Code == nil {
		return nil, false
	}
	var list []closure
	names := map[string]bool{}
	for _, i := range h.indexed("__device__") {
		if h.late() {
			return nil, false
		}
		c, ok := h.closureAt(i)
		if !ok {
			continue
		}
		pos := h.Token(c.lo).Pos
		name := fmt.Sprintf("__lambda_%d_%d", pos.Line, pos.Col)
		for n := 2; names[name] || len(h.indexed(name)) > 0; n++ {
			name = fmt.Sprintf("__lambda_%d_%d_%d", pos.Line, pos.Col, n)
		}
		names[name] = true
		h.write(&c, name)
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, false
	}
	// Where the file's tokens stand among those of the preprocessor, which have pragmas, and >> in one.
	at := make([]int, h.Len())
	k := 0
	for i := range toks {
		switch t := &toks[i]; {
		case k >= h.Len():
		case t.Kind == source.Pragma && (h.Token(k).Kind != source.Pragma || h.Token(k).Pos != t.Pos):
		case t.Kind == source.Punct && (t.Text == ">>" || t.Text == ">>>"):
			for range len(t.Text) {
				at[k] = i
				k++
			}
		default:
			at[k] = i
			k++
		}
	}
	if k != h.Len() {
		return nil, false
	}
	slices.SortStableFunc(list, func(a, b closure) int { return a.before - b.before })
	next := 0
	var objects []closure // in the order of the file
	for i := range toks {
		for next < len(list) && at[list[next].before] == i {
			out = append(out, list[next].class...)
			objects = append(objects, list[next])
			next++
		}
		out = append(out, toks[i])
	}
	if next != len(list) {
		return nil, false
	}
	// The lambdas themselves, from the last one to the first.
	slices.SortStableFunc(objects, func(a, b closure) int { return b.lo - a.lo })
	for _, c := range objects {
		lo := slices.IndexFunc(out, func(t source.Token) bool { return t.Pos == h.Token(c.lo).Pos && t.Text == "[" && !t.Macro })
		if lo < 0 {
			return nil, false
		}
		n := at[c.hi-1] - at[c.lo] + 1
		out = slices.Replace(out, lo, lo+n, c.object...)
	}
	return out, true
}

// closure is a lambda, from token lo to hi-1, as a class that stands before token before, and an object.
type closure struct {
	lo, hi, before int
	members        []member
	// params is the ( of its parameters, body the { of its body; result is its result as written.
	params, body  int
	result        span
	mutable       bool
	class, object []source.Token
}

// closureAt is the lambda whose attribute __device__ is token i.
func (h *Code) closureAt(i int) (c closure, ok bool) {
	fn, in := h.around(i)
	if !in || fn.Global || fn.Device || h.Token(i).Pos.Supplied() {
		return c, false
	}
	for _, part := range fn.Scope {
		if h.records[part] {
			return c, false // names may be members
		}
	}
	attributes := i
	for h.Text(attributes-1) == "__host__" || h.Text(attributes-1) == "__device__" {
		attributes--
	}
	if h.Text(attributes-1) != "]" || h.Match(attributes-1) < 0 {
		return c, false
	}
	c.lo = h.Match(attributes - 1)
	if t := h.Token(c.lo - 1); t.Kind != source.Punct && t.Text != "return" || t.Text == "]" || t.Text == ")" {
		return c, false
	}
	names, ok := h.captures(c.lo+1, attributes-1)
	if !ok {
		return c, false
	}
	c.params = i + 1
	for h.Text(c.params) == "__host__" || h.Text(c.params) == "__device__" {
		c.params++
	}
	if h.Text(c.params) != "(" || h.Match(c.params) < c.params {
		return c, false
	}
	c.body = h.Match(c.params) + 1
	for h.Text(c.body) == "mutable" || h.Text(c.body) == "noexcept" {
		c.mutable = c.mutable || h.Text(c.body) == "mutable"
		c.body++
	}
	if h.Text(c.body) == "->" {
		c.result.lo = c.body
		for c.body++; h.Text(c.body) != "{"; c.body++ {
			if t := h.Token(c.body); t.Kind != source.Ident && t.Text != "::" && t.Text != "*" && t.Text != "<" && t.Text != ">" && t.Text != "," {
				return c, false
			}
		}
		c.result.hi = c.body
	}
	if h.Text(c.body) != "{" || h.Match(c.body) < c.body {
		return c, false
	}
	c.hi = h.Match(c.body) + 1
	for _, j := range []int{c.lo, c.params, c.body, c.hi - 1} {
		if h.Token(j).Macro {
			return c, false // several lambdas may stand in one place
		}
	}
	for j := c.body; j < c.hi; j++ {
		if h.Text(j) == "__device__" {
			return c, false // a lambda within it
		}
	}
	if !h.closed(fn, &c) {
		return c, false
	}
	if c.members, ok = h.captured(&c, names); !ok {
		return c, false
	}
	c.before, ok = h.declarationOf(fn)
	return c, ok
}

// closed reports whether the names in a lambda mean the same at the level of its function, but for its
// variables: the function declares no types, templates or structured bindings, and no name of a variable
// at file level again in a way that is not followed.
func (h *Code) closed(fn *cuda.FuncDecl, c *closure) bool {
	open, _ := h.Body(fn)
	used := map[string]bool{}
	for i := c.params; i < c.hi; i++ {
		used[h.Text(i)] = true
	}
	if fn.Template != nil {
		for _, q := range fn.Template.Params {
			if used[q.Name] {
				return false
			}
		}
	}
	for i := open; i < c.lo; i++ {
		switch t := h.Text(i); t {
		case "using", "typedef", "struct", "class", "enum", "union", "namespace", "template", "catch":
			return false
		case "[":
			if before := h.Text(i - 1); before == "auto" || before == "&" || before == "&&" {
				return false
			}
		default:
			if !used[t] || h.Token(i).Kind != source.Ident {
				continue
			}
			switch before := h.Token(i - 1); {
			case before.Kind == source.Ident && !notTypes[before.Text], before.Text == "*", before.Text == "&", before.Text == "&&", before.Text == ">", before.Text == ",":
				if h.variables[t] && h.localVariable(c.lo, t) == nil {
					return false
				}
			}
		}
	}
	return true
}

// write makes the class, which has that name, and the object.
func (h *Code) write(c *closure, name string) {
	pos := h.Token(c.lo).Pos
	c.class = words(pos, "struct "+name+" {")
	c.object = words(pos, name+"{")
	for n, m := range c.members {
		if n > 0 {
			c.object = append(c.object, words(pos, ",")...)
		}
		c.class = append(c.class, words(pos, m.text+" "+m.name+";")...)
		c.object = append(c.object, words(pos, m.name)...)
	}
	c.object = append(c.object, words(pos, "}")...)
	first := "void"
	if c.result.hi > 0 || h.returns(c.body, c.hi) {
		first = "auto"
	}
	copied := func(lo, hi int) {
		for j := lo; j < hi; j++ {
			c.class = append(c.class, *h.Token(j))
		}
	}
	c.class = append(c.class, words(pos, "__host__ __device__ "+first+" operator()")...)
	copied(c.params, h.Match(c.params)+1)
	if !c.mutable {
		c.class = append(c.class, words(pos, "const")...)
	}
	copied(c.result.lo, c.result.hi)
	copied(c.body, c.hi)
	c.class = append(c.class, words(pos, "};")...)
}

type span struct{ lo, hi int }

// captures are the names between the [ ] of a lambda, nil for all that it uses; ok is false if it captures by
// reference, or makes a variable of its own.
func (h *Code) captures(lo, hi int) (names map[string]bool, ok bool) {
	if h.Text(lo) == "=" && lo+1 == hi {
		return nil, true
	}
	names = map[string]bool{}
	for i := lo; i < hi; i++ {
		if i > lo && h.Text(i) == "," {
			i++
		}
		if h.Token(i).Kind != source.Ident || h.Text(i) == "this" || h.Text(i+1) != "," && i+1 != hi {
			return nil, false
		}
		names[h.Text(i)] = true
	}
	return names, true
}

// member is a variable that a lambda captures.
type member struct{ name, text string }

// captured are the variables around the lambda that it uses. ok is false if one is none that can be
// copied.
func (h *Code) captured(c *closure, names map[string]bool) (out []member, ok bool) {
	own := map[string]bool{}
	r := h.ReadLocal(c.params, h.Match(c.params)+1)
	for _, q := range r.Params() {
		own[q.Name] = true
	}
	if r.Failed() {
		return nil, false
	}
	for i := c.body; i < c.hi; i++ {
		name := h.Text(i)
		before := h.Text(i - 1)
		if name == "this" {
			return nil, false
		}
		if h.Token(i).Kind != source.Ident || before == "." || before == "->" || before == "::" || own[name] {
			continue
		}
		v := h.localVariable(c.lo, name)
		declares := h.declaresLocal(i)
		own[name] = true
		switch {
		case v == nil:
			continue
		case declares, names != nil && !names[name], v.Static, v.Type.Volatile:
			return nil, false // which of two variables is it, or it is used without being captured
		}
		t := v.Type
		if t.Form == cuda.AutoType {
			t = h.typeOf(c.lo, &cuda.Ident{Pos: v.Pos, Name: name})
		}
		text, fits := h.memberType(typed.Referred(h.meantType(c.lo, t)))
		if !fits {
			return nil, false
		}
		out = append(out, member{name, text})
	}
	return out, true
}

// declaresLocal reports whether the name at token i declares a variable of the lambda itself.
func (h *Code) declaresLocal(i int) bool {
	switch before := h.Token(i - 1); {
	case before.Kind == source.Ident:
		return !notTypes[before.Text]
	case before.Text == "*" || before.Text == "&" || before.Text == ">":
		next := h.Text(i + 1)
		return (next == "=" || next == ";" || next == "(" || next == "{") && (h.Token(i-2).Kind == source.Ident || h.Text(i-2) == "*" || h.Text(i-2) == ">") && h.declaredAs(i, h.Text(i)) != nil
	}
	return false
}

// memberType is the text of a type of numbers, of a class, or of pointers to them, without const on top.
func (h *Code) memberType(t *cuda.TypeExpr) (text string, ok bool) {
	switch {
	case t == nil, t.Volatile:
		return "", false
	case t.Form == cuda.PointerType:
		text, ok = h.memberType(t.Elem)
		if t.Elem != nil && t.Elem.Const {
			text += " const"
		}
		return text + " *", ok
	}
	return t.Name, t.Form == cuda.NamedType && !t.HasArgs && len(t.Path) == 0 && t.Name != "" && t.Name != "auto"
}

// returns reports whether a return between the tokens has a value.
func (h *Code) returns(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if h.Text(i) == "return" && h.Text(i+1) != ";" {
			return true
		}
	}
	return false
}

// around is the function whose body holds token i.
func (h *Code) around(i int) (fn *cuda.FuncDecl, ok bool) {
	best := -1
	for _, list := range h.functions {
		for _, f := range list {
			if open, defined := h.Body(f); defined && open < i && i < h.Match(open) && open > best {
				fn, best = f, open
			}
		}
	}
	return fn, best >= 0
}

// declarationOf is the first token of the declaration of fn, at file level or in a namespace.
func (h *Code) declarationOf(fn *cuda.FuncDecl) (int, bool) {
	open, _ := h.Body(fn)
	for j := open - 1; j >= 0 && open-j < maxStatement; j-- {
		if m := h.Match(j); m >= 0 && m < j && h.Text(j) != "}" {
			j = m
			continue
		}
		if t := h.Token(j); t.Kind == source.Pragma || t.Text == ";" || t.Text == "}" || t.Text == "{" {
			// The brace around it is one of a namespace, or none.
			for b := h.blockOf(j + 1); b >= 0; b = h.blockOf(b) {
				before := h.Text(b - 1)
				if before != "namespace" && h.Text(b-2) != "namespace" && before != `"C"` && before != `"C++"` && h.Text(b-2) != "::" {
					return 0, false
				}
			}
			return j + 1, true
		}
	}
	return 0, false
}

// words are the tokens of a text, which stand at pos.
func words(pos diag.Pos, text string) []source.Token {
	toks := source.Preprocess("", []byte(text), source.Options{}).Tokens
	var out []source.Token
	for _, t := range toks {
		if t.Kind != source.EOF {
			t.Pos, t.BOL = pos, false
			out = append(out, t)
		}
	}
	return out
}
