package prove

import (
	"cmp"
	"strings"
	"time"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// run is one program, what it was made from, and the solver's answer to it.
type run struct {
	kernel  *kernel.Kernel
	out     *instrument.Output
	printed boogie.Printed
	answer  *solver.Answer
	depth   *depth // nil where loops are cut by invariants
	// sameValue is set where writes of the same value were not counted as races.
	sameValue bool
	// guessed is set where candidates stand for invariants that nobody has sorted out.
	guessed bool
	// unsorted tells of procedures why Houdini has not sorted out their candidates, of which those that
	// nothing spoke against stand for invariants.
	unsorted unsorted
}

// unsorted are reasons by names of Boogie procedures; by "", one for all of them.
type unsorted map[string]string

func (u unsorted) reason(procedure string) string { return cmp.Or(u[procedure], u[""]) }

// leftUnsorted are the procedures of which an inference has not sorted out the candidates: it
// has run out of time, or the prover has given up.
func leftUnsorted(answer *solver.Answer, late, gaveUp string) unsorted {
	if answer.Outcome == solver.Verified {
		return nil
	}
	reason := gaveUp
	if answer.Outcome == solver.TimedOut {
		reason = late
	}
	out := unsorted{}
	for _, name := range answer.Open {
		out[name] = reason
	}
	if len(out) == 0 {
		out[""] = reason
	}
	return out
}

// attempt encodes the kernel and lets the solver verify it, for at most that
// share of the time left. With a depth, loops are unrolled that far. It returns
// false after it recorded why it could not.
func (s *session) attempt(encoding ask.Request, depth *depth, share float64) (run, bool) {
	out, ok := s.encode(encoding)
	if !ok {
		return run{}, false
	}
	doing := doingProve
	program := instrument.Exact(out.Program)
	if depth != nil {
		doing = doingUnroll
		if program, ok = depth.apply(program); !ok {
			return run{}, false
		}
	}
	s.Opts.Trace.Ask(decision.BoogieEngine, howText(out, encoding, depth))
	printed := boogie.Print(program)
	answer, ok := s.ask(doing, out, printed, solver.Options{}, share)
	return run{kernel: s.Kernel, out: out, printed: printed, answer: answer, depth: depth, sameValue: encoding.AllowSameValue, unsorted: s.unsorted}, ok
}

// encode translates the kernel.
func (s *session) encode(encoding ask.Request) (*instrument.Output, bool) {
	if s.late(doingTranslate) {
		return nil, false
	}
	began := time.Now()
	encoding.Stop = s.Clock.Over
	out, diags, err := encoded(s.Kernel, encoding, s.Opts.SelfCheck)
	switch {
	case diags.HasErrors():
		s.result.Diags.Merge(diags)
		return nil, false
	case out.Late:
		s.expire(doingTranslate)
		return nil, false
	}
	s.record(out, diags)
	s.charge(out, time.Since(began).Seconds())
	if err != nil {
		s.result.Err = err
		return nil, false
	}
	return out, true
}

// ask runs the solver.
func (s *session) ask(doing string, out *instrument.Output, printed boogie.Printed, o solver.Options, share float64) (*solver.Answer, bool) {
	limit, ok := s.Clock.Left(share)
	if !ok {
		s.expire(doing)
		return nil, false
	}
	o.Timeout, o.Cores, o.Boogie, o.MemoryMB = limit, s.Opts.Cores, s.Opts.Boogie, proverMemory
	if o.ErrorLimit == 0 {
		o.ErrorLimit, o.Small = errorLimit, shown(s.Kernel)
	}
	if most := s.Opts.Resources(share); o.Resources == 0 || most > 0 && most < o.Resources {
		o.Resources = most
	}
	if s.result.Stats.BoogieLines == 0 && !o.Infer {
		s.result.Stats.BoogieLines = strings.Count(printed.Text, "\n")
	}
	s.result.Stats.Runs++
	s.allowed = limit
	answer, err := s.solve(s.Clock.Ctx, printed, o)
	switch {
	case err != nil && s.Clock.Ctx.Err() != nil:
		s.interrupted(doing)
		return nil, false
	case err != nil:
		s.result.Err = err
		return nil, false
	}
	s.result.Stats.Solver += answer.Seconds
	s.charge(out, answer.Seconds)
	return answer, true
}

// shown are the constants whose values in a counterexample users read.
func shown(k *kernel.Kernel) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, key.ParamName(p))
	}
	for dim := range 3 {
		if k.Launch.BlockDim[dim] == 0 {
			names = append(names, key.BlockDimName(dim))
		}
		if k.Launch.GridDim[dim] == 0 {
			names = append(names, key.GridDimName(dim))
		}
	}
	return names
}

// interrupted gives up on everything that is open.
func (s *session) interrupted(doing string) {
	s.expire(doing)
	for d, e := range s.obligations {
		if e.stage != decided {
			e.stage, e.outcome, e.reason = decided, leftOpen, claim.Because(s.timeReason(doing, d.property))
		}
	}
}

// record keeps what the first run says about the kernel as a whole, and opens a
// obligation for each property of each procedure.
func (s *session) record(out *instrument.Output, diags diag.List) {
	for _, p := range out.Procedures {
		for _, property := range p.Properties {
			d := obligation{p.Pair, property}
			if s.obligations[d] == nil {
				s.obligations[d] = &entry{proc: p}
			}
		}
	}
	if s.result.Arith != "" {
		return
	}
	s.arbitraryBits, s.reserves = out.ArbitraryBits, out.Reserves
	s.integersDo = s.Opts.Encoding.Arith == key.AutoArith && out.OtherArith == key.IntArith
	s.result.Diags.Merge(diags)
	s.result.Arith, s.result.ArithWhy = out.Arith.String(), out.ArithWhy
	if !s.Opts.Brief || out.OtherArith == key.IntArith {
		s.other, s.multiplies = out.OtherArith, out.Multiplies
	}
	s.result.Assumptions = decision.Sentences(s.Kernel.Assumptions, out.Assumptions)
	s.under = premises(s.result.Assumptions)
}

func candidates(out *instrument.Output) int {
	n := 0
	for _, p := range out.Procedures {
		n += len(p.Candidates)
	}
	return n
}

// mostCandidates is the number of candidates of the procedure that has most.
func mostCandidates(p *boogie.Program) int {
	most, of := 0, map[*boogie.Proc]int{}
	eachCandidate(p, func(proc *boogie.Proc, _ string) {
		of[proc]++
		most = max(most, of[proc])
	})
	return most
}

// eachCandidate calls f for every candidate that stands at a loop.
func eachCandidate(p *boogie.Program, f func(proc *boogie.Proc, name string)) {
	for _, d := range p.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok {
			continue
		}
		boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
			loop, ok := s.(*boogie.While)
			if !ok {
				return
			}
			for _, inv := range loop.Invs {
				if inv.Candidate != "" {
					f(proc, inv.Candidate)
				}
			}
		})
	}
}

// implementations counts the procedures that Boogie verifies: those with a body
// that are not expanded at their calls.
func implementations(p *boogie.Program) int {
	n := 0
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Proc); ok && proc.Body != nil && !inlined(proc) {
			n++
		}
	}
	return n
}

func inlined(p *boogie.Proc) bool {
	for _, a := range p.Attrs {
		if a.Key == "inline" {
			return true
		}
	}
	return false
}
