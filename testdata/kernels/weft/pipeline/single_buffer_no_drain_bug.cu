//xfail:NOT_ALL_VERIFIED
//--blockDim=160 --gridDim=1
// Four compute warps work on tiles that one DMA warp copies into a single buffer.
// Refuted: nothing holds the DMA warp back: it may finish twice before the compute warps wait once.
#define TILE 128
#define TILES 6
#define COMPUTE_THREADS 128
#define DMA_THREADS 32
#define PARTIES (COMPUTE_THREADS + DMA_THREADS)

enum { BAR_START = 1, BAR_FINISH = 2 };

__device__ __forceinline__ void named_sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(n) : "memory");
}
__device__ __forceinline__ void named_arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" : : "r"(id), "r"(n) : "memory");
}

// What the compute warps call.
__device__ void start_async_dma() { named_arrive(BAR_START, PARTIES); }
__device__ void wait_for_dma_finish() { named_sync(BAR_FINISH, PARTIES); }
// What the DMA warp calls.
__device__ void wait_for_dma_start() { named_sync(BAR_START, PARTIES); }
__device__ void finish_async_dma() { named_arrive(BAR_FINISH, PARTIES); }

__global__ void saxpy_single(const float *x, float *y, float a) {
  __shared__ float tile[TILE];
  if (threadIdx.x < COMPUTE_THREADS) {
    const int t = threadIdx.x;
    for (int i = 0; i < TILES; ++i) {
      wait_for_dma_finish();  // may "recycl|deadlock"
      float v = tile[t];  // may "race on tile"
      y[i * TILE + t] += a * v;
    }
  } else {
    const int lane = threadIdx.x - COMPUTE_THREADS;
    for (int i = 0; i < TILES; ++i) {
      for (int k = lane; k < TILE; k += DMA_THREADS) tile[k] = x[i * TILE + k];  // may "race on tile"
      finish_async_dma();  // want "not ordered after generation"
    }
  }
}
