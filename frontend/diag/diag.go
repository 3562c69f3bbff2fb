// Package diag holds source positions and the messages that point at them.
//
// Every stage reports what it finds wrong in the user's input as a Diagnostic
// and appends it to a List. A stage never prints and never stops the process;
// the command decides what to show and which exit code follows.
package diag

import (
	"fmt"
	"sort"
	"strings"
)

// Pos is a place in a source file as the user wrote it, that is before macro
// expansion. Line and Col count from 1, Col in bytes. The zero Pos is "no
// position".
type Pos struct {
	File string
	Line int
	Col  int
}

// Valid reports whether p names a line.
func (p Pos) Valid() bool { return p.Line > 0 }

// supplied begins the names of files that gv2 supplies: not of <stdin>, <command line>
// and the headers of macros, whose tokens are like those of a user's file.
const supplied = "<gv2 "

// SuppliedFile is the name in positions of a file that gv2 itself supplies.
func SuppliedFile(name string) string { return supplied + name + ">" }

// Supplied reports whether p is in text that gv2 supplies in place of a header, which the
// user cannot open.
func (p Pos) Supplied() bool { return strings.HasPrefix(p.File, supplied) }

// String prints p as file:line:col, the form editors understand.
func (p Pos) String() string {
	if !p.Valid() {
		if p.File == "" {
			return "-"
		}
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Before orders positions by file, line and column.
func (p Pos) Before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Severity says what a diagnostic means for the exit code.
type Severity int

const (
	// Warning does not change the verdict.
	Warning Severity = iota
	// Unsupported marks a construct that gv2 does not model: exit code 3.
	Unsupported
	// Error marks input that is wrong: exit code 4.
	Error
)

// String returns the word printed before the message.
func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Unsupported:
		return "unsupported"
	default:
		return "error"
	}
}

// Diagnostic is one message about the user's input: where, what is wrong, and
// (in the same sentence, after a semicolon) what to do about it.
type Diagnostic struct {
	Pos      Pos
	Severity Severity
	Message  string
}

// Error prints the diagnostic as one line, file:line:col: severity: message.
func (d Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s", d.Pos, d.Severity, d.Message)
}

// List gathers diagnostics in the order they are found. The zero List is empty
// and ready for use; the methods that add to it need a pointer.
type List struct {
	items []Diagnostic
}

// Add appends d.
func (l *List) Add(d Diagnostic) { l.items = append(l.items, d) }

// Errorf appends an error at pos.
func (l *List) Errorf(pos Pos, format string, args ...any) {
	l.Add(Diagnostic{pos, Error, fmt.Sprintf(format, args...)})
}

// Unsupportedf appends a construct that gv2 does not model.
func (l *List) Unsupportedf(pos Pos, format string, args ...any) {
	l.Add(Diagnostic{pos, Unsupported, fmt.Sprintf(format, args...)})
}

// Warnf appends a warning at pos.
func (l *List) Warnf(pos Pos, format string, args ...any) {
	l.Add(Diagnostic{pos, Warning, fmt.Sprintf(format, args...)})
}

// Merge appends all of m.
func (l *List) Merge(m List) { l.items = append(l.items, m.items...) }

// Len returns the number of diagnostics.
func (l *List) Len() int { return len(l.items) }

// All returns the diagnostics in the order they were added.
func (l *List) All() []Diagnostic { return l.items }

// Sorted returns the diagnostics by position, without exact repetitions.
func (l *List) Sorted() []Diagnostic {
	out := append([]Diagnostic(nil), l.items...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos.Before(out[j].Pos) })
	kept := out[:0]
	for i, d := range out {
		if i == 0 || d != out[i-1] {
			kept = append(kept, d)
		}
	}
	return kept
}

// FirstFault is the severity of the first diagnostic behind the first n that is no warning, Warning if
// there is none. An error there means that a template does not fit its arguments, [temp.deduct]; what is
// not modelled, that gv2 does not know.
func (l *List) FirstFault(n int) Severity {
	for _, d := range l.items[n:] {
		if d.Severity != Warning {
			return d.Severity
		}
	}
	return Warning
}

// Worst returns the highest severity present; ok is false for an empty list.
func (l *List) Worst() (s Severity, ok bool) {
	for _, d := range l.items {
		if !ok || d.Severity > s {
			s, ok = d.Severity, true
		}
	}
	return s, ok
}

// HasErrors reports whether anything worse than a warning was added.
func (l *List) HasErrors() bool {
	s, ok := l.Worst()
	return ok && s > Warning
}

// String prints the sorted diagnostics, one a line.
func (l *List) String() string {
	var b strings.Builder
	for _, d := range l.Sorted() {
		b.WriteString(d.Error())
		b.WriteByte('\n')
	}
	return b.String()
}

// Names joins names as a sentence does: a, b and c.
func Names(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
