//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Mutual exclusion by two flags: each block raises its own before it looks at the other. A fence that
// only releases and acquires does not keep both from seeing the other flag down.
#include <cuda/atomic>
__device__ volatile int want[2];
__device__ int x;

__global__ void k() {
  int me = blockIdx.x;
  want[me] = 1;
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  if (want[1 - me] == 0) {
    x = x + 1; // want "race on x"
  }
}
