package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gv2/boogie"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/instrument"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// translateOptions are the flags of gv2 translate.
type translateOptions struct {
	settings
	file   string
	output string
}

func newTranslateCommand(io streams, run func(streams, *translateOptions) error) *cobra.Command {
	opts := &translateOptions{}
	cmd := &cobra.Command{
		Use:   "translate FILE",
		Short: "Write a kernel as a Boogie program of two threads",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.validate(); err != nil {
				return err
			}
			if err := opts.translatable(); err != nil {
				return err
			}
			return run(io, opts)
		},
	}
	opts.register(cmd.Flags())
	cmd.Flags().StringVarP(&opts.output, "output", "o", "", "write to a file instead of standard output")
	return cmd
}

// translatable refuses what the translation does not model.
func (o *translateOptions) translatable() error {
	switch {
	case o.engine == verdict.WeftEngine:
		return unsupportedf("--engine weft: the exact engine translates nothing; use gv2 verify or gv2 weft")
	case o.warpSync:
		return unsupportedf("--warp-sync: not modelled by the translation; gv2 weft models it")
	case o.barrierRule == string(weft.Volta):
		return unsupportedf("--barrier-rule volta: not modelled by the translation; gv2 weft models it")
	}
	for _, name := range o.check {
		if name == verdict.Deadlock || name == verdict.Recycling || name == verdict.Count {
			return unsupportedf("--check %s: the translation does not state it; gv2 verify and gv2 weft decide it", name)
		}
	}
	return nil
}

// runTranslate writes the translation of one kernel. Nothing is written unless
// the whole kernel is modelled.
func runTranslate(io streams, opts *translateOptions) error {
	u, err := load(io, opts.file, &opts.settings)
	if err != nil {
		return err
	}
	if u.diags.HasErrors() {
		fmt.Fprint(io.err, u.diags.String())
		return ended(diagCode(&u.diags))
	}
	if len(u.kernels) > 1 {
		return usagef("%s has several kernels; choose one with --kernel: %s", u.name, kernelNames(u.kernels))
	}
	text, diags, err := translate(u, &opts.settings, u.kernels[0])
	diags.Merge(u.diags)
	fmt.Fprint(io.err, diags.String())
	if err != nil {
		return err
	}
	if diags.HasErrors() {
		return ended(diagCode(&diags))
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

// translate is the whole way from a parsed kernel to Boogie's text.
func translate(u *unit, s *settings, fn *cuda.FuncDecl) (text string, diags diag.List, err error) {
	panicked := guarded(fn.Name, fn.Pos, func() { text, diags, err = translateKernel(u, s, fn) })
	if panicked != nil {
		return "", diags, &exitError{code: exitTool, err: panicked}
	}
	return text, diags, err
}

func translateKernel(u *unit, s *settings, fn *cuda.FuncDecl) (string, diag.List, error) {
	k, diags, err := u.lower(s, fn)
	if err != nil || diags.HasErrors() {
		return "", diags, err
	}
	encoding := s.encoding()
	encoding.SourceLine = u.line
	out, more := instrument.Instrument(k, encoding)
	diags.Merge(more)
	if diags.HasErrors() {
		return "", diags, nil
	}
	if s.selfCheck {
		if err := boogie.Check(out.Program); err != nil {
			return "", diags, &exitError{code: exitTool, err: fmt.Errorf("internal error: the translation of %s breaks a rule of Boogie: %w", fn.Name, err)}
		}
	}
	return boogie.Print(out.Program).Text, diags, nil
}
