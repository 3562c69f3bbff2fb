package source

import (
	"sort"
	"strings"
)

// lineMap maps offsets in a text without line continuations back to lines and
// columns of the file.
type lineMap struct {
	text    string // the file's own text
	starts  []int  // offset in text of each line
	splices []splice
	line    int // index in starts of the last query; queries come in order
	gap     int // number of splices before the offset of the last query
}

// splice is one removed line continuation.
type splice struct {
	at      int // offset in the spliced text of the text after it
	removed int // bytes removed up to here, including this one
}

// spliceLines removes the line continuations from text: a backslash, blanks (as
// GCC allows) and the end of the line, \n or \r\n.
func spliceLines(text string) (string, lineMap) {
	m := lineMap{text: text, starts: lineStarts(text)}
	var out strings.Builder
	done, removed := 0, 0
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\\')
		if n < 0 {
			break
		}
		i += n
		end := continuationEnd(text, i)
		if end < 0 {
			i++
			continue
		}
		out.WriteString(text[done:i])
		removed += end - i
		m.splices = append(m.splices, splice{at: out.Len(), removed: removed})
		done, i = end, end
	}
	// Most files have no continuations and need no copy.
	if done == 0 {
		return text, m
	}
	out.WriteString(text[done:])
	return out.String(), m
}

// continuationEnd returns the offset after the line continuation that the
// backslash at i begins, -1 if it begins none.
func continuationEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\r':
		case '\n':
			return i + 1
		default:
			return -1
		}
	}
	return -1
}

func lineStarts(text string) []int {
	starts := make([]int, 1, 2+strings.Count(text, "\n"))
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return starts
		}
		i += n + 1
		starts = append(starts, i)
	}
}

// original returns the offset in the file of offset off of the spliced text.
func (m *lineMap) original(off int) int {
	// Queries mostly move forward by a token, so a walk from the last place beats a binary search.
	for m.gap > 0 && m.splices[m.gap-1].at > off {
		m.gap--
	}
	for m.gap < len(m.splices) && m.splices[m.gap].at <= off {
		m.gap++
	}
	if m.gap == 0 {
		return off
	}
	return off + m.splices[m.gap-1].removed
}

// spliced is the inverse of original; it maps an offset inside a continuation
// to the text after it.
func (m *lineMap) spliced(original int) int {
	n := sort.Search(len(m.splices), func(i int) bool {
		return m.splices[i].at+m.splices[i].removed > original
	})
	if n == 0 {
		return original
	}
	return original - m.splices[n-1].removed
}

// position returns the line and the column, both from 1, of offset off of the
// spliced text.
func (m *lineMap) position(off int) (line, col int) {
	o := m.original(off)
	for m.line > 0 && m.starts[m.line] > o {
		m.line--
	}
	for m.line+1 < len(m.starts) && m.starts[m.line+1] <= o {
		m.line++
	}
	return m.line + 1, o - m.starts[m.line] + 1
}
