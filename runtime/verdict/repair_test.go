package verdict_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// TestRepairs: a race says which barrier orders it where the exact engine shows that,
// and nothing else.
func TestRepairs(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"missing", "s[t] = t;\nout[t] = s[63 - t];", "between line 5 and line 6"},
		{"behind a conditional", "if (t < 7)\n  s[t] = t;\nout[t] = s[t & 7];", "between the conditional at line 5 and line 7"},
		{"in front of a loop", "s[t] = t;\nfor (int i = 0; i < 4; i++)\n  out[t] += s[i];", "between line 5 and the loop at line 6"},
		{"end of a loop", "for (int i = 0; i < 4; i++) {\n  s[t] = i;\n  __syncthreads();\n  out[t] = s[63 - t];\n}", "behind line 8"},
		{"inside a conditional for some threads", "if (t < 40) {\n  s[t] = t;\n  out[t] = s[39 - t];\n}", ""},
		{"two barriers are missing", "s[t] = t;\nout[t] = s[63 - t];\ns[t] = 1;", ""},
		{"one line", "s[t] += s[63 - t];", ""},
		{"the same statement", "s[0] = t;", ""},
		{"branches", "if (t < 32)\n  s[0] = 1;\nelse\n  s[0] = 2;", ""},
		{"an element of the input's choice", "s[t] = t;\nout[t] = s[in[t] & 63];", "between line 5 and line 6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := kernelOf(t, "__global__ void k(int *out, const int *in) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n\n"+c.body+"\n}",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			body := kernel.Print(k)
			silent := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
				return &solver.Answer{Outcome: solver.TimedOut}, nil
			}
			r := verdict.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: silent, Check: weft.Check})
			require.NotEmpty(t, r.Findings)
			assert.Equal(t, body, kernel.Print(k), "the kernel is as it was")
			for _, f := range r.Findings {
				if c.want == "" {
					assert.Empty(t, f.Repair)
				} else {
					assert.Equal(t, "a __syncthreads() "+c.want+" would order them; with it no race within a block is left", f.Repair)
				}
			}
		})
	}
}
