//pass
//--blockDim=64 --gridDim=64

// One thread constructs a semaphore in shared memory, and a barrier makes it known to the others.
#include <cuda/semaphore>
#include <new>

__global__ void add(const int *in, int *out) {
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> free_;
  __shared__ int total;
  if (threadIdx.x == 0) {
    new (&free_) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    total = 0;
  }
  __syncthreads();
  free_.acquire();
  total += in[threadIdx.x];
  free_.release();
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
