package main

import (
	"encoding/json"
	"fmt"
	"io"

	"gv2/predicate/fact"
	"gv2/runtime/verdict"
)

// textExplainer writes a table for each loop and one that sums up by rule.
type textExplainer struct {
	out    io.Writer
	tables int
}

var fateText = map[verdict.Fate]string{
	verdict.Survived: "survived", verdict.RefutedByRun: "refuted by running",
	verdict.RefutedByHoudini: "refuted by Houdini", verdict.Undecided: "undecided",
}

func (t *textExplainer) kernel(e *explanation) {
	if e.Inference == nil || e.Output == nil {
		return // what stopped it is among the diagnostics
	}
	fmt.Fprintf(t.out, "%s: kernel %s (%s), integers: %s\n", e.pos, e.kernel, e.launch.Text(), e.Output.Arith)
	if e.Late != "" {
		fmt.Fprintf(t.out, "  %s\n", e.Late)
	}
	if len(e.Loops) == 0 {
		fmt.Fprintln(t.out, "  no loop that needs invariants")
		return
	}
	for i := range e.Loops {
		t.loop(e, &e.Loops[i])
	}
	t.rules(e.Inference)
}

func (t *textExplainer) loop(e *explanation, l *verdict.LoopCandidates) {
	t.tables++
	part := ""
	if len(l.Procedure.Parts) > 1 {
		part = ", in " + l.Part
	}
	fmt.Fprintf(t.out, "  loop at %s, %s%s\n", l.Pos, pairText(l.Procedure.Pair), part)
	for _, c := range l.Candidates {
		fmt.Fprintf(t.out, "    %-18s  %-*s  %s\n", fateText[c.Fate], ruleWidth(e.Inference), c.Rule, e.Output.Readable(c.E))
	}
}

func pairText(p fact.Pair) string {
	if p == fact.OtherBlock {
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
			r.fates[verdict.RefutedByRun], r.fates[verdict.RefutedByHoudini], r.fates[verdict.Survived])
	}
}

// end explains the names that the tables use.
func (t *textExplainer) end() error {
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

// jsonExplainer writes one object when all kernels are through.
type jsonExplainer struct {
	out     io.Writer
	results []jsonExplanation
}

func (j *jsonExplainer) kernel(e *explanation) {
	r := jsonExplanation{
		File: e.file, Kernel: e.kernel, Line: e.pos.Line, Loops: []jsonLoop{}, Rules: []jsonRule{},
		Diagnostics: jsonDiagnosticsOf(&e.diags),
	}
	if e.err != nil {
		r.Reason = firstLine(e.err.Error())
	}
	if e.Inference != nil && e.Output != nil {
		r.BlockDim, r.GridDim, r.Arith = &e.launch.BlockDim, &e.launch.GridDim, e.Output.Arith.String()
		if r.Reason == "" {
			r.Reason = e.Late
		}
		r.fill(e)
	}
	j.results = append(j.results, r)
}

func (r *jsonExplanation) fill(e *explanation) {
	for i := range e.Loops {
		l := &e.Loops[i]
		out := jsonLoop{Procedure: l.Part, Threads: "same-block", File: l.Pos.File, Line: l.Pos.Line, Col: l.Pos.Col}
		if l.Procedure.Pair == fact.OtherBlock {
			out.Threads = "other-block"
		}
		for _, c := range l.Candidates {
			out.Candidates = append(out.Candidates, jsonCandidate{c.Rule, e.Output.Readable(c.E), c.Name, string(c.Fate)})
		}
		r.Loops = append(r.Loops, out)
	}
	rules, _ := countRules(e.Inference)
	for _, c := range rules {
		r.Rules = append(r.Rules, jsonRule{c.rule, c.all, c.fates[verdict.RefutedByRun], c.fates[verdict.RefutedByHoudini],
			c.fates[verdict.Undecided], c.fates[verdict.Survived]})
	}
}

func (j *jsonExplainer) end() error {
	enc := json.NewEncoder(j.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(jsonExplanations{Tool: "gv2", Version: version(), Results: j.results})
}
