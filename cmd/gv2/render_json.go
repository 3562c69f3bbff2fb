package main

import (
	"encoding/json"
	"io"
	"strings"

	"gv2/runtime/verdict"
)

// The JSON document. Field names are part of the contract; what is not known is
// left out.
type (
	jsonDocument struct {
		Tool    string       `json:"tool"`
		Version string       `json:"version"`
		Results []jsonResult `json:"results"`
	}
	jsonResult struct {
		File        string           `json:"file"`
		Kernel      string           `json:"kernel,omitempty"`
		Line        int              `json:"line,omitempty"`
		BlockDim    *[3]int          `json:"block_dim,omitempty"`
		GridDim     *[3]int          `json:"grid_dim,omitempty"`
		Verdict     string           `json:"verdict"`
		Reason      string           `json:"reason,omitempty"`
		Properties  []jsonProperty   `json:"properties"`
		Findings    []jsonFinding    `json:"findings"`
		Assumptions []string         `json:"assumptions"`
		Diagnostics []jsonDiagnostic `json:"diagnostics,omitempty"`
		Arith       string           `json:"arith,omitempty"`
		ArithReason string           `json:"arith_reason,omitempty"`
		Stats       *jsonStats       `json:"stats,omitempty"`
	}
	jsonProperty struct {
		Property string  `json:"property"`
		Status   string  `json:"status"`
		Engine   string  `json:"engine"`
		Seconds  float64 `json:"seconds"`
		Reason   string  `json:"reason,omitempty"`
	}
	jsonFinding struct {
		Property string            `json:"property"`
		Kind     string            `json:"kind"`
		Severity string            `json:"severity"`
		Array    string            `json:"array,omitempty"`
		Space    string            `json:"space,omitempty"`
		Index    *int64            `json:"index,omitempty"`
		Message  string            `json:"message"`
		Accesses []jsonAccess      `json:"accesses"`
		Values   map[string]string `json:"values,omitempty"`
		Count    int               `json:"count"`
	}
	jsonAccess struct {
		File   string    `json:"file"`
		Line   int       `json:"line"`
		Col    int       `json:"col"`
		Kind   string    `json:"kind"`
		Thread *[3]int64 `json:"thread,omitempty"`
		Block  *[3]int64 `json:"block,omitempty"`
		Calls  []string  `json:"calls,omitempty"`
	}
	jsonDiagnostic struct {
		File     string `json:"file"`
		Line     int    `json:"line,omitempty"`
		Col      int    `json:"col,omitempty"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
	}
	jsonStats struct {
		BoogieLines   int     `json:"boogie_lines"`
		Candidates    int     `json:"candidates"`
		SolverRuns    int     `json:"solver_runs"`
		SolverSeconds float64 `json:"solver_seconds"`
		Seconds       float64 `json:"seconds"`
	}
)

// jsonRenderer writes one object when all results are there.
type jsonRenderer struct {
	out     io.Writer
	results []jsonResult
}

func (j *jsonRenderer) result(r *report) { j.results = append(j.results, jsonOf(r)) }

func (j *jsonRenderer) end() error {
	enc := json.NewEncoder(j.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	results := j.results
	if results == nil {
		results = []jsonResult{}
	}
	return enc.Encode(jsonDocument{Tool: "gv2", Version: version(), Results: results})
}

func jsonOf(r *report) jsonResult {
	out := jsonResult{
		File: r.file, Kernel: r.Kernel, Line: r.Pos.Line,
		Verdict:     string(r.Outcome),
		Properties:  []jsonProperty{},
		Findings:    []jsonFinding{},
		Assumptions: append([]string{}, r.Assumptions...),
		Diagnostics: jsonDiagnostics(r),
		Arith:       r.Arith, ArithReason: r.ArithWhy,
	}
	if r.Outcome != verdict.KernelProved && r.Outcome != verdict.KernelRefuted {
		out.Reason = strings.TrimSpace(firstLine(r.why()))
	}
	if l := r.launch(); l != nil {
		out.BlockDim, out.GridDim = &l.BlockDim, &l.GridDim
	}
	for _, p := range r.Properties {
		out.Properties = append(out.Properties, jsonProperty{p.Name, string(p.Status), p.Engine, p.Seconds, p.Reason})
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, jsonFindingOf(&r.Findings[i]))
	}
	if s := r.Stats; s.Runs > 0 {
		out.Stats = &jsonStats{s.BoogieLines, s.Candidates, s.Runs, s.Solver, s.Seconds}
	}
	return out
}

func jsonFindingOf(f *verdict.Finding) jsonFinding {
	out := jsonFinding{
		Property: f.Property, Kind: f.Kind, Severity: string(f.Severity),
		Array: f.Array, Space: f.Space, Index: f.Index, Message: f.Message,
		Values: f.Values, Count: f.Count,
	}
	for _, a := range f.Accesses {
		access := jsonAccess{
			File: a.Src.Pos.File, Line: a.Src.Pos.Line, Col: a.Src.Pos.Col,
			Kind: a.Kind, Thread: a.Thread, Block: a.Block,
		}
		for _, call := range a.Src.Calls {
			access.Calls = append(access.Calls, call.String())
		}
		out.Accesses = append(out.Accesses, access)
	}
	return out
}

func jsonDiagnostics(r *report) []jsonDiagnostic {
	var out []jsonDiagnostic
	for _, d := range r.Diags.Sorted() {
		out = append(out, jsonDiagnostic{d.Pos.File, d.Pos.Line, d.Pos.Col, d.Severity.String(), d.Message})
	}
	return out
}
