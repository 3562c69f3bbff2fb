//go:build !exact

package render

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"gv2/frontend/diag"
)

// sarifFile is a file with its text, which is nil if it is not known, and the hashes of its lines, once somebody has asked for one.
type sarifFile struct {
	name   string
	text   []byte
	hashes []string
}

// read takes over the file that is being reported on.
func (s *sarifFile) read(name string, text []byte) {
	if s.name != name || !bytes.Equal(s.text, text) {
		*s = sarifFile{name: name, text: text}
	}
}

// column is the column of a place in units of UTF-16, from 1. Places in files whose text is not known keep theirs, in bytes.
func (s *sarifFile) column(p diag.Pos) int {
	if p.File != s.name || p.Col <= 1 {
		return max(p.Col, 1)
	}
	line := lineOf(s.text, p.Line)
	before := line[:min(p.Col-1, len(line))]
	return len(utf16.Encode([]rune(string(before)))) + p.Col - len(before)
}

// wordAt is how many bytes the word at a place has: a name or number, or one character; none at the end of a line or where the text is not known.
func (s *sarifFile) wordAt(p diag.Pos) int {
	if p.File != s.name || p.Col < 1 {
		return 0
	}
	line := lineOf(s.text, p.Line)
	if p.Col > len(line) {
		return 0
	}
	rest := line[p.Col-1:]
	if n := bytes.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); n != 0 {
		if n < 0 {
			n = len(rest)
		}
		return n
	}
	_, n := utf8.DecodeRune(rest)
	return n
}

// lineOf is a line, without its end; nil if there is none.
func lineOf(text []byte, line int) []byte {
	for ; line > 1; line-- {
		_, rest, found := bytes.Cut(text, []byte("\n"))
		if !found {
			return nil
		}
		text = rest
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return text
}

// fingerprints are those of a place, nil if nobody knows its line.
func (s *sarifFile) fingerprints(p diag.Pos) map[string]string {
	if p.File != s.name || !p.Valid() || s.text == nil {
		return nil
	}
	if s.hashes == nil {
		s.hashes = lineHashes(s.text)
	}
	if p.Line > len(s.hashes) {
		return nil
	}
	return map[string]string{"primaryLocationLineHash": s.hashes[p.Line-1]}
}

// hashedUnits is how many units from the beginning of a line are hashed.
const hashedUnits = 100

// lineHashes are hashes of the lines of a text, as GitHub's code scanning makes them when it gets results without: it warns
// if a result has another one. What is hashed are units of UTF-16 without spaces and tabs, from the beginning of the line on
// and beyond its end; behind the text stand 0xffff and zeros. The hash is their polynomial at 37 modulo 2^64, and behind it
// stands how many lines up to this one have the same.
func lineHashes(text []byte) []string {
	var units []uint16
	var starts []int
	start := true
	add := func(u ...uint16) {
		if start {
			starts = append(starts, len(units))
		}
		units = append(units, u...)
		start = u[len(u)-1] == '\n'
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch i += size; {
		case r == ' ' || r == '\t' || r == '\n' && i > 1 && text[i-2] == '\r':
		case r == '\r':
			add('\n')
		default:
			add(utf16.AppendRune(nil, r)...)
		}
	}
	add(0xffff)
	units = append(units, make([]uint16, hashedUnits)...)
	count := map[uint64]int{}
	var out []string
	for _, from := range starts {
		hash := uint64(0)
		for _, u := range units[from:min(from+hashedUnits, len(units))] {
			hash = hash*37 + uint64(u)
		}
		count[hash]++
		out = append(out, fmt.Sprintf("%x:%d", hash, count[hash]))
	}
	return out
}
