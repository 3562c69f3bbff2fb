package module

import (
	"strconv"
	"strings"
)

// The words of a module.

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWordByte reports whether c may stand in a name.
func isWordByte(c byte) bool {
	return c == '_' || c == '$' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// peek is the next byte, 0 at the end.
func (p *reader) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// space skips blanks and comments.
func (p *reader) space() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			p.pos++
		case c == '/' && strings.HasPrefix(p.text[p.pos:], "//"):
			p.skipTo("\n")
		case c == '/' && strings.HasPrefix(p.text[p.pos:], "/*"):
			p.skipTo("*/")
		default:
			return
		}
	}
}

// skipTo skips a comment with its end, or all if it has none.
func (p *reader) skipTo(end string) {
	i := strings.Index(p.text[p.pos+1:], end)
	if i < 0 {
		p.pos = len(p.text)
		return
	}
	p.pos += 1 + i + len(end)
}

// accept skips c and the space behind it, if c is next.
func (p *reader) accept(c byte) bool {
	if p.pos >= len(p.text) || p.text[p.pos] != c {
		return false
	}
	p.pos++
	p.space()
	return true
}

// expect skips c, which has to be next.
func (p *reader) expect(c byte) {
	if p.space(); !p.accept(c) {
		p.failf("%q is expected before %q", c, p.clip())
	}
}

// clip is what follows, short enough for a message.
func (p *reader) clip() string {
	rest := p.text[p.pos:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if len(rest) > 20 {
		rest = rest[:20] + "..."
	}
	return rest
}

// word reads a name, which may begin with %.
func (p *reader) word() string {
	start := p.pos
	if p.peek() == '%' {
		p.pos++
	}
	for p.pos < len(p.text) && isWordByte(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// directive reads .name and the space behind it.
func (p *reader) directive() string {
	p.pos++
	name := p.word()
	p.space()
	return name
}

// number reads a number that is not negative.
func (p *reader) number() int {
	p.space()
	start := p.pos
	n, err := strconv.ParseInt(strings.TrimRight(p.word(), "uU"), 0, 64)
	if err != nil {
		p.pos = start
		p.failf("a number is expected before %q", p.clip())
	}
	p.space()
	return int(n)
}

// quoted reads "text" without escapes.
func (p *reader) quoted() string {
	p.space()
	if p.peek() != '"' {
		p.failf("a text in quotes is expected before %q", p.clip())
	}
	i := strings.IndexByte(p.text[p.pos+1:], '"')
	if i < 0 {
		p.failf("the quotes do not end")
	}
	text := p.text[p.pos+1 : p.pos+1+i]
	p.pos += i + 2
	return text
}

// restOfLine is what is left of the line, without blanks around it and comments.
func (p *reader) restOfLine() string {
	line := p.text[p.pos:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	p.pos += len(line)
	line, _, _ = strings.Cut(line, "//")
	return strings.TrimSpace(line)
}

// past moves behind the next end.
func (p *reader) past(end byte) {
	i := strings.IndexByte(p.text[p.pos:], end)
	if i < 0 {
		p.failf("%q is missing", end)
	}
	p.pos += i + 1
	p.space()
}

// braces skips from { to the matching }.
func (p *reader) braces() {
	start, depth := p.pos, 0
	for {
		i := strings.IndexAny(p.text[p.pos:], "{}/\"")
		if i < 0 {
			p.pos = start
			p.failf("the closing } is missing")
		}
		p.pos += i
		switch p.text[p.pos] {
		case '{':
			depth++
		case '}':
			depth--
		case '/':
			before := p.pos
			if p.space(); p.pos > before {
				continue
			}
		case '"':
			p.quoted()
			continue
		}
		p.pos++
		if depth == 0 {
			p.space()
			return
		}
	}
}
