package counterexample

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// TestHolds: conditions in a state, "?" where they are not known there.
func TestHolds(t *testing.T) {
	m := model{state: map[string]string{"p": "true", "q": "false", "x": "3", "y": "-4", "big": "1152921504606846976"}}
	for text, want := range map[string]string{
		"true": "true", "p": "true", "q": "false", "z": "?", "x": "?", "!q": "true", "!z": "?",
		"p && q": "false", "p && z": "?", "q && z": "false", "z && q": "false", "z || p": "true", "z || q": "?",
		"q ==> z": "true", "z ==> p": "true", "p ==> q": "false", "z ==> q": "?",
		"x == 3": "true", "x != 3": "false", "x < y": "false", "y <= x - 7": "true", "x + y > 0": "false", "x >= n": "?",
		"x * 2 == 6": "?", "big + 1 > 0": "?", "f(x) == 3": "?", "x - y == 7 && p": "true",
	} {
		p, err := boogie.Parse("t.bpl", "function f(x: int): int; procedure k() { var p, q, z: bool; var x, y, n, big: int; assume "+text+"; }")
		require.NoError(t, err, text)
		var cond boogie.Expr
		for _, d := range p.Decls {
			if proc, ok := d.(*boogie.Proc); ok {
				cond = proc.Body[0].(*boogie.Assume).E
			}
		}
		got := "?"
		if value, known := m.holds(cond); known {
			got = map[bool]string{true: "true", false: "false"}[value]
		}
		assert.Equal(t, want, got, text)
	}
}
