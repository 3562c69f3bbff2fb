package prove

import (
	"maps"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// Most proofs take the prover less time than the runs that look for faults and refute
// candidates, and most faults and false candidates show in the first few runs. So the order
// is: a few runs; if nothing fails there, a question to the prover with a small limit; and
// the rest of the runs only if that does not prove everything.

// firstPause is how many runs come before the question, and firstResources what the prover may
// take for its answer, in its own units: a few hundredths of a second. Programs of many
// procedures, which take longer to run, get more for each by firstOfParts times their number.
const (
	firstResources = 60_000
	firstOfParts   = 5_000
)

var firstPause = interp.Pause{Runs: 128, Steps: 300_000}

// begun is what was done before the question that has no limit.
type begun struct {
	program counterexample.Runs // have paused
	// candidates are the runs that refute those of the program for that question.
	candidates *interp.Exploration
	properties map[kernel.Property]bool
	sameValue  bool
	// guess are candidates that hold in these runs, and of which the prover has shown
	// that not all are invariants; nil if there are none.
	guess map[string]bool
}

// proveFirst reports whether the prover has proved everything that out is about. It enters
// what is proved and nothing else.
func proveFirst(s *session, out *instrument.Output, encoding ask.Request) bool {
	switch {
	case s.Opts.Brief || integersFirst(s):
		return false
	case nothingToCheck(out.Program):
		return needless(s, out, encoding.AllowSameValue)
	}
	s.begun.program = s.runs(encoding.Properties, true, interp.Search{Patience: witnessPatience, Settled: settledPatience}, firstPause)
	if len(s.begun.program.Faults) > 0 {
		return false
	}
	if encoding.Invariants != ask.Candidates || candidates(out) == 0 {
		return askFirst(s, out, out.Program, encoding) == provedAll
	}
	guess := s.unrefuted(out, encoding, firstPause)
	encoding.Invariants, encoding.Keep = ask.Inferred, guess
	says := askFirst(s, out, boogie.Inferred(out.Program, guess), encoding)
	if says != badInvariant {
		return says == provedAll
	}
	if encoding.Keep = s.unrefuted(out, encoding, interp.Pause{}); !maps.Equal(guess, encoding.Keep) {
		says = askFirst(s, out, boogie.Inferred(out.Program, encoding.Keep), encoding)
	}
	if says == badInvariant && !out.Products {
		s.begun.guess = encoding.Keep
	}
	return says == provedAll
}

// askFirst asks the question and enters what is proved.
func askFirst(s *session, out *instrument.Output, program *boogie.Program, encoding ask.Request) (says opaque) {
	if s.late(doingProve) {
		return provedOrNot
	}
	s.step(decision.StepProve, func() bool {
		s.Opts.Trace.Ask(decision.BoogieEngine, howText(out, encoding, nil)+", for a moment")
		// Products of variables stay functions of which little is known: that is mostly
		// enough, and takes the prover no time.
		most := firstResources + firstOfParts*int64(implementations(program))
		says = s.enterProved(out, program, encoding, solver.Options{Resources: most, ErrorLimit: 1, Whole: true, Operators: instrument.Operators()}, decision.PartFirst)
		return true
	})
	if says == provedAll {
		s.count(out, encoding.Keep)
	}
	return says
}

// asked reports whether the runs that refute candidates have begun for that question.
func (b *begun) asked(encoding ask.Request) bool {
	return b.candidates != nil && b.sameValue == encoding.AllowSameValue && maps.Equal(b.properties, encoding.Properties) &&
		(b.properties == nil) == (encoding.Properties == nil)
}

// integersFirst reports whether a model of integers is asked at once that is not the one chosen: where there are
// loops or products of variables, bit-vectors take far longer.
func integersFirst(s *session) bool {
	if s.other != key.IntArith || !s.asksOther() {
		return false
	}
	if s.multiplies {
		return true
	}
	for _, e := range s.obligations {
		if e.proc.HasLoops {
			return true
		}
	}
	return false
}
