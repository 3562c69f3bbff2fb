// Package trace records how gv2 reached the verdict on a kernel: which steps were
// taken, what each asked of which engine, and what it learned.
//
// In: the decision path opens a step, says what it asks, and closes the step with
// what has changed. Out: a Trace, which people read (gv2 explain --plan) and which
// tests compare. A trace depends on the kernel and the options alone: it has no
// times, and no numbers that depend on the machine. It decides nothing; the code that
// records none calls the same methods on a nil Trace.
package trace

import (
	"cmp"
	"slices"
	"strings"
)

// Trace is the steps of one decision, in the order in which they began.
type Trace struct {
	Steps []*Step
	// Told hears of what is being asked, whenever that changes; nil for nobody.
	Told func(doing string)
	// open are the steps that have begun and not ended, the outermost first.
	open []*Step
}

// Step is one step of the plan, or a part of one.
type Step struct {
	// Depth is how many steps this one is a part of.
	Depth int `json:"depth"`
	// Name is the step's own, as in any-block.
	Name string `json:"step"`
	// Engine is who was asked: weft, boogie, run or execution. Empty where no engine is.
	Engine string `json:"engine,omitempty"`
	// Question is what was asked: of which kernel, for which values, in which model.
	Question string `json:"question,omitempty"`
	// Notes are what happened on the way.
	Notes []string `json:"notes,omitempty"`
	// Answers are what was learned, in the order of reports.
	Answers []Answer `json:"answers,omitempty"`
}

// Answer is what a step says about a property or a part of one.
type Answer struct {
	// About is the property, with its part where a step tells parts apart.
	About string `json:"about"`
	// Status is what the step leaves it at: proved, refuted, bounded, open and their like.
	Status string `json:"status"`
	// Why is the reason, or what the answer rests on.
	Why string `json:"why,omitempty"`
}

// Begin opens a step, inside the one that is open.
func (t *Trace) Begin(name string) *Step {
	if t == nil {
		return nil
	}
	s := &Step{Depth: len(t.open), Name: name}
	t.Steps = append(t.Steps, s)
	t.open = append(t.open, s)
	t.tell()
	return s
}

// Ask notes what the innermost open step asks which engine.
func (t *Trace) Ask(engine, question string) {
	if s := t.current(); s != nil {
		s.Engine, s.Question = engine, question
		t.tell()
	}
}

// tell says what the open steps ask, the outermost first.
func (t *Trace) tell() {
	if t.Told == nil {
		return
	}
	var parts []string
	for _, s := range t.open {
		parts = append(parts, cmp.Or(s.Question, strings.ReplaceAll(s.Name, "-", " ")))
	}
	t.Told(strings.Join(parts, "; "))
}

// Means says what a step without a question is about, once it has learned something.
func (t *Trace) Means(s *Step, text string) {
	if s != nil && s.Question == "" && len(s.Answers) > 0 {
		s.Question = text
	}
}

// Note adds what happened to the innermost open step, once.
func (t *Trace) Note(text string) {
	if s := t.current(); s != nil && text != "" && !slices.Contains(s.Notes, text) {
		s.Notes = append(s.Notes, text)
	}
}

// Says adds an answer to the innermost open step.
func (t *Trace) Says(a Answer) {
	if s := t.current(); s != nil {
		s.Answers = append(s.Answers, a)
	}
}

// Close closes what is open inside a step, so that answers are the step's own again.
func (t *Trace) Close(s *Step) {
	if t != nil && s != nil {
		t.open = t.open[:s.Depth+1]
	}
}

// End closes a step, and all that are open inside it. A step that asked nothing and
// learned nothing is dropped: it did not apply.
func (t *Trace) End(s *Step) {
	if t == nil || s == nil {
		return
	}
	t.open = t.open[:s.Depth]
	last := len(t.Steps) - 1
	if t.Steps[last] == s && s.Engine == "" && s.Question == "" && len(s.Notes)+len(s.Answers) == 0 {
		t.Steps = t.Steps[:last]
	}
}

// Recording reports whether anybody listens.
func (t *Trace) Recording() bool { return t != nil }

func (t *Trace) current() *Step {
	if t == nil || len(t.open) == 0 {
		return nil
	}
	return t.open[len(t.open)-1]
}
