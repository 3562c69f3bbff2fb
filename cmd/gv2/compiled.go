package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gv2/frontend/compiler"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// The values of --frontend.
const (
	autoFrontend = "auto"
	cudaFrontend = "cuda"
	ptxFrontend  = "ptx"
)

var frontends = []string{autoFrontend, cudaFrontend, ptxFrontend}

// made is the PTX of a file.
type made struct {
	text    []byte
	command string
	err     error
}

// compiles reports whether kernels of a file may be compiled: it is CUDA and not what a compiler has
// made, and the flags allow it.
func (s *settings) compiles(name string) bool {
	l := s.language
	if l == nil || name == ptxName(name) {
		l, _ = unit.Of(name)
	}
	return l == unit.CUDA && s.frontend != cudaFrontend && s.frontend != ""
}

// compile has a compiler make the PTX of a source.
func (s *settings) compile(ctx context.Context, name string, text []byte) (m *made) {
	m = &made{}
	c, err := compiler.Find(s.nvcc)
	if err != nil {
		m.err = err
		return m
	}
	file := name
	if _, err := os.Stat(name); err != nil || name == stdinName {
		folder, err := os.MkdirTemp("", "gv2-source-")
		if err != nil {
			m.err = err
			return m
		}
		defer os.RemoveAll(folder)
		file = filepath.Join(folder, "stdin.cu")
		if m.err = os.WriteFile(file, text, 0o600); m.err != nil {
			return m
		}
	}
	m.text, m.command, m.err = c.PTX(ctx, file, compiler.Options{Define: s.input.Define, Include: s.input.Include, Arch: int(s.arch)})
	if m.err == nil {
		m.text = withLeading(text, m.text)
	}
	return m
}

// stdinName is the name of standard input in reports.
const stdinName = "<stdin>"

// withLeading puts the leading comment of a source, which may have options, into the place of that
// of the compiler, so that lines keep their numbers where it is not longer.
func withLeading(source, ptx []byte) []byte {
	var own []string
	for line := range strings.Lines(string(source)) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		own = append(own, line)
	}
	lines := strings.SplitAfter(string(ptx), "\n")
	for i, line := range own {
		if i < len(lines) && strings.HasPrefix(lines[i], "//") {
			lines[i] = strings.TrimSuffix(line, "\n") + "\n"
			continue
		}
		rest := append([]string{}, lines[i:]...)
		lines = append(append(lines[:i:i], own[i:]...), rest...)
		break
	}
	return []byte(strings.Join(lines, ""))
}

// ptxName is what reports call the PTX of a source.
func ptxName(name string) string {
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".ptx"
}

// compiledFile is the unit of what a compiler makes of a file that gv2 does not read at all, or that
// --frontend ptx compiles.
func (s *settings) compiledFile(ctx context.Context, name string, text []byte) (*unit.Unit, *made, error) {
	m := s.compile(ctx, name, text)
	if m.err != nil {
		return nil, m, m.err
	}
	u, err := unit.Load(ctx, unit.PTX, ptxName(name), m.text, s.input)
	return u, m, err
}

// remark says in a report that its kernel was compiled.
func (m *made) remark(r *report, why *diag.List) {
	r.CompiledBy, r.Compiled, r.CompiledName = m.command, m.text, ptxName(r.File)
	if why == nil {
		return
	}
	for _, d := range why.All() {
		if d.Severity > diag.Warning {
			r.CompiledSince = fmt.Sprintf("%s: %s", d.Pos, d.Message)
			return
		}
	}
}

// instead is what the reports are on a kernel whose source is unsupported, if a compiler makes PTX of
// it that gv2 reads; else first, with a note.
func (m *made) instead(ctx context.Context, opts *verifyOptions, u *unit.Unit, i int, first *report) []*report {
	switch {
	case m.err != nil && opts.settings.frontend == ptxFrontend:
		first.fail(compilerError(m.err))
		first.Outcome = verdict.KernelError
		return []*report{first}
	case errors.Is(m.err, compiler.ErrNone):
		return []*report{first} // a hint stands at the end
	case m.err != nil:
		first.Diags.Warnf(first.Pos, "no compiler makes PTX of the file either: %s", m.err)
		return []*report{first}
	}
	units, err := u.Compiled(ctx, i, ptxName(u.Name), m.text)
	if err != nil || len(units) == 0 {
		why := "the PTX that a compiler makes of the file has no kernel " + u.Kernels[i].Name()
		if err != nil {
			why = "the PTX that a compiler makes of the file cannot be used: " + err.Error()
		}
		first.Diags.Warnf(first.Pos, "%s", why)
		return []*report{first}
	}
	var out []*report
	for _, of := range units {
		r := verifyKernel(ctx, opts, of, 0, 0)
		r.File, r.Text, r.Expected = u.Name, u.Text, u.Expected
		if len(units) == 1 {
			r.Kernel, r.Pos = u.Kernels[i].Name(), u.Kernels[i].Pos()
		}
		m.remark(r, &first.Diags)
		for _, text := range of.Untaken() {
			r.Notes = append(r.Notes, claim.Note{Message: "what holds at the launches in the source is not taken over: " + text})
		}
		if r.Outcome == verdict.KernelUnsupported {
			r.Diags = merged(first.Diags, r.Diags)
		}
		out = append(out, r)
	}
	return out
}

// readable loads a file, or what a compiler makes of it: where --frontend ptx asks for that and gv2
// cannot read the file, and where it does not support the file.
func (s *settings) readable(ctx context.Context, io streams, name string) (*unit.Unit, error) {
	u, err := load(ctx, io, name, s)
	if err != nil || !u.Diags.HasErrors() || !s.compiles(u.Name) || s.frontend != ptxFrontend && diagCode(&u.Diags) != exitUnsupported {
		return u, err
	}
	limited, end := s.limited(ctx, time.Now())
	defer end()
	of, m, err := s.compiledFile(limited, u.Name, u.Text)
	switch {
	case err == nil && !of.Diags.HasErrors():
		s.note(io, u.Name, m)
		return of, nil
	case err == nil:
		err = errors.New(strings.TrimSpace(of.Diags.String()))
	case s.frontend == ptxFrontend:
		return nil, compilerError(err)
	}
	u.Diags.Warnf(diag.Pos{File: u.Name, Line: 1, Col: 1}, "no compiler makes PTX of the file either: %s", err)
	return u, nil
}

// note says that something is read as PTX.
func (s *settings) note(io streams, what string, m *made) {
	fmt.Fprintf(io.err, "gv2: note: %s is read as the PTX that a compiler made of it: %s\n", what, m.command)
}

// lower makes the IR of a kernel, or of what a compiler makes of it, as --frontend says.
func (s *settings) lower(ctx context.Context, io streams, u *unit.Unit, i int) (k *kernel.Kernel, diags diag.List, err error) {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	if !s.compiles(u.Name) || s.frontend != ptxFrontend {
		k, diags, err = u.Lower(ctx, i)
		if err != nil || !diags.HasErrors() || diagCode(&diags) != exitUnsupported || !s.compiles(u.Name) {
			return k, diags, err
		}
	}
	m := s.compile(ctx, u.Name, u.Text)
	var units []*unit.Unit
	if err = m.err; err == nil {
		units, err = u.Compiled(ctx, i, ptxName(u.Name), m.text)
	}
	switch {
	case m.err != nil && s.frontend == ptxFrontend:
		return nil, diags, compilerError(m.err)
	case err != nil:
		diags.Warnf(pos, "no compiler makes PTX of the file either: %s", err)
		return nil, diags, nil
	case len(units) == 0:
		diags.Unsupportedf(pos, "the PTX that a compiler makes of the file has no kernel %s", name)
		return nil, diags, nil
	case len(units) > 1:
		diags.Unsupportedf(pos, "the compiler makes several kernels of %s; choose the arguments of the template with --kernel", name)
		return nil, diags, nil
	}
	k, own, err := units[0].Lower(ctx, 0)
	if own.HasErrors() {
		diags.Merge(own)
		return nil, diags, err
	}
	s.note(io, "kernel "+name, m)
	return k, own, err
}

// verifyCompiled verifies the kernels of a file by what a compiler makes of it. It returns false
// where that is not possible; then why has a note.
func verifyCompiled(ctx context.Context, io streams, opts *verifyOptions, name string, text []byte, why *diag.List, emit func(*report)) bool {
	began := time.Now()
	limited, end := opts.settings.limited(ctx, began)
	defer end()
	u, m, err := opts.settings.compiledFile(limited, name, text)
	reading := time.Since(began)
	switch {
	case err != nil && why == nil:
		emit(failedFile(name, compilerError(err)))
		return true
	case err != nil || u.Diags.HasErrors():
		if err == nil {
			err = errors.New(strings.TrimSpace(u.Diags.String()))
		}
		if !errors.Is(err, compiler.ErrNone) {
			why.Warnf(diag.Pos{File: name, Line: 1, Col: 1}, "no compiler makes PTX of the file either: %s", err)
		}
		return false
	}
	io.diagnostics(u.Name, u.Text, &u.Diags)
	for i := range u.Kernels {
		r := verifyKernel(ctx, opts, u, i, reading)
		r.File, r.Text = name, text
		m.remark(r, why)
		if slices.ContainsFunc(r.Findings, func(f claim.Finding) bool { return len(f.Values) > 0 }) {
			r.Notes = append(r.Notes, claim.Note{Message: "gv2 does not read the launches in this file: it may be that no launch passes these values"})
		}
		emit(r)
	}
	return true
}

// hint says what would help with kernels that are not supported, where there is no compiler.
func (o *verifyOptions) hint(io streams, unsupported bool) {
	if !unsupported || o.format != "text" || o.settings.frontend != autoFrontend {
		return
	}
	if _, err := compiler.Find(o.settings.nvcc); err != nil {
		fmt.Fprintf(io.err, "gv2: note: kernels that are unsupported can be verified as PTX: %s\n", err)
	}
}

// compilerError is a failed compilation with its exit code: there is none, it was cut off, or the
// input is wrong.
func compilerError(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &exitError{code: exitUndecided, err: fmt.Errorf("the compiler takes longer than the time limit; raise --timeout")}
	case errors.Is(err, compiler.ErrNone):
		return &exitError{code: exitTool, err: err}
	}
	return &exitError{code: exitUsage, err: err}
}
