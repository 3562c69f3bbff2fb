package flow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/flow"
)

// shape is a graph in a line: of each node the first letters of its kind, its lines, marks, and where it leads.
func shape(g *flow.Graph) string {
	var out []string
	for _, n := range g.Nodes {
		text := string(n.Kind)[:2] + strings.Trim(strings.ReplaceAll(fmt.Sprint(n.Lines), " ", ","), "[]")
		if n.Differs {
			text += "?"
		}
		if n.Predicated {
			text += "'"
		}
		if n.Part {
			text += "/"
		}
		for _, e := range n.Next {
			text += fmt.Sprintf(">%d%.1s", e.To, e.Label)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestShapes(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"straight", "s[t] = 1;\ns[t] = 2;", "en>1 bl2,3,4>2 ex"},
		{"barrier", "s[t] = 1;\n__syncthreads();\na[t] = s[t];", "en>1 bl2,3>2 ba4>3 bl5>4 ex"},
		{"uniform if", "if (n > 0)\n  __syncthreads();", "en>1 bl2>2 br3>3y>4n ba4>4 ex"},
		{"if by thread", "if (t > 3)\n  __syncthreads();\nelse\n  a[t] = 1;", "en>1 bl2>2 br3?>3y>4n ba4'>5 bl6'>5 ex"},
		{"return", "if (t > 3)\n  return;\n__syncthreads();", "en>1 bl2>2 br3?>4y>3n ba5'>4 ex"},
		{"loop", "for (int i = 0; i < n; i++)\n  a[t] = i;\na[t] = 0;", "en>1 bl2,3>2 lo3>3y>4n bl4,3>2 bl5>5 ex"},
		{"loop by thread", "for (int i = t; i < n; i++)\n  __syncthreads();", "en>1 bl2,3>2 lo3?'>3y>5n ba4'>4 bl3'>2 ex"},
		{"break", "for (int i = 0; i < n; i++) {\n  if (t == i)\n    break;\n  __syncthreads();\n}", "en>1 bl2,3>2 lo3?'>3y>6n br4?'>6y>4n ba6'>5 bl3'>2 ex"},
		{"continue", "for (int i = 0; i < n; i++) {\n  if (t == i)\n    continue;\n  __syncthreads();\n}", "en>1 bl2,3>2 lo3>3y>6n br4?>5y>4n ba6'>5 bl3>2 ex"},
		{"do", "int i = 0;\ndo {\n  a[t] = i++;\n} while (i < n);", "en>1 bl2,3>2 bl5>3 lo4>2y>4n ex"},
		{"endless", "for (;;)\n  a[t] = 1;", "en>1 bl2>2 lo3>3y bl4>2 ex"},
		{"named", "if (t < 32)\n  asm volatile(\"bar.sync 1, 64;\");\nelse\n  __syncwarp();", "en>1 bl2>2 br3?>3y>4n ba4'/>5 ba6'/>5 ex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := kerneltest.Lower(t, "__global__ void k(int *a, int n) { __shared__ int s[64];\nint t = threadIdx.x;\n"+c.body+"\n}",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			assert.Equal(t, c.want, shape(flow.Of(k)))
		})
	}
}

// TestCalls: what comes from a function stands at the line of its call.
func TestCalls(t *testing.T) {
	k := kerneltest.Lower(t, "__device__ void f(int *a, int t) { if (t < 3) return;\na[t] = 1; }\n__global__ void k(int *a) { int t = threadIdx.x;\nf(a, t);\n__syncthreads();\n}",
		kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	g := flow.Of(k)
	require.NotEmpty(t, g.Nodes)
	assert.Equal(t, "en>1 bl3>2 br4?>4y>3n bl4'>4 ba5>5 ex", shape(g))
}
