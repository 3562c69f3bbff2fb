//pass
//--blockDim=32 --gridDim=100

// Three threads at most are at work at the same time, and who has a permit gives it back: there are never more than three.
#include <cuda/semaphore>
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 3> permits(3);
__device__ int doubled[3200];

__global__ void twice(const int *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  permits.acquire();
  doubled[i] = 2 * in[i];
  permits.release();
}
