//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Everything behind macros: tokens pasted, a loop body as an argument.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SH(name) CAT(sh_, name)
#define LID threadIdx.x
#define GID (blockIdx.x * blockDim.x + LID)
#define FOR_EACH_POW2(v, n, ...) for (int v = 1; v < (n); v <<= 1) { __VA_ARGS__ }
#ifdef __CUDACC_DEBUG__
#error not here
#endif
#define SYNC

__global__ void butterfly(const int *in, int *out) {
  __shared__ int SH(a)[64], SH(b)[64];
  SH(a)[LID] = in[GID];
  __syncthreads();
  FOR_EACH_POW2(d, 64,
    SH(b)[LID] = SH(a)[LID] + SH(a)[LID ^ d];
    __syncthreads();
    SH(a)[LID] = SH(b)[LID];
    __syncthreads();)
  SH(b)[LID] = SH(a)[LID] * 2;  // want "write-read race on sh_b"
  SYNC
  out[GID] = SH(b)[63 - LID];  // want "write-read race on sh_b"
}
