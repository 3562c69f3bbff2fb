// Package generate writes large CUDA kernels for tests of robustness and for
// benchmarks: long straight-line code, big constant tables, deep nesting.
//
// Every kernel is legal CUDA, free of races and of barrier divergence, and is
// meant for blocks of BlockSize threads and one block; the text depends on the
// argument only, so that runs can be compared.
package generate

import (
	"fmt"
	"strings"
)

// BlockSize is the number of threads of a block that the kernels are written
// for.
const BlockSize = 64

// BarrierEvery is the number of lines of StraightLine between two barriers.
const BarrierEvery = 500

// straightHead and straightTail frame the body of StraightLine. Counts in the
// tests rely on their lengths, not on their texts.
var (
	straightHead = []string{
		"//pass",
		fmt.Sprintf("//--blockDim=%d --gridDim=1", BlockSize),
		"__global__ void straight(const int *in, int *out, int n) {",
		fmt.Sprintf("  __shared__ int s[%d];", BlockSize),
		"  int t = threadIdx.x;",
		"  int a = n, b = 1, c = 2, d = 3;",
		"  s[t] = 0;",
	}
	straightTail = []string{
		"  out[t] = a + b + c + d + s[t];",
		"}",
	}
)

// StraightLine returns a kernel whose body holds exactly lines lines of varied
// straight-line code (arithmetic, loads, stores, conditionals, shared accesses)
// between a fixed head and tail, with a barrier every BarrierEvery lines. A
// thread touches only its own element of s and of out, so it has no race.
func StraightLine(lines int) string {
	var b strings.Builder
	writeLines(&b, straightHead)
	for i := range lines {
		b.WriteString(straightStatement(i))
		b.WriteByte('\n')
	}
	writeLines(&b, straightTail)
	return b.String()
}

// straightStatement is line i of the body; one of a dozen forms, with constants
// that differ from line to line.
func straightStatement(i int) string {
	if (i+1)%BarrierEvery == 0 {
		return "  __syncthreads();"
	}
	x, y := "abcd"[i%4], "abcd"[(i/4+1)%4]
	switch i % 12 {
	case 0:
		return fmt.Sprintf("  %c = %c + %d;", x, y, i)
	case 1:
		return fmt.Sprintf("  %c = in[t + %d];", x, i*BlockSize)
	case 2:
		return fmt.Sprintf("  if (%c > %d) %c = %d;", x, i, y, i%97)
	case 3:
		return fmt.Sprintf("  s[t] = %c;", x)
	case 4:
		return fmt.Sprintf("  %c -= %c;", x, y)
	case 5:
		return fmt.Sprintf("  %c = s[t] + %d;", x, i%31)
	case 6:
		return fmt.Sprintf("  { int u%d = %c; %c = u%d < 0 ? -u%d : u%d; }", i, x, y, i, i, i)
	case 7:
		return fmt.Sprintf("  out[t] = %c + %d;", x, i)
	case 8:
		return fmt.Sprintf("  if (t < %d) { %c = %c; } else { s[t] = %d; }", i%BlockSize, x, y, i)
	case 9:
		return fmt.Sprintf("  %c = (%c + %d) & %d;", x, y, i, 1<<(i%8+1)-1)
	case 10:
		return fmt.Sprintf("  out[t + %d] = s[t];", i*BlockSize)
	default:
		return fmt.Sprintf("  %c = %c == %d && %c != 0 ? %d : %c;", x, y, i, x, i%13, x)
	}
}

// Initialiser returns a kernel that looks values up in a __constant__ table
// with an initialiser of n constants, ten on a line. n below 1 counts as 1, as C
// has no empty tables.
func Initialiser(n int) string {
	n = max(n, 1)
	var b strings.Builder
	fmt.Fprintf(&b, "//pass\n//--blockDim=%d --gridDim=1\n", BlockSize)
	fmt.Fprintf(&b, "__constant__ int table[%d] = {", n)
	for i := range n {
		if i%10 == 0 {
			b.WriteString("\n   ")
		}
		fmt.Fprintf(&b, " %d,", tableEntry(i))
	}
	b.WriteString("\n};\n\n")
	b.WriteString("__global__ void lookup(const unsigned *key, int *out) {\n")
	fmt.Fprintf(&b, "  out[threadIdx.x] = table[key[threadIdx.x] %% %du];\n}\n", n)
	return b.String()
}

// tableEntry is constant i of the table: of either sign and several lengths.
func tableEntry(i int) int { return (i*7919)%100003 - 50000 }

// DeepNesting returns a kernel with depth nested if statements, a block in each,
// around one assignment. All conditions are uniform, and the deepest block holds
// a barrier.
func DeepNesting(depth int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//pass\n//--blockDim=%d --gridDim=1\n", BlockSize)
	b.WriteString("__global__ void nest(int *out, int n) {\n  int v = 0;\n")
	for i := range depth {
		fmt.Fprintf(&b, "if (n > %d) {\n", i)
	}
	b.WriteString("__syncthreads();\nv = n;\n")
	b.WriteString(strings.Repeat("}\n", depth))
	b.WriteString("  out[threadIdx.x] = v;\n}\n")
	return b.String()
}

// DeepExpression returns a kernel that stores one expression with depth nested
// parentheses.
func DeepExpression(depth int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//pass\n//--blockDim=%d --gridDim=1\n", BlockSize)
	b.WriteString("__global__ void expression(int *out, int n) {\n  out[threadIdx.x] = ")
	b.WriteString(strings.Repeat("(", depth))
	b.WriteString("n")
	for i := range depth {
		fmt.Fprintf(&b, " + %d)", i%10)
	}
	b.WriteString(";\n}\n")
	return b.String()
}

func writeLines(b *strings.Builder, lines []string) {
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
}
