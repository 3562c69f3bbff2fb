package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"gv2/boogie"
	"gv2/boogie/vc"
)

// SMT asks a solver of SMT-LIB directly, about conditions that package vc makes. Its
// processes stay for further questions until Close.
type SMT struct {
	Tool    string   // z3 or cvc5
	Path    string   // of the executable; found on PATH if empty
	Options []string // of SMT-LIB, set before each program; nil for those of the tool

	mu   sync.Mutex
	idle map[string][]*smtProcess // by the arguments they were started with
}

// z3Options are Boogie's, except those that concern its way of asking.
var z3Options = []string{
	"(set-option :print-success false)",
	"(set-option :produce-models true)",
	"(set-option :auto_config false)",
	"(set-option :smt.phase_selection 0)",
	"(set-option :smt.restart_strategy 0)",
	"(set-option :smt.restart_factor 1.5)",
	"(set-option :smt.arith.random_initial_value true)",
	"(set-option :smt.case_split 3)",
	"(set-option :smt.delay_units true)",
	"(set-option :nnf.sk_hack true)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.qi.eager_threshold 100)",
	"(set-option :smt.bv.reflect true)",
	"(set-option :type_check true)",
}

var cvc5Options = []string{
	"(set-option :print-success false)",
	"(set-option :produce-models true)",
	"(set-logic ALL)",
}

// Close ends the processes that wait for questions.
func (z *SMT) Close() {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, ps := range z.idle {
		for _, p := range ps {
			p.close()
		}
	}
	z.idle = nil
}

// argv is the command line of the solver.
func (z *SMT) argv(o Options) ([]string, error) {
	path := z.Path
	if path == "" {
		path = z.Tool
	}
	found, err := exec.LookPath(path)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return nil, &MissingError{z.Tool}
	}
	if z.Tool == "cvc5" {
		return []string{found, "--incremental", "--lang=smt2", "--quiet"}, nil
	}
	args := []string{found, "-in", "-smt2"}
	if o.MemoryMB > 0 {
		args = append(args, "memory_max_size="+strconv.Itoa(o.MemoryMB))
	}
	return args, nil
}

func (z *SMT) take(argv []string) (*smtProcess, error) {
	key := strings.Join(argv, "\x00")
	z.mu.Lock()
	if ps := z.idle[key]; len(ps) > 0 {
		p := ps[len(ps)-1]
		z.idle[key] = ps[:len(ps)-1]
		z.mu.Unlock()
		return p, nil
	}
	z.mu.Unlock()
	return startSMT(argv)
}

func (z *SMT) give(argv []string, p *smtProcess) {
	if p.spent {
		return
	}
	key := strings.Join(argv, "\x00")
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.idle == nil {
		z.idle = map[string][]*smtProcess{}
	}
	z.idle[key] = append(z.idle[key], p)
}

// Run answers what Run of Boogie answers, in the same terms. printed must come from
// boogie.Print, whose program and lines it uses.
func (z *SMT) Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	if opts.LoopUnroll > 0 || printed.Program == nil {
		return nil, &ToolError{Tool: z.Tool, Reason: "it needs the tree of a program whose loops are unrolled already"}
	}
	argv, err := z.argv(opts)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	q := &smtQuestion{z: z, ctx: ctx, argv: argv, opts: opts, lines: printed.Lines, program: printed.Program, start: start}
	module, err := vc.New(printed.Program, vc.Options{Infer: opts.Infer, Curry: z.Tool == "cvc5"})
	if err != nil {
		return nil, &ToolError{Tool: z.Tool, Reason: err.Error()}
	}
	q.module = module
	answer, err := q.run()
	if answer != nil {
		answer.Seconds = time.Since(start).Seconds()
	}
	return answer, err
}

// smtQuestion is one call of Run.
type smtQuestion struct {
	z       *SMT
	ctx     context.Context
	argv    []string
	opts    Options
	lines   []int
	program *boogie.Program
	module  *vc.Module
	start   time.Time
}

// smtResult is what became of one procedure.
type smtResult struct {
	failures []Failure
	open     bool
	timedOut bool
	why      string // of open
	dropped  map[string]bool
	err      error
}

func (q *smtQuestion) run() (*Answer, error) {
	names := q.module.Procedures()
	results := make([]smtResult, len(names))
	next := make(chan int, len(names))
	for i := range names {
		next <- i
	}
	close(next)
	var group sync.WaitGroup
	for range max(1, min(q.opts.Cores, len(names))) {
		group.Add(1)
		go func() {
			defer group.Done()
			w := &smtWorker{q: q}
			defer w.end()
			for i := range next {
				results[i] = w.procedure(names[i])
			}
		}()
	}
	group.Wait()
	if q.ctx.Err() != nil {
		return nil, q.ctx.Err()
	}
	return q.answer(names, results)
}

func (q *smtQuestion) answer(names []string, results []smtResult) (*Answer, error) {
	a := &Answer{Inferred: map[string]bool{}, Counted: true}
	var said strings.Builder
	undecided, timedOut := false, false
	for c := range q.module.Candidates() {
		a.Inferred[c] = q.opts.Infer
	}
	for i, r := range results {
		if r.err != nil {
			return nil, r.err
		}
		for c := range r.dropped {
			a.Inferred[c] = false
		}
		a.Failures = append(a.Failures, r.failures...)
		switch {
		case r.open:
			a.Open = append(a.Open, names[i])
			undecided, timedOut = undecided || !r.timedOut, timedOut || r.timedOut
			fmt.Fprintf(&said, "%s: undecided: %s\n", names[i], r.why)
		case len(r.failures) == 0:
			a.Verified++
			fmt.Fprintf(&said, "%s: verified\n", names[i])
		}
		for _, f := range r.failures {
			fmt.Fprintf(&said, "%s: line %d may fail\n", names[i], f.Line)
		}
	}
	switch {
	case len(a.Failures) > 0:
		a.Outcome = Failed
	case timedOut:
		a.Outcome = TimedOut
	case undecided:
		a.Outcome = Undecided
	}
	if !q.opts.Infer {
		a.Inferred = map[string]bool{}
	}
	a.Output = said.String()
	return a, nil
}

// smtWorker asks about one procedure after the other.
type smtWorker struct {
	q *smtQuestion
	p *smtProcess
}

func (w *smtWorker) end() {
	if w.p != nil {
		w.q.z.give(w.q.argv, w.p)
	}
}

// procedure decides one, with another process if the first one fails.
func (w *smtWorker) procedure(name string) smtResult {
	late := smtResult{open: true, timedOut: true, why: "out of time"}
	if _, ok := w.left(); !ok || w.q.ctx.Err() != nil {
		return late
	}
	c, err := w.q.module.Condition(name)
	if err != nil {
		return smtResult{err: &ToolError{Tool: w.q.z.Tool, Reason: err.Error()}}
	}
	for attempt := 0; ; attempt++ {
		r, err := w.attempt(c)
		var memory *memoryError
		switch {
		case err == nil:
			return r
		case errors.Is(err, errLate), w.q.ctx.Err() != nil:
			r.open, r.timedOut, r.why = true, true, "out of time"
			return r
		case errors.As(err, &memory):
			r.open, r.timedOut, r.why = true, true, "out of memory"
			return r
		case errors.Is(err, errEnded) && attempt == 0:
		case errors.Is(err, errEnded):
			r.open, r.why = true, err.Error()+", twice"
			return r
		default:
			return smtResult{err: err}
		}
	}
}

type memoryError struct{}

func (*memoryError) Error() string { return "out of memory" }

// left is the time left, zero for no limit; false where none is left.
func (w *smtWorker) left() (time.Duration, bool) {
	if w.q.opts.Timeout <= 0 {
		return 0, true
	}
	d := w.q.opts.Timeout - time.Since(w.q.start)
	return d, d > 0
}

// say sends text. An error that the solver reports is a fault, unless it is the end of
// its memory.
func (w *smtWorker) say(text string, limit time.Duration) (string, error) {
	grace := limit
	if limit > 0 {
		grace += 500 * time.Millisecond
	}
	said, err := w.p.ask(w.q.ctx, text, grace)
	if strings.Contains(said, "(error ") || strings.Contains(said, "out of memory") {
		if strings.Contains(said, "out of memory") {
			w.p.close()
			return said, &memoryError{}
		}
		if err == nil && !harmless(said) {
			w.p.close()
			return said, &ToolError{w.q.z.Tool, "it reports an error", firstLines(said)}
		}
	}
	return said, err
}

// begin gives the worker a process that knows the program.
func (w *smtWorker) begin() error {
	if w.p != nil && !w.p.spent {
		return nil
	}
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
	text := "(reset)\n" + strings.Join(options, "\n") + "\n"
	_, err = w.say(text+w.q.module.Prelude(), 0)
	return err
}

// attempt decides the condition of a procedure.
func (w *smtWorker) attempt(c *vc.Condition) (smtResult, error) {
	if err := w.begin(); err != nil {
		return smtResult{}, err
	}
	if _, err := w.say("(push 1)\n"+c.Text, 0); err != nil {
		return smtResult{}, err
	}
	d := &decision{w: w, c: c, dropped: map[string]bool{}}
	var err error
	if w.q.opts.Infer {
		err = d.infer()
	} else {
		err = d.verify()
	}
	d.result.dropped = d.dropped
	if err != nil {
		return d.result, err
	}
	_, err = w.say("(pop 1)", 0)
	return d.result, err
}

// decision is a condition that is being decided.
type decision struct {
	w       *smtWorker
	c       *vc.Condition
	result  smtResult
	dropped map[string]bool
	off     map[string]bool
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
	d.off[check.Off] = true
	_, err = d.w.say("(assert "+check.Off+")", 0)
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
		if n := d.w.q.opts.Resources; n > 0 {
			text += fmt.Sprintf("(set-option :rlimit %d)\n", min(n, math.MaxInt32))
		}
	}
	if assuming == "" {
		text += "(check-sat)"
	} else {
		text += "(check-sat-assuming (" + assuming + "))"
	}
	said, err := d.w.say(text, left)
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
	why, err := d.w.say("(get-info :reason-unknown)", left)
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
	said, err := d.w.say("(get-value ("+strings.Join(terms, " ")+"))", 0)
	if err != nil {
		return nil, err
	}
	if strings.Contains(said, "model is not available") {
		return make([]string, len(terms)), nil
	}
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
		if _, err := d.w.say(found.Define, 0); err != nil {
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

// infer drops candidates that do not hold until the others do: Houdini. A model that
// falsifies some drops all that it falsifies.
func (d *decision) infer() error {
	d.off = map[string]bool{}
	for {
		says, err := d.check(strings.Join(d.kept(), " "))
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
		if !ok {
			d.result.open, d.result.why = true, "the solver gives up"
			return nil
		}
		text, progress := "", false
		for _, check := range found.Checks {
			switch {
			case check.Candidate == "" && !d.off[check.Off]:
				d.off[check.Off], progress = true, true
				text += "(assert " + check.Off + ")\n"
			case check.Candidate != "" && !d.dropped[check.Candidate]:
				d.dropped[check.Candidate], progress = true, true
				text += "(assert (not " + d.c.Symbol(check.Candidate) + "))\n"
			}
		}
		if !progress {
			d.result.open, d.result.why = true, "the solver gives up"
			return nil
		}
		if _, err := d.w.say(text, 0); err != nil {
			return err
		}
	}
}

// kept are the candidates of the procedure that are left.
func (d *decision) kept() []string {
	var out []string
	seen := map[string]bool{}
	for _, check := range d.c.Checks {
		if c := check.Candidate; c != "" && !d.dropped[c] && !seen[c] {
			seen[c] = true
			out = append(out, d.c.Symbol(c))
		}
	}
	return out
}
