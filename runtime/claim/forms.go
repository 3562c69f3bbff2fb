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

// RacesAcross is that no threads of different blocks race.
var RacesAcross = Claim{Property: kernel.DataRace, Scope: BetweenBlocks}

// Lead is a reason in words behind its lead; empty where there is no reason.
func Lead(lead, reason string) string {
	if reason == "" {
		return ""
	}
	return lead + reason
}
