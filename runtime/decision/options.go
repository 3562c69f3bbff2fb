package decision

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/trace"
	"gv2/runtime/weft"
)

// The time limit of a kernel holds for everything that is done about it. Solvers
// and engines are given what is left of it; passes over the kernel are asked to stop,
// and what runs between two of them looks whether time is over first. What is open
// then says what was being done.

// TimeReason says that the time limit was not enough, or that the user interrupted,
// and what was being done, unless that is empty. For a kernel with a parameter that --param
// could fix, it names that as a help, too.
func (o Options) TimeReason(ctx context.Context, doing string, fixable bool) string {
	or := ""
	if fixable {
		or = ", or fix parameters with --param"
	}
	if doing != "" {
		doing = " while " + doing
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return "interrupted" + doing
	}
	if o.Timeout == 0 && o.Effort > 0 {
		return fmt.Sprintf("effort of %d units spent%s; raise --effort%s", o.Effort, doing, or)
	}
	return "time limit of " + SecondsText(o.Timeout) + " reached" + doing + "; raise --timeout" + or
}

// SecondsText is a time limit as people say it: 60 s.
func SecondsText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}

// leastResources is what Z3 needs to read a large program: with less it fails instead of
// giving up.
const leastResources = 100_000

// Resources is that share of the effort for one question to the prover, 0 for any.
func (o Options) Resources(share float64) int64 {
	if o.Effort == 0 {
		return 0
	}
	return max(int64(float64(o.Effort)*share), leastResources)
}

// commandsOfEffort is how many commands the exact engine may execute for a unit of
// effort: both take about as long.
const commandsOfEffort = 2

// Limited are the options with a limit of commands that goes with the effort, where
// that is the limit.
func (o Options) Limited() Options {
	if most := o.Effort * commandsOfEffort; o.Effort > 0 && (o.Exact.MaxCommands == 0 || o.Exact.MaxCommands > most) {
		o.Exact.MaxCommands = most
	}
	return o
}

// Start is when the time of the kernel started to run.
func (o Options) Start() time.Time {
	if o.Began.IsZero() {
		return time.Now()
	}
	return o.Began
}

// The engines, by their names in reports and on the command line.
const (
	// BoogieEngine proves by translation.
	BoogieEngine = string(claim.Boogie)
	// WeftEngine executes blocks whose control does not depend on the input.
	WeftEngine = string(claim.Weft)
	// AutoEngine asks the exact engine first and leaves the rest to the translation.
	AutoEngine = "auto"
	// RunEngine is the translation, executed with values chosen at random, and
	// ExecutionEngine the kernel's threads, interleaved: reports name them where they saw a
	// fault. Nobody asks for them.
	RunEngine       = string(claim.Run)
	ExecutionEngine = string(claim.Execution)
	// AxiomsEngine is the memory model.
	AxiomsEngine = string(claim.Axioms)
)

// Options select what is verified and how.
type Options struct {
	// Engine is one of the engines; AutoEngine if empty.
	Engine string
	// Encoding goes to the translation: arithmetic, properties, invariants. Its
	// Properties are what is asked for, nil for everything, whatever the engine.
	Encoding ask.Request
	// Exact goes to the exact engine: barrier rule, lock step, budget. Options
	// that both engines have are taken from Encoding.
	Exact weft.Options
	// LoopUnroll bounds every loop to that many iterations; 0 means unbounded,
	// by invariants.
	// Progress and Resident are those of Question.
	Progress   string
	Resident   int
	LoopUnroll int
	// CertainBounds reports accesses that no input can keep within their arrays, where
	// array-bounds is not asked for as a whole.
	CertainBounds bool
	// NoPrecondition leaves out the search for a condition under which a refuted kernel
	// is safe (Result.SafeIf). It takes a few more runs of the solver.
	NoPrecondition bool
	// Blocks makes the kernel for blocks of another size, nil where that fails. It is nil where
	// the size of the blocks is known, and set where it is only presumed.
	Blocks func(block [3]int) *kernel.Kernel
	// Brief leaves out what takes long and decides little once a kernel is refuted: bit-vectors where
	// mathematical integers leave something open, and loops unrolled.
	Brief bool
	// UntilFault ends the search at the first fault: what else there is to say of the kernel stays open.
	UntilFault bool
	// Further looks for races besides those that refute a kernel first, and for repairs that
	// take proofs.
	Further bool
	// Timeout is the time limit for the kernel; 0 means none. Began is when it started
	// to run, now if zero.
	Timeout time.Duration
	Began   time.Time
	// Effort is a limit that does not depend on the machine: what the prover may do for a
	// procedure in one question, in its own units, a million of which take about 0.3 s.
	// With it the exact engine has a limit of commands that goes with it, and Timeout
	// should be 0: then no decision looks at a clock. 0 means no such limit.
	Effort int64
	// Cores is how many prover processes may run side by side.
	Cores int
	// Boogie is the path of the executable; found on PATH if empty.
	Boogie string
	// NoRuns leaves everything to the prover: the translation is not run, neither
	// to refute candidate invariants nor to find faults.
	NoRuns bool
	// Found is told of a fault as soon as a step has shown one, before the steps that
	// follow: of one at least, and not of each. Nil for nobody who waits for that.
	Found Told
	// Trace records how the verdict comes about; nil for nobody who reads it.
	Trace *trace.Trace
	// SelfCheck checks the rules of every tree after the pass that made it.
	SelfCheck bool
}

// ExactOptions are the exact engine's, with what both engines share.
func (o Options) ExactOptions() weft.Options {
	e := o.Exact
	e.IntraGroup = o.Encoding.IntraGroup
	return e
}

// Asked reports whether the user wants that property decided.
func (o Options) Asked(property kernel.Property) bool {
	return o.Encoding.Properties.Has(property)
}

// Applies reports whether the property says anything about the kernel, or was
// asked for by name.
func (o Options) Applies(k *kernel.Kernel, property kernel.Property) bool {
	if o.Encoding.Properties != nil {
		return o.Encoding.Properties[property]
	}
	return property.Reported(k)
}

// Check runs the exact engine; weft.Check is the one that users get.
type Check func(ctx context.Context, k *kernel.Kernel, o weft.Options) (*weft.Report, error)

// Told is somebody who waits for a fault, with its place.
type Told func(at diag.Pos, message string)

// Once tells of the first fault alone; nil stays nil.
func (t Told) Once() Told {
	if t == nil {
		return nil
	}
	var first sync.Once
	return func(at diag.Pos, message string) { first.Do(func() { t(at, message) }) }
}
