package verdict

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/smallkernel"
	"gv2/runtime/solver"
)

// inferring answers Houdini's runs.
func inferring(answer func(boogie.Printed) (*solver.Answer, error)) Solve {
	return func(_ context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
		if !o.Infer {
			return nil, errors.New("only Houdini is to be asked")
		}
		return answer(p)
	}
}

// meeting is counting with a barrier before each store, which keeps its iterations
// apart: a loop that has invariants.
func meeting() *kernel.Kernel {
	k := counting(64, 1)
	loop := *k.Body[1].(*kernel.Loop)
	barrier := &kernel.Barrier{Src: smallkernel.Src(3), ID: &kernel.Const{T: kernel.U32}, Aligned: true}
	loop.Body = append([]kernel.Stmt{barrier}, loop.Body...)
	k.Body = []kernel.Stmt{k.Body[0], &loop}
	return k
}

func TestInferenceTellsWhatBecameOfEachCandidate(t *testing.T) {
	t.Parallel()
	in := Infer(context.Background(), meeting(), Options{Effort: enough}, solver.Run)
	require.NoError(t, in.Err)
	require.Empty(t, in.Late)
	require.Len(t, in.Loops, 1)
	loop := in.Loops[0]
	assert.Equal(t, smallkernel.Src(2).Pos, loop.Pos)
	assert.Equal(t, "k", loop.Procedure.Name)
	statuses := map[string][]CandidateStatus{}
	for _, c := range loop.Candidates {
		statuses[c.Rule] = append(statuses[c.Rule], c.Status)
		assert.Contains(t, []CandidateStatus{Survived, RefutedByRun, RefutedByHoudini}, c.Status)
	}
	assert.Equal(t, []CandidateStatus{Survived}, statuses["counter-bound"])
	assert.NotContains(t, statuses["log-empty"], Survived, "no barrier empties the log")
	all, survived := in.Count()
	assert.Equal(t, len(loop.Candidates), all)
	assert.Less(t, survived, all)
	keep := in.Keep()
	assert.Len(t, keep, all)

	encoding := ask.Request{Model: ask.Model{Invariants: ask.Inferred, Keep: keep}}
	out, diags := instrument.Encode(meeting(), encoding)
	require.False(t, diags.HasErrors())
	answer, err := solver.Run(context.Background(), boogie.Print(out.Program), solver.Options{})
	require.NoError(t, err)
	assert.Equal(t, solver.Verified, answer.Outcome)
}

func TestInferenceOutOfTimeDecidesNothing(t *testing.T) {
	for name, answer := range map[string]func(boogie.Printed) *solver.Answer{
		"nothing said": func(boogie.Printed) *solver.Answer { return &solver.Answer{Outcome: solver.TimedOut} },
		"not dropped yet": func(p boogie.Printed) *solver.Answer {
			return &solver.Answer{Outcome: solver.TimedOut, Open: []string{"k"}, Inferred: allCandidates(p)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			late := inferring(func(p boogie.Printed) (*solver.Answer, error) { return answer(p), nil })
			in := Infer(context.Background(), meeting(), Options{Timeout: time.Minute}, late)
			require.NoError(t, in.Err)
			assert.Contains(t, in.Late, "raise --timeout")
			require.Len(t, in.Loops, 1)
			for _, c := range in.Loops[0].Candidates {
				assert.Contains(t, []CandidateStatus{Undecided, RefutedByRun}, c.Status)
			}
			assert.Contains(t, in.Loops[0].Candidates[len(in.Loops[0].Candidates)-1].Status, Undecided)
			for _, kept := range in.Keep() {
				assert.False(t, kept)
			}
		})
	}
}

// allCandidates has every candidate of a program as one that holds.
func allCandidates(p boogie.Printed) map[string]bool {
	out := map[string]bool{}
	for _, d := range p.Program.Decls {
		if c, ok := d.(*boogie.ConstDecl); ok {
			out[c.Name] = true
		}
	}
	return out
}

// TestCandidatesNotSortedOutMayFail: where Houdini runs out of time or the prover gives up, what is left of
// the candidates is tried, and one that fails then says nothing about the kernel or about gv2.
func TestCandidatesNotSortedOutMayFail(t *testing.T) {
	for outcome, reason := range map[solver.Outcome]string{solver.TimedOut: "time limit of 60 s reached while finding loop invariants", solver.Undecided: "the prover gave up"} {
		r := VerifyWith(context.Background(), meeting(), Options{NoRuns: true, Timeout: time.Minute}, func(_ context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
			if o.Infer {
				return &solver.Answer{Outcome: outcome, Open: []string{"k"}, Inferred: allCandidates(p)}, nil
			}
			for i, line := range strings.Split(p.Text, "\n") {
				if strings.Contains(line, "invariant") && p.Tags[i+1] == nil {
					return &solver.Answer{Outcome: solver.Failed, Failures: []solver.Failure{{Procedure: "k", Line: i + 1, LoopStep: true}}, Counted: true}, nil
				}
			}
			return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k"}, Counted: true}, nil
		})
		require.NoError(t, r.Err)
		race := r.Properties[0]
		require.Equal(t, kernel.DataRace, race.Name)
		assert.Equal(t, claim.Unknown, race.Status)
		assert.Contains(t, race.Reason(), reason)
	}
}

func TestInferenceReportsTheTool(t *testing.T) {
	fails := inferring(func(boogie.Printed) (*solver.Answer, error) { return nil, &solver.MissingError{Tool: "boogie"} })
	in := Infer(context.Background(), meeting(), Options{}, fails)
	assert.ErrorContains(t, in.Err, "boogie not found: apt-get install boogie z3")
}

func TestInferenceAsksNobodyWithoutLoops(t *testing.T) {
	fails := inferring(func(boogie.Printed) (*solver.Answer, error) { return nil, errors.New("asked") })
	in := Infer(context.Background(), smallkernel.Quiet(), Options{}, fails)
	assert.NoError(t, in.Err)
	assert.Empty(t, in.Loops)
	assert.NotNil(t, in.Output)
}

func TestInferenceOfWhatCannotBeTranslated(t *testing.T) {
	k := smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{&kernel.Barrier{Src: smallkernel.Src(2), Kind: kernel.Arrive, ID: &kernel.Const{T: kernel.U32, Val: 1},
			Count: &kernel.Const{T: kernel.U32, Val: 64}}}
	})

	in := Infer(context.Background(), k, partialBarriers(Options{}), solver.Run)
	assert.True(t, in.Diags.HasErrors())
	assert.Nil(t, in.Output)
}
