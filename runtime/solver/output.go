package solver

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// reader builds an answer from the lines that Boogie prints.
type reader struct {
	opts    Options
	procs   []procedure
	answer  *Answer
	text    strings.Builder // Boogie's text without noise
	cur     *Failure        // the failure whose details follow
	model   *model          // open between *** MODEL and *** END_MODEL
	part    part
	provers map[string]*prover // by Boogie's number for the process
	current string             // the procedure of the last "Verifying"
	results map[string]string  // Boogie's words for the results of procedures
	// searched has the procedures that Z3 has answered for: true if no failure is left.
	searched map[string]bool
	// answered is set if Z3 has answered since attribute, exhausted if it last found no
	// failure, and cut if a limit ended one of its searches.
	answered, exhausted, cut bool
	checks                   []*check // Z3's satisfiable or unknown answers

	errors, timeOuts, undecided int
	fatal                       string // why the answer is unusable
	summed                      func() // called at the summary line, if not nil
}

// part is the section to which unmarked lines belong.
type part int

const (
	plain part = iota
	trace
	assignment
	parameters // Z3's list of its parameters
)

// maxText bounds Answer.Output.
const maxText = 1 << 20

func newReader(procs []procedure, opts Options) *reader {
	return &reader{opts: opts, procs: procs, answer: &Answer{Inferred: map[string]bool{}},
		provers: map[string]*prover{}, searched: map[string]bool{}, results: map[string]string{}}
}

var (
	located   = pattern(`^(.*)\((\d+),(\d+)\): (.*)$`)
	errorText = pattern(`^(?i:error)(?: (BP\d+))?: (.*)$`)
	openText  = pattern(`^Verification (?:of (?:'(\S+)'|(\S+)) )?(timed out|out of memory|out of resource|inconclusive|encountered solver exception)(?:.*\(([^()]+)\))?`)
	// A procedure that Boogie cannot put to the prover, or whose answer it does not understand.
	skipped   = pattern(`^Advisory: (\S+) SKIPPED `)
	unstated  = pattern(`\(encountered in implementation (\S+)\)\.?$`)
	candidate = pattern(`^(\S+) = (True|False)$`)
	detected  = pattern(`^\d+ (parse|name resolution|type checking) errors? detected`)
	summary   = pattern(`finished with (\d+) verified, (\d+) errors?(.*)$`)
	counted   = pattern(`(\d+) (time outs?|out of memory|out of resource|inconclusive|solver exception)`)
	parameter = pattern(`^  [a-z0-9_.]+ \([a-z ]+\)`)
	verifying = pattern(`^Verifying (\S+) \.\.\.$`)
	result    = pattern(`^  \[[0-9.,]+ s, .*\]  (\S.*)$`)
)

// pattern is a regular expression that is compiled when a line is first compared with
// it: the exact engine decides many kernels, and then nothing of Boogie's is read.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// line reads one line of output.
func (r *reader) line(text string) {
	switch {
	case strings.HasPrefix(text, "[SMT-"):
		r.proverSaid(text)
		return
	case r.model != nil:
		r.modelLine(text)
		return
	case r.noise(text):
		return
	}
	r.keep(text)
	switch {
	case text == "*** MODEL":
		r.model = newModel()
	case strings.HasPrefix(text, "Execution trace:"):
		r.part = trace
	case strings.HasPrefix(text, "Assignment computed by Houdini"):
		r.part = assignment
	case r.part == trace && strings.HasPrefix(text, "    "):
		r.traceLine(strings.TrimSpace(text))
	case r.part == assignment && candidate().MatchString(text):
		m := candidate().FindStringSubmatch(text)
		r.answer.Inferred[m[1]] = m[2] == "True"
	default:
		r.part = plain
		r.message(text)
	}
}

// keep adds text to Boogie's own output. Models are data, not text.
func (r *reader) keep(text string) {
	if r.text.Len() < maxText && text != "*** MODEL" {
		r.text.WriteString(text + "\n")
	}
}

// noise reports whether to drop a line that every run prints: Z3 does not have
// the option model_compress that this Boogie sets, and answers with a list of
// its own.
func (r *reader) noise(text string) bool {
	switch {
	case strings.HasPrefix(text, "Prover error:"):
		if !harmless(text) && r.fatal == "" {
			r.fatal = text
		}
		return harmless(text)
	case text == "Legal parameters are:":
		r.part = parameters
		return true
	case r.part == parameters && parameter().MatchString(text):
		return true
	case strings.HasPrefix(text, "[TRACE]"), text == "":
		return true
	}
	return false
}

// harmless reports errors of Z3 after which Boogie's answer still stands: an option
// it does not have, a request for a model after its time limit, and the end of its
// memory, which leaves the procedure open.
func harmless(text string) bool {
	for _, s := range []string{"unknown parameter", "model is not available", "canceled", "timeout", "out of memory"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

func (r *reader) modelLine(text string) {
	if strings.HasPrefix(text, "*** END_MODEL") {
		if r.cur != nil {
			r.cur.State, r.cur.At = r.model.last(r.procs)
			r.cur.Unsure = r.unsure(r.model)
		}
		r.model = nil
		return
	}
	r.model.line(text)
}

// traceLine reads file(12,5): label. Blocks that Boogie made have no file.
func (r *reader) traceLine(text string) {
	m := located().FindStringSubmatch(text)
	if r.cur == nil || m == nil || strings.HasPrefix(text, "<no file>") {
		return
	}
	if n, err := strconv.Atoi(m[2]); err == nil {
		r.cur.Trace = append(r.cur.Trace, n)
	}
}

// message reads a line that is not a detail of another one.
func (r *reader) message(text string) {
	if m := summary().FindStringSubmatch(text); m != nil {
		r.summarise(m)
		return
	}
	if m := detected().FindStringSubmatch(text); m != nil {
		r.fail(text)
		return
	}
	if m := verifying().FindStringSubmatch(text); m != nil {
		r.flush()
		r.current = m[1]
		r.attribute()
		return
	}
	if m := result().FindStringSubmatch(text); m != nil {
		r.attribute()
		r.results[r.current] = m[1]
		return
	}
	if m := skipped().FindStringSubmatch(text); m != nil {
		r.flush()
		r.leaveOnce(m[1], Crashed)
		return
	}
	for _, word := range []string{"Fatal Error", "[ERROR] FATAL", "*** Error:", "Error opening file", "Unhandled Exception"} {
		if strings.HasPrefix(text, word) {
			r.fail(text)
			return
		}
	}
	if m := openText().FindStringSubmatch(text); m != nil {
		r.open(m)
		return
	}
	if m := located().FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[2])
		r.locatedMessage(n, m[4], text)
	}
}

func (r *reader) fail(why string) {
	if r.fatal == "" {
		r.fatal = why
	}
}

// locatedMessage reads the text after file(line,col):
func (r *reader) locatedMessage(line int, msg, whole string) {
	if m := openText().FindStringSubmatch(msg); m != nil {
		r.open(m)
		return
	}
	if strings.HasPrefix(msg, "Related") {
		if r.cur != nil {
			r.cur.Related = line
		}
		return
	}
	r.flush()
	if strings.HasPrefix(msg, "Timed out on") || strings.HasPrefix(msg, "Out of resource on") {
		return // not refuted: the procedure is open
	}
	m := errorText().FindStringSubmatch(msg)
	if m == nil {
		return
	}
	if in := unstated().FindStringSubmatch(msg); in != nil {
		r.leaveOnce(in[1], Crashed)
		return
	}
	f := &Failure{Line: line}
	if !classify(f, m[1], m[2]) {
		r.fail(whole)
		return
	}
	r.cur = f
}

// classify distinguishes failed proofs, in the wording of old and new Boogies,
// from complaints about the program.
func classify(f *Failure, code, msg string) bool {
	msg = strings.ToLower(msg)
	f.LoopEntry = code == "BP5004" || strings.Contains(msg, "invariant") && strings.Contains(msg, "on entry")
	f.LoopStep = code == "BP5005" || strings.Contains(msg, "invariant") && strings.Contains(msg, "maintained")
	return strings.HasPrefix(code, "BP5") ||
		strings.Contains(msg, "might not hold") || strings.Contains(msg, "could not be proved") ||
		strings.Contains(msg, "might not be maintained")
}

// flush files the current failure once all its details are read.
func (r *reader) flush() {
	if r.cur != nil {
		f := r.cur
		first := f.Line
		if len(f.Trace) > 0 {
			first = f.Trace[0] // the failing line may be in an inlined procedure
		}
		f.Procedure = at(r.procs, first)
		if f.State == nil {
			f.Unsure = r.unsure(nil)
		}
		r.answer.Failures = append(r.answer.Failures, *f)
		r.cur = nil
	}
	r.answer.Output = r.text.String()
}

// open notes an undecided procedure: file(1,2): Verification of 'p' timed out
// after 3 seconds.
func (r *reader) open(m []string) {
	r.flush()
	r.leaveOnce(cmp.Or(m[1], m[2], m[4]), openCauses[m[3]])
}

// leaveOnce notes that a procedure has no answer, if that is not known; the empty name says nothing.
func (r *reader) leaveOnce(name string, cause Cause) {
	if name != "" && !slices.Contains(r.answer.Open, name) {
		r.leave(name, cause)
	}
}

// openCauses are the causes behind Boogie's words for a procedure without an answer, in messages
// and in results.
var openCauses = map[string]Cause{
	"timed out": OverTime, "out of memory": OverMemory, "out of resource": OverEffort, "inconclusive": GaveUp,
	"encountered solver exception": Crashed, "solver exception": Crashed,
}

// leave notes that a procedure has no answer.
func (r *reader) leave(name string, cause Cause) {
	r.answer.Open = append(r.answer.Open, name)
	r.answer.Unanswered = append(r.answer.Unanswered, Unanswered{Procedure: name, Cause: cause})
}

func (r *reader) summarise(m []string) {
	r.flush()
	if r.summed != nil {
		r.summed()
	}
	r.answer.Verified, _ = strconv.Atoi(m[1])
	r.answer.Counted = true
	r.errors, _ = strconv.Atoi(m[2])
	for _, c := range counted().FindAllStringSubmatch(m[3], -1) {
		n, _ := strconv.Atoi(c[1])
		if c[2] == "inconclusive" || c[2] == "solver exception" {
			r.undecided += n
		} else {
			r.timeOuts += n
		}
	}
}

// expected counts the procedures that Boogie must verify.
func (r *reader) expected() int {
	n := 0
	for _, p := range r.procs {
		if p.proved {
			n++
		}
	}
	return n
}

// partial lists the procedures with failures of which there may be more.
func (r *reader) partial() {
	for _, f := range r.answer.Failures {
		if all, known := r.searched[f.Procedure]; known && !all && !slices.Contains(r.answer.Partial, f.Procedure) {
			r.answer.Partial = append(r.answer.Partial, f.Procedure)
		}
	}
}

// unverified are the procedures of which nothing has said yet that they are verified, fail or
// stay open. Neither a message nor the lack of one makes a procedure verified: its result does.
func (r *reader) unverified() []procedure {
	failed := map[string]bool{}
	for _, f := range r.answer.Failures {
		failed[f.Procedure] = true
	}
	var out []procedure
	for _, p := range r.procs {
		if p.proved && !failed[p.name] && !slices.Contains(r.answer.Open, p.name) && r.results[p.name] != verifiedResult {
			out = append(out, p)
		}
	}
	return out
}

// closeOpen lists the procedures without a result, after a killed run.
func (r *reader) closeOpen() {
	for _, p := range r.unverified() {
		r.leave(p.name, causeOf(r.results[p.name], OverTime))
	}
}

// closeUnverified lists the procedures that are neither verified nor named as failing or open.
// Without results, which only a traced run gives, the number of verified procedures says
// whether there are such.
func (r *reader) closeUnverified() {
	rest := r.unverified()
	if len(r.results) == 0 && len(rest) == r.answer.Verified {
		return
	}
	otherwise := GaveUp
	if r.timeOuts > 0 {
		otherwise = OverTime
	}
	for _, p := range rest {
		r.leave(p.name, causeOf(r.results[p.name], otherwise))
	}
}

// verifiedResult is the result of a procedure that is verified.
const verifiedResult = "verified"

// causeOf is the cause behind a result that is no answer.
func causeOf(said string, otherwise Cause) Cause {
	if cause, known := openCauses[said]; known {
		return cause
	}
	return otherwise
}
