package verdict

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/smallkernel"
	"gv2/runtime/solver"
)

// enough is the effort of a question that is to be answered: no answer of a test hangs
// on the machine.
const enough = 30_000_000

func verify(t *testing.T, k *kernel.Kernel, opts Options) Result {
	require.NoError(t, kernel.Check(k))
	opts.SelfCheck = true
	opts.Effort = enough
	return Verify(context.Background(), k, opts)
}

func statuses(r Result) map[kernel.Property]claim.Status {
	out := map[kernel.Property]claim.Status{}
	for _, p := range r.Properties {
		out[p.Name] = p.Status
	}
	return out
}

func TestQuietKernelIsProved(t *testing.T) {
	r := verify(t, smallkernel.Quiet(), Options{})
	require.NoError(t, r.Err)
	assert.Equal(t, KernelProved, r.Outcome)
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Proved, "barrier-divergence": claim.Proved}, statuses(r))
	assert.Empty(t, r.Findings)
}

func TestRaceNamesBothThreadsAndTheElement(t *testing.T) {
	r := verify(t, racy(), Options{})
	require.Equal(t, KernelRefuted, r.Outcome, "%v", r.Err)
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Refuted, "barrier-divergence": claim.Proved}, statuses(r),
		"the property that the failing check could hide is proved by itself")
	require.Len(t, r.Findings, 1)
	f := r.Findings[0]
	require.Len(t, f.Accesses, 2)
	require.NotNil(t, f.Index)
	assert.EqualValues(t, 3, *f.Index)
	require.NotNil(t, f.Accesses[0].Thread)
	require.NotNil(t, f.Accesses[1].Thread)
	assert.NotEqual(t, *f.Accesses[0].Thread, *f.Accesses[1].Thread)
	assert.Equal(t, fmt.Sprintf("write-write race on p[3]: thread %s writes here, thread %s writes here too",
		kernel.IndexText(*f.Accesses[0].Thread), kernel.IndexText(*f.Accesses[1].Thread)), f.Message)
}

func TestSameValueWritesAreBenign(t *testing.T) {
	t.Parallel()
	r := verify(t, flag(), Options{})
	assert.Equal(t, KernelProved, r.Outcome, "%v %v", r.Err, r.Findings)
	require.Len(t, r.Findings, 1)
	assert.Equal(t, claim.BenignSeverity, r.Findings[0].Severity)
	assert.Contains(t, r.Findings[0].Message, "benign write-write race on p[3]")

	r = verify(t, flag(), Options{Encoding: ask.Request{Query: ask.Query{AllowSameValue: true}}})
	assert.Equal(t, KernelProved, r.Outcome)
	assert.Empty(t, r.Findings)
}

func TestDivergenceDoesNotHideTheRace(t *testing.T) {
	r := verify(t, divergent(), Options{})
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Refuted, "barrier-divergence": claim.Refuted}, statuses(r))
	lines := map[kernel.Property]int{}
	for _, f := range r.Findings {
		lines[f.Property] = f.Pos().Line
	}
	assert.Equal(t, map[kernel.Property]int{"barrier-divergence": 3, "data-race": 5}, lines)
}

func TestProofsRestOnBarriers(t *testing.T) {
	k := divergent()
	k.Body = k.Body[:1]
	r := verify(t, k, Options{})
	assert.Equal(t, claim.Refuted, r.Property("barrier-divergence").Status)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Equal(t, "rests on barrier-divergence, which is refuted", r.Property("data-race").Reason())
}

func TestLoops(t *testing.T) {
	r := verify(t, counting(64, 1), Options{})
	assert.Equal(t, KernelProved, r.Outcome, "%+v %v", r.Properties, r.Err)

	r = verify(t, counting(1, 1), Options{})
	assert.Equal(t, KernelRefuted, r.Outcome, "%+v %v", r.Properties, r.Err)
	require.NotEmpty(t, r.Findings)
	assert.Equal(t, 3, r.Findings[0].Pos().Line)
	assert.NotEmpty(t, r.Findings[0].Values["n"], "the trip count that shows the race")
}

func TestBoundedLoops(t *testing.T) {
	t.Parallel()
	r := verify(t, counting(64, 1), Options{LoopUnroll: 2})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Equal(t, claim.Bounded, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "within 2 iterations")
	r = verify(t, counting(1, 1), Options{LoopUnroll: 2})
	assert.Equal(t, claim.Refuted, r.Property("data-race").Status)
}

func TestNoInvariantsIsUnknownNotRefuted(t *testing.T) {
	t.Parallel()
	r := verify(t, counting(64, 1), Options{Encoding: ask.Request{Model: ask.Model{Invariants: ask.NoInvariants}}})
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "no loop invariant found for the loop at k.cu:2:3")
	assert.Contains(t, r.Property("data-race").Reason(), "no fault seen within")
	assert.Empty(t, r.Findings, "a suspicion is not a finding")
}

// answering is a solver that says the same whatever it is asked.
func answering(a func(p boogie.Printed) (*solver.Answer, error)) Solve {
	return func(_ context.Context, p boogie.Printed, _ solver.Options) (*solver.Answer, error) { return a(p) }
}

// onlyProcedure is the name of the procedure that the test kernels become.
func onlyProcedure(t *testing.T) *key.Procedure {
	out, diags := instrument.Encode(smallkernel.Quiet(), ask.Request{})
	require.False(t, diags.HasErrors())
	require.Len(t, out.Procedures, 1)
	return out.Procedures[0]
}

// TestNothingUnexplainedIsProved gives every kind of odd answer.
func TestNothingUnexplainedIsProved(t *testing.T) {
	t.Parallel()
	proc := onlyProcedure(t).Name
	open := func(cause solver.Cause) solver.Answer {
		return solver.Answer{Outcome: solver.TimedOut, Open: []string{proc}, Counted: true, Unanswered: []solver.Unanswered{{Procedure: proc, Cause: cause}}}
	}
	for _, c := range []struct {
		name    string
		answer  solver.Answer
		err     error
		outcome Outcome
		reason  string
	}{
		{"as expected", solver.Answer{Verified: 1, Counted: true}, nil, KernelProved, ""},
		{"too few verified", solver.Answer{Counted: true}, nil, KernelError, "boogie verified 0 procedures"},
		{"too many verified", solver.Answer{Verified: 2, Counted: true}, nil, KernelError, "boogie verified 2 procedures"},
		{"no summary", solver.Answer{Output: "ok"}, nil, KernelUnknown, "the prover gave up"},
		{"time out", solver.Answer{Outcome: solver.TimedOut, Open: []string{proc}, Counted: true}, nil, KernelUnknown, "time limit of 60 s reached"},
		{"killed", solver.Answer{Outcome: solver.TimedOut}, nil, KernelUnknown, "time limit of 60 s reached"},
		{"undecided", solver.Answer{Outcome: solver.Undecided, Open: []string{proc}, Counted: true}, nil, KernelUnknown, "the prover gave up"},
		{"memory", open(solver.OverMemory), nil, KernelUnknown, "the solver ran out of memory while proving"},
		{"crash", open(solver.Crashed), nil, KernelUnknown, "the solver ended without an answer, and again when it was asked anew"},
		{"effort", open(solver.OverEffort), nil, KernelUnknown, "time limit of 60 s reached"},
		{"failure nowhere", solver.Answer{Outcome: solver.Failed, Failures: []solver.Failure{{Procedure: proc, Line: 1}}, Counted: true}, nil, KernelUnknown, "no check stands"},
		{"failure of a stranger", solver.Answer{Outcome: solver.Failed, Failures: []solver.Failure{{Procedure: "main", Line: 1}}, Verified: 1, Counted: true}, nil, KernelError, `"main"`},
		{"open stranger", solver.Answer{Outcome: solver.Undecided, Open: []string{"main"}, Verified: 1, Counted: true}, nil, KernelError, `"main"`},
		{"tool error", solver.Answer{}, errors.New("boogie crashed"), KernelError, "boogie crashed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := VerifyWith(context.Background(), smallkernel.Quiet(), Options{Timeout: time.Minute},
				answering(func(boogie.Printed) (*solver.Answer, error) { return &c.answer, c.err }))
			assert.Equal(t, c.outcome, r.Outcome)
			if c.outcome == KernelError {
				assert.ErrorContains(t, r.Err, c.reason)
				return
			}
			for _, p := range r.Properties {
				assert.Contains(t, p.Reason(), c.reason)
			}
		})
	}
}

// raceAt is a failure of the first race check of the program.
func raceAt(p boogie.Printed, proc string, unsure bool) *solver.Answer {
	f := solver.Failure{Procedure: proc, Unsure: unsure}
	for line, tag := range p.Tags {
		switch tag := tag.(type) {
		case *key.Site:
			f.Line = line
		case *key.Check:
			if tag.Property == kernel.DataRace {
				f.Related = line
			}
		}
	}
	if f.Line == 0 || f.Related == 0 {
		return &solver.Answer{Verified: 1, Counted: true}
	}
	return &solver.Answer{Outcome: solver.Failed, Failures: []solver.Failure{f}, Counted: true}
}

func TestFailureWithoutModelLeavesValuesOut(t *testing.T) {
	proc := onlyProcedure(t).Name
	r := VerifyWith(context.Background(), racy(), Options{NoRuns: true}, answering(func(p boogie.Printed) (*solver.Answer, error) {
		return raceAt(p, proc, false), nil
	}))
	require.Equal(t, KernelRefuted, r.Outcome, "%v", r.Err)
	require.Len(t, r.Findings, 1)
	f := r.Findings[0]
	assert.Nil(t, f.Index)
	assert.Empty(t, f.Values)
	require.Len(t, f.Accesses, 1, "the logged access is not known")
	assert.Nil(t, f.Accesses[0].Thread)
	assert.Equal(t, "write-write race on p: a thread writes here, in conflict with another thread", f.Message)
}

func TestUnsureFailureDoesNotRefute(t *testing.T) {
	proc := onlyProcedure(t).Name
	r := VerifyWith(context.Background(), racy(), Options{NoRuns: true}, answering(func(p boogie.Printed) (*solver.Answer, error) {
		return raceAt(p, proc, true), nil
	}))
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "can neither prove nor refute")
	assert.Empty(t, r.Findings)
}

func TestTimeIsSharedAmongRuns(t *testing.T) {
	var limits []time.Duration
	VerifyWith(context.Background(), counting(64, 1), Options{Timeout: time.Minute},
		func(_ context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
			limits = append(limits, o.Timeout)
			return &solver.Answer{Verified: 1, Counted: true}, nil
		})
	require.NotEmpty(t, limits)
	for _, limit := range limits {
		assert.Greater(t, limit, time.Duration(0))
		assert.Less(t, limit, time.Minute, "some time is left to look for the fault")
	}
}

func TestSelectedProperties(t *testing.T) {
	t.Parallel()
	r := verify(t, racy(), Options{Encoding: ask.Request{Query: ask.Query{Properties: kernel.PropertySet{"barrier-divergence": true}}}})
	assert.Equal(t, map[kernel.Property]claim.Status{"barrier-divergence": claim.Proved}, statuses(r))
}
