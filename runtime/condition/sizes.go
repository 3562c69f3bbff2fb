package condition

import (
	"context"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// A kernel that takes positions apart, by i / width and i % width, says nothing of a width below 0,
// and nobody passes one. What division is for those keeps the prover busy without an answer;
// with sizes above 0 there mostly is one. So a kernel that stays open is asked once more with
// that condition, and is conditional where it is proved then.

// The time and the effort for a kernel that divides by sizes: so much to be decided whatever they are, and so
// much of the time left for those above 0. What is left is for the first question again.
const (
	anySizesShare      = 0.2
	anySizesEffort     = 0.02
	positiveSizesShare = 0.6
)

// BySizes decides a kernel, as decide does with the options it is given. It returns the verdict of
// a kernel that is open for all sizes and proved for those above 0 as conditional.
func BySizes(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, decide func(verdict.Options) verdict.Result) verdict.Result {
	if opts.NoPrecondition || opts.Engine == verdict.WeftEngine || opts.LoopUnroll > 0 {
		return decide(opts)
	}
	p := &precondition{ctx: ctx, k: k, opts: opts, engines: engines, arith: opts.Encoding.Arith}
	sizes := p.sizesAbove0()
	if sizes == nil {
		return decide(opts)
	}
	left := func() time.Duration { return time.Until(opts.Began.Add(opts.Timeout)) }
	r := decide(briefly(opts, left()))
	if r.Outcome != verdict.KernelUnknown || r.Err != nil || ctx.Err() != nil {
		return r
	}
	if opts.Timeout > 0 {
		p.until = time.Now().Add(time.Duration(float64(left()) * positiveSizesShare))
	}
	st := opts.Trace.Begin("sizes-above-0")
	opts.Trace.Ask("", "the kernel with "+sizes.text())
	positive, ok := p.decideWith(p.under(sizes), opts.Encoding.Properties, 1, 1)
	opts.Trace.End(st)
	if ok && positive.Outcome == verdict.KernelProved {
		p.conclude(&r, sizes, positive)
		r.Stats.Runs += p.spent.Runs
		r.Stats.Solver += p.spent.Solver
		r.Notes = append(r.Notes, claim.Note{Message: "nothing is known of other values than those of the condition"})
		p.heedLaunches(&r)
		return r
	}
	return decide(opts)
}

// briefly are the options for a part of the time left and of the effort. A limit stays one: 0 is none.
func briefly(opts verdict.Options, left time.Duration) verdict.Options {
	if opts.Effort > 0 {
		opts.Effort = max(int64(float64(opts.Effort)*anySizesEffort), 1)
	}
	if opts.Timeout > 0 {
		part := time.Since(opts.Began) + time.Duration(float64(left)*anySizesShare)
		opts.Timeout = min(max(part.Truncate(time.Second/10), time.Second/10), opts.Timeout)
	}
	return opts
}

// sizesAbove0 says that what the kernel divides by is above 0, as far as it is made of parameters and may
// be something else; nil where there is no such divisor, or no values meet it.
func (p *precondition) sizesAbove0() conjunction {
	sizes := divisorsOf(p.k)
	if len(sizes) == 0 {
		return nil // before samples are drawn: most kernels divide by no parameter
	}
	s := newSpace(p.k)
	ranges := fact.NewRanges(p.k)
	var c conjunction
	for _, size := range sizes {
		x, ok := wide(size, kernel.ExprString(size))
		if !ok || ranges.Of(size).Lo > 0 {
			continue
		}
		a := compared(kernel.Gt, x, number(0))
		if slices.ContainsFunc(s.samples, a.breaks) {
			c = append(c, &a)
		}
	}
	if c = unique(c); len(c) == 0 || s.meeting(p.k, c) == nil {
		return nil
	}
	return c
}

// divisorsOf are the parameters that divide what differs between threads or rounds, in the order of the
// kernel: of a product each factor.
func divisorsOf(k *kernel.Kernel) []kernel.Expr {
	values := kernel.Definitions(k.Body)
	var out []kernel.Expr
	var factors func(x kernel.Expr, depth int)
	factors = func(x kernel.Expr, depth int) {
		switch x := x.(type) {
		case *kernel.Convert:
			factors(x.X, depth)
		case *kernel.Binary:
			if x.Op == kernel.Mul {
				factors(x.X, depth)
				factors(x.Y, depth)
			}
		case *kernel.VarRef:
			switch value := values[x.Var]; {
			case x.Var.Param && x.Var.T.Kind == kernel.Int:
				out = append(out, x)
			case value != nil && depth > 0:
				factors(value, depth-1)
			}
		default:
			// Others have a sign that the kernel tells, or no name.
		}
	}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		kernel.Exprs(st, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, ok := e.(*kernel.Binary); ok && (b.Op == kernel.Div || b.Op == kernel.Rem) && b.Type().Kind == kernel.Int {
					factors(b.Y, 4)
				}
				return true
			})
		})
		return true
	})
	return slices.Clip(out)
}
