package verdict

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBenignRacesOfOtherArraysStay: a line that writes two arrays may race on one and
// be harmless on the other.
func TestBenignRacesOfOtherArraysStay(t *testing.T) {
	race := func(array string, severity Severity, lines ...int) Finding {
		f := Finding{Property: "data-race", Kind: "write-write", Array: array, Severity: severity, Count: 1}
		for _, line := range lines {
			f.Accesses = append(f.Accesses, Access{Src: src(line)})
		}
		return f
	}
	got := gather([]Finding{
		race("p", BenignSeverity, 4, 3), race("p", ErrorSeverity, 3, 4), race("p", ErrorSeverity, 3, 4),
		race("q", BenignSeverity, 3, 4), race("p", BenignSeverity, 4, 4),
	})
	var all []string
	for _, f := range got {
		all = append(all, f.Array+" "+string(f.Severity))
	}
	assert.ElementsMatch(t, []string{"p error", "q benign", "p benign"}, all)
	assert.Equal(t, 2, got[0].Count)
}
