package verdict

import (
	"maps"
	"time"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// Faults without the prover. The translation is run with values chosen at random,
// loops and all. A check that fails in a run fails in an execution of the
// translation from the kernel's entry, which is what the prover's counterexample
// to an unrolled program is, and it counts for as much: what is arbitrary there
// (contents that others write, results of shuffles, floating point) is arbitrary
// here. Only functions on integers of which the translation knows nothing are
// another matter: a run that rests on them is no more than a hint, and is left to
// the prover.

// ranDetail says so of a property.
const ranDetail = "found by running the program"

// Limits of the search: how many runs in a row may show nothing new, also where
// the prover suspects something, how many instructions are executed then, and how
// large a program is searched.
const (
	witnessPatience = 1200
	suspectPatience = 4000
	suspectTotal    = 25_000_000
	witnessSize     = 40000
)

// witness looks for runs in which something fails and decides the properties that
// they refute. It returns the properties that are left to look at; false if there
// are none.
func (s *session) witness(properties map[kernel.Property]bool) (map[kernel.Property]bool, bool) {
	if s.opts.NoRuns || s.opts.LoopUnroll > 0 {
		return properties, true
	}
	if _, ok := s.encode(s.encoding(properties, s.opts.Encoding.AllowSameValue)); !ok || len(s.obligations) == 0 {
		return properties, true
	}
	if s.step(stepRunProgram, func() bool { return s.refutedByRuns(properties) }) || s.step(stepExecutions, s.racesWhenExecuted) {
		return s.leftBeside()
	}
	return properties, true
}

// refutedByRuns enters what fails in runs of the program; false where nothing does, or
// where the prover has to look at the races first.
func (s *session) refutedByRuns(properties map[kernel.Property]bool) bool {
	s.opts.Trace.Ask(RunEngine, "the program of two threads, run with values chosen at random")
	faults, out := s.failures(properties, true, interp.Search{Patience: witnessPatience})
	if len(faults) == 0 || s.mayBeBenign(faults, out) {
		return false
	}
	for _, f := range faults {
		e := s.obligation(f.proc, f.check.Property)
		e.stage, e.status, e.reason, e.ran = decided, claim.Refuted, claim.Reason{}, true
		s.findings = append(s.findings, f.ran(s.k, out))
	}
	return true
}

// leftBeside are the properties to look at beside those that are refuted; false if there
// are none.
func (s *session) leftBeside() (map[kernel.Property]bool, bool) {
	refuted := s.refutedProperties()
	base := s.basis(refuted)
	left := map[kernel.Property]bool{}
	for d, e := range s.obligations {
		switch {
		case refuted[d.property]:
		case base != "":
			e.stage, e.status, e.reason = decided, claim.Unknown, claim.Resting(base, claim.Refuted)
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
		if e.stage == decided && e.status == claim.Refuted {
			refuted[d.property] = true
		}
	}
	return refuted
}

// basis names a property that is refuted and that every proof in this kernel rests
// on, "" if there is none.
func (s *session) basis(refuted map[kernel.Property]bool) kernel.Property {
	switch {
	case refuted[kernel.Divergence] && kernel.Waits(s.k):
		return kernel.Divergence
	case refuted[kernel.DataRace] && fact.ReadsBack(s.k):
		return kernel.DataRace
	}
	return ""
}

// pursue runs the program once more, and longer, for what the prover suspects. It
// begins with the values that the prover has named, which violate a check with
// loops cut by invariants: often they do so in an execution as well.
func (s *session) pursue() {
	open := s.unconfirmed(true)
	if len(open) == 0 || s.opts.NoRuns {
		return
	}
	s.step(stepRunProgram, func() bool {
		s.opts.Trace.Ask(RunEngine, "the same for longer, starting with the prover's values")
		faults, out := s.failures(open, true, interp.Search{
			Patience: suspectPatience, Total: suspectTotal, Seed: 1, Hints: s.hints,
		})
		for _, f := range faults {
			e := s.obligation(f.proc, f.check.Property)
			if e.stage == decided && e.status != claim.Refuted {
				continue
			}
			e.stage, e.status, e.reason, e.ran = decided, claim.Refuted, claim.Reason{}, true
			s.findings = append(s.findings, f.ran(s.k, out))
		}
		return true
	})
}

// failures runs the program for those properties and returns what failed, each
// check once.
func (s *session) failures(properties map[kernel.Property]bool, allowSame bool, search interp.Search) ([]fault, *instrument.Output) {
	encoding := s.encoding(properties, allowSame)
	if s.opts.generational(s.k) && encoding.Pairs != ask.BetweenBlocks && encoding.Arrays == nil {
		// Two threads that count generations may be ordered through a third one, so
		// what fails there refutes nothing.
		return nil, nil
	}
	if s.late(doingSearch) {
		return nil, nil
	}
	began := time.Now()
	encoding.Refute, encoding.Stop = true, s.over
	out, diags := instrument.Encode(s.k, encoding)
	if s.late(doingSearch) || diags.HasErrors() {
		return nil, nil
	}
	defer func() { s.charge(out, time.Since(began).Seconds()) }()
	program := instrument.Exact(out.Program)
	if boogie.Size(program, witnessSize) > witnessSize || restsOnGuesses(program) {
		return nil, nil
	}
	compiled, err := interp.Compile(program)
	if err != nil {
		return nil, nil
	}
	search.Workers, search.Moderate = s.opts.Cores, true
	report := s.explore(doingSearch, compiled, search)
	procs := map[string]*key.Procedure{}
	for _, p := range out.Procedures {
		for _, name := range p.Parts {
			procs[name] = p
		}
	}
	var faults []fault
	for _, failure := range report.Failures {
		if f, ok := faultOf(failure, procs[failure.Procedure]); ok {
			faults = append(faults, f)
		}
	}
	return faults, out
}

// faultOf traces a failure of a run back to its check; false if it stands for
// none.
func faultOf(failure interp.Failure, proc *key.Procedure) (fault, bool) {
	check, ok := failure.Tag.(*key.Check)
	if !ok || proc == nil {
		return fault{}, false
	}
	site, ok := failure.Call.(*key.Site)
	if !ok {
		site = check.Site
	}
	if site == nil {
		return fault{}, false
	}
	return fault{proc: proc, check: check, site: site, state: failure.State, at: site.State, elements: failure.Elements}, true
}

// ran is the finding of a fault that a run of the program has shown.
func (f fault) ran(k *kernel.Kernel, out *instrument.Output) claim.Finding {
	found := f.finding(k, out, claim.ErrorSeverity)
	found.By, found.Seen = claim.Run, claim.Program
	return found
}

// restsOnGuesses reports whether the program has a function from integers to integers or
// truth values of which nothing is known.
func restsOnGuesses(p *boogie.Program) bool {
	for _, d := range p.Decls {
		f, ok := d.(*boogie.FuncDecl)
		if !ok || f.Body != nil || len(f.Attrs) > 0 || declaredType(f.Result) {
			continue
		}
		plain := true
		for _, param := range f.Params {
			plain = plain && !declaredType(param.T)
		}
		if plain {
			return true
		}
	}
	return false
}

// declaredType reports whether a type is one of those declared in the program.
func declaredType(t boogie.Type) bool {
	name, ok := t.(boogie.NamedType)
	return ok && name != boogie.Int && name != boogie.Bool
}

// mayBeBenign reports whether there are places, besides those where threads race
// for certain, where two threads write the same element and no run has shown them
// to write different values. Telling whether they can is the prover's task; the
// races are left to it as a whole then.
func (s *session) mayBeBenign(faults []fault, out *instrument.Output) bool {
	racy := map[claim.Spot]bool{}
	for _, f := range faults {
		if found := f.finding(s.k, out, claim.ErrorSeverity); found.Property == kernel.DataRace {
			racy[found.Spot()] = true
		}
	}
	if len(racy) == 0 || s.opts.Encoding.AllowSameValue {
		return false
	}
	all, out := s.failures(map[kernel.Property]bool{kernel.DataRace: true}, false, interp.Search{Patience: witnessPatience})
	for _, f := range all {
		if found := f.finding(s.k, out, claim.ErrorSeverity); f.writes() && !racy[found.Spot()] {
			s.writes = append(s.writes, found)
		}
	}
	return len(s.writes) > 0
}

// dropIdle leaves out of witnesses what parameters are that the kernel does not read.
func dropIdle(k *kernel.Kernel, findings []claim.Finding) {
	idle := fact.IdleParams(k)
	if len(idle) == 0 {
		return
	}
	for i := range findings {
		f := &findings[i]
		f.Values = maps.Clone(f.Values)
		maps.DeleteFunc(f.Values, func(name, _ string) bool { return idle[name] })
	}
}
