package instrument_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// scattering is a kernel with two stores that keep threads apart from each other.
func scattering(t *testing.T, apart ...uint64) *rewrite.Prepared {
	k := lowered(t, `__global__ void k(int *out, const int *at, int n) {
		if (at[threadIdx.x] > n) out[at[threadIdx.x]] = 1;
		else out[at[threadIdx.x] + 1] = 2;
	}`)
	number := 0
	notes := fact.NewNotes()
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if st, ok := s.(*kernel.Store); ok && number < len(apart) {
			notes.NoteDisjoint(st, fact.Disjoint{Number: number + 1, From: apart[number]})
			number++
		}
		return true
	})
	require.Equal(t, len(apart), number)
	return rewrite.Noted(k, notes)
}

// told counts what each procedure is told of stores that keep threads apart.
func told(t *testing.T, p *rewrite.Prepared, opts ask.Request) map[string]int {
	out, diags := instrument.EncodePrepared(p, opts)
	require.Empty(t, diags.String())
	require.NoError(t, boogie.Check(out.Program))
	counts := map[string]int{}
	for _, d := range out.Program.Decls {
		p, ok := d.(*boogie.Proc)
		if !ok {
			continue
		}
		boogie.WalkStmts(p.Body, func(s boogie.Stmt) {
			if c, ok := s.(*boogie.Comment); ok && strings.Contains(c.Text, "no two of them meet") {
				counts[p.Name]++
			}
		})
	}
	return counts
}

func TestStoresThatKeepThreadsApart(t *testing.T) {
	assert.Empty(t, told(t, scattering(t, 0, 0), ask.Request{}))
	assert.Equal(t, map[string]int{"k": 1}, told(t, scattering(t, 0b10, 0), ask.Request{}), "of threads of one block only")
	assert.Equal(t, map[string]int{"k": 3}, told(t, scattering(t, 0b10, 0b110), ask.Request{}))
	assert.Equal(t, map[string]int{"k": 1}, told(t, scattering(t, 0b100, 0b10), ask.Request{}), "of stores before only")
	assert.Empty(t, told(t, scattering(t, 0b10, 0b110), ask.Request{Model: ask.Model{LockStep: true}}))
}
