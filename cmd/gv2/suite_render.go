package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"sort"
	"strings"
	"text/tabwriter"

	"gv2/runtime/verdict"
)

// renderSuite writes the outcomes in one of suiteFormats.
func renderSuite(out io.Writer, format string, outcomes []suiteOutcome) error {
	switch format {
	case "csv":
		return suiteCSV(out, outcomes)
	case "json":
		return suiteJSON(out, outcomes)
	case "junit":
		return suiteJUnit(out, outcomes)
	}
	return suiteTable(out, outcomes)
}

// suiteColumns are those of the contract.
var suiteColumns = []string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason"}

func (o *suiteOutcome) row() []string {
	return []string{o.name, o.expected, string(o.verdict), o.engine, fmt.Sprintf("%.2f", o.seconds), o.agreement, o.reason}
}

func suiteCSV(out io.Writer, outcomes []suiteOutcome) error {
	w := csv.NewWriter(out)
	if err := w.Write(suiteColumns); err != nil {
		return err
	}
	for i := range outcomes {
		if err := w.Write(outcomes[i].row()); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// longestReason bounds the last column of the table.
const longestReason = 100

func suiteTable(out io.Writer, outcomes []suiteOutcome) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(suiteColumns, "\t"))
	for i := range outcomes {
		row := outcomes[i].row()
		row[len(row)-1] = clipped(row[len(row)-1], longestReason)
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

func clipped(text string, n int) string {
	runes := []rune(strings.ReplaceAll(text, "\t", " "))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}

// suiteRecord is an outcome in JSON.
type suiteRecord struct {
	Kernel    string   `json:"kernel"`
	Expected  string   `json:"expected"`
	Verdict   string   `json:"verdict"`
	Engine    string   `json:"engine,omitempty"`
	Seconds   float64  `json:"seconds"`
	Agreement string   `json:"agreement"`
	Reason    string   `json:"reason,omitempty"`
	Ignored   []string `json:"ignored,omitempty"`
	// Patterns is the number of regular expressions, Unmatched those that match
	// nothing.
	Patterns  int           `json:"patterns,omitempty"`
	Unmatched []string      `json:"unmatched,omitempty"`
	Results   []suiteResult `json:"results"`
}

func suiteJSON(out io.Writer, outcomes []suiteOutcome) error {
	doc := struct {
		Tool    string         `json:"tool"`
		Version string         `json:"version"`
		Totals  map[string]int `json:"totals"`
		Suite   []suiteRecord  `json:"suite"`
	}{"gv2", version(), totals(outcomes), []suiteRecord{}}
	for i := range outcomes {
		o := &outcomes[i]
		results := o.results
		if results == nil {
			results = []suiteResult{}
		}
		doc.Suite = append(doc.Suite, suiteRecord{
			o.name, o.expected, string(o.verdict), o.engine, o.seconds, o.agreement, o.reason,
			o.ignored, len(o.patterns), o.unmatched, results,
		})
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// totals counts verdicts and agreements.
func totals(outcomes []suiteOutcome) map[string]int {
	n := map[string]int{"kernels": len(outcomes)}
	for i := range outcomes {
		n[string(outcomes[i].verdict)]++
		n["agreement "+outcomes[i].agreement]++
	}
	return n
}

// suiteJUnit makes a test case of each kernel: one that contradicts the expected
// verdict failed, an open one is skipped, so that neither looks like a passed
// test.
func suiteJUnit(out io.Writer, outcomes []suiteOutcome) error {
	suite := suiteXML{Name: "gv2 suite", Tests: len(outcomes)}
	total := 0.0
	for i := range outcomes {
		o := &outcomes[i]
		c := suiteCaseXML{Name: o.name, ClassName: "gv2.suite", Time: seconds(o.seconds)}
		problem := &junitProblem{Type: string(o.verdict), Message: "expected " + o.expected + ", got " + string(o.verdict), Text: o.reason}
		switch o.agreement {
		case "no":
			c.Failure = problem
			suite.Failures++
		case "open":
			c.Skipped = problem
			suite.Skipped++
		}
		total += o.seconds
		suite.Cases = append(suite.Cases, c)
	}
	suite.Time = seconds(total)
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(out)
	enc.Indent("", "  ")
	if err := enc.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
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

// sumUp writes the totals, what was ignored, and the patterns.
func sumUp(out io.Writer, outcomes []suiteOutcome) {
	n := totals(outcomes)
	total := 0.0
	for i := range outcomes {
		total += outcomes[i].seconds
	}
	fmt.Fprintf(out, "%d kernels in %.1f s of work: %d as expected, %d against, %d open (", n["kernels"], total,
		n["agreement yes"], n["agreement no"], n["agreement open"])
	var parts []string
	for _, v := range []verdict.Outcome{
		verdict.KernelProved, verdict.KernelRefuted, verdict.KernelUnknown, verdict.KernelUnsupported, verdict.KernelError,
	} {
		parts = append(parts, fmt.Sprintf("%d %s", n[string(v)], v))
	}
	fmt.Fprintf(out, "%s)\n", strings.Join(parts, ", "))
	for i := range outcomes {
		if o := &outcomes[i]; o.agreement == "no" {
			fmt.Fprintf(out, "against: %s: expected %s, got %s%s\n", o.name, o.expected, o.verdict, because(o.reason))
		}
	}
	sumUpIgnored(out, outcomes)
	sumUpPatterns(out, outcomes)
}

func sumUpIgnored(out io.Writer, outcomes []suiteOutcome) {
	counts := map[string]int{}
	for i := range outcomes {
		for _, option := range outcomes[i].ignored {
			counts[option]++
		}
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(out, "ignored in %d kernels: %s\n", counts[name], name)
	}
}

func sumUpPatterns(out io.Writer, outcomes []suiteOutcome) {
	all, missed := 0, 0
	for i := range outcomes {
		all += len(outcomes[i].patterns)
		missed += len(outcomes[i].unmatched)
	}
	if all == 0 {
		return
	}
	fmt.Fprintf(out, "patterns: %d of %d match the output\n", all-missed, all)
	for i := range outcomes {
		for _, p := range outcomes[i].unmatched {
			fmt.Fprintf(out, "no match in %s: %s\n", outcomes[i].name, p)
		}
	}
}
