package prove

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/decision"
	"gv2/runtime/smallkernel"
)

// TestTimeIsOverInUnrolledLoops: what is suspected and not confirmed names the time
// limit, if that was why.
func TestTimeIsOverInUnrolledLoops(t *testing.T) {
	s := translation{Case: decision.CaseOf(context.Background(), smallkernel.Quiet(), decision.Options{Timeout: time.Minute})}.session()
	e := &entry{stage: failed, proc: &key.Procedure{HasLoops: true}}
	s.obligations[obligation{fact.SameBlock, kernel.DataRace}] = e
	s.ranOut = doingUnroll
	s.leaveOpen(0)
	assert.Equal(t, leftOpen, e.outcome)
	assert.Contains(t, e.reason.String(), "no loop invariant found")
	assert.Contains(t, e.reason.String(), "; time limit of 60 s reached while looking for faults with loops unrolled; raise --timeout")
}

// TestMissingNamesDroppedCandidates: guesses that were left out may be the ones that are wanted.
func TestMissingNamesDroppedCandidates(t *testing.T) {
	e := &entry{proc: &key.Procedure{HasLoops: true, Dropped: 3}}
	assert.Equal(t, "no loop invariant found; 3 more candidates for invariants of one loop were not tried; write one with __invariant", e.missing(0, false))
	e.proc.Dropped = 0
	assert.NotContains(t, e.missing(0, false), "candidates")
}
