package verdict

import (
	"context"
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// Verdicts assume that accesses stay within their arrays, unless the user asks for that. A fault
// that is there only where an access leaves its array is excluded by that assumption: it refutes
// nothing. The engines do not look at it at first, since nearly no fault is of that kind and every
// assumption makes proofs longer.

// Inside decides a refuted kernel again where a fault of it is outside of an array, or of a
// member of a struct, that the access is to: with the assumption that accesses stay within them.
// It returns the kernel with that assumption, and its verdict, which has a note on the fault. It
// returns k and r where no fault is of that kind, or the bounds are looked at as a property.
func Inside(ctx context.Context, k *kernel.Kernel, opts Options, engines Engines, r Result) (*kernel.Kernel, Result) {
	if r.Outcome != KernelRefuted || r.Err != nil || kernel.Bounds.In(k) || r.Property(kernel.Bounds) != nil {
		return k, r
	}
	at := slices.IndexFunc(r.Findings, func(f claim.Finding) bool {
		return f.Severity == claim.ErrorSeverity && leavesArray(k, &f)
	})
	if at < 0 {
		return k, r
	}
	st := opts.Trace.Begin(decision.StepInsideArrays)
	defer opts.Trace.End(st)
	opts.Trace.Ask("", "the kernel with the assumption that accesses stay within their arrays: "+r.Findings[at].Brief()+" is outside")
	inside := kernel.InsideArrays(k)
	opts.CertainBounds = false
	again := Decide(ctx, inside, opts, engines)
	again.Inside = r.Inside
	if again.Err != nil {
		return k, r
	}
	if again.Outcome == KernelProved && neverInside(ctx, inside, opts, engines, &r.Findings[at]) {
		return k, r
	}
	again.Stats.Runs += r.Stats.Runs
	again.Stats.Solver += r.Stats.Solver
	again.Stats.Running += r.Stats.Running
	if f := &r.Findings[at]; !slices.ContainsFunc(again.Findings, func(g claim.Finding) bool { return g.Spot() == f.Spot() }) {
		again.Notes = append(again.Notes, claim.Note{Src: f.Accesses[0].Src,
			Message: f.Suspicion() + " needs accesses outside of their arrays, which is assumed not to happen; --check-array-bounds tells whether it does"})
	}
	return inside, again
}

// neverInside reports whether an access of a fault is always outside of its array where it
// happens: no thread gets there in the kernel with the assumption. Then the assumption excludes
// nothing but the fault, as for if (n >= 64) a[n] = t with an array of 64.
func neverInside(ctx context.Context, inside *kernel.Kernel, opts Options, engines Engines, f *claim.Finding) bool {
	opts.Encoding.Properties = kernel.PropertySet{kernel.Assertion: true}
	opts.NoPrecondition, opts.Further, opts.Found = true, false, nil
	for _, a := range f.Accesses {
		c, found := *inside, false
		c.Body = kernel.MapStmts(inside.Body, func(s kernel.Stmt) kernel.Stmt {
			src := s.Source()
			if kernel.Touched(s) == nil || src.Pos != a.Src.Pos || !slices.Equal(src.Calls, a.Src.Calls) {
				return s
			}
			found = true
			never := &kernel.Assert{Src: src, Cond: kernel.NewConst(kernel.BoolType, 0), Text: "false"}
			return &kernel.Region{Src: src, Label: fmt.Sprintf("inside at %s", src.Pos), Body: []kernel.Stmt{never, s}}
		})
		if !found {
			continue
		}
		r := Decide(ctx, &c, opts, engines)
		if p := r.Property(kernel.Assertion); p != nil && p.Status == claim.Proved {
			return true
		}
	}
	return false
}

// leavesArray reports whether a fault is outside of the array that it is about, or may be
// outside of the member of a struct.
func leavesArray(k *kernel.Kernel, f *claim.Finding) bool {
	if f.Index != nil {
		for _, a := range k.Arrays {
			scale := int64(max(a.Scale, 1))
			if a.Len >= 0 && claim.ArrayLabel(a) == f.Array && (*f.Index < 0 || *f.Index*scale >= a.Len) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Accesses, func(a claim.Access) bool { return fact.LeavesMember(k, a.Src.Pos) })
}
