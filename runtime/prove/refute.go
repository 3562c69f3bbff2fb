package prove

import (
	"time"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/runtime/decision"
)

// refute runs a program for inference with values chosen at random, and returns
// the candidates that were false at a loop's head in some run. A run is an
// execution as Boogie has it, so Houdini would drop them, too; each costs it a
// question to the prover.
//
// How much is run depends on the program alone, so the answer does not depend on
// the machine, unless time is over.
func (s *session) refute(program *boogie.Program) map[string]bool {
	if s.Opts.NoRuns || s.late(doingRefute) {
		return nil
	}
	compiled, err := interp.Compile(program)
	if err != nil {
		// It is Houdini's to say what is wrong with the program.
		return nil
	}
	began := time.Now()
	ctx, cancel := decision.Within(s.Clock.Ctx, s.Clock.Until())
	defer cancel()
	report := compiled.Explore(ctx, interp.Search{})
	s.result.Stats.Running += time.Since(began).Seconds()
	s.late(doingRefute)
	return report.Refuted
}
