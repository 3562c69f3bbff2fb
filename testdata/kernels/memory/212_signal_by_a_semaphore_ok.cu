//pass
//--blockDim=64

// A semaphore without a permit at first: the first block gives one when it is done, and the second one waits for it.
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> done(0);

__global__ void in_two_steps(int *step, int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    step[t] = t;
    __syncthreads();
    if (t == 0) done.release();
  } else if (blockIdx.x == 1) {
    if (t == 0) done.acquire();
    __syncthreads();
    out[t] = step[t];
  }
}
