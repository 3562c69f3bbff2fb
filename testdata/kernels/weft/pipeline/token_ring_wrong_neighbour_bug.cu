//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=1
// Sixteen warps in a ring, one barrier for each pair of neighbours: all sixteen ids at once.
// Refuted: warp 7 passes the token to the warp after next.
#define WARPS 16
#define ROUNDS 5
#define PAIR 64

__global__ void token_ring(const int *in, int *out) {
  __shared__ int mail[WARPS][32];
  const unsigned warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const unsigned left = (warp + WARPS - 1) % WARPS, right = (warp + (warp == 7 ? 2 : 1)) % WARPS;
  int v = in[threadIdx.x];

  for (int round = 0; round < ROUNDS; ++round) {
    // Barrier w is where warp w waits for the warp to its left. Warp 0 opens the first round.
    if (round > 0 || warp > 0) {
      asm volatile("bar.sync %0, %1;" : : "r"(warp), "r"(PAIR) : "memory");  // want "deadlock"
      v = v * 3 + mail[left][lane ^ 7];  // may "race on mail"
    }
    mail[warp][lane] = v;  // may "race on mail"
    if (round + 1 < ROUNDS || warp + 1 < WARPS)
      asm volatile("bar.arrive %0, %1;" : : "r"(right), "r"(PAIR) : "memory");
  }
  out[threadIdx.x] = v;
}
