package suite

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gv2/cmd/internal/render"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// Points are what the files of a suite are worth, as a teacher lists them.
type Points []worth

// worth is a line of the list.
type worth struct {
	kernel string
	points float64
	// expected is the verdict that counts whatever the file's first line says; empty where that
	// line is the answer.
	expected string
	// options are those that count whatever the file's second line says; nil where that line has them.
	options []string
}

// ReadPoints reads a CSV with the columns kernel and points, and, where it has one, expected:
// pass or xfail:CODE, or nothing where the first line of the file is the answer that is graded. A column options
// has what counts in place of the file's second line, such as --blockDim=64 --gridDim=16.
func ReadPoints(path string) (Points, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	records, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("--points %s: %w", path, err)
	}
	columns := map[string]int{}
	if len(records) > 0 {
		for i, name := range records[0] {
			columns[strings.TrimSpace(name)] = i
		}
	}
	kernel, named := columns["kernel"]
	points, worthy := columns["points"]
	if !named || !worthy {
		return nil, fmt.Errorf("--points %s: its first line needs the columns kernel and points", path)
	}
	expected, fixed := columns["expected"]
	options, launched := columns["options"]
	var out Points
	for _, record := range records[1:] {
		cell := func(i int) string {
			if i >= len(record) {
				return ""
			}
			return strings.TrimSpace(record[i])
		}
		w := worth{kernel: cell(kernel)}
		if w.points, err = strconv.ParseFloat(cell(points), 64); err != nil || !(w.points >= 0 && w.points <= 1e6) {
			return nil, fmt.Errorf("--points %s: %q is not the number of points of %s", path, cell(points), w.kernel)
		}
		if fixed && cell(expected) != "" {
			code, ok := unit.ExpectedVerdict(cell(expected))
			if fault, fails := strings.CutPrefix(code, "xfail:"); !ok || fails && !knownCode(fault) {
				return nil, fmt.Errorf("--points %s: %q is no verdict to expect of %s: write pass or xfail:CODE", path, cell(expected), w.kernel)
			}
			w.expected = code
		}
		if launched {
			w.options = optionWords(cell(options))
		}
		out = append(out, w)
	}
	return out, nil
}

// Expect replaces what the files themselves expect, and their options, where the list says it.
func (p Points) Expect(cases []Case) {
	for i := range cases {
		c := &cases[i]
		if expected, ok := p.expected(c.Name); ok {
			c.Expected = expected
		}
		for _, w := range p {
			if w.kernel == c.Name && len(w.options) > 0 {
				c.options, c.launch = w.options, launchFlags(w.options)
			}
		}
	}
}

// expected is the verdict that the list expects of a kernel; false where the file itself says it.
func (p Points) expected(kernel string) (string, bool) {
	for _, w := range slices.Backward(p) {
		if w.kernel == kernel && w.expected != "" {
			return w.expected, true
		}
	}
	return "", false
}

// Grade gives the outcomes their points. What a kernel that earns some takes for granted by its own text is the reason
// that its row shows: an assumption that is never true proves everything. Files of the list that are not among them, because they
// are missing or their first line expects nothing, get outcomes of their own, without points.
func (p Points) Grade(outcomes []render.Outcome) []render.Outcome {
	for _, w := range p {
		points, found := w.points, false
		for i := range outcomes {
			if outcomes[i].Name == w.kernel {
				outcomes[i].Points, found = &points, true
				if o := &outcomes[i]; o.Reason == "" && o.Earned() > 0 {
					o.Reason = granted(o)
				}
			}
		}
		if !found {
			outcomes = append(outcomes, render.Outcome{
				Name: w.kernel, Expected: w.expected, Verdict: verdict.KernelError, Agreement: "open", Points: &points,
				Reason: "there is no such file, or its first line says neither //pass nor //xfail:CODE",
			})
		}
	}
	return outcomes
}

// granted tells what the kernels of a file take for granted by their text; nothing where that is nothing.
func granted(o *render.Outcome) string {
	var stated []string
	for i := range o.Results {
		for _, a := range o.Results[i].Assumptions {
			if unit.StatedInKernel(a) && !slices.Contains(stated, a) {
				stated = append(stated, a)
			}
		}
	}
	if len(stated) == 0 {
		return ""
	}
	return "takes for granted: " + strings.Join(stated, "; ")
}

// Regrade compares verdicts anew with what the list expects of them.
func (p Points) Regrade(outcomes []render.Outcome) {
	for i := range outcomes {
		o := &outcomes[i]
		if expected, ok := p.expected(o.Name); ok {
			o.Expected, o.Agreement = expected, render.Agreement(expected, o.Verdict, o.StatusOf)
		}
	}
}

// Total is what all of them are worth.
func (p Points) Total() float64 {
	total := 0.0
	for _, w := range p {
		total += w.points
	}
	return total
}
