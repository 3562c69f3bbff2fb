package interleave_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/runtime/interleave"
)

// TestWaits: which threads wait for ever, by the rules of progress. Blocks have 40 threads, grids 3 blocks.
func TestWaits(t *testing.T) {
	fair, lockStep, elseFirst := interleave.Progress{}, interleave.Progress{LockStep: true}, interleave.Progress{LockStep: true, ElseFirst: true}
	one, last := interleave.Progress{Resident: 1}, interleave.Progress{Resident: 1, Backwards: true}
	type rule struct {
		name string
		by   interleave.Progress
	}
	rules := []rule{{"fair", fair}, {"lock step", lockStep}, {"lock step, else first", elseFirst}, {"one block", one}, {"one block, backwards", last}}
	for _, c := range []struct{ body, waits string }{
		{"d[t] = 1;", ""},
		{"while (atomicAdd(&c[0], 0) == 0) { }", "fair, lock step, lock step, else first, one block, one block, backwards"},
		{"while (atomicCAS(&c[0], 0, 1) != 0) { } d[0] += t; atomicExch(&c[0], 0);", "lock step, lock step, else first"},
		{"if (t % 32 == 0) { while (atomicCAS(&c[0], 0, 1) != 0) { } d[0] += t; atomicExch(&c[0], 0); }", ""},
		{"bool done = false; while (!done) { if (atomicCAS(&c[0], 0, 1) == 0) { d[0] += t; atomicExch(&c[0], 0); done = true; } }", ""},
		{"if (t == 0) atomicExch(&c[blockIdx.x], 1); else while (atomicAdd(&c[blockIdx.x], 0) == 0) { }", "lock step, else first"},
		{"if (t == 0) while (atomicAdd(&c[blockIdx.x], 0) == 0) { } if (t == 1) atomicExch(&c[blockIdx.x], 1);", "lock step, lock step, else first"},
		{"if (t == 0) while (atomicAdd(&c[blockIdx.x], 0) == 0) { } if (t == 33) atomicExch(&c[blockIdx.x], 1);", ""},
		{"if (t == 0) { atomicAdd(&c[0], 1); while (atomicAdd(&c[0], 0) < gridDim.x) { } } __syncthreads();", "one block, one block, backwards"},
		{"if (t == 0 && blockIdx.x > 0) while (atomicAdd(&c[blockIdx.x - 1], 0) == 0) { } __syncthreads(); if (t == 0) atomicExch(&c[blockIdx.x], 1);", "one block, backwards"},
		{"if (t == 0) { int b = atomicAdd(&c[9], 1); if (b > 0) while (atomicAdd(&c[b - 1], 0) == 0) { } atomicExch(&c[b], 1); }", ""},
		{"__syncwarp(); if (t == 3) return; for (int i = 0; i < t; i++) d[t] += i; __syncthreads();", ""},
		{"for (int i = 0; i < 300; i++) { d[t] = 7; }", ""},
	} {
		p := programOf(t, "__global__ void k(int *d, int *c, const int *in) { int t = threadIdx.x; "+c.body+" }", 40, 3)
		var waits string
		for _, r := range rules {
			w, _ := p.Waits(interleave.Options{MaxSteps: 300_000}, r.by)
			if w == nil {
				continue
			}
			if waits != "" {
				waits += ", "
			}
			waits += r.name
			assert.NotEmpty(t, w.Threads, c.body)
		}
		assert.Equal(t, c.waits, waits, c.body)
	}
}
