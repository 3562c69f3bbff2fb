package source

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gv2/frontend/diag"
)

// scanner splits the text of one file into preprocessing tokens. It works on
// the text without line continuations and maps offsets back through lineMap,
// so positions and raw strings are those of the file.
type scanner struct {
	file  string
	text  string // without line continuations
	lines lineMap
	off   int  // next byte of text
	fresh bool // only comments have been read so far
	plain bool // in a macro's body: literals have no suffixes, "x"name"y" may hold a parameter
	quiet bool // in a skipped group: no lexical errors except open comments

	report  func(pos diag.Pos, format string, args ...any)
	isMacro func(name string) bool // tells "x"PRId64 from a literal's suffix
	comment func(text string)      // receives the comments before the first token; may be nil
}

// Classes of bytes.
const (
	identStart = 1 << iota
	digit
	blank
	control
)

var class = byteClasses()

func byteClasses() (c [256]uint8) {
	for b := 0; b < 0x20; b++ {
		c[b] = control
	}
	c[0x7f] = control
	// 0x1a is the end mark that DOS editors left behind.
	for _, b := range " \t\v\f\r\x1a" {
		c[b] = blank
	}
	c['\n'] = 0
	for b := '0'; b <= '9'; b++ {
		c[b] = digit
	}
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = identStart, identStart
	}
	c['_'], c['$'] = identStart, identStart
	for b := 0x80; b <= 0xff; b++ {
		c[b] = identStart
	}
	return c
}

// newScanner prepares to read text, which came from file.
func newScanner(file, text string) *scanner {
	s := &scanner{file: file, fresh: true}
	s.text, s.lines = spliceLines(text)
	s.report = func(diag.Pos, string, ...any) {}
	s.isMacro = func(string) bool { return false }
	if strings.HasPrefix(s.text, "\ufeff") {
		s.off = len("\ufeff")
	}
	return s
}

// binaryAt returns the offset of the first byte that shows that text is no
// source text: a NUL, or a control character in a text full of them; -1 if
// there is none. Bytes that are not UTF-8 prove nothing: comments in other
// encodings are common.
func binaryAt(text string) int {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return i
	}
	first, count := -1, 0
	for i := 0; i < len(text); i++ {
		if class[text[i]] == control {
			if first < 0 {
				first = i
			}
			count++
		}
	}
	// A few control characters occur in real source files, but not one byte in twenty.
	if count*20 > len(text) {
		return first
	}
	return -1
}

func (s *scanner) pos(off int) diag.Pos {
	line, col := s.lines.position(off)
	return diag.Pos{File: s.file, Line: line, Col: col}
}

func (s *scanner) errorf(off int, format string, args ...any) {
	if !s.quiet {
		s.report(s.pos(off), format, args...)
	}
}

// next returns the next token of the file, EOF at its end.
func (s *scanner) next() Token {
	bol := s.off == 0 || s.fresh
	space := s.blanks()
	for s.off < len(s.text) && s.text[s.off] == '\n' {
		s.off++
		bol = true
		space = s.blanks() || space
	}
	t := s.token()
	t.Space, t.BOL = space || bol, bol
	return t
}

// nextInLine returns the next token of this line; ok is false, and the line
// feed still unread, at the end of the line. It reads nothing after the line,
// so a directive takes effect before the next line.
func (s *scanner) nextInLine() (t Token, ok bool) {
	space := s.blanks()
	if s.off >= len(s.text) || s.text[s.off] == '\n' {
		return Token{}, false
	}
	t = s.token()
	t.Space = space
	return t, t.Kind != EOF
}

// restOfLine returns the tokens up to the end of the line.
func (s *scanner) restOfLine() []Token {
	var toks []Token
	for {
		t, ok := s.nextInLine()
		if !ok {
			return toks
		}
		toks = append(toks, t)
	}
}

// skipLine drops the rest of the line. It skips a comment that begins there to its end.
func (s *scanner) skipLine() {
	was := s.quiet
	s.quiet = true
	for _, ok := s.nextInLine(); ok; _, ok = s.nextInLine() {
	}
	s.quiet = was
}

// rawLine returns the rest of the line as it is written, without comments.
func (s *scanner) rawLine() string {
	s.blanks()
	start := s.off
	end := start
	for s.off < len(s.text) && s.text[s.off] != '\n' {
		if c := s.text[s.off]; class[c] == blank {
			s.off++
			continue
		}
		if strings.HasPrefix(s.text[s.off:], "//") || strings.HasPrefix(s.text[s.off:], "/*") {
			s.blanks()
			continue
		}
		s.off++
		end = s.off
	}
	return s.text[start:end]
}

// blanks skips white space and comments up to a line feed and reports whether
// there were any.
func (s *scanner) blanks() bool {
	start := s.off
	for s.off < len(s.text) {
		c := s.text[s.off]
		switch {
		case class[c] == blank:
			s.off++
		case c == '/' && strings.HasPrefix(s.text[s.off:], "//"):
			s.lineComment()
		case c == '/' && strings.HasPrefix(s.text[s.off:], "/*"):
			s.blockComment()
		default:
			return s.off > start
		}
	}
	return s.off > start
}

func (s *scanner) lineComment() {
	end := strings.IndexByte(s.text[s.off:], '\n')
	if end < 0 {
		end = len(s.text) - s.off
	}
	s.leading(s.text[s.off : s.off+end])
	s.off += end
}

func (s *scanner) blockComment() {
	end := strings.Index(s.text[s.off+2:], "*/")
	if end < 0 {
		s.report(s.pos(s.off), "unterminated comment; close it with */")
		s.off = len(s.text)
		return
	}
	s.leading(s.text[s.off : s.off+2+end])
	s.off += 2 + end + 2
}

// leading passes on a comment before the first token.
func (s *scanner) leading(text string) {
	if s.fresh && s.comment != nil {
		s.comment(text)
	}
}

// token reads the token that starts at the next byte, which is no white space.
func (s *scanner) token() Token {
	start := s.off
	if start >= len(s.text) {
		return Token{Kind: EOF, Pos: s.pos(start)}
	}
	s.fresh = false
	t := Token{Pos: s.pos(start)}
	switch c := s.text[start]; {
	case class[c] == identStart:
		return s.word(t)
	case class[c] == digit, c == '.' && start+1 < len(s.text) && class[s.text[start+1]] == digit:
		s.number()
		t.Kind = Number
	case c == '"', c == '\'':
		return s.literal(t, start)
	case class[c] == control:
		return s.garbage(start)
	default:
		s.off += punctLen(s.text[start:])
		t.Kind = Punct
	}
	t.Text = s.text[start:s.off]
	return t
}

// garbage ends the file at a byte that no source text contains. In a skipped
// group, where people keep prose in any encoding, it drops the byte with the
// rest.
func (s *scanner) garbage(off int) Token {
	pos := s.pos(off)
	if s.quiet {
		s.off = off + 1
		return Token{Kind: Punct, Text: s.text[off:s.off], Pos: pos}
	}
	s.report(pos, "not a CUDA source text: byte 0x%02x; give a plain text file", s.text[off])
	s.off = len(s.text)
	return Token{Kind: EOF, Pos: pos}
}

// word reads an identifier, or the literal that it is the prefix of.
func (s *scanner) word(t Token) Token {
	start := s.off
	for s.off < len(s.text) && class[s.text[s.off]]&(identStart|digit) != 0 {
		if s.text[s.off] < utf8.RuneSelf {
			s.off++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[s.off:])
		if r == utf8.RuneError && size <= 1 {
			return s.garbage(s.off)
		}
		// Identifiers may have letters of any script. Other characters are tokens by themselves, so that the
		// parser reports them with a position.
		if !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			if s.off == start {
				s.off += size
				t.Kind, t.Text = Punct, s.text[start:s.off]
				return t
			}
			break
		}
		s.off += size
	}
	t.Kind, t.Text = Ident, s.text[start:s.off]
	if s.off < len(s.text) && (s.text[s.off] == '"' || s.text[s.off] == '\'') && isPrefix(t.Text, s.text[s.off]) {
		if strings.HasSuffix(t.Text, "R") {
			return s.rawString(t, start)
		}
		return s.literal(t, start)
	}
	if op, ok := alternative(t.Text); ok {
		t.Kind, t.Text = Punct, op
	}
	return t
}

// isPrefix reports whether word may stand before a literal that quote opens.
func isPrefix(word string, quote byte) bool {
	switch word {
	case "L", "u", "U", "u8":
		return true
	case "R", "LR", "uR", "UR", "u8R":
		return quote == '"'
	}
	return false
}

// alternative returns the operator that word spells ([lex.digraph]).
func alternative(word string) (op string, ok bool) {
	if len(word) < 2 || len(word) > 6 {
		return "", false
	}
	switch word {
	case "and":
		return "&&", true
	case "or":
		return "||", true
	case "not":
		return "!", true
	case "xor":
		return "^", true
	case "bitand":
		return "&", true
	case "bitor":
		return "|", true
	case "compl":
		return "~", true
	case "and_eq":
		return "&=", true
	case "or_eq":
		return "|=", true
	case "xor_eq":
		return "^=", true
	case "not_eq":
		return "!=", true
	}
	return "", false
}

// number reads a pp-number ([lex.ppnumber]): 1, 0x1.8p-3f, 1'000'000ull.
func (s *scanner) number() {
	for s.off < len(s.text) {
		c := s.text[s.off]
		next := byte(0)
		if s.off+1 < len(s.text) {
			next = s.text[s.off+1]
		}
		switch {
		case (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (next == '+' || next == '-'):
			s.off += 2
		case c == '\'' && next < utf8.RuneSelf && class[next]&(identStart|digit) != 0:
			s.off += 2
		case c == '.', c < utf8.RuneSelf && class[c]&(identStart|digit) != 0:
			s.off++
		default:
			return
		}
	}
}

// literal reads a string or a character constant whose quote is the next byte
// and whose prefix began at start.
func (s *scanner) literal(t Token, start int) Token {
	quote := s.text[s.off]
	t.Kind = String
	what := "string"
	if quote == '\'' {
		t.Kind, what = Char, "character constant"
	}
	open := s.off
	s.off++
	for s.off < len(s.text) && s.text[s.off] != quote {
		if s.text[s.off] == '\n' {
			break
		}
		if s.text[s.off] == '\\' && s.off+1 < len(s.text) && s.text[s.off+1] != '\n' {
			s.off++
		}
		s.off++
	}
	if s.off >= len(s.text) || s.text[s.off] != quote {
		s.errorf(start, "unterminated %s; close it with %c on the same line", what, quote)
		t.Text = strings.TrimRight(s.text[start:s.off], "\r\\") + string(quote)
		return t
	}
	s.off++
	if quote == '\'' && s.off == open+2 {
		s.errorf(start, "empty character constant; write a character between the quotes")
	}
	s.suffix()
	t.Text = s.text[start:s.off]
	return t
}

// suffix reads the suffix of a user-defined literal. As in GCC a macro's name
// is not one, so that "%"PRId64 keeps its old meaning.
func (s *scanner) suffix() {
	end := s.off
	if s.plain || end >= len(s.text) || s.text[end] >= utf8.RuneSelf || class[s.text[end]] != identStart {
		return
	}
	for end < len(s.text) && s.text[end] < utf8.RuneSelf && class[s.text[end]]&(identStart|digit) != 0 {
		end++
	}
	if !s.isMacro(s.text[s.off:end]) {
		s.off = end
	}
}

// rawString reads R"delimiter(characters)delimiter". Line continuations are
// not joined in it, so it is read from the file's own text.
func (s *scanner) rawString(t Token, start int) Token {
	t.Kind = String
	file := s.lines.text
	from := s.lines.original(s.off)
	open := strings.IndexByte(file[from:], '(')
	const maxDelimiter = 16 // [lex.string]
	if open < 0 || open > maxDelimiter+1 || strings.ContainsAny(file[from+1:from+open], " \t\n\r\\)\"") {
		s.errorf(start, "malformed raw string; write R\"(text)\"")
		for s.off < len(s.text) && s.text[s.off] != '\n' {
			s.off++
		}
		t.Text = `""`
		return t
	}
	end := strings.Index(file[from+open:], ")"+file[from+1:from+open]+`"`)
	if end < 0 {
		s.errorf(start, "unterminated raw string; close it with )%s\"", file[from+1:from+open])
		s.off = len(s.text)
		t.Text = `""`
		return t
	}
	prefix := s.text[start:s.off]
	to := from + open + end + open + 1
	s.off = s.lines.spliced(to)
	t.Text = prefix + file[from:to]
	tail := s.off
	s.suffix()
	t.Text += s.text[tail:s.off]
	return t
}

// punctLen returns the length of the longest punctuator that text starts with.
// <<< and >>> are CUDA's; digraphs are not read.
func punctLen(text string) int {
	if len(text) >= 3 {
		switch text[:3] {
		case "<<<", ">>>", "<<=", ">>=", "...", "->*":
			return 3
		}
	}
	if len(text) >= 2 {
		switch text[:2] {
		case "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
			"+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##", ".*":
			return 2
		}
	}
	return 1
}
