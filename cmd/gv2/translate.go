//go:build !exact

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// translateOptions are the flags of gv2 translate.
type translateOptions struct {
	settings settings
	file     string
	output   string
	// run asks a solver about the text, and shows the answer in place of the text.
	run bool
	// procedure is the one to write, empty for all; annotate adds comments that say why.
	procedure string
	annotate  bool
	// copies is one of textCopies: what has a copy of the kernel of its own.
	copies string
	// solve runs Houdini; tests replace it.
	solve verdict.Solve
}

// textCopies are the values of --copies.
var textCopies = []string{"array", "property"}

func newTranslateCommand(io streams, run func(context.Context, streams, *translateOptions) error) *cobra.Command {
	opts := &translateOptions{solve: verdict.DefaultEngines().Solve}
	cmd := &cobra.Command{
		Use:   "translate FILE",
		Short: "Write a kernel as a Boogie program of two threads",
		Long: "Write a kernel as a Boogie program of two arbitrary threads, to standard output or with -o to a file. The first\n" +
			"comment lines of the text say how to run it: boogie stdin.bpl, or with candidate invariants boogie\n" +
			"/contractInfer stdin.bpl. With --run, gv2 does that, and shows what Boogie says. For people who read a translation:\n" +
			"--annotate says at each construct why it is there, and --procedure NAME leaves one procedure with what it needs.\n" + exitHelp,
		Args: needsOne("which file? try: gv2 translate kernel.cu, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.settings.validate(); err != nil {
				return err
			}
			if !slices.Contains(textCopies, opts.copies) {
				return usagef("--copies %s: choose one of %s", opts.copies, strings.Join(textCopies, ", "))
			}
			if refused := opts.settings.question().Translatable(); refused != "" {
				return unsupportedf("%s", refused)
			}
			end, err := opts.settings.choose(&opts.solve)
			if err != nil {
				return err
			}
			defer end()
			return run(cmd.Context(), io, opts)
		},
	}
	opts.settings.register(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write to a file instead of standard output")
	cmd.Flags().StringVar(&opts.procedure, "procedure", "", "write only that procedure, and what it needs (* names them)")
	cmd.Flags().BoolVar(&opts.annotate, "annotate", false, "say in a comment at each construct why it is there")
	cmd.Flags().StringVar(&opts.copies, "copies", "array", "with named barriers, what has a copy of the kernel of its own: array (and barrier: small procedures, quickly proved) or property (a short text)")
	cmd.Flags().BoolVar(&opts.run, "run", false, "run the program as its first lines say, and print what Boogie, or the solver that --solver names, says of it")
	return cmd
}

// runTranslate writes the translation of one kernel. Nothing is written unless
// the whole kernel is modelled.
func runTranslate(ctx context.Context, io streams, opts *translateOptions) error {
	u, err := opts.settings.readable(background(ctx), io, opts.file)
	if err != nil {
		return err
	}
	if u.Diags.HasErrors() {
		io.diagnostics(u.Name, u.Text, &u.Diags)
		return ended(diagCode(&u.Diags))
	}
	if names := u.Names(); len(names) > 1 {
		return usagef("%s has several kernels; choose one with --kernel: %s", u.Name, strings.Join(names, ", "))
	}
	first, last := u.Kernels[0], u.Kernels[len(u.Kernels)-1]
	if first.Pos() != last.Pos() {
		u.Diags.Warnf(first.Pos(), "%s is overloaded; this translation is of the kernel here, not of the one at %s", first.Name(), last.Pos())
	}
	if block, at, launched := first.Launched(); launched && len(u.Kernels) > 1 {
		u.Diags.Warnf(first.Pos(), "%s is launched with blocks of %d sizes; this translation is for %s, of %s; choose with --block-dim",
			first.Name(), len(u.Kernels), kernel.DimsText(block), at)
	}
	status := terminal.NewStatus(io.err, patience)
	status.Begin("translating " + first.Name())
	p, diags, err := translated(background(ctx), io, opts, u)
	status.End()
	diags.Merge(u.Diags)
	io.diagnostics(u.Name, u.Text, &diags)
	if err != nil {
		return err
	}
	if diags.HasErrors() {
		return ended(diagCode(&diags))
	}
	if opts.copies == "property" {
		p.Merge()
	}
	if opts.procedure != "" {
		names := p.Procedures()
		if !slices.Contains(names, opts.procedure) {
			return usagef("--procedure %s: choose one of %s", opts.procedure, strings.Join(names, ", "))
		}
		p.Only(opts.procedure)
	}
	if opts.annotate {
		p.Annotate()
	}
	switch {
	case opts.output != "":
		err = os.WriteFile(opts.output, []byte(p.Text), 0o644)
	case !opts.run:
		_, err = fmt.Fprint(io.out, p.Text)
	}
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	if opts.run {
		return opts.runText(background(ctx), io, p)
	}
	return nil
}

// runText asks about the text, and shows the answer. Its exit code says what it is.
func (o *translateOptions) runText(ctx context.Context, io streams, p *verdict.ProgramText) error {
	name := verdict.BoogieEngine
	if o.settings.changed("solver") {
		name = o.settings.solver
	}
	answer, err := verdict.RunText(ctx, o.settings.question(), p, name)
	if err != nil {
		return &exitError{code: exitTool, err: err}
	}
	said := answer.Text
	if o.output != "" {
		said = strings.ReplaceAll(said, "stdin.bpl(", o.output+"(")
	}
	if _, err := fmt.Fprint(io.out, said); err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	switch {
	case answer.Verified:
		return nil
	case answer.Failed:
		return ended(exitRefuted)
	}
	return ended(exitUndecided)
}

// translated goes the whole way from the first kernel of a file to Boogie's text; where
// there is none, an error or a diagnostic says why.
func translated(ctx context.Context, io streams, opts *translateOptions, u *unit.Unit) (p *verdict.ProgramText, diags diag.List, err error) {
	first := u.Kernels[0]
	panicked := guarded(first.Name(), first.Pos(), func() {
		k, found, failed := opts.settings.lower(ctx, io, u, 0)
		if ctx.Err() != nil && failed != nil {
			err = opts.settings.late(ctx, first.Pos().String(), "reading the kernel")
			return
		}
		if diags, err = found, failed; err != nil || diags.HasErrors() {
			return
		}
		p = verdict.Translate(ctx, opts.settings.question(), k, u.Line, opts.solve)
		diags.Merge(p.Diags)
		err = programError(p)
	})
	if panicked != nil {
		return nil, diags, &exitError{code: exitTool, err: panicked}
	}
	return p, diags, err
}

// programError is why there is no text, with its exit code; nil if a diagnostic says so.
func programError(p *verdict.ProgramText) error {
	switch {
	case p.Refused != "":
		return unsupportedf("%s", p.Refused)
	case p.Err != nil:
		return &exitError{code: exitTool, err: p.Err}
	case p.Late != "":
		return &exitError{code: exitUndecided, err: errors.New(p.Late)}
	}
	return nil
}
