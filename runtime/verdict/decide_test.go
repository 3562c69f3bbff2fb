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
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/prove"
	"gv2/runtime/smallkernel"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
	"gv2/runtime/weft/wefttest"
)

// checking is an exact engine that always gives the same report.
func checking(r *weft.Report) Check {
	return func(context.Context, *kernel.Kernel, weft.Options) (*weft.Report, error) { return r, nil }
}

// partialBarriers keeps the translation from named barriers.
func partialBarriers(o Options) Options {
	o.Encoding.Encoding = ask.BarrierEncoding
	return o
}

// decided runs Decide with an exact engine that is made up and the real Boogie,
// and returns the programs that Boogie was given.
func decidedBy(t *testing.T, k *kernel.Kernel, opts Options, check Check) (Result, []string) {
	require.NoError(t, kernel.Check(k))
	var programs []string
	opts.SelfCheck = true
	if opts.Timeout == 0 {
		opts.Effort = enough
	}
	r := Decide(context.Background(), k, opts, Engines{Check: check,
		Solve: func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
			programs = append(programs, p.Text)
			return solver.Run(ctx, p, o)
		}})
	return r, programs
}

func engines(r Result) map[kernel.Property]string {
	out := map[kernel.Property]string{}
	for _, p := range r.Properties {
		out[p.Name] = p.Engine
	}
	return out
}

// synced is quiet with a barrier of the whole block behind the store.
func synced() *kernel.Kernel {
	k := smallkernel.Quiet()
	k.Body = append(k.Body, &kernel.Barrier{Src: smallkernel.Src(3), ID: &kernel.Const{T: kernel.U32}, Aligned: true})
	return k
}

func TestWhatTheExactEngineSettlesIsSettled(t *testing.T) {
	r, programs := decidedBy(t, synced(), Options{}, checking(wefttest.Saying(nil)))
	assert.Equal(t, KernelProved, r.Outcome)
	assert.Empty(t, programs, "nothing is left for Boogie")
	assert.Equal(t, map[kernel.Property]claim.Status{
		"data-race": claim.Proved, "barrier-divergence": claim.Proved, "deadlock": claim.Proved, "barrier-recycling": claim.Proved, "barrier-count": claim.Proved,
	}, statuses(r))
	assert.Contains(t, r.Assumptions, "every thread of the block must reach the same __syncthreads() statement (--barrier-rule cuda)")
	assert.NotNil(t, r.Stats.Exact)

	r, _ = decidedBy(t, smallkernel.Quiet(), Options{}, checking(wefttest.Saying(nil)))
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Proved, "barrier-divergence": claim.Proved}, statuses(r),
		"a kernel without barriers says nothing about their use")
}

func TestRestGoesToBoogie(t *testing.T) {
	r, programs := decidedBy(t, synced(), Options{}, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{
		"data-race": wefttest.Open("the element is not known"),
	})))
	require.Equal(t, KernelProved, r.Outcome, "%+v %v", r.Properties, r.Err)
	assert.NotEmpty(t, programs)
	assert.Equal(t, map[kernel.Property]string{
		"data-race": "boogie", "barrier-divergence": "weft", "deadlock": "weft", "barrier-recycling": "weft", "barrier-count": "weft",
	}, engines(r))
}

func TestOnlyRacesBetweenBlocksAreTranslated(t *testing.T) {
	k := racy()
	k.Launch.GridDim = [3]int{4, 1, 1}
	report := wefttest.Saying(map[kernel.Property]weft.Verdict{"data-race": {Status: claim.Unknown, Blocks: true, Reason: "races between blocks are undecided"}})
	r, programs := decidedBy(t, k, Options{}, checking(report))
	require.Len(t, r.Properties, 2)
	assert.Equal(t, claim.Refuted, r.Property("data-race").Status, "all blocks write p[3]")
	assert.Equal(t, "run", r.Property("data-race").Engine)
	for _, text := range programs {
		assert.Contains(t, text, "procedure k$blocks(")
		assert.NotContains(t, text, "procedure k(")
	}

	r, programs = decidedBy(t, k, Options{Encoding: ask.Request{Query: ask.Query{Properties: kernel.PropertySet{"barrier-divergence": true}}}}, checking(report))
	assert.Equal(t, KernelProved, r.Outcome)
	assert.Empty(t, programs, "nobody asked for races")
}

// TestNamedBarriersBetweenBlocks: barriers order nothing between blocks, so any
// kind of barrier can be translated there.
func TestNamedBarriersBetweenBlocks(t *testing.T) {
	t.Parallel()
	k := smallkernel.HalfSynced()
	k.Launch.GridDim = [3]int{4, 1, 1}
	r, programs := decidedBy(t, k, Options{}, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{"data-race": {Status: claim.Unknown, Blocks: true}})))
	assert.Equal(t, claim.Proved, r.Property("data-race").Status, "%v %v", r.Err, r.Diags.String())
	require.Len(t, r.Findings, 1, "the blocks write the same values")
	assert.Equal(t, claim.BenignSeverity, r.Findings[0].Severity)
	assert.NotEmpty(t, programs)
}

func TestNothingIsAskedBeyondABarrierFault(t *testing.T) {
	for _, fault := range decision.OfBarriers {
		r, programs := decidedBy(t, synced(), Options{}, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{
			fault: wefttest.Refuted, "data-race": wefttest.Open("what follows the fault is undefined"),
		})))
		assert.Equal(t, KernelRefuted, r.Outcome, fault)
		assert.Empty(t, programs, fault)
		assert.Equal(t, "what follows the fault is undefined", r.Property("data-race").Reason())
		require.Len(t, r.Findings, 1)
		assert.Equal(t, string(fault)+" happens", r.Findings[0].Message)
	}
}

func TestOtherFaultsHideNothing(t *testing.T) {
	t.Parallel()
	k := racy()
	k.Body = append(k.Body, &kernel.Assert{Src: smallkernel.Src(4), Cond: kernel.BoolConst(false), Text: "0"})
	r, programs := decidedBy(t, k, Options{NoRuns: true}, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{
		"assertion": wefttest.Refuted, "data-race": wefttest.Open("the element is not known"),
	})))
	assert.NotEmpty(t, programs)
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Refuted, "barrier-divergence": claim.Proved, "assertion": claim.Refuted}, statuses(r))
	assert.Equal(t, map[kernel.Property]string{"data-race": "boogie", "barrier-divergence": "weft", "assertion": "weft"}, engines(r))
	assert.Len(t, r.Findings, 2)
}

func TestWithoutBoogieWhatIsSettledStays(t *testing.T) {
	missing := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
		return nil, errors.New("z3 not found: apt-get install z3\nsecond line")
	}
	decide := func(but map[kernel.Property]weft.Verdict) Result {
		return Decide(context.Background(), synced(), Options{}, Engines{Check: checking(wefttest.Saying(but)), Solve: missing})
	}
	r := decide(nil)
	assert.Equal(t, KernelProved, r.Outcome)
	assert.NoError(t, r.Err)

	r = decide(map[kernel.Property]weft.Verdict{"data-race": wefttest.Open("the element is not known")})
	assert.Equal(t, KernelError, r.Outcome)
	assert.ErrorContains(t, r.Err, "apt-get install")
	assert.Equal(t, claim.Proved, r.Property("deadlock").Status)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Equal(t, "left to the solver: z3 not found: apt-get install z3", r.Property("data-race").Reason())

	r = decide(map[kernel.Property]weft.Verdict{"data-race": wefttest.Open(""), "assertion": wefttest.Refuted})
	assert.Equal(t, KernelRefuted, r.Outcome, "a fault is a fault without Boogie too")
	assert.Error(t, r.Err)
}

// TestDerivedBarrierProperties: barriers of the whole block that all threads
// reach together wait for nobody, and so on.
func TestDerivedBarrierProperties(t *testing.T) {
	t.Parallel()
	r, _ := decidedBy(t, synced(), Options{}, checking(wefttest.NotStatic("in[…]", "")))
	require.Equal(t, KernelProved, r.Outcome, "%+v %v", r.Properties, r.Err)
	for _, name := range prove.Derived {
		assert.Equal(t, Property{Name: name, Status: claim.Proved, Engine: "boogie", Arith: "int", Seconds: r.Property(name).Seconds}, *r.Property(name))
	}

	r, _ = decidedBy(t, divergent(), Options{}, checking(wefttest.NotStatic("in[…]", "")))
	assert.Equal(t, claim.Refuted, r.Property("barrier-divergence").Status)
	assert.Equal(t, claim.Unknown, r.Property("deadlock").Status)
	assert.Equal(t, "behaviour after the fault at k.cu:3:3 is undefined", r.Property("deadlock").Reason())

	asked := Options{Engine: BoogieEngine, Encoding: ask.Request{Query: ask.Query{Properties: kernel.PropertySet{"deadlock": true}}}}
	r, _ = decidedBy(t, synced(), asked, nil)
	assert.Equal(t, map[kernel.Property]claim.Status{"deadlock": claim.Proved}, statuses(r), "Boogie alone, too")
	assert.Empty(t, r.Findings)
}

// TestProofsNeedTheTranslationsOwnBarriers: the exact engine's word that barriers
// are used properly does not mean what the translation needs.
func TestProofsNeedTheTranslationsOwnBarriers(t *testing.T) {
	k := divergent()
	k.Body = k.Body[:1]
	check := checking(wefttest.Saying(map[kernel.Property]weft.Verdict{"data-race": wefttest.Open("the element is not known")}))
	r, _ := decidedBy(t, k, Options{Exact: weft.Options{Rule: weft.Volta}}, check)
	assert.Equal(t, claim.Proved, r.Property("barrier-divergence").Status, "%v", r.Err)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "requires every thread to reach a barrier at the same statement")
	assert.Empty(t, r.Findings)
}

// TestEnginesThatDisagreeAreABug: the same question, two answers.
func TestEnginesThatDisagreeAreABug(t *testing.T) {
	r, _ := decidedBy(t, divergent(), Options{}, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{"data-race": wefttest.Open("")})))
	assert.Equal(t, KernelError, r.Outcome)
	assert.ErrorContains(t, r.Err, "the exact engine proves barrier-divergence and the translation finds")
}

func TestLockStepIsTranslatedInPart(t *testing.T) {
	check := checking(wefttest.Saying(map[kernel.Property]weft.Verdict{"data-race": wefttest.Open("")}))
	opts := Options{Exact: weft.Options{WarpSync: true}}
	r, _ := decidedBy(t, racy(), opts, check)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "the translation models only part of what --warp-sync orders")
	assert.Empty(t, r.Findings)
	assert.Contains(t, r.Assumptions, "threads of a warp run in lock step (--warp-sync)")

	r, _ = decidedBy(t, smallkernel.Quiet(), opts, check)
	assert.Equal(t, claim.Proved, r.Property("data-race").Status, "what holds without lock step holds with it")
	opts.Engine = BoogieEngine
	r, _ = decidedBy(t, racy(), opts, nil)
	assert.Equal(t, KernelUnknown, r.Outcome, "never silently ignored")
}

// TestOpenRacesWeakenWhatRestsOnThem: an assertion about what is read back is not
// proved where races between blocks stay open.
func TestOpenRacesWeakenWhatRestsOnThem(t *testing.T) {
	k := smallkernel.Quiet()
	k.Launch.GridDim = [3]int{4, 1, 1}
	read := &kernel.Var{Name: "x", T: kernel.U32}
	p := k.Arrays[0]
	k.Vars = append(k.Vars, read)
	k.Body = append(k.Body,
		&kernel.Load{Src: smallkernel.Src(3), Dst: read, Acc: kernel.Access{Array: p, Index: smallkernel.Wide(smallkernel.ThreadIdx()), Width: 1}},
		&kernel.Assert{Src: smallkernel.Src(4), Cond: &kernel.Binary{Op: kernel.Eq, X: &kernel.VarRef{Var: read}, Y: &kernel.VarRef{Var: read}}, Text: "x == x"})
	report := wefttest.Saying(map[kernel.Property]weft.Verdict{
		"data-race": {Status: claim.Unknown, Blocks: true}, "assertion": wefttest.Open("it depends on the input"),
	})

	gave := 0
	r := Decide(context.Background(), k, Options{}, Engines{Check: checking(report),
		Solve: func(_ context.Context, p boogie.Printed, _ solver.Options) (*solver.Answer, error) {
			if gave++; strings.Contains(p.Text, "procedure k$blocks(") {
				return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k$blocks"}, Counted: true}, nil
			}
			return &solver.Answer{Verified: 1, Counted: true}, nil
		}})
	require.NoError(t, r.Err)
	assert.NotZero(t, gave)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "between blocks: the prover gave up")
	assert.Equal(t, claim.Unknown, r.Property("assertion").Status)
	assert.Equal(t, "rests on data-race, which is unknown", r.Property("assertion").Reason())
}

// TestValuesThatAnAssumptionExcludesAreSkipped: they say nothing, and larger ones
// may.
func TestValuesThatAnAssumptionExcludesAreSkipped(t *testing.T) {
	r, _ := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(Options{}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		n, given := o.Params["n"]
		switch {
		case !given:
			return wefttest.NotStatic("parameter n", "n"), nil
		case n < 32:
			excluded := map[kernel.Property]weft.Verdict{}
			for _, name := range weft.Properties {
				excluded[name] = wefttest.Open("the assumption does not hold")
			}
			return wefttest.Saying(excluded), nil
		}
		return wefttest.Saying(nil), nil
	})
	assert.Contains(t, r.Property("deadlock").Reason(), "nothing wrong for n = 32, 33, 64, 65;")
}

func TestPartialBarriersAreLeftToTheExactEngine(t *testing.T) {
	asked := Options{Engine: BoogieEngine, Encoding: ask.Request{Query: ask.Query{Properties: kernel.PropertySet{"deadlock": true}}}}
	r, programs := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(asked), nil)
	assert.Empty(t, programs)
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Contains(t, r.Property("deadlock").Reason(), "--engine weft")
}

func TestNamedBarriersAreBounded(t *testing.T) {
	var asked []int64
	r, programs := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(Options{}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		n, given := o.Params["n"]
		if !given {
			return wefttest.NotStatic("parameter n", "n"), nil
		}
		asked = append(asked, n)
		return wefttest.Saying(nil), nil
	})
	assert.Equal(t, KernelUnknown, r.Outcome, "%v", r.Err)
	assert.Equal(t, []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 64, 65}, asked)
	assert.Empty(t, programs)
	assert.Zero(t, r.Diags.Len(), "what the translation cannot express is no fault of the input")
	for _, p := range r.Properties {
		assert.Equal(t, claim.Bounded, p.Status, p.Name)
		assert.Equal(t, "nothing wrong for n = 0..8, 16, 31..33, 64, 65; for all values: "+
			"not static: the condition of a loop with a barrier in it depends on parameter n", p.Reason())
	}
}

func TestSmallValuesCanRefute(t *testing.T) {
	r, programs := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(Options{}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		switch n, given := o.Params["n"]; {
		case !given:
			return wefttest.NotStatic("parameter n", "n"), nil
		case n >= 3:
			return wefttest.Saying(map[kernel.Property]weft.Verdict{"deadlock": wefttest.Refuted, "data-race": wefttest.Open("after the deadlock")}), nil
		}
		return wefttest.Saying(nil), nil
	})
	assert.Equal(t, KernelRefuted, r.Outcome)
	assert.Equal(t, claim.Refuted, r.Property("deadlock").Status)
	require.Len(t, r.Findings, 1)
	assert.Equal(t, claim.Values{"n": "3"}, r.Findings[0].Values)
	assert.Equal(t, 1, r.Findings[0].Count)
	assert.Equal(t, claim.Unknown, r.Property("barrier-count").Status, "what comes behind a barrier's fault is undefined")
	assert.Empty(t, programs)
}

func TestValuesMeetThePreconditions(t *testing.T) {
	t.Parallel()
	k := smallkernel.HalfSynced()
	n := &kernel.VarRef{Var: k.Params[0]}
	number := func(v int64) kernel.Expr { return &kernel.Const{T: kernel.I32, Val: v} }
	k.Requires = []kernel.Expr{
		&kernel.Binary{Op: kernel.Gt, X: n, Y: number(40)},
		&kernel.Binary{Op: kernel.Eq, X: &kernel.Binary{Op: kernel.Rem, X: n, Y: number(32)}, Y: number(0)},
	}
	var asked []int64
	_, _ = decidedBy(t, k, Options{}, func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		if v, given := o.Params["n"]; given {
			asked = append(asked, v)
			return wefttest.Saying(nil), nil
		}
		return wefttest.NotStatic("parameter n", "n"), nil
	})
	assert.Equal(t, []int64{64, 96, 128, 160}, asked)
}

func TestSeveralParameters(t *testing.T) {
	k := smallkernel.HalfSynced()
	k.Params = append(k.Params, &kernel.Var{Name: "m", T: kernel.BoolType, Param: true})
	r, _ := decidedBy(t, k, partialBarriers(Options{}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		_, n := o.Params["n"]
		_, m := o.Params["m"]
		switch {
		case !n:
			return wefttest.NotStatic("parameter n", "n"), nil
		case !m:
			return wefttest.NotStatic("parameter m", "m"), nil
		}
		return wefttest.Saying(nil), nil
	})
	assert.Contains(t, r.Property("deadlock").Reason(), "nothing wrong for m = 0, 1 and n = 0..8, 16, 31..33, 64, 65 (30 combinations)")
}

func TestValuesDoNotHelpWhereDataDecides(t *testing.T) {
	runs := 0
	r, _ := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(Options{}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		if runs++; len(o.Params) == 0 {
			return wefttest.NotStatic("parameter n", "n"), nil
		}
		return wefttest.NotStatic("in[…] loaded at k.cu:5:3", ""), nil
	})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Equal(t, 5, runs)
	assert.Equal(t, claim.Unknown, r.Property("deadlock").Status)
	assert.Contains(t, r.Property("deadlock").Reason(), "parameter n")
	require.NotEmpty(t, r.Notes)
	assert.Contains(t, r.Notes[len(r.Notes)-1].Message, "in[…] loaded at k.cu:5:3")
}

func TestBudgetIsShared(t *testing.T) {
	var budgets []int64
	r, _ := decidedBy(t, smallkernel.HalfSynced(), partialBarriers(Options{Exact: weft.Options{MaxCommands: 1000}}), func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
		if len(o.Params) == 0 {
			return wefttest.NotStatic("parameter n", "n"), nil
		}
		budgets = append(budgets, o.MaxCommands)
		report := wefttest.Saying(nil)
		report.Stats.Commands = 400
		return report, nil
	})
	assert.Equal(t, []int64{1000 / 16, 600 / 16, 200 / 16}, budgets)
	assert.Contains(t, r.Property("deadlock").Reason(), "nothing wrong for n = 0..2;")
}

// TestTimeOfTheExactEngine: it leaves half of the time to the translation.
func TestTimeOfTheExactEngine(t *testing.T) {
	var limit time.Duration
	slow := func(ctx context.Context, _ *kernel.Kernel, _ weft.Options) (*weft.Report, error) {
		at, _ := ctx.Deadline()
		limit = time.Until(at)
		return nil, context.DeadlineExceeded
	}
	r, programs := decidedBy(t, smallkernel.Quiet(), Options{Timeout: 10 * time.Hour}, slow)
	assert.InDelta(t, 5, limit.Hours(), 0.1)
	assert.NotEmpty(t, programs)
	assert.Equal(t, KernelProved, r.Outcome, "%+v", r.Properties)

	r, programs = decidedBy(t, smallkernel.Quiet(), Options{Engine: WeftEngine, Timeout: 10 * time.Hour}, slow)
	assert.InDelta(t, 10, limit.Hours(), 0.1)
	assert.Empty(t, programs)
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Contains(t, r.Property("data-race").Reason(), "time limit of 36000 s reached")
}

func TestABugOfTheExactEngineIsNoVerdict(t *testing.T) {
	r, programs := decidedBy(t, smallkernel.Quiet(), Options{}, func(context.Context, *kernel.Kernel, weft.Options) (*weft.Report, error) {
		return nil, errors.New("a register that does not exist")
	})
	assert.Equal(t, KernelError, r.Outcome)
	assert.ErrorContains(t, r.Err, "internal error")
	assert.Empty(t, programs)
}

func TestExactEngineAlone(t *testing.T) {
	k := counting(64, 1)
	loop := k.Body[1].(*kernel.Loop)
	loop.Invariants = []kernel.Invariant{{Src: smallkernel.Src(2), Cond: kernel.BoolConst(true)}}
	r, programs := decidedBy(t, k, Options{Engine: WeftEngine}, checking(wefttest.Saying(nil)))
	assert.Empty(t, programs)
	assert.Equal(t, claim.NotChecked, r.Property("invariant").Status)
	assert.Equal(t, KernelUnknown, r.Outcome, "what nobody checked is not proved")
}

func TestWhatWasNotAskedForIsNotReported(t *testing.T) {
	opts := Options{Encoding: ask.Request{Query: ask.Query{Properties: kernel.PropertySet{"data-race": true}}}}
	r, _ := decidedBy(t, synced(), opts, checking(wefttest.Saying(map[kernel.Property]weft.Verdict{
		"deadlock": wefttest.Refuted, "data-race": wefttest.Open("the block does not end"),
	})))
	assert.Equal(t, map[kernel.Property]claim.Status{"data-race": claim.Unknown}, statuses(r))
	assert.Empty(t, r.Findings)
	assert.Equal(t, KernelUnknown, r.Outcome)

	opts.Encoding.Properties = kernel.PropertySet{"assertion": true}
	r, programs := decidedBy(t, smallkernel.Quiet(), opts, checking(wefttest.NotStatic("x", "")))
	assert.Equal(t, map[kernel.Property]claim.Status{"assertion": claim.Proved}, statuses(r), "there is none")
	assert.Empty(t, programs)
}
