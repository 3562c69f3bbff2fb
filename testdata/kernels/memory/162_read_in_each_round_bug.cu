//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[*,1,1]

// Each round of the wait reads: the rounds before the last one may read while the next value is stored.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> progress;
__device__ int data;
__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 1;
    progress.store(1, cuda::memory_order_release);
    data = 2;  // want "race on data"
    progress.store(5, cuda::memory_order_release);
  } else {
    while (progress.load(cuda::memory_order_acquire) == 0) { }
    int seen, x;
    do {
      seen = progress.load(cuda::memory_order_acquire);
      x = data;  // want "race on data"
    } while (seen < 5);
    out[blockIdx.x] = x;
  }
}
