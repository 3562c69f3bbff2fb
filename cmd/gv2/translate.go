package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/instrument"
	"gv2/predicate/scatter"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// translateOptions are the flags of gv2 translate.
type translateOptions struct {
	settings settings
	file     string
	output   string
	// solve runs Houdini; tests replace it.
	solve verdict.Solve
}

func newTranslateCommand(io streams, run func(context.Context, streams, *translateOptions) error) *cobra.Command {
	opts := &translateOptions{solve: verdict.DefaultEngines().Solve}
	cmd := &cobra.Command{
		Use:   "translate FILE",
		Short: "Write a kernel as a Boogie program of two threads",
		Long: "Write a kernel as a Boogie program of two arbitrary threads, to standard output or with -o to a file. The first\n" +
			"comment lines of the text say how to run it: boogie stdin.bpl, or with candidate invariants boogie\n" +
			"/contractInfer stdin.bpl.\n" + exitHelp,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.settings.validate(); err != nil {
				return err
			}
			if err := opts.translatable(); err != nil {
				return err
			}
			return run(cmd.Context(), io, opts)
		},
	}
	opts.settings.register(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write to a file instead of standard output")
	return cmd
}

// translatable refuses what the translation does not model.
func (o *translateOptions) translatable() error {
	switch {
	case o.settings.engine == verdict.WeftEngine:
		return unsupportedf("--engine weft: the exact engine translates nothing; use gv2 verify or gv2 weft")
	case o.settings.barrierRule == string(weft.Volta):
		return unsupportedf("--barrier-rule volta: not modelled by the translation; gv2 weft models it")
	}
	return nil
}

// runTranslate writes the translation of one kernel. Nothing is written unless
// the whole kernel is modelled.
func runTranslate(ctx context.Context, io streams, opts *translateOptions) error {
	u, err := load(io, opts.file, &opts.settings)
	if err != nil {
		return err
	}
	if u.Diags.HasErrors() {
		fmt.Fprint(io.err, u.Diags.String())
		return ended(diagCode(&u.Diags))
	}
	if names := u.Names(); len(names) > 1 {
		return usagef("%s has several kernels; choose one with --kernel: %s", u.Name, strings.Join(names, ", "))
	}
	first := u.Kernels[0]
	if block, at, launched := first.Launched(); launched && len(u.Kernels) > 1 {
		u.Diags.Warnf(first.Pos(), "%s is launched with blocks of %d sizes; this is for %s, of %s; choose with --block-dim",
			first.Name(), len(u.Kernels), kernel.DimsText(block), at)
	}
	t := &translator{ctx: background(ctx), opts: opts, unit: u}
	text, err := t.text(first)
	t.diags.Merge(u.Diags)
	fmt.Fprint(io.err, t.diags.String())
	if err != nil {
		return err
	}
	if t.diags.HasErrors() {
		return ended(diagCode(&t.diags))
	}
	if opts.output == "" {
		_, err = fmt.Fprint(io.out, text)
	} else {
		err = os.WriteFile(opts.output, []byte(text), 0o644)
	}
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	return nil
}

// translator goes the whole way from a parsed kernel to Boogie's text.
type translator struct {
	ctx   context.Context
	opts  *translateOptions
	unit  *unit.Unit
	diags diag.List
}

// text is the translation; where there is none, an error or a diagnostic says
// why.
func (t *translator) text(fn unit.Kernel) (text string, err error) {
	panicked := guarded(fn.Name(), fn.Pos(), func() { text, err = t.translate(fn.Name()) })
	if panicked != nil {
		return "", &exitError{code: exitTool, err: panicked}
	}
	return text, err
}

func (t *translator) translate(name string) (string, error) {
	s := &t.opts.settings
	k, diags, err := t.unit.Lower(0)
	t.diags.Merge(diags)
	if err != nil || diags.HasErrors() {
		return "", err
	}
	encoding := s.encoding()
	encoding.SourceLine, encoding.Standalone, encoding.LockStep = t.unit.Line, true, s.warpSync
	k = scatter.Mark(k)
	if err := t.underlying(k, &encoding); err != nil {
		return "", err
	}
	if s.loopUnroll > 0 {
		encoding.Invariants = instrument.NoInvariants
	}
	var inferred []string
	if encoding.Invariants == instrument.Inferred {
		if inferred, err = t.infer(k, &encoding); err != nil || t.diags.HasErrors() {
			return "", err
		}
	}
	out, more := instrument.Encode(k, encoding)
	t.diags.Merge(more)
	if more.HasErrors() {
		return "", nil
	}
	out.Program.Header = append(out.Program.Header, inferred...)
	if s.warpSync {
		out.Program.Header = append(out.Program.Header, "--warp-sync: accesses that two lanes come to together are ordered; what fails may be ordered all the same")
	}
	if s.loopUnroll > 0 {
		out.Program = unrolled(out.Program, s.loopUnroll)
	}
	if s.selfCheck {
		if err := boogie.Check(out.Program); err != nil {
			return "", &exitError{code: exitTool, err: fmt.Errorf("internal error: the translation of %s breaks a rule of Boogie: %w", name, err)}
		}
	}
	return boogie.Print(out.Program).Text, nil
}

// underlying sees to it that the program states what was asked for. Properties of named
// barriers are stated by the generation encoding only, where all proofs rest on some of
// them: these are written too.
func (t *translator) underlying(k *kernel.Kernel, encoding *instrument.Request) error {
	if encoding.Encoding == instrument.GenerationEncoding ||
		encoding.Encoding == instrument.AutoEncoding && instrument.NeedsGenerations(k) {
		if encoding.LockStep {
			return unsupportedf("--warp-sync: the generation encoding does not model it; gv2 verify and gv2 weft do")
		}
		verdict.RestsOn(k, encoding.Properties)
		return nil
	}
	for _, name := range t.opts.settings.check {
		if !kernel.Property(name).Info().TwoThreads {
			return unsupportedf("--check %s: the translation of barriers of the whole block does not state it; "+
				"--encoding generation does, gv2 verify and gv2 weft decide it", name)
		}
	}
	return nil
}

// unrolled is p with each loop replaced by its first n iterations. Executions
// with more are left out.
func unrolled(p *boogie.Program, n int) *boogie.Program {
	out := boogie.Unroll(p, func(*boogie.While) int { return n })
	out.Header = append(out.Header, fmt.Sprintf("--loop-unroll %d: nothing is said about executions in which a loop makes more iterations", n))
	return out
}

// infer lets Houdini choose the loop invariants that encoding keeps, and says
// for the head of the text what became of the candidates.
func (t *translator) infer(k *kernel.Kernel, encoding *instrument.Request) ([]string, error) {
	in := verdict.Infer(t.ctx, k, t.opts.settings.verdictOptions(), t.opts.solve)
	switch {
	case in.Diags.HasErrors():
		t.diags.Merge(in.Diags)
		return nil, nil
	case in.Err != nil:
		return nil, &exitError{code: exitTool, err: fmt.Errorf("--invariants inferred: %w", in.Err)}
	case in.Late != "":
		return nil, &exitError{code: exitUndecided, err: fmt.Errorf("--invariants inferred: %s", in.Late)}
	}
	encoding.Keep = in.Keep()
	all, survived := in.Count()
	if all == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("loop invariants: the %d of %d candidates that hold; {:tag} names the rule that made each", survived, all)}, nil
}
