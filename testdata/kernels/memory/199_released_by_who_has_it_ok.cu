//pass
//--blockDim=1 --gridDim=2

// Who releases a binary semaphore has acquired it.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> mutex(1);
__device__ int total;

__global__ void add(const int *in) {
  mutex.acquire();
  total += in[blockIdx.x];
  mutex.release();
}
