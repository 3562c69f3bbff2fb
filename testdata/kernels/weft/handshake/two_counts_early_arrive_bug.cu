//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Barrier 1 joins the first two warps, and then, as its next generation, all four.
// Refuted: the first team lets the others go before it has met itself.
__device__ static inline void sync_threads(int id, int threads) {
  asm volatile("{\n\t bar.sync %0, %1;\n}" ::"r"(id), "r"(threads) : "memory");
}

__global__ void widen_team(const int *in, int *out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    sync_threads(1, 64);  // want "barrier 1"
    int v = s[t ^ 32];  // may "race on s"
    s[64 + t] = 2 * v;
  } else {
    sync_threads(2, 128);
  }
  sync_threads(1, 128);  // want "barrier 1"
  out[t] = s[127 - t];  // may "race on s"
}
