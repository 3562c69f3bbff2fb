//go:build !exact

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gv2/cmd/internal/lsp"
	"gv2/cmd/internal/page"
	"gv2/cmd/internal/render"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/advise"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// lspOptions are the flags of gv2 lsp.
type lspOptions struct {
	verify verifyOptions
	pause  time.Duration
	onSave bool
	// deep lets one analysis with the solver run at a time.
	deep chan struct{}
}

// typingPause is how long nobody must have typed before a text is analysed.
const typingPause = 300 * time.Millisecond

func newLSPCommand(io streams) *cobra.Command {
	opts := &lspOptions{verify: verifyOptions{engines: verdict.DefaultEngines(), decide: advise.Decide, impossible: verdict.Impossible, allFaults: true}, deep: make(chan struct{}, 1)}
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Tell an editor what is wrong while kernels are written (Language Server Protocol)",
		Long: "Speak the Language Server Protocol on standard input and output. While somebody types, the exact engine looks at the\n" +
			"text, which takes no solver; when a file is opened or saved, gv2 verifies it as gv2 verify does. Faults are\n" +
			"diagnostics, repairs are quick fixes (insert __syncthreads()), and pointing at the first line of a kernel shows the\n" +
			"verdict and what it assumes. Flags are for all files; those of a project may be in .gv2.toml.\n",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.verify.settings.validate(); err != nil {
				return err
			}
			end, err := opts.verify.settings.choose(&opts.verify.engines.Solve)
			if err != nil {
				return err
			}
			defer end()
			return opts.serve(io)
		},
	}
	f := cmd.Flags()
	opts.verify.settings.register(f)
	f.BoolVar(&opts.onSave, "on-save", true, "verify whole files when they are opened and saved, with the solver")
	f.DurationVar(&opts.pause, "pause", typingPause, "how long nobody must have typed before a text is looked at")
	f.Bool("stdio", true, "standard input and output, which is all there is; some editors ask for it")
	return cmd
}

// serve speaks with the editor.
func (o *lspOptions) serve(io streams) error {
	err := lsp.Serve(io.in, io.out, lsp.Options{Version: version(), Analyse: o.analyse, Pause: o.pause, OnSave: o.onSave})
	if err != nil {
		return &exitError{code: exitRefuted, err: err}
	}
	return nil
}

// analyse verifies a text: by the exact engine alone, or with everything.
func (o *lspOptions) analyse(ctx context.Context, path string, text []byte, others map[string][]byte, deep bool) lsp.Analysis {
	var a lsp.Analysis
	if !kernelWord().Match(text) {
		return a // a header: what is wrong with it shows where it is included
	}
	if deep {
		select {
		case o.deep <- struct{}{}:
			defer func() { <-o.deep }()
		case <-ctx.Done():
			return a
		}
	}
	v := o.verify
	if !deep {
		v.settings.frontend = cudaFrontend
		if !v.settings.changed("engine") {
			v.settings.engine = verdict.WeftEngine
		}
	}
	v.safeIf = deep
	read := func(name string) ([]byte, error) {
		full, err := filepath.Abs(name)
		if given, open := others[full]; err == nil && open {
			return given, nil
		}
		return os.ReadFile(name)
	}
	v.settings.input.ReadFile = read
	v.settings.text = func(string) ([]byte, error) { return text, nil }
	b := &analysis{path: path, deep: deep, about: map[int][]string{}}
	v.warned = func(l *diag.List) { b.diagnostics(l) }
	quiet := streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	err := guarded(filepath.Base(path), diag.Pos{File: path, Line: 1, Col: 1}, func() {
		verifyFile(ctx, quiet, &v, path, func(r *report) { b.report(r) })
	})
	if err != nil {
		b.add(lsp.Problem{Place: lsp.Place{File: path, Line: 1, Col: 1}, Severity: lsp.Information, Code: "tool", Message: render.FirstLine(err.Error())})
	}
	return b.done()
}

// analysis gathers what is known of a text.
type analysis struct {
	path  string
	deep  bool
	out   lsp.Analysis
	about map[int][]string // by line
}

func (b *analysis) add(p lsp.Problem) {
	same := func(o lsp.Problem) bool {
		return o.Place == p.Place && o.Message == p.Message && o.Severity == p.Severity
	}
	if !slices.ContainsFunc(b.out.Problems, same) { // instances of a template share theirs
		b.out.Problems = append(b.out.Problems, p)
	}
}

// place is where a problem is shown: at the file that is open, with its own place in the message if that is elsewhere.
func (b *analysis) place(at diag.Pos, message string) (lsp.Place, string) {
	if at.File == b.path && at.Valid() {
		return lsp.Place{File: at.File, Line: at.Line, Col: at.Col}, message
	}
	return lsp.Place{File: b.path, Line: 1, Col: 1}, at.String() + ": " + message
}

func (b *analysis) diagnostics(l *diag.List) {
	for _, d := range l.Sorted() {
		p := lsp.Problem{Severity: lsp.Error, Code: "input"}
		switch d.Severity {
		case diag.Warning:
			p.Severity = lsp.Warning
		case diag.Unsupported:
			p.Severity, p.Code = lsp.Information, "unsupported"
		}
		p.Place, p.Message = b.place(d.Pos, d.Message)
		b.add(p)
	}
}

func (b *analysis) report(r *report) {
	b.diagnostics(&r.Diags)
	at := r.Pos
	if !at.Valid() {
		at = diag.Pos{File: b.path, Line: 1, Col: 1}
	}
	if r.Err != nil {
		p := lsp.Problem{Severity: lsp.Information, Code: "tool"}
		p.Place, p.Message = b.place(at, render.FirstLine(worded(r.Err)))
		b.add(p)
	}
	json := render.JSONOf(&r.Report)
	for i := range r.Findings {
		b.finding(r, &r.Findings[i], &json.Findings[i])
	}
	for i := range r.Properties {
		if p := &r.Properties[i]; b.deep && p.Status == claim.Unknown && r.Outcome == verdict.KernelUnknown {
			open := lsp.Problem{Severity: lsp.Information, Code: "undecided"}
			open.Place, open.Message = b.place(at, string(p.Name)+" is undecided: "+render.FirstLine(p.Reason()))
			b.add(open)
		}
	}
	if r.Kernel != "" && at.File == b.path {
		b.about[at.Line] = append(b.about[at.Line], b.verdict(r))
	}
}

func (b *analysis) finding(r *report, f *claim.Finding, j *render.JSONFinding) {
	p := lsp.Problem{Severity: lsp.Error, Code: string(f.Property), Page: f.Property.Info().Page}
	message := f.Message
	switch f.Severity {
	case claim.BenignSeverity:
		p.Severity = lsp.Warning
	case claim.OutsideSeverity:
		p.Severity, message = lsp.Warning, "outside of the condition "+r.Condition+r.OpenIf+": "+message
	case claim.ErrorSeverity:
	}
	message = strings.Join(append([]string{message}, render.Details(f)...), "\n")
	p.Place, p.Message = b.place(f.Accesses[0].Shown(), message)
	note := func(at diag.Pos, text string) {
		if at.Valid() {
			p.Others = append(p.Others, lsp.Note{Place: lsp.Place{File: at.File, Line: at.Line, Col: at.Col}, Message: text})
		}
	}
	for i := range f.Accesses {
		a := &f.Accesses[i]
		if i > 0 {
			note(a.Shown(), "the other "+a.Kind)
		}
		for n := len(a.Src.Calls) - 1; n >= 0; n-- {
			note(a.Src.Calls[n], "in the function called here")
		}
	}
	fix := lsp.Fix{Title: f.Repair}
	inserted := ""
	for i, c := range j.Fixes {
		text := strings.TrimSpace(c.Text)
		if i == 0 {
			inserted = strings.TrimSuffix(text, ";")
		}
		if c.Remove > 0 || strings.TrimSuffix(text, ";") != inserted {
			inserted = ""
		}
		fix.Changes = append(fix.Changes, lsp.Change{Line: c.Line, Remove: c.Remove, Text: c.Text})
	}
	if inserted != "" {
		fix.Title = "insert " + inserted
	}
	if len(fix.Changes) > 0 {
		p.Fixes = []lsp.Fix{fix}
	}
	b.add(p)
	if p.Line > 1 && p.File == b.path {
		b.about[p.Line] = append(b.about[p.Line], aboutFinding(f))
	}
}

// aboutFinding is the page on a kind of fault in short.
func aboutFinding(f *claim.Finding) string {
	about, ok := page.Of(string(f.Property))
	if !ok {
		return f.Message
	}
	return fmt.Sprintf("**%s**: %s\n\n%s\n\n`gv2 explain %s` has an example.", about.Name, about.Title, strings.ReplaceAll(about.Do, "\n", " "), about.Name)
}

// verdict is a report in Markdown.
func (b *analysis) verdict(r *report) string {
	var t strings.Builder
	fmt.Fprintf(&t, "**kernel `%s`: %s**", r.Kernel, r.Outcome)
	if r.Launch != (kernel.Launch{}) {
		fmt.Fprintf(&t, " (%s)", r.Launch.Text())
	}
	if r.Condition != "" {
		fmt.Fprintf(&t, "\n\nproved if `%s`", r.Condition)
	}
	t.WriteString("\n\n")
	for i := range r.Properties {
		p := &r.Properties[i]
		fmt.Fprintf(&t, "* %s: %s", p.Name, p.Status)
		if reason := render.FirstLine(p.Reason()); reason != "" {
			t.WriteString(", " + reason)
		}
		t.WriteString("\n")
	}
	if len(r.Assumptions) > 0 {
		t.WriteString("\nassuming that\n\n")
		for _, a := range r.Assumptions {
			t.WriteString("* " + a + "\n")
		}
	}
	if !b.deep && r.Outcome == verdict.KernelUnknown {
		t.WriteString("\nThe exact engine alone has looked; saving the file asks the solver, too.\n")
	}
	return t.String()
}

func (b *analysis) done() lsp.Analysis {
	for line, texts := range b.about {
		b.out.Kernels = append(b.out.Kernels, lsp.Kernel{First: line, Last: line, About: strings.Join(slices.Compact(texts), "\n\n---\n\n")})
	}
	slices.SortFunc(b.out.Kernels, func(a, o lsp.Kernel) int { return a.First - o.First })
	slices.SortStableFunc(b.out.Problems, func(a, o lsp.Problem) int { return a.Line - o.Line })
	return b.out
}
