package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/boogietest"
)

var whyLine = regexp.MustCompile(`^\s*//( why: |      )`)

// withoutWhy is a text without the comments of --annotate.
func withoutWhy(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if !whyLine.MatchString(line) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// TestAnnotatedTextIsTheSame: but for its comments the program is what it was, and each construct is explained once.
func TestAnnotatedTextIsTheSame(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/*/*_ok.cu")
	require.NoError(t, err)
	seen, constructs := 0, map[string]int{}
	for i, file := range files {
		if i%29 != 0 {
			continue
		}
		code, plain, _ := gv2("", "translate", file)
		if code != exitProved {
			continue
		}
		seen++
		code, text, said := gv2("", "translate", "--annotate", file)
		require.Equal(t, exitProved, code, said)
		assert.Equal(t, plain, withoutWhy(text), file)
		boogietest.Parse(t, text)
		for line := range strings.Lines(text) {
			if whyLine.MatchString(line) {
				assert.LessOrEqual(t, len(strings.TrimSpace(line)), 120)
			}
		}
		for _, what := range []string{"LOG_", "CHECK_", "RESOLVE_", "BARRIER", "SYNC_", "ARRIVE_"} {
			declared := regexp.MustCompile(`(?m)^procedure (\{:inline 1\} )?` + what)
			explained := regexp.MustCompile(`(?m)^// (why: |     ).*\nprocedure (\{:inline 1\} )?` + what)
			if declared.MatchString(plain) {
				constructs[what]++
				assert.Regexp(t, explained, text, "%s in %s", what, file)
			}
		}
	}
	assert.Greater(t, seen, 10)
	for _, what := range []string{"LOG_", "CHECK_", "BARRIER"} {
		assert.NotZero(t, constructs[what], what)
	}
}

func TestAnnotateSaysWhy(t *testing.T) {
	code, text, said := gv2(stagedKernel, "translate", "--annotate", "--block-dim", "64", "--grid-dim", "1", "-")
	require.Equal(t, exitProved, code, said)
	for _, want := range []string{
		"// why: a proof about two threads",
		"// why: thread 1 makes an access and notes it, or not: with havoc track",
		"// why: it has no body, only a condition",
		"//      source 0: write of s, <stdin>:7\n//      source 1: read of s, <stdin>:9\n//      source 2: write of p, <stdin>:9\nprocedure k()",
		"  // why: predication: ",
	} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "may note", "CHECK compares where barriers are not counted")
	_, text, _ = gv2("", "translate", "--annotate", "../../testdata/kernels/generations/01_single_buffer_ok.cu")
	assert.NotContains(t, text, "checked against all", "thread 2 logs its access where barriers are counted")
	assert.Contains(t, text, "An invariant with _b in front")
	_, text, _ = gv2("", "translate", "--annotate", "--invariants", "none", "../../testdata/kernels/generations/01_single_buffer_ok.cu")
	assert.NotContains(t, text, "_b in front", "there are no guesses")
}

// TestOneProcedure: each procedure of a translation stands alone, and what is said of them together is what is said of the whole.
func TestOneProcedure(t *testing.T) {
	for _, file := range []string{"demo/racy.cu", "demo/fixed.cu", "kernels/generations/01_single_buffer_ok.cu", "kernels/named/24_arrive_runs_ahead_bug.cu"} {
		file = filepath.Join("..", "..", "testdata", filepath.FromSlash(file))
		code, whole, _ := gv2("", "translate", file)
		if code != exitProved {
			continue
		}
		names := boogie.Implemented(boogietest.Parse(t, whole))
		require.NotEmpty(t, names, file)
		want, _, _ := gv2("", "translate", "--run", "--solver", "z3", file)
		var codes []int
		for _, name := range names {
			code, text, said := gv2("", "translate", "--procedure", name, file)
			require.Equal(t, exitProved, code, said)
			assert.Equal(t, []string{name}, boogie.Implemented(boogietest.Parse(t, text)), file)
			if len(names) > 1 {
				assert.Contains(t, text, "// only procedure "+name+"; a proof of the kernel needs")
				assert.Less(t, len(text), len(whole))
			}
			code, _, _ = gv2("", "translate", "--run", "--solver", "z3", "--procedure", name, file)
			codes = append(codes, code)
		}
		assert.Equal(t, want, worstCode(codes), file)
	}
	code, _, said := gv2(quietKernel, "translate", "--block-dim", "64", "--procedure", "none", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "--procedure none: choose one of k")
}
