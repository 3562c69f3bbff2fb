//pass
//--blockDim=128 --gridDim=1
// Barrier 1 joins the first two warps, and then, as its next generation, all four.
// Proved: the other two warps wait on barrier 2 until the first generation is over.
__device__ static inline void sync_threads(int id, int threads) {
  asm volatile("{\n\t bar.sync %0, %1;\n}" ::"r"(id), "r"(threads) : "memory");
}

__global__ void widen_team(const int *in, int *out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    sync_threads(1, 64);
    int v = s[t ^ 32];
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    s[64 + t] = 2 * v;
  } else {
    sync_threads(2, 128);
  }
  sync_threads(1, 128);
  out[t] = s[127 - t];
}
