package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/suite"
)

// cachedRun verifies a file with a cache and tells whether the verdict came from there.
func cachedRun(t *testing.T, file, dir string, flags ...string) (code int, cached bool, out string) {
	code, out, stderr := gv2("", append([]string{"verify", "--format", "json", "--cache", dir, file}, flags...)...)
	var doc struct{ Results []struct{ Cached bool } }
	require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
	require.NotEmpty(t, doc.Results)
	return code, doc.Results[0].Cached, out
}

// withoutTimes is a report without what differs from run to run.
func withoutTimes(t *testing.T, out string) any {
	var doc any
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "cached")
			for _, inner := range v {
				strip(inner)
			}
		case []any:
			for _, inner := range v {
				strip(inner)
			}
		}
	}
	strip(doc)
	return doc
}

// TestCachedVerdictsAreTheSame: what the cache gives is what was written, in every format.
func TestCachedVerdictsAreTheSame(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{
		"demo/racy.cu", "demo/fixed.cu", "kernels/named/24_arrive_runs_ahead_bug.cu", "kernels/divergence/52_data_dependent_loop_bug.cu",
		"kernels/preconditions/05_pitch_bug.cu", "kernels/faults/13_flag_store_bug.cu",
	} {
		file = filepath.Join("..", "..", "testdata", filepath.FromSlash(file))
		if _, err := os.Stat(file); err != nil {
			continue
		}
		code, cached, out := cachedRun(t, file, dir)
		assert.False(t, cached, file)
		again, cached, same := cachedRun(t, file, dir)
		assert.True(t, cached, file)
		assert.Equal(t, code, again, file)
		assert.Equal(t, withoutTimes(t, out), withoutTimes(t, same), file)
		for _, format := range []string{"text", "sarif", "junit", "csv", "github"} {
			_, text, _ := gv2("", "verify", "--format", format, "--cache", dir, file)
			_, fresh, _ := gv2("", "verify", "--format", format, file)
			assert.Equal(t, strings.Count(fresh, "\n"), strings.Count(text, "\n"), "%s %s", file, format)
		}
	}
}

// TestWhatDecidesIsInTheKey: file, includes, macros, flags and name.
func TestWhatDecidesIsInTheKey(t *testing.T) {
	dir, store := t.TempDir(), t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	text := "#include \"size.h\"\n__launch_bounds__(64)\n__global__ void k(int *p) { __shared__ int s[64]; s[threadIdx.x / N] = threadIdx.x; p[0] = 0; }\n"
	header := write("inc/size.h", "#define N 1\n")
	file := write("k.cu", text)
	flags := []string{"-I", filepath.Join(dir, "inc"), "--check", "data-race", "--intra-group"}
	run := func(more ...string) (int, bool) {
		code, cached, _ := cachedRun(t, file, store, append(flags, more...)...)
		return code, cached
	}
	expect := func(code int, cached bool, what string, more ...string) {
		t.Helper()
		c, hit := run(more...)
		assert.Equal(t, code, c, what)
		assert.Equal(t, cached, hit, what)
	}
	expect(exitProved, false, "first")
	expect(exitProved, true, "again")
	expect(exitProved, false, "a macro", "-D", "X=1")
	write("inc/size.h", "#define N 2\n")
	expect(exitRefuted, false, "an included file is different")
	expect(exitRefuted, true, "again")
	write("inc/size.h", "#define N 1\n")
	expect(exitProved, false, "as before; one entry is kept")
	write("size.h", "#define N 4\n")
	expect(exitRefuted, false, "a file that comes first")
	require.NoError(t, os.Remove(filepath.Join(dir, "size.h")))
	expect(exitProved, false, "it is gone")
	require.NoError(t, os.Remove(header))
	c, _ := run()
	assert.NotEqual(t, exitProved, c, "the header is missing")
	write("inc/size.h", "#define N 1\n")
	expect(exitProved, false, "the header is back")
	expect(exitProved, true, "again")
	expect(exitRefuted, false, "a property more", "--block-dim", "128", "--check", "array-bounds")
	write("k.cu", strings.Replace(text, "p[0] = 0", "p[0] = 1", 1))
	expect(exitProved, false, "the file is different")
	_, cached, _ := cachedRun(t, write("other.cu", text), store, flags...)
	assert.False(t, cached, "another name")
}

// TestUndecidedIsNotKept: more time, or a quieter machine, may decide it.
func TestUndecidedIsNotKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "k.cu")
	require.NoError(t, os.WriteFile(file, []byte("__launch_bounds__(64)\n__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) p[threadIdx.x * n + i] = i; }\n"), 0o644))
	for range 2 {
		code, cached, _ := cachedRun(t, file, dir, "--engine", "weft")
		assert.Equal(t, exitUndecided, code)
		assert.False(t, cached)
	}
}

func TestCacheUsage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, args := range [][]string{{"verify", "--cache", file, "-"}, {"suite", "--cache", file, "../../testdata/demo"}} {
		code, _, stderr := gv2(quietKernel, args...)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, stderr, "--cache")
	}
}

// TestSuiteWithCache: the second run starts no process, and agrees with the first.
func TestSuiteWithCache(t *testing.T) {
	dir := suiteTree(t, map[string]string{"quiet/kernel.cu": suiteQuiet, "racy/kernel.cu": suiteRacy})
	store := t.TempDir()
	started := 0
	start := func(ctx context.Context, args []string) suite.Run {
		started++
		return inThisProcess(ctx, args)
	}
	code, first, said := verifySuite(t, start, dir, "--format", "json", "--jobs", "1", "--cache", store)
	assert.Equal(t, exitProved, code, said)
	assert.Equal(t, 2, started)
	code, second, said := verifySuite(t, start, dir, "--format", "json", "--jobs", "1", "--cache", store)
	assert.Equal(t, exitProved, code, said)
	assert.Equal(t, 2, started)
	assert.Equal(t, strings.Count(first, "\"verdict\""), strings.Count(second, "\"verdict\""))
	assert.Equal(t, 2, strings.Count(second, "\"cached\": true"))
}
