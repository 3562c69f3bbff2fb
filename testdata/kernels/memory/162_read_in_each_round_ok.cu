//pass
//--blockDim=64 --gridDim=[*,1,1]

// The last of the values tells that both are there.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> progress;
__device__ int data;
__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 1;
    progress.store(1, cuda::memory_order_release);
    data = 2;
    progress.store(5, cuda::memory_order_release);
  } else {
    while (progress.load(cuda::memory_order_acquire) < 5) { }
    out[blockIdx.x] = data;
  }
}
