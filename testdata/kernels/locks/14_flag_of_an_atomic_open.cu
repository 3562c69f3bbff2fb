//--blockDim=32 --gridDim=32
//proved barrier-divergence
//open data-race "the translation does not model"
// One block writes, the others wait for the flag; too many for a look at all executions.
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> flag{0};
__device__ int data;

__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;
  }
}
