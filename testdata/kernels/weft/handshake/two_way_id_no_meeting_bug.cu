//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// One id serves both directions: its odd generations say full, its even ones empty.
// Refuted: without barrier 2 warp 0 waits for EMPTY while its FULL may still be open.
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(n) : "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" ::"n"(id), "n"(n) : "memory")

__global__ void both_ways(const int *in, int *out) {
  __shared__ int slot[32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int i = 0; i < 4; i++) {
    if (warp == 0) {
      slot[lane] = in[i * 32 + lane];  // may "race on slot"
      ARRIVE(1, 64);  // may "recycl"
      SYNC(1, 64);  // want "not ordered after generation"
    } else if (warp == 1) {
      SYNC(1, 64);  // may "recycl|deadlock"
      out[i * 32 + lane] = slot[31 - lane];  // may "race on slot"
      ARRIVE(1, 64);  // may "recycl"
    }
    SYNC(3, 96);  // may "deadlock"
  }
}
