package suite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const quiet = "//pass\n__global__ void k() { }\n"

// tree writes files below a new directory.
func tree(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// TestDirectories: kernels with one name in several directories have different
// names in the result, and one that is found twice is verified once.
func TestDirectories(t *testing.T) {
	dir := tree(t, map[string]string{
		"a/one/kernel.cu": quiet, "a/two/kernel.cu": quiet, "a/two/deep/kernel.cu": quiet, "a/three.cu": quiet,
	})
	names := func(dirs ...string) (list []string) {
		for i := range dirs {
			dirs[i] = filepath.Join(dir, dirs[i])
		}
		cases, err := Find(dirs)
		require.NoError(t, err)
		for _, c := range cases {
			list = append(list, c.Name)
		}
		return list
	}
	assert.Equal(t, []string{"deep/kernel.cu", "kernel.cu"}, names("a/two"), "below the directory")
	assert.Equal(t, []string{"one/kernel.cu", "two/deep/kernel.cu", "two/kernel.cu"}, names("a/one", "a/two"))
	assert.Equal(t, []string{"one/kernel.cu", "three.cu"}, names("a/one", "a/three.cu"))
	assert.Equal(t, []string{"two/deep/kernel.cu", "two/kernel.cu"}, names("a/two", "a/two/deep"), "each once")
	assert.Equal(t, []string{"one/kernel.cu"}, names("a/one", "a/one"))
	assert.Equal(t, []string{"kernel.cu"}, names("a/one/kernel.cu"))
}

// A value may follow its option behind a blank, as in what gv2 verify reads.
func TestOptionWords(t *testing.T) {
	assert.Equal(t, []string{"--param=n=16", "--blockDim=64", "-DX=1", "-Iinc", "-DY", "--only-divergence", "--block-dim=[8,8]", "stray"},
		optionWords(" --param n=16 --blockDim=64 -D X=1 -I inc -DY --only-divergence --block-dim [8,8] stray"))
	_, ignored := verifyFlags(optionWords("--blockDim=64 --param n=16"))
	assert.Empty(t, ignored)
	assert.Equal(t, []string{"--block-dim=64", "--param=n=16"}, launchFlags(optionWords("--blockDim 64 --param n=16")))
}

func TestVerifyFlags(t *testing.T) {
	flags, ignored := verifyFlags(strings.Fields("--blockDim=64 --gridDim=[2,2] -DX=1 --only-intra-group --only-divergence --no-infer --loop-unwind=3 --warp-sync=32 --no-inline --equality-abstraction --boogie-file=a.bpl --time"))
	assert.Equal(t, []string{"--constant-tables=unknown", "--intra-group", "--check=barrier-divergence", "--invariants=none", "--engine=boogie", "--loop-unroll=3", "--warp-sync"}, flags)
	require.Len(t, ignored, 4)
	for i, name := range []string{"--no-inline (", "--equality-abstraction (", "--boogie-file (", "--time ("} {
		assert.Contains(t, ignored[i], name)
	}
	flags, ignored = verifyFlags([]string{"--warp-sync=16"})
	assert.Equal(t, []string{"--constant-tables=unknown"}, flags)
	assert.Equal(t, []string{"--warp-sync (warps have 32 threads, not 16)"}, ignored)
	flags, _ = verifyFlags([]string{"--blockDim=[4,4]", "--warp-sync=16"})
	assert.Equal(t, []string{"--constant-tables=unknown", "--warp-sync"}, flags)
	flags, ignored = verifyFlags([]string{"--warp-sync=16", "--blockDim=17"})
	assert.Len(t, ignored, 1)
	assert.Len(t, flags, 1)
	flags, ignored = verifyFlags(nil)
	assert.Empty(t, flags)
	assert.Empty(t, ignored)
}

func TestExpectation(t *testing.T) {
	for line, want := range map[string]string{
		"//pass": "pass", "//PASS\r": "pass", "// xfail:bugle_error": "xfail:BUGLE_ERROR", "//XFAIL:NOT_ALL_VERIFIED": "xfail:NOT_ALL_VERIFIED",
		"//xfail:data-race": "xfail:data-race", "//xfail:BARRIER_DIVERGENCE": "xfail:barrier-divergence", "//xfail:no-such": "",
		"//passing": "", "pass": "", "//xfail": "", "//xfail:a b": "", "": "",
	} {
		got, ok := expectation(line)
		assert.Equal(t, want, got, line)
		assert.Equal(t, want != "", ok, line)
	}
}

// TestCodes: a code that is not known is an error, not a fault of any kind.
func TestCodes(t *testing.T) {
	dir := tree(t, map[string]string{"k.cu": "//xfail:NONSENSE\n"})
	_, err := Find([]string{dir})
	assert.ErrorContains(t, err, "k.cu:1: xfail:NONSENSE: the code is a property (data-race, barrier-divergence, ")
	for _, code := range append([]string{"data-race", "ARRAY_BOUNDS"}, gpuverifyCodes...) {
		_, err := Find([]string{tree(t, map[string]string{"k.cu": "//xfail:" + code + "\n"})})
		assert.NoError(t, err, code)
	}
}

// sleeps is set in the environment of a process of this test that does not end by itself.
const sleeps = "GV2_TEST_SLEEPS"

// TestSleeper is that process.
func TestSleeper(t *testing.T) {
	if os.Getenv(sleeps) != "" {
		time.Sleep(time.Hour)
	}
}

// TestOwnProcess: a process that does not end is stopped.
func TestOwnProcess(t *testing.T) {
	t.Setenv(sleeps, "1")
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	run := OwnProcess(ctx, []string{"-test.run=^TestSleeper$"})
	assert.ErrorIs(t, run.Err, context.DeadlineExceeded)
	run = OwnProcess(context.Background(), []string{"-test.run=TestNothingOfThisName"})
	assert.NoError(t, run.Err)
	assert.Positive(t, run.CPU)
}
