//pass
//--blockDim=96 --gridDim=1
// One id serves both directions: its odd generations say full, its even ones empty.
// Proved: barriers 2 and 3 stand between each generation of barrier 1 and the next.
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(n) : "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" ::"n"(id), "n"(n) : "memory")

__global__ void both_ways(const int *in, int *out) {
  __shared__ int slot[32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int i = 0; i < 4; i++) {
    if (warp == 0) {
      slot[lane] = in[i * 32 + lane];
      ARRIVE(1, 64);
      SYNC(2, 96);
      SYNC(1, 64);
    } else if (warp == 1) {
      SYNC(1, 64);
      out[i * 32 + lane] = slot[31 - lane];
      SYNC(2, 96);
      ARRIVE(1, 64);
    } else {
      SYNC(2, 96);
    }
    SYNC(3, 96);
  }
}
