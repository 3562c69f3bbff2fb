package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const quietText = "__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"

// TestLaunchSizes: sizes are those of the launches in the file unless flags or
// the leading comment say the block; the report says which launch it was.
func TestLaunchSizes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		args       []string
		said       []string
		code       int
	}{
		{"a launch", "void f() { k<<<4, 64>>>(p); }", nil, []string{"block (64,1,1), grid (4,1,1)", "blocks are as launched in <stdin>:2:12"}, exitProved},
		{"an open grid", "void f(int n) { k<<<n, 64>>>(p); }", nil, []string{"block (64,1,1), grid (any,1,1)"}, exitProved},
		{"two sizes", "void f() { k<<<4, 64>>>(p);\n k<<<2, 32>>>(p); }", nil,
			[]string{"block (64,1,1), grid (4,1,1)", "block (32,1,1), grid (2,1,1)", "launched in <stdin>:3:2"}, exitProved},
		{"one of two is known", "void f(int n) { k<<<4, 64>>>(p); k<<<4, n>>>(p); }", nil,
			[]string{"block (64,1,1)", "the launch in <stdin>:2:34 has blocks of this size, too; gv2 does not see their size: n is known only when the program runs"}, exitProved},
		{"the flag wins", "void f() { k<<<4, 64>>>(p); }", []string{"--block-dim", "32"}, []string{"block (32,1,1), grid (any,1,1)"}, exitProved},
		{"a grid by flag", "void f() { k<<<4, 64>>>(p); }", []string{"--grid-dim", "7"}, []string{"block (64,1,1), grid (7,1,1)"}, exitProved},
		{"not known", "void f(int n) { k<<<4, n>>>(p); }", nil,
			[]string{"block (any,1,1), grid (4,1,1)", "blocks have any size that the launch in <stdin>:2:17 may give them; gv2 does not see their size: n is known only when the program runs (it is a parameter) (--block-dim gives one)"}, exitUndecided},
		{"not known in one dimension", "void f(int n) { k<<<4, dim3(32, n)>>>(p); }", nil, []string{"block (32,any,1), grid (4,1,1)", "blocks have any size"}, exitUndecided},
		{"not launched", "", nil, []string{"how many threads does a block have? give --block-dim"}, exitUsage},
		{"the default", "void f(int n) { k<<<4, n>>>(p); }", []string{"--block-dim-default", "128"}, []string{"block (128,1,1), grid (4,1,1)"}, exitProved},
		{"the default, two grids", "void f(int n) { k<<<4, n>>>(p); k<<<2, n>>>(p); }", []string{"--block-dim-default", "128"}, []string{"block (128,1,1), grid (any,1,1)"}, exitProved},
		{"no need of the default", "void f() { k<<<4, 64>>>(p); }", []string{"--block-dim-default", "128"}, []string{"block (64,1,1), grid (4,1,1)"}, exitProved},
		{"a wrong default", "", []string{"--block-dim-default", "x"}, []string{"--block-dim-default \"x\": \"x\" is not a number"}, exitUsage},
		{"too many sizes", "void f() { k<<<1, 1>>>(p); k<<<1, 2>>>(p); k<<<1, 3>>>(p); k<<<1, 4>>>(p); k<<<1, 5>>>(p); }", nil,
			[]string{"block (4,1,1)", "the kernel is not launched with blocks (5,1,1) (line 2), which gv2 does not verify"}, exitProved},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"verify", "--engine", "weft", "--intra-group"}, c.args...)
			code, out, stderr := gv2(quietText+c.text, append(args, "-")...)
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			for _, said := range c.said {
				assert.Contains(t, out+stderr, said)
			}
		})
	}
}

// TestLaunchSizeOrder: what the comment says of the block wins over launches, and
// they over __launch_bounds__, which is but a bound.
func TestLaunchSizeOrder(t *testing.T) {
	const bounded = "__global__ void __launch_bounds__(256) k(int *p) { p[threadIdx.x] = 1; }\n"
	verify := func(text string) string {
		_, out, stderr := gv2(text, "verify", "--engine", "weft", "--intra-group", "-")
		return out + stderr
	}
	assert.Contains(t, verify("//--blockDim=32\n"+quietText+"void f() { k<<<4, 64>>>(p); }"), "block (32,1,1), grid (any,1,1)")
	assert.Contains(t, verify(bounded+"void f() { k<<<4, dim3(8, 8)>>>(p); }"), "block (8,8,1), grid (4,1,1)")
	assert.Contains(t, verify(bounded+"void f(int n) { k<<<4, n>>>(p); }"), "block (256,1,1)")
}

// TestLaunchSizesInJSON: one result for each size.
func TestLaunchSizesInJSON(t *testing.T) {
	code, out, stderr := gv2(quietText+"void f() { k<<<4, 64>>>(p); k<<<2, 32>>>(p); }", "verify", "--engine", "weft", "--intra-group", "--format", "json", "-")
	require.Equal(t, exitProved, code, stderr)
	var doc struct {
		Results []struct {
			Kernel   string `json:"kernel"`
			BlockDim [3]int `json:"block_dim"`
			GridDim  [3]int `json:"grid_dim"`
		} `json:"results"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Len(t, doc.Results, 2)
	assert.Equal(t, [3]int{64, 1, 1}, doc.Results[0].BlockDim)
	assert.Equal(t, [3]int{4, 1, 1}, doc.Results[0].GridDim)
	assert.Equal(t, [3]int{32, 1, 1}, doc.Results[1].BlockDim)
}

// TestTranslateLaunchSizes: a translation is of one size, the first, and says so.
func TestTranslateLaunchSizes(t *testing.T) {
	code, out, stderr := gv2(quietText+"void f() { k<<<4, 64>>>(p); k<<<2, 32>>>(p); }", "translate", "-")
	require.Equal(t, exitProved, code, stderr)
	assert.NotEmpty(t, out)
	assert.Contains(t, stderr, "k is launched with blocks of 2 sizes; this translation is for (64,1,1), of <stdin>:2:12; choose with --block-dim")
}

// TestPresumedBlocks: a kernel that nothing in the file launches is refuted for the default size only
// if it is faulty for the sizes that it may be written for.
func TestPresumedBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		said       []string
		code       int
	}{
		{"a tile of 8 by 8", "__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.y * 8 + threadIdx.x] = threadIdx.x; }\n",
			[]string{"proved if blockDim.x == 8 && blockDim.y == 8", "outside of the condition", "the 256,1,1 threads that are presumed"}, exitUndecided},
		{"an array of the block's size", "__global__ void k(int *a, const int *b) { __shared__ int t[128]; t[threadIdx.x] = b[threadIdx.x]; __syncthreads(); a[blockIdx.x * 128 + threadIdx.x] = t[127 - threadIdx.x]; }\n",
			[]string{"proved if blockDim.x == 128"}, exitUndecided},
		{"an element for each warp", "__global__ void k(int *a) { __shared__ int w[4]; if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = a[blockIdx.x]; __syncthreads(); a[gridDim.x + blockIdx.x * 128 + threadIdx.x] = w[3]; }\n",
			[]string{"proved if blockDim.x == 128"}, exitUndecided},
		{"faulty for all", "__global__ void k(int *a) { __shared__ int t[1024]; t[threadIdx.x] = a[threadIdx.x]; a[blockIdx.x * blockDim.x + threadIdx.x] = t[threadIdx.x ^ 1]; }\n",
			[]string{"refuted", "it is refuted for 4 other ordinary sizes"}, exitRefuted},
		{"a tile and a width", "__global__ void k(int *a, int w) { __shared__ int t[16][16]; t[threadIdx.y][threadIdx.x] = w; __syncthreads(); a[(blockIdx.y * 16 + threadIdx.y) * w + blockIdx.x * 16 + threadIdx.x] = t[threadIdx.x][threadIdx.y] + threadIdx.x; }\n",
			[]string{"proved if blockDim.x == 16 && blockDim.y == 16 && w >= 16 * gridDim.x", "the condition compares numbers"}, exitUndecided},
		{"rows within launch bounds", "__global__ void __launch_bounds__(128) k(int *a) { int r = blockIdx.x * blockDim.y + threadIdx.y; a[r * 32 + threadIdx.x] = r; }\n",
			[]string{"proved if blockDim.x == 32 && blockDim.y == 4", "the 128,1,1 threads that are presumed"}, exitUndecided},
		{"launch bounds in a row", "__global__ void __launch_bounds__(128) k(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n", []string{"refuted"}, exitRefuted},
		{"a size that launches exclude", "__global__ void k(int *a, int w, int h) { a[(blockIdx.x * blockDim.y + threadIdx.y) * (w / h) + threadIdx.x] = threadIdx.x; }\nvoid f(int *a, int w, int h, int n) { if (w > 128 || w < 16) return; dim3 b(w / h, h); k<<<n, b>>>(a, w, h); }\n",
			[]string{"blocks of (32,4,1) are presumed, because no values are found that reach the launches that gv2 sees with those of (256,1,1)", "blockDim.y == h", "proved"}, exitProved},
		{"launched", "__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }\nvoid f() { k<<<4, 256>>>(p); }\n", []string{"refuted"}, exitRefuted},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(c.text, "verify", "--block-dim-default", "256", "--all-faults=false", "-")
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			for _, said := range c.said {
				assert.Contains(t, out+stderr, said)
			}
		})
	}
}

// TestKernelsOfHeaders: a kernel of an included file that nothing launches is not looked at where its
// block size is not known, and that is said; of the file itself it is an error.
func TestKernelsOfHeaders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	header := write("k.h", "__global__ void other(int *o) { o[0] = threadIdx.x; }\n")
	main := write("k.cu", "#include \"k.h\"\n__global__ void mine(int *o) { o[blockIdx.x * 64 + threadIdx.x] = 1; }\nvoid run(int *o) { mine<<<2, 64>>>(o); }\n")
	code, out, stderr := gv2("", "verify", "-q", main)
	assert.Equal(t, exitProved, code, stderr)
	assert.NotContains(t, out, "kernel other")
	assert.Contains(t, stderr, "warning: kernel other is not looked at")
	code, out, _ = gv2("", "verify", "-q", "--kernel", "other", "--block-dim", "64", main)
	assert.Equal(t, exitRefuted, code, out)
	code, _, stderr = gv2("", "verify", "-q", "--lang", "cuda", header)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "how many threads does a block have?")
}
