//go:build !exact

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/draw"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/advise"
	"gv2/runtime/emulate"
	"gv2/runtime/lanes"
)

// graphOptions are the flags of gv2 graph.
type graphOptions struct {
	settings settings
	file     string
	kind     string
	format   string
	pair     string
	lines    [2]int
}

// drawings are the formats of gv2 graph; JSON is one document for all kernels.
var drawings = []struct {
	name  string
	write func(io.Writer, *draw.Drawing)
}{{"text", draw.Text}, {"svg", draw.SVG}, {"dot", draw.DOT}, {"mermaid", draw.Mermaid}, {"json", nil}}

func newGraphCommand(io streams) *cobra.Command {
	opts := &graphOptions{}
	cmd := &cobra.Command{
		Use:   "graph FILE",
		Short: "Draw who meets whom at which barrier in a block, or the control flow of a kernel",
		Long: "Execute a block and draw it as WEFT does: threads that do the same are a lane, each generation of a barrier is a box, and\n" +
			"marks show who syncs, arrives or waits there. If there is a race, its two accesses are drawn with the missing edge;\n" +
			"--pair 12,20 asks instead what orders an access at line 12 and one at line 20. What happens again and again is drawn\n" +
			"once. Control and barriers must not depend on the input; a parameter on which they do is taken to be a small number\n" +
			"unless --param gives one. Graphviz lays out what --format dot writes, and Markdown on many sites shows --format\n" +
			"mermaid.\n\n--kind control draws the control flow instead: which decisions threads of a block may make differently, what only\n" +
			"some threads execute then, and barriers there. It executes nothing. The exit code is 0 if everything is drawn, 2 if a kernel cannot be executed, and 3 to 5 as elsewhere.\n",
		Args: needsOne("which file? try: gv2 graph kernel.cu"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			return runGraph(cmd.Context(), io, opts)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerExact(f)
	opts.settings.registerLimit(f)
	f.StringVar(&opts.kind, "kind", "barriers", "what to draw: "+strings.Join(graphKinds, ", "))
	f.StringVar(&opts.format, "format", "text", "draw as "+strings.Join(drawingNames(), ", "))
	f.StringVar(&opts.pair, "pair", "", "two lines, 12,20: what orders the accesses there (default those of the first race)")
	return cmd
}

func drawingNames() []string {
	var out []string
	for _, d := range drawings {
		out = append(out, d.name)
	}
	return out
}

// check reports what is wrong with the command line.
func (o *graphOptions) check() error {
	if err := o.settings.validate(); err != nil {
		return err
	}
	if !slices.Contains(drawingNames(), o.format) {
		return usagef("--format %s: choose one of %s", o.format, strings.Join(drawingNames(), ", "))
	}
	switch {
	case !slices.Contains(graphKinds, o.kind):
		return usagef("--kind %s: choose one of %s", o.kind, strings.Join(graphKinds, ", "))
	case o.kind == controlKind && o.pair != "":
		return usagef("--pair is about --kind barriers")
	}
	if o.pair == "" {
		return nil
	}
	a, b, _ := strings.Cut(o.pair, ",")
	for i, text := range []string{a, b} {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return usagef("--pair %s: name two lines, such as 12,20", o.pair)
		}
		o.lines[i] = n
	}
	return nil
}

func runGraph(ctx context.Context, io streams, opts *graphOptions) error {
	ctx = background(ctx)
	u, err := opts.settings.readable(ctx, io, opts.file)
	if err != nil {
		return err
	}
	io.diagnostics(u.Name, u.Text, &u.Diags)
	if u.Diags.HasErrors() {
		return ended(diagCode(&u.Diags))
	}
	if opts.format == "svg" && len(u.Kernels) > 1 {
		var names []string
		for _, k := range u.Kernels {
			names = append(names, k.Name())
		}
		return usagef("%s: an SVG shows one kernel: choose with --kernel one of %s", u.Name, strings.Join(names, ", "))
	}
	if opts.kind == controlKind {
		return runFlow(ctx, io, opts, u)
	}
	var codes []int
	var all []*draw.Drawing
	for i := range u.Kernels {
		var d *draw.Drawing
		code := exitTool
		name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
		if err := guarded(name, pos, func() { d, code = drawKernel(ctx, io, opts, u, i) }); err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", err)
		}
		codes = append(codes, code)
		if d != nil {
			all = append(all, d)
		}
	}
	return writeDrawings(io, opts.format, all, codes)
}

func writeDrawings(io streams, format string, all []*draw.Drawing, codes []int) error {
	for _, f := range drawings {
		if f.name != format || f.write == nil {
			continue
		}
		for i, d := range all {
			if i > 0 {
				fmt.Fprintln(io.out)
			}
			f.write(io.out, d)
		}
	}
	if format == "json" {
		if err := draw.JSON(io.out, all, version()); err != nil {
			return &exitError{code: exitTool, err: err}
		}
	}
	return ended(worstCode(codes))
}

// kernelToDraw is a kernel of the file, nil where gv2 does not read it, which has been told then.
func kernelToDraw(ctx context.Context, io streams, opts *graphOptions, u *unit.Unit, i int) (*kernel.Kernel, int) {
	k, diags, err := opts.settings.lower(ctx, io, u, i)
	u.Forget(i)
	if err != nil && ctx.Err() != nil {
		err = opts.settings.late(ctx, u.Kernels[i].Pos().String(), "reading the kernel")
	}
	io.diagnostics(u.Name, u.Text, &diags)
	switch {
	case err != nil:
		fmt.Fprintf(io.err, "gv2: %v\n", err)
		return nil, codeOf(err)
	case diags.HasErrors():
		return nil, diagCode(&diags)
	}
	return k, exitProved
}

// drawKernel is the drawing of a kernel, nil where there is none for a reason that has been told.
func drawKernel(ctx context.Context, io streams, opts *graphOptions, u *unit.Unit, i int) (*draw.Drawing, int) {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	k, code := kernelToDraw(ctx, io, opts, u, i)
	if k == nil {
		return nil, code
	}
	exact := opts.settings.question().Options().ExactOptions()
	g, values, err := graphOf(ctx, k, lanes.Query{Lines: opts.lines, Options: exact}, opts)
	if err != nil {
		fmt.Fprintf(io.err, "%s: kernel %s cannot be drawn: %v\n", pos, name, notDrawn(err))
		return nil, exitUndecided
	}
	if opts.pair != "" && g.Pair == nil {
		fmt.Fprintf(io.err, "%s: kernel %s: no two threads access the same element at lines %d and %d, one of them writing\n", pos, name, opts.lines[0], opts.lines[1])
	}
	return &draw.Drawing{File: u.Name, Kernel: name, Pos: pos, Launch: k.Launch, Values: values, Src: advise.AtCalls(k), Chart: lanes.NewChart(g)}, exitProved
}

// trials are the values that a parameter gets on which control depends: small ones first, so that
// the drawing is small, and then those that meet more preconditions.
var trials = []int64{4, 3, 2, 1, 8, 16, 32, 64, 128, 256, 512, 1024}

// graphOf draws a kernel, with small values of the parameters on which control depends.
func graphOf(ctx context.Context, k *kernel.Kernel, q lanes.Query, opts *graphOptions) (*lanes.Graph, []string, error) {
	ctx, cancel := context.WithTimeout(ctx, opts.settings.timeout)
	defer cancel()
	q.Params = map[string]int64{}
	return withValues(ctx, k, q)
}

func withValues(ctx context.Context, k *kernel.Kernel, q lanes.Query) (*lanes.Graph, []string, error) {
	g, err := lanes.Of(ctx, k, q)
	var open *emulate.NotStatic
	if err == nil || !errors.As(err, &open) || open.Param == "" {
		return g, valueTexts(k, q.Params), err
	}
	if _, again := q.Params[open.Param]; again {
		return nil, nil, err
	}
	for _, n := range trials {
		q.Params[open.Param] = n
		g, values, otherwise := withValues(ctx, k, q)
		if otherwise == nil || ctx.Err() != nil {
			return g, values, otherwise
		}
	}
	delete(q.Params, open.Param)
	return nil, nil, err
}

func valueTexts(k *kernel.Kernel, params map[string]int64) []string {
	var out []string
	for _, p := range k.Params {
		if n, given := params[p.Name]; given {
			value := fmt.Sprint(n)
			if p.T.Kind == kernel.Bool {
				value = fmt.Sprint(n != 0)
			}
			out = append(out, p.Written()+" = "+value)
		}
	}
	slices.Sort(out)
	return out
}

// notDrawn is why, with what to do.
func notDrawn(err error) error {
	var open *emulate.NotStatic
	var budget *emulate.BudgetError
	switch {
	case errors.As(err, &open) && open.Param != "":
		return fmt.Errorf("%w at %s: give a value, --param %s=8", err, open.Src.Pos, open.Written)
	case errors.As(err, &open) && open.Block:
		return fmt.Errorf("%w at %s, so that blocks differ: --grid-dim 1 draws a grid of one block", err, open.Src.Pos)
	case errors.As(err, &open):
		return fmt.Errorf("%w at %s, so that there is no one graph", err, open.Src.Pos)
	case errors.As(err, &budget):
		return fmt.Errorf("%w (--max-commands)", err)
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("executing it takes longer than the time limit (--timeout)")
	}
	return err
}
