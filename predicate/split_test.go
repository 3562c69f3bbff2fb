package predicate_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

func TestSplitVarsKeepsEveryThreadsRun(t *testing.T) {
	split, compared := 0, 0
	for seed := int64(0); seed < 2500; seed++ {
		k := generate(seeded{rand.New(rand.NewSource(seed))})
		before := kernel.Print(k)
		s := rewrite.SplitVars(k, nil)
		require.Equal(t, before, kernel.Print(k), "input changed")
		require.NoError(t, kernel.Check(s), "seed %d\n%s\n%s", seed, kernel.Print(k), kernel.Print(s))
		split += len(s.Vars) - len(k.Vars)
		for tid := int64(0); tid < 3; tid++ {
			want, got := direct(k, tid, 1), directLike(k, s, tid, 1)
			if want.err != nil {
				continue
			}
			compared++
			require.Equal(t, want.trace, got.trace, "seed %d\n%s\n%s", seed, kernel.Print(k), kernel.Print(s))
			require.Equal(t, want.values, got.values, "seed %d\n%s\n%s", seed, kernel.Print(k), kernel.Print(s))
		}
		_, err := agree(s, fact.SameBlock, map[string]int{})
		require.NoError(t, err, "seed %d\n%s", seed, kernel.Print(s))
		sliced := rewrite.Slice(s, fact.Relevant(s), nil)
		_, err = agree(sliced, fact.OtherBlock, map[string]int{})
		require.NoError(t, err, "seed %d\n%s", seed, kernel.Print(sliced))
	}
	require.Greater(t, split, 2500)
	require.Greater(t, compared, 2500)
}

// "int i;" and a loop over threadIdx do not spoil a later loop with the same i.
func TestSplitVarsSeparatesLoops(t *testing.T) {
	w := newWriter()
	k := w.golden(append(append(
		one(&kernel.Havoc{Src: w.src(), Dst: w.i, Why: "i is not initialised"}),
		w.count(tid(), w.put(kernel.Ref(w.i)))...),
		w.count(kernel.Ref(w.n), w.put(kernel.Ref(w.i)), w.sync())...)...)
	first, second := k.Body[2].(*kernel.Loop), k.Body[4].(*kernel.Loop)
	before := fact.Uniform(k, fact.SameBlock)
	require.False(t, before.Loop(first))
	require.False(t, before.Loop(second))

	s := rewrite.SplitVars(k, nil)
	require.NoError(t, kernel.Check(s))
	after := fact.Uniform(s, fact.SameBlock)
	assert.False(t, after.Loop(s.Body[2].(*kernel.Loop)))
	assert.True(t, after.Loop(s.Body[4].(*kernel.Loop)))
	assert.Equal(t, "i", s.Body[1].(*kernel.Assign).Dst.Name)
	assert.Equal(t, "i_2", s.Body[3].(*kernel.Assign).Dst.Name)
}

// A thread's value of a variable that it has not set is its own.
func TestSplitVarsMakesUnknownStartsExplicit(t *testing.T) {
	w := newWriter()
	set := w.when(lt(kernel.Ref(w.n), konst(3)), w.set(w.x, konst(1)))
	k := w.golden(set, w.when(lt(kernel.Ref(w.x), konst(3)), w.sync()))
	s := rewrite.SplitVars(k, nil)
	require.NoError(t, kernel.Check(s))
	require.IsType(t, &kernel.Havoc{}, s.Body[0])
	assert.False(t, fact.Uniform(s, fact.SameBlock).Expr(s.Body[2].(*kernel.If).Cond))
}

// A kernel whose only variables are parameters has nothing to split.
func TestSplitVarsWithParametersOnly(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	cond := &kernel.Binary{Op: kernel.Eq, X: &kernel.VarRef{Var: n}, Y: &kernel.Const{T: kernel.I32, Val: 1}}
	k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{n}, Body: []kernel.Stmt{
		&kernel.If{Cond: cond, Then: []kernel.Stmt{&kernel.Fence{}}},
	}}
	assert.Equal(t, kernel.Print(k), kernel.Print(rewrite.SplitVars(k, nil)))
}
