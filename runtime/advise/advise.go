// Package advise says what would help a refuted kernel.
//
// In: a kernel, its verdict, and the engines. Out: the verdict, with a barrier that orders
// a race at its finding, and a condition under which everything is proved: see package condition,
// which makes a verdict conditional. Both are shown, by the exact engine or by deciding the
// changed kernel: what is only likely is not said.
//
// Decide is the entry.
package advise

import (
	"context"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/condition"
	"gv2/runtime/verdict"
)

// Decide decides a kernel as verdict.Decide does. Where one more barrier is shown to order
// a race, the race says so; and where a simple precondition would make a refuted kernel
// safe, it is named.
func Decide(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines) verdict.Result {
	if opts.Began.IsZero() {
		opts.Began = time.Now()
	}
	opts.Found = opts.Found.Once()
	source := k
	r := condition.BySizes(ctx, k, opts, engines, func(opts verdict.Options) verdict.Result { return verdict.Decide(ctx, k, opts, engines) })
	k, r = verdict.Inside(ctx, k, opts, engines, r)
	notePossible(k, &r)
	if opts.Found != nil && r.Outcome == verdict.KernelRefuted && len(r.Findings) > 0 {
		opts.Found(r.Findings[0].Pos(), r.Findings[0].Message)
	}
	opts.Found = nil // changed kernels have faults of their own
	suggestRepairs(ctx, k, opts, engines, &r, false)
	condition.Find(ctx, k, opts, engines, &r)
	if opts.Further && r.Outcome == verdict.KernelRefuted {
		verdict.Further(ctx, k, opts, engines, &r)
		notePossible(k, &r)
		suggestRepairs(ctx, k, opts, engines, &r, true)
	}
	if opts.Further {
		suggestFences(ctx, k, opts, engines, &r)
	}
	dropUnknown(&r)
	tellChain(k, &r)
	explain(k, r.Findings)
	nameArrays(source, &r)
	r.Stats.Seconds = time.Since(opts.Began).Seconds()
	return r
}

// dropUnknown drops the notes about elements that are not known where a race is shown for values of parameters: with
// these they are known.
func dropUnknown(r *verdict.Result) {
	if slices.ContainsFunc(r.Findings, func(f claim.Finding) bool {
		return f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity && len(f.Values) > 0
	}) {
		r.Notes = slices.DeleteFunc(slices.Clone(r.Notes), func(n claim.Note) bool { return n.Unknown })
	}
}
