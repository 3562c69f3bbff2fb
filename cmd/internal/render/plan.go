//go:build !exact

package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gv2/runtime/claim"
	"gv2/runtime/trace"
	"gv2/runtime/verdict"
)

// textPlanner writes a table of steps for each kernel, and which engine decided each
// property.
type textPlanner struct{ out io.Writer }

func newTextPlan(o Options) Writer[Report] { return &textPlanner{out: o.Out} }

func (t *textPlanner) Add(r *Report) {
	if r.Plan == nil {
		return // the diagnostics say what stopped it
	}
	fmt.Fprintf(t.out, "%s: kernel %s (%s): %s\n", r.where(), r.Kernel, r.Launch.Text(), r.Outcome)
	for _, line := range r.Plan.Lines() {
		fmt.Fprintln(t.out, "  "+line)
	}
	fmt.Fprintln(t.out, "  verdict: "+decidedText(r.Properties))
}

func (t *textPlanner) End() error { return nil }

// decidedText names status and engine of each property, grouped by these.
func decidedText(properties []verdict.Property) string {
	var order []string
	names := map[string][]string{}
	for _, p := range properties {
		what := string(p.Status) + " by " + p.Engine
		if p.Status == claim.Unknown {
			what = "undecided"
		}
		if names[what] == nil {
			order = append(order, what)
		}
		names[what] = append(names[what], string(p.Name))
	}
	for i, what := range order {
		order[i] = strings.Join(names[what], ", ") + " " + what
	}
	return strings.Join(order, "; ")
}

// The JSON document of gv2 explain --plan.
type (
	// JSONPlans is the document.
	JSONPlans struct {
		Tool    string     `json:"tool"`
		Version string     `json:"version"`
		Results []JSONPlan `json:"results"`
	}
	// JSONPlan is the course of the decision about one kernel.
	JSONPlan struct {
		File       string           `json:"file"`
		Kernel     string           `json:"kernel,omitempty"`
		Line       int              `json:"line,omitempty"`
		Verdict    string           `json:"verdict"`
		Steps      []*trace.Step    `json:"steps"`
		Properties []jsonPlanStatus `json:"properties"`
	}
	jsonPlanStatus struct {
		Property string `json:"property"`
		Status   string `json:"status"`
		Engine   string `json:"engine"`
	}
)

// jsonPlanner writes one object after all kernels.
type jsonPlanner struct {
	Options
	results []JSONPlan
}

func newJSONPlan(o Options) Writer[Report] {
	return &jsonPlanner{Options: o, results: []JSONPlan{}}
}

func (j *jsonPlanner) Add(r *Report) {
	p := JSONPlan{
		File: r.File, Kernel: r.Kernel, Line: r.Pos.Line, Verdict: string(r.Outcome),
		Steps: []*trace.Step{}, Properties: []jsonPlanStatus{},
	}
	if r.Plan != nil {
		p.Steps = append(p.Steps, r.Plan.Steps...)
	}
	for _, q := range r.Properties {
		p.Properties = append(p.Properties, jsonPlanStatus{string(q.Name), string(q.Status), q.Engine})
	}
	j.results = append(j.results, p)
}

func (j *jsonPlanner) End() error {
	enc := json.NewEncoder(j.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(JSONPlans{Tool: "gv2", Version: j.Version, Results: j.results})
}
