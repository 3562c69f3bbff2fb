package advise

import (
	"context"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/fences"
	"gv2/runtime/verdict"
)

// Where threads talk through memory, a race is often there because a fence is missing. Whether that is so is tried: the kernel with a fence of the device in
// every place is decided. Which of them it takes is a longer search, and another command.

// fenceShare is the part of the time limit for that.
const fenceShare = 0.2

// suggestFences notes that fences are missing, if the kernel with all of them has no data race.
func suggestFences(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, r *verdict.Result) {
	p := r.Property(kernel.DataRace)
	if p == nil || p.Status != claim.Refuted && p.Status != claim.Unknown || r.Err != nil || !fact.TalksThroughMemory(k) && len(fact.Signals(k)) == 0 || repaired(r) {
		return
	}
	if opts.Timeout > 0 {
		left := min(time.Duration(float64(opts.Timeout)*fenceShare), time.Until(opts.Began.Add(opts.Timeout)))
		if left <= 0 {
			return
		}
		opts.Timeout = left
	}
	opts.Began = time.Time{}
	opts.Encoding.Properties = kernel.PropertySet{kernel.DataRace: true}
	opts.NoPrecondition, opts.Further, opts.UntilFault = true, false, true
	st := opts.Trace.Begin("fences")
	defer opts.Trace.End(st)
	opts.Trace = nil
	more := verdict.Decide(ctx, fences.Everywhere(k), opts, engines)
	if q := more.Property(kernel.DataRace); q == nil || q.Status != claim.Proved || more.Err != nil {
		return
	}
	how := "a fence is missing"
	if p.Status == claim.Unknown {
		how = "a fence may be missing"
	}
	r.Notes = append(r.Notes, claim.Note{Message: how + ": with a __threadfence() in every place the kernel has no data race (gv2 fences " + k.Pos.File + " finds the least set)"})
}

// repaired reports whether every race has a repair that leaves none.
func repaired(r *verdict.Result) bool {
	races := 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity {
			if races++; f.Repair == "" || f.BetweenBlocks() {
				return false
			}
		}
	}
	return races > 0
}
