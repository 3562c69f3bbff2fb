package rewrite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// scanned is a kernel of 64 threads with a flag of each and an inclusive scan of the flags
// in sum, and then the body: stores to out[sum[t] - 1] under the flag keep threads apart.
func scanned(t *testing.T, body string) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, `__global__ void k(const int *in, int *out, int n) {
	  __shared__ int sum[64];
	  int t = threadIdx.x, x = in[t];
	  bool flag = x > 3;
	  sum[t] = flag;
	  __syncthreads();
	  for (int d = 1; d < 64; d *= 2) {
	    int more = t >= d ? sum[t - d] : 0;
	    __syncthreads();
	    sum[t] += more;
	    __syncthreads();
	  }
	  `+body+`
	}`, kerneltest.Block(64))
}

// noted lists the notes about the statements of a kernel, in the order of the text.
func noted(p *rewrite.Prepared) []string {
	var out []string
	kernel.Walk(p.Kernel.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			if a := p.Notes.Disjoint(s); a.Number != 0 {
				out = append(out, fmt.Sprintf("apart %d from %b", a.Number, a.From))
			}
		case *kernel.Barrier:
			if p.Notes.SpelledWhole(s) {
				out = append(out, "spelled")
			}
		case *kernel.WarpSync:
			if lanes := p.Notes.Lanes(s); lanes != nil {
				out = append(out, fmt.Sprintf("lanes %x", lanes[0]))
			}
		}
		if v := kernel.Assigned(s); v != nil && p.Notes.Times(v) {
			out = append(out, "times "+strings.TrimRight(v.Name, "_0123456789"))
		}
		return true
	})
	return out
}

func proofs(p *rewrite.Prepared) *rewrite.Prepared {
	out, _, _ := p.For(rewrite.Purpose{})
	return out
}

// TestNotesFollowCopies: notes about a statement hold for its replacement after passes
// that only change its variables or operands, or drop its value.
func TestNotesFollowCopies(t *testing.T) {
	p := rewrite.Prepare(scanned(t, `if (flag) out[sum[t] - 1] = x;`))
	assert.Equal(t, []string{"apart 1 from 10"}, noted(p), "spelt alike")
	p = proofs(p)
	assert.Equal(t, []string{"apart 1 from 10"}, noted(p), "sliced: without its value")
	p = p.Finished(true)
	assert.Equal(t, []string{"apart 1 from 10"}, noted(p), "finished")

	p = rewrite.Prepare(kerneltest.Lower(t, `__global__ void k(int *out) {
	  int b = 1;
	  asm volatile("bar.sync 1, 64;");
	  __syncwarp(threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u);
	  out[threadIdx.x] = b;
	}`, kerneltest.Block(64)))
	want := []string{"spelled", "lanes ffff"}
	assert.Equal(t, want, noted(p))
	assert.Equal(t, want, noted(proofs(p)))
	assert.Equal(t, want, noted(proofs(p).UnrolledBarriers().Finished(true)))
}

// TestNotesOfCopiesInUnrolledLoops: each copy of an iteration is executed by the threads
// that executed the iteration in the loop.
func TestNotesOfCopiesInUnrolledLoops(t *testing.T) {
	p := proofs(rewrite.Prepare(scanned(t, `for (int i = 0; i < 3; i++) if (flag) out[sum[t] - 1] = i;`)))
	require.Equal(t, []string{"apart 1 from 10"}, noted(p))
	assert.Equal(t, slices.Repeat(noted(p), 3), noted(p.Finished(true)))
}

// TestArbitraryIterationsMayMeet: if threads choose their iterations independently, it
// does not help that they are disjoint within one. The original loop keeps its notes, for
// other translations of it.
func TestArbitraryIterationsMayMeet(t *testing.T) {
	p := proofs(rewrite.Prepare(scanned(t, `for (int i = 0; i < n; i++) { if (flag) out[sum[t] + i] = 1; }`)))
	require.Equal(t, []string{"apart 1 from 10"}, noted(p))
	arbitrary, cut := p.WithCutLoops(fact.SameBlock, false, rewrite.Purpose{})
	assert.NotEmpty(t, cut)
	for _, what := range noted(arbitrary) {
		assert.Equal(t, "times iteration", what)
	}
	assert.NotEmpty(t, noted(arbitrary), "that it is a number of iterations is noted")
	faults, _, _ := rewrite.Prepare(scanned(t, `for (int i = 0; i < n; i++) { if (flag) out[sum[t] + i] = 1; }`)).For(rewrite.Purpose{Faults: true})
	assert.Empty(t, noted(faults))
	assert.Equal(t, []string{"apart 1 from 10"}, noted(p))
}

// TestPreparedIsFoundOnce: translations of one kernel share their common steps, and none
// sees the notes of another's passes.
func TestPreparedIsFoundOnce(t *testing.T) {
	k := scanned(t, `for (int i = 0; i < n; i++) out[t + i * 64] = i;`)
	one, two := rewrite.Prepare(k), rewrite.Prepare(k)
	assert.Same(t, one.Kernel, two.Kernel)
	arbitrary, cut := one.WithCutLoops(fact.SameBlock, false, rewrite.Purpose{})
	require.NotEmpty(t, cut)
	require.NotEmpty(t, noted(arbitrary))
	assert.Empty(t, noted(&rewrite.Prepared{Kernel: arbitrary.Kernel, Notes: two.Notes}))
}

// TestCopiesWithoutNotes: a copy of a statement without a call that notes it has no
// notes.
func TestCopiesWithoutNotes(t *testing.T) {
	notes := fact.NewNotes()
	s := &kernel.Store{}
	notes.NoteDisjoint(s, fact.Disjoint{Number: 1, From: 2})
	c := *s
	assert.Zero(t, notes.Disjoint(&c))
	notes.Copied(s, &c)
	assert.Equal(t, notes.Disjoint(s), notes.Disjoint(&c))
	var none *fact.Notes
	none.NoteDisjoint(s, fact.Disjoint{Number: 1})
	none.Copied(s, &c)
	assert.Zero(t, none.Disjoint(s))
}

// TestLostLanesAreABug: where the lanes of a __syncwarp are known it is checked that they
// reach it together. A copy that has lost them must not pass for one without named lanes.
func TestLostLanesAreABug(t *testing.T) {
	notes := fact.NewNotes()
	named := notes.NameLanes(&kernel.WarpSync{}, []uint32{1})
	assert.Equal(t, []uint32{1}, notes.Lanes(named))
	c := *named
	assert.Panics(t, func() { notes.Lanes(&c) })
	notes.Copied(named, &c)
	assert.Equal(t, []uint32{1}, notes.Lanes(&c))
	assert.Nil(t, notes.Lanes(&kernel.WarpSync{Mask: kernel.NewConst(kernel.U32, 0)}), "a mask that the program has")
}
