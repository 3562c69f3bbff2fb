//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// The semaphore tells of the item before it is there.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> filled(0);
__device__ int item;

__global__ void pass(int *out) {
  if (blockIdx.x == 0) {
    filled.release();
    item = 5; // want "race on item"
  } else {
    filled.acquire();
    out[0] = item; // want "race on item"
  }
}
