//go:build !exact

package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// JUnit's XML for continuous integration: a kernel is a suite, a property a
// test case.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Name    string       `xml:"name,attr"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitProblem `xml:"failure,omitempty"`
		Error     *junitProblem `xml:"error,omitempty"`
		Skipped   *junitProblem `xml:"skipped,omitempty"`
		// Output lists the benign findings: they fail no test.
		Output string `xml:"system-out,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junitRenderer writes one document after all results.
type junitRenderer struct {
	out    io.Writer
	suites []junitSuite
}

func newJUnit(o Options) Writer[Report] { return &junitRenderer{out: o.Out} }

func (j *junitRenderer) Add(r *Report) { j.suites = append(j.suites, junitSuiteOf(r)) }

func (j *junitRenderer) End() error {
	if _, err := io.WriteString(j.out, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(j.out)
	enc.Indent("", "  ")
	if err := enc.Encode(junitSuites{Name: "gv2", Suites: j.suites}); err != nil {
		return err
	}
	_, err := io.WriteString(j.out, "\n")
	return err
}

func junitSuiteOf(r *Report) junitSuite {
	class := r.File
	if r.Kernel != "" {
		class += ":" + r.Kernel
	}
	suite := junitSuite{Name: class, Time: seconds(r.Stats.Seconds)}
	for _, p := range r.Properties {
		suite.add(junitProperty(r, class, p))
	}
	// A suite without cases counts as passed.
	if len(r.Properties) == 0 || r.Outcome == verdict.KernelError {
		suite.add(junitCase{Name: "gv2", ClassName: class, Time: seconds(0),
			Error: &junitProblem{Message: FirstLine(r.why()), Type: string(r.Outcome), Text: r.why()}})
	}
	return suite
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitProperty makes a refuted property a failure, and an open one an error, or skipped if
// that is only because of a failure: none may look like a passed test.
func junitProperty(r *Report, class string, p verdict.Property) junitCase {
	c := junitCase{Name: string(p.Name), ClassName: class, Time: seconds(p.Seconds), Output: strings.Join(r.benign(p.Name), "\n")}
	switch p.Status {
	case claim.Proved:
	case claim.Refuted:
		c.Failure = &junitProblem{Type: string(p.Status)}
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Property == p.Name && f.Severity == claim.ErrorSeverity {
				c.Failure.found(f)
			}
		}
		if r.SafeIf != "" {
			c.Failure.Text += "\n    safe if " + r.SafeIf
		}
	default:
		problem := &junitProblem{Type: string(p.Status), Message: p.Reason(), Text: p.Reason()}
		if c.Error = problem; follows(&p) {
			c.Error, c.Skipped = nil, problem
		}
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Property == p.Name && outside(r, f) {
				problem.found(f)
			}
		}
	}
	return c
}

// found adds a fault with its values and its repair.
func (p *junitProblem) found(f *claim.Finding) {
	p.append(fmt.Sprintf("%s: %s%s", f.Pos(), f.Message, calledText(&f.Accesses[0])))
	for _, text := range Details(f) {
		p.Text += "\n    " + text
	}
}

func (p *junitProblem) append(text string) {
	if p.Message == "" {
		p.Message = text
	} else {
		p.Text += "\n"
	}
	p.Text += text
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }
