package advise

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/verdict"
)

// TestRepairsThatTakeProofs: where the number of iterations is open the translation shows that a
// change helps; a finding without one says nothing.
func TestRepairsThatTakeProofs(t *testing.T) {
	const (
		none  = "with it, no race within a block remains"
		reach = "then every thread reaches every barrier, and no race within a block remains"
	)
	for name, c := range map[string]struct{ body, want string }{
		"both sides": {
			"for (int i = 0; i < n; i++) {\ns[t] = i;\nout[t] = s[63 - t];\n}",
			"a __syncthreads() between line 4 and line 5 and another one at the end of the body of the loop at line 3 would order them; " + none,
		},
		"a warp": {
			"for (int i = 0; i < n; i++) {\ns[t] = i;\nout[t] = s[t ^ 1];\n__syncwarp();\n}",
			"a __syncwarp() between line 4 and line 5 would order them; " + none,
		},
		"in a branch": {
			"if (t < n) {\ns[t] = 1;\n__syncthreads();\n}\nout[t] = s[t];",
			"moving the __syncthreads() at line 5 behind the conditional at line 3; " + reach,
		},
		"between halves of a branch": {
			"if (t < n) {\ns[t] = 1;\n__syncthreads();\nout[t] = s[63 - t];\n}",
			"moving the __syncthreads() at line 5 out of the conditional at line 3, between parts of it with the same condition; " + reach,
		},
		"a return": {
			"if (t >= n)\nreturn;\ns[t] = 1;\n__syncthreads();\nout[t] = s[63 - t];",
			"letting the threads go on behind the return at line 4 (its condition, negated, around all that follows but the barriers); " + reach,
		},
		"counting": {
			"for (int i = t; i < n; i += 64)\ns[in[i] & 63]++;",
			"adding to s at line 4 by atomicAdd would not race; " + none,
		},
		"a flag": {
			"for (int i = t; i < n; i += 64) {\natomicMax(&s[0], in[i]);\nif (s[0] > 7)\nout[t] = 1;\n}",
			"reading s at line 5 by an atomic, as atomicOr(&..., 0), would not race; " + none,
		},
		"a counter that is read at the end": {
			"for (int i = t; i < n; i += 64)\natomicAdd(&s[in[i] & 63], 1);\nout[t] = s[t];",
			"a __syncthreads() between the loop at line 3 and line 5 would order them; " + none,
		},
		"one of two":       {"for (int i = 0; i < n; i++)\ns[t] = i;\nout[t] = s[63 - t]; s[0] = t;", ""},
		"of the same line": {"for (int i = 0; i < n; i++) s[t] = s[63 - t];", ""},
	} {
		t.Run(name, func(t *testing.T) {
			k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in, int n) {\n__shared__ int s[64]; int t = threadIdx.x;\n"+c.body+"\n}",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			before := kernel.Print(k)
			r := Decide(context.Background(), k, verdict.Options{Effort: 30_000_000, NoPrecondition: true, Further: true}, verdict.DefaultEngines())
			require.Equal(t, verdict.KernelRefuted, r.Outcome)
			assert.Equal(t, before, kernel.Print(k), "the kernel is as it was")
			var got []string
			for _, f := range r.Findings {
				got = append(got, f.Repair)
			}
			assert.Contains(t, got, c.want, "%v", r.Findings)
		})
	}
}
