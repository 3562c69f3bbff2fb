package main

import (
	"fmt"
	"strings"
)

// straightLine is a kernel of that many lines of everyday straight-line code:
// arithmetic, loads, and stores to the thread's own elements.
func straightLine(lines int) string {
	var b strings.Builder
	b.WriteString("__global__ void k(const float *in, float *out, int n) {\n")
	b.WriteString("  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  int a0 = t;\n  float x0 = in[t];\n")
	for i := 1; i < lines-5; i++ {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "  int a%d = a%d + %d;\n", i, (i-1)/4*4, i%7)
		case 1:
			fmt.Fprintf(&b, "  float x%d = in[t] * %d.5f + x0;\n", i, i%9)
		case 2:
			fmt.Fprintf(&b, "  x0 = x0 + x%d * 0.25f;\n", i-1)
		default:
			fmt.Fprintf(&b, "  out[t] = x%d - x0;\n", i-2)
		}
	}
	b.WriteString("  out[t] = x0;\n}\n")
	return b.String()
}

// constantTable is a kernel that reads a table of that many constants.
func constantTable(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "__constant__ int table[%d] = {", n)
	for i := range n {
		fmt.Fprintf(&b, "%d, ", i*7919%1000)
	}
	b.WriteString("};\n__global__ void k(int *out) { out[threadIdx.x] = table[threadIdx.x]; }\n")
	return b.String()
}

// nested is a kernel of conditionals nested that deep.
func nested(depth int) string {
	return "__global__ void k(int *out, int n) {\n  int x = 0;\n" +
		strings.Repeat("if (n > 0) {\n", depth) + "x = 1;\n" + strings.Repeat("}\n", depth) +
		"  out[threadIdx.x] = x;\n}\n"
}

// parentheses is a kernel with an expression nested that deep.
func parentheses(depth int) string {
	return "__global__ void k(int *out, int n) { out[threadIdx.x] = " +
		strings.Repeat("(", depth) + "n" + strings.Repeat(")", depth) + "; }\n"
}
