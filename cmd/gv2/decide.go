package main

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"gv2/cmd/internal/render"
	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// verifyOptions are the flags of gv2 verify.
type verifyOptions struct {
	settings settings
	files    []string
	format   string
	// messages is whose wording text has: gv2's or GPUVerify's.
	messages string
	// engines are those that users get; tests watch them.
	engines verdict.Engines
	// decide decides a kernel, and impossible asks a prover whether conditions contradict each other; nil asks nobody.
	decide     func(context.Context, *kernel.Kernel, verdict.Options, verdict.Engines) verdict.Result
	impossible func(context.Context, *kernel.Kernel, verdict.Engines, bool) bool
	// stats asks for the engines' numbers in text.
	stats bool
	// safeIf looks for conditions under which refuted kernels are safe.
	safeIf bool
	// quiet asks for one line a kernel.
	quiet bool
	// allFaults looks for what else is wrong with refuted kernels, and for repairs that take proofs.
	allFaults bool
	// strict makes a conditional verdict end as a refuted one does.
	strict bool
	// early says on standard error what is found, whoever reads it.
	early bool
	// found is told of a kernel's first fault at once; nil for nobody who watches.
	found func(at diag.Pos, message string)
	// status tells somebody who watches what takes long; nil for nobody.
	status *terminal.Status
	// plan records how each verdict comes about.
	plan bool
	// cacheDir and cachedOnly are flags, answers what they open; flags are all flags of the command, and warned is told of
	// warnings about a file.
	cacheDir   string
	cachedOnly bool
	answers    *answers
	flags      *pflag.FlagSet
	warned     func(*diag.List)
}

// report is the result for one kernel with the exit code that it asks for.
type report struct {
	render.Report
	code int
}

// verifyFile hands a report for each kernel of the file to emit.
func verifyFile(ctx context.Context, io streams, opts *verifyOptions, name string, emit func(*report)) {
	began := time.Now()
	if opts.impossible != nil {
		opts.settings.input.Impossible = func(ctx context.Context, k *kernel.Kernel, wrapping bool) bool {
			return opts.impossible(ctx, k, opts.engines, wrapping)
		}
	}
	u, err := load(ctx, io, name, &opts.settings)
	reading := time.Since(began)
	if err != nil {
		emit(failedFile(name, err))
		return
	}
	onlyCompiled := opts.settings.frontend == ptxFrontend && opts.settings.compiles(name)
	if onlyCompiled && u.Diags.HasErrors() {
		verifyCompiled(ctx, io, opts, u.Name, u.Text, nil, emit)
		return
	}
	if u.Diags.HasErrors() && diagCode(&u.Diags) == exitUnsupported && opts.settings.compiles(name) &&
		verifyCompiled(ctx, io, opts, u.Name, u.Text, &u.Diags, emit) {
		return
	}
	if u.Diags.HasErrors() {
		emit(&report{code: diagCode(&u.Diags), Report: render.Report{File: u.Name, Text: u.Text, Result: verdict.Result{
			Outcome: diagOutcome(&u.Diags), Diags: u.Diags,
		}}})
		return
	}
	opts.status.End()
	opts.warn(io, u)
	var ptx *made
	for i := range u.Kernels {
		opts.status.Begin("kernel " + u.Kernels[i].Name())
		r := unread(u, i)
		if !onlyCompiled {
			r = verifyKernel(ctx, opts, u, i, reading)
		}
		if r.Outcome != verdict.KernelUnsupported || !opts.settings.compiles(name) {
			u.Forget(i)
			emit(r)
			continue
		}
		if ptx == nil {
			limited, end := opts.settings.limited(ctx, time.Now())
			ptx = opts.settings.compile(limited, u.Name, u.Text)
			end()
		}
		for _, r := range ptx.instead(ctx, opts, u, i, r) {
			emit(r)
		}
		u.Forget(i)
	}
}

// unread is the report on a kernel whose source nobody has looked at.
func unread(u *unit.Unit, i int) *report {
	return &report{code: exitUnsupported, Report: render.Report{File: u.Name, Text: u.Text, Expected: u.Expected, Result: verdict.Result{
		Kernel: u.Kernels[i].Name(), Pos: u.Kernels[i].Pos(), Outcome: verdict.KernelUnsupported,
	}}}
}

func failedFile(name string, err error) *report {
	r := &report{Report: render.Report{File: name, Result: verdict.Result{Outcome: verdict.KernelError}}}
	r.fail(err)
	if r.code == exitUndecided {
		r.Outcome = verdict.KernelUnknown
	}
	return r
}

// fail notes an error, with its exit code.
func (r *report) fail(err error) {
	r.Err, r.code = err, codeOf(err)
	r.WrongInput = r.code == exitUsage
}

// diagOutcome is the outcome for a kernel that diagnostics stopped.
func diagOutcome(l *diag.List) verdict.Outcome {
	if diagCode(l) == exitUnsupported {
		return verdict.KernelUnsupported
	}
	return verdict.KernelError
}

func verifyKernel(ctx context.Context, opts *verifyOptions, u *unit.Unit, i int, reading time.Duration) *report {
	r := &report{Report: render.Report{File: u.Name, Text: u.Text, Expected: u.Expected, ShowStats: opts.stats}}
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	if err := guarded(name, pos, func() { r.decide(ctx, opts, u, i, time.Now().Add(-reading)) }); err != nil {
		r.Result = verdict.Result{Kernel: name, Pos: pos, Outcome: verdict.KernelError, Err: err}
		r.code = exitTool
	}
	return r
}

// decide lowers and verifies the kernel, whose time began then.
func (r *report) decide(ctx context.Context, opts *verifyOptions, u *unit.Unit, i int, began time.Time) {
	name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
	limited, end := opts.settings.limited(ctx, began)
	defer end()
	k, diags, err := u.Lower(limited, i)
	var chosen unit.Kernel
	if u.Presumed(u.Kernels[i]) {
		chosen = u.Kernels[i]
	}
	if k != nil {
		u.Forget(i) // a kernel that is not supported may be compiled
	}
	if err != nil && limited.Err() != nil {
		r.Result, r.code = opts.settings.unread(limited, name, pos), exitUndecided
		return
	}
	if err != nil || diags.HasErrors() {
		r.Result = verdict.Result{Kernel: name, Pos: pos, Outcome: verdict.KernelError, Diags: diags}
		if err != nil {
			r.fail(err)
			return
		}
		r.Outcome, r.code = diagOutcome(&diags), diagCode(&diags)
		return
	}
	decide := opts.settings.question().Options()
	decide.NoPrecondition, decide.Further, decide.Began, decide.Found = !opts.safeIf, opts.allFaults, began, opts.found
	if chosen.Entry != nil {
		decide.Blocks = func(block [3]int) *kernel.Kernel {
			if !u.MayHave(chosen, block) {
				return nil
			}
			other, diags, err := u.LowerFor(limited, chosen, block)
			if err != nil || diags.HasErrors() {
				return nil
			}
			return other
		}
	}
	if opts.plan || opts.status != nil {
		plan := decide.Record()
		plan.Told = func(doing string) { opts.status.Say("kernel " + name + ": " + doing) }
		if opts.plan {
			r.Plan = plan
		}
	}
	r.Result = opts.decide(ctx, k, decide, opts.engines)
	r.Diags = merged(diags, r.Diags)
	wordedFor(u, k, &r.Result)
	r.Kernel = name
	r.code = resultCode(&r.Result)
	if opts.strict && r.Outcome == verdict.KernelConditional {
		r.code = exitRefuted
	}
}

func merged(a, b diag.List) diag.List {
	var out diag.List
	out.Merge(a)
	out.Merge(b)
	return out
}

// background is the context of a command that was started without one.
func background(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// warn shows warnings about a file that are not those of one kernel.
func (o *verifyOptions) warn(io streams, u *unit.Unit) {
	io.diagnostics(u.Name, u.Text, &u.Diags)
	if o.warned != nil {
		o.warned(&u.Diags)
	}
}
