package verdict_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// longKernel has so many barrier intervals that it is verified in parts. phases
// replaces some of its phases, by number.
func longKernel(first string, phases map[int]string) string {
	var b strings.Builder
	b.WriteString("__global__ void k(int *out, int n) {\n__shared__ int s[64], q[64];\nint t = threadIdx.x, x = 0;\n" + first + "\n")
	for i := 0; i < 16; i++ {
		text, ok := phases[i]
		if !ok {
			text = fmt.Sprintf("s[t] = x + %d; q[t] = t;\n__syncthreads();\nx += s[(t + %d) & 7] + q[7 - t];", i, i)
		}
		b.WriteString(text + "\n__syncthreads();\n")
	}
	b.WriteString("out[t] = x;\n}\n")
	return b.String()
}

// TestLongKernels: a fault is found in whichever part it is, and what it hangs on
// may be computed in an earlier one.
func TestLongKernels(t *testing.T) {
	t.Parallel()
	needsZ3(t)
	cases := []struct {
		name, first string
		phases      map[int]string
		property    kernel.Property // that is violated; "" for none
		slow        bool
	}{
		{"no fault", "int y = t;", map[int]string{9: "s[y] = t;"}, "", false},
		{"in the first interval", "", map[int]string{0: "s[t] = t; x = s[t ^ 1];"}, "data-race", true},
		{"in the last interval", "", map[int]string{15: "s[t] = t; x = s[t ^ 1];"}, "data-race", true},
		{"an index from an early interval", "int y = t / 2;", map[int]string{9: "s[y] = t;"}, "data-race", true},
		{"an index through shared memory", "int y;", map[int]string{2: "s[t] = t / 2; __syncthreads(); y = s[t];", 9: "q[y] = t;"}, "data-race", false},
		{"a counter that is reset in between", "int y, z;",
			map[int]string{3: "s[t] = 0; y = atomicAdd(&s[t], 1); s[t] = 0; z = atomicAdd(&s[t], 1);", 9: "if (y == z) q[0] = t;"}, "data-race", false},
		{"in a loop with barriers", "int y = 0;",
			map[int]string{5: "for (int i = 0; i < n; i++) { s[t + y] = i; __syncthreads(); y = 8 - y; x += s[t] + s[8 + (t ^ 1)]; }"}, "data-race", true},
		{"divergence late", "", map[int]string{12: "if (t < n) __syncthreads();"}, "barrier-divergence", false},
	}
	launch := kernel.Launch{BlockDim: [3]int{8, 1, 1}, GridDim: [3]int{1, 1, 1}}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && os.Getenv("ORACLE_SEEDS") == "" {
				t.Skip("only with ORACLE_SEEDS")
			}
			k := kernelOf(t, longKernel(c.first, c.phases), launch)
			out, _ := instrument.Encode(k, ask.Request{})
			require.Greater(t, len(out.Procedures[0].Parts), 1, "it is verified in parts")
			seen := observe(k, launch, observedRuns)
			if c.property != "" {
				require.NotEmpty(t, seen[c.property], "the oracle sees the fault")
			} else {
				require.Empty(t, seen)
			}
			r := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough, SelfCheck: true})
			require.NoError(t, r.Err)
			if c.property == "" {
				assert.Equal(t, verdict.KernelProved, r.Outcome)
				return
			}
			assert.NotEqual(t, verdict.KernelProved, r.Outcome)
			assert.NotEqual(t, claim.Proved, r.Property(c.property).Status)
		})
	}
}
