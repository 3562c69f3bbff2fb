package condition

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// faultsAt are the faults of a kernel with those values, as they are shown after a look at smaller ones.
func faultsAt(t *testing.T, k *kernel.Kernel, values claim.Values) []claim.Finding {
	t.Helper()
	engines := verdict.Engines{Check: weft.Check}
	p := &precondition{ctx: context.Background(), k: k, opts: verdict.Options{}, engines: engines}
	with, params := *k, map[string]int64{}
	for name, v := range values.Numbers() {
		if name == "gridDim.x" {
			with.Launch.GridDim[0] = int(v)
		} else {
			params[name] = v
		}
	}
	o := p.opts.ExactOptions()
	o.Params = params
	report, err := weft.Check(p.ctx, &with, o)
	require.NoError(t, err)
	r := verdict.Result{Outcome: verdict.KernelRefuted, Findings: weft.View{Kernel: &with, Report: report, Values: values}.Findings()}
	require.NotEmpty(t, r.Findings)
	p.showSmaller(&r)
	return r.Findings
}

// TestFaultsWithSmallerValues: a race is told with few blocks and small positive numbers where it is there for these, at
// the same lines, and where the preconditions allow them.
func TestFaultsWithSmallerValues(t *testing.T) {
	t.Parallel()
	grid := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}
	for _, c := range []struct {
		name, text   string
		before, want claim.Values
	}{
		{
			"a length above 0, two blocks",
			"__global__ void k(unsigned *p, int w, int n) { __requires(w * w == 256); p[(int)blockIdx.x * w + (int)threadIdx.x + 1024] = threadIdx.x; }",
			claim.Values{"gridDim.x": "47", "w": "-16"}, claim.Values{"gridDim.x": "2", "w": "16"},
		},
		{
			"what follows from a length goes with it",
			"__global__ void k(unsigned *p, int n) { __requires(n == 2 * gridDim.x); p[blockIdx.x * 8 + threadIdx.x] = threadIdx.x; }",
			claim.Values{"gridDim.x": "40", "n": "80"}, claim.Values{"gridDim.x": "2", "n": "4"},
		},
		{
			"threads that leave before a barrier",
			"__global__ void k(unsigned *p, int n) { if ((int)threadIdx.x >= n) return; __syncthreads(); p[blockIdx.x * blockDim.x + threadIdx.x] = n; }",
			claim.Values{"gridDim.x": "1", "n": "63"}, claim.Values{"gridDim.x": "1", "n": "1"},
		},
		{
			"a race that is there for one number only",
			"__global__ void k(unsigned *p, int n) { p[n == 1000 ? 0 : blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }",
			claim.Values{"gridDim.x": "1", "n": "1000"}, claim.Values{"gridDim.x": "1", "n": "1000"},
		},
		{
			"another line has a race for smaller numbers",
			"__global__ void k(unsigned *p, unsigned *q, int n) {\n  if (n > 500)\n    p[0] = threadIdx.x;\n  else\n    p[1] = threadIdx.x;\n}",
			claim.Values{"gridDim.x": "1", "n": "512"}, claim.Values{"gridDim.x": "1", "n": "512"},
		},
	} {
		for _, f := range faultsAt(t, kerneltest.Lower(t, c.text+"\n", grid), c.before) {
			assert.Equal(t, c.want, f.Values, c.name)
		}
	}
}
