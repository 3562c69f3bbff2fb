//go:build !exact

package render

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// sarifRenderer writes SARIF 2.1.0, the format of code scanning services: a
// finding is a result, and so is everything that keeps a kernel from a verdict.
type sarifRenderer struct {
	out io.Writer
	run sarifRun
	// file is what is being reported on.
	file sarifFile
}

// ruleText describes the rules that are not properties.
var ruleText = map[string]string{
	"missing-fence":   "A fence is missing",
	"redundant-fence": "A fence is not needed",
	"undecided":       "A property could be neither proved nor refuted",
	"unsupported":     "The kernel uses a construct that is not modelled",
	"input":           "The input or the command line is wrong",
	"tool":            "A tool failed",
}

func newSARIF(o Options) Writer[Report] {
	driver := sarifDriver{Name: "gv2", Version: o.Version, Rules: []sarifRule{}}
	return &sarifRenderer{out: o.Out, run: sarifRun{Tool: sarifTool{driver}, ColumnKind: "utf16CodeUnits", Results: []*sarifResult{}}}
}

func (s *sarifRenderer) Add(r *Report) {
	s.file.read(r.File, r.Text)
	for i := range r.Findings {
		s.finding(r, &r.Findings[i])
	}
	for _, p := range r.Properties {
		if undecided(p.Status) && !follows(&p) {
			s.add("undecided", levelWarning, r.where(), "kernel "+r.Kernel+": "+string(p.Name)+" is "+string(p.Status)+": "+p.Reason())
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
		s.add(rule, levelError, r.where(), FirstLine(r.Err.Error()))
	}
}

func (s *sarifRenderer) diagnostic(d diag.Diagnostic) {
	switch d.Severity {
	case diag.Unsupported:
		s.add("unsupported", levelError, d.Pos, d.Message)
	case diag.Error:
		s.add("input", levelError, d.Pos, d.Message)
	default:
		s.add("input", levelNote, d.Pos, d.Message)
	}
}

func (s *sarifRenderer) finding(r *Report, f *claim.Finding) {
	level, message := levelError, f.Message
	switch {
	case outside(r, f):
		level, message = levelWarning, besides(r)+message
	case f.Severity != claim.ErrorSeverity:
		level = levelNote
	}
	result := s.add(string(f.Property), level, f.Accesses[0].Shown(), strings.Join(append([]string{message}, Details(f)...), "\n"))
	result.Properties = sarifProperties{Contents: jsonContents(f.Contents), Repair: f.Repair, SafeIf: r.SafeIf, Condition: r.Condition}
	if len(f.Values) > 0 {
		result.Properties.Values = f.Values
	}
	result.Count = max(f.Count, 1)
	result.fix(f.Repair, fixes(r.File, r.Text, f.Edits))
	s.related(result, f.Accesses[0].Src.Calls)
	for i := range f.Accesses[1:] {
		if a := &f.Accesses[i+1]; a.Src.Pos.Valid() {
			text := "the other " + a.Kind
			if len(a.Threads) > 0 {
				text = partText(a)
			}
			s.relate(result, a.Src.Pos, text)
			s.related(result, a.Src.Calls)
		}
	}
	s.flow(result, f.Accesses)
	for i := range f.Barriers {
		if b := &f.Barriers[i]; b.Src.Pos.Valid() {
			s.relate(result, b.Src.Pos, barrierText(b))
		}
	}
}

// flow adds the ways of two threads to their accesses: the calls, outermost first, and the access.
func (s *sarifRenderer) flow(r *sarifResult, accesses []claim.Access) {
	var threads []sarifThread
	for i := range accesses {
		a := &accesses[i]
		if a.Thread == nil || !a.Src.Pos.Valid() {
			return
		}
		thread := sarifThread{ID: "thread " + kernel.IndexText(*a.Thread)}
		if a.Block != nil {
			thread.ID += " of block " + kernel.IndexText(*a.Block)
		}
		for _, call := range a.Src.Calls {
			thread.step(s.file.location(call), "important", "calls the function")
		}
		thread.step(s.file.location(a.Src.Pos), "essential", a.Kind+" by "+thread.ID)
		threads = append(threads, thread)
	}
	if len(threads) > 1 {
		r.Flows = []sarifFlow{{threads}}
	}
}

func (t *sarifThread) step(l sarifLocation, importance, text string) {
	l.Message = &sarifText{text}
	t.Locations = append(t.Locations, sarifStep{l, importance})
}

// fix adds the changes of lines that a repair makes.
func (r *sarifResult) fix(repair string, changes []fix) {
	if len(changes) == 0 {
		return
	}
	file := sarifChange{Artifact: artifact(changes[0].File)}
	for _, c := range changes {
		replaced := sarifReplacement{Deleted: sarifSpan{c.Line, 1, c.Line + c.Remove, 1}}
		if c.Text != "" {
			replaced.Inserted = &sarifText{c.Text + "\n"}
		}
		file.Replacements = append(file.Replacements, replaced)
	}
	r.Fixes = []sarifFix{{Description: sarifText{repair}, Changes: []sarifChange{file}}}
}

// relate adds a place that belongs to the result. Where the message names it, the name becomes a link: services show no
// other places.
func (s *sarifRenderer) relate(r *sarifResult, at diag.Pos, message string) {
	l := s.file.location(at)
	l.ID, l.Message = len(r.Related)+1, &sarifText{message}
	r.Related = append(r.Related, l)
	if name := at.String(); !strings.ContainsAny(name, `[]\`) {
		r.Message.Text = linked(r.Message.Text, name, l.ID)
	}
}

// linked makes a link of the first mention of a place that is not one yet, and not the beginning of another place's name.
func linked(text, name string, id int) string {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return text
		}
		i += from
		from = i + len(name)
		begins := i == 0 || strings.ContainsAny(text[i-1:i], " (")
		after := text[from:]
		if begins && (after == "" || !strings.ContainsAny(after[:1], "0123456789]")) {
			return fmt.Sprintf("%s[%s](%d)%s", text[:i], name, id, after)
		}
	}
}

// related adds the inlined calls that lead to a place, innermost first.
func (s *sarifRenderer) related(result *sarifResult, calls []diag.Pos) {
	for i := len(calls) - 1; i >= 0; i-- {
		s.relate(result, calls[i], "in the function called here")
	}
}

func (s *sarifRenderer) add(rule, level string, at diag.Pos, message string) *sarifResult {
	text := ruleText[rule]
	if p := kernel.Property(rule).Info(); p != nil {
		text = p.Rule
	}
	result := &sarifResult{RuleID: rule, RuleIndex: s.run.Tool.Driver.rule(rule, text), Level: level,
		Message: sarifText{message}, Locations: []sarifLocation{s.file.location(at)}, Fingerprints: s.file.fingerprints(at)}
	s.run.Results = append(s.run.Results, result)
	return result
}

// location names a place. Lines and columns of SARIF count from 1, and services show the word at the place: code scanning
// wants both ends of it, and its first line for a file as a whole.
func (s *sarifFile) location(p diag.Pos) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: artifact(p.File), Region: sarifSpan{1, 1, 1, 1}}}
	if p.Valid() {
		end := p
		end.Col = max(p.Col, 1) + s.wordAt(p)
		l.Physical.Region = sarifSpan{p.Line, s.column(p), p.Line, s.column(end)}
	}
	return l
}

// artifact names a file as SARIF does, by a URI.
func artifact(file string) sarifArtifact {
	path := filepath.ToSlash(file)
	if filepath.IsAbs(file) {
		return sarifArtifact{(&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}).String()}
	}
	return sarifArtifact{(&url.URL{Path: path}).String()}
}

func (s *sarifRenderer) End() error {
	out := json.NewEncoder(s.out)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(sarifLog{
		Schema:  "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{s.run},
	})
}
