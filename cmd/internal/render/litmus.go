//go:build !exact

package render

import (
	"encoding/json"
	"fmt"
	"io"

	"gv2/frontend/diag"
	"gv2/runtime/memory"
	"gv2/runtime/memory/litmus"
)

// Litmus is the answer to the condition of one kernel.
type Litmus struct {
	File      string
	Kernel    string
	Pos       diag.Pos
	Condition string
	*litmus.Decision
}

// textLitmus writes a line for each kernel, and the execution below it.
type textLitmus struct{ out io.Writer }

func newTextLitmus(o Options) Writer[Litmus] { return &textLitmus{out: o.Out} }

func (t *textLitmus) Add(l *Litmus) {
	fmt.Fprintf(t.out, "%s: kernel %s: %s: %s\n", l.Pos, l.Kernel, l.Outcome, l.Condition)
	switch {
	case l.Outcome == litmus.Undecided:
		fmt.Fprintf(t.out, "  %s\n", l.Why)
		return
	case l.Outcome == litmus.Forbidden && l.Execution == nil:
		fmt.Fprintln(t.out, "  no execution has these values: no thread writes them, or only one that has read them before")
		return
	case l.Outcome == litmus.Forbidden:
		fmt.Fprintf(t.out, "  by the axiom %s: %s\n", l.Axiom, axioms[l.Axiom])
		for _, s := range l.Execution.Witness {
			fmt.Fprintf(t.out, "    %s (%s)  %s  %s (%s)\n", s.From.Text, place(&s.From), relationText(s.By), s.To.Text, place(&s.To))
		}
	case l.Races:
		fmt.Fprintln(t.out, "  in this execution, in which accesses race:")
	default:
		fmt.Fprintln(t.out, "  in this execution:")
	}
	for _, th := range l.Execution.Threads {
		fmt.Fprintf(t.out, "  %s\n", th.Name)
		for _, e := range th.Events {
			from := ""
			if e.From != "" {
				from = ", written by " + e.From
				if e.From == "the initial value" {
					from = ", " + e.From
				}
			}
			fmt.Fprintf(t.out, "    line %-4d %s%s\n", e.Pos.Line, e.Text, from)
		}
	}
}

func place(e *litmus.Event) string {
	if !e.Pos.Valid() {
		return e.Thread
	}
	return fmt.Sprintf("line %d, %s", e.Pos.Line, e.Thread)
}

// relationText is what stands between two events.
func relationText(by memory.Relation) string {
	if by == memory.ProgramOrder {
		return "is in program order before"
	}
	return string(by)
}

// axioms says what each demands, for people.
var axioms = map[memory.Axiom]string{
	memory.Coherence:     "writes that are ordered by causality take effect in that order",
	memory.FenceSC:       "sequentially consistent fences are in one order, which agrees with causality",
	memory.Atomicity:     "no other write comes between the two halves of an atomic",
	memory.NoThinAir:     "no value is the cause of itself",
	memory.SCPerLocation: "strong accesses to one place are in one order, which agrees with that of each thread",
	memory.Causality:     "a read observes no write that comes after it, and none that another one before it has replaced",
}

func (t *textLitmus) End() error { return nil }

type (
	jsonLitmusDocument struct {
		Tool    string       `json:"tool"`
		Version string       `json:"version"`
		Results []jsonLitmus `json:"results"`
	}
	jsonLitmus struct {
		File       string             `json:"file"`
		Kernel     string             `json:"kernel"`
		Line       int                `json:"line"`
		Condition  string             `json:"condition"`
		Outcome    string             `json:"outcome"`
		Reason     string             `json:"reason,omitempty"`
		Axiom      string             `json:"axiom,omitempty"`
		Races      bool               `json:"races,omitempty"`
		Executions int                `json:"executions,omitempty"`
		Threads    []jsonLitmusThread `json:"threads,omitempty"`
		Cycle      []jsonLitmusStep   `json:"cycle,omitempty"`
	}
	jsonLitmusThread struct {
		Name   string            `json:"name"`
		Events []jsonLitmusEvent `json:"events"`
	}
	jsonLitmusEvent struct {
		Line   int    `json:"line,omitempty"`
		Event  string `json:"event"`
		Thread string `json:"thread,omitempty"`
		From   string `json:"from,omitempty"`
	}
	jsonLitmusStep struct {
		From jsonLitmusEvent `json:"from"`
		By   memory.Relation `json:"by"`
		To   jsonLitmusEvent `json:"to"`
	}
	jsonLitmusWriter struct {
		Options
		results []jsonLitmus
	}
)

func newJSONLitmus(o Options) Writer[Litmus] {
	return &jsonLitmusWriter{Options: o, results: []jsonLitmus{}}
}

func (j *jsonLitmusWriter) Add(l *Litmus) {
	out := jsonLitmus{File: l.File, Kernel: l.Kernel, Line: l.Pos.Line, Condition: l.Condition, Outcome: l.Outcome.String(),
		Reason: l.Why, Races: l.Races, Executions: l.Executions}
	if l.Outcome == litmus.Forbidden {
		out.Axiom = memory.NoThinAir.String()
		if l.Execution != nil {
			out.Axiom = l.Axiom.String()
		}
	}
	if l.Execution != nil {
		for _, th := range l.Execution.Threads {
			events := []jsonLitmusEvent{}
			for _, e := range th.Events {
				events = append(events, jsonLitmusEvent{Line: e.Pos.Line, Event: e.Text, From: e.From})
			}
			out.Threads = append(out.Threads, jsonLitmusThread{th.Name, events})
		}
		for _, s := range l.Execution.Witness {
			out.Cycle = append(out.Cycle, jsonLitmusStep{jsonOf(&s.From), s.By, jsonOf(&s.To)})
		}
	}
	j.results = append(j.results, out)
}

func jsonOf(e *litmus.Event) jsonLitmusEvent {
	return jsonLitmusEvent{Line: e.Pos.Line, Event: e.Text, Thread: e.Thread}
}

func (j *jsonLitmusWriter) End() error {
	enc := json.NewEncoder(j.Out)
	enc.SetIndent("", "  ")
	return enc.Encode(jsonLitmusDocument{"gv2", j.Version, j.results})
}
