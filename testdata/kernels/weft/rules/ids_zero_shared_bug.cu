//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=1
// Sixteen warps sync alone on sixteen ids in turn, and all of them by __syncthreads.
// Refuted: that is barrier 0 as well: 32 threads for the warp that has it, 512 for the others.
__global__ void rotate(const int *in, int *out) {
  __shared__ int s[512];
  const int t = threadIdx.x, w = t >> 5, base = t & ~31;
  s[t] = in[t];
  for (int turn = 0; turn < 16; ++turn) {
    asm volatile("bar.sync %0, 32;" ::"r"((w + turn) & 15) : "memory");  // want "barrier 0"
    int v = s[base + ((t + 1) & 31)];
    __syncthreads();  // want "barrier 0"
    s[t] = v;
  }
  out[t] = s[t];
}
