package decision

import (
	"context"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// Clock tells how much is left of the time that a question about a kernel has.
type Clock struct {
	Ctx context.Context
	// Began is when the time started to run, and Limit how long it is; 0 means without limit.
	Began time.Time
	Limit time.Duration
	// Reserve is time that is kept for another question.
	Reserve time.Duration
	// kept is time for what is asked once a fault is known.
	kept time.Duration
}

// Keep keeps half of the time left for what is asked once a fault is known: under which condition
// the kernel is proved, and how to repair it. It does so once.
func (c *Clock) Keep() {
	if left, ok := c.Left(0.5); ok && c.kept == 0 {
		c.kept = left
	}
}

// Until is when the time is over; zero for never.
func (c *Clock) Until() time.Time {
	if c.Limit == 0 {
		return time.Time{}
	}
	return c.Began.Add(c.Limit - c.Reserve - c.kept)
}

// Over reports whether the time is over, or the user does not wait any longer.
func (c *Clock) Over() bool {
	until := c.Until()
	return c.Ctx.Err() != nil || !until.IsZero() && !time.Now().Before(until)
}

// Left is that share of the time left, zero where time is not limited; false when time
// is over.
func (c *Clock) Left(share float64) (time.Duration, bool) {
	if c.Limit == 0 {
		return 0, c.Ctx.Err() == nil
	}
	left := time.Until(c.Until())
	return time.Duration(float64(left) * share), left > 0 && c.Ctx.Err() == nil
}

// Deadline is when that share of the time left is over; zero for never.
func (c *Clock) Deadline(share float64) time.Time {
	if c.Limit == 0 {
		return time.Time{}
	}
	return time.Now().Add(time.Duration(float64(time.Until(c.Until())) * share))
}

// Within is the context with a time limit; zero for none.
func Within(ctx context.Context, until time.Time) (context.Context, context.CancelFunc) {
	if until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, until)
}

// Case is what is asked about a kernel, and in what time. What is asked of a kernel that
// is changed, or with other options, is another case.
type Case struct {
	Kernel *kernel.Kernel
	Opts   Options
	Clock  *Clock
}

// CaseOf is a case whose time is what the options say.
func CaseOf(ctx context.Context, k *kernel.Kernel, opts Options) Case {
	return Case{Kernel: k, Opts: opts, Clock: &Clock{Ctx: ctx, Began: opts.Start(), Limit: opts.Timeout}}
}

// With is the case with other options and time of its own, as long as they say.
func (c Case) With(opts Options) Case {
	c.Opts = opts
	kept := time.Duration(0)
	if opts.Timeout == c.Clock.Limit {
		kept = c.Clock.kept
	}
	c.Clock = &Clock{Ctx: c.Clock.Ctx, Began: c.Clock.Began, Limit: opts.Timeout, kept: kept}
	return c
}

// Late says that the time limit was not enough, or that the user interrupted,
// and what was being done, unless that is empty.
func (c Case) Late(doing string) string {
	return c.Opts.TimeReason(c.Clock.Ctx, doing, c.Kernel.Fixable())
}

// WithGrid is the kernel with n blocks in the dimensions in which the grid is open,
// and these as values of a witness.
func WithGrid(k *kernel.Kernel, n int64) (*kernel.Kernel, map[string]int64) {
	out, values := *k, map[string]int64{}
	for dim, size := range k.Launch.GridDim {
		if size == 0 {
			out.Launch.GridDim[dim] = int(n)
			values[claim.GridNames[dim]] = n
		}
	}
	return &out, values
}
