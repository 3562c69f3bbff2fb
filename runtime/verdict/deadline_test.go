package verdict

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/smallkernel"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// overdue are options whose time was over long ago.
func overdue(engine string) Options {
	return Options{Engine: engine, Timeout: time.Minute, Began: time.Now().Add(-time.Hour)}
}

// TestTimeOverHasAReason: whatever is open says why, and nobody starts what there is no
// time for.
func TestTimeOverHasAReason(t *testing.T) {
	never := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
		t.Error("a solver was started")
		return &solver.Answer{}, nil
	}
	for _, k := range []*kernel.Kernel{smallkernel.Quiet(), racy(), synced(), flag(), smallkernel.HalfSynced()} {
		for _, engine := range []string{AutoEngine, BoogieEngine, WeftEngine} {
			r := Decide(context.Background(), k, overdue(engine), Engines{Solve: never, Check: weft.Check})
			require.NoError(t, r.Err)
			assert.Equal(t, KernelUnknown, r.Outcome, "%s %v", engine, r.Properties)
			require.NotNil(t, r.Property("data-race"), engine)
			for _, p := range r.Properties {
				if p.Status != claim.Proved {
					assert.Equal(t, claim.Unknown, p.Status)
					assert.Regexp(t, "time limit of 60 s|its share of the time limit|follows from barrier-divergence", p.Reason(), "%s %s", engine, p.Name)
				}
			}
		}
	}
}

// TestNoClockWithAnEffort: with an effort nobody gets a time limit, and whoever is asked
// gets a limit that counts.
func TestNoClockWithAnEffort(t *testing.T) {
	timeless := func(ctx context.Context) {
		_, limited := ctx.Deadline()
		assert.False(t, limited, "no deadline")
	}
	asked := 0
	solve := func(ctx context.Context, _ boogie.Printed, o solver.Options) (*solver.Answer, error) {
		asked++
		timeless(ctx)
		assert.Zero(t, o.Timeout)
		assert.Positive(t, o.Resources)
		assert.LessOrEqual(t, o.Resources, int64(enough))
		assert.Positive(t, o.MemoryMB)
		return &solver.Answer{Outcome: solver.TimedOut, Open: []string{"k"}, Counted: true, Seconds: 1e6}, nil
	}
	check := func(ctx context.Context, k *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		timeless(ctx)
		assert.Positive(t, o.MaxCommands)
		return weft.Check(ctx, k, o)
	}
	for _, k := range []*kernel.Kernel{smallkernel.Quiet(), racy(), synced(), flag(), smallkernel.HalfSynced(), counting(64, 1)} {
		for _, engine := range []string{AutoEngine, BoogieEngine, WeftEngine} {
			r := Decide(context.Background(), k, Options{Engine: engine, Effort: enough}, Engines{Solve: solve, Check: check})
			for _, p := range r.Properties {
				assert.NotContains(t, p.Reason(), "time limit")
			}
		}
	}
	assert.Positive(t, asked)
	r := VerifyWith(context.Background(), smallkernel.Quiet(), Options{Effort: enough, NoRuns: true}, solve)
	assert.Equal(t, "effort of 30000000 units spent while proving data-race; raise --effort, or fix parameters with --param", r.Property(kernel.DataRace).Reason())
}

// TestTimeIsOverInTheProver: the reason names what was being proved.
func TestTimeIsOverInTheProver(t *testing.T) {
	for _, answer := range []solver.Answer{
		{Outcome: solver.TimedOut, Open: []string{"k"}, Counted: true}, // Boogie gave up by itself
		{Outcome: solver.TimedOut, Open: []string{"k"}},                // and was killed
		{Outcome: solver.Undecided, Open: []string{"k"}, Counted: true, Seconds: 59},
	} {
		slow := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) { return &answer, nil }
		r := VerifyWith(context.Background(), smallkernel.Quiet(), Options{Timeout: time.Minute, NoRuns: true}, slow)
		for _, p := range r.Properties {
			assert.Equal(t, "time limit of 60 s reached while proving "+string(p.Name)+"; raise --timeout, or fix parameters with --param", p.Reason())
		}
		assert.Len(t, r.Properties, 2)
	}
}

// TestWhatIsLeftOfTheTime: time that passed before is not given to the solver.
func TestWhatIsLeftOfTheTime(t *testing.T) {
	asked := false
	hurried := func(_ context.Context, _ boogie.Printed, o solver.Options) (*solver.Answer, error) {
		asked = true
		assert.LessOrEqual(t, o.Timeout, time.Hour)
		return &solver.Answer{Verified: 1, Counted: true}, nil
	}
	opts := Options{Timeout: 100 * time.Hour, Began: time.Now().Add(-99 * time.Hour), NoRuns: true}
	r := VerifyWith(context.Background(), smallkernel.Quiet(), opts, hurried)
	assert.True(t, asked)
	assert.Equal(t, KernelProved, r.Outcome)
}

// TestFoundByRunning: a fault that a run shows says so, and what that took.
func TestFoundByRunning(t *testing.T) {
	silent := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
		return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k"}}, nil
	}
	r := VerifyWith(context.Background(), racy(), Options{}, silent)
	p := r.Property("data-race")
	require.Equal(t, claim.Refuted, p.Status)
	assert.Equal(t, "found by running the program", p.Detail)
	assert.Positive(t, p.Seconds)
	assert.Empty(t, r.Property("barrier-divergence").Detail)
}
