package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestAnswersAreKeptForTheSameKernel: a copy shares the answers; a kernel that
// differs in a part on which a fact may rest gets new ones, even if it was changed in
// place.
func TestAnswersAreKeptForTheSameKernel(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{n}, Body: []kernel.Stmt{&kernel.Fence{}}}
	type question struct{}
	asked := 0
	ask := func(k *kernel.Kernel) int { return fact.Once(k, question{}, func() int { asked++; return asked }) }
	assert.Equal(t, 1, ask(k))
	assert.Equal(t, 1, ask(k))
	same := *k
	assert.Equal(t, 1, ask(&same), "a copy is the same kernel")
	type another struct{}
	assert.Equal(t, "new", fact.Once(k, another{}, func() string { return "new" }))

	type nothing struct{}
	for range 2 {
		assert.Nil(t, fact.Once(k, nothing{}, func() kernel.Stmt { return nil }), "nothing is an answer")
	}

	one := *k
	one.Launch.BlockDim[0] = 64
	assert.Equal(t, 2, ask(&one))
	one.Launch.BlockDim[0] = 32
	assert.Equal(t, 3, ask(&one), "of another size")

	asked = 9
	requires := make([]kernel.Expr, 0, 4)
	for i := range 2 {
		one.Requires = append(requires, kernel.BoolConst(true))
		assert.Equal(t, 10+i, ask(&one), "another precondition in the same place")
	}
	one.Body[0] = &kernel.Fence{}
	assert.Equal(t, 12, ask(&one), "another statement in the same place")
}

// TestFewKernelsAreRemembered: the cache drops answers about kernels that are no longer
// used.
func TestFewKernelsAreRemembered(t *testing.T) {
	type question struct{}
	asked := 0
	ask := func(k *kernel.Kernel) { fact.Once(k, question{}, func() int { asked++; return asked }) }
	first := &kernel.Kernel{Name: "first"}
	ask(first)
	for range 100 {
		ask(&kernel.Kernel{Body: []kernel.Stmt{&kernel.Fence{}}})
		ask(first)
	}
	assert.Equal(t, 101, asked, "what is asked about stays")
	for range 100 {
		ask(&kernel.Kernel{Body: []kernel.Stmt{&kernel.Fence{}}})
	}
	ask(first)
	assert.Equal(t, 202, asked)
}
