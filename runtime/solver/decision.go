package solver

import (
	"fmt"
	"math"
	"strings"
	"time"

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
	// spent are units of the solver that questions about parts have taken.
	spent int64
}

// The answers of a solver, and none.
const (
	isSat     = "sat"
	isUnsat   = "unsat"
	isUnknown = "unknown"
	isLate    = "late" // a limit was met
	isOver    = "over" // one for all questions
)

// reply is an answer. Cause says why it is none, and said the solver's reason for that or
// for knowing nothing.
type reply struct {
	says  string
	cause Cause
	said  string
}

// verify finds the checks that fail: one, then another one with those off, until none
// is left or there are enough.
func (d *decision) verify() error {
	limit := d.limit()
	for len(d.result.failures) < limit {
		says, err := d.check("")
		if err != nil {
			return err
		}
		switch says.says {
		case isUnsat:
			return nil
		case isLate:
			return d.late(says, d.apart)
		}
		found, ok, err := d.read()
		if err != nil {
			return err
		}
		if !ok || d.off[found.Checks[0].Off] {
			if says.says == isSat && d.untold {
				return d.late(d.noModel(), d.apart)
			}
			if says.says == isSat {
				return d.nonsense()
			}
			if d.w.q.opts.Whole {
				d.unanswered(nil, says)
				return nil
			}
			return d.apart(single(d.left()))
		}
		if err := d.fail(found, says); err != nil {
			return err
		}
	}
	return nil
}

// show finds out whether all checks hold by what is known of one thread, and nothing else: it leaves the procedure open where
// they may not, and at least half of the time.
func (d *decision) show() error {
	left, ok := d.w.left()
	d.result.open = true
	if !ok {
		return nil
	}
	if d.w.q.opts.Whole {
		left /= 2
	}
	says, err := d.within("", d.w.q.opts.Resources, left)
	d.result.open = says.says != isUnsat
	return err
}

func (d *decision) limit() int { return atLeast(d.w.q.opts.ErrorLimit, 5) }

// noModel is the reply of a solver that was stopped before it told its model.
func (d *decision) noModel() reply {
	if _, inTime := d.w.left(); inTime && d.w.q.opts.Resources > 0 {
		return reply{says: isLate, cause: OverEffort}
	}
	return reply{says: isLate, cause: OverTime}
}

func (d *decision) nonsense() error {
	return &ToolError{Tool: d.w.q.z.Tool, Reason: "its model of " + d.c.Name + " violates no assertion"}
}

// late notes that the condition as a whole has no answer, or asks about parts of it, where
// that is not left to another pass.
func (d *decision) late(says reply, apart func([][]*vc.Check) error) error {
	if left := d.left(); d.w.apart && len(left) > 1 {
		return apart(halves(left))
	} else if len(left) == 1 {
		d.unanswered(left[0], says)
	} else {
		d.unanswered(nil, says)
	}
	d.result.open = true
	return nil
}

// unanswered notes a check without an answer, or nil for all of them.
func (d *decision) unanswered(check *vc.Check, says reply) {
	u := Unanswered{Procedure: d.c.Name, Cause: says.cause, Said: says.said}
	if check != nil {
		u.Line, u.Related = d.line(check.Node), d.line(check.Related)
		u.LoopEntry, u.LoopStep = check.Entry, check.Step
	}
	d.result.unanswered = append(d.result.unanswered, u)
	d.result.open = d.result.open || !d.w.q.opts.Infer
}

// fail enters a check that fails, and turns it off.
func (d *decision) fail(found *vc.Found, says reply) error {
	check := found.Checks[0]
	state, err := d.state(found)
	if err != nil {
		return err
	}
	f := Failure{
		Procedure: d.c.Name, Line: d.line(check.Node), Related: d.line(check.Related),
		LoopEntry: check.Entry, LoopStep: check.Step, Unsure: says.says == isUnknown, Said: says.said, State: state, At: found.At,
	}
	d.result.failures = append(d.result.failures, f)
	if !f.Unsure {
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

// check asks whether the condition has a model.
func (d *decision) check(assuming string) (reply, error) {
	left, ok := d.w.left()
	if !ok {
		return reply{says: isLate, cause: OverTime}, nil
	}
	return d.within(assuming, d.w.q.opts.Resources, left)
}

// What a question with a limit of effort may take of the processor. Z3 takes 0.3 µs for most
// of its units, and on products of integers a hundred times that, since it does not count
// how long its numbers become; where they become very long, only a killed process ends. So much of the
// processor is no measure that an answer depends on.
const (
	leastProcessor = 2 * time.Second
	unitProcessor  = 200 * time.Microsecond
)

// within is check with a limit of the solver's own units and one of time, 0 for none.
func (d *decision) within(assuming string, resources int64, limit time.Duration) (reply, error) {
	text := ""
	if d.w.q.z.Tool == "cvc5" {
		if limit > 0 {
			text += fmt.Sprintf("(set-option :tlimit-per %d)\n", max(1, limit.Milliseconds()))
		}
	} else {
		if limit > 0 {
			text += fmt.Sprintf("(set-option :timeout %d)\n", max(1, limit.Milliseconds()))
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
	var most time.Duration
	if resources > 0 {
		most = leastProcessor + time.Duration(resources)*unitProcessor
	}
	said, err := d.w.sayWithin(text, most)
	if err != nil {
		return reply{}, err
	}
	says := strings.TrimSpace(said)
	if says != isUnknown {
		if says != isSat && says != isUnsat {
			return reply{}, &ToolError{d.w.q.z.Tool, "its answer is no answer", firstLines(said)}
		}
		return reply{says: says}, nil
	}
	why, err := d.w.say("(get-info :reason-unknown)")
	if err != nil {
		return reply{}, err
	}
	return notKnown(why, resources > 0), nil
}

// notKnown is the reply of a solver that does not know, by its reason. effort is set if it
// had a limit of its own units.
func notKnown(why string, effort bool) reply {
	why = strings.ToLower(why)
	for _, r := range []struct {
		word  string
		cause Cause
	}{{"memory", OverMemory}, {"memout", OverMemory}, {"resource", OverEffort}, {"timeout", OverTime}, {"canceled", OverTime}} {
		if strings.Contains(why, r.word) {
			if r.word == "canceled" && effort {
				r.cause = OverEffort
			}
			return reply{says: isLate, cause: r.cause}
		}
	}
	return reply{says: isUnknown, cause: GaveUp, said: incomplete(why)}
}

// incomplete is what a solver says that its method is incomplete for, as in (incomplete
// quantifiers); empty if it says nothing of the kind.
func incomplete(why string) string {
	_, what, ok := strings.Cut(why, "incomplete")
	if !ok {
		return ""
	}
	what = strings.Join(strings.FieldsFunc(what, func(c rune) bool { return strings.ContainsRune("() \"\n\t", c) }), " ")
	return strings.TrimPrefix(what, "theory ")
}

// read reads the model. One that was not there in time may be unfinished, and then it shows anything.
func (d *decision) read() (*vc.Found, bool, error) {
	if _, inTime := d.w.left(); !inTime {
		d.untold = true
		return nil, false, nil
	}
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
