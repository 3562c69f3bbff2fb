package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gv2/runtime/claim"
	"gv2/runtime/trace"
	"gv2/runtime/verdict"
)

// runPlan verifies every kernel as gv2 verify does, and shows how each verdict came
// about: the steps, what each asked of which engine, and what it learned.
func runPlan(ctx context.Context, io streams, opts *explainOptions) error {
	verify := &verifyOptions{settings: opts.settings, engines: opts.engines, safeIf: opts.safeIf, plan: true}
	verify.settings.invariants = "candidates"
	out := newPlanner(opts.format, io)
	var codes []int
	verifyFile(background(ctx), io, verify, opts.file, func(r *report) {
		codes = append(codes, r.code)
		fmt.Fprint(io.err, r.Diags.String())
		if r.Err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", r.Err)
		}
		out.kernel(r)
	})
	if err := out.end(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return ended(worstCode(codes))
}

// planner writes plans in one format.
type planner interface {
	kernel(r *report)
	end() error
}

func newPlanner(format string, io streams) planner {
	if format == "json" {
		return &jsonPlanner{out: io.out, results: []jsonPlan{}}
	}
	return &textPlanner{out: io.out}
}

// textPlanner writes a table of steps for each kernel, and who decided what in the end.
type textPlanner struct{ out io.Writer }

func (t *textPlanner) kernel(r *report) {
	if r.plan == nil {
		return // what stopped it is among the diagnostics
	}
	fmt.Fprintf(t.out, "%s: kernel %s (%s): %s\n", r.where(), r.Kernel, r.Launch.Text(), r.Outcome)
	for _, line := range r.plan.Lines() {
		fmt.Fprintln(t.out, "  "+line)
	}
	fmt.Fprintln(t.out, "  verdict: "+decidedText(r.Properties))
}

func (t *textPlanner) end() error { return nil }

// decidedText names status and engine of each property, those with the same together.
func decidedText(properties []verdict.Property) string {
	var order []string
	names := map[string][]string{}
	for _, p := range properties {
		what := string(p.Status) + " by " + p.Engine
		if p.Status == claim.Unknown {
			what = "open"
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
	jsonPlans struct {
		Tool    string     `json:"tool"`
		Version string     `json:"version"`
		Results []jsonPlan `json:"results"`
	}
	jsonPlan struct {
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

// jsonPlanner writes one object when all kernels are through.
type jsonPlanner struct {
	out     io.Writer
	results []jsonPlan
}

func (j *jsonPlanner) kernel(r *report) {
	p := jsonPlan{
		File: r.file, Kernel: r.Kernel, Line: r.Pos.Line, Verdict: string(r.Outcome),
		Steps: []*trace.Step{}, Properties: []jsonPlanStatus{},
	}
	if r.plan != nil {
		p.Steps = append(p.Steps, r.plan.Steps...)
	}
	for _, q := range r.Properties {
		p.Properties = append(p.Properties, jsonPlanStatus{string(q.Name), string(q.Status), q.Engine})
	}
	j.results = append(j.results, p)
}

func (j *jsonPlanner) end() error {
	enc := json.NewEncoder(j.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(jsonPlans{Tool: "gv2", Version: version(), Results: j.results})
}
