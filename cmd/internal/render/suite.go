//go:build !exact

package render

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// Outcome is the result for one file of a suite.
type Outcome struct {
	Name string // below the suite's folder, with slashes
	// Expected is pass or xfail:CODE.
	Expected string
	Verdict  verdict.Outcome
	// Engine names the engines that decided, as in weft+boogie.
	Engine  string
	Seconds float64
	// CPUSeconds is what the processor worked for it, gv2 and its solvers together; 0 if not known.
	CPUSeconds float64
	// Points are those that the file is worth, where points are given; nil otherwise.
	Points *float64
	// Agreement of Verdict and Expected: yes, no, or open.
	Agreement string
	Reason    string
	// Ignored are the options of the file that have no effect, each with the reason.
	Ignored []string
	// Patterns are regular expressions for the output, Unmatched those that match
	// nowhere in it.
	Patterns, Unmatched []string
	Results             []Result
}

// Result is a kernel's result as a process wrote it in JSON; its statistics are passed
// on unread.
type Result struct {
	JSONResult
	Stats json.RawMessage `json:"stats,omitempty"`
}

// Text is gv2's output for the file, in GPUVerify's wording if there is one, and in its
// own.
func (o *Outcome) Text() string {
	var b strings.Builder
	for i := range o.Results {
		gpuverifyText(&b, &o.Results[i].JSONResult)
		for _, f := range o.Results[i].Findings {
			b.WriteString(f.Message + "\n")
		}
		for _, d := range o.Results[i].Diagnostics {
			b.WriteString(d.Message + "\n")
		}
	}
	return b.String()
}

// StatusOf is the worst status of a property of the file's kernels; empty if none has it.
func (o *Outcome) StatusOf(property kernel.Property) claim.Status {
	var all []string
	for i := range o.Results {
		for _, p := range o.Results[i].Properties {
			if p.Property == property {
				all = append(all, p.Status)
			}
		}
	}
	for _, worst := range []string{"refuted", "conditional", "unknown", "bounded", "not-checked", "proved"} {
		if slices.Contains(all, worst) {
			return claim.Status(worst)
		}
	}
	return ""
}

// Because is the reason after a colon, if there is one.
func (o *Outcome) Because() string {
	if o.Reason == "" {
		return ""
	}
	return ": " + o.Reason
}

// Agreement compares a verdict with the expected one: yes, no if it contradicts
// it, or open. Programs that GPUVerify's front ends reject, and only these, gv2
// should refuse as well. Where a fault of one property is expected, the status of that
// property counts; there may be others.
func Agreement(expected string, got verdict.Outcome, status func(kernel.Property) claim.Status) string {
	if property := kernel.Property(strings.TrimPrefix(expected, "xfail:")); property.Info() != nil {
		switch status(property) {
		case claim.Refuted, claim.Conditional:
			return "yes"
		case claim.Proved, claim.NotChecked:
			return "no"
		case "": // it has no such property, or nothing is known of the kernel
			if got == verdict.KernelProved || got == verdict.KernelRefuted {
				return "no"
			}
		}
		return "open"
	}
	switch expected {
	case "pass":
		return decided(got, verdict.KernelProved, verdict.KernelRefuted)
	case "xfail:CLANG_ERROR", "xfail:COMMAND_LINE_ERROR":
		if got == verdict.KernelError {
			return "yes"
		}
	case "xfail:BUGLE_ERROR", "xfail:GPUVERIFYVCGEN_ERROR":
		if got == verdict.KernelError || got == verdict.KernelUnsupported {
			return "yes"
		}
	}
	if got == verdict.KernelConditional {
		return "yes" // a fault exists for some input
	}
	return decided(got, verdict.KernelRefuted, verdict.KernelProved)
}

func decided(got, yes, no verdict.Outcome) string {
	switch got {
	case yes:
		return "yes"
	case no:
		return "no"
	default:
		return "open"
	}
}

// suiteWriter gathers the outcomes for a document that needs all of them.
type suiteWriter struct {
	Options
	write    func(Options, []Outcome) error
	outcomes []Outcome
}

func newSuite(write func(Options, []Outcome) error) func(Options) Writer[Outcome] {
	return func(o Options) Writer[Outcome] { return &suiteWriter{Options: o, write: write} }
}

func (s *suiteWriter) Add(o *Outcome) { s.outcomes = append(s.outcomes, *o) }

func (s *suiteWriter) End() error { return s.write(s.Options, s.outcomes) }

// Earned are the points that the outcome earns: all or nothing.
func (o *Outcome) Earned() float64 {
	if o.Points == nil || o.Agreement != "yes" {
		return 0
	}
	return *o.Points
}

// suiteColumns are those of the contract.
var suiteColumns = append(slices.Clone(tableColumns), "cpu_seconds", "solver", "version")

// tableColumns are those that fit on a terminal; pointColumns follow where points are given.
var (
	tableColumns = []string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason"}
	pointColumns = []string{"points", "of"}
)

func (o *Outcome) row() []string {
	return []string{o.Name, o.Expected, string(o.Verdict), o.Engine, fmt.Sprintf("%.2f", o.Seconds), o.Agreement, o.Reason}
}

// points are the cells of pointColumns.
func (o *Outcome) points() []string {
	if o.Points == nil {
		return []string{"", ""}
	}
	return []string{number(o.Earned()), number(*o.Points)}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// graded reports whether points are given.
func graded(outcomes []Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Points != nil })
}

func suiteCSV(opts Options, outcomes []Outcome) error {
	w := csv.NewWriter(opts.Out)
	columns, points := suiteColumns, graded(outcomes)
	if points {
		columns = slices.Concat(suiteColumns, pointColumns)
	}
	if err := w.Write(columns); err != nil {
		return err
	}
	for i := range outcomes {
		o := &outcomes[i]
		cpu := ""
		if o.CPUSeconds > 0 {
			cpu = fmt.Sprintf("%.2f", o.CPUSeconds)
		}
		row := append(o.row(), cpu, opts.Solver, opts.Version)
		if points {
			row = append(row, o.points()...)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// longestReason bounds the last column of the table, in columns of the screen.
const longestReason = 100

func suiteTable(opts Options, outcomes []Outcome) error {
	columns, points := tableColumns, graded(outcomes)
	if points {
		columns = slices.Insert(slices.Clone(columns), len(columns)-1, pointColumns...)
	}
	rows := [][]string{columns}
	for i := range outcomes {
		row := outcomes[i].row()
		if j := slices.Index(tableColumns, "agreement"); row[j] == "open" { // the word that scripts read
			row[j] = "undecided"
		}
		row[len(row)-1] = terminal.Clip(strings.ReplaceAll(row[len(row)-1], "\t", " "), longestReason)
		if points {
			row = slices.Insert(row, len(row)-1, outcomes[i].points()...)
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], terminal.Width(text))
		}
	}
	var b strings.Builder
	for n, row := range rows {
		for i, text := range row {
			gap := strings.Repeat(" ", widths[i]-terminal.Width(text)+2)
			if i == len(row)-1 {
				gap = ""
			}
			b.WriteString(shaded(opts, n, columns[i], text) + gap)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(opts.Out, b.String())
	return err
}

// shaded is a cell of the table: verdicts and agreements have their shades.
func shaded(opts Options, row int, name, text string) string {
	switch {
	case !opts.Color:
		return text
	case row == 0:
		return terminal.Paint(terminal.Bold, text)
	case name == "verdict" || name == "agreement":
		return terminal.Paint(shadeOf[text], text)
	}
	return text
}

// suiteRecord is an outcome in JSON.
type suiteRecord struct {
	Kernel    string   `json:"kernel"`
	Expected  string   `json:"expected"`
	Verdict   string   `json:"verdict"`
	Engine    string   `json:"engine,omitempty"`
	Seconds   float64  `json:"seconds"`
	CPU       float64  `json:"cpu_seconds,omitempty"`
	Points    *float64 `json:"points,omitempty"`
	Of        *float64 `json:"of,omitempty"`
	Agreement string   `json:"agreement"`
	Reason    string   `json:"reason,omitempty"`
	Ignored   []string `json:"ignored,omitempty"`
	// Patterns is the number of regular expressions, Unmatched those that match
	// nothing.
	Patterns  int      `json:"patterns,omitempty"`
	Unmatched []string `json:"unmatched,omitempty"`
	Results   []Result `json:"results"`
}

// suiteDocument is the whole of it.
type suiteDocument struct {
	Tool    string         `json:"tool"`
	Version string         `json:"version"`
	Solver  string         `json:"solver,omitempty"`
	Shard   *Shard         `json:"shard,omitempty"`
	Totals  map[string]int `json:"totals"`
	Suite   []suiteRecord  `json:"suite"`
}

// ReadSuite reads a document that suiteJSON wrote. The patterns of outcomes are counted only.
func ReadSuite(text []byte) (o Options, outcomes []Outcome, err error) {
	var doc suiteDocument
	if err := json.Unmarshal(text, &doc); err != nil {
		return o, nil, err
	}
	if doc.Tool != "gv2" || doc.Suite == nil {
		return o, nil, errors.New("this is not what gv2 suite --format json writes")
	}
	for _, r := range doc.Suite {
		outcomes = append(outcomes, Outcome{
			Name: r.Kernel, Expected: r.Expected, Verdict: verdict.Outcome(r.Verdict), Engine: r.Engine, Seconds: r.Seconds, CPUSeconds: r.CPU,
			Points: r.Of, Agreement: r.Agreement, Reason: r.Reason, Ignored: r.Ignored, Patterns: make([]string, r.Patterns), Unmatched: r.Unmatched, Results: r.Results,
		})
	}
	return Options{Version: doc.Version, Solver: doc.Solver, Shard: doc.Shard}, outcomes, nil
}

func suiteJSON(opts Options, outcomes []Outcome) error {
	doc := suiteDocument{"gv2", opts.Version, opts.Solver, opts.Shard, totals(outcomes), []suiteRecord{}}
	for i := range outcomes {
		o := &outcomes[i]
		results := o.Results
		if results == nil {
			results = []Result{}
		}
		var earned *float64
		if o.Points != nil {
			points := o.Earned()
			earned = &points
		}
		doc.Suite = append(doc.Suite, suiteRecord{
			o.Name, o.Expected, string(o.Verdict), o.Engine, o.Seconds, o.CPUSeconds, earned, o.Points, o.Agreement, o.Reason,
			o.Ignored, len(o.Patterns), o.Unmatched, results,
		})
	}
	enc := json.NewEncoder(opts.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// totals counts verdicts and agreements.
func totals(outcomes []Outcome) map[string]int {
	n := map[string]int{"kernels": len(outcomes)}
	for i := range outcomes {
		n[string(outcomes[i].Verdict)]++
		n["agreement "+outcomes[i].Agreement]++
	}
	return n
}

// suiteJUnit makes a test case of each kernel: one that contradicts the expected
// verdict is a failure, an open one is skipped, so that neither looks like a
// passed test.
func suiteJUnit(opts Options, outcomes []Outcome) error {
	suite := suiteXML{Name: "gv2 suite", Tests: len(outcomes)}
	total := 0.0
	for i := range outcomes {
		o := &outcomes[i]
		c := suiteCaseXML{Name: o.Name, ClassName: "gv2.suite", Time: seconds(o.Seconds)}
		problem := &junitProblem{Type: string(o.Verdict), Message: "expected " + o.Expected + ", got " + string(o.Verdict), Text: o.Reason}
		switch o.Agreement {
		case "no":
			c.Failure = problem
			suite.Failures++
		case "open":
			c.Skipped = problem
			suite.Skipped++
		}
		total += o.Seconds
		suite.Cases = append(suite.Cases, c)
	}
	suite.Time = seconds(total)
	if _, err := io.WriteString(opts.Out, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(opts.Out)
	enc.Indent("", "  ")
	if err := enc.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(opts.Out, "\n")
	return err
}

type (
	suiteXML struct {
		XMLName  xml.Name       `xml:"testsuite"`
		Name     string         `xml:"name,attr"`
		Tests    int            `xml:"tests,attr"`
		Failures int            `xml:"failures,attr"`
		Skipped  int            `xml:"skipped,attr"`
		Time     string         `xml:"time,attr"`
		Cases    []suiteCaseXML `xml:"testcase"`
	}
	suiteCaseXML struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitProblem `xml:"failure,omitempty"`
		Skipped   *junitProblem `xml:"skipped,omitempty"`
	}
)

// SumUp writes the totals, the ignored options, and the patterns.
func SumUp(out io.Writer, outcomes []Outcome) {
	n := totals(outcomes)
	total := 0.0
	for i := range outcomes {
		total += outcomes[i].Seconds
	}
	fmt.Fprintf(out, "%s in %.1f s of work: %d as expected, %d failed, %d undecided (", diag.Count(n["kernels"], "kernel"), total,
		n["agreement yes"], n["agreement no"], n["agreement open"])
	var parts []string
	for _, v := range []verdict.Outcome{
		verdict.KernelProved, verdict.KernelRefuted, verdict.KernelConditional, verdict.KernelUnknown, verdict.KernelUnsupported, verdict.KernelError,
	} {
		parts = append(parts, fmt.Sprintf("%d %s", n[string(v)], v))
	}
	fmt.Fprintf(out, "%s)\n", strings.Join(parts, ", "))
	for i := range outcomes {
		if o := &outcomes[i]; o.Agreement == "no" {
			fmt.Fprintf(out, "failed: %s: expected %s, got %s%s\n", o.Name, o.Expected, o.Verdict, o.Because())
		}
	}
	sumUpIgnored(out, outcomes)
	sumUpPatterns(out, outcomes)
	sumUpPoints(out, outcomes)
}

func sumUpPoints(out io.Writer, outcomes []Outcome) {
	if !graded(outcomes) {
		return
	}
	earned, of := 0.0, 0.0
	for i := range outcomes {
		if p := outcomes[i].Points; p != nil {
			earned, of = earned+outcomes[i].Earned(), of+*p
		}
	}
	fmt.Fprintf(out, "points: %s of %s\n", number(earned), number(of))
}

func sumUpIgnored(out io.Writer, outcomes []Outcome) {
	counts := map[string]int{}
	for i := range outcomes {
		for _, option := range outcomes[i].Ignored {
			counts[option]++
		}
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(out, "ignored in %s: %s\n", diag.Count(counts[name], "kernel"), name)
	}
}

func sumUpPatterns(out io.Writer, outcomes []Outcome) {
	all, missed := 0, 0
	for i := range outcomes {
		all += len(outcomes[i].Patterns)
		missed += len(outcomes[i].Unmatched)
	}
	if all == 0 {
		return
	}
	fmt.Fprintf(out, "patterns: %d of %d match the output\n", all-missed, all)
	for i := range outcomes {
		for _, p := range outcomes[i].Unmatched {
			fmt.Fprintf(out, "no match in %s: %s\n", outcomes[i].Name, p)
		}
	}
}
