//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A counting semaphore with two tokens lets two threads in.
#include <cuda/semaphore>
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> free_(2);
__device__ int total;

__global__ void add(const int *in) {
  free_.acquire();
  total += in[blockIdx.x]; // want "race on total"
  free_.release();
}
