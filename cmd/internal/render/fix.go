package render

import (
	"slices"
	"strings"

	"gv2/runtime/claim"
)

// fix is a change of a file: Remove lines from Line on go, and Text, whole lines, goes in front of
// what follows.
type fix struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Remove int    `json:"remove,omitempty"`
	Text   string `json:"text,omitempty"`
}

// fixes are the changes of lines that the edits of a repair make in a text; nil where one of them
// has no place of its own there, as where the body of a loop has no braces.
func fixes(file string, text []byte, edits []claim.Edit) []fix {
	if len(edits) == 0 || len(text) == 0 || strings.HasSuffix(file, ".ptx") {
		return nil
	}
	s := newScanned(string(text))
	var out []fix
	for _, e := range edits {
		line, remove, indent, ok := 0, 0, "", e.At.File == file && e.At.Line >= 1 && e.At.Line <= len(s.lines)
		if ok {
			switch e.Place {
			case claim.InFront:
				line, indent, ok = s.inFront(e.At.Line)
			case claim.AtEnd:
				line, indent, ok = s.atEnd(e.At.Line, e.At.Col)
			case claim.AtBack:
				line, indent, ok = s.atBack(e.At.Line, e.At.Col)
			case claim.Instead:
				line, remove, ok = e.At.Line, 1, s.alone(e.At.Line)
			case claim.InBody, claim.InElse:
				f, ok := s.inBraces(e)
				if !ok {
					return nil
				}
				f.File = file
				out = append(out, f)
				continue
			}
		}
		if !ok {
			return nil
		}
		f := fix{File: file, Line: line, Remove: remove}
		if e.Text != "" {
			f.Text = indent + e.Text
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b fix) int { return a.Line - b.Line })
	return out
}

// scanned is a text in which comments, literals and lines of the preprocessor are blank.
type scanned struct {
	code  string
	lines []string // of the text itself
	start []int    // of each line in code
}

func newScanned(text string) *scanned {
	s := &scanned{lines: strings.Split(text, "\n")}
	code := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to && i < len(code); i++ {
			if code[i] != '\n' {
				code[i] = ' '
			}
		}
	}
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "//"):
			end := i + lengthTo(rest, "\n")
			blank(i, end)
			i = end
		case strings.HasPrefix(rest, "/*"):
			end := i + 2 + lengthTo(rest[2:], "*/") + 2
			blank(i, end)
			i = min(end, len(text))
		case rest[0] == '"' || rest[0] == '\'' && !(i > 0 && isWord(text[i-1])):
			end := i + 1
			for end < len(text) && text[end] != rest[0] && text[end] != '\n' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			blank(i, end+1)
			i = min(end+1, len(text))
		case rest[0] == '#' && strings.TrimSpace(text[strings.LastIndexByte(text[:i], '\n')+1:i]) == "":
			end := i
			for {
				end += lengthTo(text[end:], "\n")
				if end >= len(text) || text[end-1] != '\\' {
					break
				}
				end++
			}
			blank(i, end)
			i = end
		default:
			i++
		}
	}
	s.code = string(code)
	at := 0
	for _, line := range s.lines {
		s.start = append(s.start, at)
		at += len(line) + 1
	}
	return s
}

// lengthTo is the length of a text up to a mark, or of all of it.
func lengthTo(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i
	}
	return len(text)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// begins reports whether a statement that begins at a place is in a list of statements, and not
// the body of a loop or a branch without braces.
func (s *scanned) begins(at int) bool {
	before := strings.TrimSpace(s.code[:at])
	return before != "" && strings.ContainsRune(";{}:", rune(before[len(before)-1]))
}

func (s *scanned) codeOf(line int) string {
	return s.code[s.start[line-1] : s.start[line-1]+len(s.lines[line-1])]
}

func (s *scanned) indent(line int) string {
	text := s.lines[line-1]
	return text[:len(text)-len(strings.TrimLeft(text, " \t"))]
}

func (s *scanned) inFront(line int) (int, string, bool) {
	code := s.codeOf(line)
	first := s.start[line-1] + len(code) - len(strings.TrimLeft(code, " \t"))
	ok := strings.TrimSpace(code) != "" && !strings.HasPrefix(strings.TrimSpace(code), "}") && s.begins(first)
	return line, s.indent(line), ok
}

// atEnd is the line of the brace that closes the body of the loop at a place.
func (s *scanned) atEnd(line, col int) (int, string, bool) {
	at := s.start[line-1] + col - 1
	if at >= len(s.code) {
		return 0, "", false
	}
	open, ok := s.body(at, "for", "while", "do")
	if !ok || s.code[open] != '{' {
		return 0, "", false
	}
	end := s.closing(open)
	if end < 0 {
		return 0, "", false
	}
	last := s.lineAt(end)
	if strings.TrimSpace(s.code[s.start[last-1]:end]) != "" {
		return 0, "", false
	}
	inner := s.indent(last) + "    "
	for n := last - 1; n > s.lineAt(open); n-- {
		if strings.TrimSpace(s.codeOf(n)) != "" {
			if deeper := s.indent(s.lineAt(open) + 1); len(deeper) > len(s.indent(last)) {
				inner = deeper
			}
			break
		}
	}
	return last, inner, true
}

// atBack is the line behind the conditional at a place, with its other branch.
func (s *scanned) atBack(line, col int) (int, string, bool) {
	at := s.start[line-1] + col - 1
	if at >= len(s.code) || !s.begins(at) {
		return 0, "", false
	}
	end := at
	for {
		open, ok := s.body(end, "if")
		if !ok {
			return 0, "", false
		}
		if end = s.closing(open); s.code[open] != '{' {
			end = s.simple(open)
		}
		if end < 0 {
			return 0, "", false
		}
		rest := s.code[end+1:]
		other := strings.TrimLeft(rest, " \t\n")
		if !strings.HasPrefix(other, "else") {
			break
		}
		end += 1 + len(rest) - len(other) + len("else")
		next := s.skip(end)
		if next < len(s.code) && strings.HasPrefix(s.code[next:], "if") {
			end = next
			continue
		}
		if next >= len(s.code) {
			return 0, "", false
		}
		if end = s.closing(next); s.code[next] != '{' {
			end = s.simple(next)
		}
		break
	}
	if end < 0 {
		return 0, "", false
	}
	last := s.lineAt(end)
	if strings.TrimSpace(s.code[end+1:s.start[last-1]+len(s.lines[last-1])]) != "" {
		return 0, "", false
	}
	return last + 1, s.indent(line), true
}

// inBraces puts the body of the loop or conditional at a place in braces, with the text of the edit at its begin.
func (s *scanned) inBraces(e claim.Edit) (fix, bool) {
	at := s.start[e.At.Line-1] + e.At.Col - 1
	if at >= len(s.code) {
		return fix{}, false
	}
	open, ok := s.body(at, "if", "for", "while")
	if ok && e.Place == claim.InElse {
		open, ok = s.otherBranch(open)
	}
	if !ok || s.code[open] == '{' || s.code[open] == ';' {
		return fix{}, false
	}
	end := s.simple(open)
	head := len(strings.TrimRight(s.code[:open], " \t\r\n"))
	if end < 0 || head == 0 {
		return fix{}, false
	}
	first, last := s.lineAt(head-1), s.lineAt(end)
	text := strings.Join(s.lines, "\n")
	begin, stop := text[s.start[first-1]:head], s.start[last-1]+len(s.lines[last-1])
	if between := strings.TrimSpace(text[head:open]); between != "" {
		begin += " { " + between
	} else {
		begin += " {"
	}
	indent := s.indent(first)
	inner := indent + "    "
	if deeper := s.indent(s.lineAt(open)); s.lineAt(open) > first && len(deeper) > len(indent) {
		inner = deeper
	}
	lines := []string{begin, inner + e.Text, inner + text[open:end+1], indent + "}" + text[end+1:stop]}
	return fix{Line: first, Remove: last - first + 1, Text: strings.Join(lines, "\n")}, true
}

// otherBranch is where the other branch of a conditional begins whose first one begins at a place.
func (s *scanned) otherBranch(open int) (int, bool) {
	end := s.closing(open)
	if s.code[open] != '{' {
		end = s.simple(open)
	}
	if end < 0 {
		return 0, false
	}
	next := s.skip(end + 1)
	if next >= len(s.code) || !strings.HasPrefix(s.code[next:], "else") || next+4 < len(s.code) && isWord(s.code[next+4]) {
		return 0, false
	}
	next = s.skip(next + len("else"))
	return next, next < len(s.code)
}

// alone reports whether a line is one simple statement.
func (s *scanned) alone(line int) bool {
	code := strings.TrimSpace(s.codeOf(line))
	first := s.start[line-1] + strings.Index(s.codeOf(line), code)
	return strings.HasSuffix(code, ";") && strings.Count(code, ";") == 1 && !strings.ContainsAny(code, "{}") && s.begins(first)
}

// body is where the body of the statement at a place begins, if it begins with one of the words.
func (s *scanned) body(at int, words ...string) (int, bool) {
	for _, word := range words {
		if !strings.HasPrefix(s.code[at:], word) || at+len(word) < len(s.code) && isWord(s.code[at+len(word)]) {
			continue
		}
		at = s.skip(at + len(word))
		if word != "do" {
			if at >= len(s.code) || s.code[at] != '(' {
				return 0, false
			}
			end := s.closing(at)
			if end < 0 {
				return 0, false
			}
			at = s.skip(end + 1)
		}
		return at, at < len(s.code)
	}
	return 0, false
}

func (s *scanned) skip(at int) int {
	for at < len(s.code) && strings.IndexByte(" \t\r\n", s.code[at]) >= 0 {
		at++
	}
	return at
}

// closing is the bracket that closes the one at a place, negative if there is none.
func (s *scanned) closing(open int) int {
	depth := 0
	for i := open; i < len(s.code); i++ {
		switch s.code[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// simple is the end of a statement without braces or parts, negative if it is another one.
func (s *scanned) simple(at int) int {
	for _, word := range []string{"if", "for", "while", "do", "switch"} {
		if strings.HasPrefix(s.code[at:], word) && at+len(word) < len(s.code) && !isWord(s.code[at+len(word)]) {
			return -1
		}
	}
	n := lengthTo(s.code[at:], ";")
	if at+n >= len(s.code) || strings.ContainsAny(s.code[at:at+n], "{}") {
		return -1
	}
	return at + n
}

func (s *scanned) lineAt(at int) int {
	line := 1
	for line < len(s.start) && s.start[line] <= at {
		line++
	}
	return line
}
