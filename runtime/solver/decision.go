package solver

import (
	"fmt"
	"math"
	"strings"

	"gv2/boogie/vc"
)

// decision is a condition that is being decided.
type decision struct {
	w       *smtWorker
	c       *vc.Condition
	result  smtResult
	dropped map[string]bool
	off     map[string]bool
	untold  bool // the solver did not tell the values that it was asked for last
	bounds  int  // symbols made for smaller values
}

// verify finds the checks that fail: one, then another one with those off, until none
// is left or there are enough.
func (d *decision) verify() error {
	d.off = map[string]bool{}
	limit := atLeast(d.w.q.opts.ErrorLimit, 5)
	for len(d.result.failures) < limit {
		says, err := d.check("")
		if err != nil {
			return err
		}
		switch says {
		case "unsat":
			return nil
		case "sat", "unknown":
		default:
			d.result.open, d.result.timedOut, d.result.why = true, true, says
			return nil
		}
		found, ok, err := d.read()
		if err != nil {
			return err
		}
		if !ok || d.off[found.Checks[0].Off] {
			if says == "sat" && d.untold {
				d.result.open, d.result.timedOut, d.result.why = true, true, "the solver was stopped before it told its model"
				return nil
			}
			if says == "sat" {
				return &ToolError{Tool: d.w.q.z.Tool, Reason: "its model of " + d.c.Name + " violates no assertion"}
			}
			return d.oneByOne(limit)
		}
		if err := d.fail(found, says == "unknown"); err != nil {
			return err
		}
	}
	return nil
}

// oneByOne asks about each check alone, where the solver gives up on all of them.
func (d *decision) oneByOne(limit int) error {
	for _, check := range d.c.Checks {
		if d.off[check.Off] || len(d.result.failures) >= limit {
			continue
		}
		var others []string
		for _, other := range d.c.Checks {
			if other != check && !d.off[other.Off] {
				others = append(others, other.Off)
			}
		}
		says, err := d.check(strings.Join(others, " "))
		if err != nil {
			return err
		}
		switch says {
		case "unsat":
		case "sat", "unknown":
			found, ok, err := d.read()
			if err != nil {
				return err
			}
			if !ok || found.Checks[0] != check {
				found = &vc.Found{Checks: []*vc.Check{check}}
			}
			if err := d.fail(found, says == "unknown"); err != nil {
				return err
			}
		default:
			d.result.open, d.result.timedOut, d.result.why = true, true, says
			return nil
		}
	}
	return nil
}

// fail enters a check that fails, and turns it off.
func (d *decision) fail(found *vc.Found, unsure bool) error {
	check := found.Checks[0]
	state, err := d.state(found)
	if err != nil {
		return err
	}
	f := Failure{
		Procedure: d.c.Name, Line: d.line(check.Node), Related: d.line(check.Related),
		LoopEntry: check.Entry, LoopStep: check.Step, Unsure: unsure, State: state, At: found.At,
	}
	d.result.failures = append(d.result.failures, f)
	if !unsure {
		found, state, err = d.smaller(found, state)
		if err != nil {
			return err
		}
		last := &d.result.failures[len(d.result.failures)-1]
		last.State, last.At = state, found.At
	}
	d.off[check.Off] = true
	_, err = d.w.say("(assert " + check.Off + ")")
	return err
}

func (d *decision) line(node int) int {
	if node < 0 || node >= len(d.w.q.lines) {
		return 0
	}
	return d.w.q.lines[node]
}

// check asks whether the condition has a model: sat, unsat, unknown, or why there is no
// answer.
func (d *decision) check(assuming string) (string, error) {
	return d.within(assuming, d.w.q.opts.Resources)
}

// within is check with a limit of the solver's own units, 0 for none.
func (d *decision) within(assuming string, resources int64) (string, error) {
	left, ok := d.w.left()
	if !ok {
		return "out of time", nil
	}
	text := ""
	if d.w.q.z.Tool == "cvc5" {
		if left > 0 {
			text += fmt.Sprintf("(set-option :tlimit-per %d)\n", left.Milliseconds())
		}
	} else {
		if left > 0 {
			text += fmt.Sprintf("(set-option :timeout %d)\n", max(1, left.Milliseconds()))
		}
		if p := d.w.p; resources > 0 || p.limited {
			text += fmt.Sprintf("(set-option :rlimit %d)\n", min(resources, math.MaxInt32))
			p.limited = resources > 0
		}
	}
	if assuming == "" {
		text += "(check-sat)"
	} else {
		text += "(check-sat-assuming (" + assuming + "))"
	}
	said, err := d.w.say(text)
	if err != nil {
		return "", err
	}
	says := strings.TrimSpace(said)
	if says != "unknown" {
		if says != "sat" && says != "unsat" {
			return "", &ToolError{d.w.q.z.Tool, "its answer is no answer", firstLines(said)}
		}
		return says, nil
	}
	why, err := d.w.say("(get-info :reason-unknown)")
	if err != nil {
		return "", err
	}
	for _, word := range []string{"timeout", "canceled", "resource", "memory", "memout"} {
		if strings.Contains(strings.ToLower(why), word) {
			return "out of time or resources", nil
		}
	}
	return says, nil
}

// read reads the model.
func (d *decision) read() (*vc.Found, bool, error) {
	got, err := d.values(d.c.Asks)
	if err != nil {
		return nil, false, err
	}
	values := map[string]bool{}
	for i, name := range d.c.Asks {
		switch got[i] {
		case "true":
			values[name] = true
		case "false":
			values[name] = false
		}
	}
	found, ok := d.c.Read(values)
	return found, ok, nil
}

// values asks for the values of terms in the model.
func (d *decision) values(terms []string) ([]string, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	said, err := d.w.say("(get-value (" + strings.Join(terms, " ") + "))")
	if err != nil {
		return nil, err
	}
	if strings.Contains(said, "(error ") {
		// A model that it does not have, or was stopped at: see harmless.
		d.untold = true
		return make([]string, len(terms)), nil
	}
	d.untold = false
	answer, err := parseSMT(said)
	if err != nil || len(answer.items) != len(terms) {
		return nil, &ToolError{d.w.q.z.Tool, "it gives no values", firstLines(said)}
	}
	out := make([]string, len(terms))
	for i, pair := range answer.items {
		if len(pair.items) == 2 {
			out[i] = pair.items[1].text()
		}
	}
	return out, nil
}

// state asks for the variables in the captured state.
func (d *decision) state(found *vc.Found) (map[string]string, error) {
	if found.Define != "" {
		if _, err := d.w.say(found.Define); err != nil {
			return nil, err
		}
	}
	var terms []string
	for _, v := range found.State {
		terms = append(terms, v.Term, v.Known)
	}
	got, err := d.values(terms)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, v := range found.State {
		if text, ok := value(got[2*i]); ok && got[2*i+1] == "true" {
			out[v.Name] = text
		}
	}
	return out, nil
}
