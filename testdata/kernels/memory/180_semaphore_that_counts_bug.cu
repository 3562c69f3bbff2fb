//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// A thread that has no permit gives one back, so that there are two.
#include <cuda/semaphore>
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 8> permits(1);
__device__ int total;

__global__ void add(const int *in) {
  if (threadIdx.x == 1 && blockIdx.x == 1)
    permits.release();
  permits.acquire();
  total += in[blockIdx.x]; // want "race on total"
  permits.release();
}
