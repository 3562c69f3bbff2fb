// Package suite verifies a tree of files that state their expected verdicts in the first
// line, and compares the two.
//
// In: folders. Out: the cases in them and, for each, a render.Outcome. Each case has a
// process of its own, so that a crash costs one case only. The package translates
// GPUVerify's options in the second line, and matches its patterns with the output.
package suite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"gv2/cmd/internal/render"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// Options select how to verify the cases.
type Options struct {
	Jobs int // at the same time
	// Timeout is the limit for each kernel of a case.
	Timeout time.Duration
	// Flags are the flags of gv2 verify for every case.
	Flags []string
	// Start verifies one case.
	Start Verifier
	// Progress gets a line with the progress of the suite, if it is a terminal.
	Progress io.Writer
}

// Verifier runs gv2 with the arguments.
type Verifier func(ctx context.Context, args []string) Run

// Run is what a process of gv2 gave.
type Run struct {
	Stdout, Stderr []byte
	// CPU is the processor's time, of the solvers that it started, too; 0 if not known.
	CPU time.Duration
	// Err says why it did not end by itself.
	Err error
}

// OwnProcess runs gv2 as a process of its own, so that a crash costs one kernel
// only.
func OwnProcess(ctx context.Context, args []string) Run {
	self, err := os.Executable()
	if err != nil {
		return Run{Err: err}
	}
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stdout, cmd.Stderr = &out, &said
	// An interrupted gv2 stops its solver. If it does not stop itself, it is
	// killed later.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		err = nil // a verdict, not a crash
	}
	run := Run{Stdout: out.Bytes(), Stderr: said.Bytes(), Err: err}
	if state := cmd.ProcessState; state != nil {
		run.CPU = state.UserTime() + state.SystemTime()
	}
	return run
}

// grace is the time that a kernel may take beyond the limit of its solver.
const grace = 20 * time.Second

// Verify runs the cases, Options.Jobs at a time, and returns their outcomes in
// the order of the cases.
func Verify(ctx context.Context, opts Options, cases []Case) []render.Outcome {
	outcomes := make([]render.Outcome, len(cases))
	progress := newProgress(opts.Progress, len(cases))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(opts.Jobs, len(cases)) {
		workers.Go(func() {
			for i := range next {
				progress.started(cases[i].Name)
				outcomes[i] = verifyCase(ctx, opts, cases[i])
				progress.ended(&outcomes[i])
			}
		})
	}
	for i := range cases {
		next <- i
	}
	close(next)
	workers.Wait()
	progress.clear()
	return outcomes
}

// verifyCase runs one case.
func verifyCase(ctx context.Context, opts Options, c Case) render.Outcome {
	flags, ignored := verifyFlags(c.options)
	out := render.Outcome{Name: c.Name, Expected: c.Expected, Ignored: ignored, Patterns: c.patterns}
	args := append([]string{"verify", "--format=json"}, opts.Flags...)
	args = append(slices.Concat(args, flags, c.launch), c.Path)
	limit := opts.Timeout*time.Duration(max(1, c.kernels)) + grace
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	run := opts.Start(ctx, args)
	out.Seconds, out.CPUSeconds = time.Since(start).Seconds(), run.CPU.Seconds()
	judge(&out, run, limit)
	out.Agreement = render.Agreement(c.Expected, out.Verdict, out.StatusOf)
	out.Unmatched = unmatched(c.patterns, out.Text()+string(run.Stderr))
	return out
}

// judge reads the results of a run.
func judge(o *render.Outcome, run Run, limit time.Duration) {
	stderr, err := run.Stderr, run.Err
	var doc struct {
		Results []render.Result `json:"results"`
	}
	broken := json.Unmarshal(run.Stdout, &doc)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		o.Verdict, o.Reason = verdict.KernelUnknown, fmt.Sprintf("stopped after %s", limit)
	case err != nil:
		o.Verdict, o.Reason = verdict.KernelError, "crashed: "+reasonOf(stderr, err.Error())
	case broken != nil || len(doc.Results) == 0:
		o.Verdict, o.Reason = verdict.KernelError, reasonOf(stderr, "gv2 gave no result")
	default:
		join(o, doc.Results)
		if o.Reason == "" && o.Verdict == verdict.KernelError {
			o.Reason = reasonOf(stderr, "")
		}
	}
}

// reasonOf is the first line of gv2's error output, or the text.
func reasonOf(stderr []byte, text string) string {
	if line := render.FirstLine(strings.TrimSpace(string(stderr))); line != "" {
		return line
	}
	return text
}

// severity orders verdicts: a file has that of its worst kernel.
var severity = []verdict.Outcome{
	verdict.KernelRefuted, verdict.KernelError, verdict.KernelUnsupported, verdict.KernelConditional, verdict.KernelUnknown, verdict.KernelProved,
}

// join combines the verdicts on a file's kernels to one on the file.
func join(o *render.Outcome, results []render.Result) {
	o.Results = results
	engines := map[string]bool{}
	for i := range results {
		for _, p := range results[i].Properties {
			engines[p.Engine] = true
		}
	}
	for _, worst := range severity {
		for i := range results {
			if r := &results[i]; r.Verdict == string(worst) {
				o.Verdict, o.Reason, o.Engine = worst, whyOf(&r.JSONResult), render.EngineNames(engines)
				return
			}
		}
	}
	o.Verdict, o.Reason = verdict.KernelError, "unknown verdict "+results[0].Verdict
}

// whyOf is the reason for a verdict in one sentence.
func whyOf(r *render.JSONResult) string {
	if r.Reason != "" || r.Verdict == string(verdict.KernelProved) {
		return r.Reason
	}
	for _, f := range r.Findings {
		if f.Severity == string(claim.ErrorSeverity) {
			return render.FirstLine(f.Message)
		}
	}
	return ""
}
