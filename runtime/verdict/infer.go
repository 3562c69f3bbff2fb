package verdict

import (
	"fmt"

	"gv2/boogie"
	"gv2/instrument"
	"gv2/runtime/solver"
)

// The shares of the time left that finding invariants and proving with them may
// use; what remains is for looking for faults in unrolled loops.
const (
	inferShare = 0.5
	proofShare = 0.7
	// opaqueShare is that of a first proof without a look at products.
	opaqueShare = 0.3
)

// round decides what it can about the properties of encoding. In a kernel with
// loops that takes two runs: Houdini drops the candidate invariants that do not
// hold, with the assertions assumed; then everything is verified with those
// that are left, and they are verified too. Most candidates that do not hold are
// found out before, by running the program.
func (s *session) round(encoding instrument.Options) bool {
	if s.opts.LoopUnroll > 0 {
		encoding.Invariants = instrument.NoInvariants
		return s.verify(encoding, &depth{all: s.opts.LoopUnroll}, 1)
	}
	if encoding.Invariants != instrument.Candidates {
		return s.provedOpaquely(encoding) || s.verify(encoding, nil, proofShare)
	}
	keep, ok := s.infer(encoding)
	if !ok {
		return false
	}
	encoding.Invariants, encoding.Keep = instrument.Inferred, keep
	return s.provedOpaquely(encoding) || s.verify(encoding, nil, proofShare)
}

// provedOpaquely tries a program with products of variables while the prover does
// not see what they are, which takes it no time: what the translation says of
// them is mostly enough. It enters what is proved so into the ledger, and reports
// whether that is all.
func (s *session) provedOpaquely(encoding instrument.Options) bool {
	out, ok := s.encode(encoding)
	if !ok || !out.Products {
		return false
	}
	printed := boogie.Print(out.Program)
	answer, ok := s.ask(out, printed, solver.Options{}, opaqueShare)
	if !ok {
		return false
	}
	r := run{out, printed, answer, nil, encoding.AllowSameValue}
	answers, err := r.sort()
	if err != nil {
		s.result.Err = err
		return false
	}
	all := true
	for _, a := range answers {
		if a.verified() {
			s.mark(a, func(e *entry) { s.prove(e, r) })
		} else {
			all = false
		}
	}
	return all
}

// verify runs the solver and enters its answer into the ledger.
func (s *session) verify(encoding instrument.Options, depth *depth, share float64) bool {
	r, ok := s.attempt(encoding, depth, share)
	if ok {
		s.judge(r)
	} else if depth != nil && s.result.Err == nil {
		s.tooLarge(depth)
	}
	return ok && s.result.Err == nil
}

// tooLarge gives up on a bounded check.
func (s *session) tooLarge(d *depth) {
	for _, e := range s.ledger {
		if e.stage != decided {
			e.stage, e.status = decided, Unknown
			e.reason = fmt.Sprintf("loops unrolled %d times make too large a program; use a smaller --loop-unroll", d.all)
		}
	}
}

// infer returns the names of the candidates that hold. If time runs out none is
// kept: each is then still a guess.
func (s *session) infer(encoding instrument.Options) (map[string]bool, bool) {
	out, ok := s.encode(encoding)
	if !ok {
		return nil, false
	}
	n := candidates(out)
	if n == 0 {
		return nil, true
	}
	program := boogie.ForInference(out.Program)
	s.refuted = s.refute(instrument.Exact(program))
	left := n - len(s.refuted)
	keep := map[string]bool{}
	if left > 0 {
		printed := boogie.Print(boogie.Without(program, s.refuted))
		answer, ok := s.ask(out, printed, solver.Options{Infer: true}, inferShare)
		if !ok {
			return nil, false
		}
		s.result.Stats.Houdini += answer.Seconds
		keep = answer.Inferred
	}
	s.count(n, left, keep)
	return keep, true
}

// count notes what became of the candidates, of the run that has most of them.
func (s *session) count(all, left int, keep map[string]bool) {
	st := &s.result.Stats
	if all < st.Candidates {
		return
	}
	st.Candidates, st.RefutedByRun, st.Surviving = all, all-left, 0
	for _, holds := range keep {
		if holds {
			st.Surviving++
		}
	}
	st.RefutedByHoudini = left - st.Surviving
}
