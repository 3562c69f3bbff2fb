//go:build !exact

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"gv2/cmd/internal/cache"
	"gv2/cmd/internal/render"
	"gv2/cmd/internal/suite"
	"gv2/frontend/compiler"
	"gv2/frontend/diag"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// answers are the verdicts of earlier runs. Nil keeps none.
type answers struct {
	store *cache.Store
	// asked is what besides the file decides a verdict: gv2, the solver, the compiler, and all flags.
	asked string
	// only is set if nothing may be verified.
	only bool
}

// unkept are flags that decide nothing about verdicts.
var unkept = []string{"cache", cachedOnly, "format", "messages", "stats", "quiet", "color", "help"}

// cachedOnly is the flag that suites use.
const cachedOnly = "cached-only"

// registerCache declares --cache.
func (o *verifyOptions) registerCache(f *pflag.FlagSet) {
	f.StringVar(&o.cacheDir, "cache", "", "keep verdicts in that directory, and take them from there as long as file, included files, flags, gv2 and solver are the same")
	f.BoolVar(&o.cachedOnly, cachedOnly, false, "verify nothing: take the verdict from --cache")
	_ = f.MarkHidden(cachedOnly)
	o.flags = f
}

// openCache opens the store that --cache names.
func (o *verifyOptions) openCache() error {
	if o.cacheDir == "" {
		return nil
	}
	store, err := cache.Open(o.cacheDir)
	if err != nil {
		return usagef("--cache %s", worded(err))
	}
	parts := []string{"verify", version(), programDigest(store), solverDigest(store, o.settings.solver), "none"}
	if c, err := compiler.Find(o.settings.nvcc); err == nil {
		parts[len(parts)-1] = store.File(c.Path)
	}
	o.flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(unkept, f.Name) {
			parts = append(parts, f.Name+"="+f.Value.String())
		}
	})
	o.answers = &answers{store: store, asked: cache.Key(parts...), only: o.cachedOnly}
	return nil
}

// digests of programs, which do not change while gv2 runs.
var digests sync.Map

// programDigest is that of gv2 itself.
func programDigest(store *cache.Store) string {
	self, err := os.Executable()
	if err != nil {
		return "none"
	}
	return toolDigest(store, self)
}

// solverDigest is that of the programs that a solver is. Boogie is a script that starts another program, so that what
// it says of its version counts, too.
func solverDigest(store *cache.Store, name string) string {
	names := []string{name}
	if name == "both" || name == verdict.BoogieEngine {
		names = []string{"z3", "boogie"}
	}
	var parts []string
	for _, name := range names {
		digest := "none"
		if path := verdict.ToolPath(name); path != "" {
			digest = toolDigest(store, path)
		}
		if name == verdict.BoogieEngine {
			digest += verdict.ToolVersion(context.Background(), name)
		}
		parts = append(parts, digest)
	}
	return cache.Key(parts...)
}

func toolDigest(store *cache.Store, path string) string {
	if known, ok := digests.Load(path); ok {
		return known.(string)
	}
	digest := store.File(path)
	digests.Store(path, digest)
	return digest
}

// kept is a file's answer: its warnings, and a report for each kernel.
type kept struct {
	Warnings []diag.Diagnostic
	Reports  []keptReport
}

type keptReport struct {
	Report render.Report
	Diags  []diag.Diagnostic
	Code   int
}

// answerFile is verifyFile with the cache in front of it.
func answerFile(ctx context.Context, io streams, opts *verifyOptions, name string, emit func(*report)) {
	text, err := os.ReadFile(name)
	if opts.answers == nil || name == "-" || err != nil {
		verifyFile(ctx, io, opts, name, emit)
		return
	}
	input, _ := opts.settings.inputOf(name)
	key := cache.Key(opts.answers.asked, name, string(text), fmt.Sprint(input.Include, input.Define, input.Arch))
	var known kept
	if opts.answers.store.Get(key, &known) {
		known.tell(io, opts, name, text, emit)
		return
	}
	if opts.answers.only {
		emit(&report{code: exitNotCached, Report: render.Report{File: name}})
		return
	}
	reads := &cache.Reads{}
	opts.settings.input.ReadFile = reads.ReadFile
	opts.warned = func(l *diag.List) { known.Warnings = append(known.Warnings, l.All()...) }
	whole := true
	verifyFile(ctx, io, opts, name, func(r *report) {
		whole = whole && bytes.Equal(r.Text, text) && known.keep(r)
		emit(r)
	})
	opts.settings.input.ReadFile, opts.warned = nil, nil
	if whole && ctx.Err() == nil {
		if err := opts.answers.store.Put(key, reads.List(), &known); err != nil {
			fmt.Fprintf(io.err, "gv2: note: the verdict is not kept: %s\n", worded(err))
		}
	}
}

// keep adds a report, and reports whether it may be kept: what is undecided may be decided with more time, and what a
// compiler has made depends on files that gv2 does not see.
func (k *kept) keep(r *report) bool {
	if r.Err != nil || r.CompiledBy != "" || r.Plan != nil || r.Outcome == verdict.KernelUnknown {
		return false
	}
	for i := range r.Properties {
		p := &r.Properties[i]
		behind := p.Why.Kind == claim.BehindFault || p.Why.Kind == claim.RestsOn && p.Why.Status == claim.Refuted
		if p.Status == claim.Unknown && !behind {
			return false
		}
	}
	one := keptReport{Report: r.Report, Diags: r.Diags.All(), Code: r.code}
	one.Report.Text, one.Report.ShowStats, one.Report.Diags = nil, false, diag.List{}
	k.Reports = append(k.Reports, one)
	return one.survives()
}

// survives reports whether a report is the same after it was written and read.
func (k *keptReport) survives() bool {
	text, err := json.Marshal(k)
	if err != nil {
		return false
	}
	var again keptReport
	return json.Unmarshal(text, &again) == nil && reflect.DeepEqual(*k, again)
}

// tell reports what is known.
func (k *kept) tell(io streams, opts *verifyOptions, name string, text []byte, emit func(*report)) {
	var warnings diag.List
	for _, d := range k.Warnings {
		warnings.Add(d)
	}
	io.diagnostics(name, text, &warnings)
	for i := range k.Reports {
		r := &report{Report: k.Reports[i].Report, code: k.Reports[i].Code}
		r.Text, r.ShowStats, r.Cached = text, opts.stats, true
		for _, d := range k.Reports[i].Diags {
			r.Diags.Add(d)
		}
		emit(r)
	}
}

// cachedFirst looks for the verdict of a case in the cache, in this process: only what is not there takes a process of its own.
func cachedFirst(dir string, start suite.Verifier) suite.Verifier {
	return func(ctx context.Context, args []string) suite.Run {
		args = append([]string{args[0], "--cache=" + dir}, args[1:]...)
		var out, said bytes.Buffer
		code := run(ctx, append([]string{args[0], "--" + cachedOnly}, args[1:]...), streams{in: bytes.NewReader(nil), out: &out, err: &said})
		if code != exitNotCached {
			return suite.Run{Stdout: out.Bytes(), Stderr: said.Bytes()}
		}
		return start(ctx, args)
	}
}
