package solver

import (
	"sort"
	"strings"
)

// procedure is a procedure of the printed program.
type procedure struct {
	name   string
	line   int  // of the word procedure
	proved bool // has a body to verify, and is not {:inline}
}

// procedures finds the procedures in text laid out by boogie.Print: the word
// procedure and the braces of the body are in the first column.
func procedures(text string) []procedure {
	var out []procedure
	n, inline := 0, false
	for line := range strings.Lines(text) {
		n++
		switch {
		case strings.HasPrefix(line, "procedure "), strings.HasPrefix(line, "implementation "):
			name, attrs := headName(line)
			inline = strings.Contains(attrs, "{:inline") || strings.Contains(attrs, "{:verify false")
			out = append(out, procedure{name: name, line: n})
		case strings.HasPrefix(line, "{") && len(out) > 0:
			out[len(out)-1].proved = !inline
		}
	}
	return out
}

// headName splits procedure {:a} {:b 1} name(… into name and attributes.
func headName(line string) (name, attrs string) {
	_, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	for rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "{"); rest = strings.TrimSpace(rest) {
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			break
		}
		attrs += rest[:end+1]
		rest = rest[end+1:]
	}
	if i := strings.IndexAny(rest, "( ;\t"); i >= 0 {
		rest = rest[:i]
	}
	return rest, attrs
}

// at names the procedure around line.
func at(ps []procedure, line int) string {
	i := sort.Search(len(ps), func(i int) bool { return ps[i].line > line })
	if i == 0 {
		return ""
	}
	return ps[i-1].name
}
