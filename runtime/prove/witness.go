package prove

import (
	"slices"
	"time"

	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
)

// Faults without the prover: package confirm runs the translation, and what fails there
// counts for as much as what the prover finds with loops unrolled.

// ranDetail says so of a property.
const ranDetail = "found by running the program"

// How many runs in a row may show nothing new, after a check has failed, where the values of two writes
// do not count, and where the prover suspects something, and how many instructions are executed then.
const (
	witnessPatience = 1200
	settledPatience = 512
	strictPatience  = 256
	suspectPatience = 4000
	suspectTotal    = 25_000_000
)

// The same where races are known already, and what is found only adds to the report.
const (
	furtherPatience = 640
	furtherTotal    = 8_000_000
)

// witness looks for runs in which something fails and decides the properties that
// they refute. It returns the properties that are left to look at; false if there
// are none.
func (s *session) witness(properties map[kernel.Property]bool) (map[kernel.Property]bool, bool) {
	if s.Opts.NoRuns || s.Opts.LoopUnroll > 0 {
		return properties, true
	}
	encoding := s.encoding(properties, s.Opts.Encoding.AllowSameValue)
	out, ok := s.encode(encoding)
	if !ok || len(s.obligations) == 0 {
		return properties, true
	}
	if proveFirst(s, out, encoding) {
		return nil, false
	}
	if s.step(decision.StepRunProgram, func() bool { return s.refutedByRuns(properties) }) || s.step(decision.StepExecutions, s.racesWhenExecuted) {
		if !s.Opts.NoPrecondition {
			s.Clock.Keep()
		}
		if s.Opts.UntilFault {
			return nil, false
		}
		return s.leftBeside()
	}
	return properties, true
}

// refutedByRuns enters what fails in runs of the program; false where nothing does, or
// where the prover has to look at the races first.
func (s *session) refutedByRuns(properties map[kernel.Property]bool) bool {
	s.Opts.Trace.Ask(decision.RunEngine, "the program of two threads, run with values chosen at random")
	faults, out := goOn(s, properties)
	if len(faults) == 0 || s.mayBeBenign(faults, out) {
		return false
	}
	for _, f := range faults {
		e := s.obligation(f.Proc, f.Check.Property)
		e.stage, e.outcome, e.reason, e.ran = decided, failing, claim.Reason{}, true
		s.findings = append(s.findings, f.Ran(s.Kernel, out))
	}
	return true
}

// leftBeside are the properties to look at beside those that are refuted; false if there
// are none.
func (s *session) leftBeside() (map[kernel.Property]bool, bool) {
	refuted := s.refutedProperties()
	left := map[kernel.Property]bool{}
	for d, e := range s.obligations {
		base := s.basis(refuted, d.property)
		switch {
		case refuted[d.property]:
		case base != "":
			e.stage, e.outcome, e.reason = decided, leftOpen, claim.Resting(base, claim.Refuted)
		default:
			left[d.property] = true
		}
	}
	return left, len(left) > 0
}

// refutedProperties are those of which some obligation is refuted.
func (s *session) refutedProperties() map[kernel.Property]bool {
	refuted := map[kernel.Property]bool{}
	for d, e := range s.obligations {
		if e.stage == decided && e.outcome == failing {
			refuted[d.property] = true
		}
	}
	return refuted
}

// basis names a property that is refuted and that a proof of p in this kernel rests
// on, "" if there is none.
func (s *session) basis(refuted map[kernel.Property]bool, p kernel.Property) kernel.Property {
	switch {
	case refuted[kernel.Divergence] && kernel.Waits(s.Kernel):
		return kernel.Divergence
	case refuted[kernel.DataRace] && fact.ReadsBackFor(s.Kernel, p):
		return kernel.DataRace
	}
	return ""
}

// pursue runs the program once more, and longer, for what the prover suspects. It
// begins with the values that the prover has named, which violate a check with
// loops cut by invariants: often they do so in an execution as well.
func (s *session) pursue() {
	open := s.unconfirmed(true)
	if len(open) == 0 || s.Opts.NoRuns {
		return
	}
	s.step(decision.StepRunProgram, func() bool {
		s.Opts.Trace.Ask(decision.RunEngine, "the same for longer, starting with the prover's values")
		search := interp.Search{Patience: suspectPatience, Total: suspectTotal, Seed: 1, Hints: s.hints}
		if len(s.Opts.Encoding.Known) > 0 {
			search.Patience, search.Total = furtherPatience, furtherTotal
		}
		faults, out := s.failures(open, true, search)
		for _, f := range faults {
			e := s.obligation(f.Proc, f.Check.Property)
			if e.stage == decided && e.outcome != failing {
				continue
			}
			e.stage, e.outcome, e.reason, e.ran = decided, failing, claim.Reason{}, true
			s.findings = append(s.findings, f.Ran(s.Kernel, out))
		}
		return true
	})
}

// goOn makes the runs that proveFirst has begun, to their end.
func goOn(s *session, properties map[kernel.Property]bool) ([]counterexample.Fault, *instrument.Output) {
	more := s.begun.program.More
	if more == nil {
		return s.failures(properties, true, interp.Search{Patience: witnessPatience, Settled: settledPatience})
	}
	s.begun.program = counterexample.Runs{}
	runs := counted(s, more)
	return runs.Faults, runs.Out
}

// failures runs the program for those properties and returns what failed, each
// check once.
func (s *session) failures(properties map[kernel.Property]bool, allowSame bool, search interp.Search) ([]counterexample.Fault, *instrument.Output) {
	runs := s.runs(properties, allowSame, search, interp.Pause{})
	return runs.Faults, runs.Out
}

// runs is failures with a pause.
func (s *session) runs(properties map[kernel.Property]bool, allowSame bool, search interp.Search, pause interp.Pause) counterexample.Runs {
	encoding := s.encoding(properties, allowSame)
	if Generational(s.Opts, s.Kernel) && encoding.Pairs != ask.BetweenBlocks && encoding.Arrays == nil {
		// Two threads that count generations may be ordered through a third one, so
		// what fails there refutes nothing.
		return counterexample.Runs{}
	}
	if s.arbitraryBits {
		return counterexample.Runs{} // nor does what fails with other bits
	}
	return counted(s, func() counterexample.Runs { return s.confirming.Run(s.Case, encoding, search, pause) })
}

// counted makes runs within the time left, and counts what they take.
func counted(s *session, run func() counterexample.Runs) counterexample.Runs {
	if s.late(doingSearch) {
		return counterexample.Runs{}
	}
	began := time.Now()
	runs := run()
	s.late(doingSearch)
	s.result.Stats.Running += runs.Seconds
	if runs.Out != nil {
		s.charge(runs.Out, time.Since(began).Seconds())
	}
	return runs
}

// mayBeBenign reports whether there are places, besides those where threads race
// for certain, where two threads write the same element and no run has shown them
// to write different values. Telling whether they can is the prover's task; the
// races are left to it as a whole then.
func (s *session) mayBeBenign(faults []counterexample.Fault, out *instrument.Output) bool {
	racy := map[claim.Spot]bool{}
	for _, f := range faults {
		if found := f.Finding(s.Kernel, out, claim.ErrorSeverity); found.Property == kernel.DataRace {
			racy[found.Spot()] = true
		}
	}
	if len(racy) == 0 || s.Opts.Encoding.AllowSameValue {
		return false
	}
	all, out := s.failures(map[kernel.Property]bool{kernel.DataRace: true}, false, interp.Search{Patience: strictPatience})
	for _, f := range all {
		if found := f.Finding(s.Kernel, out, claim.ErrorSeverity); f.Writes() && !racy[found.Spot()] {
			s.writes = append(s.writes, found)
		}
	}
	return len(s.writes) > 0
}

// racesWhenExecuted looks for a race within a block where executesFirst says so.
func (s *session) racesWhenExecuted() bool {
	if !executesFirst(s) {
		return false
	}
	e := s.obligations[obligation{fact.SameBlock, kernel.DataRace}]
	s.Opts.Trace.Ask(decision.ExecutionEngine, "the threads interleaved, a few inputs and schedules: races on places that threads compute together")
	seen, ok := s.confirming.Race(s.Case)
	if ok {
		e.stage, e.outcome, e.reason, e.ran = decided, failing, claim.Reason{}, true
		s.findings = append(s.findings, seen)
	}
	return ok
}

// executesFirst reports whether elements are computed from what threads receive from each
// other, as the places of a partition are: proofs of such kernels take long, and a few
// executions do not. Where something is said of all values in an array runs of the translation do not choose them, and
// the prover finds no counterexample.
func executesFirst(s *session) bool {
	e := s.obligations[obligation{fact.SameBlock, kernel.DataRace}]
	if e == nil || e.stage == decided || len(s.Opts.Encoding.Known) > 0 || s.Opts.Encoding.LockStep {
		return false
	}
	return slices.ContainsFunc(s.Kernel.Arrays, func(a *kernel.Array) bool { return a.Holds != 0 }) ||
		e.proc.HasLoops && fact.TaintsOf(rewrite.Split(s.Kernel)).Element()
}
