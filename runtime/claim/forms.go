package claim

import "gv2/frontend/kernel"

// ByText is the method of what the kernel's text shows.
var ByText = Method{Engine: Text}

// Lockstep is a claim with what the translation shows beside it: that no thread misses a
// barrier it shows by taking two of them through the same statements.
func Lockstep(claims ...Claim) []Claim {
	var out []Claim
	for _, c := range claims {
		out = append(out, c)
		if c.Property == kernel.Divergence {
			c.Part = SameStatement
			out = append(out, c)
		}
	}
	return out
}

// Witnesses are faults that the translation finds, as evidence: against their properties, and
// where a thread misses a barrier, against SameStatement.
func Witnesses(list ...Witness) []Evidence {
	var out []Evidence
	for _, w := range list {
		for _, c := range Lockstep(w.Claim) {
			w.Claim = c
			out = append(out, w)
		}
	}
	return out
}

// Counts is the witness of a fault that refutes however it was seen.
func Counts(f Finding) Witness {
	return Witness{Claim: Claim{Property: f.Property, Scope: f.Scope}, Finding: f}
}

// Suspect is the witness of a fault that refutes only if it was seen as it needs to be.
func Suspect(f Finding, needs Confidence, why Reason) Witness {
	w := Counts(f)
	w.Needs, w.Why = needs, why
	return w
}

// RacesAcross is that no threads of different blocks race.
var RacesAcross = Claim{Property: kernel.DataRace, Scope: BetweenBlocks}

// Lead is a reason in words behind its lead; empty where there is no reason.
func Lead(lead, reason string) string {
	if reason == "" {
		return ""
	}
	return lead + reason
}
