//go:build !exact

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/page"
	"gv2/cmd/internal/render"
	"gv2/cmd/internal/terminal"
	"gv2/frontend/unit"
	"gv2/runtime/advise"
	"gv2/runtime/verdict"
)

// explainOptions are the flags of gv2 explain.
type explainOptions struct {
	settings   settings
	file       string
	format     string
	invariants bool
	plan       bool
	safeIf     bool
	allFaults  bool
	// stages are those to show, all if empty; line restricts them to what comes of it.
	stages []string
	line   int
	html   bool
	// engines are those that users get; tests replace them.
	engines verdict.Engines
}

func newExplainCommand(io streams, run func(context.Context, streams, *explainOptions) error) *cobra.Command {
	opts := &explainOptions{engines: verdict.DefaultEngines()}
	opts.settings.invariants = "candidates"
	cmd := &cobra.Command{
		Use:   "explain FILE|NAME",
		Short: "Show a kernel at every stage from source to verdict, the candidate loop invariants, or the steps of the decision",
		Long: "Show every kernel at each stage: the source, gv2's own terms (ir), the predicated program, the program of two\n" +
			"threads, the verdict, and a run of two threads step by step up to each fault, with the line of the source in front\n" +
			"of each line. --stage chooses stages (--stage run: what leads to the faults), --line 12 shows\n" +
			"what became of line 12 and which checks stand on it, --html writes a page in which lines of one origin are linked;\n" +
			"the exit code is 0 when that is shown, whatever the verdict.\n" +
			"With --invariants, show the candidate loop invariants of every kernel, the rule that made each, and whether it was\n" +
			"refuted by running the program, refuted by Houdini, or survived. With --plan, verify every kernel, with verify's exit\n" +
			"codes, and show the steps of the decision: which engine each asked, what it asked, and what it learned.\n" +
			"With a NAME instead of a file, show the page on that kind of fault: " + page.Names()[0] + ", and others that\n" +
			"gv2 explain pages lists.\n" + exitHelp,
		Args: needsOne("which file? try: gv2 explain kernel.cu"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			if !opts.plan && !opts.invariants && isTopic(opts.file) {
				return explainTopic(io, opts.file, opts.format)
			}
			end, err := opts.settings.choose(&opts.engines.Solve)
			if err != nil {
				return err
			}
			defer end()
			return run(cmd.Context(), io, opts)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerEncoding(f)
	opts.settings.registerCheck(f)
	opts.settings.registerExact(f)
	opts.settings.registerEngine(f)
	opts.settings.registerLimit(f)
	f.BoolVar(&opts.plan, "plan", false, "the steps of the decision")
	f.BoolVar(&opts.allFaults, "all-faults", true, "with --plan: look for other races and repairs of a refuted kernel, as verify does")
	f.BoolVar(&opts.safeIf, "safe-if", true, "with --plan: look for a condition under which a refuted kernel is safe, as verify does")
	f.StringSliceVar(&opts.stages, "stage", nil, "the stages to show: "+strings.Join(stageNames, ", ")+" (default all)")
	f.IntVar(&opts.line, "line", 0, "only what comes of that line of the source")
	f.BoolVar(&opts.html, "html", false, "a page that needs nothing else, for a browser")
	f.BoolVar(&opts.invariants, "invariants", false, "the candidate loop invariants")
	f.StringVar(&opts.format, "format", "text", "report as "+strings.Join(render.Candidates.Names(), ", "))
	return cmd
}

// check reports what is wrong with the command line.
func (o *explainOptions) check() error {
	if err := o.settings.validate(); err != nil {
		return err
	}
	if err := knownFormat(render.Candidates, o.format); err != nil {
		return err
	}
	return o.checkStages()
}

// checkStages reports flags that do not go together, and stages that there are not.
func (o *explainOptions) checkStages() error {
	tables := o.invariants || o.plan
	switch {
	case o.invariants && o.plan:
		return usagef("choose one of --invariants and --plan")
	case tables && (len(o.stages) > 0 || o.line != 0 || o.html):
		return usagef("--stage, --line and --html show stages; --invariants and --plan are other reports")
	case o.format != "text" && (o.html || o.line != 0):
		return usagef("--format %s has all lines; --html is a page, and --line is for text", o.format)
	case o.html && o.line != 0:
		return usagef("--line is for text; a page with --html links all lines")
	case o.line < 0:
		return usagef("--line %d: lines count from 1", o.line)
	}
	for _, name := range o.stages {
		if !slices.Contains(stageNames, name) {
			return usagef("--stage %s: choose of %s", name, strings.Join(stageNames, ", "))
		}
	}
	return nil
}

// runExplain finds out about the candidates of every kernel and tells them.
func runExplain(ctx context.Context, io streams, opts *explainOptions) error {
	switch {
	case opts.plan:
		return runPlan(ctx, io, opts)
	case !opts.invariants:
		return runStages(ctx, io, opts)
	}
	ctx = background(ctx)
	u, err := opts.settings.readable(ctx, io, opts.file)
	if err != nil {
		return err
	}
	io.diagnostics(u.Name, u.Text, &u.Diags)
	if u.Diags.HasErrors() {
		return ended(diagCode(&u.Diags))
	}
	out, err := open(render.Candidates, opts.format, io)
	if err != nil {
		return err
	}
	var codes []int
	status := terminal.NewStatus(io.err, patience)
	for i := range u.Kernels {
		status.Begin("sorting out the candidate invariants of " + u.Kernels[i].Name())
		e := explainKernel(ctx, io, opts, u, i)
		status.End()
		io.diagnostics(u.Name, u.Text, &e.Diags)
		if e.Err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", e.Err)
		}
		codes = append(codes, explanationCode(e))
		out.Add(e)
	}
	if err := out.End(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return ended(worstCode(codes))
}

func explainKernel(ctx context.Context, io streams, opts *explainOptions, u *unit.Unit, i int) *render.Explanation {
	e := &render.Explanation{File: u.Name, Kernel: u.Kernels[i].Name(), Pos: u.Kernels[i].Pos()}
	if err := guarded(e.Kernel, e.Pos, func() { infer(ctx, io, opts, u, i, e) }); err != nil {
		e.Err = &exitError{code: exitTool, err: err}
	}
	return e
}

func infer(ctx context.Context, io streams, opts *explainOptions, u *unit.Unit, i int, e *render.Explanation) {
	k, diags, err := opts.settings.lower(ctx, io, u, i)
	u.Forget(i)
	if err != nil && ctx.Err() != nil {
		err = opts.settings.late(ctx, e.Pos.String(), "reading the kernel")
	}
	e.Diags, e.Err = diags, err
	if err != nil || diags.HasErrors() {
		return
	}
	e.Launch = k.Launch
	in := verdict.Infer(ctx, k, opts.settings.question().Options(), opts.engines.Solve)
	e.Inference = in
	e.Diags.Merge(in.Diags)
	if in.Err != nil {
		e.Err = &exitError{code: exitTool, err: in.Err}
	}
}

// explanationCode is 0 where the status of every candidate is known.
func explanationCode(e *render.Explanation) int {
	switch {
	case e.Err != nil:
		return codeOf(e.Err)
	case e.Diags.HasErrors():
		return diagCode(&e.Diags)
	case e.Inference.Late != "":
		return exitUndecided
	}
	return exitProved
}

// runPlan verifies every kernel as gv2 verify does, and shows how each verdict came
// about: the steps, what each asked of which engine, and what it learned.
func runPlan(ctx context.Context, io streams, opts *explainOptions) error {
	verify := &verifyOptions{settings: opts.settings, files: []string{opts.file}, engines: opts.engines, decide: advise.Decide, impossible: verdict.Impossible, safeIf: opts.safeIf, allFaults: opts.allFaults, plan: true}
	verify.settings.invariants = "candidates"
	out, err := open(render.Plans, opts.format, io)
	if err != nil {
		return err
	}
	return verifyAll(ctx, io, verify, out)
}
