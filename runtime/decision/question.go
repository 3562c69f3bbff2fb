package decision

import (
	"runtime"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/emulate"
	"gv2/runtime/trace"
	"gv2/runtime/weft"
)

// Question is what users ask about kernels, in the words of the command line. A word
// that is left out means the first of its list.
type Question struct {
	Engine string // one of EngineNames
	// Properties are those to decide, in the order they are asked for; none means all
	// but those on request only.
	Properties []kernel.Property
	// CertainBounds is that of Options.
	CertainBounds bool
	// IntraGroup looks for races within a block only.
	IntraGroup bool
	// AllowSameValue does not report races of writes of one value.
	AllowSameValue bool
	Arith          string // one of Ariths: how C integers are modelled
	Encoding       string // one of Encodings: how barriers are modelled
	Invariants     string // one of InvariantSources
	// LoopUnroll checks that many iterations of each loop, 0 any number.
	LoopUnroll int
	// BarrierRule is one of BarrierRules: what a barrier of the block needs.
	BarrierRule string
	// WarpSync: the threads of a warp run in lock step.
	WarpSync bool
	// Progress is the rule for threads of a warp, fair or lockstep; empty is fair. Resident is the number of blocks that run at a
	// time, 0 if nobody says it.
	Progress string
	Resident int
	// MaxCommands is the budget of the exact engine, 0 for the default.
	MaxCommands int64
	Timeout     time.Duration
	// Effort is a limit instead of Timeout that does not depend on the machine: see
	// Options. 0 means none.
	Effort    int64
	SelfCheck bool
}

// The words of a Question.
var (
	EngineNames      = []string{AutoEngine, BoogieEngine, WeftEngine}
	Ariths           = []string{"auto", "int", "bv"}
	Encodings        = []string{"auto", "barrier", "generation"}
	InvariantSources = []string{"candidates", "inferred", "minimal", "none"}
	ProgressRules    = []string{Fair, LockStep}
	BarrierRules     = []string{string(weft.CUDA), string(weft.Volta)}
)

// WaitsEnd is what proofs rest on where threads wait for others: that each gets the lock, or sees the flag, that it waits for.
const WaitsEnd = "loops that wait for other threads end"

// FairWaitsEnd is what a proof for threads in lock step rests on.
const FairWaitsEnd = "loops that wait for other threads end where each thread goes on by itself (--progress fair)"

// Fair and LockStep are the rules for threads of a warp: each goes on by itself, or all do together.
const (
	Fair     = "fair"
	LockStep = "lockstep"
)

// DefaultMaxCommands is the budget of the exact engine where none is given.
const DefaultMaxCommands = emulate.DefaultMaxCommands

// Request is the question to the translation. Of Invariants it keeps the difference of
// candidates, inferred and minimal, which is one of texts only.
func (q *Question) Request() ask.Request {
	r := ask.Request{
		Query: ask.Query{IntraGroup: q.IntraGroup, AllowSameValue: q.AllowSameValue},
		Model: ask.Model{
			Encoding: map[string]ask.Encoding{
				"auto": ask.AutoEncoding, "barrier": ask.BarrierEncoding, "generation": ask.GenerationEncoding,
			}[q.Encoding],
			Arith: map[string]key.Arith{"auto": key.AutoArith, "int": key.IntArith, "bv": key.BVArith}[q.Arith],
			Invariants: map[string]ask.InvariantMode{
				"candidates": ask.Candidates, "inferred": ask.Inferred, "minimal": ask.Minimal, "none": ask.NoInvariants,
			}[q.Invariants],
		},
	}
	r.OnlyStated = q.Invariants == "none" && q.LoopUnroll == 0
	if len(q.Properties) > 0 {
		r.Properties = kernel.PropertySet{}
		for _, p := range q.Properties {
			r.Properties[p] = true
		}
	}
	return r
}

// Options are the options that decide the question. Proofs always go with the
// candidates that were inferred, so candidates, inferred and minimal are one here.
func (q *Question) Options() Options {
	encoding := q.Request()
	if encoding.Invariants == ask.Inferred || encoding.Invariants == ask.Minimal {
		encoding.Invariants = ask.Candidates
	}
	o := Options{
		Engine: q.Engine,
		Exact: weft.Options{
			Rule: weft.Rule(q.BarrierRule), WarpSync: q.WarpSync, MaxCommands: q.MaxCommands, IntraGroup: q.IntraGroup,
			Untold: len(q.Properties) > 0 && !slices.Contains(q.Properties, kernel.DataRace),
		},
		Encoding:      encoding,
		LoopUnroll:    q.LoopUnroll,
		Progress:      q.Progress,
		Resident:      q.Resident,
		CertainBounds: q.CertainBounds,
		Timeout:       q.Timeout,
		Cores:         min(runtime.NumCPU(), 4),
		SelfCheck:     q.SelfCheck,
	}
	if q.Effort > 0 {
		// One prover after the other: its state, and with it what it can do, depends on
		// which procedures it has seen before.
		o.Effort, o.Timeout, o.Cores = q.Effort, 0, 1
	}
	return o
}

// Record makes the decision note how it reaches its verdict, and returns the notes.
func (o *Options) Record() *trace.Trace {
	o.Trace = &trace.Trace{}
	return o.Trace
}

// Translatable says why nothing is translated for the question, whatever the kernel;
// empty if something is.
func (q *Question) Translatable() (refused string) {
	switch {
	case q.Engine == WeftEngine:
		return "--engine weft: the exact engine translates nothing; use gv2 verify or gv2 weft"
	case q.BarrierRule == string(weft.Volta):
		return "--barrier-rule volta: not modelled by the translation; gv2 weft models it"
	}
	return ""
}
