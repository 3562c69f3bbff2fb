package render

import (
	"io"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// sarifRenderer writes SARIF 2.1.0, the format of code scanning services: a
// finding is a result, and so is everything that keeps a kernel from a verdict.
type sarifRenderer struct {
	out io.Writer
	run *sarif.Run
}

// ruleText describes the rules that are not properties.
var ruleText = map[string]string{
	"undecided":   "A property could be neither proved nor refuted",
	"unsupported": "The kernel uses a construct that is not modelled",
	"input":       "The input or the command line is wrong",
	"tool":        "A tool failed",
}

func newSARIF(o Options) Writer[Report] {
	driver := sarif.NewToolComponent().WithName("gv2").WithVersion(o.Version)
	return &sarifRenderer{out: o.Out, run: sarif.NewRun().WithTool(sarif.NewTool().WithDriver(driver))}
}

func (s *sarifRenderer) Add(r *Report) {
	for i := range r.Findings {
		s.finding(&r.Findings[i])
	}
	for _, p := range r.Properties {
		if p.Status != claim.Proved && p.Status != claim.Refuted {
			s.add("undecided", sarif.LevelWarning, r.where(), "kernel "+r.Kernel+": "+string(p.Name)+" is "+string(p.Status)+": "+p.Reason())
		}
	}
	for _, d := range r.Diags.Sorted() {
		s.diagnostic(d)
	}
	if r.Err != nil {
		rule := "tool"
		if r.WrongInput {
			rule = "input"
		}
		s.add(rule, sarif.LevelError, r.where(), FirstLine(r.Err.Error()))
	}
}

func (s *sarifRenderer) diagnostic(d diag.Diagnostic) {
	switch d.Severity {
	case diag.Unsupported:
		s.add("unsupported", sarif.LevelError, d.Pos, d.Message)
	case diag.Error:
		s.add("input", sarif.LevelError, d.Pos, d.Message)
	default:
		s.add("input", sarif.LevelNote, d.Pos, d.Message)
	}
}

func (s *sarifRenderer) finding(f *claim.Finding) {
	level := sarif.LevelError
	if f.Severity == claim.BenignSeverity {
		level = sarif.LevelNote
	}
	result := s.add(string(f.Property), level, f.Pos(), f.Message)
	result.WithOccurrenceCount(max(f.Count, 1))
	related(result, f.Accesses[0].Src.Calls)
	for i := range f.Accesses[1:] {
		if a := &f.Accesses[i+1]; a.Src.Pos.Valid() {
			text := "the other " + a.Kind
			if len(a.Threads) > 0 {
				text = partText(a)
			}
			result.AddRelatedLocation(location(a.Src.Pos).WithMessage(sarif.NewTextMessage(text)))
			related(result, a.Src.Calls)
		}
	}
	for i := range f.Barriers {
		if b := &f.Barriers[i]; b.Src.Pos.Valid() {
			result.AddRelatedLocation(location(b.Src.Pos).WithMessage(sarif.NewTextMessage(barrierText(b))))
		}
	}
}

// related adds the inlined calls that lead to a place, innermost first.
func related(result *sarif.Result, calls []diag.Pos) {
	for i := len(calls) - 1; i >= 0; i-- {
		result.AddRelatedLocation(location(calls[i]).WithMessage(sarif.NewTextMessage("in the function called here")))
	}
}

func (s *sarifRenderer) add(rule, level string, at diag.Pos, message string) *sarif.Result {
	text := ruleText[rule]
	if p := kernel.Property(rule).Info(); p != nil {
		text = p.Rule
	}
	s.run.AddRule(rule).WithDescription(text)
	return s.run.CreateResultForRule(rule).WithLevel(level).WithMessage(sarif.NewTextMessage(message)).AddLocation(location(at))
}

// location names a place; SARIF's columns and lines count from 1, a file
// without a line has no region.
func location(p diag.Pos) *sarif.Location {
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(filepath.ToSlash(p.File)))
	if p.Valid() {
		physical.WithRegion(sarif.NewRegion().WithStartLine(p.Line).WithStartColumn(max(p.Col, 1)))
	}
	return sarif.NewLocationWithPhysicalLocation(physical)
}

func (s *sarifRenderer) End() error {
	doc := sarif.NewReport()
	doc.AddRun(s.run)
	return doc.PrettyWrite(s.out)
}
