package prove

import (
	"time"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/decision"
)

// unrefuted returns the candidates of out that no run of the program refutes, up to
// the pause. A run is an execution as Boogie has it, so Houdini would drop
// what is false at a loop's head in one, too; each costs it a question to the prover.
//
// How much is run depends on the program alone, so the answer does not depend on
// the machine, unless time is over.
func (s *session) unrefuted(out *instrument.Output, encoding ask.Request, pause interp.Pause) map[string]bool {
	left := map[string]bool{}
	if candidates(out) == 0 {
		return left
	}
	began := time.Now()
	s.refuted = s.refute(out, encoding, pause)
	s.charge(out, time.Since(began).Seconds())
	for _, p := range out.Procedures {
		for _, name := range p.Candidates {
			if !s.refuted[name] {
				left[name] = true
			}
		}
	}
	s.count(out, nil)
	return left
}

// refute returns the candidates that were false in some run, with values chosen at random.
func (s *session) refute(out *instrument.Output, encoding ask.Request, pause interp.Pause) map[string]bool {
	if s.Opts.NoRuns || s.late(doingRefute) {
		return nil
	}
	began := time.Now()
	x := s.begun.candidates
	if !s.begun.asked(encoding) {
		compiled, err := interp.Compile(instrument.Exact(boogie.ForInference(out.Program)))
		if err != nil {
			// It is Houdini's to say what is wrong with the program.
			return nil
		}
		x = compiled.Begin(interp.Search{})
	}
	s.begun.candidates, s.begun.properties, s.begun.sameValue = x, encoding.Properties, encoding.AllowSameValue
	ctx, cancel := decision.Within(s.Clock.Ctx, s.Clock.Until())
	defer cancel()
	report := x.Continue(ctx, pause)
	s.result.Stats.Running += time.Since(began).Seconds()
	s.late(doingRefute)
	return report.Refuted
}
