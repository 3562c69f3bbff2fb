//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Inlined functions: early returns, pointer parameters, overloads.
using index_t = int;
__device__ index_t wrap(index_t i, index_t n) {
  if (i < 0) return i + n;
  if (i >= n) return i - n;
  return i;
}
__device__ void put(int *p, int v) { *p = v; }  // want "race on s"
__device__ void put(float *p, float v) { *p = v; }
__device__ int get(const int *p, index_t i) { return p[wrap(i, 64)]; }  // want "race on s"

__global__ void neighbours(const int *in, int *out, float *mean) {
  __shared__ int s[64];
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  put(&s[t], in[g]);  // may "race on s"
  int l = get(s, t - 1), r = get(s, t + 1);  // may "race on s"
  put(out + g, l + r);
  put(&mean[g], 0.5f * (l + r));
}
