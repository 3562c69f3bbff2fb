package verdict

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// weaken takes back proofs that rest on a property that is not proved.
//
// The translation walks both threads from barrier to barrier, so no proof holds
// beyond a barrier that only some threads reach. And it takes what a thread
// reads back from memory to be what the race-free program has there, which
// matters where such a value decides control flow, an address or an assertion.
//
// Two properties that are both proved may rest on each other: the first
// violation of an execution breaks one of them while all others still hold.
func (s *session) weaken() {
	s.take(stepConfirm, s.feasible)
	s.take(stepWarpMasks, s.doubtMasks)
	if kernel.Waits(s.k) {
		s.take(stepRestsOn, func() { s.restOn(kernel.Divergence, "every thread of a block reaches the same barriers") })
	}
	s.take(stepUnseenOrder, s.doubt)
	if fact.ReadsBack(s.k) {
		s.take(stepRestsOn, func() { s.restOn(kernel.DataRace, "the kernel has no data race") })
	}
}

// doubtMasks takes back that threads do not diverge where warp functions stand
// under a condition of whose mask the translation does not know enough.
func (s *session) doubtMasks() {
	p := s.result.Property(kernel.Divergence)
	if p == nil || p.Status != claim.Proved && p.Status != claim.Bounded {
		return
	}
	if reason := doubtfulMask(s.k); reason != "" {
		p.Status, p.Why = claim.Unknown, claim.Because(reason)
	}
}

// doubtfulMask says which warp function has a mask of which the translation does not
// know enough, empty for none.
func doubtfulMask(k *kernel.Kernel) string {
	if st := fact.StrangeMask(k); st != nil {
		return fmt.Sprintf("a thread that comes to %s may be none of the lanes that its mask names, or these may name another mask; "+
			"a constant mask, or one computed from threadIdx alone, can be checked", st.Source().Pos)
	}
	if st := instrument.UncheckedMask(k); st != nil {
		return fmt.Sprintf("that the lanes which the mask at %s names come there together is not checked: the mask is not constant, "+
			"and the condition around it differs between threads", st.Source().Pos)
	}
	return ""
}

// doubt takes back races that an order which the translation does not see, or a value
// that it does not know, may exclude, unless an execution shows one.
func (s *session) doubt() {
	p := s.result.Property(kernel.DataRace)
	if p == nil || p.Status != claim.Refuted {
		return
	}
	why := doubtfulRaces(s.k)
	if why == "" {
		return
	}
	found := suspected(kernel.DataRace, &s.result)
	s.result.Findings = slices.DeleteFunc(s.result.Findings, func(f Finding) bool {
		return f.Property == kernel.DataRace && f.Severity == ErrorSeverity && f.seen != claim.Executed
	})
	s.takeBack(kernel.DataRace, why+" the translation finds "+found)
}

// doubtfulRaces says what the translation does not know of a kernel's order, empty for
// nothing.
func doubtfulRaces(k *kernel.Kernel) string {
	switch {
	case instrument.HasLooseMask(k):
		return "a __syncwarp whose mask is not constant is taken to order nothing; without it"
	case fact.TellsReserved(k):
		return "what a shuffle tells other lanes of an atomic's result is taken to be arbitrary; with that"
	}
	return ""
}

// restOn weakens all proofs if the base is not proved, here or before; where
// nobody asked for it, it becomes an assumption.
func (s *session) restOn(base kernel.Property, sentence string) {
	status, known := s.settled[base]
	if p := s.result.Property(base); p != nil {
		status, known = p.Status, true
	}
	if !known {
		s.result.Assumptions = append(s.result.Assumptions, sentence+" ("+string(base)+" was not checked)")
		return
	}
	if status == claim.Proved || status == claim.Bounded {
		return
	}
	for i := range s.result.Properties {
		q := &s.result.Properties[i]
		if q.Name == base || q.Status != claim.Proved && q.Status != claim.Bounded {
			continue
		}
		q.Status = claim.Unknown
		q.Why = claim.Resting(base, status)
	}
}
