//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=100

// Each thread gives back more than it has taken, so that there are more permits than the semaphore may have.
#include <cuda/semaphore>
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 3> permits(3);
__device__ int doubled[3200];

__global__ void twice(const int *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  permits.acquire();
  doubled[i] = 2 * in[i];
  permits.release(2); // want "no more permits than it may have"
}
