package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reportOf is the text report on a kernel, which is in file.cu of the folder "".
func reportOf(t *testing.T, kernel string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.cu")
	require.NoError(t, os.WriteFile(path, []byte(kernel), 0o644))
	var out bytes.Buffer
	run(context.Background(), withEffort(append([]string{"verify", path}, flags...)), streams{in: strings.NewReader(""), out: &out, err: &out})
	return strings.ReplaceAll(out.String(), filepath.Dir(path)+string(filepath.Separator), "")
}

// dynamic is a kernel that needs 65 elements, launched with so many bytes.
func dynamic(bytes string) string {
	return `__global__ void k(int *p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x + 1];
}
void f() { k<<<1, 64, ` + bytes + `>>>(p); }`
}

// TestReports: what reports say, and what they do not.
func TestReports(t *testing.T) {
	for _, c := range []struct {
		name, kernel string
		flags        []string
		says, not    []string
	}{
		{"block of both threads, executed", `//--blockDim=64 --gridDim=4
__global__ void k(int *a) { if (blockIdx.x == 3) a[7] = threadIdx.x; }`, nil,
			[]string{"writes here too, in block (3,0,0) ("}, nil},
		{"first block", `//--blockDim=64 --gridDim=4
__global__ void k(int *a) { if (blockIdx.x == 0) a[7] = threadIdx.x; }`, nil,
			[]string{"writes here too ("}, []string{"block (0"}},
		{"block of a barrier's fault", `//--blockDim=64 --gridDim=4
__global__ void k(int *a) { if (blockIdx.x == 2 && threadIdx.x < 3) __syncthreads(); }`, nil,
			[]string{"threads 3-63 have exited, in block (2,0,0); the condition at file.cu:2:29 parts them\n"}, nil},
		{"block of both threads, and the input", `//--blockDim=64 --gridDim=4
__global__ void k(const int *in, int n) {
  __shared__ int s[64];
  if (blockIdx.x == 3 && n == 1) s[in[threadIdx.x] & 63] = threadIdx.x;
}`, nil,
			[]string{"too, in block (3,0,0)\n", "      with n = 1, in["}, nil},
		{"divergence by an input", `//--blockDim=64 --gridDim=4
__global__ void k(const int *in) { if (blockIdx.x == 2 && in[threadIdx.x] < 3) __syncthreads(); }`, nil,
			[]string{" reaches this barrier, thread (", ",0,0) does not, in block (2,0,0); ", "      with in[", "behaviour after the fault at file.cu:2:80 is undefined\n"},
			[]string{"--grid-dim of at most", "rests on", "left open by the exact engine"}},
		{"one thread of an assertion", `//--blockDim=64 --gridDim=1
__global__ void k(const int *in) { if (threadIdx.x == 5) assert(in[threadIdx.x] != 7); }`, nil,
			[]string{"can fail: in[threadIdx.x] != 7, in thread (5,0,0)\n", "with in[5] = 7\n"}, []string{" or thread"}},
		{"both threads of an assertion", `//--blockDim=64 --gridDim=1
__global__ void k(const int *in) { __assert(in[threadIdx.x] == __other_int(in[threadIdx.x])); }`, nil,
			[]string{", for thread (", " and thread ("}, []string{" or thread"}},
		{"after a fault for one value", `//--blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
  a[threadIdx.x] = n;
}`, nil,
			[]string{"data-race            unknown  weft", "behaviour after the fault at file.cu:4:3 is undefined", " s, for the same reason\n",
				"file.cu:3:25: note: threads"}, []string{"--param", "generation 1"}},
		{"a barrier with too few threads", `//--blockDim=64 --gridDim=1
__global__ void k(int *a) { asm volatile("bar.sync 1, 96;"); }`, nil,
			[]string{"wait at barrier 1 (generation 1: expects 96, has 64)"}, []string{"note:"}},
		{"barriers that wait for each other", `//--blockDim=64 --gridDim=1
__global__ void k(int *a) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;"); else asm volatile("bar.sync 2, 64;");
}`, nil,
			[]string{"note: threads 0-31 wait at barrier 1, generation 1", "note: threads 32-63 wait at barrier 2"}, nil},
		{"after a race that decides what threads do", `//--blockDim=64 --gridDim=1
__global__ void k(int *a, const int *in) {
  __shared__ int n;
  n = in[threadIdx.x];
  if (n > 3) __syncthreads();
}`, nil,
			[]string{"data-race            refuted", "for the same reason"}, []string{"follows from", "which is unknown"}},
		{"same value in a loop", `//--blockDim=64 --gridDim=1
__global__ void k(int n, int m, int *r) {
  __shared__ int s[4];
  for (int i = 0; i < n; i++) s[0] = 1;
  if (threadIdx.x * m == 77) r[threadIdx.x] = 3;
}`, nil,
			[]string{"file.cu:4:31: warning: benign write-write race on s[0]", "kernel k: proved"}, nil},
		{"only between the blocks of an open grid", `//--blockDim=64
__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x + blockIdx.x; }`, nil,
			[]string{"kernel k: refuted", "  safe if gridDim.x == 1 (sufficient)\n"}, nil},
		{"only between the blocks of a grid open in two dimensions", `//--blockDim=8,8
__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.y * 8 + threadIdx.x] += blockIdx.x * 3 + blockIdx.y; }`, nil,
			[]string{"kernel k: refuted", "  safe if gridDim.x == 1 && gridDim.y == 1 ("}, nil},
		{"beyond the dynamic shared memory of the launch", dynamic(`64 * sizeof(int)`), []string{"--check-array-bounds"},
			[]string{"access out of bounds: s[threadIdx.x + 1], where s has 64 elements, in thread (63,0,0): index 64\n",
				"blocks are as launched in file.cu:7:12, with 256 bytes of dynamic shared memory\n"}, []string{"--shared-bytes"}},
		{"within the dynamic shared memory of the launch", dynamic(`65 * sizeof(int)`), []string{"--check-array-bounds"},
			[]string{"array-bounds         proved", "with 260 bytes of dynamic shared memory\n"}, []string{"--shared-bytes"}},
		{"dynamic shared memory that is not known", dynamic(`n`), []string{"--check-array-bounds"},
			[]string{"accesses stay within s of dynamic shared memory, whose size is not known (--shared-bytes)"}, []string{"bytes of dynamic"}},
		{"dynamic shared memory by flag", dynamic(`64 * sizeof(int)`), []string{"--check-array-bounds", "--shared-bytes", "260"},
			[]string{"array-bounds         proved"}, []string{"256 bytes"}},
		{"block of an assertion", `//--blockDim=64 --gridDim=4
__global__ void k(int *a) { if (blockIdx.x == 2) __assert(threadIdx.x < 40); a[blockIdx.x] = 3; }`, []string{"--engine", "weft"},
			[]string{"assertion fails: threadIdx.x < 40, in thread (40,0,0), in block (2,0,0)\n"}, nil},
		{"one statement that reads and writes", `//--blockDim=64 --gridDim=2
struct pair { int at, other; };
__global__ void k(const pair *p, int *bins) {
  bins[p[threadIdx.x].at & 7] += 1;
}`, nil,
			[]string{"race on bins[", "writes here (threads of different blocks race here, too)\n", "      with p[", "].at = "}, []string{"checks"}},
		{"many races that one barrier is missing for", `//--blockDim=32 --gridDim=1
__global__ void k(volatile int *s) {
  s[threadIdx.x] = 1;
  s[threadIdx.x + 1] = 2;
  s[threadIdx.x + 2] = 3;
  s[threadIdx.x + 3] = 4;
}`, nil,
			[]string{"note: 2 more races on s: lines 4 and 6, 5 and 6\n"}, []string{"file.cu:5:3: error"}},
		{"elements that Boogie knows enough of", `//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *a) { if (in[threadIdx.x] == threadIdx.x) a[in[threadIdx.x]] = threadIdx.x; }`, nil,
			[]string{"data-race            proved   boogie"}, []string{"whose element is not known"}},
		{"elements that nobody knows", `//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *a) { a[64 * in[threadIdx.x] + threadIdx.x] = threadIdx.x; }`, []string{"--engine", "weft"},
			[]string{"64 accesses whose element is not known (file.cu:2:44)"}, nil},
		{"between blocks, and within one", `//--blockDim=64
__global__ void k(int *a) { a[threadIdx.x / 2] = threadIdx.x; }`, nil,
			[]string{"kernel k: refuted"}, []string{"safe if"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := reportOf(t, c.kernel, c.flags...)
			for _, s := range c.says {
				assert.Contains(t, text, s)
			}
			for _, s := range c.not {
				assert.NotContains(t, text, s)
			}
		})
	}
}
