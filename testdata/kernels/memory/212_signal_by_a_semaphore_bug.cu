//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// 212_signal_by_a_semaphore_ok without a barrier before the permit is given: other threads may not be done.
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> done(0);

__global__ void in_two_steps(int *step, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    step[t] = t;  // want "race on step"
    if (t == 0) done.release();
  } else if (blockIdx.x == 1) {
    if (t == 0) done.acquire();
    __syncthreads();
    out[t] = step[t];  // want "race on step"
  }
}
