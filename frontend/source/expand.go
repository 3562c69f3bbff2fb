package source

import (
	"slices"

	"gv2/frontend/diag"
)

// expander replaces macros in a stream of tokens.
//
// The algorithm is Dave Prosser's (X3J11/86-196, the text that the C standard was written
// from). Every token carries a hide set: the macros whose expansion produced it, which must
// not expand it again. With HS the hide set of a token T and TS the tokens after it,
//
//	expand(T TS) = T expand(TS)                   if T is no macro, or T is in HS
//	             = expand(subst(T, HS+{T}) TS)    if T is an object macro
//	             = expand(subst(T, args, (HS*HS')+{T}) TS')
//	                                              if T is a function macro, TS is ( args )' TS'
//	                                              and HS' the hide set of that )'
//	             = T expand(TS)                   otherwise
//
// subst copies the body with arguments in place of the parameters and adds the given set to
// the hide set of every token of the result. An argument is expanded by itself first, unless
// it is an operand of # or ##. A token that must not expand stays so, because sets only grow;
// and each nesting adds a name to the set, so expansion ends. The intersection allows a call
// made of a name that a macro produced and an argument list that follows the macro, as in
// f(2)(9).
//
// Here expand is a loop: substituted bodies wait on a stack of frames until
// their tokens are taken, so every token is handled once a nesting level.
type expander struct {
	p      *preprocessor
	frames [][]Token    // substituted bodies still to be read, innermost last; none is empty
	base   func() Token // source of the tokens after them; nil: none
	ahead  []Token      // at most one token of base, read too early
	depth  int          // nesting of argument expansions

	condition bool // the tokens are those of an #if: the operand of defined stays
	pragma    bool // the tokens are the operand of _Pragma
	verbatim  int  // tokens to come that stay
}

// limits bound the cost of expansion. A file of 10,000 lines needs a hundredth
// of them; they stop macros that double their text at every level.
type limits struct {
	made   int // tokens that substitution has copied
	kept   int // tokens from macros held in results and arguments
	output int // tokens of a translation unit
	hidden int // members of all hide sets
}

// defaultLimits keep a translation unit below 1 GB.
var defaultLimits = limits{made: 4 << 20, kept: 2 << 20, output: 4 << 20, hidden: 4 << 20}

// maxNesting bounds the macros in a hide set, and argument expansions in one
// another.
const maxNesting = 1000

// next returns the next token after all expansion.
func (e *expander) next() Token {
	for {
		t := e.take()
		if e.verbatim > 0 {
			e.verbatim--
			return t
		}
		if t.Kind != Ident {
			return t
		}
		// The operand of defined must not expand: one token, or two with the parenthesis before it.
		if e.condition && t.Text == "defined" {
			e.verbatim = 1
			if next := e.peek(); next.punct("(") {
				e.verbatim = 2
			}
			return t
		}
		if t.Text == "_Pragma" {
			if note, ok := e.pragmaOperator(t); ok {
				return note
			}
			continue
		}
		m := e.p.macros[t.Text]
		// In text that gv2 supplies no name is the user's.
		// invoke pushes the substituted body; the loop then takes its first token, so that expansion needs no
		// recursion.
		if m == nil || !m.supplied && t.Pos.Supplied() || e.p.hides.has(t.hide, m.id) || !e.invoke(m, t) {
			return t
		}
	}
}

// all expands all remaining tokens.
func (e *expander) all() []Token {
	var out []Token
	for {
		t := e.next()
		if t.Kind == EOF {
			return out
		}
		if t.Macro {
			e.p.keep(t.Pos)
		}
		out = append(out, t)
	}
}

// take removes the next token, expanded or not.
func (e *expander) take() Token {
	if e.p.late() {
		return Token{Kind: EOF, Pos: e.p.stopPos}
	}
	if n := len(e.frames); n > 0 {
		t := e.frames[n-1][0]
		if e.frames[n-1] = e.frames[n-1][1:]; len(e.frames[n-1]) == 0 {
			e.frames = e.frames[:n-1]
		}
		return t
	}
	if n := len(e.ahead); n > 0 {
		t := e.ahead[0]
		e.ahead = e.ahead[:0]
		return t
	}
	if e.base == nil {
		return Token{Kind: EOF}
	}
	return e.base()
}

// peek looks at the next token.
func (e *expander) peek() Token {
	if n := len(e.frames); n > 0 {
		return e.frames[n-1][0]
	}
	if len(e.ahead) == 0 {
		if e.base == nil {
			return Token{Kind: EOF}
		}
		e.ahead = append(e.ahead, e.base())
	}
	return e.ahead[0]
}

func (e *expander) push(toks []Token) {
	if len(toks) > 0 {
		e.frames = append(e.frames, toks)
	}
}

// invoke replaces the invocation of m at t by the substituted body; ok is
// false if t is not an invocation and stays.
func (e *expander) invoke(m *macro, t Token) (ok bool) {
	if m.dynamic != nil {
		r := m.dynamic(e.p, t)
		r.Pos, r.Space, r.BOL, r.Macro, r.hide = t.Pos, t.Space, t.BOL, true, t.hide
		e.push([]Token{r})
		return true
	}
	call := invocation{e: e, m: m, at: t, hide: t.hide}
	mark := len(e.p.arguments)
	defer func() { e.p.arguments = e.p.arguments[:mark] }()
	if m.function {
		if next := e.peek(); !next.punct("(") {
			return false
		}
		e.take()
		if !call.collect() {
			return true
		}
	}
	if !e.p.spend(1, t.Pos) { // an empty body costs time as well
		return true
	}
	call.hide = e.p.hides.with(call.hide, m.id)
	if len(e.p.hides.sets[call.hide]) > maxNesting || e.p.hides.size > e.p.limits.hidden {
		e.p.stop(t.Pos, "macros expand more than %d deep in one another; simplify %s", maxNesting, m.name)
		return true
	}
	e.push(call.finish(call.substitute(m.body)))
	return true
}

// invocation is one use of a macro.
type invocation struct {
	e        *expander
	m        *macro
	at       Token     // the macro's name
	hide     hideSet   // what the result must not expand
	args     [][]Token // as written
	expanded [][]Token // expanded, filled on demand
	done     []bool
	omitted  bool // no variadic argument is given, not even an empty one
}

// collect reads the arguments up to the closing parenthesis. Their tokens go on
// the preprocessor's stack, where they stay until the end of the invocation; if
// the stack moves in memory, c.args still refers to the old copy, which stays
// valid.
func (c *invocation) collect() (ok bool) {
	e, depth := c.e, 0
	start := len(e.p.arguments)
	end := func() {
		n := len(e.p.arguments)
		c.args = append(c.args, e.p.arguments[start:n:n])
		start = n
	}
	c.args = make([][]Token, 0, len(c.m.params)+1)
	for {
		t := e.take()
		switch {
		case t.Kind == EOF:
			if !e.p.stopped {
				e.p.errorf(c.at.Pos, "the arguments of macro %s do not end; close the list with )", c.m.name)
			}
			return false
		case t.punct("("):
			depth++
		case t.punct(")"):
			if depth == 0 {
				end()
				// The intersection HS*HS' of Prosser's algorithm: t is the closing parenthesis.
				c.hide = e.p.hides.intersect(c.hide, t.hide)
				return c.count()
			}
			depth--
		// Once the variadic argument begins, commas belong to it.
		case t.punct(",") && depth == 0 && !(c.m.variadic && len(c.args) == len(c.m.params)-1):
			end()
			continue
		}
		if e.depth > 0 {
			e.p.spend(1, c.at.Pos)
		}
		e.p.arguments = append(e.p.arguments, t)
	}
}

// count checks the number of arguments and supplies an omitted variadic one.
func (c *invocation) count() bool {
	want, got := len(c.m.params), len(c.args)
	// F() of a macro without parameters has no argument rather than an empty one.
	if want == 0 && got == 1 && len(c.args[0]) == 0 {
		got, c.args = 0, nil
	}
	if c.m.variadic && got == want-1 {
		c.args, c.omitted = append(c.args, nil), true
		got++
	}
	if c.m.variadic && want == 1 && len(c.args[0]) == 0 {
		c.omitted = true // F() may mean either; for GCC it is no argument
	}
	if got == want {
		c.expanded, c.done = make([][]Token, want), make([]bool, want)
		return true
	}
	if c.m.variadic {
		c.e.p.errorf(c.at.Pos, "macro %s is given %s and takes at least %d (defined at %s)", c.m.name, diag.Count(got, "argument"), want-1, c.m.pos)
	} else {
		c.e.p.errorf(c.at.Pos, "macro %s is given %s and takes %d (defined at %s)", c.m.name, diag.Count(got, "argument"), want, c.m.pos)
	}
	return false
}

// argument returns argument i, completely expanded by itself.
func (c *invocation) argument(i int) []Token {
	if c.done[i] {
		return c.expanded[i]
	}
	c.done[i] = true
	if !c.mayExpand(c.args[i]) {
		c.expanded[i] = c.args[i]
		return c.args[i]
	}
	if c.e.depth >= maxNesting {
		c.e.p.stop(c.at.Pos, "macro arguments are nested more than %d deep; simplify the use of %s", maxNesting, c.m.name)
		return nil
	}
	sub := expander{p: c.e.p, depth: c.e.depth + 1}
	sub.push(c.args[i])
	c.expanded[i] = sub.all()
	return c.expanded[i]
}

// mayExpand reports whether toks contain a macro's name; most arguments do not,
// and need no copy.
func (c *invocation) mayExpand(toks []Token) bool {
	for i := range toks {
		if toks[i].Kind == Ident && (c.e.p.macros[toks[i].Text] != nil || toks[i].Text == "_Pragma") {
			return true
		}
	}
	return false
}

// substitute copies body with the arguments in place of the parameters.
func (c *invocation) substitute(body []piece) []Token {
	out := make([]Token, 0, c.size(body))
	placemarker := false // the operand before was an empty one
	for i, pc := range body {
		if pc.param < 0 && !pc.paste && !pc.opt {
			c.e.p.made++
			out = append(out, c.bodyToken(pc.tok))
			placemarker = false
			continue
		}
		// Operands of ## are not expanded ([cpp.subst]).
		raw := pc.paste || i+1 < len(body) && body[i+1].paste
		if pc.paste && c.swallows(body, i) {
			if c.omitted && len(out) > 0 {
				out = out[:len(out)-1]
			}
			pc.paste = false // the argument still stays unexpanded, as in GCC
		}
		operand := c.operand(pc, raw)
		if !c.e.p.spend(len(operand), c.at.Pos) {
			return nil
		}
		switch {
		case pc.paste && len(operand) == 0:
			// joined to nothing: what stands before stays
		// ## joins only the neighbouring tokens of the two operands; the rest of an argument stays.
		case pc.paste && !placemarker && len(out) > 0:
			last := len(out) - 1
			out = append(out[:last], c.join(out[last], operand[0])...)
			out = append(out, operand[1:]...)
			placemarker = false
		default:
			out = appendSpaced(out, operand, pc.tok.Space)
			placemarker = len(operand) == 0
		}
	}
	return out
}

// size estimates the number of tokens in the result of body.
func (c *invocation) size(body []piece) int {
	n := len(body)
	for i := range body {
		if a := body[i].param; a >= 0 && !body[i].str {
			n += max(len(c.args[a]), len(c.expanded[a])) - 1
		}
	}
	return min(max(n, len(body)), c.e.p.limits.made)
}

// appendSpaced appends an operand, which takes the white space of its place in
// the body.
func appendSpaced(out, operand []Token, space bool) []Token {
	start := len(out)
	out = append(out, operand...)
	if len(operand) > 0 {
		out[start].Space, out[start].BOL = space, false
	}
	return out
}

// swallows reports whether body[i] is the variadic parameter of GNU's
// ", ## __VA_ARGS__", where ## only drops the comma before an omitted argument.
func (c *invocation) swallows(body []piece, i int) bool {
	return i > 0 && body[i].param >= 0 && body[i].param == c.m.vaArg() && !body[i].str && body[i-1].tok.punct(",")
}

// operand returns the tokens for pc; raw leaves arguments unexpanded.
func (c *invocation) operand(pc piece, raw bool) []Token {
	switch {
	case pc.opt:
		var inner []Token
		// __VA_OPT__ counts only if the variadic argument has tokens after expansion ([cpp.subst]).
		if len(c.argument(c.m.vaArg())) > 0 {
			inner = c.substitute(pc.group)
		}
		if pc.str {
			return []Token{c.stringify(inner)}
		}
		return inner
	case pc.param < 0:
		return []Token{c.bodyToken(pc.tok)}
	case pc.str:
		return []Token{c.stringify(c.args[pc.param])}
	case raw:
		return c.args[pc.param]
	default:
		return c.argument(pc.param)
	}
}

// bodyToken is t of the macro's body at the place of this invocation.
func (c *invocation) bodyToken(t Token) Token {
	t.Pos, t.Macro, t.BOL, t.hide = c.at.Pos, true, false, 0
	return t
}

// stringify is the # operator ([cpp.stringize]).
func (c *invocation) stringify(toks []Token) Token {
	size := 2
	for i := range toks {
		size += len(toks[i].Text) + 1
	}
	text := make([]byte, 0, size)
	text = append(text, '"')
	for i, t := range toks {
		if i > 0 && (t.Space || t.BOL) {
			text = append(text, ' ')
		}
		if t.Kind != String && t.Kind != Char {
			text = append(text, t.Text...)
			continue
		}
		for j := 0; j < len(t.Text); j++ {
			switch b := t.Text[j]; b {
			case '"', '\\':
				text = append(text, '\\', b)
			case '\n':
				text = append(text, `\n`...)
			default:
				text = append(text, b)
			}
		}
	}
	c.e.p.spend(len(text)/64, c.at.Pos)
	return c.bodyToken(Token{Kind: String, Text: string(append(text, '"'))})
}

// join is the ## operator. It reports two tokens that do not make one, and
// leaves them.
func (c *invocation) join(l, r Token) []Token {
	text := l.Text + r.Text
	c.e.p.spend(len(text)/64, c.at.Pos)
	s := newScanner("", text)
	s.isMacro = c.e.p.isMacro
	bad := false
	s.report = func(diag.Pos, string, ...any) { bad = true }
	t := s.next()
	if bad || s.off < len(text) || t.Kind == EOF {
		c.e.p.errorf(c.at.Pos, "## in macro %s joins %s and %s into something that is not a token (macro defined at %s)", c.m.name, l.Text, r.Text, c.m.pos)
		return []Token{l, r}
	}
	t.hide = c.e.p.hides.intersect(l.hide, r.hide)
	t.Pos, t.Space, t.BOL, t.Macro = c.at.Pos, l.Space, l.BOL, true
	return []Token{t}
}

// finish adds the invocation's hide set to its result and gives the result the
// white space of the macro's name.
func (c *invocation) finish(toks []Token) []Token {
	hides := c.e.p.hides
	for i := range toks {
		toks[i].hide = hides.union(toks[i].hide, c.hide)
	}
	if len(toks) > 0 {
		toks[0].Space, toks[0].BOL = c.at.Space, c.at.BOL
	}
	return toks
}

// pragmaOperator reads _Pragma("text") whose name is t into a Pragma token. As in GCC
// and nvcc macros may give the text: _Pragma(TO_TEXT(unroll 4)).
func (e *expander) pragmaOperator(t Token) (note Token, ok bool) {
	open := e.peek()
	if !open.punct("(") || e.pragma {
		return e.malformedPragma(t)
	}
	e.take()
	e.pragma = true
	operand := e.next()
	e.pragma = false
	closing := e.peek()
	if operand.Kind != String || !closing.punct(")") {
		return e.malformedPragma(t)
	}
	e.take()
	text := e.p.pragmaText(t.Pos, unquote(operand.Text))
	return Token{Kind: Pragma, Text: text, Pos: t.Pos, Space: t.Space, BOL: t.BOL, Macro: t.Macro}, true
}

func (e *expander) malformedPragma(t Token) (note Token, ok bool) {
	e.p.errorf(t.Pos, `malformed _Pragma; write _Pragma("text")`)
	return Token{}, false
}

// unquote undoes the quoting of a string literal: \" and \\ only, by
// [cpp.pragma.op].
func unquote(text string) string {
	if len(text) > 0 && text[0] != '"' {
		text = text[max(0, slices.Index([]byte(text), '"')):]
	}
	if len(text) < 2 {
		return ""
	}
	text = text[1 : len(text)-1]
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
		}
		out = append(out, text[i])
	}
	return string(out)
}
