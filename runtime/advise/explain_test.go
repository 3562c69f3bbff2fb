package advise

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/verdict"
)

// TestExplained: a fault says which condition parts the threads, and that two accesses are of
// different iterations, where the text leaves no other answer.
func TestExplained(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"a branch":                  {"if (t < n)\n__syncthreads();", "the condition at 3 parts them"},
		"a return":                  {"if (t < n)\nreturn;\n__syncthreads();", "the condition at 3 parts them"},
		"a loop":                    {"for (int i = 0; i < t; i++)\n__syncthreads();", "the loop at 3 parts them"},
		"behind another condition":  {"if (n > 3) {\nif (t == 1) return;\n__syncthreads();\n}", "the condition at 4 parts them"},
		"a loop behind a condition": {"for (int i = 0; i < n; i++) {\nif (in[t] > i) continue;\nfor (int j = 0; j < 3; j++)\n__syncthreads();\n}", "the condition at 4 parts them"},
		"an iteration before":       {"for (int i = 0; i < n; i++) {\n__syncthreads();\nif (in[t] == i) break;\n}", "the condition at 5 parts them"},
		"two conditions":            {"if (t == 7) return;\nif (in[t] > n)\n__syncthreads();", ""},
		"the next iteration":        {"for (int i = 0; i < 3; i++) {\ns[t] = i;\n__syncthreads();\nout[t] = s[63 - t];\n}", "in a later iteration of the loop at line 3"},
		"the one before":            {"for (int i = 0; i < 3; i++) {\nout[t] = s[63 - t];\n__syncthreads();\ns[t] = i;\n}", "in a later iteration of the loop at line 3"},
		"the same or another":       {"for (int i = 0; i < 3; i++) {\ns[t] = i;\nout[t] = s[63 - t];\n}", ""},
		"one of two loops":          {"for (int i = 0; i < 3; i++)\nfor (int j = 0; j < 3; j++) {\ns[t] = i;\n__syncthreads();\nout[t] = s[63 - t];\n}", "in a later iteration of a loop around both"},
		"a barrier of the warp":     {"for (int i = 0; i < 3; i++) {\ns[t] = i;\n__syncwarp();\nout[t] = s[t ^ 1];\n}", "in a later iteration of the loop at line 3"},
		"that of another warp":      {"for (int i = 0; i < 3; i++) {\ns[t] = i;\n__syncwarp();\nout[t] = s[63 - t];\n}", ""},
		"that of some lanes":        {"for (int i = 0; i < 3; i++) {\ns[t] = i;\nif (t % 32 < 16) __syncwarp(0xffff);\nout[t] = s[t ^ 16];\n}", ""},
		"a barrier of some":         {"for (int i = 0; i < 3; i++) {\ns[t] = i;\nif (i > 9) __syncthreads();\nout[t] = s[63 - t];\n}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in, int n) {\n__shared__ int s[64]; int t = threadIdx.x;\n"+c.body+"\n}",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			opts := verdict.Options{Effort: 3_000_000, Engine: verdict.BoogieEngine, NoPrecondition: true}
			r := Decide(context.Background(), k, opts, verdict.DefaultEngines())
			require.Equal(t, verdict.KernelRefuted, r.Outcome)
			var said []string
			for _, f := range r.Findings {
				message := regexp.MustCompile(`at [^ ]*:(\d+):\d+ parts`).ReplaceAllString(f.Message, "at $1 parts")
				said = append(said, regexp.MustCompile(`the (condition|loop) at \d+ parts them|in an? (later|earlier) iteration of .*`).FindAllString(message, -1)...)
			}
			slices.Sort(said)
			assert.Equal(t, c.want, strings.Join(slices.Compact(said), "; "), "%v", r.Findings)
		})
	}
}

// TestWhereThreadsLeft: a barrier in a loop of as many iterations for all misses those that have returned; in another loop
// they may have ended it before.
func TestWhereThreadsLeft(t *testing.T) {
	for body, line := range map[string]int{
		"if (t >= 7) return;\nfor (int i = 0; i < 4; i++)\n__syncthreads();":                              3,
		"if (t >= 7) return;\nfor (int i = 0; i < n; i++)\nfor (int j = 0; j < i; j++)\n__syncthreads();": 3,
		"for (int i = t; i < 7; i++)\n__syncthreads();":                                                   3,
		"if (t >= 7) return;\nfor (int i = t; i < 7; i++)\n__syncthreads();":                              0,
		"if (t >= 7) return;\nfor (int i = 0; i < 4; i++) {\nif (t == i) break;\n__syncthreads();\n}":     0,
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *out, int n) {\nint t = threadIdx.x;\n"+body+"\n}", kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := Decide(context.Background(), k, verdict.Options{Effort: 3_000_000, NoPrecondition: true}, verdict.DefaultEngines())
		require.NotEmpty(t, r.Findings, body)
		require.Len(t, r.Findings[0].Accesses, 2, body)
		assert.Equal(t, line, r.Findings[0].Accesses[1].Src.Pos.Line, body)
	}
}

// TestWrappedBarriers: of an operation that is all that a function does the call is shown, of one
// among others the operation itself.
func TestWrappedBarriers(t *testing.T) {
	for more, want := range map[string]string{"": "k.cu:4:2", "in[0] + ": "k.cu:2:2"} {
		body := "__device__ void wait(int n, const int *in, int *out) {\n asm volatile(\"bar.sync 1, %0;\" :: \"r\"(n) : \"memory\");"
		if more != "" {
			body += " out[0] = in[0];"
		}
		k := kerneltest.Lower(t, body+"}\n__global__ void k(int *out, const int *in) { if (threadIdx.x < 32)\n wait(64, in, out);\n}",
			kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r := Decide(context.Background(), k, verdict.Options{Engine: verdict.WeftEngine}, verdict.DefaultEngines())
		require.NotEmpty(t, r.Findings)
		assert.Equal(t, want, r.Findings[0].Accesses[0].Shown().String())
	}
}
