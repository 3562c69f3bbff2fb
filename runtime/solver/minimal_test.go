package solver

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// What the assertion needs stays, and what that needs in turn: b0 is for nothing, b3 and b4 are for each other only, and b1
// rests on b2.
func TestMinimalInvariants(t *testing.T) {
	p, err := boogie.Parse("p", `const {:existential true} b0: bool; const {:existential true} b1: bool; const {:existential true} b2: bool;
const {:existential true} b3: bool; const {:existential true} b4: bool; const {:existential true} b5: bool;
procedure p(n: int) { var i, j, k, l: int; i := 0; j := 0; k := 0; l := 0;
  while (i < n) invariant b0 ==> 0 <= i; invariant b1 ==> j <= 0; invariant b2 ==> k <= 0; invariant b3 ==> 0 <= l; invariant b4 ==> 0 <= l + 1;
  { i := i + 1; j := j + k; k := k + k; if (l < 0) { l := l - 1; } }
  assert j <= 0; }
procedure q() { var i: int; i := 0; while (*) invariant b5 ==> 0 <= i; { i := i + 1; } assert i != 3; assert i >= 0; }`)
	require.NoError(t, err)
	for _, tool := range []string{Z3Name, CVC5Name} {
		z := &SMT{Tool: tool}
		if _, err := z.argv(Options{}); err != nil {
			continue // it is not there
		}
		a, err := z.Run(t.Context(), boogie.Print(p), Options{Minimal: true})
		require.NoError(t, err)
		assert.Equal(t, map[string]bool{"b0": false, "b1": true, "b2": true, "b3": false, "b4": false, "b5": true}, a.Inferred, tool)
		z.Close()
	}
	_, err = RunBoogie(t.Context(), boogie.Print(p), Options{Minimal: true})
	assert.ErrorContains(t, err, "--solver z3")
}
