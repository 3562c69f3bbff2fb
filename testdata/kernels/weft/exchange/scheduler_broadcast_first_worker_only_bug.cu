//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// A scheduler warp hands out rows; seven worker warps read the ticket and work on the row.
// Refuted: one worker warp answers for all; the others may still read.
#define WORKERS 224
#define ROWS 6

struct Ticket {
  int row, scale;
};

__device__ __forceinline__ void bar_sync(unsigned id, unsigned threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void bar_arrive(unsigned id, unsigned threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__global__ void scheduled(const int *order, const int *in, int *out) {
  __shared__ Ticket ticket;
  const unsigned FULL = 1, EMPTY = 2;
  const int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int k = 0; k < ROWS; ++k) {
      if (k > 0) bar_sync(EMPTY, 64);
      if (lane == 0) {
        ticket.row = order[k];  // want "race on ticket"
        ticket.scale = k + 1;  // want "race on ticket"
      }
      __syncwarp();
      bar_arrive(FULL, blockDim.x);
    }
  } else {
    const int worker = threadIdx.x - 32;
    for (int k = 0; k < ROWS; ++k) {
      bar_sync(FULL, blockDim.x);
      Ticket t = ticket;  // want "race on ticket"
      if (k + 1 < ROWS && worker < 32) bar_arrive(EMPTY, 64);
      out[k * WORKERS + worker] = in[t.row * WORKERS + worker] * t.scale;
    }
  }
}
