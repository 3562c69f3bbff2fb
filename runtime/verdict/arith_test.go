package verdict

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/smallkernel"
	"gv2/runtime/solver"
)

// mute is a solver that gives up on programs in one arithmetic; asked lists the
// arithmetic of each program.
type mute struct {
	arith string
	asked []string
}

func (m *mute) solve(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
	arith := key.IntArith.String()
	if strings.Contains(p.Text, "// arithmetic: bv") {
		arith = key.BVArith.String()
	}
	m.asked = append(m.asked, arith)
	if arith != m.arith {
		return solver.Run(ctx, p, o)
	}
	return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k"}}, nil
}

func decideMuted(k *kernel.Kernel, arith string, opts Options) (Result, *mute) {
	m := &mute{arith: arith}
	opts.Effort, opts.NoRuns = enough, true
	return VerifyWith(context.Background(), k, opts, m.solve), m
}

func TestBitVectorsAreAskedWhereIntegersLeaveOpen(t *testing.T) {
	t.Parallel()
	r, m := decideMuted(smallkernel.Quiet(), "int", Options{})
	require.Equal(t, KernelProved, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, []string{"int", "bv"}, m.asked)
	assert.Equal(t, "int", r.Arith)
	assert.Equal(t, "bv", r.Property("data-race").Arith)
	assert.NotContains(t, strings.Join(r.Assumptions, "\n"), "--arith int", "no proof rests on it")
	require.Len(t, r.Notes, 2)
	assert.Contains(t, r.Notes[1].Message, "data-race is decided with --arith bv; with --arith int it stays undecided: the prover gave up")
	assert.Equal(t, 2, r.Stats.Runs)
}

func TestBitVectorsRefuteWhatIntegersLeaveOpen(t *testing.T) {
	t.Parallel()
	r, _ := decideMuted(racy(), "int", Options{})
	require.Equal(t, KernelRefuted, r.Outcome, "%v", r.Err)
	assert.Equal(t, "bv", r.Property("data-race").Arith)
	require.Len(t, r.Findings, 1)
	assert.Empty(t, r.Findings[0].Cause)
}

func TestNobodyElseIsAskedAboutWhatIsDecided(t *testing.T) {
	t.Parallel()
	for _, k := range []*kernel.Kernel{smallkernel.Quiet(), racy()} {
		_, m := decideMuted(k, "none", Options{})
		assert.NotContains(t, m.asked, "bv")
	}
}

func TestArithmeticThatIsAskedForIsTheOnlyOne(t *testing.T) {
	r, m := decideMuted(smallkernel.Quiet(), "int", Options{Encoding: ask.Request{Model: ask.Model{Arith: key.IntArith}}})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Equal(t, []string{"int"}, m.asked)
	r, m = decideMuted(smallkernel.Quiet(), "int", Options{LoopUnroll: 2})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Equal(t, []string{"int"}, m.asked)
}

// masked is if ((n & m) == 1) p[index] = threadIdx.x, for which bit-vectors are
// chosen.
func masked(index kernel.Expr) *kernel.Kernel {
	m := &kernel.Var{Name: "m", T: kernel.I32, Param: true}
	k := smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		both := smallkernel.Binary(kernel.And, &kernel.VarRef{Var: n}, &kernel.VarRef{Var: m})
		return []kernel.Stmt{&kernel.If{
			Src: smallkernel.Src(2), Cond: smallkernel.Binary(kernel.Eq, both, &kernel.Const{T: kernel.I32, Val: 1}),
			Then: []kernel.Stmt{smallkernel.Store(3, p, index, smallkernel.ThreadIdx())},
		}}
	})

	k.Params = append(k.Params, m)
	return k
}

func TestProofsOfIntegersSayWhatTheyAssume(t *testing.T) {
	t.Parallel()
	r, m := decideMuted(masked(smallkernel.Wide(smallkernel.ThreadIdx())), "bv", Options{})
	require.Equal(t, KernelProved, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, "bv", m.asked[0])
	assert.Equal(t, "int", m.asked[len(m.asked)-1])
	assert.Equal(t, "bv", r.Arith)
	assert.Equal(t, "int", r.Property("data-race").Arith)
	assert.Contains(t, r.Assumptions, instrument.NoOverflow)
}

// TestIntegersRefuteNothingWithBits: bit operations are arbitrary functions in
// integers, so that what fails there may not happen.
func TestIntegersRefuteNothingWithBits(t *testing.T) {
	t.Parallel()
	r, m := decideMuted(masked(smallkernel.Number(3)), "bv", Options{})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.Contains(t, m.asked, "int")
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Equal(t, "bv", r.Property("data-race").Arith)
	assert.Empty(t, r.Findings)
	assert.NotContains(t, strings.Join(r.Assumptions, "\n"), "--arith int: data-race")
}

// TestIntegersAreNotAskedAboutHashes: that the product does not wrap would be
// assumed, and is not so.
func TestIntegersAreNotAskedAboutHashes(t *testing.T) {
	hash := smallkernel.Binary(kernel.Mul, smallkernel.ThreadIdx(), &kernel.Const{T: kernel.U32, Val: 2654435761})
	r, m := decideMuted(masked(smallkernel.Wide(hash)), "bv", Options{})
	assert.Equal(t, KernelUnknown, r.Outcome)
	assert.NotContains(t, m.asked, "int")
}

// TestOverflowDoesNotRefuteWhatIntegersLeaveOpen: where the prover gives up on
// integers, a race that is there only if they overflow leaves the property open,
// and says so.
func TestOverflowDoesNotRefuteWhatIntegersLeaveOpen(t *testing.T) {
	t.Parallel()
	k := scaled()
	k.Requires = []kernel.Expr{smallkernel.Binary(kernel.Gt, fact.ValueOf(k.Params[0]), &kernel.Const{T: kernel.I32})}
	r, _ := decideMuted(k, "int", Options{})
	require.Equal(t, KernelUnknown, r.Outcome, "%v", r.Err)
	assert.Empty(t, r.Findings)
	assert.Regexp(t, `the prover gave up.*; with --arith bv it is refuted, but only through overflow: a write-write race on p at k\.cu:2:3, because threadIdx\.x \* n is \d+ in thread \(\d+,0,0\) and wraps to`,
		r.Property("data-race").Reason())
}

// TestOverflowOfAGuardIsFoundByIntegers: the index says nothing about it, but with
// the values of the witness integers prove that there is no race.
func TestOverflowOfAGuardIsFoundByIntegers(t *testing.T) {
	t.Parallel()
	k := smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		next := smallkernel.Binary(kernel.Add, fact.ValueOf(n), &kernel.Const{T: kernel.I32, Val: 1})
		return []kernel.Stmt{&kernel.If{
			Src: smallkernel.Src(2), Cond: smallkernel.Binary(kernel.Lt, next, fact.ValueOf(n)), Then: []kernel.Stmt{smallkernel.Store(3, p, smallkernel.Number(3), smallkernel.ThreadIdx())},
		}}
	})

	first := true
	solve := func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
		if o.Whole || first { // a question for a moment, and the first one in full
			first = first && o.Whole
			return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k"}}, nil
		}
		return solver.Run(ctx, p, o)
	}
	r := VerifyWith(context.Background(), k, Options{Effort: enough}, solve)
	require.Equal(t, KernelUnknown, r.Outcome, "%v", r.Err)
	assert.Empty(t, r.Findings)
	assert.Contains(t, r.Property("data-race").Reason(), "only through overflow: a write-write race on p at k.cu:3:3")
}
