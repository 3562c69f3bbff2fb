package main

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/testdata/generate"
)

const robustDir = "../../testdata/robust/"

// TestRobustInputs: broken, deep and unusual files neither crash nor hang nor
// end in a wrong verdict. A fault of the input is reported with its place.
func TestRobustInputs(t *testing.T) {
	expected := map[string]struct {
		code int
		said string
	}{
		"empty.cu":                   {exitUsage, "no __global__ function in"},
		"host_only.cu":               {exitUsage, "no __global__ function in"},
		"binary.cu":                  {exitUsage, "binary.cu:"},
		"nul_bytes.cu":               {exitUsage, "nul_bytes.cu:"},
		"unterminated_comment.cu":    {exitUsage, "unterminated_comment.cu:"},
		"unterminated_string.cu":     {exitUsage, "unterminated_string.cu:"},
		"unterminated_char.cu":       {exitUsage, "unterminated_char.cu:"},
		"unterminated_raw_string.cu": {exitUsage, "unterminated_raw_string.cu:"},
		"unterminated_if.cu":         {exitUsage, "unterminated_if.cu:"},
		"unterminated_body.cu":       {exitUsage, "unterminated_body.cu:"},
		"stray_braces.cu":            {exitUsage, "stray_braces.cu:"},
		"include_itself.cu":          {exitUsage, "include_itself.cu:"},
		"macro_recursion.cu":         {exitProved, "kernel"},
		"crlf.cu":                    {exitProved, "kernel"},
		"bom.cu":                     {exitProved, "kernel"},
		"no_final_newline.cu":        {exitProved, "kernel"},
		"deep_nesting.cu":            {exitProved, "kernel"},
		"too_deep_parentheses.cu":    {exitUsage, "too_deep_parentheses.cu:"},
	}
	files, err := filepath.Glob(robustDir + "*.cu")
	require.NoError(t, err)
	require.Len(t, files, len(expected), "every file has an expectation")
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			want, ok := expected[name]
			require.True(t, ok)
			code, out, stderr := gv2("", "verify", "--self-check", path)
			assert.Equal(t, want.code, code, "%.2000s%.2000s", out, stderr)
			assert.Contains(t, out+stderr, want.said)
			assert.Equal(t, want.code == exitProved, strings.Contains(out, ": proved"), out)
		})
	}
}

// TestLargeInputs: size alone is no trouble.
func TestLargeInputs(t *testing.T) {
	for name, text := range map[string]string{
		"10,000 lines":     generate.StraightLine(10000),
		"30,000 constants": generate.Initialiser(30000),
		"200 deep":         generate.DeepNesting(200),
	} {
		t.Run(name, func(t *testing.T) {
			code, out, stderr := gv2(text, "translate", "--self-check", "-")
			assert.Equal(t, exitProved, code, "%.2000s", stderr)
			assert.Contains(t, out, "procedure")
		})
	}
}

// TestDepthIsLimited: what is too deep is refused with a position; no depth
// overflows the stack.
func TestDepthIsLimited(t *testing.T) {
	kernel := func(value string) string { return "__global__ void k(int *p, int n) { p[0] = " + value + "; }\n" }
	for name, text := range map[string]string{
		"blocks":      generate.DeepNesting(100000),
		"parentheses": kernel(strings.Repeat("(", 100000) + "n" + strings.Repeat(")", 100000)),
		"unary":       kernel(strings.Repeat("- ", 100000) + "1"),
		"ternary":     kernel(strings.Repeat("n ? 1 : ", 100000) + "1"),
		"sum":         kernel(strings.Repeat("n + ", 100000) + "1"),
		"else if":     "__global__ void k(int *p, int n) {\n" + strings.Repeat("if (n == 1) p[0] = 1; else ", 2000) + "p[1] = 1; }\n",
		"conditions":  strings.Repeat("#if 1\n", 100000) + kernel("1") + strings.Repeat("#endif\n", 100000),
		"casts":       kernel(strings.Repeat("(int)", 100000) + "1"),
		"pointers":    "__global__ void k(int " + strings.Repeat("*", 100000) + "p) {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			code, _, stderr := gv2(text, "translate", "--block-dim", "1", "--grid-dim", "1", "-")
			assert.Contains(t, []int{exitProved, exitUnsupported, exitUsage}, code, "%.2000s", stderr)
			if code != exitProved {
				assert.Regexp(t, `<stdin>:\d+:\d+: (error|unsupported): `, stderr)
			}
		})
	}
}

// FuzzTranslate: no input makes the front end or the translation panic, and what
// is translated is accepted by the checks of every tree.
func FuzzTranslate(f *testing.F) {
	fuzzing := flag.Lookup("test.fuzz").Value.String() != ""
	for i, path := range kernelFiles(f) {
		if !fuzzing || i%20 == 0 { // each of them counts as one of the inputs that a run is to try
			f.Add(readFile(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, _, stderr := gv2(text, "translate", "--self-check", "--block-dim", "32", "--grid-dim", "2", "-")
		assert.NotEqual(t, exitTool, code, stderr)
	})
}
