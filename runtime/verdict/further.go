package verdict

import (
	"context"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/prove"
)

// Besides decides by translation whether threads of a block race other than as the findings say,
// and whether barriers of the block are reached by all; with across, of different blocks as well.
// False where the translation does not answer such questions.
func Besides(ctx context.Context, k *kernel.Kernel, opts Options, engines Engines, known []claim.Finding, across bool) (Result, bool) {
	opts.Engine, opts.NoPrecondition, opts.CertainBounds, opts.Brief = BoogieEngine, true, false, true
	opts.Encoding.Properties = kernel.PropertySet{kernel.DataRace: true, kernel.Divergence: true}
	opts.Effort /= effortOfFurther
	c := caseOf(ctx, k, opts)
	if opts.Exact.WarpSync || opts.LoopUnroll > 0 || prove.Generational(c.Opts, c.Kernel) {
		return Result{}, false
	}
	return prove.Besides(c, engines.Solve, confirm.Confirm{Check: engines.Check}, shares(), known, across), true
}

// furtherShare is the part of the time limit that a look for further races may take, and
// effortOfFurther which part of the effort a question may, there and about a repair.
const (
	furtherShare    = 0.25
	effortOfFurther = 8
)

// Further adds to the result of a kernel with a data race the other races that there are, or a
// note on those that were not looked for. It changes no verdict.
func Further(ctx context.Context, k *kernel.Kernel, opts Options, engines Engines, r *Result) {
	if p := r.Property(kernel.DataRace); p == nil || p.Status != claim.Refuted || r.Err != nil || opts.LoopUnroll > 0 ||
		p.Engine == decision.AxiomsEngine { // which has found all of them
		return
	}
	for _, name := range decision.OfBarriers {
		if p := r.Property(name); p != nil && p.Status == claim.Refuted {
			return // what comes behind is undefined, and that is said
		}
	}
	opts.Began, opts.Brief, opts.Effort = opts.Start(), true, opts.Effort/effortOfFurther
	if opts.Timeout > 0 {
		until := time.Now().Add(time.Duration(float64(opts.Timeout) * furtherShare))
		if all := opts.Began.Add(opts.Timeout); all.Before(until) {
			until = all
		}
		opts.Began = until.Add(-opts.Timeout)
	}
	c := caseOf(ctx, k, opts)
	d := decision.Begin(c)
	d.Result = *r
	began := time.Now()
	prove.New(d, engines.Solve, confirm.Confirm{Check: engines.Check}, shares()).Further()
	r.Findings, r.Notes, r.Stats = dropDoubtful(k, claim.Gather(d.Result.Findings)), d.Result.Notes, d.Result.Stats
	r.Stats.Seconds += time.Since(began).Seconds()
	dropIdle(k, r.Findings)
}
