// Package outline finds the functions and variables of a CUDA file, and writes its device code without its host code,
// for programs that gv2 writes around a kernel.
//
// In: the tokens of a file behind the preprocessor. Out: where its functions and variables stand, what parameters are
// called, and text. It looks at brackets and qualifiers and knows nothing of types: what means what is lower's business.
package outline

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Outline is a file's declarations at file and namespace level.
type Outline struct {
	Functions []*Function
	// Variables are those in device memory that a kernel may change.
	Variables []Variable
	tokens    []source.Token
	match     []int
	dropped   []span // host functions
}

// span is the tokens from one to before another.
type span struct{ from, to int }

// Function is a function with a body.
type Function struct {
	Name  string
	Pos   diag.Pos
	Scope []string // the namespaces around it
	// Template is the text of its template head without defaults, empty if it has none.
	Template string
	Params   []Param
	Kernel   bool
	body     span
	of       *Outline
}

// Param is a parameter: float *a has the type "float *" and the name a. An array is a pointer.
type Param struct {
	Pos        diag.Pos
	Type, Name string
}

// Variable is a variable in device memory, as the program names it.
type Variable struct {
	Name string
	Pos  diag.Pos
}

// Of reads the tokens of a file. Text that it does not understand stays as it is.
func Of(tokens []source.Token) *Outline {
	o := &Outline{tokens: tokens, match: matches(tokens)}
	o.scope(0, len(tokens), nil)
	return o
}

// matches are the partners of brackets, -1 for other tokens.
func matches(tokens []source.Token) []int {
	match := make([]int, len(tokens))
	var open []int
	for i, t := range tokens {
		match[i] = -1
		if t.Kind != source.Punct {
			continue
		}
		switch t.Text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if n := len(open) - 1; n >= 0 {
				match[i], match[open[n]] = open[n], i
				open = open[:n]
			}
		}
	}
	return match
}

// past is the token behind the bracket at i.
func (o *Outline) past(i int) int {
	if m := o.match[i]; m > i {
		return m + 1
	}
	return i + 1
}

// scope reads declarations.
func (o *Outline) scope(from, to int, scope []string) {
	for begin := from; begin < to; {
		begin = o.declaration(begin, to, scope)
	}
}

// declaration reads one, and returns where the next begins.
func (o *Outline) declaration(begin, to int, scope []string) int {
	params, assigned := -1, false // the ( of its parameters; behind an =
	for i := begin; i < to; {
		t := &o.tokens[i]
		switch {
		case t.Text == "template" && o.word(i+1, "<"):
			i = o.angle(i + 1)
		case t.Kind == source.Pragma || t.Kind == source.EOF:
			if i == begin {
				return i + 1
			}
			i++
		case t.Kind != source.Punct:
			i++
		case t.Text == ";":
			o.variables(begin, i, params, scope)
			return i + 1
		case t.Text == "}":
			return i + 1 // its partner is missing
		case t.Text == "=" && !o.word(i-1, "operator"):
			assigned = true
			i++
		case t.Text == "(":
			if params < 0 && !assigned && o.namesFunction(begin, i) {
				params = i
			}
			i = o.past(i)
		case t.Text == "{" && o.isNamespace(begin, i):
			o.scope(i+1, o.past(i)-1, o.inside(begin, i, scope))
			return o.past(i)
		case t.Text == "{" && params >= 0:
			o.function(begin, params, i, scope)
			return o.past(i)
		default:
			if t.Text == "{" || t.Text == "[" {
				i = o.past(i)
			} else {
				i++
			}
		}
	}
	return to
}

func (o *Outline) word(i int, text string) bool {
	return i >= 0 && i < len(o.tokens) && o.tokens[i].Text == text
}

func (o *Outline) has(from, to int, words ...string) bool {
	return slices.ContainsFunc(o.tokens[from:to], func(t source.Token) bool { return slices.Contains(words, t.Text) })
}

// withParentheses are words that have some and name no function.
var withParentheses = []string{"__launch_bounds__", "__attribute__", "__align__", "alignas", "decltype", "noexcept", "__declspec", "explicit",
	"requires", "static_assert", "__cluster_dims__", "__block_size__", "__maxnreg__", "sizeof"}

// namesFunction reports whether the ( at i may open the parameters of a function.
func (o *Outline) namesFunction(begin, i int) bool {
	if i == begin {
		return false
	}
	before := &o.tokens[i-1]
	if o.has(begin, i, "operator") {
		return true
	}
	return before.Kind == source.Ident && !slices.Contains(withParentheses, before.Text) || before.Text == ">"
}

// isNamespace reports whether the { at i opens a namespace or extern "C".
func (o *Outline) isNamespace(begin, i int) bool {
	return o.has(begin, i, "namespace") || o.word(begin, "extern") && i == begin+2 && o.tokens[begin+1].Kind == source.String
}

func (o *Outline) inside(begin, i int, scope []string) []string {
	scope = slices.Clone(scope)
	for _, t := range o.tokens[begin:i] {
		if t.Kind == source.Ident && t.Text != "namespace" && t.Text != "inline" && t.Text != "extern" {
			scope = append(scope, t.Text)
		}
	}
	return scope
}

// function enters a function: of device code, or to be left out.
func (o *Outline) function(begin, params, open int, scope []string) {
	if o.match[open] < open {
		return // it never ends
	}
	head := begin
	template := ""
	for o.word(head, "template") && o.word(head+1, "<") {
		end := o.angle(head + 1)
		template = o.withoutDefaults(head, end)
		head = end
	}
	kernel := o.has(head, params, "__global__")
	if !kernel && !o.has(head, open, "__device__", "constexpr", "consteval") {
		o.dropped = append(o.dropped, span{begin, o.past(open)})
		return
	}
	f := &Function{Name: o.tokens[params-1].Text, Pos: o.tokens[params-1].Pos, Scope: scope, Template: template, Kernel: kernel, body: span{open, o.past(open)}, of: o}
	for _, s := range o.split(params+1, o.past(params)-1) {
		f.Params = append(f.Params, o.param(s))
	}
	o.Functions = append(o.Functions, f)
}

// angle is the token behind the > that closes the < at i.
func (o *Outline) angle(i int) int {
	depth := 0
	for ; i < len(o.tokens); i++ {
		switch o.tokens[i].Text {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		case "(", "[", "{":
			i = o.past(i) - 1
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return i
}

// withoutDefaults is the text of a template head, template <class T = int>, without its defaults.
func (o *Outline) withoutDefaults(from, to int) string {
	var kept []source.Token
	skipping, depth := false, 0 // the < within a default
	for _, t := range o.tokens[from:to] {
		switch {
		case t.Text == "=":
			skipping, depth = true, 0
		case skipping && t.Text == "<":
			depth++
		case skipping && t.Text == ">":
			depth--
		case skipping && t.Text == ">>":
			depth -= 2
		case skipping && t.Text == "," && depth == 0:
			skipping = false
		}
		if skipping && depth < 0 { // the end of the head
			t, skipping = source.Token{Kind: source.Punct, Text: ">"}, false
		}
		if !skipping {
			kept = append(kept, t)
		}
	}
	return textOf(kept)
}

// split parts tokens at commas.
func (o *Outline) split(from, to int) []span {
	var parts []span
	begin := from
	for i := from; i < to; i++ {
		switch o.tokens[i].Text {
		case "(", "[", "{":
			i = o.past(i) - 1
		case "<":
			if end := o.angle(i); end <= to {
				i = end - 1
			}
		case ",":
			parts = append(parts, span{begin, i})
			begin = i + 1
		}
	}
	if begin < to {
		parts = append(parts, span{begin, to})
	}
	return parts
}

// param reads a parameter: the last identifier in front of a default or [ is its name.
func (o *Outline) param(s span) Param {
	end := s.from
	for end < s.to && o.tokens[end].Text != "=" && o.tokens[end].Text != "[" {
		end++
	}
	p := Param{Pos: o.tokens[s.from].Pos}
	last := end - 1
	if last > s.from && o.tokens[last].Kind == source.Ident {
		p.Name, p.Pos = o.tokens[last].Text, o.tokens[last].Pos
		p.Type = textOf(o.tokens[s.from:last])
	} else {
		p.Type = textOf(o.tokens[s.from:end])
	}
	if end < s.to && o.tokens[end].Text == "[" {
		p.Type += " *"
	}
	return p
}

// variables enters the variables of a declaration that ends at i, if they are in device memory and may change.
func (o *Outline) variables(begin, i, params int, scope []string) {
	if !o.has(begin, i, "__device__", "__managed__") || o.has(begin, i, "const", "constexpr", "__constant__", "template", "typedef", "using", "__global__", "extern") {
		return
	}
	if params >= 0 && !(params+1 < i && o.tokens[params+1].Kind == source.Number) {
		return // a prototype
	}
	for _, s := range o.split(begin, i) {
		end := s.from
		for end < s.to && !slices.Contains([]string{"=", "[", "{", "("}, o.tokens[end].Text) {
			end++
		}
		if end > s.from && o.tokens[end-1].Kind == source.Ident {
			name := strings.Join(append(slices.Clone(scope), o.tokens[end-1].Text), "::")
			o.Variables = append(o.Variables, Variable{name, o.tokens[end-1].Pos})
		}
	}
}

// Call is a call of a function in a body.
type Call struct {
	Name, Arguments string
	Pos             diag.Pos
}

// Calls are the calls of the named functions in the body.
func (f *Function) Calls(names ...string) []Call {
	var out []Call
	for i := f.body.from; i < f.body.to; i++ {
		if t := &f.of.tokens[i]; t.Kind == source.Ident && slices.Contains(names, t.Text) && f.of.word(i+1, "(") {
			out = append(out, Call{t.Text, textOf(f.of.tokens[i+2 : f.of.past(i+1)-1]), t.Pos})
		}
	}
	return out
}
