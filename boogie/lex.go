package boogie

import (
	"fmt"
	"strings"
)

// kind is the class of a token.
type kind int

const (
	eof kind = iota
	ident
	integer
	bitvector // 5bv32
	str
	symbol
	bad
)

// token is a piece of the text. The text of a string is without its quotes.
type token struct {
	kind kind
	text string
	line int
	col  int
}

// symbols, longest first.
var symbols = []string{"<==>", "==>", "<==", "&&", "||", "==", "!=", "<=", ">=", ":=", "::", "++", "{:",
	"<", ">", "+", "-", "*", "/", "!", "(", ")", "[", "]", "{", "}", ",", ";", ":"}

// lexer splits Boogie text into tokens.
type lexer struct {
	text  string
	at    int
	line  int
	start int // offset of the current line
}

// tokens lexes text to its end, or to the first token that is not Boogie's,
// which becomes the last one, of kind bad.
func tokens(text string) []token {
	l := &lexer{text: text, line: 1}
	var out []token
	for {
		t := l.next()
		out = append(out, t)
		if t.kind == eof || t.kind == bad {
			return out
		}
	}
}

func (l *lexer) next() token {
	if why := l.skip(); why != "" {
		return l.token(bad, why)
	}
	rest := l.text[l.at:]
	if rest == "" {
		return l.token(eof, "end of file")
	}
	c := rest[0]
	switch {
	case identStart(c):
		return l.take(ident, l.span(identChar))
	case '0' <= c && c <= '9':
		return l.number()
	case c == '"':
		return l.stringLit()
	}
	// The symbols are sorted by length, so that == wins over =.
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			return l.take(symbol, len(s))
		}
	}
	return l.token(bad, fmt.Sprintf("character %q is not part of Boogie", c))
}

func (l *lexer) token(k kind, text string) token {
	return token{k, text, l.line, l.at - l.start + 1}
}

func (l *lexer) take(k kind, n int) token {
	t := l.token(k, l.text[l.at:l.at+n])
	l.at += n
	return t
}

// span is the number of bytes from here for which ok holds.
func (l *lexer) span(ok func(byte) bool) int {
	n := 0
	for l.at+n < len(l.text) && ok(l.text[l.at+n]) {
		n++
	}
	return n
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// number reads an integer, or a bit-vector such as 5bv32. 5bvx is the integer 5
// before a name.
func (l *lexer) number() token {
	n := l.span(digit)
	rest := l.text[l.at+n:]
	if strings.HasPrefix(rest, "bv") && len(rest) > 2 && digit(rest[2]) {
		m := 2
		for m < len(rest) && digit(rest[m]) {
			m++
		}
		return l.take(bitvector, n+m)
	}
	return l.take(integer, n)
}

func (l *lexer) stringLit() token {
	var b strings.Builder
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\\' && i+1 < len(l.text) && l.text[i+1] == '"':
			b.WriteByte('"')
			i++
		case c == '"':
			t := l.token(str, b.String())
			l.at = i + 1
			return t
		case c == '\n':
			return l.token(bad, "a string ends with its line")
		default:
			b.WriteByte(c)
		}
	}
	return l.token(bad, "unterminated string")
}

// skip passes blanks and comments; it returns the error in them, if any.
func (l *lexer) skip() string {
	depth := 0
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '\n':
			l.at++
			l.line++
			l.start = l.at
		case strings.HasPrefix(rest, "/*"):
			depth++
			l.at += 2
		case depth > 0 && strings.HasPrefix(rest, "*/"):
			depth--
			l.at += 2
		case depth == 0 && strings.HasPrefix(rest, "//"):
			l.at += l.span(func(c byte) bool { return c != '\n' })
		case depth > 0 || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.at++
		default:
			return ""
		}
	}
	if depth > 0 {
		return "unterminated comment"
	}
	return ""
}
