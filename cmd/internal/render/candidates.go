//go:build !exact

package render

import (
	"encoding/json"
	"fmt"
	"io"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/verdict"
)

// Explanation is the report on the candidate invariants of one kernel.
type Explanation struct {
	File   string
	Kernel string
	Pos    diag.Pos
	Launch kernel.Launch
	// Diags and Err are the reports of the front end, Boogie and the solver.
	Diags diag.List
	Err   error
	// Inference is nil if the kernel did not get that far.
	Inference *verdict.Inference
}

// inferred is the inference if it has candidates, else nil.
func (e *Explanation) inferred() *verdict.Inference {
	if e.Inference == nil || e.Inference.Output == nil {
		return nil
	}
	return e.Inference
}

// textExplainer writes a table for each loop and one with sums by rule.
type textExplainer struct {
	out    io.Writer
	tables int
}

func newTextCandidates(o Options) Writer[Explanation] { return &textExplainer{out: o.Out} }

var statusText = map[verdict.CandidateStatus]string{
	verdict.Survived: "survived", verdict.RefutedByRun: "refuted by running",
	verdict.RefutedByHoudini: "refuted by Houdini", verdict.Undecided: "undecided",
}

func (t *textExplainer) Add(e *Explanation) {
	in := e.inferred()
	if in == nil {
		return // the diagnostics say what stopped it
	}
	fmt.Fprintf(t.out, "%s: kernel %s (%s), integers: %s\n", e.Pos, e.Kernel, e.Launch.Text(), in.Output.Arith)
	if in.Late != "" {
		fmt.Fprintf(t.out, "  %s\n", in.Late)
	}
	if len(in.Loops) == 0 {
		fmt.Fprintln(t.out, "  no loop that needs invariants")
		return
	}
	for i := range in.Loops {
		t.loop(in, &in.Loops[i])
	}
	t.rules(in)
}

func (t *textExplainer) loop(in *verdict.Inference, l *verdict.LoopCandidates) {
	t.tables++
	part := ""
	if len(l.Procedure.Parts) > 1 {
		part = ", in " + l.Part
	}
	fmt.Fprintf(t.out, "  loop at %s, %s%s\n", l.Pos, pairText(l), part)
	for _, c := range l.Candidates {
		fmt.Fprintf(t.out, "    %-18s  %-*s  %s\n", statusText[c.Status], ruleWidth(in), c.Rule, in.Output.Readable(c.E))
	}
}

func pairText(l *verdict.LoopCandidates) string {
	if l.OtherBlock() {
		return "two threads of different blocks"
	}
	return "two threads of one block"
}

func ruleWidth(in *verdict.Inference) int {
	width := len("rule")
	for _, l := range in.Loops {
		for _, c := range l.Candidates {
			width = max(width, len(c.Rule))
		}
	}
	return width
}

func (t *textExplainer) rules(in *verdict.Inference) {
	width := ruleWidth(in)
	fmt.Fprintf(t.out, "  %-*s  %10s  %10s  %10s  %8s\n", width, "rule", "candidates", "by running", "by Houdini", "survived")
	rules, total := countRules(in)
	for _, r := range append(rules, total) {
		fmt.Fprintf(t.out, "  %-*s  %10d  %10d  %10d  %8d\n", width, r.rule, r.all,
			r.counts[verdict.RefutedByRun], r.counts[verdict.RefutedByHoudini], r.counts[verdict.Survived])
	}
}

// end explains the names that the tables use.
func (t *textExplainer) End() error {
	if t.tables == 0 {
		return nil
	}
	_, err := fmt.Fprint(t.out, `i$1 and i$2 are i in the two threads, i_start is i where the loop is entered. loop_7 and if_12_2 say
that a thread is in the loop of line 7, in a branch of line 12. logged(write a) says that a write to a
by thread 1 is on record, any one that no barrier has ordered yet: of element offset(write a), made at
place(write a), a line and column.
`)
	return err
}

// ruleCount counts the candidates of one rule by their outcome.
type ruleCount struct {
	rule   string
	all    int
	counts map[verdict.CandidateStatus]int
}

func (c *ruleCount) add(f verdict.CandidateStatus) {
	c.all++
	c.counts[f]++
}

// countRules sums up by rule, in the order of first use, and in all.
func countRules(in *verdict.Inference) (rules []*ruleCount, total *ruleCount) {
	total = &ruleCount{rule: "all", counts: map[verdict.CandidateStatus]int{}}
	by := map[string]*ruleCount{}
	for _, l := range in.Loops {
		for _, c := range l.Candidates {
			if by[c.Rule] == nil {
				by[c.Rule] = &ruleCount{rule: c.Rule, counts: map[verdict.CandidateStatus]int{}}
				rules = append(rules, by[c.Rule])
			}
			by[c.Rule].add(c.Status)
			total.add(c.Status)
		}
	}
	return rules, total
}

// The JSON document of gv2 explain --invariants.
type (
	jsonExplanations struct {
		Tool    string            `json:"tool"`
		Version string            `json:"version"`
		Results []jsonExplanation `json:"results"`
	}
	jsonExplanation struct {
		File        string           `json:"file"`
		Kernel      string           `json:"kernel"`
		Line        int              `json:"line"`
		BlockDim    *[3]int          `json:"block_dim,omitempty"`
		GridDim     *[3]int          `json:"grid_dim,omitempty"`
		Arith       string           `json:"arith,omitempty"`
		Reason      string           `json:"reason,omitempty"`
		Loops       []jsonLoop       `json:"loops"`
		Rules       []jsonRule       `json:"rules"`
		Diagnostics []jsonDiagnostic `json:"diagnostics,omitempty"`
	}
	jsonLoop struct {
		Procedure  string          `json:"procedure"`
		Threads    string          `json:"threads"` // same-block, other-block
		File       string          `json:"file,omitempty"`
		Line       int             `json:"line,omitempty"`
		Col        int             `json:"col,omitempty"`
		Candidates []jsonCandidate `json:"candidates"`
	}
	jsonCandidate struct {
		Rule  string `json:"rule"`
		Text  string `json:"text"`
		Name  string `json:"name"` // of the constant in gv2 translate
		State string `json:"state"`
	}
	jsonRule struct {
		Rule             string `json:"rule"`
		Candidates       int    `json:"candidates"`
		RefutedByRun     int    `json:"refuted_by_run"`
		RefutedByHoudini int    `json:"refuted_by_houdini"`
		Undecided        int    `json:"undecided"`
		Survived         int    `json:"survived"`
	}
)

// jsonExplainer writes one object after all kernels.
type jsonExplainer struct {
	Options
	results []jsonExplanation
}

func newJSONCandidates(o Options) Writer[Explanation] { return &jsonExplainer{Options: o} }

func (j *jsonExplainer) Add(e *Explanation) {
	r := jsonExplanation{
		File: e.File, Kernel: e.Kernel, Line: e.Pos.Line, Loops: []jsonLoop{}, Rules: []jsonRule{},
		Diagnostics: jsonDiagnosticsOf(&e.Diags),
	}
	if e.Err != nil {
		r.Reason = FirstLine(e.Err.Error())
	}
	if in := e.inferred(); in != nil {
		p := e.Launch.Program()
		r.BlockDim, r.GridDim, r.Arith = &p.BlockDim, &p.GridDim, in.Output.Arith.String()
		if r.Reason == "" {
			r.Reason = in.Late
		}
		r.fill(in)
	}
	j.results = append(j.results, r)
}

func (r *jsonExplanation) fill(in *verdict.Inference) {
	for i := range in.Loops {
		l := &in.Loops[i]
		out := jsonLoop{Procedure: l.Part, Threads: "same-block", File: l.Pos.File, Line: l.Pos.Line, Col: l.Pos.Col}
		if l.OtherBlock() {
			out.Threads = "other-block"
		}
		for _, c := range l.Candidates {
			out.Candidates = append(out.Candidates, jsonCandidate{c.Rule, in.Output.Readable(c.E), c.Name, string(c.Status)})
		}
		r.Loops = append(r.Loops, out)
	}
	rules, _ := countRules(in)
	for _, c := range rules {
		r.Rules = append(r.Rules, jsonRule{c.rule, c.all, c.counts[verdict.RefutedByRun], c.counts[verdict.RefutedByHoudini],
			c.counts[verdict.Undecided], c.counts[verdict.Survived]})
	}
}

func (j *jsonExplainer) End() error {
	enc := json.NewEncoder(j.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(jsonExplanations{Tool: "gv2", Version: j.Version, Results: j.results})
}
