package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOddInputs: large, deep, empty and broken files neither crash nor hang nor
// end in a wrong verdict.
func TestOddInputs(t *testing.T) {
	flags := []string{"--block-dim", "64", "--grid-dim", "1", "-"}
	for _, c := range []struct {
		name, text string
		code       int
		said       string
	}{
		{"10,000 lines", straightLine(10000), exitProved, ""},
		{"30,000 constants", constantTable(30000), exitProved, ""},
		{"200 deep", nested(200), exitProved, ""},
		{"host code only", "#include <vector>\n#include <cstdio>\nstatic std::vector<int> v;\nint main(int argc, char **argv) { auto f = [&](int x) { return x + argc; }; std::printf(\"%d\\n\", f(1)); }\n", exitUsage, "no __global__ function"},
		{"empty", "", exitUsage, "no __global__ function"},
		{"blank", " \n\t\n", exitUsage, "no __global__ function"},
		{"comment only", "// nothing here\n", exitUsage, "no __global__ function"},
		{"open comment", "__global__ void k(int *p) { p[0] = 1; /* and then\n}\n", exitUsage, "<stdin>:1:39"},
		{"open string", "__global__ void k(int *p) { printf(\"x\n); }\n", exitUsage, "<stdin>:1:"},
		{"open brace", "__global__ void k(int *p) { p[0] = 1;\n", exitUsage, "<stdin>:"},
		{"null bytes", strings.Repeat("\x00", 1000), exitUsage, "<stdin>"},
		{"binary", garbage(20000), exitUsage, "<stdin>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(c.text, append([]string{"translate"}, flags...)...)
			assert.Equal(t, c.code, code, "%.2000s", stderr)
			assert.Contains(t, stderr, c.said)
			if code != exitProved {
				assert.Empty(t, out)
			}
		})
	}
}

// TestDepthIsLimited: what is too deep is refused with a position; no depth
// overflows the stack.
func TestDepthIsLimited(t *testing.T) {
	for name, text := range map[string]string{
		"blocks": nested(100000), "parentheses": parentheses(100000),
		"unary":   "__global__ void k(int *p) { p[0] = " + strings.Repeat("- ", 100000) + "1; }\n",
		"ternary": "__global__ void k(int *p, int n) { p[0] = " + strings.Repeat("n ? 1 : ", 100000) + "1; }\n",
		"macros":  "#define A A A\n" + strings.Repeat("#if 1\n", 100000) + "__global__ void k(int *p) {}\n" + strings.Repeat("#endif\n", 100000),
	} {
		t.Run(name, func(t *testing.T) {
			code, _, stderr := gv2(text, "translate", "--block-dim", "64", "-")
			assert.Contains(t, []int{exitProved, exitUnsupported, exitUsage}, code, "%.2000s", stderr)
			if code != exitProved {
				assert.Regexp(t, `<stdin>:\d+:\d+: (error|unsupported): `, stderr)
			}
		})
	}
}

// garbage is the same random bytes every time.
func garbage(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return string(b)
}

// FuzzTranslate: no input makes the whole front end and translation panic, and
// what is translated is accepted by the checks of every tree.
func FuzzTranslate(f *testing.F) {
	for _, path := range kernelFiles(f) {
		f.Add(readFile(f, path))
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, _, stderr := gv2(text, "translate", "--self-check", "--block-dim", "32", "--grid-dim", "2", "-")
		assert.NotEqual(t, exitTool, code, stderr)
	})
}
