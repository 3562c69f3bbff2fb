//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// It starts with more permits than it may have, for which it has no meaning.
#include <cuda/semaphore>
#include <new>

__global__ void make(int *out) {
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 2> permits;
  if (threadIdx.x == 0) new (&permits) cuda::counting_semaphore<cuda::thread_scope_block, 2>(3); // want "assertion fails"
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = permits.max();
}
