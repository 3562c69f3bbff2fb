package trace

import (
	"fmt"
	"slices"
	"strings"
)

// Lines writes the trace as a table: a step a line, with the engine and the question; below
// it its parts, and then what was learned, properties of one answer together.
func (t *Trace) Lines() []string {
	name, engine := t.widths()
	var out []string
	var write func(i int) int
	write = func(i int) int {
		s := t.Steps[i]
		head := fmt.Sprintf("%-*s  %-*s  %s", name, indent(s.Depth)+s.Name, engine, s.Engine, s.Question)
		out = append(out, strings.TrimRight(head, " "))
		next := i + 1
		for next < len(t.Steps) && t.Steps[next].Depth > s.Depth {
			next = write(next)
		}
		learned := s.learned(spoken)
		if len(learned) == 0 && next == i+1 {
			learned = []string{"nothing new"}
		}
		for _, text := range learned {
			// What a part of a step has learned stands further to the right than what the
			// step has.
			out = append(out, strings.Repeat(" ", name+engine+4)+indent(s.Depth)+"-> "+text)
		}
		return next
	}
	for i := 0; i < len(t.Steps); {
		i = write(i)
	}
	return out
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// widths are those of the first two columns.
func (t *Trace) widths() (name, engine int) {
	for _, s := range t.Steps {
		name, engine = max(name, len(indent(s.Depth)+s.Name)), max(engine, len(s.Engine))
	}
	return name, engine
}

// spoken is what people read for a status; scripts read "open".
func spoken(status string) string {
	if status == "open" {
		return "undecided"
	}
	return status
}

// Learned is what the step has learned, in words: what happened, and the answers, of which
// those that differ in the property alone are joined.
func (s *Step) Learned() []string { return s.learned(func(status string) string { return status }) }

func (s *Step) learned(word func(status string) string) []string {
	out := slices.Clone(s.Notes)
	about := map[string][]string{}
	var order []string
	for _, a := range s.Answers {
		what := a.Status + "\x00" + a.Why
		if about[what] == nil {
			order = append(order, what)
		}
		about[what] = append(about[what], a.About)
	}
	for _, what := range order {
		status, why, _ := strings.Cut(what, "\x00")
		text := word(status) + ": " + strings.Join(about[what], ", ")
		if why != "" {
			text += " (" + why + ")"
		}
		out = append(out, text)
	}
	return out
}
