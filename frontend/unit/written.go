package unit

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// withWritten is the kernel with its assertions, and its accesses to arrays of known length,
// as the source has them, for messages.
func (u *Unit) withWritten(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Written = map[diag.Pos]string{}
	asserts := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a, is := s.(*kernel.Assert); is {
			asserts = asserts || u.argument(a.Pos) != ""
		}
		acc := kernel.Touched(s)
		if acc == nil || acc.Array.Len < 0 {
			return true
		}
		at := s.Source().Pos
		if lines := u.linesOf(at.File); at.Valid() && at.Line <= len(lines) && at.Col <= len(lines[at.Line-1]) {
			if text := accessAt(lines[at.Line-1][max(at.Col-1, 0):]); text != "" {
				c.Written[at] = text
			}
		}
		return true
	})
	if asserts {
		c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
			if a, is := s.(*kernel.Assert); is {
				told := *a
				told.Text = cmp.Or(u.argument(a.Pos), a.Text)
				return &told
			}
			return s
		})
	}
	return &c
}

// linesOf are the lines of the file, or of one that it includes; none where it cannot be
// read again.
func (u *Unit) linesOf(file string) []string {
	if lines, known := u.included[file]; known {
		return lines
	}
	text := u.Text
	if file != u.Name {
		read := u.opts.ReadFile
		if read == nil {
			read = os.ReadFile
		}
		text, _ = read(file)
	}
	if u.included == nil {
		u.included = map[string][]string{}
	}
	u.included[file] = strings.Split(string(text), "\n")
	return u.included[file]
}

// annotations are parts of the names of calls whose argument is a condition.
var annotations = []string{"assert", "assume", "requires", "ensures", "axiom", "invariant"}

// argument is the condition in the parentheses of the annotation at a place, as the source has
// it; empty where there is none, or none in one line.
func (u *Unit) argument(at diag.Pos) string {
	lines := u.linesOf(at.File)
	if !at.Valid() || at.Line > len(lines) || at.Col > len(lines[at.Line-1]) {
		return ""
	}
	line := lines[at.Line-1][max(at.Col-1, 0):]
	open := wordAt(line)
	names := func(part string) bool { return strings.Contains(line[:open], part) }
	if open == len(line) || line[open] != '(' || !slices.ContainsFunc(annotations, names) {
		return ""
	}
	end := closing(line, open)
	if end < 0 {
		return ""
	}
	return strings.TrimSpace(line[open+1 : end-1])
}

// accessAt is the access that a line begins with: a name or an expression in parentheses,
// then subscripts, members and arguments. It is empty for what looks like none, and for one
// that goes on in the next line.
func accessAt(line string) string {
	end := len(line) - len(strings.TrimLeft(line, "*"))
	stars := end
	switch name := wordAt(line[end:]); {
	case name > 0:
		end += name
	case strings.HasPrefix(line[end:], "("):
		if end = closing(line, end); end < 0 {
			return ""
		}
	default:
		return ""
	}
	parts := stars
	for end < len(line) {
		next := end
		switch rest := line[end:]; {
		case rest[0] == '[' || rest[0] == '(':
			if next = closing(line, end); next < 0 {
				return ""
			}
			parts++
		case rest[0] == '<':
			// An operator, unless it belongs to a cast.
			if !strings.HasSuffix(line[:end], "_cast") {
				break
			}
			if next = closing(line, end); next < 0 {
				return ""
			}
		case rest[0] == '.' && wordAt(rest[1:]) > 0:
			next = end + 1 + wordAt(rest[1:])
		case (strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "::")) && wordAt(rest[2:]) > 0:
			next = end + 2 + wordAt(rest[2:])
		}
		if next == end {
			break
		}
		end = next
	}
	if parts == 0 {
		return ""
	}
	return line[:end]
}

// wordAt is the length of the name that a text begins with, 0 if it begins with none.
func wordAt(text string) int {
	for i := range len(text) {
		if c := text[i]; c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(text)
}

// closing is the place behind the bracket that closes the one at that place; -1 if the line
// has none.
func closing(line string, open int) int {
	const opening, closers = "([{<", ")]}>"
	pair := strings.IndexByte(opening, line[open])
	for i, depth := open, 0; i < len(line); i++ {
		switch line[i] {
		case opening[pair]:
			depth++
		case closers[pair]:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
