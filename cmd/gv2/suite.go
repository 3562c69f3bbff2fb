//go:build !exact

package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gv2/cmd/internal/render"
	"gv2/cmd/internal/suite"
	"gv2/runtime/verdict"
)

// suiteOptions are the flags of gv2 suite.
type suiteOptions struct {
	dirs     []string
	format   string
	jobs     int
	shard    string
	baseline string
	points   string
	timeout  time.Duration
	// cache is a directory with verdicts, empty for none; output is where the report goes, empty for standard output.
	cache  string
	output string
	// pass are the flags that every kernel is verified with.
	pass []string
	// start verifies one kernel; users get a process of its own for each.
	start suite.Verifier
}

func newSuiteCommand(io streams, run func(context.Context, streams, *suiteOptions) error) *cobra.Command {
	opts := &suiteOptions{start: suite.OwnProcess}
	cmd := &cobra.Command{
		Use:   "suite DIR...",
		Short: "Verify a tree of annotated kernels and compare with their expected verdicts",
		Long: `Verify every kernel below DIR whose first line is //pass or //xfail:CODE.

CODE is a property that is expected to be refuted (data-race, barrier-divergence, ...) or one of
GPUVerify's codes; NOT_ALL_VERIFIED is a fault of any kind. The second line may hold GPUVerify's
command line: each option is honoured, or the summary names it as ignored. Each further comment line
up to the first line of the program is a regular expression (Go's syntax) that GPUVerify's output is
expected to match: gv2 looks for it in its output in GPUVerify's wording and in its own, counts what
matches and lists what does not. That changes no verdict.

A course grades with --points: a CSV with the columns kernel and points. A kernel that is as expected earns
its points. A third column, expected, comes before what the first line of the file says; where it is empty, the first
line is the answer. A column options comes before GPUVerify's command line in the second line. The reason of a kernel with
points is what it takes for granted by its own text, by __assume or __requires.

On several machines each verifies a part: --shard 2/8, or --shard auto in a Slurm array (auto/8 where tasks may be
started again) and --shard auto/8 in an indexed job of Kubernetes. With --format json -o DIR/ each part writes a file of
its own, once it is whole; gv2 suite merge DIR joins them, and says which are missing. With --cache DIR, which the machines
may share, what is verified already is not verified again: a part that was lost goes on where it was.

Exit codes: 0 all verdicts are as expected; 1 one contradicts; 2 some are undecided (unknown, unsupported or
in error where that is not expected), and none contradicts; 4 the command line is wrong, or a CODE is not known.`,
		Args: needs("which folder? try: gv2 suite DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dirs = args
			if err := opts.validate(); err != nil {
				return err
			}
			opts.pass = passedOn(cmd.Flags())
			return run(cmd.Context(), io, opts)
		},
	}
	opts.register(cmd.Flags())
	cmd.AddCommand(newMergeCommand(io))
	return cmd
}

func (o *suiteOptions) register(f *pflag.FlagSet) {
	f.StringVar(&o.format, "format", "table", "report as "+strings.Join(render.Suites.Names(), ", "))
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "kernels verified at the same time")
	f.StringVar(&o.shard, "shard", "", "verify only every n-th kernel: 2/8 is the second of eight parts; auto or auto/8: the part of this task of a Slurm array or of an indexed Kubernetes job")
	f.StringVar(&o.cache, "cache", "", "keep verdicts in that directory, and take them from there as long as nothing has changed that decides them")
	o.registerOutput(f)
	f.StringVar(&o.baseline, "baseline", "", "compare with an earlier CSV, or with GPUVerify's (kernel,expected,got,seconds)")
	f.StringVar(&o.points, "points", "", "grade by a CSV that says how many points each kernel is worth (kernel,points,expected,options)")
	f.DurationVar(&o.timeout, "timeout", 60*time.Second, "time limit for each kernel")
	for _, p := range passedFlags {
		f.String(p.name, "", p.usage)
	}
	f.StringArrayP("include", "I", nil, "search a directory for included files")
	f.StringArrayP("define", "D", nil, "define a macro, NAME or NAME=VALUE")
}

// passedFlags are handed to the verification of every kernel as they are.
var passedFlags = []struct{ name, usage string }{
	{"engine", "auto, boogie or weft, as for gv2 verify"},
	{"solver", "z3, cvc5, boogie or both, as for gv2 verify"},
	{"arith", "auto, int or bv, as for gv2 verify"},
	{"invariants", "candidates, inferred, minimal or none, as for gv2 verify"},
	{"same-value-writes", "allow or report, as for gv2 verify"},
	{"barrier-rule", "cuda or volta, as for gv2 verify"},
	{"max-commands", "limit of the exact engine, as for gv2 verify"},
}

// solver is the name of the solver that the kernels are verified with.
func (o *suiteOptions) solver() string {
	for _, flag := range o.pass {
		if name, ok := strings.CutPrefix(flag, "--solver="); ok {
			return name
		}
	}
	return verdict.Solvers[0]
}

// passedOn spells the flags for gv2 verify.
func passedOn(f *pflag.FlagSet) []string {
	var out []string
	for _, p := range passedFlags {
		if f.Changed(p.name) {
			out = append(out, "--"+p.name+"="+f.Lookup(p.name).Value.String())
		}
	}
	for _, name := range []string{"include", "define"} {
		values, err := f.GetStringArray(name)
		if err != nil {
			continue
		}
		for _, v := range values {
			out = append(out, "--"+name+"="+v)
		}
	}
	return append(out, "--timeout="+f.Lookup("timeout").Value.String())
}

func (o *suiteOptions) validate() error {
	if err := knownFormat(render.Suites, o.format); err != nil {
		return err
	}
	switch {
	case o.jobs < 1:
		return usagef("--jobs %d: must be at least 1", o.jobs)
	case o.timeout <= 0:
		return usagef("--timeout %s: must be more than zero", o.timeout)
	}
	_, _, err := parseShard(o.shard)
	return err
}

// parseShard reads 2/8, the second of eight parts; nothing is 1/1, and auto the part of this task.
func parseShard(text string) (part, of int, err error) {
	if text == "" {
		return 1, 1, nil
	}
	if word, total, _ := strings.Cut(text, "/"); word == "auto" {
		return taskShard(text, total)
	}
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &part, &of, &rest); n != 2 || part < 1 || part > of {
		return 0, 0, usagef("--shard %s: write it as 2/8, the second of eight parts", text)
	}
	return part, of, nil
}

// runSuite verifies the kernels, reports them, and fails where a verdict
// contradicts the expected one.
func runSuite(ctx context.Context, io streams, opts *suiteOptions) error {
	if ctx == nil {
		ctx = context.Background()
	}
	var before suite.Baseline
	if opts.baseline != "" {
		var err error
		if before, err = suite.ReadBaseline(opts.baseline); err != nil {
			return err
		}
	}
	cases, err := suite.Find(opts.dirs)
	if err != nil {
		return err
	}
	part, of, err := parseShard(opts.shard)
	if err != nil {
		return err
	}
	total := len(cases)
	if cases = shardOf(cases, part, of); total == 0 {
		return usagef("no file below %s begins with //pass or //xfail:CODE", strings.Join(opts.dirs, ", "))
	}
	var points suite.Points
	if opts.points != "" {
		if points, err = suite.ReadPoints(opts.points); err != nil {
			return err
		}
		points.Expect(cases)
	}
	start := opts.start
	if opts.cache != "" {
		if err := cacheOpens(opts.cache); err != nil {
			return err
		}
		start = cachedFirst(opts.cache, start)
	}
	rendered := rendering(io)
	rendered.Solver = solverVersion(opts.solver())
	if of > 1 {
		rendered.Shard = &render.Shard{Part: part, Of: of, Cases: total, Flags: opts.pass}
	}
	outcomes := suite.Verify(ctx, suite.Options{
		Jobs: opts.jobs, Timeout: opts.timeout, Flags: opts.pass, Start: start, Progress: io.err,
	}, cases)
	if of == 1 { // a shard knows nothing of the files of others
		outcomes = points.Grade(outcomes)
	}
	if err := ctx.Err(); err != nil && opts.output != "" {
		return &exitError{code: exitUndecided, err: fmt.Errorf("interrupted: %s is not written", opts.outputFile(part, of))}
	}
	if err := opts.write(io, rendered, outcomes, part, of); err != nil {
		return err
	}
	render.SumUp(io.err, outcomes)
	if before != nil {
		before.Compare(io.err, outcomes)
	}
	return ended(suiteCode(outcomes))
}

// shardOf is every of-th case from part on: neighbours, which are often alike,
// go to different parts.
func shardOf(cases []suite.Case, part, of int) []suite.Case {
	var out []suite.Case
	for i := part - 1; i < len(cases); i += of {
		out = append(out, cases[i])
	}
	return out
}

// suiteCode is 1 if a verdict contradicts the expected one, 2 if one is open.
func suiteCode(outcomes []render.Outcome) int {
	code := exitProved
	for i := range outcomes {
		switch outcomes[i].Agreement {
		case "no":
			return exitRefuted
		case "open":
			code = exitUndecided
		}
	}
	return code
}
