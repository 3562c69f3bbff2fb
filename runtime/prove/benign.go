package prove

import (
	"slices"

	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// A race of two writes is benign where the prover shows that both write the same
// value. In a procedure with loops the race itself may be a weak invariant's, so it is
// reported once an execution shows it: a run of the program, or loops that the prover
// unrolls. What none shows, perhaps for want of time, is a note.

// reportBenign files the benign races.
func (s *session) reportBenign() {
	var inLoops []claim.Finding
	for _, d := range s.inOrder() {
		e := s.obligations[d]
		if e.proc.HasLoops && s.Opts.LoopUnroll == 0 {
			inLoops = append(inLoops, e.benign...)
		} else {
			s.findings = append(s.findings, e.benign...)
		}
	}
	for _, look := range []func() []claim.Finding{s.racesOfRuns, s.unrolledRaces} {
		if len(inLoops) > 0 && s.result.Err == nil {
			s.step(decision.StepSameValue, func() bool { inLoops = s.shownBy(look(), inLoops); return true })
		}
	}
	s.noteWrites(inLoops, "always the same value, which does no harm, and no execution was found that shows it")
	s.noteWrites(s.writes, "whether always the same value, which would do no harm, is not decided")
}

// shownBy reports the benign races that are among those of executions, with the
// values of these, and returns the others.
func (s *session) shownBy(executed, benign []claim.Finding) []claim.Finding {
	at := map[claim.Spot]*claim.Finding{}
	for i := range executed {
		at[claim.Unordered(executed[i].Spot())] = &executed[i]
	}
	return slices.DeleteFunc(benign, func(f claim.Finding) bool {
		shown := at[claim.Unordered(f.Spot())]
		if shown != nil {
			s.findings = append(s.findings, *shown)
		}
		return shown != nil
	})
}

// noteWrites says of races of two writes what is known, where nothing else is reported
// of them.
func (s *session) noteWrites(races []claim.Finding, known string) {
	told := map[claim.Spot]bool{}
	for i := range s.findings {
		told[claim.Unordered(s.findings[i].Spot())] = true
	}
	for i := range races {
		f := &races[i]
		if at := claim.Unordered(f.Spot()); !told[at] {
			told[at] = true
			text := "two threads may write to " + f.Array + " here with nothing to order them; " + known
			s.result.Notes = append(s.result.Notes, claim.Note{Src: f.Accesses[0].Src, Message: text})
		}
	}
}

// racesOfRuns are the races that runs of the program show, writes of the same value
// included.
func (s *session) racesOfRuns() []claim.Finding {
	if s.Opts.NoRuns {
		return nil
	}
	s.Opts.Trace.Ask(decision.RunEngine, "races of writes of one value")
	faults, out := s.failures(map[kernel.Property]bool{kernel.DataRace: true}, false, interp.Search{Patience: witnessPatience})
	var found []claim.Finding
	for _, f := range faults {
		if f.Writes() {
			found = append(found, f.Finding(s.Kernel, out, claim.BenignSeverity))
		}
	}
	return found
}

// unrolledRaces are the races there are when loops run a few times, writes of the
// same value included.
func (s *session) unrolledRaces() []claim.Finding {
	encoding := s.encoding(map[kernel.Property]bool{kernel.DataRace: true}, false)
	encoding.Refute = true
	r, ok := s.attempt(encoding, &depths(s.Kernel)[0], 1)
	if !ok {
		return nil
	}
	answers, err := r.sort()
	if err != nil {
		s.result.Err = err
		return nil
	}
	var found []claim.Finding
	for _, a := range answers {
		for _, f := range a.faults {
			if certain(f, r) {
				found = append(found, f.Finding(s.Kernel, r.out, claim.BenignSeverity))
			}
		}
	}
	return found
}

// settleSameValue looks again at the races of two writes, now that a run has
// told which of them are of different values: the others are benign. Where the
// run reports as many failures as it may, or leaves checks open, it tells nothing about the rest.
func (s *session) settleSameValue(r run, a *procedureAnswer) {
	e := s.obligations[obligation{a.proc.Pair, kernel.DataRace}]
	if e == nil {
		return
	}
	again := map[claim.Spot]bool{}
	for _, f := range a.faults {
		found := f.Finding(s.Kernel, r.out, claim.ErrorSeverity)
		again[found.Spot()] = true
	}
	for _, d := range e.doubtful {
		found := d.fault.Finding(s.Kernel, d.out, claim.ErrorSeverity)
		if !again[found.Spot()] && len(a.faults) < errorLimit && !a.open && !a.partial {
			e.benign = append(e.benign, d.fault.Finding(s.Kernel, d.out, claim.BenignSeverity))
		}
	}
	e.doubtful = nil
}
