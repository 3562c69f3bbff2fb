package solver

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"gv2/boogie"
)

// RunBoogie gives printed to Boogie and returns its answer.
//
// It kills the whole process group after opts.Timeout, which is an answer
// (TimedOut, with the failures found so far), or when ctx ends, and then
// returns ctx's error. The error for a missing program is a *MissingError; for
// a crash, a program that Boogie rejects, or an answer that makes no sense it
// is a *ToolError.
//
// An Infer run is useful for its assignment only. Boogie's Houdini loses
// errors, and keeps candidates that do not hold, in a procedure where an
// assertion fails (2.4.1 stops refining it at the first such answer). So infer
// on a program whose assertions are assumed (boogie.ForInference) and then
// verify, in a second run, the program with the kept candidates as plain
// invariants.
func RunBoogie(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	if opts.Minimal {
		return nil, &ToolError{Tool: "boogie", Reason: "it does not tell which invariants a proof needs; --solver z3 does"}
	}
	path, err := find(opts.Boogie)
	if err != nil {
		return nil, err
	}
	parts := shares(procedures(printed.Text), len(printed.Text), opts)
	if len(parts) == 1 {
		return runPart(ctx, path, printed, parts[0], false, opts, args)
	}
	return runShares(ctx, path, printed, parts, opts)
}

// runPart makes one Boogie prove the procedures that procs marks: all of the
// program unless named. A Boogie that does not know a flag is asked again without it.
func runPart(ctx context.Context, path string, printed boogie.Printed, procs []procedure, named bool, opts Options, args func(Options) []string) (*Answer, error) {
	for {
		flags := understood(path, args(opts))
		a, err := runOnce(ctx, append([]string{path}, flags...), printed, procs, named, opts)
		if err == nil || !learn(path, flags, err) {
			return a, err
		}
	}
}

func runOnce(ctx context.Context, argv []string, printed boogie.Printed, procs []procedure, named bool, opts Options) (*Answer, error) {
	limited, cancel := ctx, func() {}
	if opts.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, opts.Timeout)
	}
	defer cancel()

	start := time.Now()
	r := newReader(procs, opts)
	for _, p := range procs {
		if named && p.proved {
			argv = append(argv, "/proc:"+p.name)
		}
	}
	cmd := command(limited, argv)
	end := &lingerer{kill: func() { killGroup(cmd) }}
	r.summed = end.start
	stderr, err := stream(cmd, printed.Text, r.readAll)
	r.answer.Seconds = time.Since(start).Seconds()

	switch {
	case end.stop(), r.answer.Counted && limited.Err() != nil:
		err = nil // Boogie had finished its output
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return r.stopped(), nil
	}
	return r.finish(stderr, err)
}

// linger is how long Boogie may take to exit after its summary line. Mono hangs
// there now and then (about one run in three hundred on a busy machine), with
// nothing more to say.
const linger = 3 * time.Second

// lingerer kills a process that does not end after its summary line.
type lingerer struct {
	kill   func()
	timer  *time.Timer
	killed atomic.Bool
}

func (l *lingerer) start() {
	if l.timer == nil {
		l.timer = time.AfterFunc(linger, func() {
			l.killed.Store(true)
			l.kill()
		})
	}
}

// stop ends the watch and reports whether it killed the process.
func (l *lingerer) stop() bool {
	if l.timer != nil {
		l.timer.Stop()
	}
	return l.killed.Load()
}

// find resolves the path of Boogie.
func find(path string) (string, error) {
	if path == "" {
		path = "boogie"
	}
	return lookPath(BoogieName, path)
}

// args are Boogie's flags. Measured with Boogie 2.4.1 and Z3 4.8.12:
//
//   - stdin.bpl reads the program from standard input: no temporary file.
//   - /noinfer: interval analysis takes longer than the proof on straight-line code
//     (500 guarded writes: 1.8 s with it, 0.95 s without; 5,000: 17 s without, not
//     finished after 100 s with it).
//   - /mv:- writes each model right after its error, so that they cannot be mixed
//     up.
//   - model.compact=false: otherwise Z3 folds the function $mv_state into a
//     constant one, and Boogie writes no captured states at all.
//   - /liveVariableAnalysis:0: otherwise variables that no assertion reads, such
//     as the site of a logged access, are missing from the captured states.
//   - VERBOSITY=2 shows Z3's own answers, which distinguish "sat" from "unknown";
//     the cost is too small to measure.
//   - /useArrayTheory: without it maps are axioms with quantifiers, and Z3 answers
//     every false assertion about a program with maps with "unknown", never
//     "sat". It implies a monomorphic type encoding; /typeEncoding:m beside it
//     changes nothing.
//   - /alwaysAssumeFreeLoopInvariants, for inference only: the free invariants of
//     boogie.ForInference are then assumed at the end of the body as well, where
//     the verifying run proves them before it reaches the candidates.
//   - /rlimit counts Z3's steps for one procedure: a million take about 0.3 s. The search for
//     solutions of polynomials counts none: see z3Options.
//   - Of the 0.55 s for an empty program 0.4 s are Mono starting and compiling
//     Boogie; no flag makes that faster, so it pays to ask once for all
//     procedures.
func args(opts Options) []string {
	a := []string{"stdin.bpl", "/nologo", "/useArrayTheory",
		"/errorLimit:" + strconv.Itoa(atLeast(opts.ErrorLimit, 5))}
	if !opts.Intervals {
		a = append(a, "/noinfer")
	}
	if opts.Infer {
		a = append(a, "/contractInfer", "/printAssignment", "/alwaysAssumeFreeLoopInvariants")
	} else {
		a = append(a, "/trace", "/mv:-", "/z3opt:model.compact=false", "/proverOpt:VERBOSITY=2", "/liveVariableAnalysis:0")
	}
	if opts.LoopUnroll > 0 {
		a = append(a, "/loopUnroll:"+strconv.Itoa(opts.LoopUnroll))
	}
	if opts.MemoryMB > 0 {
		a = append(a, "/z3opt:memory_max_size="+strconv.Itoa(opts.MemoryMB))
	}
	if s := proverSeconds(opts.Timeout); s > 0 {
		a = append(a, "/timeLimit:"+strconv.Itoa(s))
	}
	if opts.Resources > 0 {
		a = append(a, "/rlimit:"+strconv.FormatInt(min(opts.Resources, math.MaxInt32), 10), "/z3opt:smt.arith.nl.nra=false")
	}
	return a
}

func atLeast(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}

// proverSeconds is the limit for one procedure. It is less than the whole by a
// tenth and by the second that Boogie may take to start, so that Boogie itself can
// still report which procedure was too hard.
func proverSeconds(whole time.Duration) int {
	if whole <= 0 {
		return 0
	}
	return max(1, int((whole-whole/10)/time.Second)-1)
}

// maxOutput stops a Boogie whose output does not end.
const maxOutput = 1 << 30

// readAll reads Boogie's output to its end.
func (r *reader) readAll(in io.Reader) error {
	lines := newLines(in)
	for {
		line, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if lines.total > maxOutput {
			return fmt.Errorf("more than %d MB of output", maxOutput>>20)
		}
		r.line(line)
	}
}

// stopped is the answer of a run killed at its time limit.
func (r *reader) stopped() *Answer {
	r.flush()
	r.closeOpen()
	r.partial()
	a := r.answer
	a.Outcome = TimedOut
	if len(a.Failures) > 0 {
		a.Outcome = Failed
	}
	return a
}

// finish is the answer of a run that ended by itself.
func (r *reader) finish(stderr string, err error) (*Answer, error) {
	r.flush()
	if strings.Contains(stderr, "Cannot find prover") || strings.Contains(stderr, "Cannot find executable") ||
		strings.Contains(r.fatal, "Cannot find") {
		return nil, &MissingError{"z3"}
	}
	fault := func(reason string) (*Answer, error) {
		return nil, &ToolError{"boogie", reason, firstLines(r.answer.Output + stderr)}
	}
	switch {
	case r.fatal != "":
		return fault(r.fatal)
	case err != nil:
		return fault(err.Error())
	case !r.answer.Counted:
		return fault("its answer has no summary")
	}
	if !r.opts.Infer && (len(r.answer.Failures) > 0 || r.timeOuts > 0 || r.undecided > 0) {
		r.closeUnverified()
	}
	r.partial()
	a := r.answer
	switch {
	case len(a.Failures) > 0:
		a.Outcome = Failed
	case r.timeOuts > 0:
		a.Outcome = TimedOut
	case r.undecided > 0:
		a.Outcome = Undecided
	case r.errors > 0 && !r.opts.Infer:
		return fault(fmt.Sprintf("it counts %d errors and shows none", r.errors))
	case r.errors > 0:
		a.Outcome = Failed
	case r.answer.Verified < r.expected() && r.opts.Infer:
		// Houdini skips procedures on which the prover gives up. A later run verifies
		// what it infers.
		a.Outcome = Undecided
	case r.answer.Verified < r.expected():
		return fault(fmt.Sprintf("it verified %d procedures of %d", r.answer.Verified, r.expected()))
	case len(r.results) > 0 && !r.opts.Infer && len(r.unverified()) > 0:
		p := r.unverified()[0]
		return fault(fmt.Sprintf("it counts %s as verified, with the result %q", p.name, r.results[p.name]))
	}
	return a, nil
}

// firstLines cuts text to a length that suits a message.
func firstLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) > 12 {
		lines = append(lines[:12], "...")
	}
	for i, l := range lines {
		if len(l) > 300 {
			lines[i] = l[:300] + "..."
		}
	}
	return strings.Join(lines, "\n")
}
