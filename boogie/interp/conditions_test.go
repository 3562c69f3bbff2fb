package interp

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/runtime/solver"
)

// directly asks Z3 about the conditions of package vc.
func directly(t *testing.T, z *solver.SMT, p *boogie.Program, infer bool) (*solver.Answer, boogie.Printed) {
	t.Helper()
	printed := boogie.Print(p)
	a, err := z.Run(context.Background(), printed, solver.Options{Timeout: 5 * time.Minute, Infer: infer, ErrorLimit: 50, Cores: 2})
	require.NoError(t, err)
	return a, printed
}

func z3(t *testing.T) *solver.SMT {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	z := &solver.SMT{Tool: "z3"}
	t.Cleanup(z.Close)
	return z
}

// seeds is how many random programs a test tries: RANDOM_PROGRAMS, or few.
func seeds(few int) int {
	if n, err := strconv.Atoi(os.Getenv("RANDOM_PROGRAMS")); err == nil {
		return n
	}
	return few
}

// source is the randomness of a program: RANDOM_SEED=100000 makes other programs than usual.
func source(seed int) *rand.Rand {
	other, _ := strconv.Atoi(os.Getenv("RANDOM_SEED"))
	return rand.New(rand.NewSource(int64(seed + other)))
}

// failing are the marks of the assertions that an answer refutes.
func failing(a *solver.Answer, printed boogie.Printed) []int {
	out := map[int]bool{}
	for _, f := range a.Failures {
		if tag, ok := printed.Tags[f.Line].(int); ok {
			out[tag] = true
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// What a run violates is not verified, and what Houdini keeps no run refutes.
func TestRunsRefuteNoCondition(t *testing.T) {
	z := z3(t)
	for seed := range seeds(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := generator{source(1000 + seed)}
			p := parsed(t, g.program(6, seed%2 == 1))
			if seed%2 == 1 {
				guesses := boogie.ForInference(p)
				a, _ := directly(t, z, guesses, true)
				q, err := Compile(guesses)
				require.NoError(t, err)
				refuted := q.Explore(context.Background(), Search{}).Refuted
				for name, holds := range a.Inferred {
					assert.False(t, holds && refuted[name], "%s is kept, and a run refutes it", name)
				}
				p = boogie.Inferred(p, a.Inferred)
			}
			q, err := Compile(p)
			require.NoError(t, err)
			a, printed := directly(t, z, p, false)
			open := map[string]bool{}
			for _, name := range a.Open {
				open[name] = true
			}
			refuted := failing(a, printed)
			for _, f := range q.Explore(context.Background(), Search{}).Failures {
				if tag, ok := f.Tag.(int); ok && !open[f.Procedure] {
					assert.Contains(t, refuted, tag, "it fails in a run of %s, with %v", f.Procedure, f.State)
				}
			}
		})
	}
}

// Conditions say of random programs what Boogie says: the same assertions fail, and
// the same candidates hold.
func TestConditionsAgreeWithBoogie(t *testing.T) {
	z := z3(t)
	g := generator{rand.New(rand.NewSource(11))}
	p := parsed(t, g.program(40, false))
	mine, printed := directly(t, z, p, false)
	theirs, _ := solve(t, p, false)
	assert.Equal(t, failing(theirs, printed), failing(mine, printed))
	assert.Equal(t, theirs.Verified, mine.Verified)

	p = boogie.ForInference(parsed(t, g.program(30, true)))
	mine, _ = directly(t, z, p, true)
	theirs, _ = solve(t, p, true)
	assert.Equal(t, theirs.Inferred, mine.Inferred)
}
