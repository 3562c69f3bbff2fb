//pass
//--blockDim=1 --gridDim=2

// A semaphore without permits tells that the item is there.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> filled(0);
__device__ int item;

__global__ void pass(int *out) {
  if (blockIdx.x == 0) {
    item = 5;
    filled.release();
  } else {
    filled.acquire();
    out[0] = item;
  }
}
