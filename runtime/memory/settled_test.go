package memory_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/memory"
)

// TestSettledMissesNoRace looks for the races of random programs with and without leaving out
// the orders of fences that show nothing new: the same are found.
func TestSettledMissesNoRace(t *testing.T) {
	fewer := 0
	for seed := range 300 {
		text := randomLitmus(rand.New(rand.NewSource(int64(seed + 50_000))))
		l, err := parseLitmus(text)
		require.NoError(t, err, text)
		p, _, err := l.program()
		require.NoError(t, err)
		whole, all := races(t, p, false)
		quick, some := races(t, p, true)
		assert.Equal(t, whole, quick, text)
		assert.Equal(t, all.Ended > 0, some.Ended > 0, text)
		assert.Equal(t, all.Stuck, some.Stuck, text)
		if some.Consistent < all.Consistent {
			fewer++
		}
	}
	assert.Greater(t, fewer, 30, "programs of which fewer executions are looked at")
}

// races are the races of a program, by threads and events.
func races(t *testing.T, p *memory.Program, settle bool) (map[string]bool, memory.Result) {
	found := map[string]bool{}
	key := func(x *memory.Execution, i int) string {
		return fmt.Sprintf("%d.%d", x.Thread[i], i-x.First(x.Thread[i]))
	}
	e := memory.Explorer{Program: p}
	if settle {
		e.Settled = func(x *memory.Execution) bool {
			for _, r := range x.Races() {
				if !found[key(x, r.A)+" "+key(x, r.B)] {
					return false
				}
			}
			return true
		}
	}
	res, err := e.Explore(func(x *memory.Execution) bool {
		for _, r := range x.Races() {
			found[key(x, r.A)+" "+key(x, r.B)] = true
		}
		return true
	})
	require.NoError(t, err)
	return found, res
}
