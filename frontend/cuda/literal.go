package cuda

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// number reads an integer or floating literal.
func (p *parser) number() Expr {
	t := p.next()
	return userLiteral(p, t, numberOf(p, t, strings.ReplaceAll(literalText(t), "'", "")))
}

// literalText is a number without the suffix of the user's, which begins with _.
func literalText(t *source.Token) string {
	text, _, _ := strings.Cut(t.Text, "_")
	return text
}

// userLiteral is the value x of number t, or the call of operator""_suffix that it makes
// ([lex.ext]).
func userLiteral(p *parser, t *source.Token, x Expr) Expr {
	_, suffix, ok := strings.Cut(t.Text, "_")
	if !ok || p.failed != nil {
		return x
	}
	switch n := x.(type) {
	case *IntLit:
		n.Unsigned, n.Long = true, 2
	case *FloatLit:
		x = &CastExpr{Pos: t.Pos, Style: "static_cast", Type: &TypeExpr{Pos: t.Pos, Name: "long double"}, X: x}
	}
	return &CallExpr{Pos: t.Pos, Fun: &Ident{Pos: t.Pos, Name: `operator""_` + suffix}, Args: []Expr{x}}
}

// numberOf reads text, which is number t without the suffix of the user's.
func numberOf(p *parser, t *source.Token, text string) Expr {
	lower := strings.ToLower(text)
	hex := strings.HasPrefix(lower, "0x")
	if !hex && strings.ContainsAny(lower, ".e") && !strings.HasPrefix(lower, "0b") || hex && strings.ContainsAny(lower, ".p") {
		return p.floating(t, text)
	}
	digits := strings.TrimRight(lower, "ulz")
	suffix := lower[len(digits):]
	if !hex && strings.HasSuffix(digits, "f") {
		return p.floating(t, text)
	}
	e := &IntLit{Pos: t.Pos, Unsigned: strings.Contains(suffix, "u"), Decimal: digits == "0" || !strings.HasPrefix(digits, "0")}
	e.Long = strings.Count(suffix, "l")
	if strings.Contains(suffix, "z") {
		e.Long = 1
	}
	if !intSuffix[suffix] {
		p.fail(t.Pos, "bad suffix in the number '%s'", t.Text)
	}
	e.Value = p.intValue(t, digits)
	return e
}

var intSuffix = nameSet("u l ul lu ll ull llu z uz zu")

func init() { intSuffix[""] = true }

func (p *parser) intValue(t *source.Token, digits string) uint64 {
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err == nil {
		return v
	}
	if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
		p.fail(t.Pos, "the number '%s' does not fit into 64 bits", t.Text)
	} else {
		p.fail(t.Pos, "'%s' is not a number", t.Text)
	}
	return 0
}

func (p *parser) floating(t *source.Token, text string) Expr {
	e := &FloatLit{Pos: t.Pos, Text: text}
	x := Expr(e)
	switch text[len(text)-1] {
	case 'f', 'F':
		e.Float, text = true, text[:len(text)-1]
	case 'l', 'L':
		text = text[:len(text)-1]
		x = &CastExpr{Pos: t.Pos, Style: "static_cast", Type: &TypeExpr{Pos: t.Pos, Name: "long double"}, X: e}
	}
	e.Text = text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		if !strings.ContainsAny(text, "pP") {
			p.fail(t.Pos, "the hexadecimal number '%s' needs an exponent", t.Text)
		}
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		p.fail(t.Pos, "'%s' is not a number", t.Text)
	}
	return x
}

// char reads a character literal; several characters pack as compilers do.
func (p *parser) char() Expr {
	t := p.next()
	open := strings.IndexByte(t.Text, '\'')
	if open < 0 || len(t.Text) < open+3 || t.Text[len(t.Text)-1] != '\'' {
		p.fail(t.Pos, "bad character literal %s", t.Text)
		return nil
	}
	body := t.Text[open+1 : len(t.Text)-1]
	elem := characters[t.Text[:open]]
	e := &IntLit{Pos: t.Pos, Decimal: true, Char: elem == "char"}
	units := p.unescape(t.Pos, body, e.Char)
	switch {
	case e.Char && len(units) == 1:
		e.Value = uint64(int64(int8(units[0])))
		return e
	case !e.Char && len(units) == 1:
		e.Value, e.Wide = uint64(units[0]), elem
		return e
	case t.Text[:open] != "":
		p.fail(t.Pos, "the character literal %s has no single value", t.Text)
		return nil
	}
	e.Char = false
	for _, u := range units {
		e.Value = e.Value<<8 | uint64(u&0xff)
	}
	e.Value = uint64(int64(int32(e.Value)))
	return e
}

// characters are the types of characters by the prefix of the literal.
var characters = map[string]string{"": "char", "u8": "char", "L": "wchar_t", "u": "char16_t", "U": "char32_t"}

// stringLiteral reads adjacent string literals as an expression; one with a prefix makes
// the others like it.
func stringLiteral(p *parser) Expr {
	first := p.pos
	e := &StringLit{Elem: "char"}
	e.Value, e.Pos = p.stringText()
	if p.failed != nil {
		return e
	}
	for _, t := range p.toks[first:p.pos] {
		if elem := characters[stringPrefix(t.Text)]; elem != "char" {
			e.Elem = elem
		}
	}
	for _, t := range p.toks[first:p.pos] {
		e.Units = append(e.Units, stringUnits(p, &t, e.Elem)...)
	}
	e.Len = len(e.Units) + 1
	return e
}

// stringPrefix is the prefix of a string literal that says what its characters are.
func stringPrefix(text string) string {
	return strings.TrimSuffix(text[:max(strings.IndexByte(text, '"'), 0)], "R")
}

// stringUnits are the characters of type elem in one literal.
func stringUnits(p *parser, t *source.Token, elem string) []uint32 {
	open := strings.IndexByte(t.Text, '"')
	body := t.Text[open+1 : len(t.Text)-1]
	if strings.HasSuffix(t.Text[:open], "R") {
		body = strings.ReplaceAll(body[strings.IndexByte(body, '(')+1:strings.LastIndexByte(body, ')')], `\`, `\\`)
	}
	units := p.unescape(t.Pos, body, elem == "char")
	if elem != "char16_t" {
		return units
	}
	var out []uint32
	for _, u := range units {
		if u > 0xffff { // a pair of surrogates
			out = append(out, 0xd800+(u-0x10000)>>10, 0xdc00+(u-0x10000)&0x3ff)
			continue
		}
		out = append(out, u)
	}
	return out
}

// stringText reads adjacent string literals as one.
func (p *parser) stringText() (string, diag.Pos) {
	pos := p.peek().Pos
	if p.peek().Kind != source.String {
		p.expected("a string")
		return "", pos
	}
	var b strings.Builder
	for p.peek().Kind == source.String {
		p.oneString(&b, p.next())
	}
	return b.String(), pos
}

// oneString appends the contents of one literal. A raw string has no escapes; its delimiters end at the first
// and the last parenthesis.
func (p *parser) oneString(b *strings.Builder, t *source.Token) {
	text := t.Text
	open := strings.IndexByte(text, '"')
	if open < 0 || len(text) < open+2 || text[len(text)-1] != '"' {
		p.fail(t.Pos, "bad string literal %s", describe(t))
		return
	}
	prefix, body := text[:open], text[open+1:len(text)-1]
	if strings.HasSuffix(prefix, "R") {
		first := strings.IndexByte(body, '(')
		last := strings.LastIndexByte(body, ')')
		if first < 0 || last < first {
			p.fail(t.Pos, "bad raw string literal")
			return
		}
		b.WriteString(body[first+1 : last])
		return
	}
	if !strings.Contains(body, `\`) {
		b.WriteString(body)
		return
	}
	for _, u := range p.unescape(t.Pos, body, true) {
		b.WriteByte(byte(u))
	}
}

// unescape resolves escapes into code units: bytes, or code points for wide
// literals.
func (p *parser) unescape(pos diag.Pos, s string, narrow bool) []uint32 {
	var out []uint32
	for len(s) > 0 {
		if s[0] != '\\' {
			r, n := utf8.DecodeRuneInString(s)
			if narrow || r == utf8.RuneError {
				r, n = rune(s[0]), 1
			}
			out, s = append(out, uint32(r)), s[n:]
			continue
		}
		u, n := escape(s)
		if n == 0 {
			p.fail(pos, "bad escape sequence in %q", s)
			return out
		}
		// A universal character name in a narrow string is its UTF-8 bytes.
		if named := s[1] == 'u' || s[1] == 'U'; narrow && named && u > 0x7f {
			for _, c := range []byte(string(rune(u))) {
				out = append(out, uint32(c))
			}
		} else {
			out = append(out, u)
		}
		s = s[n:]
	}
	return out
}

var simpleEscapes = map[byte]uint32{
	'n': '\n', 't': '\t', 'r': '\r', '0': 0, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// escape reads one escape at the start of s: its value and its length, 0 if
// bad.
func escape(s string) (uint32, int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch c := s[1]; {
	case c >= '0' && c <= '7':
		return digitsOf(s, 1, 3, 8)
	case c == 'x':
		return digitsOf(s, 2, 8, 16)
	case c == 'u':
		return digitsOf(s, 2, 4, 16)
	case c == 'U':
		return digitsOf(s, 2, 8, 16)
	default:
		u, ok := simpleEscapes[c]
		if !ok {
			return 0, 0
		}
		return u, 2
	}
}

func digitsOf(s string, from, most, base int) (uint32, int) {
	end := from
	for end < len(s) && end < from+most && isDigit(s[end], base) {
		end++
	}
	v, err := strconv.ParseUint(s[from:end], base, 32)
	if err != nil {
		return 0, 0
	}
	return uint32(v), end
}

func isDigit(c byte, base int) bool {
	if base == 8 {
		return c >= '0' && c <= '7'
	}
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
