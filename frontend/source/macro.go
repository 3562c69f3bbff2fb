package source

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
)

// macro is one #define.
//
//	#define NAME body
//	#define NAME(params, ...) body
type macro struct {
	name     string
	id       int32 // of the name, so that a redefinition is hidden like its predecessor
	function bool
	params   []string // the variadic one, __VA_ARGS__ or named, last
	variadic bool
	body     []piece
	pos      diag.Pos
	supplied bool // by gv2, not by the user: a redefinition causes no warning
	dynamic  func(p *preprocessor, at Token) Token
}

// piece is one element of a macro's body, its operators resolved.
type piece struct {
	tok   Token
	param int     // index of its parameter, -1 if none
	str   bool    // # stands before it: stringify
	paste bool    // ## stands before it: join to the piece before
	opt   bool    // it is __VA_OPT__(group)
	group []piece // what __VA_OPT__ encloses
}

// vaArg returns the index of the variadic parameter, -1 if there is none.
func (m *macro) vaArg() int {
	if !m.variadic {
		return -1
	}
	return len(m.params) - 1
}

// same reports whether m and n have the same definition, where any white space
// counts as one blank ([cpp.replace]).
func (m *macro) same(n *macro) bool {
	return m.function == n.function && m.variadic == n.variadic &&
		slices.Equal(m.params, n.params) && samePieces(m.body, n.body)
}

func samePieces(a, b []piece) bool {
	return slices.EqualFunc(a, b, func(x, y piece) bool {
		return x.tok.Text == y.tok.Text && x.tok.Space == y.tok.Space &&
			x.str == y.str && x.paste == y.paste && x.opt == y.opt && samePieces(x.group, y.group)
	})
}

// define reads a macro definition: the tokens after #define.
func (p *preprocessor) define(at diag.Pos, line []Token, supplied bool) {
	if len(line) == 0 || line[0].Kind != Ident {
		p.errorf(at, "#define without a name; write #define NAME value")
		return
	}
	name := line[0]
	if name.Text == "defined" || name.Text == "__VA_ARGS__" || name.Text == "__VA_OPT__" {
		p.errorf(name.Pos, "%s cannot be a macro's name; choose another", name.Text)
		return
	}
	m := &macro{name: name.Text, pos: name.Pos, supplied: supplied}
	rest := line[1:]
	if len(rest) > 0 && rest[0].punct("(") && !rest[0].Space {
		var ok bool
		if rest, ok = p.parameters(m, rest[1:]); !ok {
			return
		}
	}
	if len(rest) > 0 {
		rest[0].Space = false
	}
	r := bodyReader{p: p, m: m, toks: rest, index: map[string]int{}}
	for i, name := range m.params {
		r.index[name] = i
	}
	m.body = r.pieces(false)
	if r.failed {
		return
	}
	p.install(m)
}

// install makes m the definition of its name.
func (p *preprocessor) install(m *macro) {
	m.id = p.macroID(m.name)
	old := p.macros[m.name]
	switch {
	case old == nil:
	case m.supplied && !old.supplied:
		return // the user's definition prevails
	case !m.supplied && !old.supplied && !m.same(old):
		p.warnf(m.pos, "macro %s is defined differently at %s; the new definition holds from here", m.name, old.pos)
	}
	p.macros[m.name] = m
}

func (p *preprocessor) macroID(name string) int32 {
	id, ok := p.ids[name]
	if !ok {
		id = int32(len(p.ids))
		p.ids[name] = id
	}
	return id
}

// undefine handles the tokens after #undef.
func (p *preprocessor) undefine(at diag.Pos, line []Token) {
	if len(line) == 0 || line[0].Kind != Ident {
		p.errorf(at, "#undef without a name; write #undef NAME")
		return
	}
	delete(p.macros, line[0].Text)
}

// parameters reads a parameter list up to its closing parenthesis.
func (p *preprocessor) parameters(m *macro, toks []Token) (rest []Token, ok bool) {
	m.function = true
	if len(toks) > 0 && toks[0].punct(")") {
		return toks[1:], true
	}
	seen := map[string]bool{}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch {
		case t.punct("..."):
			m.params, m.variadic = append(m.params, "__VA_ARGS__"), true
		case t.Kind == Ident:
			if seen[t.Text] {
				p.errorf(t.Pos, "macro %s has two parameters named %s; rename one", m.name, t.Text)
				return nil, false
			}
			seen[t.Text] = true
			m.params = append(m.params, t.Text)
			if i+1 < len(toks) && toks[i+1].punct("...") { // GNU: args...
				m.variadic = true
				i++
			}
		default:
			p.errorf(t.Pos, "macro %s has a malformed parameter list; names and commas are expected, not %s", m.name, t.Text)
			return nil, false
		}
		i++
		if i < len(toks) && toks[i].punct(")") {
			return toks[i+1:], true
		}
		if i < len(toks) && (m.variadic || !toks[i].punct(",")) {
			p.errorf(toks[i].Pos, "macro %s has a malformed parameter list; a comma or ) is expected, not %s", m.name, toks[i].Text)
			return nil, false
		}
	}
	p.errorf(m.pos, "macro %s has an unterminated parameter list; close it with )", m.name)
	return nil, false
}

// bodyReader resolves the operators of a macro body.
type bodyReader struct {
	p      *preprocessor
	m      *macro
	toks   []Token
	index  map[string]int // of the parameters
	failed bool
}

func (r *bodyReader) fail(pos diag.Pos, format string, args ...any) {
	if !r.failed {
		r.p.errorf(pos, format, args...)
	}
	r.failed = true
}

// pieces reads the body, or with inOpt the parentheses of a __VA_OPT__,
// including the closing one.
func (r *bodyReader) pieces(inOpt bool) []piece {
	var out []piece
	paste, depth := false, 0
	var operator diag.Pos // of the last ##
	for len(r.toks) > 0 {
		t := r.toks[0]
		r.toks = r.toks[1:]
		if t.punct("##") {
			if len(out) == 0 {
				r.fail(t.Pos, "## stands first in the body of macro %s; it joins two tokens", r.m.name)
			}
			paste, operator = true, t.Pos
			continue
		}
		if inOpt && t.punct(")") && depth == 0 {
			r.atEnd(paste, operator)
			return out
		}
		if t.punct("(") {
			depth++
		} else if t.punct(")") {
			depth--
		}
		pc := r.piece(t, inOpt)
		pc.paste = paste
		paste = false
		out = append(out, pc)
	}
	if inOpt {
		r.fail(r.m.pos, "__VA_OPT__ in macro %s has no closing parenthesis", r.m.name)
	}
	r.atEnd(paste, operator)
	return out
}

func (r *bodyReader) atEnd(paste bool, operator diag.Pos) {
	if paste {
		r.fail(operator, "## stands last in the body of macro %s; it joins two tokens", r.m.name)
	}
}

// piece resolves the one element that t begins.
func (r *bodyReader) piece(t Token, inOpt bool) piece {
	str := false
	if r.m.function && t.punct("#") {
		if len(r.toks) == 0 || r.param(r.toks[0]) < 0 && !r.isOpt(r.toks[0]) {
			r.fail(t.Pos, "# in macro %s is not followed by a parameter", r.m.name)
			return piece{tok: t, param: -1}
		}
		space := t.Space
		str, t = true, r.toks[0]
		t.Space = space
		r.toks = r.toks[1:]
	}
	if !r.isOpt(t) {
		return piece{tok: t, param: r.param(t), str: str}
	}
	if inOpt || len(r.toks) == 0 || !r.toks[0].punct("(") {
		r.fail(t.Pos, "__VA_OPT__ in macro %s is malformed; write __VA_OPT__(tokens), not nested", r.m.name)
		return piece{tok: t, param: -1}
	}
	r.toks = r.toks[1:]
	return piece{tok: t, param: -1, str: str, opt: true, group: r.pieces(true)}
}

func (r *bodyReader) isOpt(t Token) bool {
	return r.m.variadic && t.Kind == Ident && t.Text == "__VA_OPT__"
}

func (r *bodyReader) param(t Token) int {
	if i, ok := r.index[t.Text]; ok && t.Kind == Ident {
		return i
	}
	return -1
}

// punct reports whether t is the punctuator text.
func (t *Token) punct(text string) bool { return t.Kind == Punct && t.Text == text }

// spell writes tokens as text, with one blank for white space.
func spell(toks []Token) string {
	if len(toks) == 1 {
		return toks[0].Text
	}
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && (t.Space || t.BOL) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}
