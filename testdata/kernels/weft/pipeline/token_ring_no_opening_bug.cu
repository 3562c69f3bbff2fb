//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=1
// Sixteen warps in a ring, one barrier for each pair of neighbours: all sixteen ids at once.
// Refuted: warp 0 waits in the first round too, and so nobody starts.
#define WARPS 16
#define ROUNDS 5
#define PAIR 64

__global__ void token_ring(const int *in, int *out) {
  __shared__ int mail[WARPS][32];
  const unsigned warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const unsigned left = (warp + WARPS - 1) % WARPS, right = (warp + 1) % WARPS;
  int v = in[threadIdx.x];

  for (int round = 0; round < ROUNDS; ++round) {
    // Barrier w is where warp w waits for the warp to its left. Warp 0 opens the first round.
    {
      asm volatile("bar.sync %0, %1;" : : "r"(warp), "r"(PAIR) : "memory");  // want "deadlock"
      v = v * 3 + mail[left][lane ^ 7];
    }
    mail[warp][lane] = v;
    if (round + 1 < ROUNDS || warp + 1 < WARPS)
      asm volatile("bar.arrive %0, %1;" : : "r"(right), "r"(PAIR) : "memory");
  }
  out[threadIdx.x] = v;
}
