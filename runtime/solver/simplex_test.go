package solver

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// Both methods for sums say the same of programs.
func TestSimplexAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	outcomes := map[Outcome]int{}
	for i := range 40 {
		text := randomPair(r)
		p, err := boogie.Parse("test.bpl", text)
		require.NoError(t, err, text)
		printed := boogie.Print(p)
		usual := direct(t, printed, Options{ErrorLimit: 5})
		older := direct(t, printed, Options{ErrorLimit: 5, Simplex: true})
		require.Equal(t, usual.Outcome, older.Outcome, "program %d\n%s", i, text)
		outcomes[usual.Outcome]++
	}
	assert.Greater(t, outcomes[Verified], 3)
	assert.Greater(t, outcomes[Failed], 3)
}

// The method is that of the program, whatever the process was asked before.
func TestArithmeticIsTheProgramsOwn(t *testing.T) {
	z := smt(t, Z3Name)
	p, err := boogie.Parse("p.bpl", "procedure p(x: int) { assert x < x + 1; }\n")
	require.NoError(t, err)
	for _, c := range []struct {
		opts Options
		want [2]string // the number of the method, and whether equalities are told
	}{
		{Options{Simplex: true, Halves: true}, [2]string{"2", "false"}},
		{Options{}, [2]string{"6", "true"}},
		{Options{Simplex: true}, [2]string{"2", "true"}},
		{Options{Halves: true}, [2]string{"6", "false"}},
		{Options{}, [2]string{"6", "true"}},
	} {
		a, err := z.Run(context.Background(), boogie.Print(p), c.opts)
		require.NoError(t, err)
		require.Equal(t, Verified, a.Outcome)
		require.Len(t, z.idle, 1)
		for _, ps := range z.idle {
			require.Len(t, ps, 1, "one process answers all")
			said, err := ps[0].ask(context.Background(), "(get-option :smt.arith.solver)\n(get-option :smt.arith.propagate_eqs)\n", 0, 0)
			require.NoError(t, err)
			assert.Equal(t, c.want[:], strings.Fields(said))
		}
	}
}
