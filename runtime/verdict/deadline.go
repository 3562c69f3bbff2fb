package verdict

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/claim"
)

// The time limit of a kernel holds for everything that is done about it. Solvers
// and engines are given what is left of it; passes over the kernel are asked to stop,
// and what runs between two of them looks whether time is over first. What is open
// then says what was being done.

// What a kernel's time may be over in, for reasons. Proving is followed by the name of
// the property.
const (
	doingExecute   = "executing the kernel"
	doingTranslate = "translating the kernel"
	doingSearch    = "looking for faults by running the program"
	doingRefute    = "testing candidate invariants"
	doingInfer     = "finding loop invariants"
	doingProve     = "proving"
	doingUnroll    = "looking for faults with loops unrolled"
)

// timeReason says that the time limit was not enough, or that the user had not
// the patience, and what was being done; nothing is said of that if it is empty.
func (o Options) timeReason(ctx context.Context, doing string) string {
	if doing != "" {
		doing = " while " + doing
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return "interrupted" + doing
	}
	if o.Timeout == 0 && o.Effort > 0 {
		return fmt.Sprintf("effort of %d units spent%s; raise --effort, or fix parameters with --param", o.Effort, doing)
	}
	return "time limit of " + secondsText(o.Timeout) + " reached" + doing + "; raise --timeout, or fix parameters with --param"
}

// secondsText is a time limit as people say it: 60 s.
func secondsText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}

// leastResources is what Z3 needs to read a large program: with less it fails instead of
// giving up.
const leastResources = 100_000

// resources is that share of the effort for one question to the prover, 0 for any.
func (o Options) resources(share float64) int64 {
	if o.Effort == 0 {
		return 0
	}
	return max(int64(float64(o.Effort)*share), leastResources)
}

// commandsOfEffort is how many commands the exact engine may execute for a unit of
// effort: both take about as long.
const commandsOfEffort = 2

// limited are the options with a limit of commands that goes with the effort, where
// that is the limit.
func (o Options) limited() Options {
	if most := o.Effort * commandsOfEffort; o.Effort > 0 && (o.Exact.MaxCommands == 0 || o.Exact.MaxCommands > most) {
		o.Exact.MaxCommands = most
	}
	return o
}

// began is when the time of the kernel started to run.
func (o Options) began() time.Time {
	if o.Began.IsZero() {
		return time.Now()
	}
	return o.Began
}

// Within is the context with a time limit; zero for none.
func Within(ctx context.Context, until time.Time) (context.Context, context.CancelFunc) {
	if until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, until)
}

// until is when the session's time is over; zero for never.
func (s *session) until() time.Time {
	if s.opts.Timeout == 0 {
		return time.Time{}
	}
	return s.began.Add(s.opts.Timeout - s.reserve)
}

// over reports whether the session's time is over, or the user does not wait any
// longer.
func (s *session) over() bool {
	until := s.until()
	return s.ctx.Err() != nil || !until.IsZero() && !time.Now().Before(until)
}

// late reports whether time is over, and notes what it is over in.
func (s *session) late(doing string) bool {
	if !s.over() {
		return false
	}
	s.expire(doing)
	return true
}

// expire notes what was being done when time was over.
func (s *session) expire(doing string) {
	if s.ranOut == "" {
		s.ranOut = doing
	}
}

// timeReason says of a property that time was over while it was looked at.
func (s *session) timeReason(doing string, property kernel.Property) string {
	if doing == doingProve {
		doing += " " + string(property)
	}
	return s.opts.timeReason(s.ctx, doing)
}

// openReason is why an obligation is open that nothing was found out about.
func (s *session) openReason(property kernel.Property) string {
	switch {
	case s.ranOut != "":
		return s.timeReason(s.ranOut, property)
	case s.over():
		return s.timeReason("", property)
	}
	return "not checked, because another question about the kernel had no answer"
}

// unlisted are the properties that nothing is known about because time was over before
// they were listed.
func (s *session) unlisted() []Property {
	var out []Property
	for _, name := range translatable {
		if s.ranOut != "" && s.opts.applies(s.k, name) {
			out = append(out, Property{Name: name, Status: claim.Unknown, Engine: BoogieEngine, Seconds: s.seconds[name], Why: claim.Because(s.openReason(name))})
		}
	}
	return out
}

// charge books seconds for the properties that they were spent on.
func (s *session) charge(out *instrument.Output, seconds float64) {
	looked := map[kernel.Property]bool{}
	for _, p := range out.Procedures {
		for _, property := range p.Properties {
			looked[property] = true
		}
	}
	for property := range looked {
		s.seconds[property] += seconds
	}
}
