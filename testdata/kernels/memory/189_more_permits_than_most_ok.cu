//pass
//--blockDim=64 --gridDim=4

// A semaphore that starts with as many permits as it may have.
#include <cuda/semaphore>
#include <new>

__global__ void make(int *out) {
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 2> permits;
  if (threadIdx.x == 0) new (&permits) cuda::counting_semaphore<cuda::thread_scope_block, 2>(2);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = permits.max();
}
