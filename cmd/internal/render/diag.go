package render

import (
	"bytes"
	"fmt"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
)

// shadeOfSeverity has the shades of diagnostics.
var shadeOfSeverity = map[diag.Severity]string{
	diag.Warning: terminal.Yellow, diag.Unsupported: terminal.Yellow, diag.Error: terminal.Red,
}

// Diagnostics writes what is wrong with the input as compilers do: where, what, and the
// source line beneath. The file is the one that the user named, with its text; others are
// read.
func Diagnostics(o Options, file string, text []byte, l *diag.List) {
	t := textRenderer{out: o.Out, color: o.Color, lines: map[string][][]byte{}}
	if text != nil {
		t.lines[file] = bytes.Split(text, []byte("\n"))
	}
	for _, d := range l.Sorted() {
		fmt.Fprintf(t.out, "%s: %s %s\n", t.paint(terminal.Bold, d.Pos.String()), t.paint(shadeOfSeverity[d.Severity], d.Severity.String()+":"), d.Message)
		t.excerpt(d.Pos)
	}
}
