//xfail:NOT_ALL_VERIFIED
//--blockDim=4 --gridDim=1

// Nothing makes sure that the semaphore is there before others look at it.
#include <cuda/semaphore>
#include <new>

__global__ void add(int *out) {
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> free_;
  if (threadIdx.x == 0) new (&free_) cuda::binary_semaphore<cuda::thread_scope_block>(1); // want "race on free_"
  if (free_.try_acquire()) free_.release(); // want "race on free_"
}
