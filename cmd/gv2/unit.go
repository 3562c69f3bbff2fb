package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower"
	"gv2/frontend/source"
)

// unit is one input file as far as the kernels in it are found.
type unit struct {
	name    string
	text    []byte
	file    *cuda.File
	kernels []launchedKernel
	comment comment
	diags   diag.List
	lines   []string // of text, once asked for
}

// load reads, preprocesses and parses a file and selects its kernels. What is
// wrong with the file is in unit.diags; an error is about the command line.
func load(streams streams, name string, s *settings) (*unit, error) {
	u := &unit{name: name}
	if err := u.read(streams.in); err != nil {
		return nil, &exitError{code: exitUsage, err: err}
	}
	if err := u.preprocess(s); err != nil {
		return nil, err
	}
	if u.diags.HasErrors() {
		return u, nil
	}
	return u, u.selectKernels(s)
}

// read fetches the text; - is standard input.
func (u *unit) read(in io.Reader) (err error) {
	if u.name == "-" {
		u.name = "<stdin>"
		u.text, err = io.ReadAll(in)
		return err
	}
	u.text, err = os.ReadFile(u.name)
	return err
}

// preprocess runs the preprocessor and the parser. Macros that the leading
// comment defines are known only after a first look at it.
func (u *unit) preprocess(s *settings) error {
	opts, err := sourceOptions(s, comment{})
	if err != nil {
		return err
	}
	result := source.Preprocess(u.name, u.text, opts)
	if u.comment, err = readComment(result.Leading); err != nil {
		return usagef("%s: %w", u.name, err)
	}
	if len(u.comment.defines)+len(u.comment.include) > 0 {
		if opts, err = sourceOptions(s, u.comment); err != nil {
			return err
		}
		result = source.Preprocess(u.name, u.text, opts)
	}
	for _, option := range u.comment.ignored {
		u.diags.Warnf(diag.Pos{File: u.name, Line: 1, Col: 1}, "option %s in the leading comment is ignored", option)
	}
	u.warnLarge()
	u.diags.Merge(result.Diags)
	if u.diags.HasErrors() {
		return nil
	}
	file, diags := cuda.Parse(result.Tokens)
	u.file = file
	u.diags.Merge(diags)
	return nil
}

// warnLarge says that no device runs a block of the size in the comment.
func (u *unit) warnLarge() {
	if dims, err := parseWrittenBlockDim(u.comment.blockDim); err == nil && threadsOf(dims) > maxThreads {
		u.diags.Warnf(diag.Pos{File: u.name, Line: 1, Col: 1}, "a block of %d threads is more than any device runs", threadsOf(dims))
	}
}

// sourceOptions joins flags and comment; definitions of flags win.
func sourceOptions(s *settings, c comment) (source.Options, error) {
	define, err := parseDefines(append(append([]string{}, c.defines...), s.defines...))
	return source.Options{
		Include:  append(append([]string{}, s.include...), c.include...),
		Define:   define,
		CudaArch: int(s.arch),
	}, err
}

// selectKernels finds the kernels to look at, in the order of the file.
func (u *unit) selectKernels(s *settings) error {
	all := lower.Kernels(u.file)
	if len(all) == 0 {
		return usagef("no __global__ function in %s", u.name)
	}
	if len(s.kernels) == 0 {
		u.kernels = u.launchSizes(s, all)
		return nil
	}
	found := map[string]bool{}
	names := wholeNames(s.kernels)
	var chosen []*cuda.FuncDecl
	for _, fn := range all {
		// The name of a template means all its instances.
		template, _, _ := strings.Cut(fn.Name, "<")
		for _, name := range []string{fn.Name, template} {
			if contains(names, name) {
				found[name] = true
				chosen = append(chosen, fn)
				break
			}
		}
	}
	for _, name := range names {
		if !found[name] {
			return usagef("no kernel %s in %s; it has %s", name, u.name, kernelNames(all))
		}
	}
	u.kernels = u.launchSizes(s, chosen)
	return nil
}

// wholeNames joins what the commas of k<int, 4> have split.
func wholeNames(names []string) []string {
	var out []string
	for _, name := range names {
		n := len(out) - 1
		if n >= 0 && strings.Count(out[n], "<") > strings.Count(out[n], ">") {
			out[n] += ", " + strings.TrimSpace(name)
		} else {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

func kernelNames(kernels []*cuda.FuncDecl) string {
	names := make([]string, len(kernels))
	for i, fn := range kernels {
		names[i] = fn.Name
	}
	return strings.Join(names, ", ")
}

// lower turns one kernel into the IR. An error is about the command line or a
// bug of gv2, diagnostics are about the kernel.
func (u *unit) lower(s *settings, launched launchedKernel) (*kernel.Kernel, diag.List, error) {
	fn := launched.FuncDecl
	launch, err := launchOf(s, u.comment, u.file, launched)
	if err != nil {
		return nil, diag.List{}, &exitError{code: exitUsage, err: err}
	}
	opts, err := lowerOptions(s, u.comment, launched, launch)
	if err != nil {
		return nil, diag.List{}, err
	}
	k, diags := lower.Lower(u.file, fn, opts)
	if k != nil && !diags.HasErrors() {
		k, diags = u.closed(fn, opts, k, diags)
	}
	if k != nil && (s.checksBounds() || u.comment.arrayBounds && len(s.check) == 0) {
		k = boundsChecked(k)
	}
	if k != nil {
		if err := consistent(k); err != nil {
			return nil, diags, &exitError{code: exitUsage, err: err}
		}
		k.Assumptions = append(append(stated(k, opts), launched.assumptions(s)...), k.Assumptions...)
	}
	if s.selfCheck && k != nil && !diags.HasErrors() {
		if err := kernel.Check(k); err != nil {
			return nil, diags, &exitError{code: exitTool, err: fmt.Errorf("internal error: the kernel IR of %s breaks a rule: %w", fn.Name, err)}
		}
	}
	return k, diags, nil
}

// boundsChecked is the kernel with its accesses checked, as far as the lengths of
// arrays are known.
func boundsChecked(k *kernel.Kernel) *kernel.Kernel {
	k, unknown := kernel.WithBounds(k)
	var names, dynamic []string
	for _, a := range unknown {
		if a.Space == kernel.Shared {
			dynamic = append(dynamic, a.Label)
		} else {
			names = append(names, a.Label)
		}
	}
	k.Assumptions = slices.Clone(k.Assumptions)
	if len(names) > 0 {
		k.Assumptions = append(k.Assumptions, "accesses stay within "+strings.Join(names, ", ")+", whose length is not known")
	}
	if len(dynamic) > 0 {
		k.Assumptions = append(k.Assumptions, "accesses stay within "+strings.Join(dynamic, ", ")+" of dynamic shared memory, whose size is not known (--shared-bytes)")
	}
	return k
}

// closed lowers the kernel again where an open launch can be narrowed.
func (u *unit) closed(fn *cuda.FuncDecl, opts lower.Options, k *kernel.Kernel, diags diag.List) (*kernel.Kernel, diag.List) {
	launch, sentences := closeUnused(k)
	if launch == k.Launch {
		return k, diags
	}
	opts.Launch = launch
	k, diags = lower.Lower(u.file, fn, opts)
	if k != nil {
		k.Assumptions = append(k.Assumptions, sentences...)
	}
	return k, diags
}

// lowered says that kernel number i is in the IR. Behind the last one the parsed
// file is not needed any more; it is much larger than the kernels.
func (u *unit) lowered(i int) {
	u.kernels[i] = launchedKernel{}
	if i == len(u.kernels)-1 {
		u.file = nil
	}
}

// line returns a line of the file, for the comments of a translation; lines of
// included files are not shown.
func (u *unit) line(p diag.Pos) string {
	if u.lines == nil {
		u.lines = strings.Split(string(u.text), "\n")
	}
	if p.File != u.name || p.Line < 1 || p.Line > len(u.lines) {
		return ""
	}
	return strings.TrimSpace(u.lines[p.Line-1])
}

// guarded runs f and turns a panic into an error that names the kernel, so that
// one kernel's trouble does not lose the verdicts on the others.
func guarded(name string, pos diag.Pos, f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: internal error in kernel %s, please report: %v\n%s", pos, name, p, debug.Stack())
		}
	}()
	f()
	return nil
}
