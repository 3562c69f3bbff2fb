// The same with fences that only release and acquire.
//--blockDim=1 --gridDim=2
#include <cuda/atomic>
__device__ volatile int x, y;

// exists: r[0]==0 && r[1]==0
__global__ void weaker(int *r) {
  if (blockIdx.x == 0) {
    x = 1;
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    r[0] = y;
  } else {
    y = 1;
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    r[1] = x;
  }
}
