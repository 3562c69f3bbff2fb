package solver

import (
	"bufio"
	"io"
	"strings"
)

// maxLine is how many bytes of a line next keeps. Verification conditions come
// back as single lines of megabytes; no line that the reader needs is longer
// than this.
const maxLine = 64 << 10

// lines splits output into lines, cutting those that are too long.
type lines struct {
	in    *bufio.Reader
	total int64
}

func newLines(in io.Reader) *lines { return &lines{in: bufio.NewReaderSize(in, maxLine)} }

// next returns a line without its end.
func (l *lines) next() (string, error) {
	part, more, err := l.in.ReadLine()
	if err != nil {
		return "", err
	}
	text := string(part)
	l.total += int64(len(part)) + 1
	for more && err == nil {
		part, more, err = l.in.ReadLine()
		l.total += int64(len(part))
	}
	return strings.TrimRight(text, "\r"), nil
}
