package interp

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// The compiled code and the evaluation by the tree agree on random expressions,
// whatever the values of the variables.
func TestCompiledCodeAgreesWithTheTree(t *testing.T) {
	compared := 0
	for seed := range int64(150) {
		g := generator{rand.New(rand.NewSource(seed))}
		vars := open
		vars.maps = []string{"m", "n"}
		text := preamble + "procedure p() modifies g, h; {\n" + locals + "  var I: int; var B: bool; var V: bv8;\n  I := " +
			g.integer(5, vars) + ";\n  B := " + g.truth(5, vars) + ";\n  V := " + g.vector(5, vars) + ";\n  assert false;\n}\n"
		p, err := boogie.Parse("random.bpl", text)
		require.NoError(t, err, text)
		require.NoError(t, boogie.Check(p), text)
		d, err := declare(p)
		require.NoError(t, err)
		proc := d.procs["p"]
		c := d.compiler("p")
		s := c.procedure(proc)
		c.finish()
		m := newMachine(c.u)
		for run := range uint64(8) {
			m.begin(run, lesson{})
			if m.run(DefaultSteps) != Failed {
				continue // a division by zero
			}
			for _, st := range proc.Body {
				a, ok := st.(*boogie.Assign)
				if !ok {
					continue
				}
				want := m.exact(a.Rhs[0], s)
				if want == nil {
					continue // the evaluator reads maps from variables only
				}
				compared++
				name := a.Lhs[0].(*boogie.Id).Name
				place, _ := s.find(name)
				require.Equal(t, want.String(), fmt.Sprint(m.reg[place.reg]), "seed %d: %s := %s\nin %v", seed, name, boogie.ExprString(a.Rhs[0]), m.state())
			}
		}
	}
	require.Greater(t, compared, 2000)
}
