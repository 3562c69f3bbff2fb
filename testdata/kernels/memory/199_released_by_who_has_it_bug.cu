//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A binary semaphore that nobody has acquired is released.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> mutex(1);
__device__ int total;

__global__ void add(const int *in) {
  if (in[blockIdx.x] > 0) mutex.acquire();
  total += in[blockIdx.x]; // want "race on total"
  mutex.release(); // want "no more permits"
}
