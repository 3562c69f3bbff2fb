package advise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestNotesAboutUnknownElements: how many accesses are to unknown elements says nothing beside a race that is shown for
// values of parameters, and is part of a verdict without these.
func TestNotesAboutUnknownElements(t *testing.T) {
	t.Parallel()
	notes := []claim.Note{{Message: "256 accesses whose element is not known", Unknown: true}, {Message: "another"}}
	race := func(values claim.Values, s claim.Severity) []claim.Finding {
		return []claim.Finding{{Property: kernel.DataRace, Severity: s, Values: values}}
	}
	for _, c := range []struct {
		findings []claim.Finding
		want     int
	}{
		{race(claim.Values{"n": "3"}, claim.ErrorSeverity), 1},
		{race(nil, claim.ErrorSeverity), 2},
		{race(claim.Values{"n": "3"}, claim.BenignSeverity), 2},
		{nil, 2},
	} {
		r := verdict.Result{Findings: c.findings, Notes: notes}
		dropUnknown(&r)
		assert.Len(t, r.Notes, c.want, "%v", c.findings)
	}
	assert.Len(t, notes, 2, "what is shared stays")
}
