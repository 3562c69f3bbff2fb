//go:build !exact

package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gv2/cmd/internal/draw"
	"gv2/cmd/internal/render"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/advise"
	"gv2/runtime/claim"
	"gv2/runtime/steps"
	"gv2/runtime/verdict"
)

// stageNames are the stages that gv2 explain shows, in their order.
var stageNames = []string{"source", "ir", "predicated", "program", "verdict", "run"}

// runStages shows each kernel at the stages that were asked for.
func runStages(ctx context.Context, io streams, opts *explainOptions) error {
	ctx = background(ctx)
	u, err := opts.settings.readable(ctx, io, opts.file)
	if err != nil {
		return err
	}
	io.diagnostics(u.Name, u.Text, &u.Diags)
	if u.Diags.HasErrors() {
		return ended(diagCode(&u.Diags))
	}
	if lines := strings.Count(string(u.Text), "\n") + 1; opts.line > lines {
		return usagef("--line %d: %s has %s", opts.line, u.Name, diag.Count(lines, "line"))
	}
	if names := u.Names(); opts.html && len(names) > 1 {
		return usagef("%s: a page shows one kernel: choose with --kernel one of %s", u.Name, strings.Join(names, ", "))
	}
	var codes []int
	var all []*draw.Stages
	for i := range u.Kernels {
		code := exitTool
		err := guarded(u.Kernels[i].Name(), u.Kernels[i].Pos(), func() {
			var out *draw.Stages
			if out, code = stagesOf(ctx, io, opts, u, i); out != nil {
				all = append(all, out)
			}
		})
		if err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", err)
		}
		codes = append(codes, code)
		if opts.html {
			break
		}
	}
	if opts.format == "json" {
		if err := draw.StagesJSON(io.out, all, version()); err != nil {
			return &exitError{code: exitTool, err: err}
		}
	}
	return ended(worstCode(codes))
}

// stagesOf makes the stages of a kernel and, but for JSON, writes them.
func stagesOf(ctx context.Context, io streams, opts *explainOptions, u *unit.Unit, i int) (*draw.Stages, int) {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	k, diags, err := opts.settings.lower(ctx, io, u, i)
	u.Forget(i)
	if err != nil && ctx.Err() != nil {
		err = opts.settings.late(ctx, pos.String(), "reading the kernel")
	}
	io.diagnostics(u.Name, u.Text, &diags)
	switch {
	case err != nil:
		fmt.Fprintf(io.err, "gv2: %v\n", err)
		return nil, codeOf(err)
	case diags.HasErrors():
		return nil, diagCode(&diags)
	}
	b := &stageBuilder{ctx: ctx, opts: opts, u: u, k: k}
	out := &draw.Stages{File: u.Name, Kernel: name}
	for _, stage := range stageNames {
		if len(opts.stages) == 0 || slices.Contains(opts.stages, stage) {
			out.List = append(out.List, b.stage(stage)...)
		}
	}
	switch {
	case opts.format == "json":
	case opts.html:
		err = out.HTML(io.out)
	default:
		out.Text(io.out, opts.line)
	}
	if err != nil {
		return nil, exitTool
	}
	return out, exitProved
}

// stageBuilder makes the stages of one kernel.
type stageBuilder struct {
	ctx     context.Context
	opts    *explainOptions
	u       *unit.Unit
	k       *kernel.Kernel
	program *verdict.ProgramText
	result  *verdict.Result
	// shown is advise.AtCalls of the kernel, nil before somebody asks.
	shown func(kernel.Src) kernel.Src
}

func (b *stageBuilder) stage(name string) []draw.Stage {
	switch name {
	case "source":
		return []draw.Stage{{Name: name, Title: "the kernel as it was written", Lines: b.source()}}
	case "ir":
		return []draw.Stage{{Name: name, Title: irTitle(b.k.Launch), Lines: b.linked(kernel.Lines(b.k))}}
	case "predicated":
		return b.predicated()
	case "program":
		return []draw.Stage{b.programStage()}
	case "run":
		return b.runs()
	}
	return []draw.Stage{{Name: name, Title: "what is decided, and by whom", Lines: b.verdict()}}
}

// linked are lines with the lines of the file that they come from.
func (b *stageBuilder) linked(lines []kernel.Line) []draw.StageLine {
	var out []draw.StageLine
	for _, l := range lines {
		out = append(out, draw.StageLine{Text: l.Text, Line: b.lineOf(l.Src)})
	}
	return out
}

// lineOf is the line of the file that a statement comes from: where it stands, or where what it
// is in is called.
func (b *stageBuilder) lineOf(src kernel.Src) int {
	src = b.atCall(src)
	for _, at := range append([]diag.Pos{src.Pos}, src.Calls...) {
		if at.File == b.u.Name {
			return at.Line
		}
	}
	return 0
}

func (b *stageBuilder) atCall(src kernel.Src) kernel.Src {
	if b.shown == nil {
		b.shown = advise.AtCalls(b.k)
	}
	return b.shown(src)
}

// source are the lines of the file from the first to the last that a statement is from.
func (b *stageBuilder) source() []draw.StageLine {
	first, last := b.k.Pos.Line, b.k.Pos.Line
	for _, l := range kernel.Lines(b.k) {
		if n := b.lineOf(l.Src); n > 0 {
			first, last = min(first, n), max(last, n)
		}
	}
	text := strings.Split(string(b.u.Text), "\n")
	if b.k.Pos.File == b.u.Name {
		last = max(last, endOf(text, b.k.Pos.Line))
	}
	var out []draw.StageLine
	for n := max(first, 1); n <= min(last, len(text)); n++ {
		out = append(out, draw.StageLine{Text: strings.ReplaceAll(strings.TrimRight(text[n-1], "\r"), "\t", "    "), Line: n})
	}
	return out
}

// endOf is the line of the brace that closes the first one from a line on; 0 where there is none.
func endOf(text []string, from int) int {
	depth := 0
	for n := max(from, 1); n <= len(text); n++ {
		line, _, _ := strings.Cut(text[n-1], "//")
		depth += strings.Count(line, "{") - strings.Count(line, "}")
		if depth <= 0 && strings.Contains(line, "}") {
			return n
		}
	}
	return 0
}

// translated is the program of two threads, once.
func (b *stageBuilder) translated() *verdict.ProgramText {
	if b.program == nil {
		b.program = verdict.Translate(b.ctx, b.opts.settings.question(), b.k, b.u.Line, b.opts.engines.Solve)
	}
	return b.program
}

// untranslated says why there is no program.
func (b *stageBuilder) untranslated(p *verdict.ProgramText) []draw.StageLine {
	why := strings.TrimSpace(p.Diags.String())
	if err := programError(p); err != nil {
		why = err.Error()
	}
	return []draw.StageLine{{Text: "there is none: " + why}}
}

func (b *stageBuilder) predicated() []draw.Stage {
	const title = "a statement is under a predicate, in brackets, where only some threads execute it; if and while are for both threads alike"
	p := b.translated()
	var out []draw.Stage
	for i, lines := range p.Predicated {
		name, text := "predicated", lines()
		if _, pair, ok := strings.Cut(text[0].Text, " for "); ok && i > 0 {
			name += ", " + pair
		}
		out = append(out, draw.Stage{Name: name, Title: title, Lines: b.linked(text)})
	}
	if len(out) == 0 {
		out = append(out, draw.Stage{Name: "predicated", Title: title, Lines: b.untranslated(p)})
	}
	return out
}

// sourceComment is how a translation names the line that what follows comes from.
var sourceComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*// (  in )?(.+?):(\d+)(:\d+)?: `) })

func (b *stageBuilder) programStage() draw.Stage {
	s := draw.Stage{Name: "program", Title: "two arbitrary threads, for Boogie: accesses are logged for one thread and checked for the other"}
	p := b.translated()
	if p.Text == "" {
		s.Lines = b.untranslated(p)
		return s
	}
	line := 0
	for text := range strings.SplitSeq(strings.TrimSuffix(p.Text, "\n"), "\n") {
		if m := sourceComment().FindStringSubmatch(text); m != nil {
			if in := m[1] != ""; m[2] == b.u.Name {
				line, _ = strconv.Atoi(m[3])
			} else if !in {
				line = 0
			}
		} else if text == "" || text == "}" || !strings.HasPrefix(text, " ") {
			line = 0
		}
		s.Lines = append(s.Lines, draw.StageLine{Text: text, Line: line})
	}
	return s
}

// decided is the verdict, once.
func (b *stageBuilder) decided() *verdict.Result {
	if b.result == nil {
		o := b.opts.settings.question().Options()
		o.NoPrecondition, o.Further = true, true
		r := advise.Decide(b.ctx, b.k, o, b.opts.engines)
		b.result = &r
	}
	return b.result
}

// mostRuns is how many faults are shown as runs.
const mostRuns = 4

// runs are the faults step by step, as far as an execution shows them.
func (b *stageBuilder) runs() []draw.Stage {
	var out []draw.Stage
	r := b.decided()
	asked := len(b.opts.stages) > 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == claim.BenignSeverity || len(out) == mostRuns {
			continue
		}
		name := "run"
		if len(out) > 0 {
			name += " " + strconv.Itoa(len(out)+1)
		}
		stage := draw.Stage{Name: name, Title: f.Message}
		if run := steps.Of(b.ctx, b.k, f, b.opts.settings.question().Options().ExactOptions()); run != nil {
			for i := range run.Rows {
				run.Rows[i].Src = b.atCall(run.Rows[i].Src)
			}
			stage.Lines = []draw.StageLine{{Text: draw.RunTitle(run)}}
			stage.Table, stage.Run = draw.RunTable(run, b.lineOf), run
		} else if stage.Lines = []draw.StageLine{{Text: unshown(f)}}; !asked {
			continue
		}
		if f.Repair != "" {
			stage.Lines = append(stage.Lines, draw.StageLine{Text: f.Repair})
		}
		out = append(out, stage)
	}
	if len(out) == 0 && asked {
		out = []draw.Stage{{Name: "run", Title: "a fault step by step", Lines: []draw.StageLine{{Text: "there is no fault to show"}}}}
	}
	return out
}

// unshown says why no run shows a fault.
func unshown(f *claim.Finding) string {
	if f.By == claim.Axioms {
		return "no order of the threads' steps shows it: what is wrong is that the memory model does not order them, whichever came first (gv2 explain missing-fence)"
	}
	return "no execution that was tried shows it: its values depend on what gv2 does not execute"
}

// verdict are the properties with who decided them, and the findings at their lines.
func (b *stageBuilder) verdict() []draw.StageLine {
	r := b.decided()
	var out []draw.StageLine
	say := func(line int, format string, args ...any) {
		out = append(out, draw.StageLine{Text: fmt.Sprintf(format, args...), Line: line})
	}
	for _, p := range r.Properties {
		text := fmt.Sprintf("%-20s %-9s %s", p.Name, p.Status, p.Engine)
		if reason := p.Reason(); reason != "" {
			text += ": " + render.FirstLine(reason)
		}
		say(0, "%s", text)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Accesses {
			text := f.Message
			if j > 0 {
				text = "the other access: " + f.Accesses[j].Kind
			}
			say(b.lineOf(f.Accesses[j].Src), "%s: %s", f.Severity, text)
		}
	}
	for _, a := range r.Assumptions {
		say(0, "assuming that %s", a)
	}
	return out
}

// irTitle says what is left of the source, and how it counts blocks of clusters.
func irTitle(l kernel.Launch) string {
	text := "templates, macros, calls and structures are gone; accesses and conversions are explicit"
	if l.Joined && l.Ranks() > 1 {
		text += "; a block is a whole cluster: from here on threadIdx.z counts the blocks of a cluster, too, and blockIdx and gridDim count clusters"
	}
	return text
}
