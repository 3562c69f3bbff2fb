package solver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gv2/boogie/vc"
)

// smtWorker asks about one procedure after the other.
type smtWorker struct {
	q     *smtQuestion
	p     *smtProcess
	until time.Time // for the procedure at hand; none where time is not limited
	// apart is set where parts of a condition are asked about if the whole has no answer, and
	// again where the whole was asked about before.
	apart, again bool
	ready        func() // called when there is a process that knows the program
}

func (w *smtWorker) end() {
	if w.p != nil {
		w.q.z.give(w.q.argv, w.p)
	}
}

// procedure decides one, with another process if the first one fails. before is what another
// pass has found out.
func (w *smtWorker) procedure(name string, before smtResult) smtResult {
	whole := func(r smtResult, cause Cause) smtResult {
		r.open, r.unanswered = true, append(r.unanswered, Unanswered{Procedure: name, Cause: cause})
		return r
	}
	if _, ok := w.left(); !ok || w.q.ctx.Err() != nil {
		return whole(smtResult{dropped: before.dropped}, OverTime)
	}
	condition := w.q.module.Condition
	if w.again || w.q.opts.Minimal {
		condition = w.q.module.WithAll
	}
	c, err := condition(name)
	if err != nil {
		return smtResult{err: &ToolError{Tool: w.q.z.Tool, Reason: err.Error()}}
	}
	for attempt := 0; ; attempt++ {
		r, err := w.attempt(c, before.dropped)
		// What is not shown may follow from what was left out.
		if c.Fewer() && (err != nil || r.open) && w.q.ctx.Err() == nil {
			if c, err = w.q.module.WithAll(name); err == nil {
				r, err = w.attempt(c, before.dropped)
			}
		}
		var memory *memoryError
		var crashed *crashError
		switch {
		case err == nil:
			return r
		case errors.Is(err, errLate), w.q.ctx.Err() != nil:
			return whole(r, OverTime)
		case errors.Is(err, errSpent):
			return whole(r, OverEffort)
		case errors.As(err, &memory):
			return whole(r, OverMemory)
		case errors.As(err, &crashed) && attempt > 0:
			return smtResult{err: &ToolError{w.q.z.Tool, "it ends at the start of a program", firstLines(crashed.said)}}
		case errors.Is(err, errEnded) && attempt == 0, errors.As(err, &crashed):
		case errors.Is(err, errEnded):
			return whole(r, Crashed)
		default:
			return smtResult{err: err}
		}
	}
}

// crashError means that a solver ended before it was asked anything.
type crashError struct{ said string }

func (*crashError) Error() string { return "the solver ends at the start of a program" }

type memoryError struct{}

func (*memoryError) Error() string { return "out of memory" }

// left is the time left, zero for no limit; false where none is left.
func (w *smtWorker) left() (time.Duration, bool) {
	if w.q.opts.Timeout <= 0 {
		return 0, true
	}
	d := time.Until(w.until)
	return d, d > 0
}

// late is how long past its limit a solver may take to notice it.
const late = 500 * time.Millisecond

// say sends text. An error that the solver reports is a fault, unless it is the end of
// its memory.
func (w *smtWorker) say(text string) (string, error) { return w.sayWithin(text, 0) }

// sayWithin is say with a limit of processor time, 0 for none.
func (w *smtWorker) sayWithin(text string, processor time.Duration) (string, error) {
	grace := time.Duration(0)
	if left, _ := w.left(); w.q.opts.Timeout > 0 {
		grace = max(left, 0) + late
	}
	said, err := w.p.ask(w.q.ctx, text, grace, processor)
	if strings.Contains(said, "(error ") || strings.Contains(said, "out of memory") {
		if strings.Contains(said, "out of memory") {
			w.p.close()
			return said, &memoryError{}
		}
		if err == nil && !harmless(said) && !strings.Contains(said, "resource limit exceeded") {
			w.p.close()
			return said, &ToolError{w.q.z.Tool, "it reports an error", firstLines(said)}
		}
	}
	return said, err
}

// arithmetic says how Z3 is to reason about sums. What a process was told stays with it through (reset), so each program says it.
func (o Options) arithmetic() string {
	solver, equalities := 6, true
	if o.Simplex {
		// Its older method takes a half to a third of the time on sums of a few counters, and finds less on products.
		solver = 2
	}
	if o.Halves {
		// To tell the solver's other parts which sums are equal costs more than it saves in proofs that count generations.
		equalities = false
	}
	return fmt.Sprintf("(set-option :smt.arith.solver %d)\n(set-option :smt.arith.propagate_eqs %t)", solver, equalities)
}

// simplexUnits is how many units of Options.Simplex count as one: for the same program it counts two to three times as many, in less time.
const simplexUnits = 3

// begin gives the worker a process that knows the program.
func (w *smtWorker) begin() error {
	if w.p != nil && !w.p.spent {
		return nil
	}
	defer w.ready()
	p, err := w.q.z.take(w.q.argv)
	if err != nil {
		return &ToolError{Tool: w.q.z.Tool, Reason: err.Error()}
	}
	w.p = p
	options := w.q.z.Options
	if options == nil {
		options = z3Options
		if w.q.z.Tool == "cvc5" {
			options = cvc5Options
		}
	}
	if w.q.opts.Minimal && w.q.z.Tool != "cvc5" {
		options = append(slices.Clone(options), "(set-option :produce-unsat-cores true)")
	}
	if w.q.z.Tool != "cvc5" && w.q.z.Options == nil {
		options = append(slices.Clone(options), w.q.opts.arithmetic())
	}
	text := "(reset)\n" + w.unlimited() + strings.Join(options, "\n") + "\n"
	said, err := w.say(text + w.q.module.Prelude())
	if errors.Is(err, errEnded) {
		return &crashError{said}
	}
	return err
}

// unlimited takes the limit of the solver's own units away. What is set where a formula
// begins bounds all questions about it, whatever is set later.
func (w *smtWorker) unlimited() string {
	if !w.p.limited {
		return ""
	}
	w.p.limited = false
	return "(set-option :rlimit 0)\n"
}

// attempt decides the condition of a procedure, of which candidates are known to fail.
func (w *smtWorker) attempt(c *vc.Condition, fail map[string]bool) (smtResult, error) {
	if err := w.begin(); err != nil {
		return smtResult{}, err
	}
	if _, err := w.say(w.unlimited() + "(push 1)\n" + c.Text); err != nil {
		return smtResult{}, err
	}
	d := &decision{w: w, c: c, dropped: map[string]bool{}, off: map[string]bool{}}
	for _, check := range c.Checks {
		if fail[check.Candidate] {
			if _, err := d.drop([]*vc.Check{check}); err != nil {
				return smtResult{}, err
			}
		}
	}
	err := d.decide()
	d.result.dropped = d.dropped
	slices.SortFunc(d.result.failures, func(f, g Failure) int { return cmp.Compare(f.Line, g.Line) })
	if err != nil {
		return d.result, err
	}
	_, err = w.say("(pop 1)")
	return d.result, err
}

func (d *decision) decide() error {
	left := d.left()
	parts := d.w.again && len(left) > 1 // the whole has no answer
	switch {
	case d.c.Fewer():
		return d.show()
	case d.w.q.opts.Minimal:
		return d.minimise()
	case d.w.q.opts.Infer && parts:
		return d.inferApart(halves(left))
	case d.w.q.opts.Infer:
		return d.infer()
	case parts:
		return d.apart(halves(left))
	}
	return d.verify()
}
