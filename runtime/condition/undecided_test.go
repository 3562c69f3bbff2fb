package condition

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// sorted sorts a column of eight by ranks, of which no engine sees that they differ.
const sorted = `__global__ void k(int *p, int n) {
  __shared__ int column[8];
  int x = p[n * threadIdx.x + blockIdx.x], rank = 0;
  column[threadIdx.x] = x;
  __syncthreads();
  for (int j = 0; j < 8; ++j) rank += column[j] < x || column[j] == x && j < threadIdx.x;
  p[n * rank + blockIdx.x] = x;
}
`

var columns = kernel.Launch{BlockDim: [3]int{8, 1, 1}, GridDim: [3]int{0, 1, 1}}

// TestOpenForOrdinaryValues: columns that overlap are a fault for rows shorter than the grid alone, and nothing is known for others.
func TestOpenForOrdinaryValues(t *testing.T) {
	t.Parallel()
	r := decideSafety(kerneltest.Lower(t, sorted, columns), verdict.Options{})
	require.Equal(t, verdict.KernelUnknown, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, "n >= gridDim.x", r.OpenIf)
	assert.Equal(t, claim.Unknown, r.Property("data-race").Status)
	assert.Contains(t, r.Property("data-race").Reason(), "for others, n >= gridDim.x, there is neither a fault nor a proof")
	require.NotEmpty(t, r.Findings)
	for _, f := range r.Findings {
		assert.Equal(t, claim.OutsideSeverity, f.Severity)
	}
}

// TestFaultsForOrdinaryValuesStay: without the barrier there is a fault for any values.
func TestFaultsForOrdinaryValuesStay(t *testing.T) {
	t.Parallel()
	r := decideSafety(kerneltest.Lower(t, strings.Replace(sorted, "__syncthreads();", "", 1), columns), verdict.Options{})
	assert.Equal(t, verdict.KernelRefuted, r.Outcome)
	assert.Empty(t, r.OpenIf)
}

// TestOpenOnlyIfAllFaultsAreOutside: a fault that meets the condition, or whose values are not known, keeps the kernel refuted.
func TestOpenOnlyIfAllFaultsAreOutside(t *testing.T) {
	k := kernelOf(t, scaled)
	x, _ := wide(kernel.Ref(k.Params[0]), "n")
	least := compared(kernel.Ge, x, number(64))
	outsideOf, within := map[string]int64{"n": 3}, map[string]int64{"n": 64}
	for _, c := range []struct {
		shown string
		later []map[string]int64
		want  verdict.Outcome
	}{
		{"3", nil, verdict.KernelUnknown},
		{"3", []map[string]int64{outsideOf}, verdict.KernelUnknown},
		{"3", []map[string]int64{outsideOf, within}, verdict.KernelRefuted},
		{"3", []map[string]int64{{}}, verdict.KernelRefuted},
		{"64", nil, verdict.KernelRefuted},
		{"", nil, verdict.KernelRefuted},
	} {
		r := verdict.Result{Outcome: verdict.KernelRefuted, Properties: []verdict.Property{{Name: kernel.DataRace, Status: claim.Refuted}}, Findings: []claim.Finding{{Severity: claim.ErrorSeverity}}}
		if c.shown != "" {
			r.Findings[0].Values = claim.Values{"n": c.shown}
		}
		p := &precondition{ctx: context.Background(), k: k, undecided: conjunction{&least}, faults: c.later}
		p.leaveOpen(&r)
		assert.Equal(t, c.want, r.Outcome, "%+v", c)
	}
}

// TestShortSearchesLeaveNothingOpen: time that was not enough to find the first fault says nothing of others.
func TestShortSearchesLeaveNothingOpen(t *testing.T) {
	k := kernelOf(t, scaled)
	x, _ := wide(kernel.Ref(k.Params[0]), "n")
	least, one := compared(kernel.Ge, x, number(64)), compared(kernel.Eq, x, number(1))
	one.single = 0
	open := &verdict.Result{Outcome: verdict.KernelUnknown}
	p := &precondition{k: k, found: time.Second, opts: verdict.Options{Timeout: time.Minute}}
	p.leaves(conjunction{&least}, open, time.Millisecond)
	assert.Empty(t, p.undecided, "shorter than the search for the fault")
	p.leaves(conjunction{&least, &one}, open, time.Minute)
	assert.Empty(t, p.undecided, "a grid of one block is nothing to assume")
	p.leaves(conjunction{&least}, &verdict.Result{Outcome: verdict.KernelRefuted}, time.Minute)
	assert.Empty(t, p.undecided)
	p.leaves(conjunction{&least}, open, time.Second)
	assert.NotEmpty(t, p.undecided)
}

// TestConditionsThatMakeSizesEqual: what leaves only square matrices is no condition that programs keep to.
func TestConditionsThatMakeSizesEqual(t *testing.T) {
	k := kerneltest.Lower(t, `__global__ void k(float *p, int w, int h) {
  int x = blockIdx.x * 8 + threadIdx.x;
  if (x < h && blockIdx.y < w) p[blockIdx.y * w + x] = 1;
}`, kernel.Launch{BlockDim: [3]int{8, 1, 1}})
	s := newSpace(k)
	w, h := kernel.Ref(k.Params[0]), kernel.Ref(k.Params[1])
	least := func(x, y kernel.Expr) *atom { return &atom{cond: kernel.Bin(kernel.Ge, x, y), single: -1} }
	double := kernel.Bin(kernel.Mul, h, kernel.NewConst(k.Params[1].T, 2))
	assert.True(t, s.equates(k, conjunction{least(w, h), least(h, w)}))
	assert.False(t, s.equates(k, conjunction{least(w, h)}))
	assert.False(t, s.equates(k, conjunction{least(w, double)}))
	assert.False(t, s.equates(k, conjunction{least(w, h), least(double, w)}), "wider, up to twice")
}
