//pass
//--blockDim=64 --gridDim=64

// A semaphore with one token is a lock.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> free_(1);
__device__ int total;

__global__ void add(const int *in) {
  free_.acquire();
  total += in[blockIdx.x];
  free_.release();
}
