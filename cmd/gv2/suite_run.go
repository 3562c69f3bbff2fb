package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"gv2/runtime/verdict"
)

// suiteOutcome is what became of one case.
type suiteOutcome struct {
	suiteCase
	verdict   verdict.Outcome
	engine    string
	seconds   float64
	agreement string
	reason    string
	ignored   []string
	// unmatched are the patterns that the output does not match.
	unmatched []string
	results   []suiteResult
}

// suiteResult is a kernel's result as the process wrote it; its numbers are
// handed on unread.
type suiteResult struct {
	jsonResult
	Stats json.RawMessage `json:"stats,omitempty"`
}

// verifier runs gv2 with the arguments and returns what it wrote; an error means
// that it did not come to an end by itself.
type verifier func(ctx context.Context, args []string) (stdout, stderr []byte, err error)

// ownProcess runs gv2 as a process of its own, so that whatever happens to it
// costs one kernel only.
func ownProcess(ctx context.Context, args []string) (stdout, stderr []byte, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stdout, cmd.Stderr = &out, &said
	// An interrupted gv2 stops its solver; one that does not come to an end is
	// killed.
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
	return out.Bytes(), said.Bytes(), err
}

// grace is what a kernel may take beyond the time limit of its solver.
const grace = 20 * time.Second

// verifyCases runs the cases, opts.jobs at a time, and returns their outcomes in
// the order of the cases.
func verifyCases(ctx context.Context, io streams, opts *suiteOptions, cases []suiteCase) []suiteOutcome {
	outcomes := make([]suiteOutcome, len(cases))
	progress := newProgress(io.err, len(cases))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(opts.jobs, len(cases)) {
		workers.Go(func() {
			for i := range next {
				progress.started(cases[i].name)
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
func verifyCase(ctx context.Context, opts *suiteOptions, c suiteCase) suiteOutcome {
	out := suiteOutcome{suiteCase: c}
	flags, ignored := verifyFlags(c.options)
	out.ignored = ignored
	args := append([]string{"verify", "--format=json"}, opts.pass...)
	args = append(append(args, flags...), c.path)
	limit := opts.timeout*time.Duration(max(1, c.kernels)) + grace
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	stdout, stderr, err := opts.start(ctx, args)
	out.seconds = time.Since(start).Seconds()
	out.judge(stdout, stderr, err, limit)
	out.agreement = agrees(c.expected, out.verdict)
	out.unmatched = unmatched(c.patterns, out.text()+string(stderr))
	return out
}

// judge reads the results of a run.
func (o *suiteOutcome) judge(stdout, stderr []byte, err error, limit time.Duration) {
	var doc struct {
		Results []suiteResult `json:"results"`
	}
	broken := json.Unmarshal(stdout, &doc)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		o.verdict, o.reason = verdict.KernelUnknown, fmt.Sprintf("stopped after %s", limit)
	case err != nil:
		o.verdict, o.reason = verdict.KernelError, "crashed: "+reasonOf(stderr, err.Error())
	case broken != nil || len(doc.Results) == 0:
		o.verdict, o.reason = verdict.KernelError, reasonOf(stderr, "gv2 gave no result")
	default:
		o.join(doc.Results)
		if o.reason == "" && o.verdict == verdict.KernelError {
			o.reason = reasonOf(stderr, "")
		}
	}
}

// reasonOf is the first line of what gv2 said, or the text.
func reasonOf(stderr []byte, text string) string {
	if line := firstLine(strings.TrimSpace(string(stderr))); line != "" {
		return line
	}
	return text
}

// severity orders verdicts: a file is as its worst kernel.
var severity = []verdict.Outcome{
	verdict.KernelRefuted, verdict.KernelError, verdict.KernelUnsupported, verdict.KernelUnknown, verdict.KernelProved,
}

// join makes the verdict on a file of those on its kernels.
func (o *suiteOutcome) join(results []suiteResult) {
	o.results = results
	engines := map[string]bool{}
	for i := range results {
		for _, p := range results[i].Properties {
			engines[p.Engine] = true
		}
	}
	for _, worst := range severity {
		for i := range results {
			if r := &results[i]; r.Verdict == string(worst) {
				o.verdict, o.reason, o.engine = worst, whyOf(&r.jsonResult), engineNames(engines)
				return
			}
		}
	}
	o.verdict, o.reason = verdict.KernelError, "unknown verdict "+results[0].Verdict
}

// whyOf is the reason of a verdict in one sentence.
func whyOf(r *jsonResult) string {
	if r.Reason != "" || r.Verdict == string(verdict.KernelProved) {
		return r.Reason
	}
	for _, f := range r.Findings {
		if f.Severity == string(verdict.ErrorSeverity) {
			return firstLine(f.Message)
		}
	}
	return ""
}

func engineNames(used map[string]bool) string {
	var names []string
	for _, name := range []string{verdict.WeftEngine, verdict.BoogieEngine} {
		if used[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}
