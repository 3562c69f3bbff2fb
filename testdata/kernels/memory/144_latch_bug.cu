//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Threads count the latch down before they have written.
#include <cuda/latch>
__device__ cuda::latch<cuda::thread_scope_device> written(2);
__device__ int data[2];

__global__ void turn(const int *in, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    written.count_down();
    data[b] = in[b]; // want "race on data"
    written.wait();
    out[b] = data[1 - b]; // want "race on data"
  }
}
