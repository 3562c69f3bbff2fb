package decision

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
)

// OpenCheck is a question to the prover without an answer that decides.
type OpenCheck struct {
	// Procedure is that of the translation.
	Procedure string
	// Check is the fault that the question is about, as in "a write-write race on p at
	// k.cu:3:5", and Src where it would be; empty where the procedure as a whole is open.
	Check string
	Src   kernel.Src
	// Cause is time, effort or memory, of which there was not enough, crash of a solver that
	// ended twice, incomplete where the prover does not know, or invariant where a loop has
	// none that suffices.
	Cause string
	// Detail is the prover's own word for what it is incomplete for; mostly empty.
	Detail string
}

// shownChecks is how many open checks a reason names.
const shownChecks = 2

// OpenText names what is open behind a reason; empty where that is more than single checks.
func OpenText(open []OpenCheck) string {
	var names []string
	for _, o := range open {
		if o.Check == "" {
			return ""
		}
		names = append(names, o.Check)
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > shownChecks:
		return fmt.Sprintf("no answer about %s and %d more", strings.Join(names[:shownChecks], ", "), n-shownChecks)
	}
	return "no answer about " + strings.Join(names, " and ")
}
