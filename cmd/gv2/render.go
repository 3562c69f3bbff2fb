package main

import (
	"fmt"
	"io"
	"os"

	"gv2/frontend/kernel"
	"gv2/runtime/verdict"
)

// renderer writes reports in one format. A streaming format writes each result
// as it comes, the others write one document at the end.
type renderer interface {
	result(r *report)
	end() error
}

var formats = []string{"text", "json", "sarif", "junit", "csv"}

// newRenderer returns the renderer for a value of --format.
func newRenderer(format string, io streams) (renderer, error) {
	switch format {
	case "text":
		return &textRenderer{out: io.out, color: isTerminal(io.out)}, nil
	case "json":
		return &jsonRenderer{out: io.out}, nil
	case "sarif":
		return newSARIFRenderer(io.out), nil
	case "junit":
		return &junitRenderer{out: io.out}, nil
	case "csv":
		return newCSVRenderer(io.out), nil
	default:
		return nil, usagef("--format %s: choose one of text, json, sarif, junit, csv", format)
	}
}

// ownArith is the arithmetic of a property where it is not that of the report.
func (r *report) ownArith(p *verdict.Property) string {
	if p.Arith == r.Arith {
		return ""
	}
	return p.Arith
}

// isTerminal reports whether w is a screen that wants color (no-color.org).
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// why is a report's verdict in one sentence, for formats that have room for one
// reason: the first property that is not proved, or what stopped the kernel.
func (r *report) why() string {
	if r.Err != nil {
		return r.Err.Error()
	}
	for _, d := range r.Diags.Sorted() {
		if d.Severity.String() == "unsupported" || d.Severity.String() == "error" {
			return d.Error()
		}
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == "error" {
			return fmt.Sprintf("%s: %s", f.Pos(), f.Message)
		}
	}
	for _, p := range r.Properties {
		if p.Reason != "" {
			return string(p.Name) + ": " + p.Reason
		}
	}
	return ""
}

// benign are the benign findings in a sentence each, behind their places: they
// change no verdict, and every format lists them.
func (r *report) benign(property kernel.Property) []string {
	var out []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == verdict.BenignSeverity && (property == "" || f.Property == property) {
			out = append(out, fmt.Sprintf("%s: %s%s", f.Pos(), f.Message, calledText(f.Accesses[0].Src)))
		}
	}
	return out
}
