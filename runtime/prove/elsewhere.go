package prove

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// mostElsewhere is how often a race is sought for other values of parameters.
const mostElsewhere = 2

// elsewhere looks for other races where r has none but such that the execution
// contradicts, as n = 0 may be the first value that a race is found for and the
// only one without it: with other values of the parameters. What is found takes
// the place of r's races; a proof says nothing about r.
func (v *Prover) elsewhere(r *answer, across bool, on bases) {
	k, other := *v.d.Kernel, *r
	for range mostElsewhere {
		p := other.Property(kernel.DataRace)
		if p == nil || p.Status != claim.Refuted || other.Err != nil {
			return
		}
		values := raceValues(other.Findings)
		if claim.Doubts(v.confirming.Contradicted(v.d.Case, faultsOf(other.Findings, kernel.DataRace))).None() {
			break
		}
		k.Requires = append(slices.Clone(k.Requires), otherThan(v.d.Kernel, values)...)
		if len(k.Requires) == len(v.d.Kernel.Requires) {
			return
		}
		st := v.d.Opts.Trace.Begin(decision.StepOtherValues)
		v.d.Opts.Trace.Ask(decision.BoogieEngine, "races for other values of parameters")
		other = v.askOf(&k, map[kernel.Property]bool{kernel.DataRace: true}, across, on)
		v.d.Opts.Trace.End(st)
	}
	isRace := func(f claim.Finding) bool { return f.Property == kernel.DataRace }
	found := slices.DeleteFunc(slices.Clone(other.Findings), func(f claim.Finding) bool { return !isRace(f) })
	r.Findings = append(slices.DeleteFunc(slices.Clone(r.Findings), isRace), found...)
}

// raceValues are the values that the races among the findings name.
func raceValues(findings []claim.Finding) []map[string]int64 {
	var out []map[string]int64
	for _, f := range findings {
		if f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity {
			out = append(out, f.Values.Numbers())
		}
	}
	return out
}

// otherThan says that the parameters have none of those values.
func otherThan(k *kernel.Kernel, values []map[string]int64) []kernel.Expr {
	var out []kernel.Expr
	for _, of := range values {
		var differs kernel.Expr
		for _, p := range k.Params {
			v, given := of[p.Name]
			if !given || p.T.Kind != kernel.Int {
				continue
			}
			is := kernel.Expr(&kernel.Binary{Op: kernel.Ne, X: fact.ValueOf(p), Y: kernel.NewConst(p.T, v)})
			if differs != nil {
				is = &kernel.Binary{Op: kernel.LOr, X: differs, Y: is}
			}
			differs = is
		}
		if differs != nil {
			out = append(out, differs)
		}
	}
	return out
}
