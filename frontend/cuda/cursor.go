package cuda

import (
	"context"
	"fmt"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// maxDepth bounds nesting of blocks, expressions, types and initialisers. A Go
// stack overflow cannot be recovered, so every recursion counts; a parenthesis
// or a nested statement costs two or three steps.
const maxDepth = 3000

const tooDeepMessage = "nesting too deep; give the inner parts names of their own"

// maxChain bounds the length of left-associative chains (a+b+c...) and of
// else-if ladders: they are parsed in a loop, but their tree is as deep as they
// are long, and later stages walk it.
const maxChain = 100000

// unit is the state that all parsers of one file share. It does not change
// after Parse returns, so bodies may be parsed concurrently.
type unit struct {
	toks  []source.Token
	match []int32
	notes *pragmas
	ctx   context.Context // of Parse; bodies are parsed later, and without one
}

// late reports whether nobody waits for the declarations any longer.
func (u *unit) late() bool { return u.ctx != nil && u.ctx.Err() != nil }

// parser reads toks[pos:end]. The first problem stops it: failed keeps it, and
// from then on the parser sees only the end of its tokens, so that callers need
// not check after every step.
type parser struct {
	*unit
	pos, end int
	eof      source.Token
	depth    int
	names    *scope
	failed   *diag.Diagnostic

	path    []string // enclosing namespaces and records
	record  string   // innermost enclosing record
	externC bool
	// converted is the type of the last operator T.
	converted *TypeExpr
	// inRecord is the record whose members the parser is reading, nil outside.
	inRecord *RecordDecl
	// hidden is set where its members are not public.
	hidden bool
	// template is set in a declaration under template <...>, whose parameters
	// have a scope of their own; instantiate under a bare template.
	template, instantiate bool
	// closing is set inside < >, where > ends the list.
	closing bool
	// tried caches the results of attempts by place, so that nested attempts
	// take polynomial time.
	tried map[attempt]bool
	// before holds declarations made inside others (struct S {...} s;).
	before []Decl
	diags  diag.List
	// host is set for readers of host code, which may allocate memory.
	host bool
	// outside leaves out the bodies of lambdas.
	outside bool
	// assigned collects the names that a function's body assigns to.
	assigned map[string]bool
	// inBlock is set for a piece of a block of which the names declared before it are not known.
	inBlock bool
}

func (u *unit) parser(lo, hi int, names *scope) *parser {
	p := &parser{unit: u, names: names, tried: map[attempt]bool{}}
	p.window(lo, hi)
	return p
}

// window makes p read toks[lo:hi].
func (p *parser) window(lo, hi int) {
	p.pos, p.end = lo, hi
	p.eof = source.Token{Kind: source.EOF, Pos: p.toks[hi].Pos, Text: p.toks[hi].Text}
}

// attempt is a question about a place, answered by reading ahead.
type attempt struct {
	pos      int
	question question
}

type question int

const (
	asksType        question = iota // false: there is no fitting type-id here
	asksArgs                        // false: < compares
	asksKnownType                   // a type certainly begins
	asksParams                      // ( begins parameters
	asksDeclaration                 // a statement is a declaration
	asksTypeArg                     // a type begins the list after <
)

// foresee answers a question by reading ahead, once for every place, and
// restores the place.
func (p *parser) foresee(q question, answer func() bool) bool {
	at := attempt{p.pos, q}
	known, ok := p.tried[at]
	if ok {
		return known
	}
	m := p.mark()
	result := answer()
	deep := p.failed
	p.reset(m)
	if p.passDeep(deep) {
		return false
	}
	p.tried[at] = result
	return result
}

// passDeep keeps a failure by depth even if the attempt is abandoned: any other
// reading would nest as deep.
func (p *parser) passDeep(d *diag.Diagnostic) bool {
	if p.failed != nil || !tooDeep(d) {
		return false
	}
	p.stop(*d)
	return true
}

func (p *parser) refused(q question) bool {
	known, ok := p.tried[attempt{p.pos, q}]
	return ok && !known
}

func (p *parser) refuse(pos int, q question) { p.tried[attempt{pos, q}] = false }

// mark is a place to return to after an attempt.
type mark struct {
	pos, end, depth int
	failed          *diag.Diagnostic
	closing         bool
	before          int
	eof             source.Token
}

func (p *parser) mark() mark {
	return mark{p.pos, p.end, p.depth, p.failed, p.closing, len(p.before), p.eof}
}

func (p *parser) reset(m mark) {
	p.pos, p.end, p.depth, p.failed, p.closing = m.pos, m.end, m.depth, m.failed, m.closing
	p.before, p.eof = p.before[:m.before], m.eof
}

func (p *parser) peek() *source.Token { return p.at(0) }

// at returns the n-th token from here, EOF beyond the end.
func (p *parser) at(n int) *source.Token {
	if p.pos+n >= p.end {
		return &p.eof
	}
	return &p.toks[p.pos+n]
}

func (p *parser) next() *source.Token {
	t := p.peek()
	if p.pos < p.end {
		p.pos++
	}
	return t
}

// is reports whether the next token is the word or operator text.
func (p *parser) is(text string) bool { return p.isAt(0, text) }

func (p *parser) isAt(n int, text string) bool {
	t := p.at(n)
	return t.Text == text && (t.Kind == source.Punct || t.Kind == source.Ident)
}

// got consumes the next token if it is text.
func (p *parser) got(text string) bool {
	if !p.is(text) {
		return false
	}
	p.pos++
	return true
}

// want consumes text or fails.
func (p *parser) want(text string) {
	if !p.got(text) {
		missing(p, text)
	}
}

// missing reports what should stand here. Where the line ends before it, its place is
// behind the last token, not in front of what begins the next line.
func missing(p *parser, text string) {
	if t := p.peek(); p.pos > 0 && strings.Contains(";)],", text) {
		last := &p.toks[p.pos-1]
		after := last.Pos
		if after.Col += len(last.Text); after.File == t.Pos.File && after.Line < t.Pos.Line && !last.Macro && last.Kind != source.Pragma {
			p.fail(after, "expected '%s' after %s", text, describe(last))
			return
		}
	}
	p.expected("'" + text + "'")
}

// isName reports whether the n-th token is an identifier and not a keyword.
func (p *parser) isName(n int) bool {
	t := p.at(n)
	return t.Kind == source.Ident && words[t.Text] == notWord
}

// wantName consumes an identifier or fails.
func (p *parser) wantName() string {
	if !p.isName(0) {
		p.expected("a name")
		return ""
	}
	return p.next().Text
}

func (p *parser) expected(what string) {
	p.fail(p.peek().Pos, "expected %s, found %s", what, p.found())
}

func (p *parser) found() string {
	if t := p.peek(); t.Kind != source.EOF || t.Text != "" {
		return describe(t)
	}
	return "end of file"
}

func describe(t *source.Token) string {
	const most = 40
	text := t.Text
	if len(text) > most {
		text = text[:most] + "..."
	}
	switch {
	case t.Kind == source.Pragma:
		return "#pragma " + text
	case t.Kind == source.String || t.Kind == source.Char:
		return text
	default:
		return "'" + text + "'"
	}
}

func (p *parser) fail(pos diag.Pos, format string, args ...any) {
	p.stop(diag.Diagnostic{Pos: pos, Severity: diag.Error, Message: fmt.Sprintf(format, args...)})
}

func (p *parser) unsupported(pos diag.Pos, format string, args ...any) {
	p.stop(diag.Diagnostic{Pos: pos, Severity: diag.Unsupported, Message: fmt.Sprintf(format, args...)})
}

func (p *parser) stop(d diag.Diagnostic) {
	if p.failed == nil {
		p.failed = &d
		p.eof = source.Token{Kind: source.EOF, Pos: p.peek().Pos, Text: p.peek().Text}
		p.end = p.pos
	}
}

// enter counts a level of nesting; the caller defers leave and gives up if
// enter reports false.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(p.peek().Pos, tooDeepMessage)
	}
	return p.failed == nil
}

func (p *parser) leave() { p.depth-- }

// skipGroup steps over the bracket at the current place and everything inside.
func (p *parser) skipGroup() {
	if m := int(p.match[p.pos]); p.pos < p.end && m >= p.pos && m < p.end {
		p.pos = m + 1
		return
	}
	p.fail(p.peek().Pos, "%s is never closed", p.found())
}
