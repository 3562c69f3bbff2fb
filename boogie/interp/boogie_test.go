package interp

import (
	"context"
	"fmt"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/boogietest"
	"gv2/runtime/solver"
)

// solve asks the real Boogie.
func solve(t *testing.T, p *boogie.Program, infer bool) (*solver.Answer, boogie.Printed) {
	t.Helper()
	if _, err := exec.LookPath("boogie"); err != nil {
		t.Skip("boogie is not installed")
	}
	printed := boogie.Print(p)
	a, err := solver.RunBoogie(context.Background(), printed, solver.Options{Timeout: 5 * time.Minute, Infer: infer, ErrorLimit: 50})
	require.NoError(t, err)
	return a, printed
}

func parsed(t *testing.T, text string) *boogie.Program {
	t.Helper()
	p := boogietest.Parse(t, text)
	// Each check has a tag of its own, by which the answer names it.
	n := 0
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Proc); ok {
			boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
				if a, ok := s.(*boogie.Assert); ok {
					a.Tag = n
					n++
				}
			})
		}
	}
	return p
}

// Values of closed expressions are what Boogie proves them to be.
func TestValuesAgreeWithBoogie(t *testing.T) {
	g := generator{rand.New(rand.NewSource(1))}
	d, err := declare(parsed(t, preamble))
	require.NoError(t, err)
	m := &machine{u: &unit{decls: d}}
	value := func(e string) string {
		p := parsed(t, preamble+"procedure p() { assert "+e+" == "+e+"; }")
		body := p.Decls[len(p.Decls)-1].(*boogie.Proc).Body
		n := m.exact(body[0].(*boogie.Assert).E.(*boogie.Binary).X, &scope{vars: map[string]place{}})
		require.NotNil(t, n, e)
		return n.String()
	}
	var text strings.Builder
	text.WriteString(preamble + "procedure p() {\n")
	for range 120 {
		i, v, b := g.integer(4, terms{}), g.vector(4, terms{}), g.truth(4, terms{})
		fmt.Fprintf(&text, "  assert %s == %s;\n  assert %s == %sbv8;\n", i, value(i), v, value(v))
		fmt.Fprintf(&text, "  assert %s <==> %s;\n", b, map[string]string{"0": "false", "1": "true"}[value(b)])
	}
	text.WriteString("}\n")
	a, _ := solve(t, parsed(t, text.String()), false)
	assert.Equal(t, solver.Verified, a.Outcome, "%s", a.Output)
}

// An assertion that fails in a run is one that Boogie cannot prove, and most of
// those that Boogie refutes fail in some run.
func TestFailuresAgreeWithBoogie(t *testing.T) {
	g := generator{rand.New(rand.NewSource(7))}
	p := parsed(t, g.program(60, false))
	q, err := Compile(p)
	require.NoError(t, err)
	a, printed := solve(t, p, false)
	refuted := map[any]bool{}
	for _, f := range a.Failures {
		tag, ok := printed.Tags[f.Line]
		require.True(t, ok)
		refuted[tag] = true
	}
	found := 0
	for _, f := range q.Explore(context.Background(), Search{}).Failures {
		assert.True(t, refuted[f.Tag], "assertion %v fails in a run of %s, with %v", f.Tag, f.Procedure, f.State)
		found++
	}
	require.Greater(t, len(refuted), 20)
	assert.Greater(t, found*10, len(refuted)*7, "%d of %d are found", found, len(refuted))
}

// Houdini keeps no candidate that a run refutes, and runs refute most of those
// that Houdini drops.
func TestCandidatesAgreeWithHoudini(t *testing.T) {
	g := generator{rand.New(rand.NewSource(3))}
	p := boogie.ForInference(parsed(t, g.program(40, true)))
	q, err := Compile(p)
	require.NoError(t, err)
	require.Greater(t, len(q.Candidates()), 100)
	a, _ := solve(t, p, true)
	require.Len(t, a.Inferred, len(q.Candidates()))
	refuted := q.Explore(context.Background(), Search{}).Refuted
	dropped, found := 0, 0
	for name, holds := range a.Inferred {
		assert.False(t, holds && refuted[name], "Houdini keeps %s, which a run refutes", name)
		if !holds {
			dropped++
		}
		if refuted[name] {
			found++
		}
	}
	assert.Greater(t, found*10, dropped*7, "%d of %d are found", found, dropped)
}
