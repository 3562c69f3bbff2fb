package verdict_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestFurtherRaces: behind a first race every array and every pair of lines is looked at, and
// what is not is said.
func TestFurtherRaces(t *testing.T) {
	for _, c := range []struct{ name, body, want, notes string }{
		{"one is all", "s[0] = t;", "s 3-3", ""},
		{"another array", "if (n > 3) s[t & 31] = t;\nif (n > 900) q[t & 31] = t;", "q 4-4, s 3-3", ""},
		{"an element of the input's choice", "s[t & 31] = t;\nq[in[t] & 63] = t;", "q 4-4, s 3-3", ""},
		{"other lines", "for (int i = 0; i < n; i++) {\ns[t] = i;\nout[t] = s[63 - t];\ns[t ^ 1] = 3;\n}", "s 4-5, s 4-6, s 5-6", ""},
		{"named barriers, small values", "for (int i = 0; i < n; i++) {\nif (t < 32) {\ns[t] = i;\nif (i > 0) q[t & 1] = t;\nasm volatile(\"bar.sync 1, 64;\");\n} else {\nasm volatile(\"bar.sync 1, 64;\");\nout[t] = s[t - 32];\n}\n}", "q 6-6, s 5-10", ""},
		{"named barriers, order and none", "for (int i = 0; i < n; i++) {\nif (t < 32) {\ns[t] = i;\nq[t] = i;\nasm volatile(\"bar.sync 1, 64;\");\nasm volatile(\"bar.sync 2, 64;\");\n} else {\nout[t] = s[t - 32];\nasm volatile(\"bar.sync 1, 64;\");\nout[t] = q[63 - t];\nasm volatile(\"bar.sync 2, 64;\");\n}\n}", "s 5-10", ""},
		{"what is in order is none", "for (int i = 0; i < n; i++) {\ns[t] = i;\nout[t] = s[63 - t];\n__syncthreads();\nq[t] = i;\n__syncthreads();\nout[t] = q[63 - t];\n}", "s 4-5", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in, int n) {\n__shared__ int s[64], q[64]; int t = threadIdx.x;\n"+c.body+"\n}",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			opts := verdict.Options{Effort: enough}
			r := verdict.Decide(context.Background(), k, opts, verdict.DefaultEngines())
			require.Equal(t, verdict.KernelRefuted, r.Outcome)
			verdict.Further(context.Background(), k, opts, verdict.DefaultEngines(), &r)
			assert.Equal(t, verdict.KernelRefuted, r.Outcome)
			var got, notes []string
			for i := range r.Findings {
				if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity {
					lines := []int{f.Accesses[0].Src.Pos.Line, f.Accesses[1].Src.Pos.Line}
					slices.Sort(lines)
					got = append(got, fmt.Sprintf("%s %d-%d", f.Array, lines[0], lines[1]))
				}
			}
			slices.Sort(got)
			for _, n := range r.Notes {
				if strings.HasPrefix(n.Message, "further") {
					notes = append(notes, n.Message)
				}
			}
			assert.Equal(t, c.want, strings.Join(slices.Compact(got), ", "))
			assert.Equal(t, c.notes, strings.Join(notes, "; "))
		})
	}
}

// TestOrdinaryValuesAreTold: a fault that is there for 0 and for other values is told with another.
func TestOrdinaryValuesAreTold(t *testing.T) {
	for body, want := range map[string]string{"for (int i = 0; i <= n; i++) s[0] = t;": "1", "for (int i = n; i < 1; i++) s[0] = t;": "0"} {
		k := kerneltest.Lower(t, "__global__ void k(int n) { __shared__ int s[64]; int t = threadIdx.x; "+body+" }",
			kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := verdict.Decide(context.Background(), k, verdict.Options{Effort: enough, Engine: verdict.WeftEngine}, verdict.DefaultEngines())
		require.NotEmpty(t, r.Findings)
		assert.Equal(t, want, r.Findings[0].Values["n"], body)
	}
}
