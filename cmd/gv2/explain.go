package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
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
	// engines are those that users get; tests replace them.
	engines verdict.Engines
}

var explainFormats = []string{"text", "json"}

func newExplainCommand(io streams, run func(context.Context, streams, *explainOptions) error) *cobra.Command {
	opts := &explainOptions{engines: verdict.DefaultEngines()}
	opts.settings.invariants = "candidates"
	cmd := &cobra.Command{
		Use:   "explain FILE --invariants | --plan",
		Short: "Show how a verdict comes about: the candidate loop invariants, or the steps of the decision",
		Long: "With --invariants, show the candidate loop invariants of every kernel, the rule that made each, and whether it was\n" +
			"refuted by running the program, refuted by Houdini, or survived. With --plan, verify every kernel and show the steps\n" +
			"of the decision: what each asked of which engine, and what it learned. The other stages of a kernel are not yet\n" +
			"available.\n" + exitHelp,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.check(); err != nil {
				return err
			}
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
	f.BoolVar(&opts.safeIf, "safe-if", true, "with --plan: look for a condition under which a refuted kernel is safe, as verify does")
	f.BoolVar(&opts.invariants, "invariants", false, "the candidate loop invariants")
	f.StringVar(&opts.format, "format", "text", "report as text, json")
	return cmd
}

// check reports what is wrong with the command line.
func (o *explainOptions) check() error {
	if err := o.settings.validate(); err != nil {
		return err
	}
	if !contains(explainFormats, o.format) {
		return usagef("--format %s: choose one of text, json", o.format)
	}
	if o.invariants == o.plan {
		return unsupportedf("explain shows one of --invariants and --plan: anything else is not yet available in this version")
	}
	return nil
}

// explanation is what is told about one kernel.
type explanation struct {
	file   string
	kernel string
	pos    diag.Pos
	launch kernel.Launch
	diags  diag.List
	err    error
	*verdict.Inference
}

// explainer writes explanations in one format.
type explainer interface {
	kernel(e *explanation)
	end() error
}

func newExplainer(format string, io streams) explainer {
	if format == "json" {
		return &jsonExplainer{out: io.out}
	}
	return &textExplainer{out: io.out}
}

// runExplain finds out about the candidates of every kernel and tells them.
func runExplain(ctx context.Context, io streams, opts *explainOptions) error {
	if opts.plan {
		return runPlan(ctx, io, opts)
	}
	ctx = background(ctx)
	u, err := load(io, opts.file, &opts.settings)
	if err != nil {
		return err
	}
	fmt.Fprint(io.err, u.Diags.String())
	if u.Diags.HasErrors() {
		return ended(diagCode(&u.Diags))
	}
	out := newExplainer(opts.format, io)
	var codes []int
	for i := range u.Kernels {
		e := explainKernel(ctx, opts, u, i)
		fmt.Fprint(io.err, e.diags.String())
		if e.err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", e.err)
		}
		codes = append(codes, e.code())
		out.kernel(e)
	}
	if err := out.end(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return ended(worstCode(codes))
}

func explainKernel(ctx context.Context, opts *explainOptions, u *unit.Unit, i int) *explanation {
	e := &explanation{file: u.Name, kernel: u.Kernels[i].Name(), pos: u.Kernels[i].Pos()}
	if err := guarded(e.kernel, e.pos, func() { e.infer(ctx, opts, u, i) }); err != nil {
		e.err = &exitError{code: exitTool, err: err}
	}
	return e
}

func (e *explanation) infer(ctx context.Context, opts *explainOptions, u *unit.Unit, i int) {
	k, diags, err := u.Lower(i)
	u.Forget(i)
	e.diags, e.err = diags, err
	if err != nil || diags.HasErrors() {
		return
	}
	e.launch = k.Launch
	e.Inference = verdict.Infer(ctx, k, opts.settings.verdictOptions(), opts.engines.Solve)
	e.diags.Merge(e.Diags)
	if e.Err != nil {
		e.err = &exitError{code: exitTool, err: e.Err}
	}
}

// code is 0 where the fate of every candidate is known.
func (e *explanation) code() int {
	switch {
	case e.err != nil:
		return codeOf(e.err)
	case e.diags.HasErrors():
		return diagCode(&e.diags)
	case e.Late != "":
		return exitUndecided
	}
	return exitProved
}

// ruleCount is how the candidates of one rule fared.
type ruleCount struct {
	rule  string
	all   int
	fates map[verdict.Fate]int
}

func (c *ruleCount) add(f verdict.Fate) {
	c.all++
	c.fates[f]++
}

// countRules sums up by rule, in the order of first use, and in all.
func countRules(in *verdict.Inference) (rules []*ruleCount, total *ruleCount) {
	total = &ruleCount{rule: "all", fates: map[verdict.Fate]int{}}
	by := map[string]*ruleCount{}
	for _, l := range in.Loops {
		for _, c := range l.Candidates {
			if by[c.Rule] == nil {
				by[c.Rule] = &ruleCount{rule: c.Rule, fates: map[verdict.Fate]int{}}
				rules = append(rules, by[c.Rule])
			}
			by[c.Rule].add(c.Fate)
			total.add(c.Fate)
		}
	}
	return rules, total
}
