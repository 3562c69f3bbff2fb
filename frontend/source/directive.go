package source

import (
	"strings"

	"gv2/frontend/diag"
)

// directive executes the directive that begins with hash. It returns a #pragma
// that stays in the program as a token.
func (p *preprocessor) directive(f *file, hash Token) (note Token, ok bool) {
	name, any := f.scan.nextInLine()
	if !any {
		return Token{}, false // # alone is the null directive
	}
	if p.conditional(f, hash.Pos, name) {
		return Token{}, false
	}
	// A skipped group need not be valid C++: of its directives only conditions count, since
	// they say where the group ends.
	if f.skip {
		f.scan.skipLine()
		return Token{}, false
	}
	switch name.Text {
	case "define":
		f.scan.plain = true
		p.define(name.Pos, f.scan.restOfLine(), f.builtin)
		f.scan.plain = false
	case "undef":
		p.undefine(name.Pos, f.scan.restOfLine())
	case "include", "import", "include_next":
		p.include(f, name)
	case "error":
		p.errorf(hash.Pos, "#error %s", f.scan.rawLine())
	case "warning":
		p.warnf(hash.Pos, "#warning %s", f.scan.rawLine())
	case "pragma":
		return p.pragma(f, hash)
	case "line", "ident", "sccs":
		// #line has no effect: positions stay those of the file that the user can open.
		f.scan.skipLine()
	default:
		if name.Kind != Number { // # 12 "file" is a line marker
			p.errorf(hash.Pos, "unknown directive #%s", name.Text)
		}
		f.scan.skipLine()
	}
	return Token{}, false
}

// pragma reads the line after #pragma.
func (p *preprocessor) pragma(f *file, hash Token) (note Token, ok bool) {
	text := strings.TrimSpace(f.scan.rawLine())
	if text == "once" { // remembered by path, so a second copy of the file is another file
		p.once[samePath(f.path)] = true
		return Token{}, false
	}
	return Token{Kind: Pragma, Text: p.pragmaText(hash.Pos, text), Pos: hash.Pos, Space: true, BOL: true}, true
}

// pragmaText is the text of a pragma at pos with the macros expanded in the count of an
// unroll, as nvcc does.
func (p *preprocessor) pragmaText(pos diag.Pos, text string) string {
	count, ok := strings.CutPrefix(strings.TrimSpace(text), "unroll")
	if !ok || count != "" && class[count[0]]&(identStart|digit) != 0 {
		return text
	}
	s := newScanner(pos.File, count)
	toks := s.restOfLine()
	for i := range toks {
		toks[i].Pos = pos
	}
	return strings.TrimSpace("unroll " + spell(p.expandList(toks)))
}

// expandList expands toks by themselves.
func (p *preprocessor) expandList(toks []Token) []Token {
	e := expander{p: p}
	e.push(toks)
	return e.all()
}

// condition is an open #if.
type condition struct {
	word   string   // if, ifdef, ...
	pos    diag.Pos // of its #
	taken  bool     // one of its groups was compiled
	outer  bool     // it stands in a skipped group
	atElse bool
}

// conditional executes name if it is one of the conditional directives.
func (p *preprocessor) conditional(f *file, at diag.Pos, name Token) bool {
	switch name.Text {
	case "if", "ifdef", "ifndef":
		c := condition{word: name.Text, pos: at, outer: f.skip}
		c.taken = !f.skip && p.holds(f, at, name)
		f.conds = append(f.conds, c)
		f.setSkip(c.outer || !c.taken)
	case "elif", "elifdef", "elifndef":
		p.elseIf(f, at, name)
	case "else":
		p.elseGroup(f, at)
	case "endif":
		p.endIf(f, at)
	default:
		return false
	}
	f.scan.skipLine() // conditions in skipped groups, and text after #else, of which GCC only warns
	return true
}

func (f *file) setSkip(skip bool) {
	f.skip = skip
	f.scan.quiet = skip
}

// holds evaluates the condition of an #if or #elif kind of directive.
func (p *preprocessor) holds(f *file, at diag.Pos, name Token) bool {
	// The line of an #elif after a group that was skipped is compiled text.
	quiet := f.scan.quiet
	f.scan.quiet = false
	line := f.scan.restOfLine()
	f.scan.quiet = quiet
	switch name.Text {
	case "if", "elif":
		return p.evaluate(f, at, name.Text, line)
	}
	if len(line) == 0 || line[0].Kind != Ident {
		p.errorf(at, "#%s without a name; write #%s NAME", name.Text, name.Text)
		return false
	}
	defined := p.isDefined(line[0].Text)
	return defined == strings.HasSuffix(name.Text, "fdef")
}

// isDefined reports whether defined(name) is 1: it is of the operators __has_include and
// the like, too, so that programs can ask for them ([cpp.cond]).
func (p *preprocessor) isDefined(name string) bool {
	return p.macros[name] != nil || strings.HasPrefix(name, "__has_") && isProbe(name)
}

// innermost returns the open condition that word continues.
func (p *preprocessor) innermost(f *file, at diag.Pos, word string) *condition {
	if len(f.conds) == 0 {
		p.errorf(at, "#%s without #if; remove it or add the #if", word)
		return nil
	}
	c := &f.conds[len(f.conds)-1]
	if c.atElse && word != "endif" {
		p.errorf(at, "#%s after #else of the #%s at %s; close that with #endif first", word, c.word, c.pos)
		return nil
	}
	return c
}

func (p *preprocessor) elseIf(f *file, at diag.Pos, name Token) {
	c := p.innermost(f, at, name.Text)
	if c == nil {
		return
	}
	// The condition of a group that cannot be taken is not looked at, and may be nonsense.
	if c.outer || c.taken {
		f.setSkip(true)
		f.scan.skipLine()
		return
	}
	c.taken = p.holds(f, at, name)
	f.setSkip(!c.taken)
}

func (p *preprocessor) elseGroup(f *file, at diag.Pos) {
	c := p.innermost(f, at, "else")
	if c == nil {
		return
	}
	c.atElse = true
	f.setSkip(c.outer || c.taken)
	c.taken = true
}

func (p *preprocessor) endIf(f *file, at diag.Pos) {
	c := p.innermost(f, at, "endif")
	if c == nil {
		return
	}
	f.setSkip(c.outer)
	f.conds = f.conds[:len(f.conds)-1]
}
