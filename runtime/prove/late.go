package prove

import (
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// What a kernel's time may be over in, for reasons. Proving is followed by the name of
// the property.
const (
	doingTranslate = "translating the kernel"
	doingSearch    = "looking for faults by running the program"
	doingRefute    = "testing candidate invariants"
	doingInfer     = "finding loop invariants"
	doingProve     = "proving"
	doingUnroll    = "looking for faults with loops unrolled"
)

// late reports whether time is over, and notes what it is over in.
func (s *session) late(doing string) bool {
	if !s.Clock.Over() {
		return false
	}
	s.expire(doing)
	return true
}

// expire notes what was being done when time was over.
func (s *session) expire(doing string) {
	if s.ranOut == "" {
		s.ranOut = doing
	}
}

// gaveUp says that the prover has no answer, and what may help.
func (s *session) gaveUp() string {
	if s.Kernel.Fixable() {
		return "the prover gave up; fix parameters with --param, or try another --arith"
	}
	return "the prover gave up; try another --arith"
}

// timeReason says of a property that time was over while it was looked at.
func (s *session) timeReason(doing string, property kernel.Property) string {
	return s.Late(withProperty(doing, property))
}

// withProperty says what is being done, with the property that is being proved.
func withProperty(doing string, property kernel.Property) string {
	if doing == doingProve {
		doing += " " + string(property)
	}
	return doing
}

// openReason is why an obligation is open that nothing was found out about.
func (s *session) openReason(property kernel.Property) string {
	switch {
	case s.ranOut != "":
		return s.timeReason(s.ranOut, property)
	case s.Clock.Over():
		return s.timeReason("", property)
	case s.result.Err != nil:
		return decision.ToolReason(s.result.Err)
	}
	return "not checked, because another question about the kernel had no answer"
}

// unlisted are the properties that nothing is known about because time was over before
// they were listed.
func (s *session) unlisted() []decision.Property {
	var out []decision.Property
	for _, name := range translatable {
		if s.ranOut != "" && s.Opts.Applies(s.Kernel, name) {
			out = append(out, decision.Property{Name: name, Status: claim.Unknown, Engine: decision.BoogieEngine, Seconds: s.seconds[name], Why: claim.Because(s.openReason(name))})
		}
	}
	return out
}

// charge books seconds for the properties that they were spent on.
func (s *session) charge(out *instrument.Output, seconds float64) {
	looked := map[kernel.Property]bool{}
	for _, p := range out.Procedures {
		for _, property := range p.Properties {
			looked[property] = true
		}
	}
	for property := range looked {
		s.seconds[property] += seconds
	}
}
