// Package render writes gv2's results on kernels in the formats that users choose:
// reports of verdicts, candidate invariants, plans of decisions, outcomes of suites.
//
// A format is a file here and an entry in the list for its kind of result: Reports,
// Candidates, Plans or Suites. Field names of JSON, columns of CSV and rules of SARIF
// are part of the contract with users.
package render

import (
	"fmt"
	"io"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/trace"
	"gv2/runtime/verdict"
)

// Report is the result for one kernel with its origin. A file that could not be read
// into kernels has one report without a kernel.
type Report struct {
	File string
	// Text is the file's text, for the lines shown under findings; nil if it could
	// not be read.
	Text []byte
	// Expected is the verdict in the first line of the file, empty if there is none.
	Expected string
	// CompiledBy is the command by which a compiler made PTX of the file, where that was
	// verified; empty for others. CompiledSince is what gv2 does not read in the source, if that
	// is why.
	CompiledBy, CompiledSince string
	// Compiled is the PTX, and CompiledName its name in positions.
	Compiled     []byte
	CompiledName string
	// ShowStats adds the engines' statistics to text.
	ShowStats bool
	// Cached is set if the verdict is that of an earlier run.
	Cached bool
	// WrongInput is set if Err is a fault of the input or of the command line.
	WrongInput bool
	// Plan is the course of the decision, nil unless requested.
	Plan *trace.Trace `json:"-"`
	verdict.Result
}

// Options are common to all formats.
type Options struct {
	Out     io.Writer
	Version string // of gv2
	Solver  string // its name and version, for formats with a column for it
	Color   bool   // in text
	Shard   *Shard // the part of a suite, nil for the whole
}

// Shard says which part of a suite a document is about.
type Shard struct {
	Part int `json:"part"`
	Of   int `json:"of"`
	// Cases is the number of cases of the whole suite, and Flags how they are verified.
	Cases int      `json:"cases"`
	Flags []string `json:"flags"`
}

// Writer writes results of type T in one format. A streaming format writes each result
// at once, the others write one document at the end.
type Writer[T any] interface {
	Add(*T)
	End() error
}

// Formats are the formats for results of type T, in the order of help texts.
type Formats[T any] []struct {
	name string
	open func(Options) Writer[T]
}

// Names lists the formats.
func (f Formats[T]) Names() []string {
	names := make([]string, len(f))
	for i := range f {
		names[i] = f[i].name
	}
	return names
}

// Open starts a document in the format of that name; ok is false if there is none.
func (f Formats[T]) Open(name string, o Options) (w Writer[T], ok bool) {
	for i := range f {
		if f[i].name == name {
			return f[i].open(o), true
		}
	}
	return nil, false
}

// where is the position at the start of a report's summary.
func (r *Report) where() diag.Pos {
	if r.Pos.Valid() {
		return r.Pos
	}
	return diag.Pos{File: r.File}
}

// told reports whether what is wrong with the input is on standard error in full.
func (r *Report) told() bool { return r.Err != nil || r.Diags.HasErrors() }

// launch is nil for a report without a launch.
func (r *Report) launch() *kernel.Launch {
	if r.Launch == (kernel.Launch{}) && len(r.Properties) == 0 {
		return nil
	}
	return &r.Launch
}

// ownArith is the arithmetic of a property if it is not that of the report.
func (r *Report) ownArith(p *verdict.Property) string {
	if p.Arith == r.Arith {
		return ""
	}
	return p.Arith
}

// follows reports whether a property is open only because another one is refuted: what
// follows a fault is undefined, and there is nothing to be done about it but to repair the fault.
func follows(p *verdict.Property) bool {
	return p.Status == claim.Unknown && (p.Why.Kind == claim.BehindFault || p.Why.Kind == claim.RestsOn && p.Why.Status == claim.Refuted)
}

// Details are what more there is to say of a finding in a few lines: the values with which it
// happens, and a repair.
func Details(f *claim.Finding) []string {
	var out []string
	for _, text := range []string{valuesText(f), f.Repair} {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// why is a report's verdict in one sentence, for formats with room for one
// reason: the first property that is not proved, or the reason why there is no
// verdict.
func (r *Report) why() string {
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
		if p.Reason() != "" {
			return string(p.Name) + ": " + p.Reason()
		}
	}
	return ""
}

// benign are the benign findings, a position and a sentence each: they change
// no verdict, and every format lists them.
func (r *Report) benign(property kernel.Property) []string {
	var out []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == claim.BenignSeverity && (property == "" || f.Property == property) {
			out = append(out, fmt.Sprintf("%s: %s%s", f.Pos(), f.Message, calledText(&f.Accesses[0])))
		}
	}
	return out
}
