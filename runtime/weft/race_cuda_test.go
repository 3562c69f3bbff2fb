package weft

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/emulate"
)

// races of kernels, each with the expected finding: the kinds and lines of both
// accesses; "benign" in front, or "maybe" if the input decides.
var racyKernels = []struct {
	name, text string
	want       []string
}{
	{"reversal without barrier", `__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[63 - t];
}`, []string{"write-read 4 5"}},
	{"reversal with barrier", `__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[63 - t];
}`, nil},
	{"the next round writes too early", `__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, acc = 0;
  for (int i = 0; i < 4; ++i) {
    s[t] = in[i * 64 + t];
    __syncthreads();
    acc += s[63 - t];
  }
  out[t] = acc;
}`, []string{"read-write 7 5"}},
	{"wide stores over narrow ones", `__global__ void k(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  ((float4 *)s)[t] = make_float4(0, 0, 0, 0);
  s[t] = 1;
  __syncthreads();
  out[t] = s[t];
}`, []string{"write-write 4 5"}},
	{"a number that is known keeps threads apart", `__global__ void k(int *out) {
  __shared__ int s[64];
  float x = 2;
  if (x < 1) s[0] = threadIdx.x;
  s[threadIdx.x] = 1;
}`, nil},
	{"a number that is known does not", `__global__ void k(int *out) {
  __shared__ int s[64];
  float x = 2;
  if (x > 1) s[0] = threadIdx.x;
}`, []string{"write-write 4 4"}},
	{"a number that is not known changes nothing", `__global__ void k(const float *in, int *out) {
  __shared__ int s[64];
  float x = in[threadIdx.x] * 2;
  if (x < 1) s[threadIdx.x] = 1;
}`, nil},
	{"a number that is not known decides", `__global__ void k(const float *in, int *out) {
  __shared__ int s[64];
  float x = in[threadIdx.x] * 2;
  if (x < 1) s[0] = threadIdx.x;
}`, []string{"maybe write-write 4 4"}},
	{"all threads set one flag", `__global__ void k(int *out) {
  __shared__ int flag;
  flag = 1;
  __syncthreads();
  out[threadIdx.x] = flag;
}`, []string{"benign write-write 3 3"}},
	{"all threads set one flag to what they all read", `__global__ void k(const int *in, int *out) {
  __shared__ int flag;
  flag = in[3] + 1;
  __syncthreads();
  out[threadIdx.x] = flag;
}`, []string{"benign write-write 3 3"}},
	{"all threads set one flag to values of their own", `__global__ void k(const int *in, int *out) {
  __shared__ int flag;
  flag = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = flag;
}`, []string{"write-write 3 3"}},
	{"a flag that the input sets", `__global__ void k(const int *in, int *out) {
  if (in[threadIdx.x] < 0) out[0] = threadIdx.x;
}`, []string{"maybe write-write 2 2"}},
	{"atomics after a plain start", `__global__ void k(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  atomicAdd(&n, 1);
  __syncthreads();
  out[threadIdx.x] = n;
}`, []string{"write-atomic 3 4"}},
	{"gather after a barrier", `__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[in[threadIdx.x] & 63];
}`, nil},
}

func TestRacesOfKernels(t *testing.T) {
	for _, test := range racyKernels {
		t.Run(test.name, func(t *testing.T) {
			p, err := emulate.Compile(lowered(t, test.text, 64))
			require.NoError(t, err)
			run := func(sink blockwise, values map[int]bool) {
				sink.begin(0)
				require.NoError(t, newTrace(p, Options{Rule: CUDA}, sink).run(context.Background(), emulate.Options{Values: values}))
			}
			r := settled(p, Options{}, func(r *races) { run(r, nil) })
			q := newPairs(p, Options{}, r.suspects())
			run(q, r.suspects().values())
			var got []string
			for _, f := range q.faults() {
				got = append(got, raceLine(&f))
			}
			for _, f := range q.possible() {
				got = append(got, "maybe "+raceLine(&f))
			}
			assert.Equal(t, test.want, got)
			assert.Empty(t, r.open)
		})
	}
}

func raceLine(f *Fault) string {
	text := fmt.Sprintf("%s %d %d", f.Kind, f.At[0].Site.Src().Pos.Line, f.At[1].Site.Src().Pos.Line)
	if f.Benign {
		text = "benign " + text
	}
	return text
}
