package prove

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// dropOverflows takes back what another session, in bit-vectors, has refuted
// only because integers overflow, and notes the overflow at the obligations.
func (s *session) dropOverflows(again *session) {
	left, through := map[kernel.Property]bool{}, map[kernel.Property]string{}
	again.findings = slices.DeleteFunc(again.findings, func(f claim.Finding) bool {
		if f.Severity != claim.ErrorSeverity {
			return false
		}
		if f.Cause == "" && (left[f.Property] || s.remains(&f)) {
			left[f.Property] = true
			return false
		}
		if through[f.Property] == "" {
			through[f.Property] = f.Overflow()
		}
		return true
	})
	for d, e := range again.obligations {
		if text := through[d.property]; text != "" && !left[d.property] && e.outcome == failing {
			e.outcome, e.overflow = leftOpen, text
		}
	}
}

// dropUnmeantWraps takes back what is refuted only because a sum wraps that no bit operation has to do with: that
// none does is assumed of kernels without bit operations as well. Integers are asked then.
func (s *session) dropUnmeantWraps() {
	if !s.integersDo {
		return
	}
	left, through := map[kernel.Property]bool{}, map[kernel.Property]string{}
	s.findings = slices.DeleteFunc(s.findings, func(f claim.Finding) bool {
		switch {
		case f.Severity != claim.ErrorSeverity:
			return f.Cause != ""
		case f.Cause == "":
			left[f.Property] = true
		default:
			through[f.Property] = f.Overflow()
			return true
		}
		return false
	})
	for d, e := range s.obligations {
		if text := through[d.property]; text != "" && !left[d.property] && e.outcome == failing {
			e.outcome, e.reason = leftOpen, claim.Because("with --arith bv it is refuted, but only through overflow: "+text)
		}
	}
	if len(through) > 0 && s.other == key.IntArith {
		s.askOther()
	}
}

// remains reports whether a fault of bit-vectors may be there in integers, too,
// with the values that it names: if they prove that it is not, it needs overflow.
func (s *session) remains(f *claim.Finding) bool {
	values := f.Values.Numbers()
	k := *s.Kernel
	k.Requires = slices.Clone(k.Requires)
	for _, p := range k.Params {
		if v, given := values[p.Name]; given {
			k.Requires = append(k.Requires, fact.Equals(p, v))
		}
	}
	for dim := range k.Launch.GridDim {
		if n, given := values[claim.GridNames[dim]]; given && k.Launch.GridDim[dim] == 0 {
			k.Launch.GridDim[dim] = int(n)
		}
	}
	t := s.translation
	t.Kernel = &k
	t.Opts.Encoding.Arith, t.Opts.Encoding.Properties = key.IntArith, map[kernel.Property]bool{f.Property: true}
	defer s.Opts.Trace.End(s.Opts.Trace.Begin(decision.StepWithoutWrap))
	s.Opts.Trace.Ask(decision.BoogieEngine, "with the values of the fault, in integers that do not wrap: "+string(f.Property))
	fixed := t.session()
	fixed.decide()
	fixed.close()
	s.result.Stats.Add(fixed.result.Stats)
	return !fixed.proves(f.Property)
}

// proves reports whether every obligation of a property is proved.
func (s *session) proves(property kernel.Property) bool {
	found := false
	for d, e := range s.obligations {
		if d.property == property {
			found = true
			if e.result() != verified {
				return false
			}
		}
	}
	return found && s.result.Err == nil
}
